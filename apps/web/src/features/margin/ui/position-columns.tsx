import type { LeverPosition } from '@meridian/contract/margin';
import type { ReactNode } from 'react';
import { directionOf, fixed, grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate, type MessageId } from '../../../shared/i18n/translate.ts';
import type { Column } from '../../../shared/ui/data-table.tsx';

const DECIMALS = 4;
const STATUS_TEXT: Readonly<Record<LeverPosition['status'], MessageId>> = { 0: 'margin.list.entrusted', 1: 'margin.list.holding', 3: 'margin.list.closed', 4: 'margin.list.revoked' };

interface ColumnsOf {
  /** Of positions that have ended. */
  readonly isEnded?: boolean;
  readonly hasStatus?: boolean;
  readonly action?: (position: LeverPosition) => ReactNode;
}

/** The columns of margin orders and positions, as each list shows them. */
export function usePositionColumns({ isEnded = false, hasStatus = false, action }: ColumnsOf): readonly Column<LeverPosition>[] {
  const t = useTranslate();
  const language = useLanguage();
  const price = (text: string): string => (text === '0' || text === '' ? MISSING : grouped(text, language));
  const money = (text: string): string => fixed(text, DECIMALS, { language });
  // What counts most stands first: a narrow window shows the first ones, and the others when it is scrolled.
  const columns: readonly (Column<LeverPosition> | false)[] = [
    {
      name: 'type',
      header: t('margin.column.type'),
      cell: ({ type, symbol, multiple }) => (
        <span>
          <span className={type === 1 ? 'up' : 'down'}>{t(type === 1 ? 'margin.long' : 'margin.short')}</span> {symbol} {t('margin.times', { leverage: multiple })}
        </span>
      ),
    },
    hasStatus && { name: 'status', header: t('margin.column.status'), align: 'start', cell: (row) => t(STATUS_TEXT[row.status]) },
    { name: 'lots', header: t('margin.lots'), cell: ({ share }) => grouped(String(share), language) },
    { name: 'entry', header: t('margin.column.entry'), cell: (row) => price(row.price) },
    { name: 'now', header: t(isEnded ? 'margin.column.close' : 'margin.column.now'), cell: (row) => price(row.now_price) },
    { name: 'profit', header: t('margin.column.profit'), cell: (row) => <span className={directionOf(row.profits)}>{money(row.profits)}</span> },
    !isEnded && { name: 'liquidation', header: t('margin.liquidation'), cell: (row) => price(row.liquidation_price) },
    { name: 'takeProfit', header: t('margin.takeProfit'), cell: (row) => price(row.target_profit_price) },
    { name: 'stopLoss', header: t('margin.stopLoss'), cell: (row) => price(row.stop_loss_price) },
    { name: 'margin', header: t('margin.margin'), cell: (row) => money(row.origin_caution_money) },
    { name: 'left', header: t('margin.column.left'), cell: (row) => money(row.caution_money) },
    { name: 'opened', header: t('margin.column.opened'), cell: (row) => row.transaction_time },
    isEnded && { name: 'closed', header: t('margin.column.closed'), cell: (row) => (row.complete_time === '' ? MISSING : row.complete_time) },
    { name: 'fee', header: t('margin.column.fee'), cell: (row) => money(row.trade_fee) },
    { name: 'overnight', header: t('margin.column.overnight'), cell: (row) => money(row.overnight_money) },
    action !== undefined && { name: 'action', header: t('orders.action'), cell: action },
  ];
  return columns.filter((column) => column !== false);
}
