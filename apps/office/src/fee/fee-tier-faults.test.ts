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
    [undefined, { volume: 'Must be above the tier before it' }],
  ],
  [
    [tier('10'), tier('9.5')],
    [undefined, { volume: 'Must be above the tier before it' }],
  ],
  [
    [tier('10'), tier('20', 6)],
    [undefined, { maker_fee_bps: 'Not above the tier before it' }],
  ],
  [
    [tier('10'), tier('20', 5, 9)],
    [undefined, { taker_fee_bps: 'Not above the tier before it' }],
  ],
])('tiers %j', (tiers, rows) => {
  expect(feeTierFaults({ tiers })['tiers']).toEqual(rows);
});
