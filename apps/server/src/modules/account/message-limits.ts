import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { Session } from '../../gateway/handler.ts';
import { coarseNetworkOf } from '../../gateway/client-addresses.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { Secrets } from '../../secrets.ts';
import { readSettings } from '../../site-settings.ts';
import type { AccountName } from './account-name.ts';
import { AREA_CODES } from './countries.ts';

/** A requested message. */
export interface Asked {
  readonly name: AccountName;
  /** Network address of the requester. */
  readonly address: string;
  readonly session?: Session | undefined;
  /** Id of a browser that has opened the account of this name before. */
  readonly device?: string | undefined;
  /** Whether the account of the session already has this name. */
  readonly isOwn?: boolean;
}

interface Cap {
  readonly key: Buffer;
  readonly most: number;
  readonly forMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const PRUNE_MS = 10 * MINUTE_MS;

/**
 * Limits of the messages that strangers, or requests for codes, can cause. Windows begin with their
 * first message.
 */
export const MESSAGE_CAPS = {
  /** To one receiver, for all purposes. */
  receiverMinute: 2,
  /**
   * To one receiver in a day: by all strangers together, and by each network of them; separately by
   * a known browser, and by each customer.
   */
  receiverDay: 10,
  receiverDayOfNetwork: 5,
  /** By one customer, to any receivers. */
  customerDay: 20,
  /** By one network (an IPv4 /24, an IPv6 /48) in a day. */
  networkTexts: 50,
  networkMails: 200,
  /** Texts to the numbers of one calling code. */
  prefixHour: 200,
  prefixDay: 1_000,
  /** Changes of security of one account in a day: a mail goes out for each. */
  changes: 30,
} as const;

/**
 * Bounds the bill for messages, and the noise in a stranger's mailbox. Owns its table, which all
 * processes share and restarts keep. Promises to count before a message leaves, in one statement; a
 * refused one counts nothing. It does not ask whether there is an account, so its refusals reveal
 * nothing of that. Notices of security pass by it: no stranger can use up an owner's notices.
 */
export class MessageLimits {
  readonly #queries: Queries;
  readonly #secrets: Secrets;
  readonly #isOn: boolean;
  readonly #nowMs: () => number;
  #prunedMs = 0;

  /** @param isOn false: nothing is counted (RATE_LIMITS=off) */
  constructor(
    queries: Queries,
    secrets: Secrets,
    { isOn, nowMs = Date.now }: { isOn: boolean; nowMs?: () => number },
  ) {
    this.#queries = queries;
    this.#secrets = secrets;
    this.#isOn = isOn;
    this.#nowMs = nowMs;
  }

