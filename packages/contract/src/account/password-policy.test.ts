import { expect, test } from 'vitest';
import { DEFAULT_PASSWORD_POLICY, keepsPolicy } from './password-policy.ts';

const LONGEST = `1${'ñ'.repeat(63)}`;

test.each([
  'abcdef12',
  'Demo1234',
  'correct horse battery staple 9',
  'ñandú123',
  '비밀번호 1234',
  '𝒜𝒷𝒸𝒹1234',
  LONGEST,
])('%s keeps the policy', (password) =>
  expect(keepsPolicy(password, DEFAULT_PASSWORD_POLICY)).toBe(true),
);
test.each(['', 'abcde12', '12345678', 'abcdefgh', `${LONGEST}x`, '𝒜𝒷𝒸𝒹12'])(
  '%s does not',
  (password) => expect(keepsPolicy(password, DEFAULT_PASSWORD_POLICY)).toBe(false),
);

test('a policy can ask for more characters, for fewer, and for less variety', () => {
  expect(keepsPolicy('abcdefgh12', { ...DEFAULT_PASSWORD_POLICY, least: 12 })).toBe(false);
  expect(keepsPolicy('abc123', { ...DEFAULT_PASSWORD_POLICY, least: 6 })).toBe(true);
  expect(keepsPolicy('abcdefgh', { ...DEFAULT_PASSWORD_POLICY, letters_and_digits: 0 })).toBe(true);
});
