import { describe, expect, test } from 'vitest';
import {
  hasSecondFactor,
  LEVEL_STEPS,
  levelName,
  protectionsOf,
  securityLevel,
} from './security-level.ts';

const BARE: Parameters<typeof securityLevel>[0] = {
  hasTotp: false,
  passkeys: [],
  hasFundPassword: false,
  isFundPasswordLocked: false,
  phone: '',
  email: 'a@b.test',
  antiPhishingCode: '',
};
const PASSKEY = { id: '1', name: 'phone', createdAt: '', lastUsedAt: '' };
const FULL_WITHOUT_FACTOR = {
  ...BARE,
  phone: '+49151',
  hasFundPassword: true,
  antiPhishingCode: 'heron',
};

test('the words of the four steps', () => {
  expect(LEVEL_STEPS.map(levelName)).toEqual(['low', 'intermediate', 'high', 'strong']);
});

test('anything else is low', () => {
  expect([0, 30, 99].map(levelName)).toEqual(['low', 'low', 'low']);
});

describe('the level', () => {
  test.each([
    ['an address alone', BARE, 25],
    ['everything but a second factor', FULL_WITHOUT_FACTOR, 25],
    ['an authenticator', { ...BARE, hasTotp: true }, 50],
    ['a passkey', { ...BARE, passkeys: [PASSKEY] }, 50],
    ['both and a phone', { ...BARE, hasTotp: true, passkeys: [PASSKEY], phone: '+49151' }, 75],
    ['an authenticator and all the rest', { ...FULL_WITHOUT_FACTOR, hasTotp: true }, 100],
    [
      'a locked fund password, which protects nothing',
      { ...FULL_WITHOUT_FACTOR, hasTotp: true, isFundPasswordLocked: true },
      75,
    ],
  ])('of %s', (_what, state, level) => expect(securityLevel(state)).toBe(level));

  test('never falls when something is added', () => {
    const more: readonly ((state: typeof BARE) => typeof BARE)[] = [
      (state) => ({ ...state, hasTotp: true }),
      (state) => ({ ...state, passkeys: [PASSKEY] }),
      (state) => ({ ...state, hasFundPassword: true }),
      (state) => ({ ...state, phone: '+49151' }),
      (state) => ({ ...state, antiPhishingCode: 'heron' }),
    ];
    for (let set = 0; set < 2 ** more.length; set++) {
      const state = more.reduce<typeof BARE>(
        (sum, add, at) => ((set >> at) % 2 === 1 ? add(sum) : sum),
        BARE,
      );
      for (const add of more)
        expect(securityLevel(add(state))).toBeGreaterThanOrEqual(securityLevel(state));
      expect(securityLevel(state) > 25).toBe(hasSecondFactor(state));
    }
  });

  test('knows what is set', () =>
    expect(protectionsOf(FULL_WITHOUT_FACTOR)).toEqual({
      totp: false,
      passkey: false,
      fundPassword: true,
      phone: true,
      email: true,
      antiPhishing: true,
    }));
});
