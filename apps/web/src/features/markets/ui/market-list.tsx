import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useRef, useState } from 'react';
import { marketsQuery, tickerNow, useSelectedMarket, useTicker } from '../../../realtime/tickers.ts';
import { directionOf, fixed, percent } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate, type MessageId } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { selectMarket } from '../../../shared/market/selected-market.ts';
import { Empty } from '../../../shared/ui/states.tsx';
import { toggleFavourite, useFavourites } from '../favourites.ts';
import { marketRows, type RowChoice, type Sort } from '../model/market-rows.ts';
import styles from './market-list.module.css';

/** The order of rows is reckoned again this often at most, so that they do not jump under the finger. */
const RESORT_MS = 1_000;
const PRICE_DECIMALS = 4;
const HEADINGS = [
  ['pair', 'market.pair'],
  ['price', 'market.price'],
  ['change', 'market.change'],
] as const satisfies readonly (readonly [Sort, MessageId])[];

interface MarketListProps {
  /** Where there is no room beside the chart, the list is a drawer. */
  readonly drawer: { readonly isOpen: boolean; readonly close: () => void };
}

/** The markets by quote currency, with search and favourites. Choosing one makes it the market of the page. */
export function MarketList({ drawer }: MarketListProps) {
  const t = useTranslate();
  const selected = useSelectedMarket();
  const search = useRef<HTMLInputElement>(null);
  const { choice, change, rows, groups } = useRows(selected?.legal_id);
  useSearchKey(search);
  const { isOpen, close } = drawer;
  useEffect(() => {
    if (isOpen) search.current?.focus();
  }, [isOpen]);
  const choose = (market: Market): void => {
    selectMarket(market);
    close();
  };
  const sortBy = (sort: Sort): void => {
    if (choice.sort !== sort) change({ sort, isDescending: sort !== 'pair' });
    else if (choice.isDescending === (sort !== 'pair')) change({ isDescending: !choice.isDescending });
    else change({ sort: 'listed' });
  };
  return (
    <>
      {isOpen && <div className={styles['shade']} onClick={close} />}
      <section className={styles['list']} data-open={isOpen || undefined} aria-label={t('market.title')} onKeyDown={({ key }) => key === 'Escape' && close()}>
        <div className={styles['search']}>
          <input ref={search} type="search" placeholder={t('market.search')} aria-label={t('market.search')} value={choice.search} onChange={(event) => change({ search: event.target.value })} />
          <kbd aria-hidden="true">/</kbd>
          <button type="button" className={styles['close']} aria-label={t('action.close')} onClick={close}>
            ×
          </button>
        </div>
        <div className={styles['tabs']} role="group" aria-label={t('market.groups')}>
          <button type="button" aria-pressed={choice.tab === 'favourites'} aria-label={t('market.favourites')} onClick={() => change({ tab: 'favourites', search: '' })}>
            ★
          </button>
          {groups.map((group) => (
            <button key={group.id} type="button" aria-pressed={choice.tab === group.id} onClick={() => change({ tab: group.id, search: '' })}>
              {group.name}
            </button>
          ))}
        </div>
        <div className={styles['heads']}>
          {HEADINGS.map(([sort, label]) => (
            <button key={sort} type="button" aria-pressed={choice.sort === sort} onClick={() => sortBy(sort)}>
              {t(label)}
              <span aria-hidden="true">{choice.sort === sort ? (choice.isDescending ? '↓' : '↑') : ''}</span>
            </button>
          ))}
        </div>
        <ul className={styles['rows']}>
          {rows.map((market) => (
            <MarketRow key={market.key} market={market} isSelected={market.key === selected?.key} isFavourite={choice.favourites.has(market.key)} onChoose={choose} />
          ))}
        </ul>
        {rows.length === 0 && <Empty>{t(choice.search === '' ? 'market.noFavourites' : 'market.notFound')}</Empty>}
      </section>
    </>
  );
}

interface MarketRowProps {
  readonly market: Market;
  readonly isSelected: boolean;
  readonly isFavourite: boolean;
  readonly onChoose: (market: Market) => void;
}

const MarketRow = memo(
  function MarketRow({ market, isSelected, isFavourite, onChoose }: MarketRowProps) {
    const t = useTranslate();
    const language = useLanguage();
    const ticker = useTicker(market.key);
    const direction = directionOf(ticker?.change);
    return (
      <li className={styles['row']} data-selected={isSelected || undefined}>
        <button type="button" className={styles['star']} aria-pressed={isFavourite} aria-label={t('market.favour', { pair: market.symbol })} onClick={() => toggleFavourite(market.key)}>
          {isFavourite ? '★' : '☆'}
        </button>
        <button type="button" className={styles['pick']} aria-current={isSelected || undefined} onClick={() => onChoose(market)}>
          <span className={styles['pair']}>
            {market.base}
            <small>/{market.quote}</small>
          </span>
          <span>{fixed(ticker?.price, Math.max(PRICE_DECIMALS, market.priceDecimals), { language })}</span>
          <span className={direction === 'flat' ? undefined : direction}>{percent(ticker?.change, language)}</span>
        </button>
      </li>
    );
  },
  (before, after) => before.market.key === after.market.key && before.isSelected === after.isSelected && before.isFavourite === after.isFavourite,
);

function useRows(selectedGroup: number | undefined) {
  const { data: groups = [] } = useQuery(marketsQuery);
  const favourites = useFavourites((state) => state.keys);
  const [chosen, setChosen] = useState<Partial<RowChoice>>({});
  const [, setRound] = useState(0);
  const choice: RowChoice = { tab: selectedGroup ?? groups[0]?.id ?? 'favourites', search: '', sort: 'listed', isDescending: false, ...chosen, favourites };
  const isSortedLive = choice.sort === 'price' || choice.sort === 'change';
  useEffect(() => {
    if (!isSortedLive) return undefined;
    const timer = setInterval(() => setRound((round) => round + 1), RESORT_MS);
    return () => clearInterval(timer);
  }, [isSortedLive]);
  const change = (part: Partial<RowChoice>): void => setChosen((before) => ({ ...before, ...part }));
  return { choice, change, rows: marketRows(groups, choice, tickerNow), groups };
}

/** `/` goes to the search, except while one types. */
function useSearchKey(search: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null) return;
      event.preventDefault();
      search.current?.focus();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [search]);
}
