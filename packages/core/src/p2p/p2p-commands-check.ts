/**
 * Whether the commands of the marketplace agree with their types: the journal and the fuzzer may
 * bring anything.
 */
import { decodeAmount, encodeAmount, isAmount } from '../amount-field.ts';
import { isWithin } from '../integers.ts';
import { MAX_CURRENCY_ID } from '../ledger/ledger.ts';
import { isTradingUser } from '../ledger/trading-user.ts';
import {
  APPEAL_REASONS,
  EXTENSION_MINUTES,
  MAX_METHODS,
  MAX_SPANS,
  PAYMENT_WAYS,
  type AdTerms,
  type AnswerAppeal,
  type AnswerCancel,
  type BlockTrader,
  type EditAd,
  type ExtendDeal,
  type GrantMerchant,
  type OpenAppeal,
  type OpenDeal,
  type P2pTerms,
  type PauseAd,
  type PayDeal,
  type PaymentMethod,
  type PostBond,
  type PublishAd,
  type RemoveAd,
  type RestrictTrader,
  type ReturnBond,
  type RuleAppeal,
  type SetFiatRate,
  type TakerConditions,
  type WithdrawAd,
} from './p2p-commands.ts';
import type { SnapshotAdTerms, SnapshotP2pTerms } from './p2p-snapshot.ts';

const MAX_MARKET_ID = 65_535;
/** 90 million CNY for a coin: products with a quantity stay far below the largest bigint. */
export const MAX_PRICE_TICKS = 9_000_000_000_000_000;
const MAX_BAND_BPS = 10_000;
const MAX_OFFSET_BPS = 5_000;
const PAY_MINUTES = [1, 180] as const;
const MAX_LEVEL = 2;
const MAX_DAYS = 3_650;
const MAX_DEALS = 100_000;
const FULL_BPS = 10_000;
const WEEK_MINUTES = 7 * 24 * 60;
const CODE = /^[A-Za-z0-9]{0,32}$/;
const MAX_NUMBER = Number.MAX_SAFE_INTEGER;
const PARTIES: readonly unknown[] = ['buyer', 'seller'];
const REASONS: readonly unknown[] = [...APPEAL_REASONS.buyer, ...APPEAL_REASONS.seller];

/**
 * The terms with their fields and nothing else, in a fixed order; undefined where they are none.
 */
export function pickTerms(terms: P2pTerms): P2pTerms | undefined {
  if (typeof terms !== 'object' || terms === null) return undefined;
  const { currency, market, minFiat, maxFiat, bandBps, twoOperatorsFrom, merchantBond, isOpen } =
    terms;
  const isNumbered =
    isWithin(currency, 1, MAX_CURRENCY_ID) &&
    isWithin(market, 0, MAX_MARKET_ID) &&
    isWithin(bandBps, 0, MAX_BAND_BPS);
  const isPriced =
    isAmount(minFiat, 1n) &&
    isAmount(maxFiat, minFiat) &&
    isAmount(twoOperatorsFrom, 0n) &&
    isAmount(merchantBond, 0n);
  if (!isNumbered || !isPriced || typeof isOpen !== 'boolean') return undefined;
  return { currency, market, minFiat, maxFiat, bandBps, twoOperatorsFrom, merchantBond, isOpen };
}

/** The same of an ad's terms. Whether they go together with its side is asked in `isAd`. */
export function pickAdTerms(terms: AdTerms): AdTerms | undefined {
  if (typeof terms !== 'object' || terms === null) return undefined;
  const { priceTicks, offsetBps, minTicks, maxTicks, minQuantity, maxQuantity } = terms;
  const { methods, payMinutes, takers, hours, code, texts } = terms;
  if (!isPrice(terms)) return undefined;
  if (!isAmount(minQuantity, 1n) || !isAmount(maxQuantity, minQuantity)) return undefined;
  if (!areMethods(methods) || !isWithin(payMinutes, ...PAY_MINUTES)) return undefined;
  if (!areConditions(takers) || !areHours(hours)) return undefined;
  if (typeof code !== 'string' || !CODE.test(code) || !isWithin(texts, 0, MAX_NUMBER))
    return undefined;
  return {
    priceTicks,
    offsetBps,
    minTicks,
    maxTicks,
    minQuantity,
    maxQuantity,
    methods: methods.map(pickMethod),
    payMinutes,
    takers: pickConditions(takers),
    hours: hours.map(([from, to]) => [from, to] as const),
    code,
    texts,
  };
}

