import { expect, test } from 'vitest';
import { currencyAmount } from './currency-amount.ts';

test.each([
  ['100', 8, 'en', '100.00000000'],
  ['100', 2, 'en', '100.00'],
  ['100', 0, 'en', '100'],
  ['-1234.5', 4, 'es', '−1.234,5000'],
  ['0.00000001', undefined, 'en', '0.00000001'],
  ['100', undefined, 'en', '100'],
  [undefined, 8, 'en', '--'],
  [undefined, undefined, 'en', '--'],
] as const)('%s of a currency with %s decimals in %s is %s', (text, decimals, language, shown) =>
  expect(currencyAmount(text, decimals, language)).toBe(shown),
);
