import { formatDecimal, parseDecimal } from '@meridian/money/decimal';

/** Terms of a withdrawal, as the server gives them. Plain decimals in the currency. */
export interface WithdrawTerms {
  /** Decimals that an amount of the currency can have. */
  readonly decimals: number;
  readonly change_balance: string;
  readonly min_number: string;
  readonly max_number: string;
  /** The fee. */
  readonly rate: string;
}

export type AmountFault = 'missing' | 'precision' | 'tooSmall' | 'tooLarge' | 'tooMuch' | 'feeOnly';
export type AddressFault = 'missing' | 'spaces';

function units(text: string, decimals: number): bigint | undefined {
  const parsed = parseDecimal(text, decimals);
  return parsed.ok ? parsed.units : undefined;
}

/** What arrives: the amount less the fee, never below zero; undefined where the amount is none. */
export function receivedOf(amount: string, { rate, decimals }: Pick<WithdrawTerms, 'rate' | 'decimals'>): string | undefined {
  const [whole, cost] = [units(amount, decimals), units(rate, decimals)];
  if (whole === undefined || cost === undefined) return undefined;
  return formatDecimal(whole > cost ? whole - cost : 0n, decimals);
}

/** The most that one withdrawal can take: all that is available, up to the limit. */
export function mostOf({ decimals, change_balance, max_number }: WithdrawTerms): string {
  const [balance, most] = [units(change_balance, decimals) ?? 0n, units(max_number, decimals) ?? 0n];
  return formatDecimal(balance < most ? balance : most, decimals);
}

/** Why an amount cannot leave; undefined where it can. */
export function amountFault(amount: string, terms: WithdrawTerms): AmountFault | undefined {
  const parsed = parseDecimal(amount, terms.decimals);
  if (!parsed.ok) return parsed.error === 'precision' ? 'precision' : parsed.error === 'range' ? 'tooLarge' : 'missing';
  const asked = parsed.units;
  const bound = (plain: string): bigint => units(plain, terms.decimals) ?? 0n;
  if (asked <= 0n) return 'missing';
  if (asked < bound(terms.min_number)) return 'tooSmall';
  if (asked > bound(terms.max_number)) return 'tooLarge';
  if (asked > bound(terms.change_balance)) return 'tooMuch';
  return asked <= bound(terms.rate) ? 'feeOnly' : undefined;
}

/** Why a text is no address. Whether it is one of the network only the server says. */
export function addressFault(address: string): AddressFault | undefined {
  const text = address.trim();
  if (text === '') return 'missing';
  return /\s/.test(text) ? 'spaces' : undefined;
}
