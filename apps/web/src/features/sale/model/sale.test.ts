import { describe, expect, it, test } from 'vitest';
import {
  coinPrice,
  commitFault,
  demandFactor,
  estimate,
  isAboveCap,
  everyOf,
  isSoonDecided,
  mostMore,
  noteOf,
  offeredOf,
  ownCommitted,
  percentOfOffered,
  type Entry,
  type Sale,
} from './sale.ts';

/** Ten lots of 0.1 BTC for 100 USDT each; a person commits 200 to 2,000, and buys for 700. */
const SALE = {
  kind: 'sale',
  state: 'open',
  coin: { id: 1, name: 'BTC', decimals: 8 },
  money: { id: 3, name: 'USDT', decimals: 6 },
  lotSize: '0.1',
  lotPrice: '100',
  supply: '1',
  target: '0',
  min: '200',
  max: '2000',
  cap: '700',
  people: 0,
  committed: '0',
  demanded: '0',
  my: undefined,
} as unknown as Sale;

function withOwn(committed: string, state: Entry['state'] = 'open'): Sale {
  const demanded = String(Math.min(Number(committed), Number(SALE.cap)));
  return { ...SALE, people: 1, committed, demanded, my: { state, committed } as Entry };
}

describe('what a sale offers', () => {
  it('costs the price of all its lots', () => {
    expect(offeredOf(SALE)).toBe('1000');
  });

  it('has an exact price of a coin, or one that is marked as rounded', () => {
    expect(coinPrice(SALE)).toEqual({ text: '1000', isExact: true });
    expect(coinPrice({ ...SALE, lotSize: '3', lotPrice: '0.000001' })).toEqual({
      text: '0',
      isExact: false,
    });
    expect(coinPrice({ ...SALE, lotSize: '0.3' })).toEqual({ text: '333.333333', isExact: false });
    expect(coinPrice({ ...SALE, lotSize: '1000', lotPrice: '0.000001' })).toEqual({
      text: '0.000000001',
      isExact: true,
    });
  });

  it('is subscribed by a factor that is rounded down, and fills a bar at most', () => {
    expect(demandFactor({ ...SALE, committed: '3299.9' })).toBe('3.29');
    expect(percentOfOffered(SALE, '250')).toBe('25');
    expect(percentOfOffered(SALE, '3000')).toBe('100');
  });
});

describe('what one may still commit', () => {
  it('is the largest commitment less the own one, in whole lots of what one has', () => {
    expect(mostMore(SALE)).toBe('2000');
    expect(mostMore(SALE, '250.5')).toBe('200');
    expect(mostMore(withOwn('1900'), '250.5')).toBe('100');
    expect(mostMore(withOwn('2000'), '250.5')).toBe('0');
  });

  it('does not count a commitment that a debt ended', () => {
    expect(ownCommitted(withOwn('1900', 'taken'))).toBe('0');
    expect(mostMore(withOwn('1900', 'taken'))).toBe('2000');
  });

  it.each([
    ['', '5000', 'syntax'],
    ['0', '5000', 'syntax'],
    ['0.0000001', '5000', 'syntax'],
    ['99999999999999999999', '5000', 'tooLarge'],
    ['250', '5000', 'lots'],
    ['100', '5000', 'tooSmall'],
    ['2100', '5000', 'tooLarge'],
    ['300', '299.99', 'balance'],
    ['300', '300', undefined],
    ['300.000000', undefined, undefined],
  ])('%s of %s is %s', (amount, available, fault) => {
    expect(commitFault(SALE, amount, available)).toBe(fault);
  });

  it('needs the smallest commitment only once', () => {
    expect(commitFault(withOwn('200'), '100', '100')).toBeUndefined();
    expect(commitFault(withOwn('1950'), '100', '100')).toBe('tooLarge');
  });
});

describe('an estimate', () => {
  it('gives everything while enough is offered, and never more than the cap', () => {
    expect(estimate(SALE, '500')).toEqual({ kind: 'all', coins: '0.5' });
    expect(estimate(SALE, '900')).toEqual({ kind: 'capped', coins: '0.7' });
    expect(estimate(withOwn('500'), '0')).toEqual({ kind: 'all', coins: '0.5' });
  });

  it('is a share by weight where too much is wanted, rounded down to lots', () => {
    const crowded = { ...SALE, people: 4, committed: '2400', demanded: '2400' };
    // 600 of 3,000 for ten lots: two of them.
    expect(estimate(crowded, '600')).toEqual({ kind: 'share', coins: '0.2' });
    expect(estimate({ ...crowded, committed: '2500' }, '600')).toEqual({
      kind: 'share',
      coins: '0.1',
    });
    expect(estimate({ ...crowded, committed: '1000', demanded: '1000' }, '2000')).toEqual({
      kind: 'share',
      coins: '0.6',
    });
  });

  it('knows that few people cannot want everything, however much they commit', () => {
    expect(estimate(withOwn('2000'), '0')).toEqual({ kind: 'capped', coins: '0.7' });
  });

  it('takes everything for granted while little counts, however much others committed', () => {
    const sale = { ...SALE, people: 1, committed: '2000', demanded: '300' };
    expect(estimate(sale, '700')).toEqual({ kind: 'all', coins: '0.7' });
  });

  it('knows what is above the cap, with what was committed before', () => {
    expect(isAboveCap(SALE, '700')).toBe(false);
    expect(isAboveCap(SALE, '700.1')).toBe(true);
    expect(isAboveCap(withOwn('500'), '200')).toBe(false);
    expect(isAboveCap(withOwn('500'), '201')).toBe(true);
  });

  it('is nothing where a target cannot be reached by now', () => {
    const crowd = { ...SALE, kind: 'crowd', target: '800' } as const;
    expect(estimate(crowd, '700')).toEqual({ kind: 'missed', coins: '0' });
    // One person counts up to the cap.
    expect(estimate(crowd, '900')).toEqual({ kind: 'missed', coins: '0' });
    expect(estimate({ ...crowd, people: 1, committed: '400', demanded: '400' }, '400')).toEqual({
      kind: 'all',
      coins: '0.4',
    });
  });
});

test.each([
  [86_400_000, 'days', 1],
  [30 * 86_400_000, 'days', 30],
  [5_400_000, 'minutes', 90],
  [7_200_000, 'hours', 2],
  [1_500, 'seconds', 1.5],
])('%d ms are said in %s', (ms, unit, count) => {
  expect(everyOf(ms)).toEqual({ unit, count });
});

test('a result is near while it is decided and paid out, and a missed target gives back', () => {
  const near = (state: Sale['state'], isPublished: boolean) =>
    isSoonDecided({ state, isPublished });
  for (const state of ['deciding', 'allotting', 'missed'] as const)
    expect(near(state, false)).toBe(true);
  expect(near('missed', true)).toBe(false);
  for (const state of ['announced', 'open', 'cancelled'] as const)
    expect(near(state, false)).toBe(false);
});

test.each<[Sale['state'], Entry['state'], ReturnType<typeof noteOf>]>([
  ['open', 'open', 'open'],
  ['deciding', 'open', 'deciding'],
  ['allotting', 'open', 'deciding'],
  ['cancelled', 'open', 'returning'],
  ['missed', 'open', 'returning'],
  ['allotting', 'settled', 'settled'],
  ['missed', 'settled', 'settled'],
  ['cancelled', 'taken', 'taken'],
])('of a sale that is %s a commitment that is %s is said to be %s', (sale, entry, note) => {
  expect(noteOf({ state: sale }, { state: entry })).toBe(note);
});
