import { encryptNotification, vapidHeaders } from '@block65/webcrypto-web-push';
import { resolveLanguage } from '@meridian/contract/languages';
import { sql, type Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { Attempts } from '../../outgoing/attempts.ts';
import { postOnce, type Posted } from '../../outgoing/post.ts';
import { Rounds, type Runner } from '../../rounds.ts';
import type { SealedFields } from '../../sealed/sealed-fields.ts';
import type { LiveView } from '../live-view.ts';
import { keepChannel } from './message-channels.ts';
import { HAS_SESSION, NO_SESSION } from './push-devices.ts';
import type { PushKeys } from './push-keys.ts';
import { pushExpiry, pushPayload, pushUrgency } from './push-payload.ts';
import { pushEndpoint } from './push-services.ts';
import type { PushTables } from './push-tables.ts';
import { withReasons } from './queries.ts';

const LOOK_MS = 500;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Attempts under way, of all customers and of one: a slow service keeps few others waiting. */
const MOST_UNDER_WAY = 16;
const MOST_OF_USER = 2;
/** Deliveries that are looked at, to find some of other customers. */
const LOOKED_AT = 200;
/** After the first attempt, the second and so on. There is one more attempt than these. */
const BACKOFF_SECONDS = [30, 120, 600] as const;
const MOST_ATTEMPTS = BACKOFF_SECONDS.length + 1;
/** A service that asks for a longer wait is asked again after this. */
const LONGEST_WAIT_MS = 60 * MINUTE_MS;
/** Deliveries that fail one after the other, until a subscription is given up. */
const MOST_FAILURES = 20;
/** Answers that say that the subscription is no more. */
const GONE: ReadonlySet<number> = new Set([404, 410]);

type Delivery = Selectable<PushTables['push_deliveries']>;

interface PushDeliveriesParts {
  readonly queries: Queries;
  readonly live: LiveView;
  readonly fields: SealedFields;
  readonly keys: PushKeys;
  readonly sockets: {
    /** Whether a page of the user is open, or was half a minute ago. */
    isWatched(user: number): boolean;
  };
  /** Origin of a further push service, for tests and demos. */
  readonly pushService: string | undefined;
  /** An address that push services find us at, https or mailto. */
  readonly pushContact: string;
  readonly warn: (text: string) => void;
  readonly nowMs?: (() => number) | undefined;
}

/**
 * Sends queued messages to devices. Owns the state of deliveries. Promises that each is sent at
 * least once while it is news, with few attempts (one is counted before it is made, so that crashes
 * repeat it no more often), that it tells no customer who has a page open, has read the message or
 * is logged out, and that a slow push service keeps no mail, page or other customer waiting.
 */
export class PushDeliveries implements Runner {
  readonly rounds: Rounds;
  readonly #parts: PushDeliveriesParts;
  readonly #nowMs: () => number;
  readonly #attempts: Attempts;
  #forgetMs = 0;
  #isStopped = false;

  constructor(parts: PushDeliveriesParts) {
    this.#parts = parts;
    this.#nowMs = parts.nowMs ?? Date.now;
    this.#attempts = new Attempts((id, trouble) =>
      parts.warn(`delivery ${id} to a device failed: ${trouble}`),
    );
    this.rounds = new Rounds(() => this.#round(), {
      everyMs: LOOK_MS,
      onTrouble: (trouble) => parts.warn(`devices could not be told: ${trouble}`),
    });
  }

  start(): void {
    this.rounds.start();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.rounds.stop();
    await this.idle();
  }

  /** Settles after the attempts under way. */
  idle(): Promise<void> {
    return this.#attempts.idle();
  }

  async #round(): Promise<void> {
    if (this.#nowMs() >= this.#forgetMs) await this.#forget();
    for (const delivery of await this.#claim())
      this.#attempts.begin(delivery, () => this.#deliver(delivery));
  }

  /** Takes deliveries that are due, as far as attempts are free, and counts the attempts. */
  async #claim(): Promise<Delivery[]> {
    const { queries } = this.#parts;
    const free = MOST_UNDER_WAY - this.#attempts.size;
    if (free <= 0 || this.#isStopped) return [];
    const now = this.#nowMs();
    const due = await queries
      .selectFrom('push_deliveries')
      .selectAll()
      .where('sent_at', 'is', null)
      .where('due_at', '<=', new Date(now))
      .where('attempts', '<', MOST_ATTEMPTS)
      .where(sql<boolean>`not (id = any(${this.#attempts.deliveries()}::bigint[]))`)
      .orderBy('due_at')
      .orderBy('id')
      .limit(LOOKED_AT)
      .execute();
    const busy = new Map<bigint, number>();
    const taken = due
      .filter(({ user_id }) => {
        const count = (busy.get(user_id) ?? this.#attempts.countOf(user_id)) + 1;
        busy.set(user_id, count);
        return count <= MOST_OF_USER;
      })
      .slice(0, free);
    for (const [attempts, same] of Map.groupBy(taken, (delivery) => delivery.attempts)) {
      const wait = (BACKOFF_SECONDS[attempts] ?? 0) * 1_000;
      await queries
        .updateTable('push_deliveries')
        .set({ attempts: attempts + 1, due_at: new Date(now + wait) })
        .where(
          'id',
          'in',
          same.map(({ id }) => id),
        )
        .execute();
    }
    return taken.map((delivery) => ({ ...delivery, attempts: delivery.attempts + 1 }));
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { queries, live, sockets, fields, pushService } = this.#parts;
    const row = await this.#notification(delivery);
    const subscription = await this.#subscription(delivery);
    const isOver =
      row === undefined ||
      subscription === undefined ||
      row.read_at !== null ||
      pushExpiry(row.kind, row.created_at) <= this.#nowMs() ||
      sockets.isWatched(Number(delivery.user_id));
    if (isOver) return this.#drop(delivery);
    const [worded = row] = await withReasons(queries, [row]);
    const language = resolveLanguage(subscription.language);
    const payload = pushPayload(live, worded, language, delivery.message_count);
    const opened = fields.open('push_subscriptions', delivery.user_id, subscription);
    const url = pushEndpoint(opened.endpoint, pushService);
    const seconds = Math.ceil((pushExpiry(row.kind, row.created_at) - this.#nowMs()) / 1_000);
    const posted = await postOnce(
      {
        url,
        headers: {
          ...(await this.#authorization(opened)),
          ttl: String(seconds),
          urgency: pushUrgency(row.kind),
          // One that waits at the service is replaced by its repetition.
          topic: `m${row.id}`,
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
        },
        body: await encryptNotification(
          asSubscription(opened),
          Buffer.from(JSON.stringify(payload)),
        ),
      },
      url.origin === pushService,
    );
    await this.#note(delivery, posted, url.host);
    if (isTaken(posted)) await keepChannel(queries, [row], 'push', new Date(this.#nowMs()));
  }

  #notification({ notification, user_id }: Delivery) {
    return this.#parts.queries
      .selectFrom('notifications')
      .selectAll()
      .where('id', '=', notification)
      .where('user_id', '=', user_id)
      .executeTakeFirst();
  }

  #subscription({ subscription, user_id }: Delivery) {
    return this.#parts.queries
      .selectFrom('push_subscriptions')
      .innerJoin('users', 'users.id', 'push_subscriptions.user_id')
      .select(['endpoint', 'p256dh', 'auth', 'users.language'])
      .where('push_subscriptions.id', '=', subscription)
      .where('push_subscriptions.user_id', '=', user_id)
      .where(HAS_SESSION)
      .executeTakeFirst();
  }

  /** Headers that name the sender to the push service. They sign its origin as one of TLS. */
  async #authorization(opened: Keyed): Promise<Record<string, string>> {
    const endpoint = opened.endpoint.replace(/^http:/, 'https:');
    const keys = await this.#parts.keys.open();
    const vapid = { subject: this.#parts.pushContact, ...keys };
    return (await vapidHeaders(asSubscription({ ...opened, endpoint }), vapid)).headers;
  }

  async #note(delivery: Delivery, posted: Posted, host: string): Promise<void> {
    const { queries, warn } = this.#parts;
    const now = this.#nowMs();
    const { status, failure, retryAfterSeconds } = posted;
    if (GONE.has(status)) {
      await this.#forgetDevice(delivery.subscription);
      return;
    }
    if (isTaken(posted)) {
      await queries
        .updateTable('push_deliveries')
        .set({ sent_at: new Date(now) })
        .where('id', '=', delivery.id)
        .execute();
      await queries
        .updateTable('push_subscriptions')
        .set({ told_at: new Date(now), failures: 0 })
        .where('id', '=', delivery.subscription)
        .execute();
      return;
    }
    if (isPassing(status) && delivery.attempts < MOST_ATTEMPTS) {
      const due_at = new Date(now + Math.min(retryAfterSeconds * 1_000, LONGEST_WAIT_MS));
      await queries
        .updateTable('push_deliveries')
        .set({ due_at })
        .where('id', '=', delivery.id)
        .where('due_at', '<', due_at)
        .execute();
      return;
    }
    warn(`a device is not told by ${host}: ${failure === '' ? status : failure}`);
    await this.#drop(delivery);
    const { failures } = await queries
      .updateTable('push_subscriptions')
      .set(({ eb }) => ({ failures: eb('failures', '+', 1) }))
      .where('id', '=', delivery.subscription)
      .returning('failures')
      .executeTakeFirstOrThrow();
    if (failures >= MOST_FAILURES) await this.#forgetDevice(delivery.subscription);
  }

  async #drop({ id }: Delivery): Promise<void> {
    await this.#parts.queries.deleteFrom('push_deliveries').where('id', '=', id).execute();
  }

  async #forgetDevice(id: string): Promise<void> {
    await this.#parts.queries.deleteFrom('push_subscriptions').where('id', '=', id).execute();
  }

  /** Erases devices whose session is ended, and deliveries that nothing counts any more. */
  async #forget(): Promise<void> {
    const { queries } = this.#parts;
    const nowMs = this.#nowMs();
    this.#forgetMs = nowMs + MINUTE_MS;
    await queries.deleteFrom('push_subscriptions').where(NO_SESSION).execute();
    await queries
      .deleteFrom('push_deliveries')
      .where('created_at', '<', new Date(nowMs - DAY_MS))
      .execute();
  }
}

interface Keyed {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

function asSubscription({ endpoint, p256dh, auth }: Keyed) {
  return { endpoint, expirationTime: null, keys: { p256dh, auth } };
}

function isTaken({ status }: Posted): boolean {
  return status >= 200 && status < 300;
}

/** Whether a later attempt may have another answer. */
function isPassing(status: number): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500;
}
