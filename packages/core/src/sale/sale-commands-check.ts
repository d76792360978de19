/**
 * Whether the commands of token sales agree with their types: the journal and the fuzzer may bring
 * anything. The terms are checked in sale-terms.ts.
 */
import { isAmount } from '../amount-field.ts';
import { isWithin } from '../integers.ts';
import { FIRST_CUSTOMER, MAX_SALE_ID } from '../ledger/accounts.ts';
import { MAX_CURRENCY_ID } from '../ledger/ledger.ts';
import { isTradingUser } from '../ledger/trading-user.ts';
import type { CancelSale, CommitToSale, FundSale } from './sale-commands.ts';

const MAX_LEVEL = 2;
const HASH = /^[0-9a-f]{64}$/;
const PERSON = /^[0-9a-f]{32}$/;

export function isFunding({ sale, currency, direction, amount }: FundSale): boolean {
  return (
    isWithin(sale, 1, MAX_SALE_ID) &&
    isWithin(currency, 1, MAX_CURRENCY_ID) &&
    (direction === 'in' || direction === 'out') &&
    isAmount(amount, 1n)
  );
}

export function isHash(hash: unknown): boolean {
  return typeof hash === 'string' && HASH.test(hash);
}

export function isCancelling({ sale, operator }: CancelSale): boolean {
  return isWithin(sale, 1, MAX_SALE_ID) && isWithin(operator, 1, Number.MAX_SAFE_INTEGER);
}

/** Customers only: the house would compete with them for its own coins. */
export function isCommitment({ user, sale, amount, level, person }: CommitToSale): boolean {
  return (
    isTradingUser(user) &&
    user >= FIRST_CUSTOMER &&
    isWithin(sale, 1, MAX_SALE_ID) &&
    isAmount(amount, 1n) &&
    isWithin(level, 0, MAX_LEVEL) &&
    typeof person === 'string' &&
    PERSON.test(person)
  );
}
