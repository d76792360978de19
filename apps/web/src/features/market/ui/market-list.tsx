import { memo, useEffect, useRef, type RefObject } from 'react';
import { useSelectedMarket, useTicker } from '../../../realtime/tickers.ts';
import { percent, percentDirection } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate, type MessageId } from '../../../shared/i18n/translate.ts';
import { marketFigure } from '../../../shared/market/market-figures.ts';
import type { Market } from '../../../shared/market/market.ts';
import { selectMarket } from '../../../shared/market/selected-market.ts';
import { useShortcut } from '../../../shared/shortcuts/shortcuts.ts';
import { CloseButton } from '../../../shared/ui/close-button.tsx';
import { nextSort } from '../../../shared/ui/sort.ts';
import { Failure, Skeleton } from '../../../shared/ui/states.tsx';
import type { MarketColumn } from '../model/market-rows.ts';
import { useMarketRows, type MarketRows } from '../use-market-rows.ts';
import { FavouriteStar } from './favourite-star.tsx';
import { GroupTabs } from './group-tabs.tsx';
import styles from './market-list.module.css';
import { NoRows } from './no-rows.tsx';
import { SearchField } from './search-field.tsx';

const HEADINGS = [
  { name: 'pair', label: 'market.pair', first: 'ascending' },
  { name: 'price', label: 'market.price', first: 'descending' },
  { name: 'change', label: 'market.change', first: 'descending' },
] as const satisfies readonly {
  readonly name: MarketColumn;
  readonly label: MessageId;
  readonly first: 'ascending' | 'descending';
}[];
/** As in the style sheet: below this the list is a drawer. */
const DRAWER = '(width < 1200px)';
const SKELETON_ROWS = 10;
const ROW_HEIGHT = 32;

interface MarketListProps {
  /** Where there is no room beside the chart, the list is a drawer. */
  readonly drawer: {
    readonly isOpen: boolean;
    readonly open: () => void;
    readonly close: () => void;
  };
  /** Which markets the page is about; all without. */
  readonly isOffered?: (market: Market) => boolean;
}

/**
 * The markets by quote currency, with search and favourites, beside a terminal. Choosing one makes
 * it the market of the page.
 */
export function MarketList({ drawer, isOffered }: MarketListProps) {
  const t = useTranslate();
  const selected = useSelectedMarket(isOffered);
  const list = useMarketRows({ group: selected?.quoteId, isOffered });
  const search = useRef<HTMLInputElement>(null);
  const { isOpen, open, close } = drawer;
  useDrawerFocus(isOpen, search);
  useShortcut('/', () => {
    open();
    search.current?.focus();
  });
  const choose = (market: Market): void => {
    selectMarket(market);
    close();
  };
  const { rows, choice, change } = list;
  return (
    <>
      {isOpen && <div className={styles['shade']} onClick={close} />}
      <section
        className={styles['list']}
        data-area="markets"
        data-open={isOpen || undefined}
        aria-label={t('market.title')}
        onKeyDown={({ key }) => key === 'Escape' && close()}
      >
        <div className={styles['search']}>
          <SearchField
            field={search}
            value={choice.search}
            onChange={(text) => change({ search: text })}
          />
          <span className={styles['close']}>
            <CloseButton onClick={close} />
          </span>
        </div>
        <div className={styles['tabs']}>
          <GroupTabs {...list} />
        </div>
        <Headings {...list} />
        {list.error !== null && <Failure message={list.error.message} onRetry={list.retry} />}
        {rows === undefined && list.error === null && (
          <Skeleton rows={SKELETON_ROWS} height={ROW_HEIGHT} />
        )}
        {rows?.length === 0 && <NoRows {...list} />}
        {rows !== undefined && rows.length > 0 && (
          <ul className={styles['rows']}>
            {rows.map((market) => (
              <MarketRow
                key={market.key}
                market={market}
                isSelected={market.key === selected?.key}
                onChoose={choose}
              />
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

function Headings({ choice: { sort }, change }: MarketRows) {
  const t = useTranslate();
  return (
    <div className={styles['heads']}>
      {HEADINGS.map(({ name, label, first }) => (
        <button
          key={name}
          type="button"
          aria-pressed={sort?.name === name}
          onClick={() => change({ sort: nextSort(sort, name, first) })}
        >
          {t(label)}
          <span aria-hidden="true">
            {sort?.name === name ? (sort.isDescending ? '↓' : '↑') : ''}
          </span>
        </button>
      ))}
    </div>
  );
}

interface MarketRowProps {
  readonly market: Market;
  readonly isSelected: boolean;
  readonly onChoose: (market: Market) => void;
}

const MarketRow = memo(
  function MarketRow({ market, isSelected, onChoose }: MarketRowProps) {
    const language = useLanguage();
    const ticker = useTicker(market.key);
    const direction = percentDirection(ticker?.change);
    return (
      <li className={styles['row']} data-selected={isSelected || undefined}>
        <FavouriteStar market={market} />
        <button
          type="button"
          className={styles['pick']}
          aria-current={isSelected || undefined}
          onClick={() => onChoose(market)}
        >
          <span className={styles['pair']}>
            {market.base}
            <small>/{market.quote}</small>
          </span>
          <span>{marketFigure(market, 'price', ticker?.price, language)}</span>
          <span className={direction === 'flat' ? undefined : direction}>
            {percent(ticker?.change, language)}
          </span>
        </button>
      </li>
    );
  },
  (before, after) =>
    before.market.key === after.market.key && before.isSelected === after.isSelected,
);

/** A drawer that opens takes the focus to its search, and gives it back when it closes. */
function useDrawerFocus(isOpen: boolean, search: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const opener = document.activeElement;
    search.current?.focus();
    return () => {
      if (opener instanceof HTMLElement && matchMedia(DRAWER).matches) opener.focus();
    };
  }, [isOpen, search]);
}
