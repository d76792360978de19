/**
 * Whether the commands of margin have the form of their types: the journal and the fuzzer may bring
 * anything.
 */
import { decodeAmount, encodeAmount, isAmount } from '../amount-field.ts';
import { isWithin } from '../integers.ts';
import { MAX_CURRENCY_ID } from '../ledger/ledger.ts';
import { isTradingUser } from '../ledger/trading-user.ts';
import type { SnapshotMarginTerms } from './margin-snapshot.ts';
import type {
  AddMargin,
  CancelMarginOrder,
  ClosePosition,
  ClosePositions,
  MarginTerms,
  OpenPosition,
  ReducePositions,
  RemoveMargin,
  ReversePosition,
  SeenMarginTerms,
  SetStops,
} from './margin-commands.ts';

const MAX_MARKET_ID = 65_535;
const MAX_LEVERAGE = 1_000;
const MAX_LEVERAGES = 20;
const MAX_BPS = 1_000;
/** As in the catalogue: no supply of a currency is large enough for more. */
const MAX_LOTS = 2 ** 36;

/**
 * The terms with their fields and nothing else, in a fixed order; undefined where they are none.
 */
export function pickTerms(terms: MarginTerms): MarginTerms | undefined {
  if (typeof terms !== 'object' || terms === null) return undefined;
  const {
    market,
    leverages,
    lotSize,
    minLots,
    maxLots,
    spreadBps,
    feeBps,
    overnightBps,
    maintenancePercent,
    exposureCap,
    isOpen,
  } = terms;
  const later = pickLaterTerms(terms);
  if (later === undefined) return undefined;
  if (
    !isWithin(market, 1, MAX_MARKET_ID) ||
    !isLeverages(leverages) ||
    !isAmount(lotSize, 1n) ||
    !isAmount(exposureCap, 0n)
  )
    return undefined;
  if (
    !isWithin(maxLots, 1, MAX_LOTS) ||
    !isWithin(minLots, 1, maxLots) ||
    typeof isOpen !== 'boolean'
  )
    return undefined;
  if (
    ![spreadBps, feeBps, overnightBps].every((bps) => isWithin(bps, 0, MAX_BPS)) ||
    !isWithin(maintenancePercent, 1, 100)
  )
    return undefined;
  return {
    market,
    leverages: [...leverages],
    lotSize,
    minLots,
    maxLots,
    spreadBps,
    feeBps,
    overnightBps,
    maintenancePercent,
    exposureCap,
    isOpen,
    ...later,
  };
}

/**
 * Terms that older journals do not have, each with its bounds and its default. They are stored in
 * this order.
 */
const LATER = [
  ['fillDelayMs', [0, 10_000, 100]],
  ['fillTimeoutMs', [1_000, 600_000, 10_000]],
  ['slippageBps', [1, MAX_BPS, 50]],
  ['liquidationFeeBps', [0, MAX_BPS, 0]],
  ['houseMoveBps', [0, 10_000, 1_000]],
  ['minSources', [1, 100, 1]],
] as const;
export type LaterTerm = (typeof LATER)[number][0];
export const LATER_TERM_NAMES: readonly LaterTerm[] = LATER.map(([name]) => name);
const LATER_TERMS = Object.fromEntries(LATER) as Readonly<
  Record<LaterTerm, readonly [low: number, high: number, without: number]>
>;

/** The value of a term that may be absent. */
export function termOf(terms: Pick<MarginTerms, LaterTerm>, name: LaterTerm): number {
  return terms[name] ?? LATER_TERMS[name][2];
}

/**
 * Prices come once a second. An order that waits for a price so much younger has to wait a second
 * longer, or no order ever fills and no position ever closes.
 */
const LEAST_TIME_TO_FILL_MS = 1_000;

/** Whether orders and closes wait long enough for a price that may fill them. */
export function leavesTimeToFill(terms: Pick<MarginTerms, LaterTerm>): boolean {
  return termOf(terms, 'fillTimeoutMs') >= termOf(terms, 'fillDelayMs') + LEAST_TIME_TO_FILL_MS;
}

/** The least and the most that a term may be. */
export function boundsOf(name: LaterTerm): readonly [number, number] {
  const [low, high] = LATER_TERMS[name];
  return [low, high];
}

