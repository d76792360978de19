/**
 * Whether the commands of seconds contracts have the form of their types: the journal and the
 * fuzzer may bring anything.
 */
import type { Amount } from '@meridian/money/amount';
import { decodeAmount, encodeAmount, isAmount } from '../amount-field.ts';
import { isWithin } from '../integers.ts';
import { MAX_CURRENCY_ID } from '../ledger/ledger.ts';
import { isTradingUser } from '../ledger/trading-user.ts';
import type {
  SnapshotDuration,
  SnapshotInsuranceOffer,
  SnapshotSecondsTerms,
} from './seconds-snapshot.ts';
import { BREAK_DAYS } from './own-limit.ts';
import type {
  BeginBreak,
  Duration,
  EndInsurance,
  InsuranceOffer,
  Insure,
  LimitLoss,
  LimitTime,
  OpenTicket,
  SecondsTerms,
} from './seconds-commands.ts';

const MAX_MARKET_ID = 65_535;
const MAX_OFFER_ID = 1_023;
const MAX_CHOICES = 12;
const MAX_SECONDS = 86_400;
const MAX_FEE_BPS = 1_000;
const MAX_PAYOUT_BPS = 100_000;
const FULL_BPS = 10_000;
const MAX_DAYS = 90;
const MAX_MINUTES = 1_440;
const MAX_OPEN_DELAY_MS = 10_000;
const MAX_MIN_SOURCES = 100;
/** Defaults for terms that leave the value out. */
const OPEN_DELAY_MS = 100;
const MIN_SOURCES = 1;

/**
 * The terms with their fields and nothing else, in a fixed order; undefined where they are none.
 */
export function pickTerms(terms: SecondsTerms): SecondsTerms | undefined {
  if (typeof terms !== 'object' || terms === null) return undefined;
  const { market, currency, feeBps, amounts, durations, exposureCap, isOpen } = terms;
  if (
    !isWithin(market, 1, MAX_MARKET_ID) ||
    !isWithin(currency, 1, MAX_CURRENCY_ID) ||
    !isWithin(feeBps, 0, MAX_FEE_BPS)
  )
    return undefined;
  if (
    !Array.isArray(amounts) ||
    amounts.length > MAX_CHOICES ||
    !amounts.every((amount) => isAmount(amount, 1n))
  )
    return undefined;
  if (
    !Array.isArray(durations) ||
    durations.length < 1 ||
    durations.length > MAX_CHOICES ||
    !durations.every(isDuration)
  )
    return undefined;
  const isRising = (durations as readonly Duration[]).every(
    ({ seconds }, index) => index === 0 || seconds > (durations[index - 1] as Duration).seconds,
  );
  if (!isRising || !isAmount(exposureCap, 0n) || typeof isOpen !== 'boolean') return undefined;
  const { openDelayMs, minSources } = terms;
  if (openDelayMs !== undefined && !isWithin(openDelayMs, 0, MAX_OPEN_DELAY_MS)) return undefined;
  if (minSources !== undefined && !isWithin(minSources, 1, MAX_MIN_SOURCES)) return undefined;
  const later = {
    ...(openDelayMs === undefined ? {} : { openDelayMs }),
    ...(minSources === undefined ? {} : { minSources }),
  };
  return {
    market,
    currency,
    feeBps,
    amounts: [...amounts] as Amount[],
    durations: (durations as readonly Duration[]).map(pickDuration),
    exposureCap,
    isOpen,
    ...later,
  };
}

/** By how much the quotes of the open price must be younger than the command, in milliseconds. */
export function openDelayOf({ openDelayMs = OPEN_DELAY_MS }: SecondsTerms): number {
  return openDelayMs;
}

/**
 * How many venues the index must be made of to open a ticket: of terms, and of a ticket that keeps
 * those of its opening.
 */
export function minSourcesOf({
  minSources = MIN_SOURCES,
}: {
  readonly minSources?: number;
}): number {
  return minSources;
}

function pickDuration({ seconds, payoutBps, minStake, maxStake }: Duration): Duration {
  return { seconds, payoutBps, minStake, maxStake };
}

function isDuration(value: unknown): value is Duration {
  if (typeof value !== 'object' || value === null) return false;
  const { seconds, payoutBps, minStake, maxStake } = value as Duration;
  if (!isWithin(seconds, 1, MAX_SECONDS) || !isWithin(payoutBps, 1, MAX_PAYOUT_BPS)) return false;
  return isAmount(minStake, 1n) && isAmount(maxStake, minStake);
}

