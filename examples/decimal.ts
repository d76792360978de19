/**
 * Decimals of every currency, price and quantity of the exchange. Amounts as whole numbers of this
 * size add up exactly, which floating point does not do.
 */
const DECIMALS = 8;

/** `'-1.5'` becomes -150000000n. */
export function toUnits(text: string): bigint {
  const [, minus = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '' || fraction.length > DECIMALS) throw new Error(`${text} is not an amount`);
  const units = BigInt(whole + fraction.padEnd(DECIMALS, '0'));
  return minus === '' ? units : -units;
}

/** Converts back, without zeros at the end. */
export function toText(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(DECIMALS + 1, '0');
  const text = `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`.replace(/\.?0+$/, '');
  return units < 0n ? `-${text}` : text;
}