export function isRate({ currency, priceTicks }: SetFiatRate): boolean {
  return isWithin(currency, 1, MAX_CURRENCY_ID) && isWithin(priceTicks, 1, MAX_PRICE_TICKS);
}

export function isAd({ user, side, currency, total, terms, level }: PublishAd): boolean {
  if (!isTradingUser(user) || !isWithin(currency, 1, MAX_CURRENCY_ID)) return false;
  if ((side !== 'buy' && side !== 'sell') || !isAmount(total, 1n)) return false;
  return isWithin(level, 0, MAX_LEVEL) && pickAdTerms(terms) !== undefined;
}

export function isEdit({ user, ad, version, terms }: EditAd): boolean {
  return isActOnAd({ user, ad }) && isCount(version) && pickAdTerms(terms) !== undefined;
}

export function isActOnAd({ user, ad }: Pick<WithdrawAd, 'user' | 'ad'>): boolean {
  return isTradingUser(user) && isNumber(ad);
}

export function isRemoval({ ad, operator }: RemoveAd): boolean {
  return isNumber(ad) && isNumber(operator);
}

export function isPause({ user, ad, isPaused }: PauseAd): boolean {
  return isTradingUser(user) && isWithin(ad, 0, MAX_NUMBER) && typeof isPaused === 'boolean';
}

export function isOpening(command: OpenDeal): boolean {
  const { user, ad, quantity, priceTicks, way, account, code, level, registeredDays } = command;
  return (
    isActOnAd({ user, ad }) &&
    isAmount(quantity, 0n) &&
    isWithin(priceTicks, 0, MAX_PRICE_TICKS) &&
    PAYMENT_WAYS.includes(way) &&
    isCount(account) &&
    typeof code === 'string' &&
    CODE.test(code) &&
    isWithin(level, 0, MAX_LEVEL) &&
    isCount(registeredDays)
  );
}

export function isDealAct({
  user,
  deal,
  version,
}: Pick<PayDeal, 'user' | 'deal' | 'version'>): boolean {
  return isTradingUser(user) && isNumber(deal) && isCount(version);
}

export function isExtension(command: ExtendDeal): boolean {
  return isDealAct(command) && isWithin(command.minutes, ...EXTENSION_MINUTES);
}

export function isCancelAnswer(command: AnswerCancel): boolean {
  return isDealAct(command) && typeof command.accepts === 'boolean';
}

export function isAppeal(command: OpenAppeal): boolean {
  return isDealAct(command) && REASONS.includes(command.reason);
}

export function isActOnAppeal({ user, appeal }: Pick<AnswerAppeal, 'user' | 'appeal'>): boolean {
  return isTradingUser(user) && isNumber(appeal);
}

export function isRuling({ appeal, toBuyer, fault, bondCut, operator }: RuleAppeal): boolean {
  const isFault = fault === 'nobody' || PARTIES.includes(fault);
  return (
    isNumber(appeal) &&
    isAmount(toBuyer, 0n) &&
    isFault &&
    isAmount(bondCut, 0n) &&
    (bondCut === 0n || fault !== 'nobody') &&
    isNumber(operator)
  );
}

export function isBond({ user, currency, amount }: PostBond): boolean {
  return isTradingUser(user) && isWithin(currency, 1, MAX_CURRENCY_ID) && isAmount(amount, 1n);
}

export function isBondReturn({ user }: ReturnBond): boolean {
  return isTradingUser(user);
}

export function isGrant({ user, isMerchant, operator }: GrantMerchant): boolean {
  return isTradingUser(user) && typeof isMerchant === 'boolean' && isNumber(operator);
}

export function isBlock({ user, other, isBlocked }: BlockTrader): boolean {
  return (
    isTradingUser(user) && isTradingUser(other) && user !== other && typeof isBlocked === 'boolean'
  );
}

export function isRestriction({ trader, untilMs, operator }: RestrictTrader): boolean {
  return isTradingUser(trader) && isWithin(untilMs, 0, MAX_NUMBER) && isNumber(operator);
}

