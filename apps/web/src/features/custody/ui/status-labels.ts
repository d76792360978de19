import type { MessageId } from '../../../shared/i18n/translate.ts';
import type { WithdrawalStatus } from '../model/withdrawal.ts';

/** The label of each state of a withdrawal. */
export const STATUS_LABELS = {
  applying: 'wallet.withdrawalStatus.applying',
  agreed: 'wallet.withdrawalStatus.agreed',
  success: 'wallet.withdrawalStatus.success',
  failure: 'wallet.withdrawalStatus.failure',
  rejected: 'wallet.withdrawalStatus.rejected',
  inSite: 'wallet.withdrawalStatus.in_site',
  cancelled: 'wallet.withdrawalStatus.cancelled',
} as const satisfies Record<WithdrawalStatus, MessageId>;
