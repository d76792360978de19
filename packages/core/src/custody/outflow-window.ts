import type { SnapshotSent } from './custody-snapshot.ts';

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 1_440;

/**
 * Owns the outflows of one network within the last day, by the minute, oldest first: at most 1,441
 * rows. A minute counts whole until all of it is older than the hour or the day, so that an outflow
 * leaves the window up to a minute late and never early (W5).
 */
export class OutflowWindow {
  #sent: { readonly minute: number; amount: bigint }[] = [];

  /** Sums of the hour and of the day that end at `timeMs`. */
  within(timeMs: number): { readonly hour: bigint; readonly day: bigint } {
    const minute = minuteOf(timeMs);
    return { hour: this.#since(minute - HOUR_MINUTES), day: this.#since(minute - DAY_MINUTES) };
  }

  /** @param timeMs not before the last call's */
  count(amount: bigint, timeMs: number): void {
    const minute = minuteOf(timeMs);
    this.#sent = this.#sent.filter((each) => each.minute >= minute - DAY_MINUTES);
    const newest = this.#sent.at(-1);
    if (newest?.minute === minute) newest.amount += amount;
    else this.#sent.push({ minute, amount });
  }

  /**
   * Takes over from the first rules, which knew only the sums of the clock's last hour and day with
   * an outflow, and no times: an outflow of that day may have left a minute ago, in another hour of
   * the clock. All of it counts as if it left now.
   */
  takeOver({ hourOut, dayOut }: { hourOut: bigint; dayOut: bigint }, timeMs: number): void {
    const amount = dayOut > hourOut ? dayOut : hourOut;
    if (amount > 0n) this.#sent.push({ minute: minuteOf(timeMs), amount });
  }

  snapshot(): SnapshotSent[] {
    return this.#sent.map(({ minute, amount }) => ({ minute, amount: amount.toString() }));
  }

  restore(rows: readonly SnapshotSent[]): void {
    this.#sent = rows.map(({ minute, amount }) => ({ minute, amount: BigInt(amount) }));
  }

  #since(minute: number): bigint {
    let sum = 0n;
    for (const each of this.#sent) if (each.minute >= minute) sum += each.amount;
    return sum;
  }
}

function minuteOf(timeMs: number): number {
  return Math.floor(timeMs / MINUTE_MS);
}
