import { randomInt } from 'node:crypto';
import { resolveLanguage } from '@meridian/contract/languages';
import { TOLD_EVENTS } from '@meridian/contract/inbox/calls';
import {
  WITHDRAWAL_HOLD_HOURS,
  type SecurityChange,
  type SecurityEvent,
} from '@meridian/contract/security/calls';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Origin } from '../../gateway/access.ts';
import type { LiveView } from '../../live/live-view.ts';
import { notify } from '../inbox/notify.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import type { UserRow } from './accounts.ts';
import type { FreezeLinks } from './freeze-links.ts';
import { messagesTo, type Messenger } from './messenger.ts';
import { holdBackInCore } from './restraints.ts';
import { SecurityHolds } from './security-holds.ts';
import { SECURITY_NOTICES } from './security-notices.ts';

const HOUR_MS = 3_600_000;
/** Events whose owner gets one message an hour at most, with the word that names these messages. */
const HOURLY: Readonly<Partial<Record<SecurityEvent, string>>> = {
  second_factor_failed: 'second-factor-failed',
  step_up_failed: 'step-up-failed',
};
/** Within which what `recordLater` was given is written. */
const LATER_MS = { least: 50, most: 300 } as const;

interface Core {
  readonly engine: Pick<Engine, 'submit'>;
  /** Its time is that of the hold. */
  readonly live: Pick<LiveView, 'timeMs'>;
}

export interface ChangeOfSecurity<T> {
  readonly kind: SecurityChange;
  readonly origin: Origin;
  /** Makes the change, or throws a `Refusal` where nothing has changed. */
  readonly make: () => Promise<T>;
  /**
   * The account as it was, where its addresses were changed: those are told, whoever has the new
   * one.
   */
  readonly before?: (made: T) => UserRow;
}

/**
 * Sign-ins and changes of security. Owns the table of them, which the owner of the account reads.
 * Promises that every change holds withdrawals back for a day and is told to the owner, where the
 * change itself did not come from, with a link that freezes.
 */
export class SecurityLog {
  readonly #queries: Queries;
  readonly #holds: SecurityHolds;
  readonly #messenger: Messenger;
  readonly #freezeLinks: FreezeLinks;
  readonly #core: Core;
  readonly #nowMs: () => number;

  constructor(
    queries: Queries,
    {
      messenger,
      freezeLinks,
    }: { readonly messenger: Messenger; readonly freezeLinks: FreezeLinks },
    core: Core,
    nowMs: () => number = Date.now,
  ) {
    this.#queries = queries;
    this.#holds = new SecurityHolds(queries);
    this.#messenger = messenger;
    this.#freezeLinks = freezeLinks;
    this.#core = core;
    this.#nowMs = nowMs;
  }

  /** Writes down what happened. */
  async record(user: number, kind: SecurityEvent, { address, device }: Origin): Promise<void> {
    const at = new Date(this.#nowMs());
    await this.#queries.transaction().execute(async (transaction) => {
      const isNew = kind === 'login' && (await isElsewhere(transaction, user, { address, device }));
      const { id } = await transaction
        .insertInto('security_events')
        .values({ user_id: BigInt(user), kind, address, device, created_at: at })
        .returning('id')
        .executeTakeFirstOrThrow();
      const told = isNew ? 'login_new_device' : TOLD_EVENTS.find((event) => event === kind);
      // Who tries codes may try many: they are told of once an hour.
      const hourly = HOURLY[kind];
      const cause =
        hourly === undefined ? `security-${id}` : `${hourly}-${Math.floor(at.getTime() / HOUR_MS)}`;
      if (told !== undefined)
        await notify(transaction, [{ user, kind: told, cause, facts: { device, address }, at }]);
    });
  }

  /**
   * Writes down what happened after the call has been answered: for what is written only where
   * there is an account, so that the time of the answer does not say whether there is one. A stop
   * of the server in that moment loses it.
   */
  recordLater(user: number, kind: SecurityEvent, origin: Origin): void {
    const timer = setTimeout(
      () => void this.record(user, kind, origin).catch(() => undefined),
      randomInt(LATER_MS.least, LATER_MS.most),
    );
    timer.unref();
  }

  /**
   * Makes a change of security: holds withdrawals back, makes it, writes it down, tells the owner.
   * One that is refused leaves nothing behind.
   */
  async change<T>(user: number, { kind, origin, make, before }: ChangeOfSecurity<T>): Promise<T> {
    const leastMs = this.#core.live.timeMs + WITHDRAWAL_HOLD_HOURS * HOUR_MS;
    const { made, untilMs } = await this.#holds.whileHeld(user, leastMs, make);
    // The core at once: what was asked for before stays in too, and only the core sees each way
    // out. A core that does not answer keeps no owner from being told, and the next start tells it.
    const held = holdBackInCore(this.#core.engine, user, untilMs);
    const row = await this.#queries
      .selectFrom('users')
      .selectAll()
      .where('id', '=', BigInt(user))
      .executeTakeFirstOrThrow();
    const told = this.record(user, kind, origin).then(() =>
      this.#tell(row, kind, origin, before?.(made)),
    );
    await Promise.all([held, told]);
    return made;
  }

  async #tell(
    row: UserRow,
    kind: SecurityChange,
    origin: Origin,
    before: UserRow | undefined,
  ): Promise<void> {
    const nowMs = this.#nowMs();
    const { subject, body, freeze } = SECURITY_NOTICES[resolveLanguage(row.language)];
    const said = body(kind, { time: shanghaiTime(nowMs), ...origin });
    const texts = async () => ({
      subject,
      body: `${said}\n\n${freeze}\n${await this.#freezeLinks.issue(Number(row.id))}`,
      code: '',
    });
    // All addresses: who made the change may read one of them. Each gets a link of its own. The
    // change is made: a provider of messages that fails does not take it back.
    const messages = await messagesTo(before ?? row, texts);
    await Promise.all(
      messages.map((message) => this.#messenger.send(message).catch(() => undefined)),
    );
  }

  /**
   * An account of payments was saved: writes it down and tells the owner as of a change of
   * security, with a link that freezes. Holds nothing back.
   */
  async accountSaved(user: number, origin: Origin): Promise<void> {
    await this.record(user, 'payment_account_saved', origin);
    const row = await this.#queries
      .selectFrom('users')
      .selectAll()
      .where('id', '=', BigInt(user))
      .executeTakeFirstOrThrow();
    const { subject, accountSaved, freeze } = SECURITY_NOTICES[resolveLanguage(row.language)];
    const said = accountSaved({ time: shanghaiTime(this.#nowMs()), ...origin });
    const messages = await messagesTo(row, async () => ({
      subject,
      body: `${said}\n\n${freeze}\n${await this.#freezeLinks.issue(user)}`,
      code: '',
    }));
    // It is saved: a provider of messages that fails does not take it back.
    await Promise.all(
      messages.map((message) => this.#messenger.send(message).catch(() => undefined)),
    );
  }
}

/** Whether the user has logged in before, but never from this device at this address. */
async function isElsewhere(
  queries: Queries,
  user: number,
  { address, device }: Origin,
): Promise<boolean> {
  const { rows } = await sql<{ is_known: boolean }>`
    select bool_or(device = ${device} and address = ${address}) as is_known
    from security_events where user_id = ${user} and kind in ('registered', 'login') having count(*) > 0`.execute(
    queries,
  );
  return rows[0]?.is_known === false;
}
