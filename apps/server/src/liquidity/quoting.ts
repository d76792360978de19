import type { Side } from '@meridian/core/catalog/side';
import type { OrderId } from '@meridian/core/ids';
import type { RandomStream } from '../feed/seeded-random.ts';
import { LEVELS, STEP_GROWTH, type LiquidityProfile } from './profiles.ts';

/** Sides with fewer levels are filled at once, beyond the limit of a round. */
export const PROMISED_LEVELS = 15;
/**
 * Most new and most far quotes in one round of a market with a full book: the rest waits for the
 * next second.
 */
const NEW_PER_ROUND = 3;
const FAR_PER_ROUND = 2;
/**
 * Orders that a side may have beyond its steps before the farthest is cancelled: those that the
 * index moved away from.
 */
const SURPLUS = 4;
/**
 * A quote nearer to the index than this share of the half spread could soon be picked off: it is
 * cancelled.
 */
const TOO_NEAR = 0.35;
/** These first steps are always filled; later ones only while the side has too few levels. */
const TIGHT_STEPS = 6;
/** Sizes: the first level in trades, the growth of each next level, and their jitter. */
const FIRST_LEVEL_TRADES = 3;
const SIZE_GROWTH = 0.35;
const SIZE_JITTER = 0.5;

export interface OwnOrder {
  readonly id: OrderId;
  readonly side: Side;
  readonly priceTicks: number;
}

/** A market before a round of the bot. */
export interface QuotingState {
  readonly profile: LiquidityProfile;
  readonly indexTicks: number;
  /** The bot's resting orders in this market. */
  readonly orders: readonly OwnOrder[];
  /** Best prices of all other users; undefined without their quotes. */
  readonly foreignBid: number | undefined;
  readonly foreignAsk: number | undefined;
  /** Smallest quote units of one tick times one lot, as a number, and of one whole quote coin. */
  readonly notionalUnit: number;
  readonly quoteCoin: number;
  /** Bounds of one order: lots, and smallest quote units. */
  readonly maxLots: number;
  readonly minNotional: number;
}

export interface Quote {
  readonly side: Side;
  readonly priceTicks: number;
  readonly quantityLots: number;
}

export interface QuotingDecision {
  readonly cancel: readonly OrderId[];
  readonly place: readonly Quote[];
}

/**
 * Decides which orders to cancel and to place so that both sides have quotes around the index
 * again, with few commands.
 *
 * Each side is divided into steps by distance from the index, narrow ones first, with one order for
 * each step. Orders drift from step to step as the index moves: those too near to it are cancelled,
 * empty steps near the index get an order at a random place within them (farther ones only while
 * the side has few), and the farthest are cancelled when there are too many.
 */
export function decideQuotes(state: QuotingState, random: RandomStream): QuotingDecision {
  const edges = stepEdges(state.profile, state.indexTicks);
  const sides = (['buy', 'sell'] as const).map((side) =>
    decideSide(state, { side, edges, random }),
  );
  const isThin = sides.some(({ kept }) => kept < PROMISED_LEVELS);
  const tooFar = sides.flatMap((side) => side.tooFar);
  const cancel = [
    ...sides.flatMap(({ tooNear }) => tooNear),
    ...(isThin ? tooFar : tooFar.slice(0, FAR_PER_ROUND)),
  ];
  // Nearest steps first on both sides, so that the spread closes before the depth fills.
  const place = sides.flatMap(({ place: ofSide }) => ofSide).sort((a, b) => a.step - b.step);
  return {
    cancel,
    place: place.slice(0, isThin ? place.length : NEW_PER_ROUND).map(({ quote }) => quote),
  };
}

/**
 * Distances from the index in ticks at which steps begin and end: `LEVELS + 1` rising numbers, each
 * at least one tick apart.
 */
export function stepEdges(
  { halfSpreadBps, stepBps }: LiquidityProfile,
  indexTicks: number,
): number[] {
  const edges = [Math.max(1, Math.round((indexTicks * halfSpreadBps) / 10_000))];
  let width = (indexTicks * stepBps) / 10_000;
  let exact = edges[0] ?? 1;
  while (edges.length <= LEVELS) {
    exact += width;
    width *= STEP_GROWTH;
    edges.push(Math.max(Math.round(exact), (edges.at(-1) ?? 0) + 1));
  }
  return edges;
}

