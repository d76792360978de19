import type { Queries } from '../../database/database.ts';
import { Refusal } from '../../gateway/refusal.ts';

/** A hold that a change has written. */
interface Hold {
  /** The hold before; 0 for none. */
  readonly beforeMs: number;
  readonly untilMs: number;
  isRefused: boolean;
}

/** Changes of one user that overlap in time. */
interface Overlap {
  readonly holds: Hold[];
  underWay: number;
  /** Set while the holds of refused changes are removed. Never rejects. */
  takenBack?: Promise<unknown>;
}

/**
 * Holds of withdrawals in the table of users. Promises that each successful change leaves its hold,
 * also beside other changes of the user at the same time, in this process or another. Refused
 * changes leave none, unless another process has written one since.
 *
 * A change writes a hold that is later than the one before. So each hold in the table belongs to
 * one change, and removing one's own cannot remove another's.
 */
export class SecurityHolds {
  readonly #queries: Queries;
  readonly #overlaps = new Map<number, Overlap>();

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /**
   * Makes a change. The hold is written before it: wherever the server stops, no change is without
   * one.
   *
   * @param make throws a `Refusal` if nothing has changed
   * @returns also the end of the hold: the given time, or just after the hold before
   */
  async whileHeld<T>(
    user: number,
    leastMs: number,
    make: () => Promise<T>,
  ): Promise<{ made: T; untilMs: number }> {
    const overlap = await this.#join(user);
    let hold: Hold | undefined;
    try {
      hold = await this.#write(user, leastMs);
      overlap.holds.push(hold);
      return { made: await make(), untilMs: hold.untilMs };
    } catch (error) {
      // After any error but a refusal it is unknown whether the change was made.
      if (hold !== undefined && error instanceof Refusal) hold.isRefused = true;
      throw error;
    } finally {
      await this.#leave(user, overlap, hold?.isRefused === true);
    }
  }

  async #join(user: number): Promise<Overlap> {
    let overlap = this.#overlaps.get(user);
    while (overlap?.takenBack !== undefined) {
      await overlap.takenBack;
      overlap = this.#overlaps.get(user);
    }
    overlap ??= { holds: [], underWay: 0 };
    overlap.underWay += 1;
    this.#overlaps.set(user, overlap);
    return overlap;
  }

  /** Only the last change removes holds: before, it is unknown which changes succeed. */
  async #leave(user: number, overlap: Overlap, isRefused: boolean): Promise<void> {
    overlap.underWay -= 1;
    if (overlap.underWay > 0) return;
    if (!isRefused) {
      this.#overlaps.delete(user);
      return;
    }
    const takingBack = this.#takeBack(user, overlap.holds).finally(() =>
      this.#overlaps.delete(user),
    );
    overlap.takenBack = takingBack.catch(() => undefined);
    await takingBack;
  }

  /** The old hold and the new one are of one transaction. */
  async #write(user: number, leastMs: number): Promise<Hold> {
    return this.#queries.transaction().execute(async (transaction) => {
      const { withdrawals_held_until: before } = await transaction
        .selectFrom('users')
        .select('withdrawals_held_until')
        .where('id', '=', BigInt(user))
        .forUpdate()
        .executeTakeFirstOrThrow();
      const beforeMs = before?.getTime() ?? 0;
      const untilMs = Math.max(leastMs, beforeMs + 1);
      await transaction
        .updateTable('users')
        .set({ withdrawals_held_until: new Date(untilMs) })
        .where('id', '=', BigInt(user))
        .execute();
      return { beforeMs, untilMs, isRefused: false };
    });
  }

  /** Leaves the latest hold that belongs to no refused change. */
  async #takeBack(user: number, holds: readonly Hold[]): Promise<void> {
    const refused = new Set(
      holds.filter(({ isRefused }) => isRefused).map(({ untilMs }) => untilMs),
    );
    const latestMs = Math.max(...holds.map(({ untilMs }) => untilMs));
    // The hold before may be another process's.
    const keptMs = Math.max(
      0,
      ...holds
        .flatMap(({ beforeMs, untilMs }) => [beforeMs, untilMs])
        .filter((ms) => !refused.has(ms)),
    );
    await this.#queries
      .updateTable('users')
      .set({ withdrawals_held_until: keptMs === 0 ? null : new Date(keptMs) })
      .where('id', '=', BigInt(user))
      // Not if another process has written since.
      .where('withdrawals_held_until', '=', new Date(latestMs))
      .execute();
  }
}
