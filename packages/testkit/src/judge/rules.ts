/**
 * The judge's premises: the shape of commands in the journal and the rules that need no history.
 * Written from docs/ERRORS.md; shares no code with the core.
 */
import { isTransferMalformed } from '../naive-transfers.ts';

/**
 * A command as the journal has it: a field can be of any type, since hostile commands are journaled
 * too.
 */
export interface RecordedCommand {
  readonly kind?: unknown;
  readonly user?: unknown;
  readonly key?: unknown;
  readonly market?: unknown;
  readonly currency?: unknown;
  readonly wallet?: unknown;
  readonly amount?: unknown;
  readonly reference?: unknown;
  readonly source?: unknown;
  readonly sources?: unknown;
  readonly prices?: unknown;
  readonly side?: unknown;
  readonly type?: unknown;
  readonly priceTicks?: unknown;
  readonly quantityLots?: unknown;
  readonly timeInForce?: unknown;
  readonly postOnly?: unknown;
  readonly selfTrade?: unknown;
  readonly order?: unknown;
  readonly clientOrderId?: unknown;
  readonly dayLimit?: unknown;
  readonly transfer?: unknown;
  readonly operator?: unknown;
  readonly reason?: unknown;
  readonly scope?: unknown;
  readonly id?: unknown;
  readonly version?: unknown;
}

export interface MarketSettings {
  readonly id: number;
  readonly base: number;
  readonly quote: number;
  readonly tickSize: bigint;
  readonly lotSize: bigint;
  readonly minNotional: bigint;
  readonly maxQuantityLots: number;
  readonly makerFeeBps: number;
  readonly takerFeeBps: number;
  readonly maxOpenOrders: number;
  readonly bandBps: number;
  readonly slippageBps: number;
  readonly indexMaxAgeMs: number;
  readonly status: string;
  readonly isDisplayed: boolean;
  readonly hasSeconds?: boolean;
}

/** A journal begins with the first rules. */
export const FIRST_RULES = 1;
export const OUTSIDE = 1;
export const FEES = 2;
export const HOUSE = 3;
export const ROUNDING = 5;
/** Two traders of the demo, and the desk of conversions. */
const HOUSE_TRADERS = [6, 7, 8];
const FIRST_CUSTOMER = 100_000;
const USERS_END = 2 ** 36;
const LARGEST = Number.MAX_SAFE_INTEGER;
export const HIGHEST_PRICE = BigInt(LARGEST);
const TEN_THOUSAND = 10_000n;

export function isWhole(value: unknown, from: number, to = LARGEST): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= from && value <= to;
}

function isOneOf(value: unknown, ...allowed: readonly string[]): value is string {
  return typeof value === 'string' && allowed.includes(value);
}

export function isTrader(user: unknown): user is number {
  return (
    isWhole(user, 1, USERS_END - 1) && (user >= FIRST_CUSTOMER || HOUSE_TRADERS.includes(user))
  );
}

/** An amount in the journal is a text of digits. */
export function amountIn(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : undefined;
}

export function isKey(key: unknown): key is string {
  return (
    typeof key === 'string' &&
    key.length >= 1 &&
    key.length <= 64 &&
    [...key].every((character) => character > ' ' && character <= '~')
  );
}

export function isOrderShaped(command: RecordedCommand): boolean {
  return (
    isTrader(command.user) &&
    Number.isSafeInteger(command.market) &&
    isOneOf(command.side, 'buy', 'sell') &&
    isOneOf(command.type, 'limit', 'market') &&
    isOneOf(command.timeInForce, 'gtc', 'ioc', 'fok') &&
    isOneOf(command.selfTrade, 'expireTaker', 'expireMaker', 'expireBoth', 'decrement') &&
    typeof command.postOnly === 'boolean' &&
    (command.clientOrderId === undefined ||
      (typeof command.clientOrderId === 'string' && /^[\w.:/-]{1,36}$/.test(command.clientOrderId)))
  );
}

export function isCancelShaped(command: RecordedCommand): boolean {
  return isTrader(command.user) && isWhole(command.order, 1);
}

export function isOperatorCancelShaped({ operator, reason, scope, id }: RecordedCommand): boolean {
  const isReason = typeof reason === 'string' && reason.length >= 1 && reason.length <= 300;
  return (
    isWhole(operator, 1) &&
    isReason &&
    isOneOf(scope, 'order', 'user', 'market') &&
    (scope === 'user' ? isTrader(id) : isWhole(id, 1))
  );
}

