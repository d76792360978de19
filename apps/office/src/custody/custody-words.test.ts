import { describe, expect, test } from 'vitest';
import { sendingAfter, sendingOf } from './custody-words.ts';

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
  const plain = { approvals: 0, approvals_needed: 1, held_until: '', is_frozen: false };

  test.each([
    ['the last one sends it', plain, /at once, and cannot be taken back/],
    ['one of two does not', { ...plain, approvals_needed: 2 }, /when 2 operators .* number 1\.$/],
    [
      'nothing is sent while a change of security holds the account back',
      { ...plain, held_until: '2026-11-24 10:00:00' },
      /^The account is held back .* before 2026-11-24 10:00:00\.$/,
    ],
    ['nothing is sent of a frozen account', { ...plain, is_frozen: true }, /frozen: nothing/],
  ] as const)('%s', (_name, withdrawal, expected) => {
    expect(sendingAfter(withdrawal)).toMatch(expected);
  });
});
