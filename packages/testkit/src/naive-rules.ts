import type { Market } from '@meridian/core/catalog/catalog';
import type { Command } from '@meridian/core/commands';
import type { PlaceOrder } from '@meridian/core/spot/spot-commands';
import type { Rejection } from '@meridian/core/rejections';
import { isTransferMalformed } from './naive-transfers.ts';

/**
 * The rules of `docs/ERRORS.md` that need no state but the market, implemented a second time, in
 * bigint.
 */

export const BPS = 10_000n;
export const LARGEST_NOTIONAL = 1n << 62n;
export const LARGEST_BALANCE = 1n << 63n;
const USER_LIMIT = 2 ** 36;

export interface Band {
  readonly low: bigint;
  readonly high: bigint;
}

export function ceilDivide(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}

/** Prices that a band around an index allows; undefined without a band. */
export function bandAround(indexTicks: number, bandBps: number): Band | undefined {
  if (bandBps === 0) return undefined;
  const low = ceilDivide(BigInt(indexTicks) * (BPS - BigInt(bandBps)), BPS);
  return { low: low < 1n ? 1n : low, high: (BigInt(indexTicks) * (BPS + BigInt(bandBps))) / BPS };
}

export function isInside(priceTicks: number, band: Band | undefined): boolean {
  return band === undefined || (BigInt(priceTicks) >= band.low && BigInt(priceTicks) <= band.high);
}

/**
 * The worst price that a market order accepts, from the best price at its arrival; undefined
 * without a cap.
 */
export function slippageLimit(
  side: 'buy' | 'sell',
  bestTicks: number,
  slippageBps: number,
): bigint | undefined {
  if (slippageBps === 0) return undefined;
  const best = BigInt(bestTicks);
  if (side === 'buy') return (best * (BPS + BigInt(slippageBps))) / BPS;
  const limit = ceilDivide(best * (BPS - BigInt(slippageBps)), BPS);
  return limit < 1n ? 1n : limit;
}

export function isWholeNumber(
  value: unknown,
  low: number,
  high: number = Number.MAX_SAFE_INTEGER,
): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= low && value <= high;
}

function isUser(value: unknown): boolean {
  return isWholeNumber(value, 1, USER_LIMIT - 1);
}

function isOneOf(value: unknown, choices: readonly unknown[]): boolean {
  return choices.includes(value);
}

export function isKeyWellFormed(key: unknown): boolean {
  if (typeof key !== 'string' || key.length < 1 || key.length > 64) return false;
  return [...key].every((character) => character >= '\x21' && character <= '\x7e');
}

function isNameWellFormed(name: unknown): boolean {
  if (typeof name !== 'string' || name.length < 1 || name.length > 36) return false;
  return [...name].every((character) =>
    'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._:/-'.includes(character),
  );
}

/** Whether every field has its type and range, in any state. */
export function isWellFormed(command: Command): boolean {
  if ('key' in command && command.key !== undefined && !isKeyWellFormed(command.key)) return false;
  switch (command.kind) {
    case 'spot.place':
      return (
        isTrader(command.user) &&
        Number.isSafeInteger(command.market) &&
        isOneOf(command.side, ['buy', 'sell']) &&
        isOneOf(command.type, ['limit', 'market']) &&
        isOneOf(command.timeInForce, ['gtc', 'ioc', 'fok']) &&
        isOneOf(command.selfTrade, ['expireTaker', 'expireMaker', 'expireBoth', 'decrement']) &&
        typeof command.postOnly === 'boolean' &&
        (command.clientOrderId === undefined || isNameWellFormed(command.clientOrderId))
      );
    case 'spot.cancel':
      return isTrader(command.user) && isWholeNumber(command.order, 1);
    case 'spot.cancelByOperator':
      return (
        isWholeNumber(command.operator, 1) &&
        isOneOf(command.scope, ['order', 'user', 'market']) &&
        (command.scope === 'user' ? isTrader(command.id) : isWholeNumber(command.id, 1)) &&
        typeof command.reason === 'string' &&
        command.reason !== '' &&
        command.reason.length <= 300
      );
    case 'ledger.deposit':
    case 'ledger.credit':
      return (
        isUser(command.user) &&
        command.user !== 1 &&
        !(command.user > 20_000 && command.user <= 21_023) &&
        !(command.kind === 'ledger.credit' && command.user === 3) &&
        !isTransferMalformed(command) &&
        isOneOf(command.wallet, ['spot', 'margin', 'seconds', 'p2p']) &&
        typeof command.amount === 'bigint' &&
        command.amount > 0n &&
        typeof command.reference === 'string' &&
        command.reference.length <= 200
      );
    case 'index.set':
      return (
        typeof command.source === 'string' &&
        command.source.length <= 200 &&
        Array.isArray(command.prices) &&
        command.prices.length > 0 &&
        (command.sources === undefined || isWholeNumber(command.sources, 1, 1_000)) &&
        command.prices.every(
          (price: unknown) =>
            Array.isArray(price) &&
            isWholeNumber(price[0], 1, 65_535) &&
            isWholeNumber(price[1], 1) &&
            (price.length < 3 || isWholeNumber(price[2], 0)),
        )
      );
    case 'currency.list':
      return (
        isWholeNumber(command.currency.id, 1, 1023) && isWholeNumber(command.currency.scale, 0, 8)
      );
    case 'market.list':
      return isMarketWellFormed(command.market);
    case 'core.upgrade':
      return true;
    case 'core.checkpoint':
      return (
        Number.isSafeInteger(command.at) &&
        command.at >= 0 &&
        Number.isSafeInteger(command.format) &&
        typeof command.stateHash === 'string' &&
        /^[0-9a-f]{64}$/.test(command.stateHash)
      );
    case 'clock.tick':
      return true;
    default:
      // Each further area checks its own commands.
      return typeof command.kind === 'string';
  }
}

