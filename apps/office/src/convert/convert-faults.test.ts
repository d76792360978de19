import { expect, test } from 'vitest';
import { convertFaults } from './convert-faults.ts';

const TERMS = { min: '1', max: '10', step: '0.01', margin_bps: 10, cap_bps: 100 };

test('bounds and step are above zero, and the cap is not below the margin', () => {
  const faults = (change: object) => Object.keys(convertFaults({ ...TERMS, ...change }));
  expect(faults({})).toEqual([]);
  expect(faults({ min: '0' })).toEqual(['min']);
  expect(faults({ step: '0' })).toEqual(['step']);
  expect(faults({ max: '0.5' })).toEqual(['max']);
  expect(faults({ cap_bps: 9 })).toEqual(['cap_bps']);
  expect(faults({ min: 'x', cap_bps: undefined })).toEqual([]);
});
