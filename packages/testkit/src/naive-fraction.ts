/**
 * Exact fractions, for oracles whose rules multiply prices: numbers of a denominator above zero.
 */
export interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

export function whole(value: bigint): Fraction {
  return { top: value, bottom: 1n };
}

export function over(top: bigint, bottom: bigint): Fraction {
  return { top, bottom };
}

export function plus(a: Fraction, b: Fraction): Fraction {
  return { top: a.top * b.bottom + b.top * a.bottom, bottom: a.bottom * b.bottom };
}

export function times(a: Fraction, b: Fraction): Fraction {
  return { top: a.top * b.top, bottom: a.bottom * b.bottom };
}

export function divided(a: Fraction, b: Fraction): Fraction {
  return { top: a.top * b.bottom, bottom: a.bottom * b.top };
}

export function isLess(a: Fraction, b: Fraction): boolean {
  return a.top * b.bottom < b.top * a.bottom;
}

export function floorOf({ top, bottom }: Fraction): bigint {
  return top / bottom;
}

export function ceilOf({ top, bottom }: Fraction): bigint {
  return (top + bottom - 1n) / bottom;
}
