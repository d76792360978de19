import type { UserId } from '../ids.ts';
import type { SnapshotOutflow, SnapshotPlace } from './custody-snapshot.ts';
import type { NetworkId } from './custody-commands.ts';

const DAY_MS = 86_400_000;

/** A requested outflow: a withdrawal, or a sale for money outside. */
interface AskedOutflow {
  readonly user: UserId;
  /** `withdrawal 7`, `escrow 3`. */
  readonly name: string;
  /** Worth at the request. */
  readonly worth: bigint;
  /** Operators who must approve it. */
  approvals: number;
  /** Time at which it left; 0 until then. */
  leftMs: number;
}

/** A destination outside: network and address. */
export interface Place {
  readonly network: NetworkId;
  readonly address: string;
}

/**
 * Owns each user's outflows, over all ways out: those requested and not yet left, and those of the
 * last 24 hours. So parts of an amount add up, whenever they are requested and however long they
 * wait (W10). It also owns the destinations where a user's payments arrived: a new address stays
 * new until a payment to it is a day old (W11). Outflows given back count no more.
 */
export class OutflowHistory {
  readonly #ofUser = new Map<UserId, Map<string, AskedOutflow>>();
  /** Outflows that left, oldest first. */
  #left: AskedOutflow[] = [];
  /** Time of the first arrival, by user and destination. */
  readonly #arrived = new Map<UserId, Map<string, number>>();

  add(asked: Omit<AskedOutflow, 'leftMs'>): void {
    this.#keep({ ...asked, leftMs: 0 });
  }

  /** Raises the approvals that it needs. */
  raise(user: UserId, name: string, approvals: number): void {
    const asked = this.#ofUser.get(user)?.get(name);
    if (asked !== undefined) asked.approvals = approvals;
  }

  /**
   * Its day begins here.
   * @param timeMs not before that of the last call
   */
  leave(user: UserId, name: string, timeMs: number): void {
    this.#forgetBefore(timeMs);
    const asked = this.#ofUser.get(user)?.get(name);
    if (asked === undefined) return;
    asked.leftMs = timeMs;
    this.#left.push(asked);
  }

  giveBack(user: UserId, name: string): void {
    const own = this.#ofUser.get(user);
    own?.delete(name);
    if (own?.size === 0) this.#ofUser.delete(user);
  }

  /**
   * A user's outflows within the window: their number, and their worth.
   * @param except the name of an outflow to leave out
   */
  within(
    user: UserId,
    timeMs: number,
    except = '',
  ): { readonly count: number; readonly worthBelow: (approvals: number) => bigint } {
    const counted = [...(this.#ofUser.get(user)?.values() ?? [])].filter(
      ({ name, leftMs }) => name !== except && (leftMs === 0 || leftMs > timeMs - DAY_MS),
    );
    return {
      count: counted.length,
      worthBelow: (approvals) =>
        counted.reduce((sum, each) => (each.approvals < approvals ? sum + each.worth : sum), 0n),
    };
  }

  arrive(user: UserId, place: Place, timeMs: number): void {
    const places = this.#arrived.get(user) ?? new Map<string, number>();
    if (!places.has(nameOf(place))) places.set(nameOf(place), timeMs);
    this.#arrived.set(user, places);
  }

  /** Whether any payment of the user has ever arrived. */
  hasArrived(user: UserId): boolean {
    return this.#arrived.has(user);
  }

  /** Whether a payment of the user arrived there a day ago or earlier. */
  knows(user: UserId, place: Place, timeMs: number): boolean {
    const arrivedMs = this.#arrived.get(user)?.get(nameOf(place));
    return arrivedMs !== undefined && arrivedMs <= timeMs - DAY_MS;
  }

  snapshot(): { outflows?: readonly SnapshotOutflow[]; places?: readonly SnapshotPlace[] } {
    const byUser = (a: readonly [UserId, unknown], b: readonly [UserId, unknown]): number =>
      a[0] - b[0];
    const outflows = [...this.#ofUser]
      .sort(byUser)
      .flatMap(([, own]) =>
        [...own.values()].map((each) => ({ ...each, worth: each.worth.toString() })),
      );
    const places = [...this.#arrived]
      .sort(byUser)
      .flatMap(([user, own]) => [...own].map(([place, timeMs]) => ({ user, place, timeMs })));
    return {
      ...(outflows.length === 0 ? {} : { outflows }),
      ...(places.length === 0 ? {} : { places }),
    };
  }

  restore({
    outflows = [],
    places = [],
  }: {
    outflows?: readonly SnapshotOutflow[];
    places?: readonly SnapshotPlace[];
  }): void {
    const kept = outflows.map((row) => this.#keep({ ...row, worth: BigInt(row.worth) }));
    this.#left = kept.filter(({ leftMs }) => leftMs > 0).sort((a, b) => a.leftMs - b.leftMs);
    for (const { user, place, timeMs } of places) {
      const own = this.#arrived.get(user) ?? new Map<string, number>();
      this.#arrived.set(user, own.set(place, timeMs));
    }
  }

  #keep(asked: AskedOutflow): AskedOutflow {
    const own = this.#ofUser.get(asked.user) ?? new Map<string, AskedOutflow>();
    this.#ofUser.set(asked.user, own.set(asked.name, asked));
    return asked;
  }

  #forgetBefore(timeMs: number): void {
    const first = this.#left.findIndex(({ leftMs }) => leftMs > timeMs - DAY_MS);
    const old = this.#left.splice(0, first < 0 ? this.#left.length : first);
    for (const each of old)
      if (this.#ofUser.get(each.user)?.get(each.name) === each) this.giveBack(each.user, each.name);
  }
}

function nameOf({ network, address }: Place): string {
  return `${network} ${address}`;
}
