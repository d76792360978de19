/**
 * Whether the commands of conversions agree with their types: the journal and the fuzzer may bring
 * anything.
 */
import { decodeAmount, encodeAmount, isAmount } from '../amount-field.ts';
import { isWithin } from '../integers.ts';
import { MAX_CURRENCY_ID } from '../ledger/ledger.ts';
import { isTradingUser } from '../ledger/trading-user.ts';
import { pickTerms, type AllOf, type TermChecks } from '../terms.ts';
import {
  PLAN_DAYS,
  type AcceptQuote,
  type AskQuote,
  type ConvertTerms,
  type EndPlan,
  type StartPlan,
  type SweepDust,
} from './convert-commands.ts';
import type { SnapshotConvertTerms } from './convert-snapshot.ts';

const MAX_MARKET_ID = 65_535;
const MAX_MARGIN_BPS = 1_000;
const MAX_CAP_BPS = 2_000;
const MOST_SWEPT = 50;
const LAST_MINUTE = 1_439;

/** The hub has neither margin nor cap. */
const TERMS = [
  ['currency', ({ currency }) => isWithin(currency, 1, MAX_CURRENCY_ID)],
  ['market', ({ market }) => isWithin(market, 0, MAX_MARKET_ID)],
  [
    'marginBps',
    ({ market, marginBps }) => isWithin(marginBps, 0, market === 0 ? 0 : MAX_MARGIN_BPS),
  ],
  [
    'capBps',
    ({ market, marginBps, capBps }) => isWithin(capBps, marginBps, market === 0 ? 0 : MAX_CAP_BPS),
  ],
  ['min', ({ min }) => isAmount(min, 1n)],
  ['max', ({ min, max }) => isAmount(max, min)],
  ['step', ({ step }) => isAmount(step, 1n)],
  ['hourLimit', ({ hourLimit }) => isAmount(hourLimit, 0n)],
  ['dust', ({ dust }) => isAmount(dust, 0n)],
  ['isOpen', ({ isOpen }) => typeof isOpen === 'boolean'],
] as const satisfies TermChecks<ConvertTerms>;
export type ConvertTerm = AllOf<(typeof TERMS)[number][0], keyof ConvertTerms>;

/** The terms and nothing else, in a fixed order; undefined where they are none. */
export function pickConvertTerms(terms: ConvertTerms): ConvertTerms | undefined {
  return pickTerms(terms, TERMS);
}

export function isAsking({ user, from, to, side, amount, loan }: AskQuote): boolean {
  const isSide = side === 'from' || side === 'to';
  const isLoan = loan === undefined || isWithin(loan, 1, Number.MAX_SAFE_INTEGER);
  return isPair({ user, from, to }) && isSide && isAmount(amount, 1n) && isLoan;
}

export function isAcceptance({ user, quote }: AcceptQuote): boolean {
  return isTradingUser(user) && isWithin(quote, 1, Number.MAX_SAFE_INTEGER);
}

export function isSweep({ user, to, currencies, least }: SweepDust): boolean {
  if (!isTradingUser(user) || !isWithin(to, 1, MAX_CURRENCY_ID) || !isAmount(least, 0n))
    return false;
  if (!Array.isArray(currencies) || currencies.length < 1 || currencies.length > MOST_SWEPT)
    return false;
  return (currencies as readonly number[]).every(
    (each, index) =>
      isWithin(each, 1, MAX_CURRENCY_ID) &&
      each !== to &&
      (index === 0 || each > (currencies[index - 1] as number)),
  );
}

export function isPlan(command: StartPlan): boolean {
  const { user, from, to, amount, everyDays, minute, maxSpreadBps } = command;
  return (
    isPair({ user, from, to }) &&
    isAmount(amount, 1n) &&
    PLAN_DAYS.includes(everyDays) &&
    isWithin(minute, 0, LAST_MINUTE) &&
    isWithin(maxSpreadBps, 0, 2 * MAX_CAP_BPS)
  );
}

export function isPlanEnd({ user, plan }: EndPlan): boolean {
  return isTradingUser(user) && isWithin(plan, 1, Number.MAX_SAFE_INTEGER);
}

/** Takes malformed terms too, as its codec does: a value that is no amount becomes null. */
export function encodeTerms(terms: ConvertTerms): SnapshotConvertTerms {
  return changeAmounts(terms, encodeAmount) as SnapshotConvertTerms;
}

/** @param terms amounts are decimal strings; the null of a malformed one stays */
export function decodeTerms(terms: SnapshotConvertTerms): ConvertTerms {
  return changeAmounts(terms, decodeAmount) as ConvertTerms;
}

function changeAmounts(terms: unknown, change: (amount: unknown) => unknown): unknown {
  if (typeof terms !== 'object' || terms === null) return terms;
  const { min, max, step, hourLimit, dust } = terms as Record<string, unknown>;
  return {
    ...terms,
    min: change(min),
    max: change(max),
    step: change(step),
    hourLimit: change(hourLimit),
    dust: change(dust),
  };
}

function isPair({ user, from, to }: { user: unknown; from: unknown; to: unknown }): boolean {
  return (
    isTradingUser(user) &&
    isWithin(from, 1, MAX_CURRENCY_ID) &&
    isWithin(to, 1, MAX_CURRENCY_ID) &&
    from !== to
  );
}
