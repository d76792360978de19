import type { ReactNode } from 'react';
import { directionOf, fixed, grouped, MISSING, percent } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate, type Translate } from '../../../shared/i18n/translate.ts';
import { marketFigure } from '../../../shared/market/market-figures.ts';
import type { Market, Pair } from '../../../shared/market/market.ts';
import type { Column } from '../../../shared/ui/data-table.tsx';
import { feeTaken, limitPrice } from '../model/order-figures.ts';
import { distancePercent, roiPercent, sum, worthAt } from '../model/position-figures.ts';
import type { ListName, Position } from '../model/position.ts';
import { reasonText } from '../model/reason-text.ts';
import styles from './positions.module.css';
import { RiskBar } from './risk-bar.tsx';

const MONEY_DECIMALS = 2;

interface ColumnsOf {
  /** The market of a position, for the decimals of its prices. */
  readonly marketOf: (pair: Pair) => Market | undefined;
  /** The shown list: one of the terminal's lists, or `all` of them in one. */
  readonly list: ListName | 'all';
  /** Risk in percent of a position: of its account, or its own where it is isolated. */
  readonly riskOf?: (position: Position) => string | undefined;
  readonly action?: (position: Position) => ReactNode;
}

/** Texts of the figures of a position or order, the same in every list. */
export function usePositionWords(marketOf: ColumnsOf['marketOf']) {
  const t = useTranslate();
  const language = useLanguage();
  const price = (row: Position, text: string): string =>
    text === '0' || text === '' ? MISSING : marketFigure(marketOf(row), 'price', text, language);
  const money = (text: string | undefined): string => fixed(text, MONEY_DECIMALS, { language });
  const coins = ({ symbol, quantity }: Position): string =>
    `${grouped(quantity, language)} ${symbol.split('/')[0] ?? ''}`;
  const value = (row: Position, at: string): string =>
    `${money(worthAt(at, row))} ${row.symbol.split('/')[1] ?? ''}`;
  const rate = (text: string | undefined): string =>
    text === undefined ? MISSING : percent(text, language);
  return { t, language, price, money, coins, value, rate };
}

type Words = ReturnType<typeof usePositionWords>;

/**
 * The columns of margin orders and positions, as each list shows them: nine at most, with two
 * figures that belong together in one.
 */
export function usePositionColumns({
  marketOf,
  list,
  riskOf,
  action,
}: ColumnsOf): readonly Column<Position>[] {
  const words = usePositionWords(marketOf);
  const shown = COLUMNS[list].map((name) => COLUMN[name](words, { list, riskOf }));
  return action === undefined
    ? shown
    : [
        ...shown,
        { name: 'action', header: words.t('orders.action'), cell: action, isSticky: true },
      ];
}

/** Two figures, one over the other. */
export function Two({
  children,
  below,
}: {
  readonly children: ReactNode;
  readonly below: ReactNode;
}) {
  return (
    <span className={styles['two']}>
      <span>{children}</span>
      <small>{below}</small>
    </span>
  );
}

/** The side with its leverage, and whether it waits for a price. */
export function SideText({ row, t }: { readonly row: Position; readonly t: Translate }) {
  // To close a long is to sell.
  if (row.closes !== undefined)
    return (
      <>
        <span className={row.side === 'long' ? 'down' : 'up'}>
          {t(`position.closes.${row.side}`)}
        </span>
        <span> · {t('position.lotsOf', { lots: row.lots })}</span>
        <span> · {t('position.reduceOnly')}</span>
      </>
    );
  const isWaiting = row.isClosing || (row.list === 'entrusted' && row.orderPrice === '0');
  return (
    <>
      <span className={row.side === 'long' ? 'up' : 'down'}>{t(`margin.${row.side}`)}</span>{' '}
      <span>{t('margin.times', { leverage: row.leverage })}</span>
      {row.isIsolated && <span> · {t('position.isolated')}</span>}
      {isWaiting && <span> · {t('position.waits')}</span>}
    </>
  );
}

/** The close of a position that waits for its price, if there is one. */
export function LimitClose({ row, words }: { readonly row: Position; readonly words: Words }) {
  const { limitClose } = row;
  if (limitClose === undefined) return undefined;
  const { t, price } = words;
  return (
    <span>
      {' · '}
      {t('position.limitCloseAt', { lots: limitClose.lots, price: price(row, limitClose.price) })}
    </span>
  );
}

/** Profit with its return on the margin. */
export function ProfitText({ row, words }: { readonly row: Position; readonly words: Words }) {
  const { money, rate } = words;
  const look = directionOf(row.profit);
  return (
    <Two below={<span className={look}>{rate(roiPercent(row.profit, row.margin))}</span>}>
      <span className={look} data-figure="profit">
        {look === 'up' && '+'}
        {money(row.profit)}
      </span>
    </Two>
  );
}

interface Shown {
  readonly list: ListName | 'all';
  readonly riskOf: ColumnsOf['riskOf'];
}

type ColumnName = keyof typeof COLUMN;

