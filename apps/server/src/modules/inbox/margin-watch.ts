import type { CurrencyId, UserId } from '@meridian/core/ids';
import type { Queries } from '../../database/database.ts';
import type { LiveView } from '../../live/live-view.ts';
import { isPlayMarket } from '../../live/play-money.ts';
import { ratioBps, standingOf, type Standing } from '../../live/standing.ts';
import { Rounds } from '../../rounds.ts';
import { notify } from './notify.ts';

const LOOK_MS = 1_000;
const PERCENT = 100n;

/** 0: nothing to say, 1: `margin_warning`, 2: `margin_call`. */
export type Level = 0 | 1 | 2;
const KINDS = { 1: 'margin_warning', 2: 'margin_call' } as const;
/**
 * A level begins when the margin ratio is below so many percent of the maintenance ratio, at which
 * the core liquidates.
 */
const BEGINS_PERCENT = { 1: 200n, 2: 130n } as const;
/**
 * It ends, and can be said again, only when the ratio has risen by this part above where it began.
 */
const ENDS_PERCENT = 125n;

/**
 * How near to its liquidation an account is.
 *
 * @param ratio margin ratio in hundredths of a percent
 * @param maintenance ratio that it is liquidated below, in the same unit
 * @param before the level that it was at: a level that was reached is left with hysteresis
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
interface Said {
  level: Level;
  /** How often something was said: part of the cause of the next message. */
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
 * A warning is no event of the journal: it follows from prices, and nothing but words follows from
 * it. So it is made here, from the live view, and owns `margin_warnings`: what was said last, so
 * that neither a price that trembles around a threshold nor a restart says it again. It promises
 * nothing about a price that jumps over both thresholds between two looks: then the liquidation
 * itself is the first message.
 */
export class MarginWatch {
  readonly rounds: Rounds;
  readonly #parts: WatchParts;
  #said: Map<string, Said> | undefined;

  constructor(parts: WatchParts) {
    this.#parts = parts;
    this.rounds = new Rounds(() => this.#look(), {
      everyMs: LOOK_MS,
      onTrouble: (trouble) => parts.warn(`margin accounts could not be looked at: ${trouble}`),
    });
  }

  async #look(): Promise<void> {
    const said = (this.#said ??= await this.#load());
    const open = this.#accounts();
    for (const [key, account] of open) {
      const standing = standingOf(this.#parts.live, account.user, account.currency);
      const ratio = ratioBps(standing);
      if (ratio === undefined) continue;
      const maintenance = maintenanceBps(standing);
      const before = said.get(key) ?? { level: 0, count: 0n };
      const level = levelOf(ratio, maintenance, before.level);
      if (level !== before.level)
        said.set(key, await this.#change(account, before, { level, ratio, maintenance }));
    }
    for (const [key, { level, count }] of said) {
      if (level === 0 || open.has(key)) continue;
      const [user = 0, currency = 0] = key.split(' ').map(Number);
      said.set(
        key,
        await this.#change(
          { user, currency },
          { level, count },
          { level: 0, ratio: 0n, maintenance: 0n },
        ),
      );
    }
  }

  async #load(): Promise<Map<string, Said>> {
    const rows = await this.#parts.queries.selectFrom('margin_warnings').selectAll().execute();
    return new Map(
      rows.map(({ user_id, currency, level, said_count }) => [
        `${user_id} ${currency}`,
        { level: level as Level, count: said_count },
      ]),
    );
  }

  /** Those with open positions, but for the contest's. */
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

  /** Notes the level; says it where it has risen. Both happen, or neither. */
  async #change(
    { user, currency }: Account,
    before: Said,
    { level, ratio, maintenance }: { level: Level; ratio: bigint; maintenance: bigint },
  ): Promise<Said> {
    const now = new Date();
    const isSaid = level > before.level;
    const after = { level, count: before.count + (isSaid ? 1n : 0n) };
    const values = { level, said_count: after.count, changed_at: now };
    await this.#parts.queries.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('margin_warnings')
        .values({ user_id: BigInt(user), currency, ...values })
        .onConflict((conflict) => conflict.columns(['user_id', 'currency']).doUpdateSet(values))
        .execute();
      if (!isSaid || level === 0) return;
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

/** Hundredths of a percent: the maintenance of all positions, each by its margin. */
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
