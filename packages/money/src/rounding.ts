/**
 * Direction of a division with a remainder. `halfUp` (away from zero at the half) is for display
 * only.
 */
export type Rounding = 'down' | 'up' | 'halfUp';

/**
 * `numerator / denominator` as an integer. `down` is towards zero, `up` away from it. @param
 * denominator above zero
 */
export function divide(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  if (denominator <= 0n) throw new RangeError('the denominator must be above zero');
  const quotient = numerator / denominator;
  const remainder = numerator % denominator;
  if (remainder === 0n || rounding === 'down') return quotient;
  const away = numerator < 0n ? quotient - 1n : quotient + 1n;
  if (rounding === 'up') return away;
  const size = remainder < 0n ? -remainder : remainder;
  return size * 2n >= denominator ? away : quotient;
}

/** `value * numerator / denominator` without an intermediate loss. */
export function multiplyDivide(
  value: bigint,
  ratio: { numerator: bigint; denominator: bigint },
  rounding: Rounding,
): bigint {
  return divide(value * ratio.numerator, ratio.denominator, rounding);
}

/** Converts units from one scale (decimals) to another. */
export function rescale(
  units: bigint,
  scales: { from: number; to: number },
  rounding: Rounding,
): bigint {
  const { from, to } = scales;
  return to >= from
    ? units * 10n ** BigInt(to - from)
    : divide(units, 10n ** BigInt(from - to), rounding);
}