const COLUMN = {
  contract: (words: Words, { list }: Shown): Column<Position> => ({
    name: 'contract',
    header: words.t('position.column.contract'),
    cell: (row) => (
      <Two
        below={
          <>
            <SideText row={row} t={words.t} />
            <LimitClose row={row} words={words} />
            {list !== 'holding' && list !== 'entrusted' && <span> · #{row.id}</span>}
          </>
        }
      >
        <span className={styles['symbol']}>{row.symbol}</span>
      </Two>
    ),
  }),
  status: ({ t }: Words): Column<Position> => ({
    name: 'status',
    header: t('position.column.status'),
    align: 'start',
    cell: (row) => (
      <Two below={row.reason === '' ? '' : t(reasonText(row.reason))}>
        {t(`position.status.${row.list}`)}
      </Two>
    ),
  }),
  reason: ({ t }: Words): Column<Position> => ({
    name: 'reason',
    header: t('position.column.reason'),
    align: 'start',
    cell: ({ reason }) => (reason === '' ? MISSING : t(reasonText(reason))),
  }),
  size: ({ t, coins, value }: Words): Column<Position> => ({
    name: 'size',
    header: t('margin.size'),
    cell: (row) => <Two below={value(row, priceOf(row))}>{coins(row)}</Two>,
  }),
  limit: ({ t, price }: Words): Column<Position> => ({
    name: 'limit',
    header: t('position.column.limit'),
    cell: (row) => price(row, limitPrice(row)),
  }),
  entry: ({ t, price }: Words): Column<Position> => ({
    name: 'entry',
    header: t('margin.entry'),
    cell: (row) => price(row, row.entryPrice),
  }),
  // Profit, stops and liquidation go by the mark price; an order is filled by the index.
  mark: ({ t, price }: Words): Column<Position> => ({
    name: 'mark',
    header: t('margin.mark'),
    cell: (row) => price(row, row.markPrice),
  }),
  now: ({ t, price, rate }: Words): Column<Position> => ({
    name: 'now',
    header: t('position.column.now'),
    cell: (row) => (
      <Two below={rate(distancePercent(limitPrice(row), row.indexPrice))}>
        {price(row, row.indexPrice)}
      </Two>
    ),
  }),
  close: ({ t, price }: Words): Column<Position> => ({
    name: 'close',
    header: t('position.column.close'),
    // A position that was closed has a price that it was closed at; an order that ended has none.
    cell: (row) => (row.list === 'closed' ? price(row, row.indexPrice) : MISSING),
  }),
  liquidation: ({ t, price }: Words): Column<Position> => ({
    name: 'liquidation',
    header: t('margin.liquidation'),
    cell: (row) =>
      row.liquidationPrice === '' ? (
        <span title={t('position.farHint')}>{t('margin.far')}</span>
      ) : (
        price(row, row.liquidationPrice)
      ),
  }),
  margin: ({ t, money }: Words, { riskOf }: Shown): Column<Position> => ({
    name: 'margin',
    header: t(riskOf === undefined ? 'margin.margin' : 'position.column.marginRisk'),
    cell: (row) => {
      if (row.closes !== undefined) return MISSING;
      const risk = riskOf?.(row);
      const margin = money(sum([row.margin, row.added]));
      return risk === undefined ? margin : <Two below={<RiskBar percent={risk} />}>{margin}</Two>;
    },
  }),
  profit: (words: Words): Column<Position> => ({
    name: 'profit',
    header: words.t('position.column.profitRoi'),
    cell: (row) =>
      row.list === 'entrusted' || row.list === 'revoked' ? (
        MISSING
      ) : (
        <ProfitText row={row} words={words} />
      ),
  }),
  stops: ({ t, price }: Words): Column<Position> => ({
    name: 'stops',
    header: t('position.column.stops'),
    cell: (row) => <Two below={price(row, row.stopLoss)}>{price(row, row.takeProfit)}</Two>,
  }),
  fees: ({ t, money }: Words): Column<Position> => ({
    name: 'fees',
    header: t('position.column.fees'),
    cell: (row) => (
      <Two below={row.list === 'revoked' ? MISSING : money(row.nightFees)}>
        {money(feeTaken(row))}
      </Two>
    ),
  }),
  placed: ({ t }: Words): Column<Position> => ({
    name: 'placed',
    header: t('position.column.placed'),
    cell: ({ openedAt }) => (openedAt === '' ? MISSING : openedAt),
  }),
  times: ({ t }: Words): Column<Position> => ({
    name: 'times',
    header: t('position.column.times'),
    cell: (row) => <Two below={row.endedAt === '' ? MISSING : row.endedAt}>{row.openedAt}</Two>,
  }),
} as const;

const COLUMNS: Readonly<Record<ListName | 'all', readonly ColumnName[]>> = {
  holding: ['contract', 'size', 'profit', 'entry', 'mark', 'liquidation', 'margin', 'stops'],
  entrusted: ['contract', 'size', 'limit', 'now', 'margin', 'placed'],
  closed: ['contract', 'size', 'profit', 'entry', 'close', 'reason', 'fees', 'times'],
  revoked: ['contract', 'size', 'limit', 'reason', 'times'],
  all: ['contract', 'status', 'size', 'limit', 'entry', 'close', 'profit', 'fees', 'times'],
};

/** The price that the worth of a row is reckoned at: the mark while it is open, else its own. */
function priceOf(row: Position): string {
  if (row.list === 'holding') return row.markPrice;
  const limit = limitPrice(row);
  if (limit !== '0') return limit;
  return row.entryPrice === '0' ? row.indexPrice : row.entryPrice;
}
