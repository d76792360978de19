import { describe, expect, test } from 'vitest';
import {
  adErrors,
  emptyAd,
  firstWrong,
  floatingPrice,
  isResting,
  priceOf,
  refusalError,
  refusedField,
  termsOf,
  valuesOf,
  type AdValues,
} from './ad-form.ts';
import type { OwnAd } from './ad.ts';

const COIN = { decimals: 6 };
const FIXED: AdValues = { ...emptyAd('sell', 3), total: '1000', price: '7.25', ways: ['bank'] };
const FLOATING: AdValues = {
  ...FIXED,
  priceKind: 'floating',
  price: '',
  offset: '1.5',
  minPrice: '7',
  maxPrice: '8',
};
const errorsOf = (change: Partial<AdValues>, of = FIXED) =>
  Object.fromEntries(
    Object.entries(adErrors({ ...of, ...change }, COIN)).map(([field, { id }]) => [field, id]),
  );

describe('what is wrong with an ad', () => {
  test('nothing with one that names a quantity, a price and a way', () => {
    expect(errorsOf({})).toEqual({});
    expect(errorsOf({}, FLOATING)).toEqual({});
  });

  test('amounts that are none, and limits beyond the total', () => {
    for (const total of ['', '0', 'x', '0.0000001'])
      expect(errorsOf({ total }), total).toMatchObject({ total: 'p2p.ad.error.amount' });
    expect(errorsOf({ max: '1000.000001' })).toEqual({ max: 'p2p.ad.error.overTotal' });
    expect(errorsOf({ min: '1000.000001' })).toEqual({ min: 'p2p.ad.error.overMax' });
    expect(errorsOf({ min: '20', max: '10' })).toEqual({ min: 'p2p.ad.error.overMax' });
    expect(errorsOf({ min: '10', max: '10' })).toEqual({});
  });

  test('a price of the chosen kind is asked for, and of no other', () => {
    expect(errorsOf({ price: '' })).toEqual({ price: 'p2p.ad.error.price' });
    expect(errorsOf({ offset: 'x' })).toEqual({});
    expect(errorsOf({ offset: '50.01' }, FLOATING)).toEqual({ offset: 'p2p.ad.error.offset' });
    expect(errorsOf({ offset: '50', minPrice: '9' }, FLOATING)).toEqual({
      maxPrice: 'p2p.ad.error.bounds',
    });
    expect(errorsOf({ minPrice: '', maxPrice: '0' }, FLOATING)).toEqual({
      minPrice: 'p2p.ad.error.price',
      maxPrice: 'p2p.ad.error.price',
    });
  });

  test('no way of payment, conditions out of range, hours that end before they begin', () => {
    expect(errorsOf({ ways: [] })).toEqual({ ways: 'p2p.ad.error.ways' });
    expect(
      errorsOf({ registeredDays: '3651', completedDeals: '1.5', completionRate: '100.01' }),
    ).toEqual({
      registeredDays: 'p2p.ad.error.whole',
      completedDeals: 'p2p.ad.error.whole',
      completionRate: 'p2p.ad.error.rate',
    });
    expect(errorsOf({ spans: [{ day: 1, from: '18:00', to: '09:00' }] })).toEqual({
      spans: 'p2p.ad.error.hours',
    });
  });
});

describe('the price of an ad', () => {
  test('floats around the reference, rounded down', () => {
    const above = { offset: '1.5', offsetSide: 'above' } as const;
    expect(floatingPrice('7.25', above)).toBe('7.35875');
    expect(floatingPrice('7.25', { ...above, offsetSide: 'below' })).toBe('7.14125');
    expect(floatingPrice('0.00000007', above)).toBe('0.00000007');
    expect(floatingPrice('', above)).toBeUndefined();
    expect(priceOf(FIXED, '7')).toBe('7.25');
    expect(priceOf({ ...FIXED, price: '0' }, '7')).toBeUndefined();
  });

  test('rests outside its bounds, and without a reference', () => {
    expect(isResting(FLOATING, '7.25')).toBe(false);
    expect(isResting(FLOATING, '7.9')).toBe(true);
    expect(isResting(FLOATING, '6.8')).toBe(true);
    expect(isResting(FLOATING, '')).toBe(true);
    expect(isResting(FIXED, '')).toBe(false);
  });
});

test('only what belongs to the kind of price is sent', () => {
  const { price, offset, minPrice } = termsOf({ ...FIXED, offset: '3', minPrice: '1' });
  expect([price, offset, minPrice]).toEqual(['7.25', '', '']);
  const below = termsOf({ ...FLOATING, price: '7', offsetSide: 'below' });
  expect([below.price, below.offset, below.minPrice]).toEqual(['', '-1.5', '7']);
});

test('an own ad that is changed nowhere is sent as it is', () => {
  const ad = {
    side: 'sell',
    coinId: 3,
    total: '1000',
    isFloating: true,
    price: '7.1',
    offset: '-1.5',
    minPrice: '7',
    maxPrice: '8',
    min: '10',
    max: '500',
    ways: ['bank', 'ali_pay'],
    payMinutes: 30,
    takers: { level: 2, registeredDays: 0, completedDeals: 5, completionRate: '90' },
    hours: '1 09:00-18:00',
    remark: 'Fast.',
    autoReply: '',
    code: 'aB3',
  } as const;
  expect(termsOf(valuesOf(ad as unknown as OwnAd))).toEqual({
    price: '',
    offset: '-1.5',
    minPrice: '7',
    maxPrice: '8',
    ways: ['bank', 'ali_pay'],
    min: '10',
    max: '500',
    payMinutes: 30,
    level: 2,
    registeredDays: 0,
    completedDeals: 5,
    completionRate: '90',
    hours: '1 09:00-18:00',
    remark: 'Fast.',
    autoReply: '',
    isPrivate: true,
  });
});

test('a refusal is told at the field that it is about', () => {
  expect(refusedField('price_out_of_band', FIXED)).toBe('price');
  expect(refusedField('price_out_of_band', FLOATING)).toBe('offset');
  expect(refusedField('payee_missing', FIXED)).toBe('ways');
  expect(refusedField('ads_too_many', FIXED)).toBeUndefined();
});

test('the error of the hours names the first row that ends before it begins', () => {
  const right = { day: 1, from: '09:00', to: '18:00' };
  const wrong = { day: 2, from: '18:00', to: '09:00' };
  expect(adErrors({ ...FIXED, spans: [right, wrong, wrong] }, COIN).spans).toEqual({
    id: 'p2p.ad.error.hours',
    values: { row: 2 },
  });
});

test('the first wrong field is that which stands first in the form', () => {
  const errors = adErrors({ ...FLOATING, minPrice: '', total: '', ways: [] }, COIN);
  expect(Object.keys(errors)[0]).toBe('total');
  expect(firstWrong(errors)).toBe('minPrice');
  expect(firstWrong({ registeredDays: {}, ways: {} })).toBe('ways');
  expect(firstWrong({})).toBeUndefined();
});

test('a price beyond the band is told with the reference, where there is one', () => {
  expect(refusalError('price_out_of_band', '7.1')).toEqual({
    id: 'p2p.ad.error.band',
    values: { price: '7.1' },
  });
  expect(refusalError('price_out_of_band', '')).toBeUndefined();
  expect(refusalError('payee_missing', '7.1')).toBeUndefined();
});
