import { formatDecimal, parseDecimal } from '@meridian/money/decimal';

/** Terms of a withdrawal, as the server gives them. Plain decimals in the currency. */
export interface WithdrawTerms {
  /** Of the currency. */
  readonly name: string;
  /** Decimals that an amount of the currency can have. */
  readonly decimals: number;
  readonly change_balance: string;
  readonly min_number: string;
  readonly max_number: string;
  /** The fee. */
  readonly rate: string;
  /** Worth in USDT that may still leave today. */
  readonly day_left: string;
}

/** In which limits of a day are told. */
const WORTH_CURRENCY = 'USDT';

export type AmountFault =
  'missing' | 'precision' | 'tooSmall' | 'tooLarge' | 'tooMuch' | 'overDay' | 'feeOnly';
export type AddressFault = 'missing' | 'spaces';

function units(text: string, decimals: number): bigint | undefined {
  const parsed = parseDecimal(text, decimals);
  return parsed.ok ? parsed.units : undefined;
}

/** What arrives: the amount less the fee, never below zero; undefined where the amount is none. */
export function receivedOf(
  amount: string,
  { rate, decimals }: Pick<WithdrawTerms, 'rate' | 'decimals'>,
): string | undefined {
  const [whole, cost] = [units(amount, decimals), units(rate, decimals)];
  if (whole === undefined || cost === undefined) return undefined;
  return formatDecimal(whole > cost ? whole - cost : 0n, decimals);
}

/** The most that one withdrawal can take: all that is available, up to the limits. */
export function mostOf(terms: WithdrawTerms): string {
  const { decimals, change_balance, max_number } = terms;
  const bounds = [
    units(change_balance, decimals) ?? 0n,
    units(max_number, decimals) ?? 0n,
    dayLeftOf(terms),
  ];
  return formatDecimal(
    bounds.reduce((least, bound) => (bound < least ? bound : least)),
    decimals,
  );
}

/**
 * What may still leave today, where no price is needed to say it: of other coins the server alone
 * knows the worth.
 */
function dayLeftOf({ name, decimals, day_left, max_number }: WithdrawTerms): bigint {
  return units(name === WORTH_CURRENCY ? day_left : max_number, decimals) ?? 0n;
}

/** Why an amount cannot leave; undefined where it can. */
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
  if (asked < bound(terms.min_number)) return 'tooSmall';
  if (asked > bound(terms.max_number)) return 'tooLarge';
  if (asked > bound(terms.change_balance)) return 'tooMuch';
  if (asked > dayLeftOf(terms)) return 'overDay';
  return asked <= bound(terms.rate) ? 'feeOnly' : undefined;
}

/** Why a text is no address. Whether it is one of the network only the server says. */
export function addressFault(address: string): AddressFault | undefined {
  const text = address.trim();
  if (text === '') return 'missing';
  return /\s/.test(text) ? 'spaces' : undefined;
}
