import { P2P_TYPES, type AdObstacle } from '@meridian/contract/p2p/calls';
import type { Side } from '@meridian/core/catalog/side';
import type { CurrencyId, UserId } from '@meridian/core/ids';
import {
  CANCELS_A_DAY,
  FIAT_PRICE_SCALE,
  FIAT_SCALE,
  MAX_OPEN_DEALS,
  type PaymentWay,
} from '@meridian/core/p2p/p2p-commands';
import type { Ad } from '@meridian/core/p2p/p2p-events';
import { fiatOf, isWithinHours } from '@meridian/core/p2p/p2p-prices';
import {
  areMarksTooMany,
  ofMonth,
  unmetCondition,
  type TakerFacts,
} from '@meridian/core/p2p/traders';
import { shanghaiDay } from '@meridian/core/timers/shanghai-day';
import type { LiveView } from '../live-view.ts';
import type { PricedAd } from './ad-book.ts';
import type { Taker } from './people.ts';

/** The filters of a list of ads. */
export interface AdSearch {
  /** The side of the ads' owners. */
  readonly side: Side | undefined;
  readonly currency: CurrencyId | undefined;
  readonly way: PaymentWay | undefined;
  /** Of a private ad, which alone is found then. */
  readonly code: string;
  /** 0.01 CNY that one deal is to have. */
  readonly fiat: bigint | undefined;
  /** Whether ads that the taker cannot take are left out. */
  readonly canTake: boolean;
}

/** The facts of a taker that conditions of ads ask for, looked up once for a list. */
export interface Asker extends Taker, TakerFacts {
  /** The obstacle to every ad of an owner on a side; undefined for none. */
  readonly stop: Readonly<Record<Side, AdObstacle | undefined>>;
}

/** The obstacles in a list for refusals of the core. */
const UNMET = {
  taker_level_low: 'level',
  taker_too_new: 'new',
  taker_deals_few: 'deals',
  taker_rate_low: 'rate',
} as const satisfies Record<NonNullable<ReturnType<typeof unmetCondition>>, AdObstacle>;

export function askerOf(live: LiveView, taker: Taker): Asker {
  const trader = live.p2p.trader(taker.user);
  return {
    ...taker,
    completed: trader?.completed ?? 0,
    month: ofMonth(trader?.days ?? [], shanghaiDay(live.timeMs)),
    stop: { buy: stopOf(live, taker, 'sell'), sell: stopOf(live, taker, 'buy') },
  };
}

/** The first obstacle to a user's buying or selling now, in the order of the core. */
function stopOf(live: LiveView, { user, level }: Taker, side: Side): AdObstacle | undefined {
  if (level === 0) return 'unverified';
  const stopped = stoppedBy(live, user, side);
  if (stopped !== undefined) return stopped;
  return live.p2p.takenBy(user) >= MAX_OPEN_DEALS ? 'many' : undefined;
}

/**
 * The restriction, limit of cancels or hold that keeps a user from beginning to buy or sell now.
 */
function stoppedBy(
  live: LiveView,
  user: UserId,
  side: Side,
): 'restricted' | 'cancels' | 'held' | undefined {
  const { timeMs } = live;
  const trader = live.p2p.trader(user);
  if ((trader?.restrictedUntilMs ?? 0) > timeMs) return 'restricted';
  const isToday = trader?.cancelDay === shanghaiDay(timeMs);
  if (isToday && trader.cancels >= CANCELS_A_DAY) return 'cancels';
  if (side === 'buy' && areMarksTooMany(trader?.marksUndone, timeMs)) return 'restricted';
  const { isFrozen, heldUntilMs } = live.custody.restraint(user);
  return side === 'sell' && (isFrozen || heldUntilMs > timeMs) ? 'held' : undefined;
}

/** Ads that fit, best price first in each coin. */
export function* fittingAds(
  live: LiveView,
  search: AdSearch,
  taker: Asker | undefined,
): Generator<PricedAd> {
  const level = search.canTake && taker !== undefined ? taker.level : Infinity;
  for (const priced of adsAskedFor(live, search, level)) {
    const { ad } = priced;
    // The cheap questions first: a list may have to pass all ads of a coin.
    if (search.way !== undefined && !hasWay(ad, search.way)) continue;
    if (search.canTake && isBarred(live, priced, taker)) continue;
    if (isPaused(live, ad)) continue;
    const limits = limitsOf(live, priced);
    if (limits.most <= 0n) continue;
    if (search.fiat !== undefined && !isWithin(live, priced, limits, search.fiat)) continue;
    if (taker !== undefined && live.p2p.blocks(taker.user, ad.user)) continue;
    yield priced;
  }
}

