import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import { divide } from '@meridian/money/rounding';
import type { MessageId } from '../../../shared/i18n/translate.ts';
import type { Coin, Dust, Quote, Side } from './conversion.ts';

/** The fault of a typed amount: a message and its values. */
export interface AmountError {
  readonly id: MessageId;
  readonly values?: Readonly<Record<string, string>>;
}

/**
 * The first fault of an amount, found before the exchange is asked; undefined without one.
 * @param available balance of the wallet, which bounds a given amount; undefined while it is not
 * known
 */
export function amountError(
  amount: string,
  coin: Coin,
  side: Side,
  available: string | undefined,
): AmountError | undefined {
  const { code, least, most, step } = coin;
  const parsed = parseDecimal(amount, coin.decimals);
  if (!parsed.ok && parsed.error === 'range')
    return { id: 'convert.error.most', values: { amount: most, code } };
  if (!parsed.ok || parsed.units <= 0n) return { id: 'convert.error.amount' };
  const { units } = parsed;
  const [low, high, each] = [least, most, step].map((text) => unitsOf(text, coin.decimals) ?? 0n);
  if (units < (low ?? 0n)) return { id: 'convert.error.least', values: { amount: least, code } };
  if (units > (high ?? 0n)) return { id: 'convert.error.most', values: { amount: most, code } };
  if (each !== undefined && each > 0n && units % each !== 0n)
    return { id: 'convert.error.step', values: { amount: step, code } };
  const has = available === undefined ? undefined : unitsOf(available, coin.decimals);
  if (side === 'from' && has !== undefined && units > has) return { id: 'convert.error.balance' };
  return undefined;
}

/** Digits after the point of a displayed rate, which is at least 1, and of a large one. */
const RATE_SCALE = 4;
const LARGE_RATE_SCALE = 2;
const LARGE_RATE = 1_000n;
/** Digits after the point that are read of a price. A price below 1 needs more of them. */
const PRICE_SCALE = 8;
const SMALL_PRICE_SCALE = 14;

interface Rate {
  readonly of: string;
  readonly rate: string;
  readonly in: string;
}

/** A rate as people name it: the amount of the cheaper coin for one of the dearer, rounded down. */
export function rateOf(
  { fromAmount, toAmount }: Pick<Quote, 'fromAmount' | 'toAmount'>,
  from: Pick<Coin, 'code' | 'decimals'>,
  to: Pick<Coin, 'code' | 'decimals'>,
): Rate {
  const given = unitsOf(fromAmount, from.decimals) ?? 0n;
  const received = unitsOf(toAmount, to.decimals) ?? 0n;
  // Both in units of the larger scale.
  const [one, other] = [
    given * 10n ** BigInt(to.decimals),
    received * 10n ** BigInt(from.decimals),
  ];
  const [more, less] = one > other ? [one, other] : [other, one];
  const [dear, cheap] = one > other ? [to, from] : [from, to];
  return { of: dear.code, rate: rateText(more, less, 'down'), in: cheap.code };
}

function rateText(more: bigint, less: bigint, rounding: 'down' | 'halfUp'): string {
  if (less === 0n) return '0';
  const scale = more >= less * LARGE_RATE ? LARGE_RATE_SCALE : RATE_SCALE;
  return formatDecimal(divide(more * 10n ** BigInt(scale), less, rounding), scale);
}

/**
 * The same rate from a price, the amount of `to` for one of `from`; undefined where there is none.
 */
export function rateOfPrice(
  price: string,
  from: Pick<Coin, 'code'>,
  to: Pick<Coin, 'code'>,
): Rate | undefined {
  const isOfTo = price.startsWith('0.');
  const scale = isOfTo ? SMALL_PRICE_SCALE : PRICE_SCALE;
  // The scale cannot hold more digits.
  const units = unitsOf(isOfTo ? price : price.replace(/(\.\d{8})\d+$/, '$1'), scale);
  if (units === undefined || units <= 0n) return undefined;
  const one = 10n ** BigInt(scale);
  const [more, less] = isOfTo ? [one, units] : [units, one];
  const [dear, cheap] = isOfTo ? [to, from] : [from, to];
  return { of: dear.code, rate: rateText(more, less, 'halfUp'), in: cheap.code };
}

/**
 * An estimate of the other amount: at the index, less the margin of the desk. Undefined where
 * nothing is typed or an index is missing.
 * @param side which of the two amounts is typed
 */
export function estimateOf(amount: string, side: Side, from: Coin, to: Coin): string | undefined {
  const typed = unitsOf(amount, (side === 'from' ? from : to).decimals);
  const [given, got] = [from, to].map((coin) => unitsOf(coin.indexPrice, PRICE_SCALE) ?? 0n);
  if (!typed || typed < 0n || !given || !got) return undefined;
  const whole = 10_000n;
  // The margin takes from the given amount, and adds to the received one's cost.
  const [worth, cost] = [
    given * (whole - BigInt(from.marginBps)) * 10n ** BigInt(to.decimals),
    got * (whole + BigInt(to.marginBps)) * 10n ** BigInt(from.decimals),
  ];
  const other =
    side === 'from' ? divide(typed * worth, cost, 'down') : divide(typed * cost, worth, 'up');
  return formatDecimal(other, (side === 'from' ? to : from).decimals);
}

/** Sum of the desk's margins of both coins, in percent. */
export function marginOf(from: Coin, to: Coin): string {
  return formatDecimal(BigInt(from.marginBps + to.marginBps), 2);
}

/** The most that a quote takes of a balance: whole steps, and no more than the bound. */
export function mostOf(coin: Coin, available: string | undefined): string | undefined {
  const has = available === undefined ? undefined : unitsOf(available, coin.decimals);
  const most = unitsOf(coin.most, coin.decimals);
  const step = unitsOf(coin.step, coin.decimals);
  if (has === undefined || most === undefined || step === undefined || step <= 0n) return undefined;
  const bounded = has < most ? has : most;
  const whole = bounded - (bounded % step);
  return whole <= 0n ? undefined : formatDecimal(whole, coin.decimals);
}

/** Prices move meanwhile, so 1 % of the shown total may be missing. */
const KEPT_PERCENT = 99n;

/** The sum that chosen balances bring, and the least sum that is accepted. */
export function totalOf(
  chosen: readonly Dust[],
  decimals: number,
): {
  readonly total: string;
  readonly least: string;
} {
  const units = chosen.reduce((sum, { brings }) => sum + (unitsOf(brings, decimals) ?? 0n), 0n);
  return {
    total: formatDecimal(units, decimals),
    least: formatDecimal((units * KEPT_PERCENT) / 100n, decimals),
  };
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Shanghai is always eight hours ahead of UTC. */
const AHEAD_MS = 8 * 60 * MINUTE_MS;

/** The time of the first run of a plan. @param minute of the Shanghai day */
export function firstTimeMs(minute: number, nowMs: number): number {
  const midnight = Math.floor((nowMs + AHEAD_MS) / DAY_MS) * DAY_MS - AHEAD_MS;
  const today = midnight + minute * MINUTE_MS;
  return today > nowMs ? today : today + DAY_MS;
}

/** The minute of a time like 09:30; undefined where it is none. */
export function minuteOf(clock: string): number | undefined {
  const found = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(clock);
  return found === null ? undefined : Number(found[1]) * 60 + Number(found[2]);
}

function unitsOf(text: string, decimals: number): bigint | undefined {
  const parsed = parseDecimal(text, decimals);
  return parsed.ok ? parsed.units : undefined;
}
