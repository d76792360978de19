import { expect, test } from 'vitest';
import { maskedAccount } from './masked-account.ts';

test.each([
  ['13812345678', '138****5678'],
  [undefined, ''],
])('%s is shown as %s', (number, shown) => expect(maskedAccount(number)).toBe(shown));
