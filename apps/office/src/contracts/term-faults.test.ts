import { expect, test } from 'vitest';
import { insuranceFaults, marginFaults, partsOf, secondsFaults } from './term-faults.ts';

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

test('parts stand between commas', () => {
  expect([partsOf(' 5, 10 '), partsOf(' '), partsOf(undefined)]).toEqual([['5', '10'], [], []]);
});
