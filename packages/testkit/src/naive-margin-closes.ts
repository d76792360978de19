import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Rejection } from '@meridian/core/rejections';
import { accountName, because } from './naive-ledger.ts';
import type { NaiveMarginMoney } from './naive-margin-money.ts';
import type { NaiveMarginSums } from './naive-margin-sums.ts';
import {
  addedRest,
  BPS,
  marginOf,
  type NaivePosition,
  overnightOf,
  ownOf,
  roundUp,
  someOf,
  sorted,
  valueAt,
} from './naive-positions.ts';

interface NaiveCloseParts {
  readonly sums: NaiveMarginSums;
  readonly money: NaiveMarginMoney;
  readonly dead: ReadonlySet<number>;
  readonly note: (line: string) => void;
}

/**
 * The ends of positions of the naive margin, and their payers: requests, parts, liquidations,
 * orders.
 */
export class NaiveMarginCloses {
  readonly #sums: NaiveMarginSums;
  readonly #money: NaiveMarginMoney;
  readonly #dead: ReadonlySet<number>;
  readonly #note: (line: string) => void;

  constructor({ sums, money, dead, note }: NaiveCloseParts) {
    this.#sums = sums;
    this.#money = money;
    this.#dead = dead;
    this.#note = note;
  }

  /** Ends an order or a request to close that its owner has cancelled. */
  giveUp(position: NaivePosition): void {
    if (position.status === 'waiting') {
      this.drop(position, 'cancelled');
      return;
    }
    if (position.limit !== undefined) this.endLimit(position, 'cancelled');
    if (position.closingAtMs > 0) this.forgetClose(position, 'cancelled');
  }

  forgetClose(position: NaivePosition, reason: string): void {
    this.endWish(position);
    this.#note(`stay ${position.id} ${reason}`);
  }

  endWish(position: NaivePosition): void {
    position.closingAtMs = 0;
    Object.assign(position, { cover: 'margin', closingFor: 'closed', closingLots: 0 });
    position.reverseTicks = 0;
    if (position.limit === undefined) position.takenBackAtMs = 0;
  }

  endLimit(position: NaivePosition, reason: string): void {
    position.limit = undefined;
    if (position.closingAtMs === 0) position.takenBackAtMs = 0;
    this.#note(`unlimit ${position.id} ${reason}`);
  }

  limit(position: NaivePosition, limit: NonNullable<NaivePosition['limit']>): void {
    position.limit = limit;
    this.#note(`limit ${position.id} ${limit.lots} ${limit.priceTicks}`);
  }

  /** Whether others of the account would have to pay for a close that is asked for now. */
  cannotAsk(position: NaivePosition, lots: number, timeMs: number): Rejection | undefined {
    const { user, currency } = position;
    if (lots < position.lots)
      return this.#sums.payerAt(position, this.#sums.slipped(position), lots) === 'others'
        ? 'close_part_short'
        : undefined;
    const isShort =
      !position.isIsolated &&
      this.#money.available(user, currency) + position.margin + this.#sums.profit(position) < 0n;
    return isShort &&
      this.#sums.open(user, currency).some(({ market }) => this.#sums.isStale(market, timeMs))
      ? 'index_stale'
      : undefined;
  }

  askToClose(
    position: NaivePosition,
    timeMs: number,
    lots: number,
    reason: NaivePosition['closingFor'] = 'closed',
  ): void {
    if (position.closingAtMs > 0) return;
    Object.assign(position, {
      closingAtMs: timeMs,
      closingFor: reason,
      closingLots: lots,
      cover: this.#sums.payerAt(position, this.#sums.slipped(position), lots),
    });
    this.#note(`leave ${position.id} ${lots}`);
  }

  /**
   * Closes some lots at the index: they are a position of their own for a moment, with the margin
   * that the rest no longer needs.
   */
  closePart(position: NaivePosition, lots: number, reason: string): void {
    const { id, user, currency } = position;
    const part = someOf(position, lots);
    const rest = marginOf(someOf(position, position.lots - lots));
    const added = addedRest(position, lots);
    this.#money.hold(position, rest + added - ownOf(position));
    Object.assign(position, { lots: position.lots - lots, margin: rest, added });
    const won = this.#sums.profit(part);
    if (won < 0n) this.#money.lose(part, -won, this.#money.available(user, currency));
    const unpaid = won < 0n ? 0n : this.#money.win(part, won);
    const night = this.#money.payNights(part, this.#money.available(user, currency));
    if (position.closingLots > position.lots) position.closingLots = position.lots;
    if (position.limit !== undefined && position.limit.lots > position.lots)
      position.limit = { ...position.limit, lots: position.lots };
    if (this.#money.available(user, currency) < 0n) throw new Error('a part is closed on credit');
    if (!position.isIsolated) this.#repay(position, won - unpaid);
    this.#note(
      `part ${id} ${reason} ${lots} of ${lots + position.lots} ${rest} ${night} ${overnightOf(position)} ${unpaid}`,
    );
  }