/** Those that are there; undefined where one is out of its bounds. */
function pickLaterTerms(terms: MarginTerms): Partial<Record<LaterTerm, number>> | undefined {
  const picked: Partial<Record<LaterTerm, number>> = {};
  for (const name of LATER_TERM_NAMES) {
    const value: unknown = terms[name];
    if (value === undefined) continue;
    const [low, high] = LATER_TERMS[name];
    if (!isWithin(value, low, high)) return undefined;
    picked[name] = value;
  }
  return picked;
}

/** Amounts as decimal strings; a value that is no amount becomes null. */
export function encodeTerms(terms: MarginTerms): SnapshotMarginTerms {
  return {
    ...terms,
    lotSize: encodeAmount(terms.lotSize),
    exposureCap: encodeAmount(terms.exposureCap),
  } as SnapshotMarginTerms;
}

/** @param terms amounts are decimal strings; the null of a malformed one stays */
export function decodeTerms(terms: SnapshotMarginTerms): MarginTerms {
  return {
    ...terms,
    lotSize: decodeAmount(terms.lotSize),
    exposureCap: decodeAmount(terms.exposureCap),
  };
}

/** Lots, leverage and price are not checked here: wrong ones have rejections of their own. */
export function isOpening(command: OpenPosition): boolean {
  const { user, market, side, type, takeProfitTicks = 0, stopLossTicks = 0 } = command;
  return (
    isTradingUser(user) &&
    (side === 'long' || side === 'short') &&
    (type === 'market' || type === 'limit') &&
    isWithin(market, 1, MAX_MARKET_ID) &&
    isWithin(takeProfitTicks, 0, Number.MAX_SAFE_INTEGER) &&
    isWithin(stopLossTicks, 0, Number.MAX_SAFE_INTEGER) &&
    (command.isIsolated === undefined || typeof command.isIsolated === 'boolean') &&
    areSeenTerms(command)
  );
}

export function isReversing(command: ReversePosition): boolean {
  return isOfPosition(command) && areSeenTerms(command);
}

function areSeenTerms({ seenSpreadBps, seenFeeBps, seenSlippageBps }: SeenMarginTerms): boolean {
  return [seenSpreadBps, seenFeeBps, seenSlippageBps].every(
    (bps) => bps === undefined || isWithin(bps, 0, MAX_BPS),
  );
}

/** Whether the terms are those that a command says its customer saw. */
export function isAsSeen(
  { seenSpreadBps, seenFeeBps, seenSlippageBps }: SeenMarginTerms,
  terms: MarginTerms,
): boolean {
  const slippageBps = termOf(terms, 'slippageBps');
  return (
    (seenSpreadBps ?? terms.spreadBps) === terms.spreadBps &&
    (seenFeeBps ?? terms.feeBps) === terms.feeBps &&
    (seenSlippageBps ?? slippageBps) === slippageBps
  );
}

export function isChangingMargin({ user, position, amount }: AddMargin | RemoveMargin): boolean {
  return isTradingUser(user) && isPosition(position) && isAmount(amount, 1n);
}

export function isOfPosition({
  user,
  position,
}: CancelMarginOrder | ClosePosition | ReversePosition): boolean {
  return isTradingUser(user) && isPosition(position);
}

export function isClosingAll({ user, which, currency }: ClosePositions): boolean {
  return (
    isTradingUser(user) &&
    (which === 'all' || which === 'long' || which === 'short') &&
    (currency === undefined || isWithin(currency, 1, MAX_CURRENCY_ID))
  );
}

/** Lots and price are not checked here: wrong ones have rejections of their own. */
export function isReducing({ user, market, side }: ReducePositions): boolean {
  return (
    isTradingUser(user) &&
    (side === 'long' || side === 'short') &&
    isWithin(market, 1, MAX_MARKET_ID)
  );
}

export function isSettingStops(command: SetStops): boolean {
  const { user, position, takeProfitTicks, stopLossTicks } = command;
  return (
    isTradingUser(user) &&
    isPosition(position) &&
    isWithin(takeProfitTicks, 0, Number.MAX_SAFE_INTEGER) &&
    isWithin(stopLossTicks, 0, Number.MAX_SAFE_INTEGER)
  );
}

function isPosition(value: unknown): boolean {
  return isWithin(value, 1, Number.MAX_SAFE_INTEGER);
}

function isLeverages(values: unknown): values is number[] {
  if (!Array.isArray(values) || values.length < 1 || values.length > MAX_LEVERAGES) return false;
  return values.every(
    (value, index) =>
      isWithin(value, 1, MAX_LEVERAGE) && (index === 0 || value > (values[index - 1] as number)),
  );
}
