import type { AlertDirection } from '@meridian/contract/alert/calls';
import { ALERT_RULES } from '@meridian/contract/alert/rules';
import type { MarketId, UserId } from '@meridian/core/ids';
import { sql, type Selectable, type Updateable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { LiveView } from '../live-view.ts';
import type { AlertTables } from './alert-tables.ts';

export type Alert = Selectable<AlertTables['price_alerts']>;

export interface NewAlert {
  readonly market: MarketId;
  readonly direction: AlertDirection;
  readonly priceTicks: number;
  readonly repeats: boolean;
  /** '' for none. */
  readonly note: string;
}

interface AlertParts {
  readonly queries: Queries;
  readonly live: LiveView;
  readonly now: () => number;
}

/**
 * The customers' price alerts. Owns the rows of `price_alerts` but for the columns that
 * `AlertWatch` owns. Promises that a customer has at most 50 that are on and 50 that are off, and
 * touches only their own: one of somebody else is refused like one that never was.
 */
export class Alerts {
  readonly #parts: AlertParts;

  constructor(parts: AlertParts) {
    this.#parts = parts;
  }

  /** All of a customer, newest first. */
  of(user: UserId): Promise<Alert[]> {
    return this.#parts.queries
      .selectFrom('price_alerts')
      .selectAll()
      .where('user_id', '=', BigInt(user))
      .orderBy('id', 'desc')
      .execute();
  }

  /** Refuses a price that the last price has reached, a second one of a price, and too many. */
  add(user: UserId, { market, direction, priceTicks, repeats, note }: NewAlert): Promise<number> {
    const { live, now } = this.#parts;
    return this.#alone(user, async (queries) => {
      if (this.#isReached(market, direction, priceTicks))
        throw new Refusal('alert_reached', { field: 'price' });
      await this.#refuseOneMore(queries, user, { market, direction, priceTicks });
      const { id } = await queries
        .insertInto('price_alerts')
        .values({
          user_id: BigInt(user),
          ...{ market, direction, repeats, note },
          price_ticks: BigInt(priceTicks),
          is_on: true,
          armed_trade: BigInt(live.alert.cut(market)),
          rest_until: null,
          created_at: new Date(now()),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await dropOldest(queries, [BigInt(user)]);
      return Number(id);
    });
  }

  /** One whose price is reached when it is switched on waits for the price to leave it first. */
  switch(user: UserId, id: number, isOn: boolean): Promise<void> {
    return this.#alone(user, async (queries) => {
      const alert = await this.#own(queries, user, id);
      if (alert.is_on === isOn) return;
      const { market, direction } = alert;
      const priceTicks = Number(alert.price_ticks);
      if (isOn) await this.#refuseOneMore(queries, user, { market, direction, priceTicks });
      const armed = this.#isReached(market, direction, priceTicks)
        ? null
        : BigInt(this.#parts.live.alert.cut(market));
      const changes: Updateable<AlertTables['price_alerts']> = isOn
        ? { is_on: true, armed_trade: armed, rest_until: null }
        : { is_on: false, armed_trade: null, rest_until: null };
      await queries.updateTable('price_alerts').set(changes).where('id', '=', alert.id).execute();
      if (!isOn) await dropOldest(queries, [BigInt(user)]);
    });
  }

  delete(user: UserId, id: number): Promise<void> {
    return this.#alone(user, async (queries) => {
      const alert = await this.#own(queries, user, id);
      await queries.deleteFrom('price_alerts').where('id', '=', alert.id).execute();
    });
  }

  /**
   * Changes of one customer happen one after the other, so that counts hold, none after the account
   * was closed, and none while alerts are compared: no trade between arming and commit is compared
   * without the alert.
   */
  #alone<Result>(user: UserId, change: (queries: Queries) => Promise<Result>): Promise<Result> {
    return this.#parts.queries.transaction().execute(async (queries) => {
      await queries.selectFrom('price_alert_position').select('trade').forShare().execute();
      const { closed_at } = await queries
        .selectFrom('users')
        .select('closed_at')
        .where('id', '=', BigInt(user))
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow();
      if (closed_at !== null) throw new Refusal('session_required');
      return change(queries);
    });
  }

  async #own(queries: Queries, user: UserId, id: number): Promise<Alert> {
    const alert = await queries
      .selectFrom('price_alerts')
      .selectAll()
      .where('id', '=', BigInt(id))
      .where('user_id', '=', BigInt(user))
      .forUpdate()
      .executeTakeFirst();
    if (alert === undefined) throw new Refusal('alert_not_found');
    return alert;
  }

  /** Before the first price nothing is reached. */
  #isReached(market: MarketId, direction: AlertDirection, priceTicks: number): boolean {
    const last = this.#parts.live.lastPrice(market);
    return last !== 0 && (direction === 'rises' ? last >= priceTicks : last <= priceTicks);
  }

  async #refuseOneMore(
    queries: Queries,
    user: UserId,
    { market, direction, priceTicks }: Pick<NewAlert, 'market' | 'direction' | 'priceTicks'>,
  ): Promise<void> {
    const on = await queries
      .selectFrom('price_alerts')
      .select(['market', 'direction', 'price_ticks'])
      .where('user_id', '=', BigInt(user))
      .where('is_on', '=', true)
      .execute();
    const isSame = (one: (typeof on)[number]): boolean =>
      one.market === market &&
      one.direction === direction &&
      one.price_ticks === BigInt(priceTicks);
    if (on.some(isSame)) throw new Refusal('alert_exists', { field: 'price' });
    if (on.length >= ALERT_RULES.most) throw new Refusal('alerts_too_many');
  }
}

/** Deletes the oldest of those alerts of some customers that are off and too many. */
export async function dropOldest(queries: Queries, users: readonly bigint[]): Promise<void> {
  await sql`
    delete from price_alerts where id in (
      select id from (
        select id, row_number() over (partition by user_id order by id desc) as place
        from price_alerts where user_id = any(${users}::bigint[]) and not is_on
      ) as off where place > ${ALERT_RULES.most})`.execute(queries);
}
