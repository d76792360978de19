import { randomBytes, randomUUID } from 'node:crypto';
import { WEBHOOK_RULES, type WebhookEvent } from '@meridian/contract/p2p/webhook-calls';
import type { UserId } from '@meridian/core/ids';
import type { Insertable, Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { SealedFields } from '../../sealed/sealed-fields.ts';
import type { LiveView } from '../live-view.ts';
import type { P2pWebhookTables } from './webhook-tables.ts';

const SECRET_BYTES = 32;

export type Delivery = Selectable<P2pWebhookTables['p2p_deliveries']>;

/** An endpoint with its secret. */
export interface Endpoint {
  readonly url: string;
  readonly secret: string;
  readonly isEnabled: boolean;
  readonly changedMs: number;
}

interface WebhooksParts {
  readonly queries: Queries;
  readonly fields: SealedFields;
  readonly live: LiveView;
  readonly now: () => number;
}

/**
 * Owns the endpoints of merchants, and the deliveries to them. Promises that an endpoint and its
 * secret rest sealed, and that events from before it was set, or from while it was off, are not
 * delivered.
 */
export class Webhooks {
  readonly #parts: WebhooksParts;

  constructor(parts: WebhooksParts) {
    this.#parts = parts;
  }

  isMerchant(user: UserId): boolean {
    return this.#parts.live.p2p.trader(user)?.isMerchant === true;
  }

  /** Refuses with `merchant_needed` a user who is no merchant. */
  requireMerchant(user: UserId): void {
    if (!this.isMerchant(user)) throw new Refusal('merchant_needed');
  }

  async of(user: UserId): Promise<Endpoint | undefined> {
    const { queries, fields } = this.#parts;
    const row = await queries
      .selectFrom('p2p_webhooks')
      .selectAll()
      .where('user_id', '=', BigInt(user))
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const { url, secret, is_enabled, changed_at } = fields.open('p2p_webhooks', user, row);
    return { url, secret, isEnabled: is_enabled, changedMs: changed_at.getTime() };
  }

  /**
   * Sets the endpoint, and switches it on. Waiting deliveries go to the new one. @returns its
   * secret
   */
  async save(user: UserId, url: string): Promise<string> {
    const { queries, fields, now } = this.#parts;
    const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;
    const sealed = fields.seal('p2p_webhooks', user, { url, secret });
    const changed = { ...sealed, is_enabled: true, changed_at: new Date(now()) };
    const from = await this.#now();
    const user_id = BigInt(user);
    await queries.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('p2p_webhooks')
        .set(changed)
        .where('user_id', '=', user_id)
        .where('is_enabled', '=', true)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows > 0n) return;
      const row = { ...changed, ...from };
      await transaction
        .insertInto('p2p_webhooks')
        .values({ user_id, ...row })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute();
    });
    return secret;
  }

  /** Switches it on or off. Refuses with `webhook_missing` where there is none. */
  async enable(user: UserId, isEnabled: boolean): Promise<void> {
    const from = await this.#now();
    const changed_at = new Date(this.#parts.now());
    await this.#parts.queries.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('p2p_webhooks')
        .set({ is_enabled: isEnabled, changed_at, ...(isEnabled ? from : {}) })
        .where('user_id', '=', BigInt(user))
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) throw new Refusal('webhook_missing');
      if (!isEnabled)
        await transaction
          .updateTable('p2p_deliveries')
          .set({ state: 'dropped' })
          .where('user_id', '=', BigInt(user))
          .where('state', '=', 'waiting')
          .execute();
    });
  }

  /** Lets a test be sent. Refuses with `webhook_missing` without an endpoint that is on. */
  async test(user: UserId): Promise<void> {
    await this.#requireOn(user);
    const cause = `test-${randomUUID()}`;
    const delivery = { user, deal: 0, cause, kind: 'test', facts: {} } as const;
    await addDelivery(this.#parts.queries, delivery, new Date(this.#parts.now()));
  }

  /** Sends a delivery again. Refuses others' like unknown ones with `delivery_not_found`. */
  async resend(user: UserId, id: number): Promise<void> {
    await this.#requireOn(user);
    const due_at = new Date(this.#parts.now());
    const { numUpdatedRows } = await this.#parts.queries
      .updateTable('p2p_deliveries')
      .set({ state: 'waiting', due_at })
      .where('id', '=', BigInt(id))
      .where('user_id', '=', BigInt(user))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new Refusal('delivery_not_found', { field: 'id' });
  }

  /** A page of the log, newest first. */
  deliveries(user: UserId, page: number): Promise<Delivery[]> {
    return this.#parts.queries
      .selectFrom('p2p_deliveries')
      .selectAll()
      .where('user_id', '=', BigInt(user))
      .orderBy('id', 'desc')
      .limit(WEBHOOK_RULES.rows)
      .offset((page - 1) * WEBHOOK_RULES.rows)
      .execute();
  }

  async #requireOn(user: UserId): Promise<void> {
    if ((await this.of(user))?.isEnabled !== true) throw new Refusal('webhook_missing');
  }

  /** The point from which on deals and messages are told: now. */
  async #now(): Promise<{ since: Date; told_ms: bigint; told_chat_row: bigint }> {
    const { queries, live } = this.#parts;
    const { last } = await queries
      .selectFrom('p2p_chat_rows')
      .select(({ fn }) => fn.max<bigint | null>('id').as('last'))
      .executeTakeFirstOrThrow();
    // A step of this millisecond came before.
    const told_ms = BigInt(Math.floor(live.timeMs)) + 1n;
    return { since: new Date(this.#parts.now()), told_ms, told_chat_row: last ?? 0n };
  }
}

/** An event that an endpoint is to be told. */
export interface NewDelivery {
  readonly user: UserId;
  readonly deal: number;
  /** Unique among those of a deal for this user: the same again is the same event. */
  readonly cause: string;
  readonly kind: WebhookEvent;
  readonly facts: Readonly<Record<string, string | number>>;
}

/** Adds a delivery, unless the event has one. */
export async function addDelivery(
  queries: Queries,
  { user, deal, cause, kind, facts }: NewDelivery,
  at: Date,
): Promise<void> {
  const event = randomUUID();
  const row: Insertable<P2pWebhookTables['p2p_deliveries']> = {
    event,
    user_id: BigInt(user),
    deal: BigInt(deal),
    cause,
    kind,
    body: JSON.stringify({ id: event, type: kind, deal, ...facts }),
    state: 'waiting',
    due_at: at,
    created_at: at,
  };
  await queries
    .insertInto('p2p_deliveries')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'deal', 'cause']).doNothing())
    .execute();
}
