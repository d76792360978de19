import { formatDecimal, parseDecimal } from '@meridian/money/decimal';

/** Terms of a withdrawal, as the server gives them. Plain decimals in the currency. */
export interface WithdrawTerms {
  /** Code of the currency. */
  readonly code: string;
  /** Decimals that an amount of the currency can have. */
  readonly decimals: number;
  /** In the spot wallet. */
  readonly available: string;
  readonly min: string;
  readonly max: string;
  readonly fee: string;
  /** Worth in USDT that may leave in a day. */
  readonly dayLimit: string;
  /** The part of it that is left today. */
  readonly dayLeft: string;
  /** Time until which withdrawals wait, on the clock of the exchange; '' where they do not wait. */
  readonly heldUntil: string;
  readonly isOpen: boolean;
}

/** Currency of the daily limit. */
const WORTH_CURRENCY = 'USDT';

export type AmountFault =
  'missing' | 'precision' | 'tooSmall' | 'tooLarge' | 'tooMuch' | 'overDay' | 'feeOnly';
export type AddressFault = 'missing' | 'spaces';

function units(text: string, decimals: number): bigint | undefined {
  const parsed = parseDecimal(text, decimals);
  return parsed.ok ? parsed.units : undefined;
}

/**
 * The received amount: the amount less the fee, never below zero; undefined for an invalid text.
 */
export function receivedOf(
  amount: string,
  { fee, decimals }: Pick<WithdrawTerms, 'fee' | 'decimals'>,
): string | undefined {
  const [whole, cost] = [units(amount, decimals), units(fee, decimals)];
  if (whole === undefined || cost === undefined) return undefined;
  return formatDecimal(whole > cost ? whole - cost : 0n, decimals);
}

/** The most that one withdrawal can take: all that is available, up to the limits. */
export function mostOf(terms: WithdrawTerms): string {
  const { decimals, available, max } = terms;
  const bounds = [units(available, decimals) ?? 0n, units(max, decimals) ?? 0n, dayLeftOf(terms)];
  return formatDecimal(
    bounds.reduce((least, bound) => (bound < least ? bound : least)),
    decimals,
  );
}

/**
 * The rest of today's limit, in the currency of the limit. Only the server knows the worth of other
 * coins, so they have the bound of one withdrawal here.
 */
function dayLeftOf({ code, decimals, dayLeft, max }: WithdrawTerms): bigint {
  return units(code === WORTH_CURRENCY ? dayLeft : max, decimals) ?? 0n;
}

/** The fault of an amount that cannot be withdrawn; undefined where it can. */
export function amountFault(amount: string, terms: WithdrawTerms): AmountFault | undefined {
  const parsed = parseDecimal(amount, terms.decimals);
  if (!parsed.ok)
    return parsed.error === 'precision'
      ? 'precision'
      : parsed.error === 'range'
        ? 'tooLarge'
        : 'missing';
  const asked = parsed.units;
  const bound = (plain: string): bigint => units(plain, terms.decimals) ?? 0n;
  if (asked <= 0n) return 'missing';
  if (asked < bound(terms.min)) return 'tooSmall';
  if (asked > bound(terms.max)) return 'tooLarge';
  if (asked > bound(terms.available)) return 'tooMuch';
  if (asked > dayLeftOf(terms)) return 'overDay';
  return asked <= bound(terms.fee) ? 'feeOnly' : undefined;
}

/**
 * The fault of a text that is no address. Only the server checks an address against the network.
 */
export function addressFault(address: string): AddressFault | undefined {
  const text = address.trim();
  if (text === '') return 'missing';
  return /\s/.test(text) ? 'spaces' : undefined;
}

/** A fault's name as React Hook Form's kind of error. */
export function validators<Fault extends string>(
  faults: readonly Fault[],
  faultOf: (text: string) => Fault | undefined,
): Record<Fault, (text: string) => boolean> {
  return Object.fromEntries(
    faults.map((fault) => [fault, (text: string) => faultOf(text) !== fault]),
  ) as Record<Fault, (text: string) => boolean>;
}
