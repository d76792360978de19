import type { P2pWay } from '@meridian/contract/p2p/bounds';
import { compareDecimals, formatDecimal } from '@meridian/money/decimal';
import { multiplyDivide } from '@meridian/money/rounding';
import type { MessageId, MessageValues } from '../../../shared/i18n/translate.ts';
import type { AdTerms } from './ad-terms.ts';
import type { MarketCoin, OwnAd, Side } from './ad.ts';
import { PRICE_DECIMALS, unitsOf } from './fiat.ts';
import { hoursOf, isSpan, spansOf, type Span } from './opening-hours.ts';

/** Bounds of a percentage from the reference, with two decimals. */
export const OFFSET_DECIMALS = 2;
const MOST_OFFSET = 5_000n;
const FULL_OFFSET = 10_000n;
export const MOST_DAYS = 3_650;
export const MOST_DEALS = 100_000;
const FULL_RATE = '100';
/** Minutes that buyers can be given to pay. */
export const PAY_MINUTES = [5, 10, 15, 20, 30, 45, 60, 90, 120, 180] as const;
export const LEVELS = [0, 1, 2] as const;

/** The fields that can be wrong, from the top of the form to its end. */
const FORM_ORDER = [
  'price',
  'offset',
  'minPrice',
  'maxPrice',
  'total',
  'min',
  'max',
  'ways',
  'registeredDays',
  'completedDeals',
  'completionRate',
  'spans',
] as const satisfies readonly AdField[];

export type PriceKind = 'fixed' | 'floating';
export type OffsetSide = 'above' | 'below';

/** Values typed into the form of an ad. Amounts are plain decimals, '' where nothing is typed. */
export interface AdValues {
  readonly side: Side;
  readonly coin: number;
  readonly total: string;
  readonly priceKind: PriceKind;
  readonly price: string;
  /** Percent from the reference, without a sign: fields take none. */
  readonly offset: string;
  readonly offsetSide: OffsetSide;
  readonly minPrice: string;
  readonly maxPrice: string;
  /** Coins of one deal; '' for no limit but the total. */
  readonly min: string;
  readonly max: string;
  readonly ways: readonly P2pWay[];
  readonly payMinutes: string;
  readonly level: string;
  readonly registeredDays: string;
  readonly completedDeals: string;
  readonly completionRate: string;
  readonly spans: readonly Span[];
  readonly remark: string;
  readonly autoReply: string;
  readonly isPrivate: boolean;
}

export type AdField = keyof AdValues;
export interface AdError {
  readonly id: MessageId;
  readonly values?: MessageValues;
}
export type AdErrors = Partial<Record<AdField, AdError>>;

export function emptyAd(side: Side, coin: number): AdValues {
  return {
    side,
    coin,
    total: '',
    priceKind: 'fixed',
    price: '',
    offset: '0',
    offsetSide: 'above',
    minPrice: '',
    maxPrice: '',
    min: '',
    max: '',
    ways: [],
    payMinutes: '15',
    level: '1',
    registeredDays: '',
    completedDeals: '',
    completionRate: '',
    spans: [],
    remark: '',
    autoReply: '',
    isPrivate: false,
  };
}

/** The values of the form for an own ad, to change it. */
export function valuesOf(ad: OwnAd): AdValues {
  const { takers } = ad;
  const unlessZero = (value: number | string): string => (Number(value) === 0 ? '' : String(value));
  return {
    side: ad.side,
    coin: ad.coinId,
    total: ad.total,
    priceKind: ad.isFloating ? 'floating' : 'fixed',
    price: ad.isFloating ? '' : ad.price,
    offset: ad.isFloating ? ad.offset.replace('-', '') : '0',
    offsetSide: ad.offset.startsWith('-') ? 'below' : 'above',
    minPrice: ad.minPrice,
    maxPrice: ad.maxPrice,
    min: ad.min,
    max: ad.max,
    ways: ad.ways,
    payMinutes: String(ad.payMinutes),
    level: String(takers.level),
    registeredDays: unlessZero(takers.registeredDays),
    completedDeals: unlessZero(takers.completedDeals),
    completionRate: unlessZero(takers.completionRate),
    spans: spansOf(ad.hours),
    remark: ad.remark,
    autoReply: ad.autoReply,
    isPrivate: ad.code !== '',
  };
}

/** The price of an ad now; undefined where it is not known. */
export function priceOf(
  values: Pick<AdValues, 'priceKind' | 'price' | 'offset' | 'offsetSide'>,
  reference: string,
): string | undefined {
  if (values.priceKind === 'floating') return floatingPrice(reference, values);
  return isPositive(values.price, PRICE_DECIMALS) ? values.price : undefined;
}

/** The reference price with its offset, rounded down as the exchange does. */
export function floatingPrice(
  reference: string,
  { offset, offsetSide }: Pick<AdValues, 'offset' | 'offsetSide'>,
): string | undefined {
  const [ticks, share] = [unitsOf(reference, PRICE_DECIMALS), offsetOf(offset)];
  if (ticks === undefined || ticks === 0n || share === undefined) return undefined;
  const numerator = offsetSide === 'above' ? FULL_OFFSET + share : FULL_OFFSET - share;
  const ratio = { numerator, denominator: FULL_OFFSET };
  return formatDecimal(multiplyDivide(ticks, ratio, 'down'), PRICE_DECIMALS);
}

/** Whether a floating price is outside its bounds now: the ad would rest. */
export function isResting(values: AdValues, reference: string): boolean {
  if (values.priceKind === 'fixed') return false;
  const price = floatingPrice(reference, values);
  if (price === undefined) return reference === '';
  return isAbove(values.minPrice, price) || isAbove(price, values.maxPrice);
}

