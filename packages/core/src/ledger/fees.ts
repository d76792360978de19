import { bigintOf } from '../bigint-of.ts';
import type { PostingReason } from './posting.ts';
import type { CurrencyId } from '../ids.ts';
import { FULL_BPS } from '../integers.ts';
import { AT, InvariantError, type InvariantChecks } from '../invariants.ts';
import { SYSTEM } from './accounts.ts';
import { MAX_CURRENCY_ID, type AccountSlot, type HoldSlot, type Ledger } from './ledger.ts';

/** A fee of an amount: rounded up to a whole unit. @param feeBps hundredths of a percent */
export function feeOf(amount: bigint, feeBps: number): bigint {
  return (amount * bigintOf(feeBps) + 9_999n) / FULL_BPS;
}

/**
 * The least part of the taker's rate that a trade keeps where its maker has a rebate, hundredths of
 * a percent.
 */
const LEAST_KEPT_BPS = 1;

/**
 * The part of a taker's fee that the maker gets, rounded down. A trade keeps at least
 * `LEAST_KEPT_BPS` of the taker's rate: a rebate of the whole fee would make volume free, and
 * volume leads to tiers.
 * @param received by the taker, before the fee; @param takerFeeBps of this trade
 */
export function makerRebateOf(received: bigint, rebateBps: number, takerFeeBps: number): bigint {
  const paidBps = Math.min(rebateBps, takerFeeBps - LEAST_KEPT_BPS);
  return paidBps <= 0 ? 0n : (received * bigintOf(paidBps)) / FULL_BPS;
}

/**
 * Takes fees, of every product alike. Whole units of the exact fee go to `fees`; a fraction costs
 * the payer one unit, which goes to `rounding` (L8).
 */
export class Fees {
  readonly #ledger: Ledger;
  readonly #checks: InvariantChecks;
  readonly #feeAccounts = new Int32Array(MAX_CURRENCY_ID + 1).fill(-1);
  readonly #roundingAccounts = new Int32Array(MAX_CURRENCY_ID + 1).fill(-1);

  constructor(ledger: Ledger, checks: InvariantChecks) {
    this.#ledger = ledger;
    this.#checks = checks;
  }

  /**
   * Takes a fee from the available part of an account.
   * @param exact the fee in ten-thousandths of a unit
   * @param subject id of the trade, position or other object charged
   * @returns whole units that `fees` received
   */
  take(
    from: AccountSlot,
    fee: bigint,
    exact: bigint,
    currency: CurrencyId,
    reason: PostingReason,
    subject: number,
    reference: string,
  ): bigint {
    const excess = this.#excessOf(fee, exact);
    if (fee === 0n) return 0n;
    this.#ledger.post(from, 0n - fee, reason, subject, reference);
    return this.#credit(fee, excess, currency, reason, subject, reference);
  }

  /** Takes a fee from a hold. Parameters and result are those of `take`. */
  takeHeld(
    from: HoldSlot,
    fee: bigint,
    exact: bigint,
    currency: CurrencyId,
    reason: PostingReason,
    subject: number,
    reference: string,
  ): bigint {
    const excess = this.#excessOf(fee, exact);
    if (fee === 0n) return 0n;
    this.#ledger.spend(from, fee, reason, subject, reference);
    return this.#credit(fee, excess, currency, reason, subject, reference);
  }

  /**
   * Gives a part of a fee that was just taken to the maker of the trade (F2): it needs no other
   * money, so no trade pays out more than it takes.
   * @param taken whole units that `fees` received for this trade in this currency
   * @returns the part of them that the exchange keeps
   */
  giveRebate(
    to: AccountSlot,
    { amount, taken }: { readonly amount: bigint; readonly taken: bigint },
    currency: CurrencyId,
    trade: number,
  ): bigint {
    this.#checks.check('F2', amount > 0n && amount <= taken, 'a rebate is more than its fee');
    const fees = this.#account(this.#feeAccounts, SYSTEM.fees, currency);
    this.#ledger.post(fees, 0n - amount, 'makerRebate', trade, '');
    this.#ledger.post(to, amount, 'makerRebate', trade, '');
    return taken - amount;
  }

  #excessOf(fee: bigint, exact: bigint): bigint {
    const excess = fee * FULL_BPS - exact;
    this.#checks.counts[AT.L8]++;
    if (excess < 0n || excess >= FULL_BPS)
      throw new InvariantError('L8', 'a fee is rounded by a unit or more');
    return excess;
  }

  #credit(
    fee: bigint,
    excess: bigint,
    currency: CurrencyId,
    reason: PostingReason,
    subject: number,
    reference: string,
  ): bigint {
    const whole = excess === 0n ? fee : fee - 1n;
    if (whole > 0n) {
      const account = this.#account(this.#feeAccounts, SYSTEM.fees, currency);
      this.#ledger.post(account, whole, reason, subject, reference);
    }
    if (excess > 0n) {
      const account = this.#account(this.#roundingAccounts, SYSTEM.rounding, currency);
      this.#ledger.post(account, 1n, reason, subject, reference);
    }
    return whole;
  }

  #account(cache: Int32Array, owner: number, currency: CurrencyId): AccountSlot {
    if (cache[currency] < 0) cache[currency] = this.#ledger.open(owner, 'spot', currency);
    return cache[currency];
  }
}
