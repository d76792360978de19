import { randomInt } from 'node:crypto';
import { resolveLanguage } from '@meridian/contract/languages';
import { TOLD_EVENTS } from '@meridian/contract/inbox/calls';
import type { SecurityChange, SecurityEvent } from '@meridian/contract/security/calls';
import { WITHDRAWAL_HOLD_HOURS } from '@meridian/contract/security/withdrawal-hold';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Origin } from '../../gateway/access.ts';
import { textOf } from '../../texts.ts';
import type { LiveView } from '../live-view.ts';
import { notify } from '../inbox/notify.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import type { UserRow } from './accounts.ts';
import type { FreezeLinks } from './freeze-links.ts';
import { messagesTo, type Messenger } from './messenger.ts';
import { holdBackInCore } from './restraints.ts';
import { SecurityHolds } from './security-holds.ts';
import { accountSavedNotice, changeNotice, freezeOffer } from './security-notices.ts';

const HOUR_MS = 3_600_000;
/** Events whose owner gets one message an hour at most, with the word that names these messages. */
const HOURLY: Readonly<Partial<Record<SecurityEvent, string>>> = {
  second_factor_failed: 'second-factor-failed',
  step_up_failed: 'step-up-failed',
};
/** Delay of an entry by `recordLater`. */
const LATER_MS = { least: 50, most: 300 } as const;

interface Core {
  readonly engine: Pick<Engine, 'submit'>;
  /** Its time is the time base of the hold. */
  readonly live: Pick<LiveView, 'timeMs'>;
}

export interface ChangeOfSecurity<T> {
  readonly kind: SecurityChange;
  readonly origin: Origin;
  /** Makes the change, or throws a `Refusal` if nothing has changed. */
  readonly make: () => Promise<T>;
  /**
   * The account as it was, if its addresses changed: the notices go to the old ones, since a thief
   * may own the new one.
   */
  readonly before?: (made: T) => UserRow;
}

/**
 * Sign-ins and changes of security. Owns their table, which the owner of the account can read.
 * Promises that every change holds withdrawals back for a day and that the owner is notified, at
 * every address, with a link that freezes.
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

  /** Records an event. */
  async record(user: number, kind: SecurityEvent, { address, device }: Origin): Promise<void> {
    const at = new Date(this.#nowMs());
    await this.#queries.transaction().execute(async (transaction) => {
      const isNew = kind === 'login' && (await isElsewhere(transaction, user, { address, device }));
      const { id } = await transaction
        .insertInto('security_events')
        .values({ user_id: BigInt(user), kind, address, device, created_at: at })
        .returning('id')
        .executeTakeFirstOrThrow();
      const notified = isNew ? 'login_new_device' : TOLD_EVENTS.find((event) => event === kind);
      // An attacker may try many codes: the owner is notified once an hour.
      const hourly = HOURLY[kind];
      const cause =
        hourly === undefined ? `security-${id}` : `${hourly}-${Math.floor(at.getTime() / HOUR_MS)}`;
      if (notified !== undefined)
        await notify(transaction, [
          { user, kind: notified, cause, facts: { device, address }, at },
        ]);
    });
  }

  /**
   * Records an event after the call has been answered: for events that exist only if there is an
   * account, so that the time of the answer does not reveal whether there is one. A stop of the
   * server in that moment loses the event.
   */
  recordLater(user: number, kind: SecurityEvent, origin: Origin): void {
    const timer = setTimeout(
      () => void this.record(user, kind, origin).catch(() => undefined),
      randomInt(LATER_MS.least, LATER_MS.most),
    );
    timer.unref();
  }

  /**
   * Makes a change of security: holds withdrawals back, makes it, records it, notifies the owner. A
   * refused one leaves no trace.
   */
  async change<T>(user: number, { kind, origin, make, before }: ChangeOfSecurity<T>): Promise<T> {
    const leastMs = this.#core.live.timeMs + WITHDRAWAL_HOLD_HOURS * HOUR_MS;
    const { made, untilMs } = await this.#holds.whileHeld(user, leastMs, make);
    // Tells the core at once: earlier requests are held back too, and only the core sees every way
    // out. If the core does not answer, the owner is still notified, and the next start tells the
    // core.
    const held = holdBackInCore(this.#core.engine, user, untilMs);
    const row = await this.#queries
      .selectFrom('users')
      .selectAll()
      .where('id', '=', BigInt(user))
      .executeTakeFirstOrThrow();
    const recorded = this.record(user, kind, origin).then(() =>
      this.#tell(row, kind, origin, before?.(made)),
    );
    await Promise.all([held, recorded]);
    return made;
  }

  async #tell(
    row: UserRow,
    kind: SecurityChange,
    origin: Origin,
    before: UserRow | undefined,
  ): Promise<void> {
    const nowMs = this.#nowMs();
    const language = resolveLanguage(row.language);
    const sentence = changeNotice(language, kind, { time: shanghaiTime(nowMs), ...origin });
    const texts = async () => ({
      subject: textOf(language, 'mail.security.subject'),
      body: `${sentence}\n\n${freezeOffer(language, await this.#freezeLinks.issue(Number(row.id)))}`,
      code: '',
    });
    // All addresses: the author of the change may read one of them. Each gets a link of its own. A
    // failed message does not undo the change.
    const messages = await messagesTo(before ?? row, texts);
    await Promise.all(
      messages.map((message) => this.#messenger.send(message).catch(() => undefined)),
    );
  }

  /**
   * Records a newly saved account of payments and notifies the owner as after a change of security,
   * with a link that freezes. Holds nothing back.
   */
  async accountSaved(user: number, origin: Origin): Promise<void> {
    await this.record(user, 'payment_account_saved', origin);
    const row = await this.#queries
      .selectFrom('users')
      .selectAll()
      .where('id', '=', BigInt(user))
      .executeTakeFirstOrThrow();
    const language = resolveLanguage(row.language);
    const sentence = accountSavedNotice(language, {
      time: shanghaiTime(this.#nowMs()),
      ...origin,
    });
    const messages = await messagesTo(row, async () => ({
      subject: textOf(language, 'mail.security.subject'),
      body: `${sentence}\n\n${freezeOffer(language, await this.#freezeLinks.issue(user))}`,
      code: '',
    }));
    // A failed message does not undo the change.
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
