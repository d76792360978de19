import { describe, expect, test } from 'vitest';
import { isApproved, sendingAfter, sendingOf } from './custody-words.ts';

describe('what the sender says', () => {
  test('is a step, and what stands in its way', () => {
    expect(sendingOf('built: the signer refuses: paused')).toEqual({
      step: 'Waits for the signer',
      trouble: 'The signer refuses: paused',
    });
    expect(sendingOf('broadcast')).toEqual({ step: 'On its way', trouble: '' });
    expect(sendingOf('')).toEqual({ step: '', trouble: '' });
  });

  test('is shown as it is where this side has no word for it', () => {
    expect(sendingOf('rebuilt')).toEqual({ step: 'rebuilt', trouble: '' });
  });
});

describe('what an approval does', () => {
  const plain = {
    approvals: 0,
    approvals_needed: 1,
    held_until: '',
    is_frozen: false,
    is_behind: false,
  };

  test.each([
    ['the last one sends it', plain, /at once, and cannot be taken back/],
    ['one of two does not', { ...plain, approvals_needed: 2 }, /when 2 operators .* number 1\.$/],
    [
      'nothing is sent while a change of security holds the account back',
      { ...plain, held_until: '2026-11-24 10:00:00' },
      /^The account is held back .* before 2026-11-24 10:00:00\.$/,
    ],
    [
      "it is not sent before the customer's other withdrawal is decided",
      { ...plain, is_behind: true },
      /^It waits for the customer's other withdrawal.* before that one is decided\.$/,
    ],
    ['nothing is sent of a frozen account', { ...plain, is_frozen: true }, /frozen: nothing/],
  ] as const)('%s', (_name, withdrawal, expected) => {
    expect(sendingAfter(withdrawal)).toMatch(expected);
  });
});

describe('a withdrawal has all approvals', () => {
  test.each([
    ['with as many as it needs', { approvals: 1, approvals_needed: 1, waits_until: '' }, true],
    ['where it needs none', { approvals: 0, approvals_needed: 0, waits_until: '' }, true],
    ['not with one of two', { approvals: 1, approvals_needed: 2, waits_until: '' }, false],
    [
      'not while one would end its delay',
      { approvals: 0, approvals_needed: 0, waits_until: '2026-11-24 10:00:00' },
      false,
    ],
  ] as const)('%s', (_name, withdrawal, expected) => {
    expect(isApproved(withdrawal)).toBe(expected);
  });
});
