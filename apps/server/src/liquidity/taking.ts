import type { RandomStream } from '../feed/seeded-random.ts';
import type { Level } from './foreign-orders.ts';
import { jitter, lotsWorth, type Quote, type QuotingState } from './quoting.ts';

const TRADE_JITTER = 0.9;
/**
 * Largest shift of the chance of a buy with the index: even when it stood still, at most this much
 * more or less.
 */
const LEAN = 0.35;
/** Largest distance of a trade behind the best price, in price steps. */
const REACH_STEPS = 2;
const EARLIEST_MS = 2_000;
const SPREAD_MS = 4_000;

/** Milliseconds until the next trade of a market: two to six seconds. */
export function trafficPause(random: RandomStream): number {
  return EARLIEST_MS + Math.floor(random() * SPREAD_MS);
}

export interface TakingState extends QuotingState {
  /** Best prices of the whole book; undefined for an empty side. */
  readonly bestBid: number | undefined;
  readonly bestAsk: number | undefined;
  /** The index at the time of the last trade of the bot. */
  readonly previousIndexTicks: number;
}

/**
 * One immediate-or-cancel order like a customer's: a log-normal size, more often in the direction
 * of the index, at the best price of the other side or a little behind it, because the quotes of
 * this round may move it. It meets customers there as well as the bot's own maker.
 */
export function decideTrade(state: TakingState, random: RandomStream): Quote | undefined {
  const stepTicks = Math.max(1, (state.indexTicks * state.profile.stepBps) / 10_000);
  const drift = (state.indexTicks - state.previousIndexTicks) / (4 * stepTicks);
  const lean = Math.max(-LEAN, Math.min(LEAN, drift * LEAN));
  const side = random() < 0.5 + lean ? 'buy' : 'sell';
  const best = side === 'buy' ? state.bestAsk : state.bestBid;
  if (best === undefined) return undefined;
  const reach = Math.ceil(REACH_STEPS * stepTicks);
  const priceTicks = side === 'buy' ? best + reach : Math.max(1, best - reach);
  const quoteCoins = state.profile.tradeQuote * jitter(TRADE_JITTER, random);
  return { side, priceTicks, quantityLots: lotsWorth(state, { quoteCoins, priceTicks }) };
}

/**
 * Takes orders that the index has moved through: a customer's bid above the index, or ask below it,
 * would be taken in a real market. The bot takes them at the customer's own price, as much as there
 * is at or beyond the index.
 * @param foreign levels of all other users, best first
 */
export function decideSweep(
  state: QuotingState,
  foreign: { bids: readonly Level[]; asks: readonly Level[] },
): Quote[] {
  const { indexTicks, maxLots } = state;
  const lotsOf = (levels: readonly Level[]): number =>
    Math.min(
      maxLots,
      levels.reduce((sum, { lots }) => sum + lots, 0),
    );
  const bids = foreign.bids.filter(({ ticks }) => ticks > indexTicks);
  const asks = foreign.asks.filter(({ ticks }) => ticks < indexTicks);
  const sweeps: Quote[] = [];
  if (bids.length > 0)
    sweeps.push({ side: 'sell', priceTicks: indexTicks, quantityLots: lotsOf(bids) });
  if (asks.length > 0)
    sweeps.push({ side: 'buy', priceTicks: indexTicks, quantityLots: lotsOf(asks) });
  return sweeps.filter(
    ({ priceTicks, quantityLots }) =>
      priceTicks * quantityLots * state.notionalUnit >= state.minNotional,
  );
}
