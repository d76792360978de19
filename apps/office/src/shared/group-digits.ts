import { groupThousands } from '@meridian/money/display';

/** English separators, used both by `groupDigits` and by the fields that parse them. */
export const MARKS = { group: ',', point: '.' } as const;

/** Groups the integer part of a wire decimal by thousands: `1234567.5` → `1,234,567.5`. */
export function groupDigits(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.');
  const isNegative = whole.startsWith('-');
  const grouped =
    (isNegative ? '-' : '') + groupThousands(isNegative ? whole.slice(1) : whole, MARKS.group);
  return fraction === undefined ? grouped : `${grouped}${MARKS.point}${fraction}`;
}
