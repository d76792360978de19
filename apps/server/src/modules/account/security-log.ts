import { resolveLanguage } from '@meridian/contract/languages';
import { TOLD_EVENTS } from '@meridian/contract/inbox';
import { WITHDRAWAL_HOLD_HOURS, type SecurityEvent } from '@meridian/contract/security';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Origin } from '../../gateway/access.ts';
import { notify } from '../inbox/notify.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { messageTo, type Messenger } from './messenger.ts';
import { holdBackInCore } from './restraints.ts';
import { SECURITY_NOTICES, type SecurityChange } from './security-notices.ts';

const HOUR_MS = 3_600_000;

/**
 * Sign-ins and changes of security. Owns the table of them, which the owner of the account reads. Promises that every change
 * holds withdrawals back for a day and is told to the owner, where the change itself did not come from.
 */
export class SecurityLog {
  readonly #queries: Queries;
  readonly #messenger: Messenger;
  readonly #engine: Pick<Engine, 'submit'>;
  readonly #nowMs: () => number;

  constructor(queries: Queries, messenger: Messenger, engine: Pick<Engine, 'submit'>, nowMs: () => number = Date.now) {
    this.#queries = queries;
    this.#messenger = messenger;
    this.#engine = engine;
    this.#nowMs = nowMs;
  }

  /** Writes down what happened. */
  async record(user: number, kind: SecurityEvent, { address, device }: Origin): Promise<void> {
    const at = new Date(this.#nowMs());
    await this.#queries.transaction().execute(async (transaction) => {
      const isNew = kind === 'login' && (await isElsewhere(transaction, user, { address, device }));
      const { id } = await transaction.insertInto('security_events').values({ user_id: BigInt(user), kind, address, device, created_at: at }).returning('id').executeTakeFirstOrThrow();
      const told = isNew ? 'login_new_device' : TOLD_EVENTS.find((event) => event === kind);
      if (told !== undefined) await notify(transaction, [{ user, kind: told, cause: `security-${id}`, facts: { device, address }, at }]);
    });
  }

  /** A change of security has been made: writes it down, holds withdrawals back, tells the owner. */
  async changed(user: number, kind: SecurityChange, origin: Origin): Promise<void> {
    const nowMs = this.#nowMs();
    await this.record(user, kind, origin);
    const untilMs = nowMs + WITHDRAWAL_HOLD_HOURS * HOUR_MS;
    // What was asked for before stays in too: only the core sees each way out.
    await holdBackInCore(this.#engine, user, untilMs);
    const row = await this.#queries
      .updateTable('users')
      .set({ withdrawals_held_until: new Date(untilMs) })
      .where('id', '=', BigInt(user))
      .returningAll()
      .executeTakeFirstOrThrow();
    const { subject, body } = SECURITY_NOTICES[resolveLanguage(row.language)];
    const text = { subject, body: body(kind, { time: shanghaiTime(nowMs), ...origin }), code: '' };
    // The change is made: a provider of messages that fails does not take it back.
    await this.#messenger.send(messageTo(row, text)).catch(() => undefined);
  }
}

/** Whether the user has logged in before, but never from this device at this address. */
async function isElsewhere(queries: Queries, user: number, { address, device }: Origin): Promise<boolean> {
  const { rows } = await sql<{ is_known: boolean }>`
    select bool_or(device = ${device} and address = ${address}) as is_known
    from security_events where user_id = ${user} and kind in ('registered', 'login') having count(*) > 0`.execute(queries);
  return rows[0]?.is_known === false;
}
