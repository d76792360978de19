import type { LeverPosition } from '@meridian/contract/margin';
import type { ReactNode } from 'react';
import { directionOf, fixed, grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate, type MessageId } from '../../../shared/i18n/translate.ts';
import { marketFigure } from '../../../shared/market/market-figures.ts';
import type { Market, Pair } from '../../../shared/market/market.ts';
import { selectMarket } from '../../../shared/market/selected-market.ts';
import type { Column } from '../../../shared/ui/data-table.tsx';
import { reasonText } from '../model/reason-text.ts';
import styles from './positions.module.css';

const DECIMALS = 4;
/** How a status is called. */
export const STATUS_TEXT: Readonly<Record<LeverPosition['status'], MessageId>> = { 0: 'margin.list.entrusted', 1: 'margin.list.holding', 3: 'margin.list.closed', 4: 'margin.list.revoked' };

interface ColumnsOf {
  /** The market of a position, for the decimals of its prices and for the way to it. */
  readonly marketOf: (pair: Pair) => Market | undefined;
  /** Of positions that have ended. */
  readonly isEnded?: boolean;
  readonly hasStatus?: boolean;
  readonly action?: (position: LeverPosition) => ReactNode;
}

/** A position or order that has ended has a price that it ended at. */
function isOver({ status }: LeverPosition): boolean {
  return status === 3;
}

/** The way to the market of a position. */
function Symbol({ symbol, market }: { readonly symbol: string; readonly market: Market | undefined }) {
  if (market === undefined) return symbol;
  return (
    <button type="button" className={styles['symbol']} onClick={() => selectMarket(market)}>
      {symbol}
    </button>
  );
}

/** The columns of margin orders and positions, as each list shows them. */
export function usePositionColumns({ marketOf, isEnded = false, hasStatus = false, action }: ColumnsOf): readonly Column<LeverPosition>[] {
  const t = useTranslate();
  const language = useLanguage();
  const price = (row: LeverPosition, text: string): string => (text === '0' || text === '' ? MISSING : marketFigure(marketOf(row), 'price', text, language));
  const money = (text: string): string => fixed(text, DECIMALS, { language });
  // What counts most stands first: a narrow window shows the first ones, and the others when it is scrolled.
  const columns: readonly (Column<LeverPosition> | false)[] = [
    {
      name: 'type',
      header: t('margin.column.type'),
      cell: (row) => (
        <span className={styles['contract']}>
          <span className={row.type === 1 ? 'up' : 'down'}>{t(row.type === 1 ? 'margin.long' : 'margin.short')}</span> <Symbol symbol={row.symbol} market={marketOf(row)} /> {t('margin.times', { leverage: row.multiple })}
          {(row.is_closing === 1 || (row.status === 0 && row.origin_price === '0')) && <small> {t('margin.waits')}</small>}
        </span>
      ),
    },
    hasStatus && { name: 'status', header: t('margin.column.status'), align: 'start', cell: (row) => t(STATUS_TEXT[row.status]) },
    isEnded && { name: 'reason', header: t('margin.column.reason'), align: 'start', cell: ({ reason }) => (reason === '' ? MISSING : t(reasonText(reason))) },
    { name: 'lots', header: t('margin.lots'), cell: ({ share }) => grouped(String(share), language) },
    { name: 'entry', header: t('margin.column.entry'), cell: (row) => price(row, row.price) },
    { name: 'now', header: t(isEnded ? 'margin.column.close' : 'margin.column.now'), cell: (row) => (isEnded && !isOver(row) ? MISSING : price(row, row.now_price)) },
    { name: 'profit', header: t('margin.column.profit'), cell: (row) => <span className={directionOf(row.profits)}>{money(row.profits)}</span> },
    !isEnded && { name: 'liquidation', header: t('margin.liquidation'), cell: (row) => price(row, row.liquidation_price) },
    { name: 'takeProfit', header: t('margin.takeProfit'), cell: (row) => price(row, row.target_profit_price) },
    { name: 'stopLoss', header: t('margin.stopLoss'), cell: (row) => price(row, row.stop_loss_price) },
    { name: 'margin', header: t('margin.margin'), cell: (row) => money(row.origin_caution_money) },
    { name: 'left', header: t('margin.column.left'), cell: (row) => money(row.caution_money) },
    { name: 'opened', header: t('margin.column.opened'), cell: (row) => row.transaction_time },
    isEnded && { name: 'closed', header: t('margin.column.closed'), cell: (row) => (row.complete_time === '' ? MISSING : row.complete_time) },
    { name: 'fee', header: t('margin.column.fee'), cell: (row) => money(row.trade_fee) },
    { name: 'overnight', header: t('margin.column.overnight'), cell: (row) => money(row.overnight_money) },
    isEnded && { name: 'id', header: t('margin.column.id'), cell: ({ id }) => id },
    action !== undefined && { name: 'action', header: t('orders.action'), cell: action, isSticky: true },
  ];
  return columns.filter((column) => column !== false);
}
