import { expect, test } from 'vitest';
import { earnFaults } from './earn-faults.ts';

const GOOD = { kind: 'wealth', min: '10', max: '100', days: 7, lend_bps: 0 };

test('terms are checked against each other', () => {
  expect(earnFaults(GOOD)).toEqual({});
  expect(earnFaults({ ...GOOD, min: '0' })).toHaveProperty('min');
  expect(earnFaults({ ...GOOD, max: '9' })).toHaveProperty('max');
  expect(earnFaults({ ...GOOD, days: 0 })).toHaveProperty('days');
  expect(earnFaults({ ...GOOD, lend_bps: 10 })).toHaveProperty('lend_bps');
  expect(earnFaults({ ...GOOD, kind: 'savings' })).toHaveProperty('days');
});