/** The errors of an ad, by field. */
export function adErrors(values: AdValues, { decimals }: Pick<MarketCoin, 'decimals'>): AdErrors {
  return {
    ...amountErrors(values, decimals),
    ...(values.priceKind === 'fixed' ? fixedPriceErrors(values) : floatingPriceErrors(values)),
    ...(values.ways.length === 0 ? { ways: { id: 'p2p.ad.error.ways' as const } } : {}),
    ...conditionErrors(values),
    ...hoursErrors(values),
  };
}

/** The error of the first wrong row of the hours, by its place in the form. */
function hoursErrors({ spans }: AdValues): AdErrors {
  const place = spans.findIndex((span) => !isSpan(span));
  return place === -1 ? {} : { spans: { id: 'p2p.ad.error.hours', values: { row: place + 1 } } };
}

/** The wrong field that stands first in the form, to which the focus goes. */
export function firstWrong(errors: Partial<Record<AdField, unknown>>): AdField | undefined {
  return FORM_ORDER.find((field) => errors[field] !== undefined);
}

function amountErrors({ total, min, max }: AdValues, decimals: number): AdErrors {
  const errors: Record<string, AdError> = {};
  const none: AdError = { id: 'p2p.ad.error.amount' };
  if (!isPositive(total, decimals)) errors['total'] = none;
  if (max !== '' && !isPositive(max, decimals)) errors['max'] = none;
  else if (isAbove(max, total)) errors['max'] = { id: 'p2p.ad.error.overTotal' };
  if (min !== '' && !isPositive(min, decimals)) errors['min'] = none;
  else if (isAbove(min, max === '' ? total : max)) errors['min'] = { id: 'p2p.ad.error.overMax' };
  return errors;
}

function fixedPriceErrors({ price }: AdValues): AdErrors {
  return isPositive(price, PRICE_DECIMALS) ? {} : { price: { id: 'p2p.ad.error.price' } };
}

function floatingPriceErrors({ offset, minPrice, maxPrice }: AdValues): AdErrors {
  const errors: Record<string, AdError> = {};
  const none: AdError = { id: 'p2p.ad.error.price' };
  if (offsetOf(offset) === undefined) errors['offset'] = { id: 'p2p.ad.error.offset' };
  if (!isPositive(minPrice, PRICE_DECIMALS)) errors['minPrice'] = none;
  if (!isPositive(maxPrice, PRICE_DECIMALS)) errors['maxPrice'] = none;
  else if (isAbove(minPrice, maxPrice)) errors['maxPrice'] = { id: 'p2p.ad.error.bounds' };
  return errors;
}

function conditionErrors(values: AdValues): AdErrors {
  const errors: Record<string, AdError> = {};
  const isWhole = (text: string, most: number): boolean =>
    text === '' || (/^\d{1,6}$/.test(text) && Number(text) <= most);
  if (!isWhole(values.registeredDays, MOST_DAYS))
    errors['registeredDays'] = { id: 'p2p.ad.error.whole', values: { most: MOST_DAYS } };
  if (!isWhole(values.completedDeals, MOST_DEALS))
    errors['completedDeals'] = { id: 'p2p.ad.error.whole', values: { most: MOST_DEALS } };
  const rate = values.completionRate;
  if (rate !== '' && (unitsOf(rate, OFFSET_DECIMALS) === undefined || isAbove(rate, FULL_RATE)))
    errors['completionRate'] = { id: 'p2p.ad.error.rate' };
  return errors;
}

/** The terms that are sent: of the price fields only those of its kind. */
export function termsOf(values: AdValues): AdTerms {
  const isFixed = values.priceKind === 'fixed';
  return {
    price: isFixed ? values.price : '',
    offset: isFixed ? '' : signedOffset(values),
    minPrice: isFixed ? '' : values.minPrice,
    maxPrice: isFixed ? '' : values.maxPrice,
    ways: values.ways,
    min: values.min,
    max: values.max,
    payMinutes: Number(values.payMinutes),
    level: Number(values.level),
    registeredDays: Number(values.registeredDays),
    completedDeals: Number(values.completedDeals),
    completionRate: values.completionRate,
    hours: hoursOf(values.spans),
    remark: values.remark.trim(),
    autoReply: values.autoReply.trim(),
    isPrivate: values.isPrivate,
  };
}

/** The field that a refusal is about; undefined where it is about none. */
export function refusedField(code: string, { priceKind }: AdValues): AdField | undefined {
  if (code === 'price_out_of_band') return priceKind === 'fixed' ? 'price' : 'offset';
  return code === 'payee_missing' || code === 'deal_account_waits' ? 'ways' : undefined;
}

/**
 * The error of a refusal where the form can say more than the server: that of a price beyond the
 * band names the reference price of the band. Undefined where the server's message serves better.
 */
export function refusalError(code: string, reference: string): AdError | undefined {
  return code === 'price_out_of_band' && reference !== ''
    ? { id: 'p2p.ad.error.band', values: { price: reference } }
    : undefined;
}

function signedOffset({ offset, offsetSide }: AdValues): string {
  return offsetSide === 'above' ? offset : `-${offset}`;
}

/** Hundredths of a percent within the bounds. */
function offsetOf(text: string): bigint | undefined {
  const units = unitsOf(text, OFFSET_DECIMALS);
  return units === undefined || units > MOST_OFFSET ? undefined : units;
}

function isPositive(text: string, decimals: number): boolean {
  return (unitsOf(text, decimals) ?? 0n) > 0n;
}

function isAbove(one: string, other: string): boolean {
  return compareDecimals(one, other) === 1;
}
