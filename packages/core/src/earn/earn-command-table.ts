import { AMOUNT } from '../amount-field.ts';
import type { CommandTable } from '../command-table.ts';
import * as wellFormed from './earn-commands-check.ts';
import type { EarnCommand } from './earn-commands.ts';

/**
 * A user who is in debt or frozen may still end locks and redeem: no coins leave the exchange by
 * that.
 */
export const EARN_COMMANDS: CommandTable<EarnCommand> = {
  'earn.product': {
    fields: { product: { encode: wellFormed.encodeProduct, decode: wellFormed.decodeProduct } },
  },
  'earn.fund': { fields: { amount: AMOUNT } },
  'earn.lock': {
    fields: { amount: AMOUNT },
    isWellFormed: wellFormed.isLocking,
    stoppedBy: ['debt', 'freeze'],
  },
  'earn.exit': { isWellFormed: wellFormed.isExit },
  'earn.renew': { isWellFormed: wellFormed.isRenewal },
  'earn.save': {
    fields: { amount: AMOUNT },
    isWellFormed: wellFormed.isSaving,
    stoppedBy: ['debt', 'freeze'],
  },
  'earn.redeem': { fields: { amount: AMOUNT }, isWellFormed: wellFormed.isRedemption },
  'earn.auto': {
    fields: { keep: AMOUNT },
    isWellFormed: wellFormed.isAutoSave,
  },
};
