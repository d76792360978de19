import fc from 'fast-check';
import { expect, test } from 'vitest';
import { saleAt, priceAt } from '../apps/web/src/features/loan/model/loan-math.ts';
import { cappedPrice } from '../packages/core/src/catalog/price-bounds.ts';
import type { ListedMarket } from '../packages/core/src/catalog/listings.ts';
import { feeOf } from '../packages/core/src/ledger/fees.ts';
import { lotsToSell, ticksOfLevel } from '../packages/core/src/loan/loan-sums.ts';
import type { LoanTerms } from '../packages/core/src/loan/loan-commands.ts';
import type { Amount } from '../packages/money/src/amount.ts';
import { formatDecimal } from '../packages/money/src/decimal.ts';

/** Of both currencies. */
const SCALE = 8;
const ONE = 10n ** BigInt(SCALE);
const RUNS = 20_000;

/** A loan that was drawn, with its market at a price. */
interface Drawn {
  readonly debt: bigint;
  readonly pledged: bigint;
  readonly ticks: number;
  readonly tickSize: bigint;
  readonly lotSize: bigint;
  readonly minNotional: bigint;
  readonly maxQuantityLots: number;
  readonly takerFeeBps: number;
  readonly terms: Pick<
    LoanTerms,
    'initialBps' | 'warnBps' | 'liquidationBps' | 'feeBps' | 'boundBps'
  >;
}

/** A tick of a lot is worth whole units: the market could not be listed otherwise. */
const GRID = fc.constantFrom(
  { tickSize: 10n ** 6n, lotSize: 10n ** 3n },
  { tickSize: ONE, lotSize: 10n },
  { tickSize: 5n * 10n ** 7n, lotSize: 10n ** 5n },
  { tickSize: 10n ** 2n, lotSize: 10n ** 8n },
);

/** Amounts that the exchange takes. */
const LARGEST = 1n << 62n;

const LOANS: fc.Arbitrary<Drawn> = GRID.chain(({ tickSize, lotSize }) =>
  fc.record({
    tickSize: fc.constant(tickSize),
    lotSize: fc.constant(lotSize),
    // Low prices have few ticks, and the bound lies between two of them.
    ticks: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 10 ** 7 })),
    pledged: fc.bigInt({ min: 1n, max: 10n ** 14n }),
    // From far below the initial ratio to beyond the worth of the collateral.
    debtBps: fc.integer({ min: 1, max: 20_000 }),
    minNotional: fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 10n ** 14n })),
    maxQuantityLots: fc.integer({ min: 1, max: 10 ** 9 }),
    takerFeeBps: fc.integer({ min: 0, max: 1_000 }),
    terms: fc.record({
      initialBps: fc.integer({ min: 1_000, max: 8_000 }),
      warnBps: fc.constant([8_100, 8_200, 8_300] as const),
      liquidationBps: fc.integer({ min: 8_301, max: 9_500 }),
      feeBps: fc.integer({ min: 0, max: 500 }),
      boundBps: fc.integer({ min: 10, max: 2_000 }),
    }),
  }),
)
  .map(({ debtBps, ...loan }) => {
    const worth = (loan.pledged * BigInt(loan.ticks) * loan.tickSize) / ONE;
    return { ...loan, debt: (worth * BigInt(debtBps)) / 10_000n + 1n };
  })
  .filter(({ debt }) => debt < LARGEST);

test('the page computes sales and levels of any loan as the core does', () => {
  let [parts, most] = [0, 0];
  fc.assert(
    fc.property(LOANS, (loan) => {
      const core = coreSays(loan);
      expect(pageSays(loan)).toEqual(core);
      if (core.lots > 0n && core.lots < loan.pledged / loan.lotSize) parts++;
      if (core.lots === BigInt(loan.maxQuantityLots)) most++;
    }),
    { numRuns: RUNS },
  );
  expect(Math.min(parts, most)).toBeGreaterThan(RUNS / 100);
});

function coreSays(loan: Drawn) {
  const { debt, pledged, ticks, tickSize, lotSize, takerFeeBps, terms } = loan;
  const unit = (tickSize * lotSize) / ONE;
  const { minNotional, maxQuantityLots } = loan;
  const settings = { lotSize, takerFeeBps, minNotional, maxQuantityLots };
  const market = { settings, unit } as unknown as ListedMarket;
  const lowestTicks = cappedPrice('sell', ticks, terms.boundBps);
  const own = { pledged: pledged as Amount, terms: { ...terms, ratePpb: 1, fundBps: 0 } };
  const lots = BigInt(lotsToSell(debt, own, market, { ticks, lowestTicks }));
  const worth = lots * BigInt(ticks) * unit;
  const proceeds = worth - feeOf(worth, takerFeeBps);
  return {
    lots,
    proceeds: plain(proceeds),
    fee: plain(feeOf(proceeds, terms.feeBps)),
    levels: [...terms.warnBps, terms.liquidationBps].map((bps) =>
      plain(BigInt(ticksOfLevel(debt, pledged, market, bps)) * tickSize),
    ),
  };
}

function pageSays(loan: Drawn) {
  const { ticks, tickSize, lotSize, terms } = loan;
  const owed = { debt: plain(loan.debt), pledged: plain(loan.pledged) };
  const rates = [...terms.warnBps, terms.liquidationBps].map(percent);
  const rules = {
    priceStep: plain(tickSize),
    lot: plain(lotSize),
    leastWorth: plain(loan.minNotional),
    mostSold: plain(BigInt(loan.maxQuantityLots) * lotSize),
    tradeFeeRate: percent(loan.takerFeeBps),
  };
  const sale = saleAt(owed, plain(BigInt(ticks) * tickSize), {
    rules,
    terms: {
      hourRate: '0.0000001',
      yearRate: '0.000876',
      initialRate: percent(terms.initialBps),
      warnRates: rates.slice(0, 3),
      liquidationRate: percent(terms.liquidationBps),
      liquidationFeeRate: percent(terms.feeBps),
      saleBoundRate: percent(terms.boundBps),
    },
  });
  if (sale === undefined) throw new Error('the page shows no sale');
  return {
    lots: BigInt(Math.round(Number(sale.sold) * 10 ** SCALE)) / lotSize,
    proceeds: sale.proceeds,
    fee: sale.fee,
    levels: rates.map((rate) => priceAt(owed, rate, rules.priceStep)),
  };
}

function plain(units: bigint): string {
  return formatDecimal(units, SCALE);
}

function percent(bps: number): string {
  return formatDecimal(BigInt(bps), 2);
}
