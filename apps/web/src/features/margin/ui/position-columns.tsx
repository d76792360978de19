import type { ReactNode } from 'react';
import { directionOf, fixed, grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate, type Translate } from '../../../shared/i18n/translate.ts';
import { marketFigure } from '../../../shared/market/market-figures.ts';
import type { Market, Pair } from '../../../shared/market/market.ts';
import { selectMarket } from '../../../shared/market/selected-market.ts';
import type { Column } from '../../../shared/ui/data-table.tsx';
import { feeTaken, limitPrice } from '../model/order-figures.ts';
import type { ListName, Position } from '../model/position.ts';
import { reasonText } from '../model/reason-text.ts';
import styles from './positions.module.css';

const DECIMALS = 4;

interface ColumnsOf {
  /** The market of a position, for the decimals of its prices and for the way to it. */
  readonly marketOf: (pair: Pair) => Market | undefined;
  /** What is listed: a list of the terminal, or everything in one. */
  readonly list: ListName | 'all';
  readonly action?: (position: Position) => ReactNode;
}

/**
 * A position that was closed has a price that it was closed at; an order that ended has none, and
 * paid no fee.
 */
function isClosed({ list }: Position): boolean {
  return list === 'closed';
}

/** The way to the market of a position. */
function Symbol({
  symbol,
  market,
}: {
  readonly symbol: string;
  readonly market: Market | undefined;
}) {
  if (market === undefined) return symbol;
  return (
    <button type="button" className={styles['symbol']} onClick={() => selectMarket(market)}>
      {symbol}
    </button>
  );
}

/** The columns of margin orders and positions, as each list shows them. */
export function usePositionColumns({
  marketOf,
  list,
  action,
}: ColumnsOf): readonly Column<Position>[] {
  const shared = useShared(list, marketOf);
  // What counts most stands first: a narrow window shows the first ones, and the others when it is
  // scrolled.
  const columns: readonly MaybeColumn[] = [
    ...contractColumns(shared),
    ...priceColumns(shared),
    ...profitColumns(shared),
    ...costColumns(shared),
    shared.isEnded && { name: 'id', header: shared.t('margin.column.id'), cell: ({ id }) => id },
    action !== undefined && {
      name: 'action',
      header: shared.t('orders.action'),
      cell: action,
      isSticky: true,
    },
  ];
  return columns.filter((column) => column !== false);
}

/** False where a list does not show it. */
type MaybeColumn = Column<Position> | false;

/** What the columns share: which list it is, and how its figures are written. */
interface Shared extends Pick<ColumnsOf, 'list' | 'marketOf'> {
  readonly t: Translate;
  readonly language: string;
  readonly isEnded: boolean;
  /** An order has neither profit nor stops: those are of positions. */
  readonly isOrders: boolean;
  readonly price: (row: Position, text: string) => string;
  readonly money: (text: string | undefined) => string;
}

function useShared(list: ColumnsOf['list'], marketOf: ColumnsOf['marketOf']): Shared {
  const t = useTranslate();
  const language = useLanguage();
  return {
    t,
    language,
    list,
    marketOf,
    isEnded: list === 'all' || list === 'closed' || list === 'revoked',
    isOrders: list === 'entrusted' || list === 'revoked',
    price: (row, text) =>
      text === '0' || text === '' ? MISSING : marketFigure(marketOf(row), 'price', text, language),
    money: (text) => fixed(text, DECIMALS, { language }),
  };
}

function contractColumns({ t, language, list, marketOf, isEnded }: Shared): MaybeColumn[] {
  return [
    {
      name: 'type',
      header: t('margin.column.type'),
      cell: (row) => (
        <span className={styles['contract']}>
          <span className={row.side === 'long' ? 'up' : 'down'}>{t(`margin.${row.side}`)}</span>{' '}
          <Symbol symbol={row.symbol} market={marketOf(row)} />{' '}
          {t('margin.times', { leverage: row.leverage })}
          {(row.isClosing || (row.list === 'entrusted' && row.orderPrice === '0')) && (
            <small> {t('margin.waits')}</small>
          )}
        </span>
      ),
    },
    list === 'all' && {
      name: 'status',
      header: t('margin.column.status'),
      align: 'start',
      cell: (row) => t(`margin.list.${row.list}`),
    },
    isEnded && {
      name: 'reason',
      header: t('margin.column.reason'),
      align: 'start',
      cell: ({ reason }) => (reason === '' ? MISSING : t(reasonText(reason))),
    },
    {
      name: 'lots',
      header: t('margin.lots'),
      cell: ({ lots }) => grouped(String(lots), language),
    },
  ];
}

function priceColumns({ t, list, isEnded, isOrders, price }: Shared): MaybeColumn[] {
  return [
    isOrders && {
      name: 'limit',
      header: t('margin.column.limit'),
      cell: (row) => price(row, limitPrice(row)),
    },
    { name: 'entry', header: t('margin.column.entry'), cell: (row) => price(row, row.entryPrice) },
    // Profit, stops and liquidation go by the mark price; an order is filled by the index.
    list === 'holding' && {
      name: 'mark',
      header: t('margin.column.mark'),
      cell: (row) => price(row, row.markPrice),
    },
    list === 'entrusted' && {
      name: 'now',
      header: t('margin.column.now'),
      cell: (row) => price(row, row.indexPrice),
    },
    isEnded &&
      !isOrders && {
        name: 'close',
        header: t('margin.column.close'),
        cell: (row) => (isClosed(row) ? price(row, row.indexPrice) : MISSING),
      },
  ];
}

/** Profit, and the prices that end a position. */
function profitColumns({ t, list, isOrders, price, money }: Shared): MaybeColumn[] {
  return [
    !isOrders && {
      name: 'profit',
      header: t('margin.column.profit'),
      cell: (row) => <span className={directionOf(row.profit)}>{money(row.profit)}</span>,
    },
    list === 'holding' && {
      name: 'liquidation',
      header: t('margin.liquidation'),
      cell: (row) => price(row, row.liquidationPrice),
    },
    !isOrders && {
      name: 'takeProfit',
      header: t('margin.takeProfit'),
      cell: (row) => price(row, row.takeProfit),
    },
    !isOrders && {
      name: 'stopLoss',
      header: t('margin.stopLoss'),
      cell: (row) => price(row, row.stopLoss),
    },
  ];
}

/** Margin, times and fees. */
function costColumns({ t, list, isEnded, isOrders, money }: Shared): MaybeColumn[] {
  return [
    { name: 'margin', header: t('margin.margin'), cell: (row) => money(row.margin) },
    list === 'holding' && {
      name: 'left',
      header: t('margin.column.left'),
      cell: (row) => money(row.freed),
    },
    { name: 'opened', header: t('margin.column.opened'), cell: (row) => row.openedAt },
    isEnded && {
      name: 'closed',
      header: t('margin.column.closed'),
      cell: (row) => (row.endedAt === '' ? MISSING : row.endedAt),
    },
    list !== 'revoked' && {
      name: 'fee',
      header: t('margin.column.fee'),
      cell: (row) => money(feeTaken(row)),
    },
    !isOrders && {
      name: 'overnight',
      header: t('margin.column.overnight'),
      cell: (row) => money(row.nightFees),
    },
  ];
}
