import { expect, test } from 'vitest';
import { saleFaults } from './sale-faults.ts';

const DAY_MS = 86_400_000;
const GOOD = {
  ...{ title: 'Meridian coin', kind: 'sale', currency: 12, paid_in: 3, lots: 1_000 },
  ...{ lot_number: '10', lot_price: '2.5', min_number: '25', max_number: '2500' },
  ...{ cap_number: '500', opens: new Date(DAY_MS), closes: new Date(8 * DAY_MS) },
  free_bps: 10_000,
};
const VESTED = {
  ...{ free_bps: 2_000, cliff: new Date(30 * DAY_MS), instalments: 4, instalment_days: 30 },
};

function faults(change: object): Record<string, string> {
  return saleFaults({ ...GOOD, ...change }, 0);
}

test('terms of a sale are checked against each other', () => {
  expect(faults({})).toEqual({});
  expect(faults(VESTED)).toEqual({});
  expect(faults({ kind: 'crowd', target: '2500' })).toEqual({});
});

test.each([
  ['title', { title: '' }],
  ['paid_in', { paid_in: 12 }],
  ['lots', { lots: 0 }],
  ['lots', { lots: null }],
  ['lot_price', { lot_price: '0' }],
  ['lot_number', { lot_number: '1e5' }],
  ['min_number', { min_number: '26' }],
  ['cap_number', { cap_number: '22.5' }],
  ['cap_number', { cap_number: '2502.5' }],
  ['target', { kind: 'crowd' }],
  ['target', { kind: 'crowd', target: '2502.5' }],
  ['opens', { opens: new Date(-1) }],
  ['closes', { closes: new Date(2 * DAY_MS - 1) }],
  ['closes', { closes: new Date(92 * DAY_MS) }],
  ['free_bps', { free_bps: 10_001 }],
  ['cliff', { ...VESTED, cliff: null }],
  ['cliff', { ...VESTED, cliff: new Date(2 * DAY_MS) }],
  ['instalments', { ...VESTED, instalments: 121 }],
  ['instalment_days', { ...VESTED, instalment_days: 0 }],
])('%s of %o is refused', (field, change) => {
  expect(Object.keys(faults(change))).toEqual([field]);
});
