import type { UserId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import type { SnapshotCustody } from './custody-snapshot.ts';

/**
 * An outflow, past or requested: its user, its worth, and the day (Asia/Shanghai) of its request.
 */
export interface Outflow {
  readonly user: UserId;
  readonly worth: bigint;
  readonly day: number;
}

/**
 * Owns the worth that each user withdraws on a day, over all ways out: withdrawals, to other users
 * too, and money held for a sale. An outflow given back on the same day counts no more. Promises
 * W7. The command carries the user's limit.
 */
export class DayLimits {
  readonly #checks: InvariantChecks;
  /** For the day of the last outflow. */
  readonly #gone = new Map<UserId, bigint>();
  #day = 0;

  constructor(checks: InvariantChecks) {
    this.#checks = checks;
  }

  /** Whether it exceeds the user's limit of that day. */
  isBeyond({ user, worth, day }: Outflow, limit: bigint): boolean {
    return this.#goneOn(user, day) + worth > limit;
  }

  count({ user, worth, day }: Outflow, limit: bigint): void {
    const gone = this.#goneOn(user, day) + worth;
    this.#checks.check(
      'W7',
      gone <= limit,
      `user ${user} lets ${gone} leave in a day and may ${limit}`,
    );
    if (day !== this.#day) this.#gone.clear();
    this.#day = day;
    this.#gone.set(user, gone);
  }

  giveBack({ user, worth, day }: Outflow): void {
    const gone = this.#gone.get(user);
    if (gone !== undefined && day === this.#day) this.#gone.set(user, gone - worth);
  }

  /**
   * Outflows of today or yesterday that have left for good: all that is counted, less the open
   * ones.
   */
  gone(
    today: number,
    open: Iterable<Outflow>,
  ): { readonly user: UserId; readonly worth: bigint }[] {
    if (this.#day < today - 1) return [];
    const left = new Map(this.#gone);
    for (const { user, worth, day } of open)
      if (day === this.#day) left.set(user, (left.get(user) ?? 0n) - worth);
    return [...left]
      .filter(([, worth]) => worth > 0n)
      .sort((a, b) => a[0] - b[0])
      .map(([user, worth]) => ({ user, worth }));
  }

  /** Full scan: open outflows of today are counted. */
  verify(open: Iterable<Outflow>): void {
    const sums = new Map<UserId, bigint>();
    for (const { user, worth, day } of open)
      if (day === this.#day) sums.set(user, (sums.get(user) ?? 0n) + worth);
    for (const [user, sum] of sums)
      this.#checks.check(
        'W7',
        sum <= this.#goneOn(user, this.#day),
        `user ${user} has more under way than is counted`,
      );
  }

  snapshot(): Pick<SnapshotCustody, 'day' | 'asked'> {
    return {
      day: this.#day,
      asked: [...this.#gone]
        .sort((a, b) => a[0] - b[0])
        .map(([user, worth]) => ({ user, worth: worth.toString() })),
    };
  }

  restore({ day, asked }: Pick<SnapshotCustody, 'day' | 'asked'>): void {
    this.#day = day;
    for (const { user, worth } of asked) this.#gone.set(user, BigInt(worth));
  }

  #goneOn(user: UserId, day: number): bigint {
    return day === this.#day ? (this.#gone.get(user) ?? 0n) : 0n;
  }
}
