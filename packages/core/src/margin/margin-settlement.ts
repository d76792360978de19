import type { Amount } from '@meridian/money/amount';
import type { CurrencyId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import type { AccountSlot, Ledger } from '../ledger/ledger.ts';
import { feeOf, Fees } from '../ledger/fees.ts';
import type { Rebates } from '../rebate/rebates.ts';
import type { MarginAccount } from './margin-account.ts';
import {
  addedLeft,
  marginLeft,
  nightsValueOf,
  overnightOf,
  ownMargin,
  profitAt,
  valueOf,
  type Position,
} from './position.ts';

/** Amounts that closing a position moved. */
export interface Settled {
  /** The user's profit, or loss below zero. */
  readonly profit: Amount;
  readonly overnight: Amount;
  readonly badDebt: Amount;
  readonly insured: Amount;
  readonly unpaid: Amount;
  readonly liquidationFee: Amount;
}

/** The rest of the money that may pay for a close. */
interface Purse {
  left: bigint;
}

/** Balances of the accounts of a close, free and held. */
interface Funds {
  readonly user: bigint;
  readonly others: bigint;
}

/**
 * Moves the money of positions. The house is the counterparty of all, with its margin wallet; the
 * insurance pays losses that a customer cannot pay, and profits that the house cannot pay. No
 * balance goes below zero.
 */
export class MarginSettlement {
  readonly #ledger: Ledger;
  readonly #checks: InvariantChecks;
  readonly #fees: Fees;
  readonly #rebates: Rebates;

  constructor({
    ledger,
    checks,
    rebates,
  }: {
    readonly ledger: Ledger;
    readonly checks: InvariantChecks;
    readonly rebates: Rebates;
  }) {
    this.#ledger = ledger;
    this.#checks = checks;
    this.#rebates = rebates;
    this.#fees = new Fees(ledger, checks);
  }

  /**
   * Takes the fee of opening a position, rounded up by less than a unit; the excess goes to
   * `rounding` (L8). Inviters share in it.
   */
  takeOpeningFee(
    account: MarginAccount,
    { id, user, fee, feeBps }: Position,
    value: bigint,
    timeMs: number,
  ): void {
    const exact = value * BigInt(feeBps);
    const taken = this.#takeFee(account, { fee, exact, reason: 'fee', position: id });
    this.#rebates.count(user, SYSTEM.house, account.currency, taken, timeMs);
  }

  /**
   * Gives the margin back and settles profit or loss at the index, then from the rest the nights
   * and the fee of a liquidation.
   */
  close(account: MarginAccount, position: Position, isLiquidated: boolean): Settled {
    const before = this.#funds(account);
    this.#ledger.closeHold(position.hold);
    const profit = profitAt(position, position.market.indexTicks);
    const purse = purseOf(account, position);
    const moved =
      profit < 0n
        ? this.#takeLoss(account, position.id, { loss: -profit, purse })
        : this.#payProfit(account, position.id, profit);
    purse.left += moved.profit;
    const overnight = this.#takeNights(account, position, purse);
    purse.left -= overnight;
    const liquidationFee = isLiquidated ? this.#takeLiquidationFee(account, position, purse) : 0n;
    const after = this.#funds(account);
    const gained = after.user - before.user;
    this.#checks.check(
      'M3',
      gained === before.others - after.others,
      `closing position ${position.id} makes or loses money`,
    );
    this.#checks.check(
      'M3',
      gained === moved.profit - overnight - liquidationFee,
      `closing position ${position.id} moves other amounts than it says`,
    );
    return { ...moved, overnight: overnight as Amount, liquidationFee: liquidationFee as Amount };
  }

  /**
   * Closes some lots of a position: gives their part of the margin back, settles their profit or
   * loss at the index, and takes the fee for their nights. The wallet must be able to pay all of
   * it: a part leaves no debt behind while the rest has a margin. Only where the house owes the
   * profit, nights are taken as far as there is money, as of a whole close.
   */
  reduce(
    account: MarginAccount,
    position: Position,
    lots: number,
  ): Omit<Settled, 'badDebt' | 'liquidationFee'> {
    const { id, hold, market } = position;
    const before = this.#funds(account);
    const part = { ...position, lots };
    const left = marginLeft(position, lots);
    const added = addedLeft(position, lots);
    const freed = ownMargin(position) - left - added;
    // A small part of a high leverage may free nothing: the margin of the rest is rounded up.
    if (freed > 0n) this.#ledger.release(hold, freed);
    const profit = profitAt(part, market.indexTicks);
    const { badDebt, ...moved } =
      profit < 0n
        ? this.#takeLoss(account, id, { loss: -profit, purse: purseOf(account) })
        : this.#payProfit(account, id, profit);
    const overnight = this.#takeNights(account, part, purseOf(account));
    account.recount(position, () =>
      Object.assign(position, { lots: position.lots - lots, margin: left, added }),
    );
    const after = this.#funds(account);
    const gained = after.user - before.user;
    const nights = overnightOf(part);
    this.#checks.check(
      'M3',
      gained === before.others - after.others &&
        gained === moved.profit - overnight &&
        (moved.unpaid > 0n ? overnight <= nights : overnight === nights),
      `closing a part of position ${id} moves other amounts than it says`,
    );
    this.#checks.check('M4', badDebt === 0n, `a part of position ${id} leaves a debt`);
    return { ...moved, overnight: overnight as Amount };
  }

  /**
   * An account with other positions owes the amount that the insurance paid for a position, and
   * their profits pay it back: the insurance does not bear the losing side of a hedge over two
   * markets, one of which has no prices. An account without positions owes nothing.
   */
  carry(
    account: MarginAccount,
    id: number,
    { profit, badDebt, insured }: Pick<Settled, 'profit' | 'badDebt' | 'insured'>,
  ): void {
    if (badDebt > 0n) account.owing += insured;
    else if (profit > 0n) account.owing -= this.#repay(account, id, profit);
    if (account.open.size === 0) account.owing = 0n;
  }

  /**
   * Pays a debt to the insurance back from a profit, but leaves the funds that losses of open
   * positions need.
   * @returns the amount paid back
   */
  #repay(account: MarginAccount, id: number, profit: bigint): bigint {
    const { owing, free } = account;
    const due = owing < profit ? owing : profit;
    const most = due < free ? due : free;
    const repaid = this.#pay(account.slot, most, 'carriedLoss', id);
    if (repaid > 0n)
      this.#ledger.post(this.#insurance(account.currency), repaid, 'carriedLoss', id, '');
    return repaid;
  }

  /** Balances of the ledger itself, independent of the postings. */
  #funds({ slot, currency }: MarginAccount): Funds {
    const total = (account: AccountSlot): bigint =>
      this.#ledger.available(account) + this.#ledger.held(account);
    const [fees, rounding] = [
      this.#ledger.open(SYSTEM.fees, 'spot', currency),
      this.#ledger.open(SYSTEM.rounding, 'spot', currency),
    ];
    return {
      user: total(slot),
      others: [this.#house(currency), this.#insurance(currency), fees, rounding].reduce(
        (sum, account) => sum + total(account),
        0n,
      ),
    };
  }

  #payProfit(
    account: MarginAccount,
    id: number,
    profit: bigint,
  ): Omit<Settled, 'overnight' | 'liquidationFee'> {
    const { currency } = account;
    const fromHouse = this.#pay(this.#house(currency), profit, 'profit', id);
    const insured = this.#pay(this.#insurance(currency), profit - fromHouse, 'profit', id);
    const paid = fromHouse + insured;
    if (paid > 0n) this.#ledger.post(account.slot, paid, 'profit', id, '');
    return {
      profit: paid as Amount,
      badDebt: 0n as Amount,
      insured: insured as Amount,
      unpaid: (profit - paid) as Amount,
    };
  }

  #takeLoss(
    account: MarginAccount,
    id: number,
    { loss, purse }: { loss: bigint; purse: Purse },
  ): Omit<Settled, 'overnight' | 'liquidationFee'> {
    const { currency } = account;
    const most = purse.left < loss ? purse.left : loss;
    const paid = this.#pay(account.slot, most, 'loss', id);
    const badDebt = loss - paid;
    const insured = this.#pay(this.#insurance(currency), badDebt, 'badDebt', id);
    const house = this.#house(currency);
    if (paid > 0n) this.#ledger.post(house, paid, 'loss', id, '');
    if (insured > 0n) this.#ledger.post(house, insured, 'badDebt', id, '');
    this.#checks.check(
      'M4',
      badDebt === 0n || paid === purse.left,
      `position ${id} leaves a debt although its user has something`,
    );
    return {
      profit: -paid as Amount,
      badDebt: badDebt as Amount,
      insured: insured as Amount,
      unpaid: 0n as Amount,
    };
  }

  /** @returns the amount taken: less than their cost where the balance is too small */
  #takeNights(account: MarginAccount, position: Position, { left: available }: Purse): bigint {
    const due = overnightOf(position);
    if (due === 0n || available === 0n) return 0n;
    if (due <= available) {
      const exact = nightsValueOf(position) * BigInt(position.overnightBps);
      this.#takeFee(account, { fee: due, exact, reason: 'overnight', position: position.id });
      return due;
    }
    this.#ledger.post(account.slot, -available, 'overnight', position.id, '');
    this.#ledger.post(
      this.#ledger.open(SYSTEM.fees, 'spot', account.currency),
      available,
      'overnight',
      position.id,
      '',
    );
    return available;
  }

  /**
   * Fee of the value at the close, rounded up by less than a unit, at most the balance. All of it
   * goes to insurance.
   * @returns the amount taken
   */
  #takeLiquidationFee(
    account: MarginAccount,
    position: Position,
    { left: available }: Purse,
  ): bigint {
    const due = feeOf(valueOf(position, position.market.indexTicks), position.liquidationFeeBps);
    const fee = due < available ? due : available;
    if (fee === 0n) return 0n;
    this.#ledger.post(account.slot, -fee, 'liquidationFee', position.id, '');
    this.#ledger.post(this.#insurance(account.currency), fee, 'liquidationFee', position.id, '');
    return fee;
  }

  /** @param exact the fee in ten-thousandths of a unit */
  #takeFee(
    { slot, currency }: MarginAccount,
    {
      fee,
      exact,
      reason,
      position,
    }: { fee: bigint; exact: bigint; reason: 'fee' | 'overnight'; position: number },
  ): bigint {
    const reference = reason === 'fee' ? 'position' : '';
    return this.#fees.take(slot, fee, exact, currency, reason, position, reference);
  }

  /**
   * Pays up to an amount.
   * @returns the amount paid
   */
  #pay(
    from: AccountSlot,
    most: bigint,
    reason: 'profit' | 'loss' | 'badDebt' | 'carriedLoss',
    id: number,
  ): bigint {
    const available = this.#ledger.available(from);
    const part = available < most ? available : most;
    if (part > 0n) this.#ledger.post(from, -part, reason, id, '');
    return part;
  }

  #house(currency: CurrencyId): AccountSlot {
    return this.#ledger.open(SYSTEM.house, 'margin', currency);
  }

  #insurance(currency: CurrencyId): AccountSlot {
    return this.#ledger.open(SYSTEM.insurance, 'spot', currency);
  }
}

/** The free money of the account; of an isolated position its own margin alone. */
function purseOf(account: MarginAccount, position?: Position): Purse {
  return { left: position?.isIsolated === true ? ownMargin(position) : account.available };
}
