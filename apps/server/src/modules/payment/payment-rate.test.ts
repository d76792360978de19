import type { Currency, Market } from '@meridian/core/catalog/catalog';
import { expect, test } from 'vitest';
import type { LiveIndex } from '../../live/live-ground.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { checkRate } from './payment-rate.ts';

const CURRENCIES = [
  { id: 3, code: 'USDT', scale: 8 },
  { id: 9, code: 'CNY', scale: 8 },
] as unknown as readonly Currency[];

/** A market of USDT in CNY with this index, in hundredths; no market without one. */
function viewOf(index?: Partial<LiveIndex>) {
  return {
    currencyByCode: (code: string) => CURRENCIES.find((one) => one.code === code),
    marketByPair: () =>
      index === undefined ? undefined : ({ id: 7, tickSize: 1_000_000n } as unknown as Market),
    index: (): LiveIndex => ({ priceTicks: 0, timeMs: 0, isStale: false, ...index }),
  };
}

function codeOf(value: string, before: string, view = viewOf()): string {
  try {
    checkRate(value, before, view);
    return 'ok';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

test('a first price is within bounds, a later one within a tenth of the present one', () => {
  for (const [value, before, code] of [
    ['7.1', '', 'ok'],
    ['0.9999', '', 'payment_rate_off'],
    ['100.0001', '', 'payment_rate_off'],
    ['7.81', '7.1', 'ok'],
    ['6.39', '7.1', 'ok'],
    ['7.8101', '7.1', 'payment_rate_off'],
    ['6.3899', '7.1', 'payment_rate_off'],
  ] as const) {
    expect(codeOf(value, before), `${value} after ${before}`).toBe(code);
  }
  expect(codeOf('7.12345', '')).toBe('number_precision');
  expect(codeOf('', '7.1')).toBe('ok');
});

test('where a market tells the index, a price is near it; a stale index tells nothing', () => {
  const near = viewOf({ priceTicks: 700 });
  expect(['7.21', '6.79', '7.2101', '6.7899'].map((value) => codeOf(value, '', near))).toEqual([
    'ok',
    'ok',
    'payment_rate_off',
    'payment_rate_off',
  ]);
  expect(codeOf('7.5', '', viewOf({ priceTicks: 700, isStale: true }))).toBe('ok');
});
