import { describe, expect, it } from 'vitest';
import { accountName, loginName } from './account-name.ts';

describe('a phone number', () => {
  it.each([
    ['139 1234-5678', undefined, '13912345678', '86'],
    ['13912345678', '+86', '13912345678', '86'],
    ['+8613912345678', '44', '13912345678', '86'],
    ['07911 123456', '44', '+447911123456', '44'],
    ['7911123456', '44', '+447911123456', '44'],
    ['+34612345678', '86', '+34612345678', '34'],
  ])('%s with area code %s is %s', (text, code, account, countryCode) => {
    expect(accountName('mobile', text, code)).toEqual({ kind: 'mobile', account, countryCode });
  });

  it.each([
    ['12345', '86'],
    ['12912345678', '86'],
    ['01012345678', '86'],
    ['１３９１２３４５６７８', '86'],
    ['7911', '44'],
    ['13912345678', '999'],
    ['', '86'],
  ])('%s with area code %s is none', (text, code) => {
    expect(() => accountName('mobile', text, code)).toThrow('mobile_invalid');
  });

  it('is found at login in each way of writing it', () => {
    expect(
      ['13912345678', '139-1234-5678', '+86 139 1234 5678', '8613912345678'].map(loginName),
    ).toEqual(['13912345678', '13912345678', '13912345678', '13912345678']);
    expect(['+447911123456', '+44 7911 123456'].map(loginName)).toEqual([
      '+447911123456',
      '+447911123456',
    ]);
    expect(loginName(' Me@Example.com ')).toBe('me@example.com');
  });
});
