import { liquidationTicks } from '@meridian/contract/margin/liquidation-price';
import type { CurrencyId, MarketId, UserId } from '@meridian/core/ids';
import type { LiveGround } from '../../live/live-ground.ts';
import type { LivePosition } from './live-position.ts';

const PERCENT = 100n;

/** How a user's margin account of one quote currency stands at the mark prices. Quote units. */
export interface Standing {
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly available: bigint;
  readonly margins: bigint;
  /** Less the nights that are not yet paid. */
  readonly profits: bigint;
  /**
   * Hundredths of a percent of (available + margins + profits) / margins; undefined without
   * positions.
   */
  readonly ratioBps: bigint | undefined;
  /** Of the cross margin; isolated positions are in none of the figures above. */
  readonly open: readonly LivePosition[];
  readonly isolated: readonly LivePosition[];
  readonly waiting: readonly LivePosition[];
}

/** @param positions all of the user's, orders that wait included */
export function standingOf(
  live: LiveGround,
  user: UserId,
  currency: CurrencyId,
  positions: readonly LivePosition[],
): Standing {
  const own = positions.filter(({ market }) => live.market(market)?.quote === currency);
  const open = own.filter(({ status, isIsolated }) => status === 'open' && !isIsolated);
  const { available } = live.balance(user, 'margin', currency);
  const margins = open.reduce((sum, { margin }) => sum + margin, 0n);
  const profits = open.reduce(
    (sum, position) => sum + profitOf(live, position) - position.overnight,
    0n,
  );
  return {
    user,
    currency,
    available,
    margins,
    profits,
    ratioBps:
      margins === 0n ? undefined : ((available + margins + profits) * PERCENT * PERCENT) / margins,
    open,
    isolated: own.filter(({ status, isIsolated }) => status === 'open' && isIsolated),
    waiting: own.filter(({ status }) => status === 'waiting'),
  };
}

/**
 * All that an account would have if its orders were cancelled and its positions closed now; never
 * below zero, as the core promises (M4).
 */
export function equity({ available, margins, profits, waiting }: Standing): bigint {
  const sum =
    available +
    margins +
    profits +
    waiting.reduce((held, { margin, fee }) => held + margin + fee, 0n);
  return sum > 0n ? sum : 0n;
}

/** Money that isolated positions would free if they were closed now: never below zero. */
export function isolatedWorth(live: LiveGround, { isolated }: Standing): bigint {
  return isolated.reduce((sum, position) => {
    const worth = position.margin + position.added + profitOf(live, position) - position.overnight;
    return worth > 0n ? sum + worth : sum;
  }, 0n);
}

/**
 * Margin ratio of an isolated position by itself, in hundredths of a percent: all of its margin and
 * its profit by its initial margin.
 */
export function ownRatioBps(live: LiveGround, position: LivePosition): bigint {
  const { margin, added, overnight } = position;
  const worth = margin + added + profitOf(live, position) - overnight;
  return (worth * PERCENT * PERCENT) / margin;
}

/** At the mark price, nights aside. */
export function profitOf(live: LiveGround, position: LivePosition): bigint {
  return perTick(position) * BigInt(live.mark(position.market) - position.entryTicks);
}

/**
 * The mark price of a market at which the account would be liquidated if no other market moved;
 * undefined where none would do it.
 */
export function liquidationTicksOf(
  live: LiveGround,
  standing: Standing,
  market: MarketId,
): number | undefined {
  const { available, margins, profits, open } = standing;
  const inMarket = open.reduce(
    (sum, position) => (position.market === market ? sum + perTick(position) : sum),
    0n,
  );
  const slack = PERCENT * (available + margins + profits) - maintenanceOf(standing);
  return liquidationTicks({ slack, perTick: inMarket, atTicks: live.mark(market) });
}

/**
 * The mark price at which a position would be liquidated: an isolated one by its own margin, others
 * with their account.
 */
export function liquidationOf(
  live: LiveGround,
  position: LivePosition,
  standing: Standing,
): number | undefined {
  if (!position.isIsolated) return liquidationTicksOf(live, standing, position.market);
  const { margin, added, overnight, maintenancePercent } = position;
  const worth = margin + added + profitOf(live, position) - overnight;
  const slack = PERCENT * worth - margin * BigInt(maintenancePercent);
  return liquidationTicks({
    slack,
    perTick: perTick(position),
    atTicks: live.mark(position.market),
  });
}

/**
 * Below this many hundredths of a unit the account is liquidated: the sum of margin x maintenance
 * percent.
 */
export function maintenanceOf({ open }: Standing): bigint {
  return open.reduce(
    (sum, { margin, maintenancePercent }) => sum + margin * BigInt(maintenancePercent),
    0n,
  );
}

function perTick({ side, lots, unit }: LivePosition): bigint {
  const size = BigInt(lots) * unit;
  return side === 'long' ? size : -size;
}