  liquidate(user: number, currency: number): void {
    const isBelow = (): boolean =>
      this.#sums.equity(user, currency) * 100n < this.#sums.required(user, currency);
    if (isBelow()) this.dropAll(user, currency, 'liquidation');
    while (isBelow()) {
      const [worst] = sorted(
        this.#sums.open(user, currency).filter(({ market }) => !this.#dead.has(market)),
        (each) => this.#sums.markProfit(each),
      );
      if (worst === undefined) return;
      this.close(worst, 'liquidated');
    }
  }

  /**
   * A position's loss beyond its own margin is paid by other orders and positions of the account:
   * first from the holds of the orders, then from the money that closing the positions frees.
   */
  close(position: NaivePosition, reason: string): void {
    const { user, currency } = position;
    if (position.isIsolated) {
      this.settle(position, reason);
      return;
    }
    const isShort = (): boolean =>
      this.#money.available(user, currency) + position.margin + this.#sums.profit(position) < 0n;
    if (isShort()) this.dropAll(user, currency, 'cover');
    while (isShort()) {
      const freed = (each: NaivePosition): bigint =>
        each.margin + this.#sums.profit(each) - overnightOf(each);
      const [best] = sorted(
        this.#sums
          .open(user, currency)
          .filter((each) => each !== position && !this.#dead.has(each.market) && freed(each) > 0n),
        (each) => -freed(each),
      );
      if (best === undefined) break;
      this.settle(best, 'cover');
    }
    this.settle(position, reason);
  }

  settle(position: NaivePosition, reason: string): void {
    const { id, user, currency } = position;
    const wallet = accountName(user, 'margin', currency);
    const insurance = accountName(SYSTEM.insurance, 'spot', currency);
    this.#money.hold(position, -ownOf(position));
    position.status = 'over';
    Object.assign(position, {
      closingAtMs: 0,
      takenBackAtMs: 0,
      next: undefined,
      limit: undefined,
      removal: undefined,
    });
    const won = this.#sums.profit(position);
    const purse = (): bigint => this.#money.available(user, currency);
    let most = position.isIsolated ? ownOf(position) : purse();
    const before = purse();
    const due = won < 0n ? this.#money.lose(position, -won, most) : this.#money.win(position, won);
    most += purse() - before;
    most -= this.#money.payNights(position, most);
    if (reason === 'liquidated') {
      const cost = roundUp(
        valueAt(position, this.#sums.index(position.market).indexTicks) *
          BigInt(position.terms.liquidationFeeBps ?? 0),
        BPS,
      );
      this.#money.give(
        insurance,
        this.#money.take(wallet, cost < most ? cost : most, because('liquidationFee', id)),
        because('liquidationFee', id),
      );
    }
    if (!position.isIsolated) this.#repay(position, won < 0n ? won : won - due);
    this.#note(`close ${id} ${reason} ${due}`);
  }

  /**
   * Profits of the account's other positions repay the amount that the insurance paid for it, as
   * long as there are any.
   */
  #repay({ id, user, currency }: NaivePosition, paid: bigint): void {
    const wallet = accountName(user, 'margin', currency);
    const owed = this.#money.owing.get(wallet) ?? 0n;
    if (paid > 0n && owed > 0n) {
      const least = [paid, owed, this.#sums.free(user, currency)].reduce((low, each) =>
        each < low ? each : low,
      );
      const back = this.#money.take(wallet, least, because('carriedLoss', id));
      this.#money.give(
        accountName(SYSTEM.insurance, 'spot', currency),
        back,
        because('carriedLoss', id),
      );
      this.#money.owing.set(wallet, owed - back);
    }
    if (this.#sums.open(user, currency).length === 0) this.#money.owing.delete(wallet);
  }

  dropAll(user: number, currency: number, reason: string): void {
    for (const position of this.#sums.alive())
      if (position.user === user && position.currency === currency && position.status === 'waiting')
        this.drop(position, reason);
  }

  drop(position: NaivePosition, reason: string): void {
    this.#money.hold(position, -(position.margin + position.fee));
    Object.assign(position, { status: 'over', takenBackAtMs: 0 });
    this.#note(`drop ${position.id} ${reason}`);
  }
}
