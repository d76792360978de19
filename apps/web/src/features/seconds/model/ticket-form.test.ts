import { describe, expect, it } from 'vitest';
import { ticketError, ticketSummary, type TicketInputs } from './ticket-form.ts';

const INPUTS: TicketInputs = { number: '100', option: { seconds: 30, profit_ratio: '83.5', minnum: '10', maxnum: '5000' }, feeRatio: '2' };
const WALLET = { currency: 'USDT', available: '102' };

describe('what a ticket comes to', () => {
  it('amount and fee are held, the profit is a part of the amount', () => {
    expect(ticketSummary(INPUTS)).toEqual({ fee: '2', cost: '102', profit: '83.5' });
  });
  it('rounds like the exchange: fee up, profit down', () => {
    expect(ticketSummary({ ...INPUTS, number: '0.00000001' })).toEqual({ fee: '0.00000001', cost: '0.00000002', profit: '0' });
  });
  it.each(['', '0', 'x', '1.123456789'])('%j tells nothing', (number) => {
    expect(ticketSummary({ ...INPUTS, number })).toEqual({ fee: undefined, cost: undefined, profit: undefined });
  });
});

describe('what is wrong with it', () => {
  it('nothing', () => expect(ticketError(INPUTS, WALLET)).toBeUndefined());
  it('no amount, bounds of the duration, balance', () => {
    const error = (number: string, available = '9999') => ticketError({ ...INPUTS, number }, { ...WALLET, available });
    expect(error('')).toEqual({ id: 'seconds.error.amount' });
    expect(error('9.99')).toEqual({ id: 'seconds.error.min', values: { amount: '10', currency: 'USDT' } });
    expect(error('5000.01')).toEqual({ id: 'seconds.error.max', values: { amount: '5000', currency: 'USDT' } });
    expect(error('100', '101.99')).toEqual({ id: 'seconds.error.balance' });
  });
});
