import type { SaleStateOut } from '@meridian/contract/sale/calls';
import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import { divide } from '@meridian/money/rounding';

/** A crowdfunding is a sale with a target, below which everything is given back. */
export type SaleKind = 'sale' | 'crowd';

/** A token sale or a crowdfunding. Amounts are plain decimals. */
export interface Sale {
  readonly id: number;
  readonly kind: SaleKind;
  readonly title: string;
  readonly about: string;
  /** Address of the white paper, '' without one. */
  readonly paper: string;
  /** Reason of the cancellation, '' without one. */
  readonly cancelled: string;
  readonly state: SaleStateOut;
  /** The sold currency, and the currency that pays for it. */
  readonly coin: Unit;
  readonly money: Unit;
  /** Coins of a lot, and its price. A commitment is a multiple of that price. */
  readonly lotSize: string;
  readonly lotPrice: string;
  readonly supply: string;
  /** '0' without one. */
  readonly target: string;
  /** Bounds of a person's commitment. */
  readonly min: string;
  readonly max: string;
  /** The most money for which a person buys. */
  readonly cap: string;
  /** Milliseconds UTC, and for people on the clock of the exchange. */
  readonly opensMs: number;
  readonly opens: string;
  readonly closesMs: number;
  readonly closes: string;
  readonly release: Release;
  readonly people: number;
  readonly committed: string;
  /** The part of it that counts towards the target: at most the cap of each person. */
  readonly demanded: string;
  /** '0' until the numbers are decided. */
  readonly sold: string;
  readonly paid: string;
  /** Whether all entries can be fetched, to recompute it. */
  readonly isPublished: boolean;
  /** The text that was hashed. */
  readonly terms: string;
  readonly termsHash: string;
  /** The words of the sale, whose hash is in the terms. */
  readonly texts: string;
  readonly my: Entry | undefined;
}

/** A currency. */
export interface Unit {
  readonly id: number;
  readonly name: string;
  readonly decimals: number;
}

/** The times at which bought coins become free. */
export interface Release {
  /** Percent that is free at once. */
  readonly freePercent: string;
  /** Of the first instalment of the rest, milliseconds UTC. */
  readonly firstMs: number;
  /** 0 where all is free at once. */
  readonly instalments: number;
  /** From one instalment to the next. */
  readonly everyMs: number;
}

/** The commitment of a person. */
export interface Entry {
  readonly number: number;
  /** `taken`: a debt ended it before the end. */
  readonly state: 'open' | 'settled' | 'taken';
  readonly committed: string;
  readonly allotted: string;
  readonly paid: string;
  readonly refunded: string;
  /** Bought coins that are not free yet, and the time of the next release; 0 without one. */
  readonly bound: string;
  readonly nextMs: number;
}

/** An own commitment with the sale that it belongs to. */
export interface OwnEntry extends Entry {
  readonly sale: number;
  readonly title: string;
  readonly coin: string;
  readonly money: string;
  readonly time: string;
}

/** Decimals of a price that is the quotient of two amounts, and of a factor. */
const PRICE_SCALE = 12;
const FACTOR_SCALE = 2;
/** States while numbers are decided and paid out. A cancelled sale has nothing to wait for. */
const PAYING: ReadonlySet<SaleStateOut> = new Set(['deciding', 'allotting', 'missed']);

/** Whether the result of a sale comes within seconds. */
export function isSoonDecided({
  state,
  isPublished,
}: Pick<Sale, 'state' | 'isPublished'>): boolean {
  return PAYING.has(state) && !isPublished;
}

/** Smallest units of an amount that the server wrote; 0 for a text that is none. */
export function unitsOf(text: string, { decimals }: Pick<Unit, 'decimals'>): bigint {
  const parsed = parseDecimal(text, decimals);
  return parsed.ok ? parsed.units : 0n;
}

/** Price of a whole coin. Only that of a lot is exact for sure. */
export function coinPrice({ lotPrice, lotSize, money, coin }: Sale): {
  readonly text: string;
  readonly isExact: boolean;
} {
  const paid = unitsOf(lotPrice, { decimals: PRICE_SCALE }) * 10n ** BigInt(coin.decimals);
  const size = unitsOf(lotSize, coin);
  if (size === 0n) return { text: lotPrice, isExact: false };
  const isExact = paid % size === 0n;
  const price = divide(paid, size, 'halfUp');
  if (isExact) return { text: formatDecimal(price, PRICE_SCALE), isExact };
  const cut = 10n ** BigInt(PRICE_SCALE - Math.min(money.decimals, PRICE_SCALE));
  return { text: formatDecimal(divide(price, cut, 'halfUp') * cut, PRICE_SCALE), isExact };
}

/** The price of all coins of a sale. */
export function offeredOf(sale: Sale): string {
  return formatDecimal(offeredUnits(sale), sale.money.decimals);
}

/** Committed money as a multiple of the price of all coins, rounded down to two decimals. */
export function demandFactor(sale: Sale): string {
  const offered = offeredUnits(sale);
  if (offered === 0n) return '0';
  const scale = 10n ** BigInt(FACTOR_SCALE);
  return formatDecimal(
    divide(unitsOf(sale.committed, sale.money) * scale, offered, 'down'),
    FACTOR_SCALE,
  );
}

