/** For a form: what is wrong with a number that is money, undefined where nothing is. It stays text: money is never a float. */
export function decimalFault(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (text === '') return 'Required';
  return /^[0-9]+(?:\.[0-9]+)?$/.test(text) ? undefined : 'A plain decimal, like 0.01';
}
