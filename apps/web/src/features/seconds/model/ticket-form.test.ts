import { describe, expect, it } from 'vitest';
import { insurancePrice, ticketError, ticketSummary, type TicketInputs } from './ticket-form.ts';

const DURATION = { seconds: 30, payoutRatio: '83.5', leastStake: '10', mostStake: '5000' };
const INPUTS: TicketInputs = { stake: '100', decimals: 8, duration: DURATION, feeRatio: '2' };
const WALLET = { currency: 'USDT', available: '102' };

describe('what a ticket comes to', () => {
  it('amount and fee are held, and the profit is what is left of the payment after the fee', () => {
    expect(ticketSummary(INPUTS)).toEqual({
      fee: '2',
      cost: '102',
      profit: '81.5',
      breakEven: '55.59',
    });
  });
  it('says how often one has to be right so that nothing is lost', () => {
    const breakEven = (payoutRatio: string, feeRatio: string) =>
      ticketSummary({ stake: '', decimals: 8, duration: { ...DURATION, payoutRatio }, feeRatio })
        .breakEven;
    // 80 % paid and 2 % taken: 1.02 / 1.80.
    expect(breakEven('80', '2')).toBe('56.67');
    expect(breakEven('100', '0')).toBe('50');
    // 17 of 30 won at 100 each: 17 x 78 gained, 13 x 102 lost.
    expect(17 * 78 - 13 * 102).toBe(0);
    expect(17 / 30).toBeCloseTo(0.5667, 4);
  });
  it('rounds like the exchange: fee up, profit down', () => {
    expect(ticketSummary({ ...INPUTS, stake: '0.00000001' })).toMatchObject({
      fee: '0.00000001',
      cost: '0.00000002',
      profit: '-0.00000001',
    });
  });
  it('reckons in the units of its currency', () => {
    expect(ticketSummary({ ...INPUTS, stake: '100.05', decimals: 2 })).toMatchObject({
      fee: '2.01',
      cost: '102.06',
      profit: '81.53',
    });
    expect(ticketError({ ...INPUTS, stake: '100.055', decimals: 2 }, WALLET)).toEqual({
      id: 'seconds.error.amount',
    });
  });
  it.each(['', '0', 'x', '1.123456789'])('%j tells nothing', (stake) => {
    expect(ticketSummary({ ...INPUTS, stake })).toEqual({
      fee: undefined,
      cost: undefined,
      profit: undefined,
      breakEven: '55.59',
    });
  });
});

describe('what is wrong with it', () => {
  it('nothing', () => expect(ticketError(INPUTS, WALLET)).toBeUndefined());
  it('no amount, bounds of the duration, balance', () => {
    const error = (stake: string, available = '9999') =>
      ticketError({ ...INPUTS, stake }, { ...WALLET, available });
    expect(error('')).toEqual({ id: 'seconds.error.amount' });
    expect(error('9.99')).toEqual({
      id: 'seconds.error.min',
      values: { amount: '10', currency: 'USDT' },
    });
    expect(error('5000.01')).toEqual({
      id: 'seconds.error.max',
      values: { amount: '5000', currency: 'USDT' },
    });
    expect(error('100', '101.99')).toEqual({ id: 'seconds.error.balance' });
  });
});

it('insurance costs its share of the amount, rounded up; no amount costs nothing that could be told', () => {
  const of = { decimals: 2, premium: '15' };
  expect(insurancePrice('200', of)).toBe('30');
  expect(insurancePrice('0.07', of)).toBe('0.02');
  expect(['', '0', 'x'].map((amount) => insurancePrice(amount, of))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
