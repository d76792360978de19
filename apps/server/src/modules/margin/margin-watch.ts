import type { CurrencyId, UserId } from '@meridian/core/ids';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { LiveView } from '../live-view.ts';
import { isPlayMarket } from '../market/play-money.ts';
import { Rounds } from '../../rounds.ts';
import type { LivePosition } from './live-position.ts';
import { ownRatioBps, type Standing } from './standing.ts';
import { notify } from '../inbox/notify.ts';

const LOOK_MS = 1_000;
const PERCENT = 100n;
/** In place of a position: the cross margin of an account. */
const CROSS = 0;

/** 0: no message, 1: `margin_warning`, 2: `margin_call`. */
export type Level = 0 | 1 | 2;
const KINDS = { 1: 'margin_warning', 2: 'margin_call' } as const;
/**
 * A level begins when the margin ratio falls below so many percent of the maintenance ratio, at
 * which the core liquidates.
 */
export const BEGINS_PERCENT = { 1: 200n, 2: 130n } as const;
/**
 * A level ends, and can be sent again, only after the ratio has risen by this part above its
 * threshold.
 */
const ENDS_PERCENT = 125n;

/**
 * The nearness of an account to its liquidation.
 *
 * @param ratio margin ratio in basis points
 * @param maintenance ratio below which it is liquidated, in the same unit
 * @param before the last level: a reached level is left with hysteresis
 */
export function levelOf(ratio: bigint, maintenance: bigint, before: Level): Level {
  for (const level of [2, 1] as const) {
    const begins = maintenance * BEGINS_PERCENT[level];
    const limit = before >= level ? (begins * ENDS_PERCENT) / PERCENT : begins;
    if (ratio * PERCENT < limit) return level;
  }
  return 0;
}

/** Cross margin of an account, or an isolated position: each is liquidated as one. */
interface Endangered {
  readonly user: UserId;
  readonly currency: CurrencyId;
  /** Undefined for the cross margin. */
  readonly position: Pick<LivePosition, 'id' | 'market'> | undefined;
  /** Basis points, like `maintenance`, below which it is liquidated. */
  readonly ratio: bigint;
  readonly maintenance: bigint;
}
interface SentWarning {
  readonly level: Level;
  /** Number of messages so far: part of the cause of the next one. */
  readonly count: bigint;
}
const NOTHING_SENT: SentWarning = { level: 0, count: 0n };

interface WatchParts {
  readonly queries: Queries;
  readonly live: LiveView;
  readonly warn: (text: string) => void;
}

/**
 * Warns the owners of margin accounts and of isolated positions before they are liquidated.
 *
 * A warning is no event of the journal: it follows from prices, and only messages follow from it.
 * So it is made here, from the live view. Owns `margin_warnings`, the last sent levels, so that
 * neither a price that oscillates around a threshold nor a restart sends one again. Does not
 * promise a warning for a price that jumps over both thresholds between two rounds: then the
 * liquidation itself is the first message.
 */
export class MarginWatch {
  readonly rounds: Rounds;
  readonly #parts: WatchParts;
  #sent: Map<string, SentWarning> | undefined;

