import { AMOUNT } from '../amount-field.ts';
import type { CommandTable } from '../command-table.ts';
import { isEarnPool, SYSTEM, WALLETS } from './accounts.ts';
import type { Credit, Deposit, LedgerCommand } from './ledger-commands.ts';
import { MAX_USER } from './trading-user.ts';
import { CREDIT_TRANSFERS, isTransferOf } from './transfer-id.ts';

const MAX_REFERENCE_LENGTH = 200;

export const LEDGER_COMMANDS: CommandTable<LedgerCommand> = {
  'ledger.deposit': { fields: { amount: AMOUNT }, isWellFormed: isPayment },
  'ledger.credit': { fields: { amount: AMOUNT }, isWellFormed: isCredit, isTransfer: true },
};

/** The payer is nobody to pay to. */
export function isCredit(command: Credit): boolean {
  return (
    isTransferOf(command.transfer, CREDIT_TRANSFERS) &&
    command.user !== SYSTEM.house &&
    isPayment(command)
  );
}

export function isPayment({ user, wallet, amount, reference }: Deposit | Credit): boolean {
  const isUser =
    Number.isSafeInteger(user) &&
    user >= 1 &&
    user < MAX_USER &&
    user !== SYSTEM.outside &&
    !isEarnPool(user);
  return (
    isUser &&
    WALLETS.includes(wallet) &&
    typeof amount === 'bigint' &&
    amount > 0n &&
    typeof reference === 'string' &&
    reference.length <= MAX_REFERENCE_LENGTH
  );
}
