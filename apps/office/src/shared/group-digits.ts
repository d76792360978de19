import { groupThousands } from '@meridian/money/display';

/**
 * The separators of the office, which is in English: what `groupDigits` prints is what fields read.
 */
export const MARKS = { group: ',', point: '.' } as const;

/**
 * A plain decimal of the wire with its whole part in groups of three: `1234567.5` → `1,234,567.5`.
 */
export function groupDigits(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.');
  const isNegative = whole.startsWith('-');
  const grouped =
    (isNegative ? '-' : '') + groupThousands(isNegative ? whole.slice(1) : whole, MARKS.group);
  return fraction === undefined ? grouped : `${grouped}${MARKS.point}${fraction}`;
}
