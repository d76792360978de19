import { expect, test } from 'vitest';
import { looksAlike, shortAddress } from './look-alike.ts';

const OWN = '0x8ba1f109551bD432803012645Ac136ddd64DBA72';

test('addresses that begin and end alike are taken for each other', () => {
  expect(looksAlike(OWN, `0x8bA1${'0'.repeat(32)}bA72`)).toBe(true);
  expect(looksAlike(OWN, `0x8ba1${'0'.repeat(32)}ba73`)).toBe(false);
  expect(looksAlike(OWN, `0x9ba1${'0'.repeat(32)}ba72`)).toBe(false);
  expect(looksAlike('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', `TR7N${'X'.repeat(26)}Lj6t`)).toBe(true);
});

test('an address is not like itself, however it is written, and a common start is not a likeness', () => {
  expect(looksAlike(OWN, OWN)).toBe(false);
  expect(looksAlike(OWN, OWN.toLowerCase())).toBe(false);
  expect(looksAlike('bc1qaaaaxxxxxxxxzzzz', 'bc1qbbbbxxxxxxxxzzzz')).toBe(false);
});

test('a list shows ten characters of each end, or all', () => {
  expect(shortAddress(OWN)).toBe('0x8ba1f109…ddd64DBA72');
  expect(shortAddress('demo-claim')).toBe('demo-claim');
});
