import type { CurrencyId, UserId } from '@meridian/core/ids';
import type { Queries } from '../../database/database.ts';
import type { LiveView } from '../live-view.ts';
import { isPlayMarket } from '../market/play-money.ts';
import { Rounds } from '../../rounds.ts';
import { ownRatioBps } from './standing.ts';
import { notify } from '../inbox/notify.ts';

type Standing = ReturnType<LiveView['margin']['standing']>;

const LOOK_MS = 1_000;
const PERCENT = 100n;

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

interface Account {
  readonly user: UserId;
  readonly currency: CurrencyId;
}
interface SentWarning {
  level: Level;
  /** Number of messages so far: part of the cause of the next one. */
  count: bigint;
}

interface WatchParts {
  readonly queries: Queries;
  readonly live: LiveView;
  readonly warn: (text: string) => void;
}

/**
 * Warns the owners of margin accounts before they are liquidated.
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
    const open = this.#accounts();
    for (const [key, account] of open) {
      const standing = this.#parts.live.margin.standing(account.user, account.currency);
      const [nearest] = this.#ratios(standing);
      if (nearest === undefined) continue;
      const { ratio, maintenance } = nearest;
      const before = sent.get(key) ?? { level: 0, count: 0n };
      const level = levelOf(ratio, maintenance, before.level);
      if (level !== before.level)
        sent.set(key, await this.#change(account, before, { level, ratio, maintenance }));
    }
    for (const [key, { level, count }] of sent) {
      if (level === 0 || open.has(key)) continue;
      const [user = 0, currency = 0] = key.split(' ').map(Number);
      sent.set(
        key,
        await this.#change(
          { user, currency },
          { level, count },
          { level: 0, ratio: 0n, maintenance: 0n },
        ),
      );
    }
  }

  /** Of the cross margin, and of each isolated position: the nearest to its liquidation first. */
  #ratios(standing: Standing): { ratio: bigint; maintenance: bigint }[] {
    const { ratioBps: ratio, isolated } = standing;
    const { live } = this.#parts;
    const own = isolated.map((position) => ({
      ratio: ownRatioBps(live, position),
      maintenance: PERCENT * BigInt(position.maintenancePercent),
    }));
    const cross = ratio === undefined ? [] : [{ ratio, maintenance: maintenanceBps(standing) }];
    return [...cross, ...own].sort((a, b) =>
      Number(a.ratio * b.maintenance - b.ratio * a.maintenance > 0n) ? 1 : -1,
    );
  }

  async #load(): Promise<Map<string, SentWarning>> {
    const rows = await this.#parts.queries.selectFrom('margin_warnings').selectAll().execute();
    return new Map(
      rows.map(({ user_id, currency, level, said_count }) => [
        `${user_id} ${currency}`,
        { level: level as Level, count: said_count },
      ]),
    );
  }

  /** Accounts with open positions, without the contest's. */
  #accounts(): Map<string, Account> {
    const { live } = this.#parts;
    const accounts = new Map<string, Account>();
    for (const { user, market, status } of live.margin.all()) {
      const currency =
        status === 'open' && !isPlayMarket(market) ? live.market(market)?.quote : undefined;
      if (currency !== undefined) accounts.set(`${user} ${currency}`, { user, currency });
    }
    return accounts;
  }

  /** Notes the level, and sends a message if it has risen. Both happen, or neither. */
  async #change(
    { user, currency }: Account,
    before: SentWarning,
    { level, ratio, maintenance }: { level: Level; ratio: bigint; maintenance: bigint },
  ): Promise<SentWarning> {
    const now = new Date();
    const isDue = level > before.level;
    const after = { level, count: before.count + (isDue ? 1n : 0n) };
    const values = { level, said_count: after.count, changed_at: now };
    await this.#parts.queries.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('margin_warnings')
        .values({ user_id: BigInt(user), currency, ...values })
        .onConflict((conflict) => conflict.columns(['user_id', 'currency']).doUpdateSet(values))
        .execute();
      if (!isDue || level === 0) return;
      const facts = { currency, ratio: Number(ratio), least: Number(maintenance) };
      await notify(transaction, [
        {
          user,
          kind: KINDS[level],
          cause: `margin-${currency}-said-${after.count}`,
          facts,
          at: now,
        },
      ]);
    });
    return after;
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
