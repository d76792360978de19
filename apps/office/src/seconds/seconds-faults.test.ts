import { expect, test } from 'vitest';
import { insuranceFaults, secondsFaults } from './seconds-faults.ts';

const DURATION = { seconds: 30, payout_bps: 8_000, min_stake: '10', max_stake: '20' };

test('faults of durations stand at their row', () => {
  expect(secondsFaults({ amounts: '10, 20', durations: [DURATION], exposure_cap: '1' })).toEqual(
    {},
  );
  expect(secondsFaults({ durations: [DURATION, DURATION] })).toEqual({
    durations: [undefined, { seconds: 'Each only once' }],
  });
  expect(secondsFaults({ durations: [{ ...DURATION, max_stake: '9' }] })).toEqual({
    durations: [{ max_stake: 'Must not be below the least' }],
  });
  expect(Object.keys(secondsFaults({ amounts: '10,,20' }))).toEqual(['amounts']);
  expect(Object.keys(secondsFaults({ amounts: '1,500' }))).toEqual(['amounts']);
});

test('an insurance is bounded the right way round', () => {
  expect(insuranceFaults({ min_insured: '10', max_insured: '10' })).toEqual({});
  expect(Object.keys(insuranceFaults({ min_insured: '11', max_insured: '10' }))).toEqual([
    'max_insured',
  ]);
});