export function isPaymentShaped(command: RecordedCommand): boolean {
  const { user, wallet, reference } = command;
  if (!isWhole(user, 1, USERS_END - 1) || user === OUTSIDE) return false;
  if (user === HOUSE && command.kind === 'ledger.credit') return false;
  // Pools of savings are paid into by savers and borrowers alone.
  if (user > 20_000 && user <= 21_023) return false;
  if (isTransferMalformed(command)) return false;
  if (!isOneOf(wallet, 'spot', 'margin', 'seconds', 'p2p')) return false;
  return (
    (amountIn(command.amount) ?? 0n) > 0n &&
    typeof reference === 'string' &&
    reference.length <= 200
  );
}

/** Settings of a market to be listed; undefined if a field is wrong. */
export function marketSettings(value: unknown): MarketSettings | undefined {
  const given = (value ?? {}) as Record<keyof MarketSettings, unknown>;
  const [tickSize, lotSize, minNotional] = [
    amountIn(given.tickSize),
    amountIn(given.lotSize),
    amountIn(given.minNotional),
  ];
  const most = 2n ** 62n;
  if (tickSize === undefined || lotSize === undefined || minNotional === undefined)
    return undefined;
  if (
    tickSize < 1n ||
    lotSize < 1n ||
    minNotional < 0n ||
    tickSize >= most ||
    lotSize >= most ||
    minNotional >= most
  )
    return undefined;
  const bounds: readonly (readonly [keyof MarketSettings, number, number])[] = [
    ['id', 1, 65_535],
    ['base', 1, 1023],
    ['quote', 1, 1023],
    ['maxQuantityLots', 1, 2 ** 36],
    ['makerFeeBps', 0, 1000],
    ['takerFeeBps', 0, 1000],
    ['maxOpenOrders', 1, LARGEST],
    ['bandBps', 0, 9999],
    ['slippageBps', 0, 9999],
    ['indexMaxAgeMs', 1, LARGEST],
  ];
  if (!bounds.every(([name, from, to]) => isWhole(given[name], from, to))) return undefined;
  if (
    !isOneOf(given.status, 'open', 'cancelOnly', 'closed') ||
    typeof given.isDisplayed !== 'boolean'
  )
    return undefined;
  if (given.hasSeconds !== undefined && typeof given.hasSeconds !== 'boolean') return undefined;
  return { ...(given as unknown as MarketSettings), tickSize, lotSize, minNotional };
}

/** Rounds up. Both arguments are above zero. */
export function divideUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}

/** Lowest and highest price that a band allows around an index. */
export function bandOf(index: bigint, bandBps: number): { low: bigint; high: bigint } {
  if (bandBps === 0) return { low: 1n, high: HIGHEST_PRICE };
  const low = divideUp(index * (TEN_THOUSAND - BigInt(bandBps)), TEN_THOUSAND);
  const high = (index * (TEN_THOUSAND + BigInt(bandBps))) / TEN_THOUSAND;
  return { low: low < 1n ? 1n : low, high: high > HIGHEST_PRICE ? HIGHEST_PRICE : high };
}

/**
 * The limit of a market order: its slippage from the best price and from the index, and the band;
 * whichever comes first.
 */
export function capOf(
  side: string,
  at: { best: bigint; index: bigint; slippageBps: number; bandBps: number },
): bigint {
  const ranges = [bandOf(at.best, at.slippageBps)];
  if (at.bandBps > 0) ranges.push(bandOf(at.index, at.slippageBps), bandOf(at.index, at.bandBps));
  let cap = side === 'buy' ? HIGHEST_PRICE : 1n;
  for (const { low, high } of ranges)
    cap = side === 'buy' ? (high < cap ? high : cap) : low > cap ? low : cap;
  return cap;
}

/** A fee and its accounts: the integer part for `fees`, a started unit for `rounding`. */
export function feeOn(
  received: bigint,
  bps: number,
): { fee: bigint; toFees: bigint; toRounding: bigint } {
  const fee = divideUp(received * BigInt(bps), TEN_THOUSAND);
  const toFees = (received * BigInt(bps)) / TEN_THOUSAND;
  return { fee, toFees, toRounding: fee - toFees };
}

export function isPriceShaped(
  price: unknown,
): price is [market: number, ticks: number, quotedMs?: number] {
  return (
    Array.isArray(price) &&
    isWhole(price[0], 1) &&
    isWhole(price[1], 1) &&
    (price.length === 2 || isWhole(price[2], 0))
  );
}
