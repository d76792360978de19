import type { LeverPosition } from '@meridian/contract/margin/calls';
import type { ReactNode } from 'react';
import { directionOf, fixed, grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate, type MessageId } from '../../../shared/i18n/translate.ts';
import { marketFigure } from '../../../shared/market/market-figures.ts';
import type { Market, Pair } from '../../../shared/market/market.ts';
import { selectMarket } from '../../../shared/market/selected-market.ts';
import type { Column } from '../../../shared/ui/data-table.tsx';
import type { ListName } from '../api.ts';
import { feeTaken, limitPrice } from '../model/order-figures.ts';
import { reasonText } from '../model/reason-text.ts';
import styles from './positions.module.css';

const DECIMALS = 4;
/** How a status is called. */
export const STATUS_TEXT: Readonly<Record<LeverPosition['status'], MessageId>> = {
  0: 'margin.list.entrusted',
  1: 'margin.list.holding',
  3: 'margin.list.closed',
  4: 'margin.list.revoked',
};

interface ColumnsOf {
  /** The market of a position, for the decimals of its prices and for the way to it. */
  readonly marketOf: (pair: Pair) => Market | undefined;
  /** What is listed: a list of the terminal, or everything in one. */
  readonly list: ListName | 'all';
  readonly action?: (position: LeverPosition) => ReactNode;
}

/**
 * A position that was closed has a price that it was closed at; an order that ended has none, and
 * paid no fee.
 */
function isClosed({ status }: LeverPosition): boolean {
  return status === 3;
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
}: ColumnsOf): readonly Column<LeverPosition>[] {
  const t = useTranslate();
  const language = useLanguage();
  const price = (row: LeverPosition, text: string): string =>
    text === '0' || text === '' ? MISSING : marketFigure(marketOf(row), 'price', text, language);
  const money = (text: string | undefined): string => fixed(text, DECIMALS, { language });
  const isAll = list === 'all';
  const isEnded = isAll || list === 'closed' || list === 'revoked';
  // An order has neither profit nor stops: those are of positions.
  const isOrders = list === 'entrusted' || list === 'revoked';
  // What counts most stands first: a narrow window shows the first ones, and the others when it is
  // scrolled.
  const columns: readonly (Column<LeverPosition> | false)[] = [
    {
      name: 'type',
      header: t('margin.column.type'),
      cell: (row) => (
        <span className={styles['contract']}>
          <span className={row.type === 1 ? 'up' : 'down'}>
            {t(row.type === 1 ? 'margin.long' : 'margin.short')}
          </span>{' '}
          <Symbol symbol={row.symbol} market={marketOf(row)} />{' '}
          {t('margin.times', { leverage: row.multiple })}
          {(row.is_closing === 1 || (row.status === 0 && row.origin_price === '0')) && (
            <small> {t('margin.waits')}</small>
          )}
        </span>
      ),
    },
    isAll && {
      name: 'status',
      header: t('margin.column.status'),
      align: 'start',
      cell: (row) => t(STATUS_TEXT[row.status]),
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
      cell: ({ share }) => grouped(String(share), language),
    },
    isOrders && {
      name: 'limit',
      header: t('margin.column.limit'),
      cell: (row) => price(row, limitPrice(row)),
    },
    { name: 'entry', header: t('margin.column.entry'), cell: (row) => price(row, row.price) },
    // Profit, stops and liquidation go by the mark price; an order is filled by the index.
    list === 'holding' && {
      name: 'mark',
      header: t('margin.column.mark'),
      cell: (row) => price(row, row.mark_price),
    },
    list === 'entrusted' && {
      name: 'now',
      header: t('margin.column.now'),
      cell: (row) => price(row, row.now_price),
    },
    isEnded &&
      !isOrders && {
        name: 'close',
        header: t('margin.column.close'),
        cell: (row) => (isClosed(row) ? price(row, row.now_price) : MISSING),
      },
    !isOrders && {
      name: 'profit',
      header: t('margin.column.profit'),
      cell: (row) => <span className={directionOf(row.profits)}>{money(row.profits)}</span>,
    },
    list === 'holding' && {
      name: 'liquidation',
      header: t('margin.liquidation'),
      cell: (row) => price(row, row.liquidation_price),
    },
    !isOrders && {
      name: 'takeProfit',
      header: t('margin.takeProfit'),
      cell: (row) => price(row, row.target_profit_price),
    },
    !isOrders && {
      name: 'stopLoss',
      header: t('margin.stopLoss'),
      cell: (row) => price(row, row.stop_loss_price),
    },
    { name: 'margin', header: t('margin.margin'), cell: (row) => money(row.origin_caution_money) },
    list === 'holding' && {
      name: 'left',
      header: t('margin.column.left'),
      cell: (row) => money(row.caution_money),
    },
    { name: 'opened', header: t('margin.column.opened'), cell: (row) => row.transaction_time },
    isEnded && {
      name: 'closed',
      header: t('margin.column.closed'),
      cell: (row) => (row.complete_time === '' ? MISSING : row.complete_time),
    },
    list !== 'revoked' && {
      name: 'fee',
      header: t('margin.column.fee'),
      cell: (row) => money(feeTaken(row)),
    },
    !isOrders && {
      name: 'overnight',
      header: t('margin.column.overnight'),
      cell: (row) => money(row.overnight_money),
    },
    isEnded && { name: 'id', header: t('margin.column.id'), cell: ({ id }) => id },
    action !== undefined && {
      name: 'action',
      header: t('orders.action'),
      cell: action,
      isSticky: true,
    },
  ];
  return columns.filter((column) => column !== false);
}