/**
 * Takes malformed terms too, as its codec does: a value that is no amount becomes null, and terms
 * of another shape stay.
 */
export function encodeTerms(terms: P2pTerms): SnapshotP2pTerms {
  return changeAmounts(terms, TERMS_AMOUNTS, encodeAmount) as SnapshotP2pTerms;
}

/** @param terms amounts are decimal strings; the null of a malformed one stays */
export function decodeTerms(terms: SnapshotP2pTerms): P2pTerms {
  return changeAmounts(terms, TERMS_AMOUNTS, decodeAmount) as P2pTerms;
}

export function encodeAdTerms(terms: AdTerms): SnapshotAdTerms {
  return changeAmounts(terms, AD_AMOUNTS, encodeAmount) as SnapshotAdTerms;
}

export function decodeAdTerms(terms: SnapshotAdTerms): AdTerms {
  return changeAmounts(terms, AD_AMOUNTS, decodeAmount) as AdTerms;
}

const TERMS_AMOUNTS = ['minFiat', 'maxFiat', 'twoOperatorsFrom', 'merchantBond'] as const;
const AD_AMOUNTS = ['minQuantity', 'maxQuantity'] as const;

function changeAmounts(
  terms: object,
  names: readonly string[],
  change: (amount: unknown) => unknown,
): unknown {
  if (typeof terms !== 'object' || terms === null) return terms;
  const changed = { ...terms } as Record<string, unknown>;
  for (const name of names) changed[name] = change(changed[name]);
  return changed;
}

function isCount(value: unknown): boolean {
  return isWithin(value, 0, MAX_NUMBER);
}

function isNumber(value: unknown): boolean {
  return isWithin(value, 1, MAX_NUMBER);
}

function isPrice({ priceTicks, offsetBps, minTicks, maxTicks }: AdTerms): boolean {
  if (!isWithin(priceTicks, 0, MAX_PRICE_TICKS)) return false;
  if (priceTicks > 0) return offsetBps === 0 && minTicks === 0 && maxTicks === 0;
  return (
    isWithin(offsetBps, -MAX_OFFSET_BPS, MAX_OFFSET_BPS) &&
    isWithin(minTicks, 1, MAX_PRICE_TICKS) &&
    isWithin(maxTicks, minTicks, MAX_PRICE_TICKS)
  );
}

function isMethod(value: unknown): value is PaymentMethod {
  if (typeof value !== 'object' || value === null) return false;
  const { id, way } = value as PaymentMethod;
  return isWithin(id, 0, MAX_NUMBER) && PAYMENT_WAYS.includes(way);
}

function areMethods(value: unknown): value is readonly PaymentMethod[] {
  if (!Array.isArray(value) || value.length < 1 || value.length > MAX_METHODS) return false;
  const names = new Set(value.map((method) => (isMethod(method) ? nameOf(method) : '')));
  return !names.has('') && names.size === value.length;
}

function nameOf({ id, way }: PaymentMethod): string {
  return id === 0 ? way : String(id);
}

function pickMethod({ id, way }: PaymentMethod): PaymentMethod {
  return { id, way };
}

function areConditions(value: unknown): value is TakerConditions {
  if (typeof value !== 'object' || value === null) return false;
  const { level, registeredDays, completedDeals, completionBps } = value as TakerConditions;
  return (
    isWithin(level, 0, MAX_LEVEL) &&
    isWithin(registeredDays, 0, MAX_DAYS) &&
    isWithin(completedDeals, 0, MAX_DEALS) &&
    isWithin(completionBps, 0, FULL_BPS)
  );
}

function pickConditions(conditions: TakerConditions): TakerConditions {
  const { level, registeredDays, completedDeals, completionBps } = conditions;
  return { level, registeredDays, completedDeals, completionBps };
}

function areHours(value: unknown): value is AdTerms['hours'] {
  if (!Array.isArray(value) || value.length > MAX_SPANS) return false;
  return value.every((span: unknown) => {
    if (!Array.isArray(span) || span.length !== 2) return false;
    const [from, to] = span as [unknown, unknown];
    return isWithin(from, 0, WEEK_MINUTES - 1) && isWithin(to, from + 1, WEEK_MINUTES);
  });
}
