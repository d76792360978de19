import { expect, test } from 'vitest';
import { marginFaults } from './margin-faults.ts';

const MARGIN = {
  leverages: '5, 10',
  min_lots: 1,
  max_lots: 10,
  lot_size: '0.1',
  exposure_cap: '1',
};

test('margin terms that fit together have no fault', () => {
  expect(marginFaults(MARGIN)).toEqual({});
});

test.each([
  [{ leverages: '' }, 'leverages'],
  [{ leverages: '5, x' }, 'leverages'],
  [{ leverages: '1,500' }, 'leverages'],
  [{ leverages: '5, 5' }, 'leverages'],
  [{ leverages: '1001' }, 'leverages'],
  [{ min_lots: 11 }, 'max_lots'],
  [{ lot_size: '0' }, 'lot_size'],
  [{ exposure_cap: '0.0' }, 'exposure_cap'],
])('margin terms %o have a fault', (wrong, field) => {
  expect(Object.keys(marginFaults({ ...MARGIN, ...wrong }))).toEqual([field]);
});
