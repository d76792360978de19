import { describe, expect, test } from 'vitest';
import { onlyCloses, onlyGoesDown } from './tightens.ts';

const TERMS = { name: 'x', fee: '1', is_open: true, is_deposit_open: true };

describe('a change that only closes', () => {
  const closes = onlyCloses('is_open', 'is_deposit_open');
  test('closes one thing or all, and leaves the rest', () => {
    expect(closes({ before: TERMS, after: { ...TERMS, is_open: false } })).toBe(true);
    expect(
      closes({ before: TERMS, after: { ...TERMS, is_open: false, is_deposit_open: false } }),
    ).toBe(true);
  });

  test.each([
    ['opens something', { ...TERMS, is_open: false }, TERMS],
    [
      'opens one thing and closes another',
      { ...TERMS, is_open: false },
      { ...TERMS, is_deposit_open: false },
    ],
    ['changes something else', TERMS, { ...TERMS, is_open: false, fee: '0' }],
    ['adds a field', TERMS, { ...TERMS, is_open: false, more: '0' }],
    ['loses a field', TERMS, { is_open: false, is_deposit_open: true, name: 'x' }],
    ['changes nothing', TERMS, TERMS],
    ['has no flag', TERMS, { ...TERMS, is_open: 0 }],
    ['is new', undefined, TERMS],
    ['is no record', ['x'], []],
  ])('is none that %s', (_what, before, after) => {
    expect(closes({ before, after })).toBe(false);
  });
});

test('a state goes down one step or more, never up', () => {
  const down = onlyGoesDown({ status: ['closed', 'cancelOnly', 'open'] });
  const to = (before: string, after: string): boolean =>
    down({ before: { status: before }, after: { status: after } });
  expect([to('open', 'cancelOnly'), to('open', 'closed'), to('cancelOnly', 'closed')]).toEqual([
    true,
    true,
    true,
  ]);
  expect([
    to('closed', 'open'),
    to('cancelOnly', 'open'),
    to('open', 'open'),
    to('open', 'other'),
  ]).toEqual([false, false, false, false]);
});