function* adsAskedFor(
  live: LiveView,
  { side: asked, currency: wanted, way, code, fiat }: AdSearch,
  level: number,
): Generator<PricedAd> {
  for (const { currency, isOpen } of live.p2p.terms()) {
    if (!isOpen || (wanted !== undefined && currency !== wanted)) continue;
    const each = 10 ** exponentOf(live, currency);
    // The worth of a quantity is rounded up to the next 0.01 CNY.
    const worth =
      fiat === undefined
        ? ([0, Infinity] as const)
        : ([Number(fiat - 1n) * each, Number(fiat) * each] as const);
    const sieve = { way, level, worth };
    for (const side of P2P_TYPES) {
      if (asked !== undefined && side !== asked) continue;
      yield* code === ''
        ? live.p2p.best(currency, side, sieve)
        : live.p2p.privateAds(currency, side, code);
    }
  }
}

/**
 * Quantities that one deal can have now: within the ad's limits and the coin's, of the rest, and of
 * the seller's wallet. Most is 0 where that leaves nothing.
 */
export function limitsOf(
  live: LiveView,
  { ad, priceTicks }: PricedAd,
): { readonly least: bigint; readonly most: bigint } {
  const { user, side, currency, surplus, terms } = ad;
  let least: bigint = terms.minQuantity < surplus ? terms.minQuantity : surplus;
  let most: bigint = terms.maxQuantity < surplus ? terms.maxQuantity : surplus;
  const coin = live.p2p.termsOf(currency);
  if (coin !== undefined && priceTicks > 0) {
    const one = 10n ** BigInt(exponentOf(live, currency));
    const [price, lowest] = [BigInt(priceTicks), ((coin.minFiat - 1n) * one) / BigInt(priceTicks)];
    // A rest may be worth less than the least deal.
    if (lowest >= least) least = lowest < surplus ? lowest + 1n : surplus;
    const highest = (coin.maxFiat * one) / price;
    if (highest < most) most = highest;
  }
  if (side === 'sell') {
    const { available } = live.balance(user, 'p2p', currency);
    if (available < most) most = available;
  }
  return most < least ? { least, most: 0n } : { least, most };
}

/**
 * The first obstacle to taking an ad now, in the order of the core; without a taker, the obstacle
 * for everybody.
 */
export function obstacleOf(
  live: LiveView,
  { ad, priceTicks }: PricedAd,
  taker: Asker | undefined,
): AdObstacle | undefined {
  if (ad.user === taker?.user) return 'own';
  const stop = taker?.stop[ad.side];
  if (stop !== undefined) return stop;
  if (isPaused(live, ad)) return 'paused';
  if (!isWithinHours(ad.terms, live.timeMs)) return 'hours';
  const unmet = taker && unmetCondition(ad.terms.takers, taker);
  if (unmet !== undefined) return UNMET[unmet];
  if (priceTicks === 0) return 'price';
  if (taker === undefined) return undefined;
  return limitsOf(live, { ad, priceTicks }).most <= 0n ? 'empty' : undefined;
}

/**
 * The obstacle to taking an ad now, as its owner is told. The owner's restriction or hold stands
 * instead of the pause that others see.
 */
export function ownObstacleOf(live: LiveView, priced: PricedAd): AdObstacle | undefined {
  const { user, side, isPaused: isByOwner } = priced.ad;
  const seen = obstacleOf(live, priced, undefined);
  if (seen === 'paused' && !isByOwner && live.p2p.trader(user)?.isAway !== true)
    return stoppedBy(live, user, side) ?? 'held';
  if (seen !== undefined) return seen;
  return limitsOf(live, priced).most <= 0n ? 'empty' : undefined;
}

/** Whether anything but a pause or an empty wallet keeps a taker from an ad: see `obstacleOf`. */
function isBarred(live: LiveView, { ad, priceTicks }: PricedAd, taker: Asker | undefined): boolean {
  const { user, side, terms } = ad;
  const isTheirs = taker !== undefined && (user === taker.user || taker.stop[side] !== undefined);
  if (isTheirs || priceTicks === 0) return true;
  if (taker !== undefined && unmetCondition(terms.takers, taker) !== undefined) return true;
  return !isWithinHours(terms, live.timeMs);
}

/**
 * Whether an ad rests: its owner paused it, is away, or is kept from dealing by a restriction or
 * hold.
 */
function isPaused(live: LiveView, { user, side, isPaused }: Ad): boolean {
  return (
    isPaused ||
    live.p2p.trader(user)?.isAway === true ||
    stoppedBy(live, user, side) !== undefined ||
    live.custody.restraint(user).isFrozen
  );
}

function hasWay({ terms }: Ad, way: PaymentWay): boolean {
  return terms.methods.some((method) => method.way === way);
}

function isWithin(
  live: LiveView,
  { ad, priceTicks }: PricedAd,
  { least, most }: ReturnType<typeof limitsOf>,
  fiat: bigint,
): boolean {
  const scale = live.currency(ad.currency)?.scale ?? 0;
  return fiatOf(least, priceTicks, scale) <= fiat && fiat <= fiatOf(most, priceTicks, scale);
}

/** Decimals between 0.01 CNY, and price ticks times units of a coin. */
function exponentOf(live: LiveView, currency: CurrencyId): number {
  return (live.currency(currency)?.scale ?? 0) + FIAT_PRICE_SCALE - FIAT_SCALE;
}
