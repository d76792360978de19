import { UNREADABLE } from '@meridian/money/typed-decimal';

/** The accepted format of a number. */
export const DECIMAL_LOOK = 'A number like 1,234.5 or 1234.5';

/** Form rule for a required `DecimalField`: the error, or undefined. */
export function decimalFault(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (text === '') return 'Required';
  return text === UNREADABLE || !/^[0-9]+(?:\.[0-9]+)?$/.test(text) ? DECIMAL_LOOK : undefined;
}