  /** Refuses a text to a country that is not served with `sms_area_refused`. */
  async checkArea({ kind, countryCode }: AccountName): Promise<void> {
    if (kind === 'email') return;
    const { sms_area_codes } = await readSettings(this.#queries);
    const allowed = sms_area_codes === '' ? AREA_CODES : new Set(sms_area_codes.split(','));
    if (!allowed.has(countryCode)) throw new Refusal('sms_area_refused', { field: 'user_string' });
  }

  /**
   * Counts a message in the transaction that makes its code. Refuses with `message_limit`, upon
   * which the transaction must not be committed.
   */
  async take(transaction: Queries, asked: Asked): Promise<void> {
    if (!this.#isOn) return;
    const { sms_daily_limit } = await readSettings(transaction);
    await this.#prune();
    await this.#count(transaction, this.#capsOf(asked, Number(sms_daily_limit)));
  }

  /** Counts a change of security by a logged-in user. Refuses with `message_limit`. */
  async takeChange(user: number): Promise<void> {
    if (this.#isOn)
      await this.#count(this.#queries, [
        this.#cap(MESSAGE_CAPS.changes, DAY_MS, 'changes', String(user)),
      ]);
  }

  #capsOf(
    { name: { kind, account, countryCode }, address, session, device, isOwn = false }: Asked,
    textsOfDay: number,
  ): Cap[] {
    const network = coarseNetworkOf(address);
    const isText = kind === 'mobile';
    const minute = this.#cap(MESSAGE_CAPS.receiverMinute, MINUTE_MS, 'minute', account);
    const receivers = this.#receiverCaps(account, network, { session, device });
    // Requests of strangers of a network or a country must not keep owners from their own coins.
    if (isOwn)
      return [
        minute,
        ...receivers,
        ...(isText ? [this.#cap(textsOfDay, DAY_MS, 'all texts')] : []),
      ];
    const caps = [
      minute,
      this.#cap(
        isText ? MESSAGE_CAPS.networkTexts : MESSAGE_CAPS.networkMails,
        DAY_MS,
        'network',
        kind,
        network,
      ),
      ...receivers,
    ];
    if (!isText) return caps;
    return [
      ...caps,
      this.#cap(MESSAGE_CAPS.prefixHour, HOUR_MS, 'prefix hour', countryCode),
      this.#cap(MESSAGE_CAPS.prefixDay, DAY_MS, 'prefix day', countryCode),
      this.#cap(textsOfDay, DAY_MS, 'all texts'),
    ];
  }

  /**
   * Strangers share the limit of a receiver; known devices and customers have a share of their own.
   */
  #receiverCaps(
    account: string,
    network: string,
    { session, device }: Pick<Asked, 'session' | 'device'>,
  ): Cap[] {
    const { receiverDay, receiverDayOfNetwork, customerDay } = MESSAGE_CAPS;
    if (session !== undefined) {
      const user = String(session.user);
      return [
        this.#cap(receiverDay, DAY_MS, 'customer to', user, account),
        this.#cap(customerDay, DAY_MS, 'customer', user),
      ];
    }
    if (device !== undefined) return [this.#cap(receiverDay, DAY_MS, 'device', account, device)];
    return [
      this.#cap(receiverDay, DAY_MS, 'strangers', account),
      this.#cap(receiverDayOfNetwork, DAY_MS, 'network to', network, account),
    ];
  }

  /** One statement counts all limits that are not used up; it is rolled back if one is. */
  async #count(queries: Queries, caps: readonly Cap[]): Promise<void> {
    const now = new Date(this.#nowMs());
    // In one order, so that two counting transactions do not wait for each other.
    const sorted = [...caps].sort((one, other) => one.key.compare(other.key));
    const most = sql`case message_counts.key ${sql.join(
      sorted.map(({ key, most }) => sql`when ${key}::bytea then ${most}::int`),
      sql` `,
    )} end`;
    const hasEnded = sql<boolean>`message_counts.ends_at <= ${now}::timestamptz`;
    const counted = await queries
      .insertInto('message_counts')
      .values(
        sorted.map(({ key, forMs }) => ({
          key,
          sent: 1,
          ends_at: new Date(now.getTime() + forMs),
        })),
      )
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({
            sent: sql<number>`case when ${hasEnded} then 1 else message_counts.sent + 1 end`,
            ends_at: sql<Date>`case when ${hasEnded} then excluded.ends_at else message_counts.ends_at end`,
          })
          .where(sql<boolean>`${hasEnded} or message_counts.sent < ${most}`),
      )
      .returning('key')
      .execute();
    if (counted.length < sorted.length) throw new Refusal('message_limit');
  }

  async #prune(): Promise<void> {
    const nowMs = this.#nowMs();
    if (nowMs - this.#prunedMs < PRUNE_MS) return;
    this.#prunedMs = nowMs;
    await this.#queries
      .deleteFrom('message_counts')
      .where('ends_at', '<=', new Date(nowMs))
      .execute();
  }

  #cap(most: number, forMs: number, ...parts: readonly string[]): Cap {
    return { key: this.#secrets.mac('message counts', JSON.stringify(parts)), most, forMs };
  }
}
