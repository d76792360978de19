import { WEBHOOK_RULES } from '@meridian/contract/p2p/webhook-calls';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { Rounds, type Runner } from '../../rounds.ts';
import type { SealedFields } from '../../sealed/sealed-fields.ts';
import { Attempts } from '../../outgoing/attempts.ts';
import { notify } from '../inbox/notify.ts';
import type { LiveView } from '../live-view.ts';
import { collectEvents } from './webhook-events.ts';
import { isLoopbackAllowed } from './webhook-target.ts';
import { postEvent, type Attempt } from './webhook-post.ts';
import { Webhooks, type Delivery, type Endpoint } from './webhooks.ts';

const LOOK_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Attempts of one merchant at a time, so that a slow endpoint keeps nobody else waiting. */
const PER_MERCHANT = 2;
/** After the first failed attempt, the second and so on; the last one again and again. */
const BACKOFF_SECONDS = [5, 15, 60, 300, 900, 1_800, 3_600, 7_200, 14_400] as const;
/** Old deliveries that are erased at a time. */
const ERASED_AT_ONCE = 10_000;

interface WebhookDeliveriesParts {
  readonly queries: Queries;
  readonly fields: SealedFields;
  readonly live: LiveView;
  readonly warn: (text: string) => void;
  readonly now: () => number;
  readonly isDemo: boolean;
  readonly isDemoPublic: boolean;
}

/**
 * Tells merchants' endpoints of their deals. Owns the state of deliveries. Promises that each event
 * is sent at least once under the same id, those of a deal one after the other; that one endpoint
 * has two attempts at a time at most and keeps no other waiting; and that an event is given up
 * after a day, which its merchant is told.
 */
export class WebhookDeliveries implements Runner {
  readonly rounds: Rounds;
  readonly #parts: WebhookDeliveriesParts;
  readonly #webhooks: Webhooks;
  readonly #attempts: Attempts;
  #forgetMs = 0;
  #isStopped = false;

  constructor(parts: WebhookDeliveriesParts) {
    this.#parts = parts;
    this.#webhooks = new Webhooks(parts);
    this.#attempts = new Attempts((id, trouble) =>
      parts.warn(`delivery ${id} could not be noted: ${trouble}`),
    );
    this.rounds = new Rounds(() => this.#round(), {
      everyMs: LOOK_MS,
      onTrouble: (trouble) => parts.warn(`webhooks could not be told: ${trouble}`),
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
    const { queries, live, now } = this.#parts;
    const endpoints = await queries
      .selectFrom('p2p_webhooks')
      .select('user_id')
      .where('is_enabled', '=', true)
      .execute();
    for (const { user_id } of endpoints) {
      const user = Number(user_id);
      const isMerchant = this.#webhooks.isMerchant(user);
      await collectEvents(queries, live, { user, isMerchant }, new Date(now()));
      if (isMerchant) await this.#begin(user_id);
      else await this.#drop(user_id);
    }
    if (now() >= this.#forgetMs) await this.#forget();
  }

  /** Begins the due deliveries of a merchant, as far as attempts are free. */
  async #begin(user: bigint): Promise<void> {
    const free = PER_MERCHANT - this.#attempts.countOf(user);
    if (free <= 0 || this.#isStopped) return;
    const endpoint = await this.#webhooks.of(Number(user));
    if (endpoint === undefined) return;
    // The oldest event of each deal that waits: the next one comes after it. Tests have no deal.
    const { rows } = await sql<Delivery>`select * from (
        select distinct on (deal, case deal when 0 then id end) * from p2p_deliveries
        where user_id = ${user} and state = 'waiting'
        order by deal, case deal when 0 then id end, id) oldest
      where due_at <= ${new Date(this.#parts.now())} and not (id = any(${this.#attempts.deliveries()}::bigint[]))
      order by due_at, id limit ${free}`.execute(this.#parts.queries);
    for (const delivery of rows)
      this.#attempts.begin(delivery, () => this.#deliver(delivery, endpoint));
  }

  /** Drops the waiting deliveries of a user who is no merchant any more. */
  async #drop(user: bigint): Promise<void> {
    await this.#parts.queries
      .updateTable('p2p_deliveries')
      .set({ state: 'dropped' })
      .where('user_id', '=', user)
      .where('state', '=', 'waiting')
      .execute();
  }

  async #deliver(delivery: Delivery, { url, secret }: Endpoint): Promise<void> {
    const { event, body } = delivery;
    const message = { url, secret, event, body };
    const attempt = await postEvent(message, isLoopbackAllowed(this.#parts));
    await this.#note(delivery, attempt);
  }

  /** A crash before this repeats the attempt: the receiver knows the event by its id. */
  async #note(
    { id, user_id, attempts, created_at }: Delivery,
    { status, failure, durationMs }: Attempt,
  ): Promise<void> {
    const nowMs = this.#parts.now();
    const wait = (BACKOFF_SECONDS[attempts] ?? BACKOFF_SECONDS.at(-1) ?? 0) * 1_000;
    const isTold = status >= 200 && status < 300;
    const isOver = nowMs + wait > created_at.getTime() + WEBHOOK_RULES.retryHours * HOUR_MS;
    const state = isTold ? 'delivered' : isOver ? 'given_up' : 'waiting';
    await this.#parts.queries.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('p2p_deliveries')
        .set({
          state,
          attempts: attempts + 1,
          due_at: new Date(nowMs + wait),
          sent_at: new Date(nowMs),
          status,
          failure,
          duration_ms: durationMs,
        })
        .where('id', '=', id)
        // Its owner may have switched the webhook off meanwhile.
        .where('state', '=', 'waiting')
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n || state !== 'given_up') return;
      const day = new Date(nowMs).toISOString().slice(0, 10);
      const cause = `webhook-given-up-${day}`;
      const kind = 'p2p_webhook_given_up';
      await notify(transaction, [{ user: user_id, kind, cause, facts: {}, at: new Date(nowMs) }]);
    });
  }

  /** Erases deliveries that are over and older than the log goes back. */
  async #forget(): Promise<void> {
    const nowMs = this.#parts.now();
    this.#forgetMs = nowMs + HOUR_MS;
    const before = new Date(nowMs - WEBHOOK_RULES.days * DAY_MS);
    await sql`delete from p2p_deliveries where id in (select id from p2p_deliveries
      where state <> 'waiting' and created_at < ${before} order by created_at limit ${ERASED_AT_ONCE})`.execute(
      this.#parts.queries,
    );
  }
}
