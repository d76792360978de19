import type { MessageId } from '../../../shared/i18n/translate.ts';
import type { Withdrawal, WithdrawalStatus } from '../model/withdrawal.ts';

const STATUS_LABELS = {
  applying: 'wallet.withdrawalStatus.applying',
  agreed: 'wallet.withdrawalStatus.agreed',
  success: 'wallet.withdrawalStatus.success',
  failure: 'wallet.withdrawalStatus.failure',
  rejected: 'wallet.withdrawalStatus.rejected',
  inSite: 'wallet.withdrawalStatus.in_site',
  cancelled: 'wallet.withdrawalStatus.cancelled',
} as const satisfies Record<WithdrawalStatus, MessageId>;

/** The label of a state. A withdrawal that no operator has to look at waits for a time alone. */
export function statusLabel({ status, hold }: Pick<Withdrawal, 'status' | 'hold'>): MessageId {
  return status === 'applying' && hold.waitsUntil !== ''
    ? 'wallet.withdrawalStatus.waiting'
    : STATUS_LABELS[status];
}
