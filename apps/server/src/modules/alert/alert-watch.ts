import { ALERT_RULES } from '@meridian/contract/alert/rules';
import { sql, type Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { Rounds } from '../../rounds.ts';
import { notify } from '../inbox/notify.ts';
import type { LiveView } from '../live-view.ts';
import type { AlertTables } from './alert-tables.ts';
import { dropOldest } from './alerts.ts';
import type { TradeRange } from './live.ts';

const LOOK_MS = 500;
const MINUTE_MS = 60_000;
/** A start reads the trades since the noted one: more of them where it is noted seldom. */
const NOTE_MS = 30_000;
/** Messages of one statement, which has a bounded number of parameters. */
const AT_ONCE = 1_000;

type Met = Pick<
  Selectable<AlertTables['price_alerts']>,
  'id' | 'user_id' | 'market' | 'direction' | 'price_ticks' | 'note' | 'met_count'
>;

interface WatchParts {
  readonly queries: Queries;
  readonly live: LiveView;
  readonly warn: (text: string) => void;
  /** Wall clock, milliseconds UTC. */
  readonly now: () => number;
}

/**
 * Compares last prices with the customers' price alerts, and tells of those that are met.
 *
 * Owns `armed_trade`, `rest_until` and the times met of `price_alerts`. Promises that a trade at or
 * beyond the price of an armed alert meets it, also one between two rounds or before a restart, and
 * that it is told once: an alert is disarmed and its message is written in one transaction.
 */
export class AlertWatch {
  readonly rounds: Rounds;
  readonly #parts: WatchParts;
  #hasCaughtUp = false;
  /** The last price of each market at the end of the round before. */
  #before: readonly TradeRange[] = [];
  #notedMs = Number.NEGATIVE_INFINITY;

  constructor(parts: WatchParts) {
    this.#parts = parts;
    this.rounds = new Rounds(() => this.#round(), {
      everyMs: LOOK_MS,
      onTrouble: (trouble) => parts.warn(`price alerts could not be looked at: ${trouble}`),
    });
  }

  async #round(): Promise<void> {
    const { live, queries, now } = this.#parts;
    const compared = await queries.transaction().execute(async (transaction) => {
      // Alerts that were armed before the ranges are taken are committed then, see `Alerts`.
      const { trade: noted } = await transaction
        .selectFrom('price_alert_position')
        .select('trade')
        .forUpdate()
        .executeTakeFirstOrThrow();
      // Both at once: a trade after this line is in a later range, and after the noted one.
      const ranges = live.alert.take();
      const newest = live.alert.newestTrade;
      const lasts = this.#lastPrices(newest);
      // A price that stood on the other side when the rest ended: the next trade may already meet.
      if (this.#before.length > 0) await this.#arm(transaction, this.#before);
      if (!this.#hasCaughtUp) await this.#tell(transaction, await this.#missed(transaction, noted));
      if (ranges.length > 0) {
        await this.#tell(transaction, await this.#met(transaction, ranges));
        await this.#arm(transaction, ranges);
      }
      const isDue = now() >= this.#notedMs + NOTE_MS;
      if (isDue || !this.#hasCaughtUp) await this.#note(transaction, newest);
      return { ranges: ranges.length, lasts };
    });
    this.#hasCaughtUp = true;
    this.#before = compared.lasts;
    live.alert.forget(compared.ranges);
  }

  /** Alerts that trades met which an earlier run of the server did not compare. Disarms them. */
  async #missed(transaction: Queries, noted: bigint): Promise<Met[]> {
    const { rows } = await sql<Met>`
      with ranges as (
        select market, min(price_ticks) as low, max(price_ticks) as high
        from fills where role = 'taker' and trade > ${noted}
          and market in (select distinct market from price_alerts where is_on)
        group by market
      )
      update price_alerts alert set ${this.#disarmed()}
      from ranges
      where alert.is_on and alert.market = ranges.market and alert.armed_trade is not null
        and (alert.direction = 'rises' and ranges.high >= alert.price_ticks
          or alert.direction = 'falls' and ranges.low <= alert.price_ticks)
        and exists (select from fills where role = 'taker' and fills.market = alert.market
          and trade > greatest(${noted}, alert.armed_trade)
          and (alert.direction = 'rises' and fills.price_ticks >= alert.price_ticks
            or alert.direction = 'falls' and fills.price_ticks <= alert.price_ticks))
      returning ${RETURNED}`.execute(transaction);
    return rows;
  }

  /** Alerts that are met by trades after they were armed. Disarms them. */
  async #met(transaction: Queries, ranges: readonly TradeRange[]): Promise<Met[]> {
    const { rows } = await sql<Met>`
      update price_alerts alert set ${this.#disarmed()}
      from ${rowsOf(ranges)}
      where alert.is_on and alert.market = ranges.market and alert.armed_trade < ranges.first
        and (alert.direction = 'rises' and ranges.high >= alert.price_ticks
          or alert.direction = 'falls' and ranges.low <= alert.price_ticks)
      returning ${RETURNED}`.execute(transaction);
    return rows;
  }

  #disarmed() {
    const now = new Date(this.#parts.now());
    const rested = new Date(now.getTime() + ALERT_RULES.restMinutes * MINUTE_MS);
    return sql`is_on = alert.repeats, armed_trade = null, rest_until = ${rested}::timestamptz,
      met_at = ${now}::timestamptz, met_count = alert.met_count + 1`;
  }

  /** Arms those that have rested, once the price is on the other side: it has to come again. */
  async #arm(transaction: Queries, ranges: readonly TradeRange[]): Promise<void> {
    const newest = [...new Map(ranges.map((range) => [range.market, range])).values()];
    const now = new Date(this.#parts.now());
    await sql`
      update price_alerts alert set armed_trade = ranges.newest
      from ${rowsOf(newest)}
      where alert.is_on and alert.market = ranges.market and alert.armed_trade is null
        and (alert.rest_until is null or alert.rest_until <= ${now}::timestamptz)
        and (alert.direction = 'rises' and ranges.close < alert.price_ticks
          or alert.direction = 'falls' and ranges.close > alert.price_ticks)`.execute(transaction);
  }

  /** The last price of each market as a range that ended with the newest trade. */
  #lastPrices(newest: number): TradeRange[] {
    const { live } = this.#parts;
    return live.markets().flatMap(({ id: market }) => {
      const last = live.lastPrice(market);
      if (last === 0) return [];
      return { market, first: newest, newest, low: last, high: last, close: last };
    });
  }

  async #tell(transaction: Queries, met: readonly Met[]): Promise<void> {
    const at = new Date(this.#parts.now());
    const messages = met.map(
      ({ id, user_id, market, direction, price_ticks, note, met_count }) => ({
        user: user_id,
        kind: direction === 'rises' ? ('alert_rose' as const) : ('alert_fell' as const),
        cause: `alert-${id}-met-${met_count}`,
        facts: { market, price: Number(price_ticks), ...(note === '' ? {} : { note }) },
        at,
      }),
    );
    for (let from = 0; from < messages.length; from += AT_ONCE)
      await notify(transaction, messages.slice(from, from + AT_ONCE));
    await dropOldest(transaction, [...new Set(met.map(({ user_id }) => user_id))]);
  }

  async #note(transaction: Queries, newest: number): Promise<void> {
    await transaction
      .updateTable('price_alert_position')
      .set({ trade: BigInt(newest) })
      .execute();
    this.#notedMs = this.#parts.now();
  }
}

const RETURNED = sql`alert.id, alert.user_id, alert.market, alert.direction, alert.price_ticks,
  alert.note, alert.met_count`;

function rowsOf(ranges: readonly TradeRange[]) {
  const column = (name: keyof TradeRange) => ranges.map((range) => String(range[name]));
  return sql`unnest(${column('market')}::integer[], ${column('first')}::bigint[],
    ${column('newest')}::bigint[], ${column('low')}::bigint[], ${column('high')}::bigint[],
    ${column('close')}::bigint[]) as ranges (market, first, newest, low, high, close)`;
}