  constructor(parts: WatchParts) {
    this.#parts = parts;
    this.rounds = new Rounds(() => this.#round(), {
      everyMs: LOOK_MS,
      onTrouble: (trouble) => parts.warn(`margin accounts could not be looked at: ${trouble}`),
    });
  }

  async #round(): Promise<void> {
    const sent = (this.#sent ??= await this.#load());
    const open = new Map(this.#accounts().flatMap((account) => this.#endangered(account)));
    for (const [key, near] of open) {
      const before = sent.get(key) ?? NOTHING_SENT;
      const level = levelOf(near.ratio, near.maintenance, before.level);
      if (level !== before.level) sent.set(key, await this.#change(near, before, level));
    }
    for (const [key, before] of sent) {
      if (open.has(key)) continue;
      const after = await this.#end(key, before);
      if (after === undefined) sent.delete(key);
      else sent.set(key, after);
    }
  }

  async #load(): Promise<Map<string, SentWarning>> {
    const rows = await this.#parts.queries.selectFrom('margin_warnings').selectAll().execute();
    return new Map(
      rows.map(({ user_id, currency, position, level, said_count }) => [
        `${user_id} ${currency} ${position}`,
        { level: level as Level, count: said_count },
      ]),
    );
  }

  /** Accounts with open positions, without the contest's. */
  #accounts(): Standing[] {
    const { live } = this.#parts;
    const accounts = new Map<string, Standing>();
    for (const { user, market, status } of live.margin.all()) {
      const currency =
        status === 'open' && !isPlayMarket(market) ? live.market(market)?.quote : undefined;
      if (currency !== undefined && !accounts.has(`${user} ${currency}`))
        accounts.set(`${user} ${currency}`, live.margin.standing(user, currency));
    }
    return [...accounts.values()];
  }

  #endangered(standing: Standing): [key: string, Endangered][] {
    const { user, currency, ratioBps, isolated } = standing;
    const own = isolated.map((position): Endangered => ({
      user,
      currency,
      position,
      ratio: ownRatioBps(this.#parts.live, position),
      maintenance: PERCENT * BigInt(position.maintenancePercent),
    }));
    const cross =
      ratioBps === undefined
        ? []
        : [
            {
              user,
              currency,
              position: undefined,
              ratio: ratioBps,
              maintenance: maintenanceBps(standing),
            },
          ];
    return [...cross, ...own].map((near) => [
      `${user} ${currency} ${near.position?.id ?? CROSS}`,
      near,
    ]);
  }

  /** Notes the level, and sends a message if it has risen. Both happen, or neither. */
  async #change(
    { user, currency, position, ratio, maintenance }: Endangered,
    before: SentWarning,
    level: Level,
  ): Promise<SentWarning> {
    const now = new Date();
    const isDue = level > before.level;
    const after = { level, count: before.count + (isDue ? 1n : 0n) };
    const values = { level, said_count: after.count, changed_at: now };
    const key = { user_id: BigInt(user), currency, position: BigInt(position?.id ?? CROSS) };
    await this.#parts.queries.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('margin_warnings')
        .values({ ...key, ...values })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'currency', 'position']).doUpdateSet(values),
        )
        .execute();
      if (!isDue || level === 0) return;
      const whose =
        position === undefined
          ? { cause: `margin-${currency}-said-${after.count}`, facts: {} }
          : {
              cause: `margin-position-${position.id}-said-${after.count}`,
              facts: { subject: position.id, market: position.market },
            };
      const facts = {
        ...whose.facts,
        currency,
        ratio: Number(ratio),
        least: Number(maintenance),
      };
      await notify(transaction, [{ user, kind: KINDS[level], cause: whose.cause, facts, at: now }]);
    });
    return after;
  }

  /**
   * An account without positions is out of danger. A position that has ended never comes back:
   * nothing of it is kept.
   */
  async #end(key: string, { level, count }: SentWarning): Promise<SentWarning | undefined> {
    const [user = '', currency = '', position = ''] = key.split(' ');
    const isCross = position === String(CROSS);
    if (isCross && level === 0) return { level, count };
    const { queries } = this.#parts;
    const ended = isCross
      ? sql`update margin_warnings set level = 0, changed_at = now()`
      : sql`delete from margin_warnings`;
    const whose = sql`user_id = ${user} and currency = ${currency} and position = ${position}`;
    await sql`${ended} where ${whose}`.execute(queries);
    return isCross ? { level: 0, count } : undefined;
  }
}

/** Basis points: the maintenance of all positions, each by its margin. */
function maintenanceBps({ open, margins }: Standing): bigint {
  return (
    (open.reduce(
      (sum, { margin, maintenancePercent }) => sum + margin * BigInt(maintenancePercent),
      0n,
    ) *
      PERCENT) /
    margins
  );
}
