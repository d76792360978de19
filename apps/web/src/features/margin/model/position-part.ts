import { decimalsOf, formatDecimal, parseDecimal } from '@meridian/money/decimal';
import { wholeLots } from './entry.ts';
import type { Position } from './position.ts';

/** Of a share, beside those of the whole: enough for one lot of any size. */
const MORE_DECIMALS = 18;

/** A position of some lots of another, with their share of quantity and margin. */
export function partOf<P extends Pick<Position, 'lots' | 'quantity' | 'margin'>>(
  position: P,
  lots: string,
): P | undefined {
  const some = wholeLots(lots);
  if (some === undefined || some < 1n || some > BigInt(position.lots)) return undefined;
  const share = (text: string): string => {
    const scale = decimalsOf(text);
    const parsed = parseDecimal(text, scale);
    if (!parsed.ok) return text;
    const units = (parsed.units * some * 10n ** BigInt(MORE_DECIMALS)) / BigInt(position.lots);
    return formatDecimal(units, scale + MORE_DECIMALS);
  };
  return { ...position, quantity: share(position.quantity), margin: share(position.margin) };
}
