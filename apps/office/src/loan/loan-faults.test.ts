import { expect, test } from 'vitest';
import { loanFaults } from './loan-faults.ts';

const OFFER = {
  initial_bps: 6_500,
  warn_1_bps: 7_140,
  warn_2_bps: 7_410,
  warn_3_bps: 7_690,
  liquidation_bps: 8_330,
  min_number: '100',
  max_number: '500000',
};

test('levels rise, and bounds are in their order', () => {
  expect(loanFaults(OFFER)).toEqual({});
  expect(loanFaults({ ...OFFER, warn_2_bps: 7_140 })).toEqual({
    warn_2_bps: 'Must be above the level before it',
  });
  expect(loanFaults({ ...OFFER, liquidation_bps: 7_000 })).toEqual({
    liquidation_bps: 'Must be above the level before it',
  });
  expect(loanFaults({ ...OFFER, min_number: '0', max_number: '0' })).toEqual({
    min_number: 'Must be above zero',
  });
  expect(loanFaults({ ...OFFER, max_number: '99' })).toEqual({
    max_number: 'Must not be below the least',
  });
});
