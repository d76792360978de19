import { expect, test } from 'vitest';
import { rebateFaults } from './rebate-faults.ts';

test.each([
  [[2_000, 1_000, 500], {}],
  [[2_500, 2_500, 0], {}],
  [[2_500, 2_500, 1], { level_3_bps: 'The three are more than half of the fee' }],
  [[null, null, null], {}],
])('rates %j', ([level_1_bps, level_2_bps, level_3_bps], faults) => {
  expect(rebateFaults({ level_1_bps, level_2_bps, level_3_bps })).toEqual(faults);
});
