import type { Amount } from '@meridian/money/amount';
import type { PlaceOrder } from './spot-commands.ts';
import type { Accepted, Outcome } from '../outcome.ts';
import type { OrderId, UserId } from '../ids.ts';
import { InvariantError, type InvariantChecks } from '../invariants.ts';
import type { SnapshotClientOrder } from './spot-snapshot.ts';

/** Milliseconds of engine time for which an id is kept after its order has ended. */
export const CLIENT_ORDER_ID_LIFETIME_MS: number = 24 * 60 * 60 * 1000;
/**
 * Most ids of one user that are kept at once. A user with so many gets no further id: an id is
 * never forgotten early, neither for the same user's next ids nor for those of others. About 4 MB a
 * user at most.
 */
export const MOST_CLIENT_ORDER_IDS = 10_000;

type Kept = { -readonly [Field in keyof SnapshotClientOrder]: SnapshotClientOrder[Field] };

/**
 * Owns users' ids of their orders, and the first answer to each placement: while the order is open
 * and for a day after it. So a repeated placement within that time happens once (B11), without
 * regard to other users. A refused placement uses no id.
 */
export class ClientOrderIds {
  readonly #byName = new Map<string, Kept>();
  /** Ids of open orders, by number of the order and in the order of their placement. */
  readonly #open = new Map<OrderId, Kept>();
  /** Ids of ended orders, in the order of their ends, which a Set keeps. */
  readonly #ended = new Set<Kept>();
  readonly #counts = new Map<UserId, number>();
  /** Engine time before which no id is old enough to be forgotten. */
  #nextExpiryMs = 0;

  /**
   * The first answer to the same placement; `used` when the id belongs to another one; undefined
   * when it is new, or its day over.
   */
  find(command: PlaceOrder, timeMs: number): Outcome | 'used' | undefined {
    if (command.clientOrderId === undefined) return undefined;
    const kept = this.#byName.get(nameOf(command.user, command.clientOrderId));
    if (kept === undefined || isOver(kept, timeMs)) return undefined;
    return kept.content === contentOf(command) ? outcomeOf(kept) : 'used';
  }

  /** Whether the user has as many ids as may be kept. */
  isExhausted(user: UserId, timeMs: number): boolean {
    const count = this.#counts.get(user) ?? 0;
    return (
      count >= MOST_CLIENT_ORDER_IDS && count - this.#overOf(user, timeMs) >= MOST_CLIENT_ORDER_IDS
    );
  }

  /** Keeps the id of an order that was accepted. */
  keep(
    command: PlaceOrder,
    { order, status, filledLots, filledNotional }: Accepted,
    timeMs: number,
  ): void {
    const { user, clientOrderId } = command;
    this.expire(timeMs);
    if (clientOrderId === undefined || order === undefined || status === undefined) return;
    const filled = {
      filledLots: filledLots ?? 0,
      filledNotional: (filledNotional ?? 0n).toString(),
    };
    this.#add({
      user,
      clientOrderId,
      order,
      content: contentOf(command),
      status,
      ...filled,
      endedAtMs: status === 'open' ? 0 : timeMs,
    });
  }

  /** A resting order ended: from now on its id is kept for a day. */
  end(order: OrderId, timeMs: number): void {
    if (this.#open.size === 0) return;
    const kept = this.#open.get(order);
    if (kept === undefined) return;
    kept.endedAtMs = timeMs;
    this.#open.delete(order);
    this.#ended.add(kept);
  }

  /** Forgets the ids of orders that ended a day ago. */
  expire(timeMs: number): void {
    if (timeMs < this.#nextExpiryMs) return;
    this.#nextExpiryMs = timeMs + CLIENT_ORDER_ID_LIFETIME_MS;
    for (const kept of this.#ended) {
      if (!isOver(kept, timeMs)) {
        this.#nextExpiryMs = kept.endedAtMs + CLIENT_ORDER_ID_LIFETIME_MS;
        return;
      }
      this.#drop(kept);
    }
  }

  /**
   * B11: the id of an open order belongs to it. @param ownerOf the user of an open order, undefined
   * where none is open
   */
  verify(checks: InvariantChecks, ownerOf: (order: OrderId) => UserId | undefined): void {
    const counts = new Map<UserId, number>();
    for (const [order, { user }] of this.#open) {
      checks.check(
        'B11',
        ownerOf(order) === user,
        `a client order id of user ${user} names order ${order}, which is not an open one of theirs`,
      );
    }
    for (const { user } of this.#byName.values()) counts.set(user, (counts.get(user) ?? 0) + 1);
    for (const [user, count] of counts) {
      checks.check(
        'B11',
        this.#counts.get(user) === count && count <= MOST_CLIENT_ORDER_IDS,
        `user ${user} has ${count} client order ids, counted wrong`,
      );
    }
    checks.check(
      'B11',
      counts.size === this.#counts.size && this.#byName.size === this.#open.size + this.#ended.size,
      'client order ids are lost',
    );
  }

  /** Ids of open orders by number, then the others by the time of their ends. */
  snapshot(): SnapshotClientOrder[] {
    return [...this.#open.values(), ...this.#ended].map((kept) => ({ ...kept }));
  }

  restore(rows: readonly SnapshotClientOrder[]): void {
    for (const row of rows) this.#add({ ...row });
  }

  /** Number of a user's expired ids that are not forgotten yet. */
  #overOf(user: UserId, timeMs: number): number {
    let count = 0;
    for (const kept of this.#ended) {
      if (!isOver(kept, timeMs)) break;
      if (kept.user === user) count++;
    }
    return count;
  }

  #add(kept: Kept): void {
    const name = nameOf(kept.user, kept.clientOrderId);
    if (this.#byName.has(name))
      throw new InvariantError(
        'B11',
        `user ${kept.user} has the client order id ${kept.clientOrderId} twice`,
      );
    this.#byName.set(name, kept);
    this.#counts.set(kept.user, (this.#counts.get(kept.user) ?? 0) + 1);
    if (kept.endedAtMs === 0) this.#open.set(kept.order, kept);
    else this.#ended.add(kept);
  }

  #drop(kept: Kept): void {
    this.#ended.delete(kept);
    this.#byName.delete(nameOf(kept.user, kept.clientOrderId));
    const left = (this.#counts.get(kept.user) ?? 0) - 1;
    if (left === 0) this.#counts.delete(kept.user);
    else this.#counts.set(kept.user, left);
  }
}

/** Whether the order ended a day ago or earlier. */
function isOver({ endedAtMs }: Kept, timeMs: number): boolean {
  return endedAtMs !== 0 && endedAtMs <= timeMs - CLIENT_ORDER_ID_LIFETIME_MS;
}

/** Whether a value may be a client order id: 1 to 36 letters, digits and `. _ : / -`. */
export function isClientOrderId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9._:/-]{1,36}$/.test(value);
}

/** All fields of a placement but its user and its keys. No field's text has a space. */
function contentOf({
  market,
  side,
  type,
  priceTicks,
  quantityLots,
  timeInForce,
  postOnly,
  selfTrade,
}: PlaceOrder): string {
  return [market, side, type, priceTicks, quantityLots, timeInForce, postOnly, selfTrade].join(' ');
}

function outcomeOf({ order, status, filledLots, filledNotional }: SnapshotClientOrder): Accepted {
  return { ok: true, order, status, filledLots, filledNotional: BigInt(filledNotional) as Amount };
}

/** A user's number has no space. */
function nameOf(user: UserId, clientOrderId: string): string {
  return `${user} ${clientOrderId}`;
}
