import type { NetworkId } from './custody-commands.ts';
import type { UserId } from '../ids.ts';
import type { SnapshotOutflow, SnapshotPlace } from '../snapshot.ts';

const DAY_MS = 86_400_000;

/** Something that a user asked to let leave: a withdrawal, or a sale for money outside. */
interface AskedOutflow {
  readonly user: UserId;
  /** `withdrawal 7`, `escrow 3`. */
  readonly name: string;
  readonly timeMs: number;
  /** When it was asked for. */
  readonly worth: bigint;
  /** Operators who must approve it. */
  approvals: number;
}

/** A place outside, as its owner names it. */
export interface Place {
  readonly network: NetworkId;
  readonly address: string;
}

/**
 * Owns what each user asked to let leave within the last 24 hours, over all ways out, and where something of theirs has arrived. So
 * parts of an amount add up whenever they come (W10), and a new address stays new until a payment to it is a day old (W11).
 * What was given back counts no more.
 */
export class OutflowHistory {
  /** All, oldest first; those that were given back stay until they are a day old. */
  #asked: AskedOutflow[] = [];
  readonly #ofUser = new Map<UserId, Map<string, AskedOutflow>>();
  /** When something first arrived, by user and place. */
  readonly #arrived = new Map<UserId, Map<string, number>>();

  /** @param asked not before the last one */
  add(asked: AskedOutflow): void {
    this.#forgetBefore(asked.timeMs);
    this.#keep(asked);
  }

  /** It needs more approvals than it did. */
  raise({ user, name }: { readonly user: UserId; readonly name: string }, approvals: number): void {
    const asked = this.#ofUser.get(user)?.get(name);
    if (asked !== undefined) asked.approvals = approvals;
  }

  giveBack({ user, name }: { readonly user: UserId; readonly name: string }): void {
    const own = this.#ofUser.get(user);
    own?.delete(name);
    if (own?.size === 0) this.#ofUser.delete(user);
  }

  /** How much a user asked to let leave within the last 24 hours, and how often. @param except the name of one that does not count */
  within(user: UserId, timeMs: number, except = ''): { readonly count: number; readonly worthBelow: (approvals: number) => bigint } {
    const counted = [...(this.#ofUser.get(user)?.values() ?? [])].filter((each) => each.name !== except && each.timeMs > timeMs - DAY_MS);
    return {
      count: counted.length,
      worthBelow: (approvals) => counted.reduce((sum, each) => (each.approvals < approvals ? sum + each.worth : sum), 0n),
    };
  }

  arrive(user: UserId, place: Place, timeMs: number): void {
    const places = this.#arrived.get(user) ?? new Map<string, number>();
    if (!places.has(nameOf(place))) places.set(nameOf(place), timeMs);
    this.#arrived.set(user, places);
  }

  /** Whether anything of the user has ever arrived anywhere. */
  hasArrived(user: UserId): boolean {
    return this.#arrived.has(user);
  }

  /** Whether something of the user arrived there a day ago or earlier. */
  knows(user: UserId, place: Place, timeMs: number): boolean {
    const arrivedMs = this.#arrived.get(user)?.get(nameOf(place));
    return arrivedMs !== undefined && arrivedMs <= timeMs - DAY_MS;
  }

  snapshot(): { outflows?: readonly SnapshotOutflow[]; places?: readonly SnapshotPlace[] } {
    const outflows = this.#asked.filter((each) => this.#ofUser.get(each.user)?.get(each.name) === each).map((each) => ({ ...each, worth: each.worth.toString() }));
    const places = [...this.#arrived].sort((a, b) => a[0] - b[0]).flatMap(([user, own]) => [...own].map(([place, timeMs]) => ({ user, place, timeMs })));
    return { ...(outflows.length === 0 ? {} : { outflows }), ...(places.length === 0 ? {} : { places }) };
  }

  restore({ outflows = [], places = [] }: { outflows?: readonly SnapshotOutflow[]; places?: readonly SnapshotPlace[] }): void {
    for (const row of outflows) this.#keep({ ...row, worth: BigInt(row.worth) });
    for (const { user, place, timeMs } of places) {
      const own = this.#arrived.get(user) ?? new Map<string, number>();
      this.#arrived.set(user, own.set(place, timeMs));
    }
  }

  #keep(asked: AskedOutflow): void {
    this.#asked.push(asked);
    const own = this.#ofUser.get(asked.user) ?? new Map<string, AskedOutflow>();
    this.#ofUser.set(asked.user, own.set(asked.name, asked));
  }

  #forgetBefore(timeMs: number): void {
    const first = this.#asked.findIndex((each) => each.timeMs > timeMs - DAY_MS);
    const old = this.#asked.splice(0, first < 0 ? this.#asked.length : first);
    for (const each of old) if (this.#ofUser.get(each.user)?.get(each.name) === each) this.giveBack(each);
  }
}

function nameOf({ network, address }: Place): string {
  return `${network} ${address}`;
}
