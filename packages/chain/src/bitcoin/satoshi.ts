import { parseDecimal } from '@meridian/money/decimal';
import { ChainFault } from '../chain-fault.ts';

/** Satoshi of an amount in the nodes' format, `0.00000546`. */
export function satoshi(text: unknown): bigint {
  const parsed = typeof text === 'string' ? parseDecimal(plain(text), 8) : undefined;
  if (parsed?.ok !== true || parsed.units < 0n)
    throw new ChainFault('contradiction', `${String(text)} is no amount of bitcoin`);
  return parsed.units;
}

/** Some programs write one satoshi as 1e-08. */
function plain(text: string): string {
  const match = /^(\d+)(?:\.(\d+))?[eE]-0*(\d{1,2})$/.exec(text);
  if (match === null) return text;
  const [, whole = '', fraction = '', exponent = ''] = match;
  const digits = whole.padStart(Number(exponent) + 1, '0');
  const point = digits.length - Number(exponent);
  return `${digits.slice(0, point)}.${digits.slice(point)}${fraction}`;
}
