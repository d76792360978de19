import { DISPLAY_DECIMALS } from '@meridian/money/display';
import { useMemo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useTicker, type Ticker } from '../../../realtime/tickers.ts';
import { fixed } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate, type Translate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { selectMarket } from '../../../shared/market/selected-market.ts';
import { CoinIcon } from '../../../shared/ui/coin-icon.tsx';
import { DataTable, type Column } from '../../../shared/ui/data-table.tsx';
import { PercentText, PriceText } from '../../../shared/ui/live-figures.tsx';
import type { Sort } from '../../../shared/ui/sort.ts';
import type { MarketColumn } from '../model/market-rows.ts';
import { FavouriteStar } from './favourite-star.tsx';
import styles from './market-table.module.css';
import { WeekChart } from './week-chart.tsx';

type ColumnName = MarketColumn | 'week' | 'action';

interface MarketTableProps {
  readonly label: string;
  /** Undefined while they are on their way. */
  readonly rows: readonly Market[] | undefined;
  readonly empty: ReactNode;
  /** Where a press on a row leads. The market is stored as the chosen one before. */
  readonly to: string;
  readonly skeletonRows?: number;
  readonly hasStars?: boolean;
  /** With a line of the last seven days. */
  readonly hasWeek?: boolean;
  /** A second way out of each row: its address and its text. */
  readonly action?: { readonly to: string; readonly label: string };
  readonly sort?: Sort<MarketColumn> | undefined;
  readonly onSort?: (sort: Sort<MarketColumn> | undefined) => void;
  readonly narrow?: 'cards' | 'columns';
}

/** Markets with their figures of 24 hours, live: a tick paints the cells of one row. */
export function MarketTable({
  label,
  rows,
  empty,
  to,
  skeletonRows = 10,
  hasStars = false,
  hasWeek = false,
  action,
  sort,
  onSort,
  narrow = 'columns',
}: MarketTableProps) {
  const t = useTranslate();
  const columns = useMemo(
    () => columnsOf(t, { to, hasStars, hasWeek, action }),
    [t, to, hasStars, hasWeek, action],
  );
  return (
    <div className={styles['frame']}>
      <DataTable<Market, ColumnName>
        label={label}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        empty={empty}
        skeletonRows={skeletonRows}
        size="roomy"
        narrow={narrow}
        sort={sort}
        {...(onSort === undefined
          ? {}
          : { onSort: (next) => onSort(next as Sort<MarketColumn> | undefined) })}
      />
    </div>
  );
}

function columnsOf(
  t: Translate,
  {
    to,
    hasStars,
    hasWeek,
    action,
  }: {
    to: string;
    hasStars: boolean;
    hasWeek: boolean;
    action: MarketTableProps['action'] | undefined;
  },
): Column<Market, ColumnName>[] {
  const columns: Column<Market, ColumnName>[] = [
    {
      name: 'pair',
      header: t('market.pair'),
      sort: 'ascending',
      cell: (market) => <PairCell market={market} to={to} hasStar={hasStars} />,
    },
    ...figureColumns(t),
  ];
  if (hasWeek)
    columns.push({
      name: 'week',
      header: t('market.week7d'),
      isMinor: true,
      cell: (market) => <Week market={market} />,
    });
  if (action !== undefined)
    columns.push({
      name: 'action',
      header: t('market.action'),
      isMinor: true,
      cell: (market) => <Action market={market} {...action} />,
    });
  return columns;
}

/** The figures of 24 hours. */
function figureColumns(t: Translate): Column<Market, ColumnName>[] {
  return [
    {
      name: 'price',
      header: t('market.price'),
      sort: 'descending',
      cell: (market) => <Price market={market} />,
    },
    {
      name: 'change',
      header: t('market.change24h'),
      sort: 'descending',
      cell: (market) => <Change market={market} />,
    },
    {
      name: 'high',
      header: t('market.high24h'),
      sort: 'descending',
      isMinor: true,
      cell: (market) => <Quiet market={market} of="high" decimals={market.priceDecimals} />,
    },
    {
      name: 'low',
      header: t('market.low24h'),
      sort: 'descending',
      isMinor: true,
      cell: (market) => <Quiet market={market} of="low" decimals={market.priceDecimals} />,
    },
    {
      name: 'volume',
      header: t('market.volume24h'),
      sort: 'descending',
      isMinor: true,
      cell: (market) => (
        <Quiet market={market} of="volume" decimals={DISPLAY_DECIMALS.volume} unit={market.base} />
      ),
    },
  ];
}

function PairCell({
  market,
  to,
  hasStar,
}: {
  readonly market: Market;
  readonly to: string;
  readonly hasStar: boolean;
}) {
  return (
    <span className={styles['pair']}>
      {hasStar && <FavouriteStar market={market} />}
      <Link
        to={to}
        className={styles['link']}
        aria-label={market.symbol}
        onClick={() => selectMarket(market)}
      >
        <CoinIcon code={market.base} logo={market.logo} />
        <span>
          {market.base}
          <small>/{market.quote}</small>
        </span>
      </Link>
    </span>
  );
}

function Price({ market }: { readonly market: Market }) {
  const ticker = useTicker(market.key);
  return <PriceText value={ticker?.price} decimals={market.priceDecimals} />;
}

function Change({ market }: { readonly market: Market }) {
  const ticker = useTicker(market.key);
  return <PercentText value={ticker?.change} />;
}

function Week({ market }: { readonly market: Market }) {
  return (
    <div className={styles['week']}>
      <WeekChart market={market} />
    </div>
  );
}

interface QuietProps {
  readonly market: Market;
  readonly of: keyof Pick<Ticker, 'high' | 'low' | 'volume'>;
  readonly decimals: number;
  readonly unit?: string;
}

/** A figure that has no direction: it does not flash. */
function Quiet({ market, of, decimals, unit }: QuietProps) {
  const language = useLanguage();
  const ticker = useTicker(market.key);
  return (
    <>
      {fixed(ticker?.[of], decimals, { language })}
      {unit !== undefined && <span className={styles['unit']}> {unit}</span>}
    </>
  );
}

function Action({
  market,
  to,
  label,
}: {
  readonly market: Market;
  readonly to: string;
  readonly label: string;
}) {
  const t = useTranslate();
  return (
    <Link
      to={to}
      className={styles['action']}
      aria-label={t('market.actionOf', { action: label, pair: market.symbol })}
      onClick={() => selectMarket(market)}
    >
      {label}
    </Link>
  );
}
