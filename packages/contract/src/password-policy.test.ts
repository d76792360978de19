import { expect, test } from 'vitest';
import { DEFAULT_PASSWORD_POLICY, keepsPolicy } from './password-policy.ts';

test.each(['abc123', 'Demo1234', 'abcdefghijklmno1', 'ñandú1', '비밀번호12', '𝒜𝒷𝒸𝒹12'])('%s keeps the policy', (password) => expect(keepsPolicy(password, DEFAULT_PASSWORD_POLICY)).toBe(true));
test.each(['', 'ab1', '123456', 'abcdef', 'abcdefghijklmnop1', '𝒜𝒷𝒸12'])('%s does not', (password) => expect(keepsPolicy(password, DEFAULT_PASSWORD_POLICY)).toBe(false));

test('a policy can ask for more characters, and for less variety', () => {
  expect(keepsPolicy('abc123', { ...DEFAULT_PASSWORD_POLICY, least: 8 })).toBe(false);
  expect(keepsPolicy('abcdefgh', { ...DEFAULT_PASSWORD_POLICY, least: 8, letters_and_digits: 0 })).toBe(true);
});
