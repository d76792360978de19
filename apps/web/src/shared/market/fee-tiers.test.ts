import { expect, test } from 'vitest';
import { ownRates, type FeeTiers } from './fee-tiers.ts';

const MARKET = { makerFee: '0.08', takerFee: '0.1' };
const FEES = {
  currency: 'USDT',
  days: 30,
  tiers: [
    { level: 1, volume: '10', makerFee: '0.09', takerFee: '0.09' },
    { level: 2, volume: '20', makerFee: '0', takerFee: '0.05' },
    { level: 3, volume: '30', makerFee: '-0.02', takerFee: '0.05' },
  ],
} as const;

test.each([
  ['a visitor', undefined, '0.08', '0.1'],
  ['nobody of a level', 0, '0.08', '0.1'],
  ['a level that is dearer for makers', 1, '0.08', '0.09'],
  ['a level that is cheaper', 2, '0', '0.05'],
  ['a level with a rebate', 3, '-0.02', '0.05'],
])('%s pays the lower rates', (_, level, makerFee, takerFee) => {
  const own = level === undefined ? undefined : { level, volume: '0', today: '0', tomorrow: '0' };
  const fees: FeeTiers = { ...FEES, own };
  expect(ownRates(MARKET, fees)).toEqual({ makerFee, takerFee });
});

test.each([
  ['0.03', '-0.02', '0.03'],
  ['0.02', '-0.01', '0.02'],
  ['0.01', '0', '0.01'],
  ['0', '0', '0'],
])('a rebate leaves a part of a taker fee of %s', (listed, makerFee, takerFee) => {
  const own = { level: 3, volume: '0', today: '0', tomorrow: '0' };
  const market = { makerFee: '0.08', takerFee: listed };
  expect(ownRates(market, { ...FEES, own })).toEqual({ makerFee, takerFee });
});