interface SideDecision {
  readonly tooNear: OrderId[];
  readonly tooFar: OrderId[];
  /** Distinct price levels that stay. */
  readonly kept: number;
  readonly place: { readonly step: number; readonly quote: Quote }[];
}

function decideSide(
  state: QuotingState,
  { side, edges, random }: { side: Side; edges: readonly number[]; random: RandomStream },
): SideDecision {
  const { indexTicks } = state;
  const nearest = Math.max(1, (edges[0] ?? 1) * TOO_NEAR);
  const distanceOf = (priceTicks: number): number =>
    side === 'buy' ? indexTicks - priceTicks : priceTicks - indexTicks;
  const mine = state.orders
    .filter((order) => order.side === side)
    .map((order) => ({ ...order, distance: distanceOf(order.priceTicks) }))
    .sort((a, b) => a.distance - b.distance);
  const tooNear = mine.filter(({ distance }) => distance < nearest);
  const inReach = mine
    .slice(tooNear.length)
    .filter(({ distance }) => distance < (edges.at(-1) ?? 0) * 2);
  const staying = inReach.slice(0, LEVELS + SURPLUS);
  const tooFar = mine.slice(tooNear.length + staying.length);
  const taken = new Set(staying.map(({ priceTicks }) => priceTicks));
  const place = [];
  for (let step = 0; step < LEVELS; step++) {
    const [from = 1, to = 2] = [step === 0 ? nearest : edges[step], edges[step + 1]];
    if (step >= TIGHT_STEPS && staying.length + place.length >= LEVELS - 1) break;
    if (staying.some(({ distance }) => distance >= from && distance < to)) continue;
    const begin = edges[step] ?? 1;
    const distance = begin + Math.floor(random() * (to - begin));
    const priceTicks = side === 'buy' ? indexTicks - distance : indexTicks + distance;
    if (priceTicks < 1 || taken.has(priceTicks) || wouldTake(state, side, priceTicks)) continue;
    place.push({
      step,
      quote: { side, priceTicks, quantityLots: levelLots(state, { priceTicks, step }, random) },
    });
  }
  return {
    tooNear: tooNear.map(({ id }) => id),
    tooFar: tooFar.map(({ id }) => id),
    kept: taken.size,
    place,
  };
}

/** The bot's quotes are post-only: one that would meet a customer's order is not even sent. */
function wouldTake(
  { foreignBid, foreignAsk }: QuotingState,
  side: Side,
  priceTicks: number,
): boolean {
  return side === 'buy'
    ? foreignAsk !== undefined && priceTicks >= foreignAsk
    : foreignBid !== undefined && priceTicks <= foreignBid;
}

function levelLots(
  state: QuotingState,
  { priceTicks, step }: { priceTicks: number; step: number },
  random: RandomStream,
): number {
  const trades = FIRST_LEVEL_TRADES * (1 + SIZE_GROWTH * step);
  return lotsWorth(state, {
    quoteCoins: state.profile.tradeQuote * trades * jitter(SIZE_JITTER, random),
    priceTicks,
  });
}

type SizeRules = Pick<QuotingState, 'notionalUnit' | 'quoteCoin' | 'maxLots' | 'minNotional'>;

/** Whole lots of about this worth, never below the smallest order nor above the largest. */
export function lotsWorth(
  rules: SizeRules,
  { quoteCoins, priceTicks }: { quoteCoins: number; priceTicks: number },
): number {
  const lotWorth = priceTicks * rules.notionalUnit;
  const least = Math.ceil((rules.minNotional * 1.2) / lotWorth);
  return Math.min(
    rules.maxLots,
    Math.max(1, least, Math.round((quoteCoins * rules.quoteCoin) / lotWorth)),
  );
}

/** A log-normal factor around 1. */
export function jitter(spread: number, random: RandomStream): number {
  const normal = random() + random() + random() + random() - 2;
  return Math.exp(spread * Math.sqrt(3) * normal);
}