/** The offer with its fields and nothing else, in a fixed order; undefined where it is none. */
export function pickOffer(offer: InsuranceOffer): InsuranceOffer | undefined {
  if (typeof offer !== 'object' || offer === null) return undefined;
  const { id, currency, premiumBps, coverBps, minInsured, maxInsured, days, isOpen } = offer;
  if (
    !isWithin(id, 1, MAX_OFFER_ID) ||
    !isWithin(currency, 1, MAX_CURRENCY_ID) ||
    !isWithin(days, 1, MAX_DAYS)
  )
    return undefined;
  if (!isWithin(premiumBps, 1, FULL_BPS) || !isWithin(coverBps, 1, FULL_BPS)) return undefined;
  if (!isAmount(minInsured, 1n) || !isAmount(maxInsured, minInsured) || typeof isOpen !== 'boolean')
    return undefined;
  return { id, currency, premiumBps, coverBps, minInsured, maxInsured, days, isOpen };
}

export function isOpening({
  user,
  market,
  currency,
  stake,
  direction,
  seconds,
  seenPayoutBps,
  seenFeeBps,
}: OpenTicket): boolean {
  const isDirection = direction === 'up' || direction === 'down';
  return (
    isTradingUser(user) &&
    isWithin(market, 1, MAX_MARKET_ID) &&
    isWithin(currency, 1, MAX_CURRENCY_ID) &&
    isAmount(stake, 1n) &&
    isDirection &&
    isWithin(seconds, 1, MAX_SECONDS) &&
    (seenPayoutBps === undefined || isWithin(seenPayoutBps, 1, MAX_PAYOUT_BPS)) &&
    (seenFeeBps === undefined || isWithin(seenFeeBps, 0, MAX_FEE_BPS))
  );
}

/** Whether the terms are still those that the customer saw, as far as the command says. */
export function isAsSeen(
  { seenPayoutBps, seenFeeBps }: OpenTicket,
  feeBps: number,
  { payoutBps }: Duration,
): boolean {
  return (seenPayoutBps ?? payoutBps) === payoutBps && (seenFeeBps ?? feeBps) === feeBps;
}

export function isInsuring({ user, offer, amount }: Insure): boolean {
  return isTradingUser(user) && isWithin(offer, 1, MAX_OFFER_ID) && isAmount(amount, 1n);
}

export function isEnding({ user, policy }: EndInsurance): boolean {
  return isTradingUser(user) && isWithin(policy, 1, Number.MAX_SAFE_INTEGER);
}

export function isLossLimit({ user, currency, amount }: LimitLoss): boolean {
  return (
    isTradingUser(user) &&
    isWithin(currency, 1, MAX_CURRENCY_ID) &&
    (amount === undefined || isAmount(amount, 1n))
  );
}

export function isTimeLimit({ user, minutes }: LimitTime): boolean {
  return isTradingUser(user) && (minutes === undefined || isWithin(minutes, 1, MAX_MINUTES));
}

export function isBreak({ user, days }: BeginBreak): boolean {
  return isTradingUser(user) && (BREAK_DAYS as readonly unknown[]).includes(days);
}

/**
 * Takes malformed terms too, as its codec does: a value that is no amount becomes null, and terms
 * of another shape stay.
 */
export function encodeTerms(terms: SecondsTerms): SnapshotSecondsTerms {
  return changeTerms(terms, encodeAmount) as SnapshotSecondsTerms;
}

/** @param terms amounts are decimal strings; the null of a malformed one stays */
export function decodeTerms(terms: SnapshotSecondsTerms): SecondsTerms {
  return changeTerms(terms, decodeAmount) as SecondsTerms;
}

export function encodeOffer(offer: InsuranceOffer): SnapshotInsuranceOffer {
  return changeOffer(offer, encodeAmount) as SnapshotInsuranceOffer;
}

export function decodeOffer(offer: SnapshotInsuranceOffer): InsuranceOffer {
  return changeOffer(offer, decodeAmount) as InsuranceOffer;
}

function changeTerms(
  terms: SecondsTerms | SnapshotSecondsTerms,
  change: (amount: unknown) => unknown,
): unknown {
  if (typeof terms !== 'object' || terms === null) return terms;
  const { amounts, durations, exposureCap } = terms;
  return {
    ...terms,
    amounts: Array.isArray(amounts) ? amounts.map(change) : null,
    durations: Array.isArray(durations)
      ? (durations as readonly (Duration | SnapshotDuration | null)[]).map((duration) =>
          changeDuration(duration, change),
        )
      : null,
    exposureCap: change(exposureCap),
  };
}

function changeDuration(
  duration: Duration | SnapshotDuration | null,
  change: (amount: unknown) => unknown,
): unknown {
  if (typeof duration !== 'object' || duration === null) return null;
  return { ...duration, minStake: change(duration.minStake), maxStake: change(duration.maxStake) };
}

function changeOffer(
  offer: InsuranceOffer | SnapshotInsuranceOffer,
  change: (amount: unknown) => unknown,
): unknown {
  if (typeof offer !== 'object' || offer === null) return offer;
  return { ...offer, minInsured: change(offer.minInsured), maxInsured: change(offer.maxInsured) };
}
