import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isBreached, isBreachedWithTail } from './breached-passwords.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

const BYTES = 5;
/** Letters and digits that people tell apart: 32. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const DRAWS = 100_000;

const isRefused = (password: string): boolean =>
  isBreached(password) || isBreachedWithTail(password);

test('the file is sorted, without the same hash twice, and as large as is said', () => {
  const file = readFileSync(new URL('breached-passwords.bin', import.meta.url));
  const hashes = Array.from({ length: file.length / BYTES }, (_none, at) =>
    file.toString('hex', at * BYTES, (at + 1) * BYTES),
  );
  expect(hashes).toHaveLength(49_193);
  expect(hashes).toEqual([...new Set(hashes)].sort());
});

test.each([
  '123456',
  'password',
  'trustno1',
  'TrustNo1',
  'jordan23',
  'bhrh0h2oof6xbqjeh',
  'ka12rm12',
  '87654321vv',
  'sunshine',
])('%s is breached', (password) => expect(isBreached(password)).toBe(true));
test.each([
  'Meridian1',
  'Summer2025',
  'Summer2025!',
  'Trustno1!',
  'monkey99',
  'Password123!!',
  'dragon1999',
  'Plover42',
])('%s is one with a tail', (password) => expect(isBreachedWithTail(password)).toBe(true));
test.each([
  'correct horse battery staple 9',
  'Abcd9876',
  'plover 42 dunes',
  'Xk7pq9wd',
  'summer4817',
  '',
  '1',
  '비밀번호 1234 열쇠',
])('%s is neither', (password) => expect(isRefused(password)).toBe(false));

test('of the usual passwords of statistics, which are another list, it knows five in six of those that the policy takes', () => {
  const usual = [...COMMON_PASSWORDS].filter(({ length }) => length >= 8);
  expect(usual.length).toBeGreaterThan(300);
  expect(usual.filter(isBreached).length / usual.length).toBeGreaterThan(0.7);
  expect(usual.filter(isRefused).length / usual.length).toBeGreaterThan(5 / 6);
});

test('of random passwords it refuses none in a hundred thousand', () => {
  const draw = (length: number): string =>
    Array.from(randomBytes(length), (byte) => LETTERS[byte & 31]).join('');
  const refused = Array.from({ length: DRAWS }, (_none, at) => draw(8 + (at % 8))).filter(
    isRefused,
  );
  // Chance may write one word.
  expect(refused.length, refused.join(' ')).toBeLessThanOrEqual(1);
});
