import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LoanTerms, SaleRules } from './loan.ts';
import {
  afterPaying,
  changed,
  dayInterest,
  firstDebt,
  lesser,
  levelAt,
  ltvOf,
  mostRemovable,
  mostLoan,
  partOfPrice,
  priceAt,
  saleAt,
} from './loan-math.ts';

const TERMS: LoanTerms = {
  hourRate: '0.0010274',
  yearRate: '9.000024',
  initialRate: '65',
  warnRates: ['71.4', '74.1', '76.9'],
  liquidationRate: '83.3',
  liquidationFeeRate: '1',
  saleBoundRate: '3',
};
const RULES: SaleRules = {
  priceStep: '0.01',
  lot: '0.00001',
  leastWorth: '5',
  mostSold: '200',
  tradeFeeRate: '0.1',
};
const AT = { terms: TERMS, rules: RULES };

/** Results of the core's own sums: debt, collateral, price, lots sold, prices of two levels. */
const KNOWN = [
  ['38000', '1', '45400', '0.55164', '53221.28', '45618.24'],
  ['38000.390412', '1', '46000', '0.51946', '53221.83', '45618.71'],
  ['770', '0.02', '44000', '0.01328', '53921.56', '46218.48'],
  ['12345.6789', '0.25', '54321', '0.19107', '69163.46', '59282.97'],
  ['60', '0.001', '70000', '0.00062', '84033.61', '72028.81'],
  ['900000', '30', '33333.33', '22.12391', '42016.8', '36014.4'],
] as const;

it.each(KNOWN)(
  'a debt of %s against %s at %s is as the core says',
  (debt, pledged, price, ...say) => {
    const owed = { debt, pledged };
    expect([
      saleAt(owed, price, AT)?.sold,
      priceAt(owed, '71.4', RULES.priceStep),
      priceAt(owed, '83.3', RULES.priceStep),
    ]).toEqual(say);
  },
);

it('the first hour costs interest at once, rounded up', () => {
  expect(firstDebt('38000', TERMS)).toBe('38000.390412');
  expect(firstDebt('0.00000001', TERMS)).toBe('0.00000002');
  expect(dayInterest('38000', TERMS)).toBe('9.369888');
});

it('the most that can be borrowed is within the ratio, and two units more are not', () => {
  const cents = fc.integer({ min: 1_000, max: 10_000_000 });
  fc.assert(
    fc.property(cents, cents, (price, hundredths) => {
      const [at, pledged] = [String(price / 100), String(hundredths / 10_000)];
      const most = mostLoan(pledged, { price: at, rate: '65', bounds: [] }, TERMS);
      const within = (amount: string): boolean =>
        Number(ltvOf({ debt: firstDebt(amount, TERMS) ?? '', pledged }, at)) <= 65;
      expect(within(most)).toBe(true);
      expect(within(changed(most, '0.00000002', 'add') ?? '')).toBe(false);
    }),
  );
  const bounds = ['1000', '70'];
  expect(mostLoan('1', { price: '60000', rate: '65', bounds }, TERMS)).toBe('70');
});

it('a sale restores the initial ratio, and sells hardly more than that takes', () => {
  const prices = fc.integer({ min: 3_900_000, max: 4_560_000 });
  fc.assert(
    fc.property(prices, (cents) => {
      const price = String(cents / 100);
      const sale = saleAt({ debt: '38000', pledged: '1' }, price, AT);
      if (sale === undefined) throw new Error('nothing is sold');
      const after = Number(ltvOf(sale.after, price));
      expect(after).toBeLessThanOrEqual(65.01);
      expect(after).toBeGreaterThan(64.9);
    }),
  );
});

it('a level is reached at its ratio, and the initial one is passed above it', () => {
  expect(levelAt('65', TERMS)).toBeUndefined();
  expect(levelAt('65.01', TERMS)).toBe('initial');
  expect(levelAt('71.4', TERMS)).toBe('warn1');
  expect(levelAt('76.9', TERMS)).toBe('warn3');
  expect(levelAt('83.29', TERMS)).toBe('warn3');
  expect(levelAt('120', TERMS)).toBe('liquidation');
});

it('as much collateral can be taken back as keeps the initial ratio', () => {
  const loan = { debt: '39000', pledged: '1.5', terms: { initialRate: '65' } };
  expect(mostRemovable(loan, '60000')).toBe('0.5');
  expect(ltvOf({ debt: '39000', pledged: '1' }, '60000')).toBe('65');
  // A unit more would be too much.
  expect(ltvOf({ debt: '39000', pledged: '0.99999999' }, '60000')).toBe('65.01');
  expect(mostRemovable(loan, '40000')).toBe('0');
  expect(mostRemovable(loan, '')).toBeUndefined();
});

it('what is no amount has no sums', () => {
  expect(ltvOf({ debt: '', pledged: '1' }, '60000')).toBeUndefined();
  expect(ltvOf({ debt: '1', pledged: '0' }, '60000')).toBeUndefined();
  expect(saleAt({ debt: '1', pledged: '1' }, '', AT)).toBeUndefined();
  expect(changed('1', '2', 'remove')).toBeUndefined();
  expect(partOfPrice('60000.55', 50, '0.01')).toBe('30000.27');
  expect(partOfPrice('', 50, '0.01')).toBe('');
});

it('says what a payment leaves, with and without sold collateral', () => {
  const loan = { debt: '4000.10274', pledged: '0.2' };
  expect(afterPaying(loan, { paid: '4000' })).toEqual({ debt: '0.10274', pledged: '0.2' });
  expect(afterPaying(loan, { paid: '5000' })).toEqual({ debt: '0', pledged: '0.2' });
  expect(afterPaying(loan, { paid: '2056.74', sold: '0.02' })).toEqual({
    debt: '1943.36274',
    pledged: '0.18',
  });
  expect(afterPaying(loan, { paid: '1', sold: '0.21' })).toBeUndefined();
  expect(afterPaying(loan, { paid: '' })).toBeUndefined();
  expect(lesser('9', '10')).toBe('9');
  expect(lesser('10.5', '10.4999')).toBe('10.4999');
});
