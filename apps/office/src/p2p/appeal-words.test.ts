import { expect, test } from 'vitest';
import { aboveFault, isSameRuling, rulingTitle, waitingFor } from './appeal-words.ts';

const APPEAL = {
  state: 'open',
  can_be_ruled: false,
  waits_for_second: false,
  answer_due_time: '2026-01-06 12:00:00',
} as const;

test.each([
  [{}, 'An answer, until 2026-01-06 12:00:00'],
  [{ can_be_ruled: true }, 'A ruling'],
  [{ can_be_ruled: true, waits_for_second: true }, 'A second operator'],
  [{ state: 'withdrawn' }, ''],
] as const)('an appeal with %o waits for %j', (more, text) => {
  expect(waitingFor({ ...APPEAL, ...more })).toBe(text);
});

test.each([
  ['50', '41.83516943', 'At most 41.83516943'],
  ['41.83516944', '41.83516943', 'At most 41.83516943'],
  ['1000.1', '1000', 'At most 1,000'],
  ['41.83516943', '41.83516943', undefined],
  ['1000.00', '1000', undefined],
  ['0', '1000', undefined],
  ['', '1000', undefined],
  ['half', '1000', undefined],
])('%j of %j has the error %j', (typed, most, fault) => {
  expect(aboveFault(typed, most)).toBe(fault);
});

test.each([
  ['waits', 'open', 'Ruled once; a second operator has to rule the same'],
  ['counts', 'ruled', 'Ruling'],
  ['passed', 'open', 'Does not count: another ruling replaced it'],
  ['passed', 'ruled', 'Does not count: another ruling replaced it'],
  ['passed', 'settled', 'Does not count: the appeal ended without a ruling'],
] as const)('a ruling that %s in an appeal that is %s is called %j', (ruling, appeal, title) => {
  expect(rulingTitle({ state: ruling }, { state: appeal })).toBe(title);
});

test('two rulings are the same whatever their zeros', () => {
  const first = { to_buyer: '1400', fault: 'buyer', bond_cut: '0' } as const;
  expect(isSameRuling(first, { ...first, to_buyer: '1400.00' })).toBe(true);
  expect(isSameRuling(first, { ...first, to_buyer: '1400.01' })).toBe(false);
  expect(isSameRuling(first, { ...first, fault: 'nobody' })).toBe(false);
  expect(isSameRuling(first, { ...first, bond_cut: '1' })).toBe(false);
});
