import type { UserId } from '@meridian/core/ids';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { LiveView } from '../live-view.ts';

type Core = Pick<Engine, 'submit'>;

/** Freezes or thaws an account in the core, which every command passes. */
export async function freezeInCore(engine: Core, user: UserId, isFrozen: boolean): Promise<void> {
  const { outcome } = await engine.submit({ kind: 'custody.freeze', user, isFrozen });
  if (!outcome.ok)
    throw new Error(
      `account ${user} was not ${isFrozen ? 'frozen' : 'thawed'}: ${outcome.rejection}`,
    );
}

/** Lets no funds of a user leave before a time, for earlier and later requests. */
export async function holdBackInCore(engine: Core, user: UserId, untilMs: number): Promise<void> {
  const { outcome } = await engine.submit({ kind: 'custody.holdBack', user, untilMs });
  if (!outcome.ok)
    throw new Error(`withdrawals of account ${user} were not held back: ${outcome.rejection}`);
}

/**
 * Tells the core of freezes, thaws and holds that it does not know: older than its own record, or
 * missed when a server stopped in between.
 */
export async function carryRestraints({
  queries,
  engine,
  live,
}: {
  queries: Queries;
  engine: Core;
  live: LiveView;
}): Promise<void> {
  const rows = await queries
    .selectFrom('users')
    .select(['id', 'frozen_at', 'withdrawals_held_until'])
    .where(({ eb, or }) =>
      or([
        eb('frozen_at', 'is not', null),
        eb('withdrawals_held_until', '>', new Date(live.timeMs)),
      ]),
    )
    .execute();
  for (const { id, frozen_at, withdrawals_held_until } of rows) {
    const user = Number(id);
    const known = live.custody.restraint(user);
    const untilMs = withdrawals_held_until?.getTime() ?? 0;
    if (frozen_at !== null && !known.isFrozen) await freezeInCore(engine, user, true);
    if (untilMs > Math.max(live.timeMs, known.heldUntilMs))
      await holdBackInCore(engine, user, untilMs);
  }
  const frozen = new Set(
    rows.filter(({ frozen_at }) => frozen_at !== null).map(({ id }) => Number(id)),
  );
  for (const user of live.custody.frozen())
    if (!frozen.has(user)) await freezeInCore(engine, user, false);
}
