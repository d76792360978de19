import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTicker } from '../../../realtime/tickers.ts';
import {
  ARROWS,
  figure,
  fixed,
  MISSING,
  percent,
  percentDirection,
} from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { marketFigure } from '../../../shared/market/market-figures.ts';
import type { Market } from '../../../shared/market/market.ts';
import { ShortcutHelp } from '../../../shared/shortcuts/shortcut-help.tsx';
import { LiveBadge } from '../../../shared/ui/live-badge.tsx';
import { useConnection } from '../../../realtime/connection.ts';
import { coinDetailQuery } from '../api.ts';
import styles from './pair-bar.module.css';

interface PairBarProps {
  readonly market: Market;
  /** The newest notice, where there is room for it. */
  readonly notice: ReactNode;
  readonly onChoose: () => void;
  /** The list of markets that `onChoose` opens on a desk too, or goes to where it is docked. */
  readonly list?: 'docked' | 'open' | 'closed';
  /** Beside the help with the keyboard. */
  readonly tools?: ReactNode;
}

/** The pair, its price and its figures of 24 hours. */
export function PairBar({ market, notice, onChoose, list, tools }: PairBarProps) {
  const t = useTranslate();
  const language = useLanguage();
  const ticker = useTicker(market.key);
  const { data: coin } = useQuery(coinDetailQuery(market.baseId, language));
  const { status, sinceMs } = useConnection();
  const tick = ticker?.tick ?? 'flat';
  const price = (text: string | undefined): string => marketFigure(market, 'price', text, language);
  const cny = ticker?.cnyPrice;
  return (
    <div
      className={styles['bar']}
      data-list={list}
      data-stale={status === 'stale' || status === 'offline' || undefined}
    >
      <h1 className={styles['pair']}>
        <img src={market.logo} alt="" width={24} height={24} />
        <button
          type="button"
          className={styles['choose']}
          onClick={onChoose}
          aria-expanded={list === undefined || list === 'docked' ? undefined : list === 'open'}
          aria-label={t('spot.choosePair', { pair: market.symbol })}
        >
          {market.symbol}
          <span aria-hidden="true"> ▾</span>
        </button>
        <span className={styles['name']}>
          {market.symbol}
          <small>{coin?.name}</small>
        </span>
      </h1>
      <p className={styles['price']}>
        <strong className={tick === 'flat' ? undefined : tick}>
          {price(ticker?.price)} <span aria-hidden="true">{ARROWS[tick]}</span>
        </strong>
        <small>
          {cny === undefined || cny === '' ? MISSING : `≈ ¥${fixed(cny, 2, { language })}`}
        </small>
      </p>
      <DayFigures market={market} />
      {status !== 'live' && <LiveBadge isQuiet status={status} sinceMs={sinceMs} />}
      {notice !== undefined && <div className={styles['notice']}>{notice}</div>}
      <span className={styles['tools']}>
        {tools}
        <ShortcutHelp />
      </span>
    </div>
  );
}

/** Change, range and volume of the last 24 hours. */
function DayFigures({ market }: { readonly market: Market }) {
  const t = useTranslate();
  const language = useLanguage();
  const ticker = useTicker(market.key);
  const direction = percentDirection(ticker?.change);
  const price = (text: string | undefined): string => marketFigure(market, 'price', text, language);
  return (
    <dl className={styles['figures']}>
      <div>
        <dt>{t('market.change24h')}</dt>
        <dd className={direction === 'flat' ? undefined : direction}>
          {percent(ticker?.change, language)}
        </dd>
      </div>
      <div>
        <dt>{t('market.high24h')}</dt>
        <dd>{price(ticker?.high)}</dd>
      </div>
      <div>
        <dt>{t('market.low24h')}</dt>
        <dd>{price(ticker?.low)}</dd>
      </div>
      <div>
        <dt>
          {t('market.volume24h')} <span>({market.base})</span>
        </dt>
        <dd>{figure(ticker?.volume, 'volume', language)}</dd>
      </div>
    </dl>
  );
}
