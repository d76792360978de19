import { formatDecimal, parseDecimal } from '@meridian/money/decimal';

/** Terms of a withdrawal, as the server gives them. Plain decimals in the currency. */
export interface WithdrawTerms {
  readonly change_balance: string;
  readonly min_number: string;
  readonly max_number: string;
  /** The fee. */
  readonly rate: string;
}

const SCALE = 8;

export type AmountFault = 'missing' | 'precision' | 'tooSmall' | 'tooLarge' | 'tooMuch' | 'feeOnly';
export type AddressFault = 'missing' | 'spaces';

function units(text: string): bigint | undefined {
  const parsed = parseDecimal(text, SCALE);
  return parsed.ok ? parsed.units : undefined;
}

/** What arrives: the amount less the fee, never below zero; undefined where the amount is none. */
export function receivedOf(amount: string, fee: string): string | undefined {
  const [whole, cost] = [units(amount), units(fee)];
  if (whole === undefined || cost === undefined) return undefined;
  return formatDecimal(whole > cost ? whole - cost : 0n, SCALE);
}

/** The most that one withdrawal can take: all that is available, up to the limit. */
export function mostOf({ change_balance, max_number }: WithdrawTerms): string {
  const [balance, most] = [units(change_balance) ?? 0n, units(max_number) ?? 0n];
  return formatDecimal(balance < most ? balance : most, SCALE);
}

/** Why an amount cannot leave; undefined where it can. */
export function amountFault(amount: string, terms: WithdrawTerms): AmountFault | undefined {
  const parsed = parseDecimal(amount, SCALE);
  if (!parsed.ok) return parsed.error === 'precision' ? 'precision' : parsed.error === 'range' ? 'tooLarge' : 'missing';
  const asked = parsed.units;
  if (asked <= 0n) return 'missing';
  if (asked < (units(terms.min_number) ?? 0n)) return 'tooSmall';
  if (asked > (units(terms.max_number) ?? 0n)) return 'tooLarge';
  if (asked > (units(terms.change_balance) ?? 0n)) return 'tooMuch';
  return asked <= (units(terms.rate) ?? 0n) ? 'feeOnly' : undefined;
}

/** Why a text is no address. Whether it is one of the network only the server says. */
export function addressFault(address: string): AddressFault | undefined {
  const text = address.trim();
  if (text === '') return 'missing';
  return /\s/.test(text) ? 'spaces' : undefined;
}
