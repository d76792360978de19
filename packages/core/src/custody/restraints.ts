import type { AreaParts } from '../area-parts.ts';
import type { EventSink } from '../event-sink.ts';
import type { CustodyEvent } from './custody-events.ts';
import type { UserId } from '../ids.ts';
import type { Margin } from '../margin/margin.ts';
import type { Rejection } from '../rejections.ts';
import type { Rules } from '../rules.ts';
import type { SnapshotRestraint } from './custody-snapshot.ts';
import type { Spot } from '../spot/spot.ts';
import { isFreeze, isHoldBack } from './custody-commands-check.ts';
import type { FreezeAccount, HoldBack } from './custody-commands.ts';

interface Restraint {
  isFrozen: boolean;
  /** Time before which nothing leaves; 0 without a hold. */
  heldUntilMs: number;
}

/**
 * Owns which accounts are frozen, and which hold their money back for a while after a security
 * change. A frozen account has no open orders and begins nothing; neither kind lets anything leave
 * that is not signed yet (W11). A signed withdrawal is on its way.
 */
export class Restraints {
  readonly #events: EventSink<CustodyEvent>;
  readonly #rules: Rules;
  readonly #spot: Spot;
  readonly #margin: Margin;
  readonly #ofUser = new Map<UserId, Restraint>();

  constructor(parts: AreaParts<CustodyEvent> & { spot: Spot; margin: Margin }) {
    this.#events = parts.events;
    this.#rules = parts.rules;
    this.#spot = parts.spot;
    this.#margin = parts.margin;
  }

  /** Whether any user is restrained. */
  get isAny(): boolean {
    return this.#ofUser.size > 0;
  }

  isFrozen(user: UserId): boolean {
    return this.#ofUser.get(user)?.isFrozen === true;
  }

  /** Why nothing of a user may leave now; undefined if it may. */
  rejection(user: UserId, timeMs: number): Rejection | undefined {
    const restraint = this.#ofUser.get(user);
    if (restraint?.isFrozen === true) return 'account_frozen';
    return restraint !== undefined && restraint.heldUntilMs > timeMs
      ? 'withdrawals_held'
      : undefined;
  }

  freeze(command: FreezeAccount): Rejection | undefined {
    if (!this.#rules.countsOutflows || !isFreeze(command)) return 'malformed';
    const { user, isFrozen } = command;
    this.#set(user, { ...this.#of(user), isFrozen });
    if (isFrozen) {
      this.#spot.cancelAllOf(user);
      this.#margin.cancelWaitingOf(user);
    }
    this.#events.list.push({ type: 'accountFrozen', user, isFrozen });
    return undefined;
  }

  /** Only extends a hold: an earlier change must not end a later one's hold. */
  holdBack(command: HoldBack): Rejection | undefined {
    if (!this.#rules.countsOutflows || !isHoldBack(command)) return 'malformed';
    const { user } = command;
    const known = this.#of(user);
    const untilMs = Math.max(known.heldUntilMs, command.untilMs);
    this.#set(user, { ...known, heldUntilMs: untilMs });
    this.#events.list.push({ type: 'outflowsHeldBack', user, untilMs });
    return undefined;
  }

  snapshot(): { restraints?: readonly SnapshotRestraint[] } {
    const restraints = [...this.#ofUser]
      .sort((a, b) => a[0] - b[0])
      .map(([user, restraint]) => ({ user, ...restraint }));
    return restraints.length === 0 ? {} : { restraints };
  }

  restore({ restraints = [] }: { restraints?: readonly SnapshotRestraint[] }): void {
    for (const { user, isFrozen, heldUntilMs } of restraints)
      this.#ofUser.set(user, { isFrozen, heldUntilMs });
  }

  #of(user: UserId): Restraint {
    return this.#ofUser.get(user) ?? { isFrozen: false, heldUntilMs: 0 };
  }

  #set(user: UserId, restraint: Restraint): void {
    if (restraint.isFrozen || restraint.heldUntilMs > 0) this.#ofUser.set(user, restraint);
    else this.#ofUser.delete(user);
  }
}
