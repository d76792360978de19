import type { Rejection } from '@meridian/core/rejections';
import type { NaiveMarginMoney } from './naive-margin-money.ts';
import type { NaiveMarginSums } from './naive-margin-sums.ts';
import type { NaivePosition } from './naive-positions.ts';

interface NaiveAddedMarginParts {
  readonly sums: NaiveMarginSums;
  readonly money: NaiveMarginMoney;
  readonly note: (line: string) => void;
}

/** Margin that owners add to isolated positions of the naive margin, and take back. */
export class NaiveAddedMargin {
  readonly #sums: NaiveMarginSums;
  readonly #money: NaiveMarginMoney;
  readonly #note: (line: string) => void;

  constructor({ sums, money, note }: NaiveAddedMarginParts) {
    this.#sums = sums;
    this.#money = money;
    this.#note = note;
  }

  add(position: NaivePosition, amount: bigint, timeMs: number): Rejection | undefined {
    const { user, currency } = position;
    if (!position.isIsolated) return 'position_not_isolated';
    const settling = this.#sums.mayMove(user, currency);
    if (settling !== undefined) return settling;
    const priced = [position, ...this.#sums.open(user, currency)];
    if (priced.some((each) => this.#sums.isStale(each.market, timeMs))) return 'index_stale';
    if (amount > this.#sums.free(user, currency)) return 'balance_insufficient';
    this.#change(position, amount);
    return undefined;
  }

  remove(position: NaivePosition, amount: bigint, timeMs: number): Rejection | undefined {
    if (!position.isIsolated) return 'position_not_isolated';
    if (position.removal !== undefined || position.closingAtMs > 0) return 'change_pending';
    if (this.#sums.isStale(position.market, timeMs)) return 'index_stale';
    if (!this.#sums.maySpare(position, amount)) return 'margin_below_initial';
    position.removal = { amount, askedAtMs: timeMs };
    this.#note(`want ${position.id} ${amount}`);
    return undefined;
  }

  /** A removal happens at the first younger index, if the position can spare it there. */
  onPrice(position: NaivePosition): void {
    const { removal } = position;
    if (removal === undefined || !this.#sums.isYounger(position.market, removal.askedAtMs)) return;
    if (this.#sums.maySpare(position, removal.amount)) {
      position.removal = undefined;
      this.#change(position, -removal.amount);
    } else this.keep(position, 'short');
  }

  keep(position: NaivePosition, reason: string): void {
    position.removal = undefined;
    this.#note(`keep ${position.id} ${reason}`);
  }

  #change(position: NaivePosition, change: bigint): void {
    this.#money.hold(position, change);
    position.added += change;
    this.#note(`own ${position.id} ${change} ${position.added}`);
  }
}