/** An amount of money in percent of the price of all coins, at most 100: for a bar. */
export function percentOfOffered(sale: Sale, amount: string): string {
  const offered = offeredUnits(sale);
  const part = unitsOf(amount, sale.money);
  if (offered === 0n || part >= offered) return '100';
  return formatDecimal(divide(part * 10_000n, offered, 'down'), 2);
}

/** The own commitment that counts: '0' without one, or after a debt ended it. */
export function ownCommitted({ my }: Pick<Sale, 'my'>): string {
  return my === undefined || my.state === 'taken' ? '0' : my.committed;
}

/** The note of a commitment: where its money is, and until when. */
export function noteOf(
  { state }: Pick<Sale, 'state'>,
  entry: Pick<Entry, 'state'>,
): Entry['state'] | 'deciding' | 'returning' {
  if (entry.state !== 'open' || state === 'announced' || state === 'open') return entry.state;
  return state === 'cancelled' || state === 'missed' ? 'returning' : 'deciding';
}

/**
 * Whether the own commitment with an added amount is above the cap, so that a part of it buys
 * nothing.
 */
export function isAboveCap(sale: Sale, more: string): boolean {
  const own = unitsOf(ownCommitted(sale), sale.money) + unitsOf(more, sale.money);
  return own > unitsOf(sale.cap, sale.money);
}

/**
 * The most that one can still add: whole lots.
 * @param available in the wallet; undefined while it is not known
 */
export function mostMore(sale: Sale, available?: string): string {
  const { max, money, lotPrice } = sale;
  const left = unitsOf(max, money) - unitsOf(ownCommitted(sale), money);
  const has = available === undefined ? left : unitsOf(available, money);
  const most = has < left ? has : left;
  const lot = unitsOf(lotPrice, money);
  if (most <= 0n || lot === 0n) return '0';
  return formatDecimal(most - (most % lot), money.decimals);
}

export type CommitFault = 'syntax' | 'lots' | 'tooSmall' | 'tooLarge' | 'balance';

/**
 * The fault of an amount that cannot be added; undefined where it can.
 * @param available undefined while it is not known: then the server decides
 */
export function commitFault(
  sale: Sale,
  amount: string,
  available: string | undefined,
): CommitFault | undefined {
  const { money, lotPrice, min, max } = sale;
  const parsed = parseDecimal(amount, money.decimals);
  if (!parsed.ok) return parsed.error === 'range' ? 'tooLarge' : 'syntax';
  if (parsed.units <= 0n) return 'syntax';
  const total = unitsOf(ownCommitted(sale), money) + parsed.units;
  if (parsed.units % unitsOf(lotPrice, money) !== 0n) return 'lots';
  if (total < unitsOf(min, money)) return 'tooSmall';
  if (total > unitsOf(max, money)) return 'tooLarge';
  if (available !== undefined && unitsOf(available, money) < parsed.units) return 'balance';
  return undefined;
}

/** The coins that a commitment would get if the sale ended now. */
export interface Estimate {
  /**
   * `all`: the coins of the whole commitment. `capped`: the most that a person buys. `share`: at
   * least that many coins, since a buyer above the cap leaves more to the others. `missed`:
   * nothing, below the target.
   */
  readonly kind: 'all' | 'capped' | 'share' | 'missed';
  readonly coins: string;
}

/**
 * An estimate from the sums that are shown while a sale is open.
 * @param more amount of money to add
 */
export function estimate(sale: Sale, more: string): Estimate {
  const { money, coin } = sale;
  const lot = unitsOf(sale.lotPrice, money);
  const added = unitsOf(more, money);
  const before = unitsOf(ownCommitted(sale), money);
  const own = before + added;
  const all = unitsOf(sale.committed, money) + added;
  const cap = unitsOf(sale.cap, money);
  const demanded = unitsOf(sale.demanded, money) + least(own, cap) - least(before, cap);
  if (demanded < unitsOf(sale.target, money)) return { kind: 'missed', coins: '0' };
  const offered = offeredUnits(sale);
  const wanted = least(own, cap);
  const coinsFor = (paid: bigint): string =>
    formatDecimal(lot === 0n ? 0n : (paid / lot) * unitsOf(sale.lotSize, coin), coin.decimals);
  if (demanded > offered && all > 0n) {
    const share = (own * offered) / all;
    if (share < wanted) return { kind: 'share', coins: coinsFor(share) };
  }
  return { kind: own > cap ? 'capped' : 'all', coins: coinsFor(wanted) };
}

/** A duration in the largest unit of which it is a whole number. */
export function everyOf(ms: number): {
  readonly unit: 'days' | 'hours' | 'minutes' | 'seconds';
  readonly count: number;
} {
  if (ms % 86_400_000 === 0) return { unit: 'days', count: ms / 86_400_000 };
  if (ms % 3_600_000 === 0) return { unit: 'hours', count: ms / 3_600_000 };
  if (ms % 60_000 === 0) return { unit: 'minutes', count: ms / 60_000 };
  return { unit: 'seconds', count: ms / 1_000 };
}

function offeredUnits({ supply, lotSize, lotPrice, coin, money }: Sale): bigint {
  const size = unitsOf(lotSize, coin);
  return size === 0n ? 0n : (unitsOf(supply, coin) / size) * unitsOf(lotPrice, money);
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
