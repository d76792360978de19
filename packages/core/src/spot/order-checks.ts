import type { ListedMarket } from '../catalog/listings.ts';
import { cappedPrice } from '../catalog/price-bounds.ts';
import type { PlaceOrder } from './spot-commands.ts';
import { bigintOf } from '../bigint-of.ts';
import { isClientOrderId } from './client-order-ids.ts';
import type { Rejection } from '../rejections.ts';
import type { Rules } from '../rules.ts';
import { isTradingUser } from '../ledger/trading-user.ts';

/**
 * Orders are worth less than this, so that the sum of a fill and a balance stays within 64 bits.
 * Quote units.
 */
const NOTIONAL_LIMIT = 1n << 62n;

/**
 * Whether the fields of the command have their types: the journal and the fuzzer may bring
 * anything.
 */
export function isWellFormed(command: PlaceOrder): boolean {
  const { side, type, timeInForce, selfTrade } = command;
  return (
    isTradingUser(command.user) &&
    Number.isSafeInteger(command.market) &&
    (side === 'buy' || side === 'sell') &&
    (type === 'limit' || type === 'market') &&
    (timeInForce === 'gtc' || timeInForce === 'ioc' || timeInForce === 'fok') &&
    (selfTrade === 'expireTaker' ||
      selfTrade === 'expireMaker' ||
      selfTrade === 'expireBoth' ||
      selfTrade === 'decrement') &&
    typeof command.postOnly === 'boolean' &&
    (command.clientOrderId === undefined || isClientOrderId(command.clientOrderId))
  );
}

/**
 * Rejections that follow from the order and the market's rules alone, in order of precedence.
 * Positional, as `limitOf`: an object would slow each order.
 * @param timeMs engine time
 * @param rules in force
 */
export function checkRules(
  command: PlaceOrder,
  market: ListedMarket,
  timeMs: number,
  rules: Rules,
): Rejection | undefined {
  const { settings } = market;
  const isMarketOrder = command.type === 'market';
  if (settings.status !== 'open') return 'market_closed';
  if (!isPositive(command.quantityLots) || command.quantityLots > settings.maxQuantityLots)
    return 'quantity_invalid';
  if (isMarketOrder ? command.priceTicks !== 0 : !isPositive(command.priceTicks))
    return 'price_invalid';
  if (isMarketOrder && command.timeInForce === 'gtc') return 'market_order_not_gtc';
  if (command.postOnly && (isMarketOrder || command.timeInForce !== 'gtc'))
    return 'post_only_not_limit_gtc';
  if (settings.bandBps === 0) return undefined;
  if (market.indexTicks === 0) return 'index_unavailable';
  const needsFreshIndex =
    isMarketOrder || (rules.guardsImmediateOrders && command.timeInForce !== 'gtc');
  if (needsFreshIndex && timeMs - market.indexTimeMs > settings.indexMaxAgeMs) return 'index_stale';
  if (isMarketOrder) return undefined;
  const band = market.band;
  return command.priceTicks < band.low || command.priceTicks > band.high
    ? 'price_out_of_band'
    : undefined;
}

/**
 * Refuses an order that is worth too little or too much.
 * @param priceTicks the limit, or the best price for a market order
 */
export function checkWorth(
  command: PlaceOrder,
  market: ListedMarket,
  priceTicks: number,
): Rejection | undefined {
  const worth = notionalOf(market, priceTicks, command.quantityLots);
  if (worth < market.settings.minNotional) return 'notional_too_small';
  return worth >= NOTIONAL_LIMIT ? 'notional_too_large' : undefined;
}

/**
 * The worst price that an order may trade at, in ticks. @param bestTicks of the other side, for a
 * market order
 */
export function limitOf(
  command: PlaceOrder,
  market: ListedMarket,
  bestTicks: number,
  rules: Rules,
): number {
  if (command.type === 'limit') return command.priceTicks;
  const { side } = command;
  const fromBest = cappedPrice(side, bestTicks, market.settings.slippageBps);
  if (!rules.capsFromIndex) return fromBest;
  return side === 'buy'
    ? Math.min(fromBest, market.band.highestBuy)
    : Math.max(fromBest, market.band.lowestSell);
}

/**
 * Cost of lots at a price, in quote units. Exact: the product is a number only below 2^53, else a
 * bigint.
 */
export function notionalOf(market: ListedMarket, priceTicks: number, lots: number): bigint {
  const product = priceTicks * lots * market.unitNumber;
  return product <= Number.MAX_SAFE_INTEGER
    ? bigintOf(product)
    : BigInt(priceTicks) * BigInt(lots) * market.unit;
}

function isPositive(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}
