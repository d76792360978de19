import { AMOUNT } from '../amount-field.ts';
import type { CommandTable } from '../command-table.ts';
import * as wellFormed from './loan-commands-check.ts';
import type { LoanCommand } from './loan-commands.ts';

/** A user who is in debt or frozen may still repay and add collateral. */
export const LOAN_COMMANDS: CommandTable<LoanCommand> = {
  'loan.offer': {
    fields: { offer: { encode: wellFormed.encodeOffer, decode: wellFormed.decodeOffer } },
  },
  'loan.borrow': {
    fields: { collateral: AMOUNT, amount: AMOUNT },
    isWellFormed: wellFormed.isBorrowing,
    stoppedBy: ['debt', 'freeze'],
  },
  'loan.repay': { fields: { amount: AMOUNT }, isWellFormed: wellFormed.isRepayment },
  'loan.collateral': { fields: { amount: AMOUNT }, isWellFormed: wellFormed.isMove },
  'loan.cover': {},
};
