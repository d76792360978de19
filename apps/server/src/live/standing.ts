import type { CurrencyId, MarketId, UserId } from '@meridian/core/ids';
import type { LivePosition } from './live-margin.ts';
import type { LiveView } from './live-view.ts';

const PERCENT = 100n;

/** How a user's margin account of one quote currency stands at the latest index prices. Quote units. */
export interface Standing {
  readonly currency: CurrencyId;
  readonly available: bigint;
  readonly margins: bigint;
  /** Less the nights that are not yet paid. */
  readonly profits: bigint;
  readonly open: readonly LivePosition[];
  readonly waiting: readonly LivePosition[];
}

export function standingOf(live: LiveView, user: UserId, currency: CurrencyId): Standing {
  const own = live.margin.positions(user).filter(({ market }) => live.market(market)?.quote === currency);
  const open = own.filter(({ status }) => status === 'open');
  return {
    currency,
    available: live.balance(user, 'margin', currency).available,
    margins: open.reduce((sum, { margin }) => sum + margin, 0n),
    profits: open.reduce((sum, position) => sum + profitOf(live, position) - position.overnight, 0n),
    open,
    waiting: own.filter(({ status }) => status === 'waiting'),
  };
}

/** All that it would have if its orders were cancelled and its positions closed now; never below zero, as the core promises (M4). */
export function equityOf(live: LiveView, user: UserId, currency: CurrencyId): bigint {
  const { available, margins, profits, waiting } = standingOf(live, user, currency);
  const equity = available + margins + profits + waiting.reduce((sum, { margin, fee }) => sum + margin + fee, 0n);
  return equity > 0n ? equity : 0n;
}

/** At the latest index, nights aside. */
export function profitOf(live: LiveView, position: LivePosition): bigint {
  return perTick(position) * BigInt(live.index(position.market).priceTicks - position.entryTicks);
}

/** Hundredths of a percent of (available + margins + profits) / margins; undefined without positions. */
export function ratioBps({ available, margins, profits }: Standing): bigint | undefined {
  return margins === 0n ? undefined : ((available + margins + profits) * PERCENT * PERCENT) / margins;
}

/**
 * The index of a market at which the account would be liquidated if no other market moved; undefined where none would do it.
 * An estimate: other markets move too.
 */
export function liquidationTicks(live: LiveView, { available, margins, profits, open }: Standing, market: MarketId): number | undefined {
  const needed = open.reduce((sum, position) => sum + position.margin * BigInt(position.maintenancePercent), 0n);
  const slack = PERCENT * (available + margins + profits) - needed;
  const each = open.reduce((sum, position) => (position.market === market ? sum + perTick(position) : sum), 0n);
  if (each === 0n) return undefined;
  const room = slack / (PERCENT * (each > 0n ? each : -each)) + 1n;
  const index = BigInt(live.index(market).priceTicks);
  const ticks = each > 0n ? index - room : index + room;
  return ticks < 1n || ticks > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(ticks);
}

function perTick({ side, lots, unit }: LivePosition): bigint {
  const size = BigInt(lots) * unit;
  return side === 'long' ? size : -size;
}