/** Users that may place orders: customers, and the house's accounts that trade like customers. */
export function isTrader(user: unknown): boolean {
  return isUser(user) && ((user as number) >= 100_000 || [6, 7, 8].includes(user as number));
}

function isMarketWellFormed(market: Market): boolean {
  const bps = [market.bandBps, market.slippageBps];
  return (
    isWholeNumber(market.id, 1, 65_535) &&
    [market.base, market.quote].every((value) => isWholeNumber(value, 1, 1023)) &&
    isWholeNumber(market.maxQuantityLots, 1, 2 ** 36) &&
    isWholeNumber(market.maxOpenOrders, 1) &&
    isWholeNumber(market.indexMaxAgeMs, 1) &&
    [market.makerFeeBps, market.takerFeeBps].every((value) => isWholeNumber(value, 0, 1000)) &&
    bps.every((value) => isWholeNumber(value, 0, 9999)) &&
    [market.tickSize, market.lotSize].every(
      (value) => typeof value === 'bigint' && value > 0n && value < LARGEST_NOTIONAL,
    ) &&
    typeof market.minNotional === 'bigint' &&
    market.minNotional >= 0n &&
    market.minNotional < LARGEST_NOTIONAL &&
    (market.hasSeconds === undefined || typeof market.hasSeconds === 'boolean') &&
    isOneOf(market.status, ['open', 'cancelOnly', 'closed'])
  );
}

/**
 * The refusals of a new order that depend only on its own fields and the market's settings, in
 * their order.
 */
export function refusalOfFields(order: PlaceOrder, market: Market): Rejection | undefined {
  if (market.status !== 'open') return 'market_closed';
  if (!isWholeNumber(order.quantityLots, 1, market.maxQuantityLots)) return 'quantity_invalid';
  const isPriceRight =
    order.type === 'limit'
      ? isWholeNumber(order.priceTicks, 1)
      : (order.priceTicks as number) === 0;
  if (!isPriceRight) return 'price_invalid';
  if (order.type === 'market' && order.timeInForce === 'gtc') return 'market_order_not_gtc';
  if (order.postOnly && (order.type === 'market' || order.timeInForce !== 'gtc'))
    return 'post_only_not_limit_gtc';
  return undefined;
}

/**
 * A user's request, as its key knows it. The same withdrawal with other approvals or another limit,
 * which the server adds, is the same request.
 */
export function contentOf(command: Command): string {
  const added =
    command.kind === 'custody.withdraw'
      ? { approvals: undefined, dayLimit: undefined, risks: undefined, mostFee: undefined }
      : command.kind === 'p2p.publish' || command.kind === 'p2p.deal'
        ? { level: undefined, registeredDays: undefined }
        : command.kind === 'vote.cast'
          ? { level: undefined, person: undefined, tracker: undefined }
          : command.kind === 'sale.commit'
            ? { level: undefined, person: undefined }
            : {};
  return JSON.stringify({ ...command, ...added, key: '' }, (_name, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}
