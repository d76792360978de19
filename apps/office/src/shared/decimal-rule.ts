import { UNREADABLE } from '@meridian/money/typed-decimal';

/** How a number is written in a field of the office. */
export const DECIMAL_LOOK = 'A number like 1,234.5 or 1234.5';

/**
 * For a form: what is wrong with the value of a `DecimalField` that must have one, undefined where
 * nothing is.
 */
export function decimalFault(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (text === '') return 'Required';
  return text === UNREADABLE || !/^[0-9]+(?:\.[0-9]+)?$/.test(text) ? DECIMAL_LOOK : undefined;
}
