import { createPublicKey, hash } from 'node:crypto';
import { PUSH_RULES } from '@meridian/contract/inbox/push-rules';
import { sql, type Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { Session } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { SealedFields } from '../../sealed/sealed-fields.ts';
import { pushEndpoint } from './push-services.ts';
import type { PushTables } from './push-tables.ts';

const COORDINATE_BYTES = 32;

export type PushDevice = Pick<
  Selectable<PushTables['push_subscriptions']>,
  'id' | 'device' | 'service' | 'created_at' | 'told_at'
>;

/** A subscription as its browser describes it. */
export interface Subscribed {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

interface DevicesParts {
  readonly queries: Queries;
  readonly fields: SealedFields;
  /** Origin of a further push service, for tests and demos. */
  readonly pushService: string | undefined;
  readonly nowMs: () => number;
}

/** Whether the session that subscribed is not ended: idle ones are not. */
export const HAS_SESSION = sql<boolean>`exists (select from sessions
  where sessions.id = push_subscriptions.session and sessions.ended_at is null)`;

export const NO_SESSION = sql<boolean>`not ${HAS_SESSION}`;

/**
 * Owns the subscriptions of browsers. Promises that a customer has at most ten, that a browser
 * belongs to the customer who subscribed it last, that nothing counts once the session that
 * subscribed is ended, and that addresses and keys rest sealed.
 */
export class PushDevices {
  readonly #parts: DevicesParts;

  constructor(parts: DevicesParts) {
    this.#parts = parts;
  }

  /** Newest first. */
  of(user: number): Promise<PushDevice[]> {
    return this.#parts.queries
      .selectFrom('push_subscriptions')
      .select(['id', 'device', 'service', 'created_at', 'told_at'])
      .where('user_id', '=', BigInt(user))
      .where(HAS_SESSION)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute();
  }

  /** Refuses an address that is at no known push service, and a key that is none. */
  check({ endpoint, p256dh }: Subscribed): void {
    pushEndpoint(endpoint, this.#parts.pushService);
    if (!isKey(p256dh)) throw new Refusal('push_key_invalid', { field: 'p256dh' });
  }

  /** Whether the browser is a device of this customer. */
  async has(user: number, endpoint: string): Promise<boolean> {
    const id = idOf(endpoint);
    return (await this.of(user)).some((device) => device.id === id);
  }

  /** Makes the browser a device of this customer, and of nobody else. */
  async subscribe(
    { user, session }: Session,
    { endpoint, p256dh, auth }: Subscribed,
    device: string,
  ): Promise<void> {
    const { queries, fields, pushService, nowMs } = this.#parts;
    const { host: service } = pushEndpoint(endpoint, pushService);
    const [id, user_id, created_at] = [idOf(endpoint), BigInt(user), new Date(nowMs())];
    const sealed = fields.seal('push_subscriptions', user, { endpoint, p256dh, auth });
    await queries.transaction().execute(async (transaction) => {
      // Of one customer one after the other, so that the count holds.
      await transaction
        .selectFrom('users')
        .select('id')
        .where('id', '=', user_id)
        .forNoKeyUpdate()
        .execute();
      // Messages on their way to its last owner go with it.
      await transaction
        .deleteFrom('push_subscriptions')
        .where('id', '=', id)
        .where(sql<boolean>`(user_id <> ${user_id} or ${NO_SESSION})`)
        .execute();
      const row = { ...sealed, user_id, session, service, device, failures: 0 };
      await transaction
        .insertInto('push_subscriptions')
        .values({ id, ...row, created_at, told_at: null })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute();
      await sql`delete from push_subscriptions where user_id = ${user_id} and id not in (
        select id from push_subscriptions where user_id = ${user_id} and ${HAS_SESSION}
        order by created_at desc, id limit ${PUSH_RULES.most})`.execute(transaction);
    });
  }

  /** Refuses others' like unknown ones with `push_device_not_found`. */
  async unsubscribe(user: number, id: string): Promise<void> {
    const { numDeletedRows } = await this.#parts.queries
      .deleteFrom('push_subscriptions')
      .where('id', '=', id)
      .where('user_id', '=', BigInt(user))
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw new Refusal('push_device_not_found', { field: 'id' });
  }
}

function idOf(endpoint: string): string {
  return hash('sha256', endpoint, 'base64url');
}

/** Whether it is an uncompressed point of P-256. */
function isKey(p256dh: string): boolean {
  const bytes = Buffer.from(p256dh, 'base64url');
  if (bytes.length !== 1 + 2 * COORDINATE_BYTES || bytes[0] !== 4) return false;
  const coordinate = (at: number): string =>
    bytes
      .subarray(1 + at * COORDINATE_BYTES, 1 + (at + 1) * COORDINATE_BYTES)
      .toString('base64url');
  const key = { kty: 'EC', crv: 'P-256', x: coordinate(0), y: coordinate(1) };
  try {
    createPublicKey({ key, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}
