/**
 * Whether the commands of rebates agree with their types: the journal and the fuzzer may bring
 * anything.
 */
import { FULL_BPS, isWithin } from '../integers.ts';
import { MAX_CURRENCY_ID } from '../ledger/ledger.ts';
import { isTradingUser } from '../ledger/trading-user.ts';
import { REBATE_LEVELS, type SetRebateMember, type SetRebateRates } from './rebate-commands.ts';

const PERSON = /^(?:[0-9a-f]{32})?$/;
/** Of older rules. */
export const WHOLE_FEE_BPS = Number(FULL_BPS);

/** @param mostBps of the three rates together */
export function isRates({ currency, ratesBps }: SetRebateRates, mostBps: number): boolean {
  if (!isWithin(currency, 1, MAX_CURRENCY_ID)) return false;
  if (!Array.isArray(ratesBps) || ratesBps.length !== REBATE_LEVELS) return false;
  return (
    ratesBps.every((rate) => isWithin(rate, 0, mostBps)) &&
    ratesBps.reduce((sum: number, rate: number) => sum + rate, 0) <= mostBps
  );
}

export function isMember({ user, person, inviter }: SetRebateMember): boolean {
  return (
    isTradingUser(user) &&
    typeof person === 'string' &&
    PERSON.test(person) &&
    (inviter === 0 || isTradingUser(inviter)) &&
    inviter !== user
  );
}
