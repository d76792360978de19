import { expect, test } from 'vitest';
import { feeTierFaults } from './fee-tier-faults.ts';

const tier = (volume: string, maker_fee_bps = 5, taker_fee_bps = 8) => ({
  volume,
  maker_fee_bps,
  taker_fee_bps,
});

test.each([
  [[], undefined],
  [[tier('10'), tier('20', 4, 8)], undefined],
  [[tier('0')], [{ volume: 'Must be above zero' }]],
  [
    [tier('10'), tier('10')],
    [{}, { volume: 'Must be above the tier before it' }],
  ],
  [
    [tier('10'), tier('9.5')],
    [{}, { volume: 'Must be above the tier before it' }],
  ],
  [
    [tier('10'), tier('20', 6)],
    [{}, { maker_fee_bps: 'Not above the tier before it' }],
  ],
  [
    [tier('10'), tier('20', 5, 9)],
    [{}, { taker_fee_bps: 'Not above the tier before it' }],
  ],
  [[tier('10', -5, 8), tier('20', -5, 6)], undefined],
  [[tier('10', -8, 8)], [{ maker_fee_bps: 'A rebate must be below the lowest taker rate' }]],
  [
    [tier('10', -1, 8), tier('20', -6, 6)],
    [{}, { maker_fee_bps: 'A rebate must be below the lowest taker rate' }],
  ],
  [
    [tier('10', -5, 8), tier('20', -5, 4)],
    [
      { maker_fee_bps: 'A rebate must be below the lowest taker rate' },
      { maker_fee_bps: 'A rebate must be below the lowest taker rate' },
    ],
  ],
])('tiers %j', (tiers, rows) => {
  expect(feeTierFaults({ tiers })['tiers']).toEqual(rows);
});
