import { FUND_PASSWORD } from '@meridian/contract/security/calls';
import { expect, test } from 'vitest';
import { FUND_PASSWORD_DIGITS, isAntiPhishingCode, isFundPassword } from './secret-rules.ts';

test('fund passwords have the length of the contract', () =>
  expect(FUND_PASSWORD_DIGITS).toBe(FUND_PASSWORD.digits));
test.each(['135790', '112233', '907812'])('%s is a fund password', (text) =>
  expect(isFundPassword(text)).toBe(true),
);
test.each([
  '',
  '12345',
  '1234567',
  '111111',
  '123456',
  '567890',
  '654321',
  '098765',
  '12a456',
  '１２３４５６',
])('%s is none', (text) => expect(isFundPassword(text)).toBe(false));
test.each(['Tiger42', '防钓鱼码', 'abcd', 'ñandú2'])('%s is an anti-phishing code', (text) =>
  expect(isAntiPhishingCode(text)).toBe(true),
);
test.each(['', 'abc', 'two words', 'a'.repeat(21), '<b>bold</b>'])('%s is none', (text) =>
  expect(isAntiPhishingCode(text)).toBe(false),
);
