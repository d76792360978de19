import {
  CANDLE_PERIODS,
  STORED_PERIODS,
  type CandlePeriod,
} from '@meridian/contract/market/candle-period';
import type { Amount } from '@meridian/money/amount';
import type { Applied } from '@meridian/core/events';
import type { Traded } from '@meridian/core/spot/spot-events';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { candleStart, mergeCandle, type Candle } from './candles.ts';
import { aggregate, projectMarket } from './projection.ts';

interface Trade {
  readonly timeMs: number;
  readonly priceTicks: number;
  readonly quantityLots: number;
}

/** Trades around the turn of a day, week, month and year in Shanghai, oldest first. */
const TURN_MS = Date.UTC(2023, 11, 31, 16);
const trades = fc
  .array(
    fc.record({
      timeMs: fc.oneof(
        fc.integer({ min: TURN_MS - 40 * 86_400_000, max: TURN_MS + 40 * 86_400_000 }),
        fc.integer({ min: TURN_MS - 120_000, max: TURN_MS + 120_000 }),
      ),
      priceTicks: fc.integer({ min: 1, max: 2 ** 53 - 1 }),
      quantityLots: fc.integer({ min: 1, max: 2 ** 53 - 1 }),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((list) => list.sort((a, b) => a.timeMs - b.timeMs));

function traded({ priceTicks, quantityLots }: Trade): Traded {
  const orders = {
    makerOrder: 1,
    takerOrder: 2,
    makerUser: 100_000,
    takerUser: 100_001,
    makerRemainingLots: 0,
  };
  const fees = {
    makerFee: 0n as Amount,
    takerFee: 0n as Amount,
    makerRebate: 0n as Amount,
  };
  const notional = (BigInt(priceTicks) * BigInt(quantityLots)) as Amount;
  return {
    type: 'traded',
    trade: 1,
    market: 1,
    priceTicks,
    quantityLots,
    notional,
    takerSide: 'buy',
    ...orders,
    ...fees,
  };
}

function applied(list: readonly Trade[]): Applied[] {
  return list.map((trade, index) => ({
    seq: index + 1,
    timeMs: trade.timeMs,
    outcome: { ok: true },
    events: [traded(trade)],
  }));
}

/** Each bar by looking at all trades again. */
function naiveBars(period: CandlePeriod, list: readonly Trade[]): Candle[] {
  return [...Map.groupBy(list, ({ timeMs }) => candleStart(period, timeMs))].map(
    ([startMs, inBar]) => ({
      startMs,
      open: inBar[0]?.priceTicks ?? 0,
      high: Math.max(...inBar.map(({ priceTicks }) => priceTicks)),
      low: Math.min(...inBar.map(({ priceTicks }) => priceTicks)),
      close: inBar.at(-1)?.priceTicks ?? 0,
      volumeLots: inBar.reduce((sum, { quantityLots }) => sum + BigInt(quantityLots), 0n),
      quoteVolume: inBar.reduce(
        (sum, { priceTicks, quantityLots }) => sum + BigInt(priceTicks) * BigInt(quantityLots),
        0n,
      ),
    }),
  );
}

describe('bars of a batch', () => {
  test('equal the bars that all its trades make, in every period', () => {
    fc.assert(
      fc.property(trades, (list) => {
        const rows = projectMarket(applied(list));
        for (const period of STORED_PERIODS) {
          expect(rows.filter((row) => row.period === period).map(({ candle }) => candle)).toEqual(
            naiveBars(period, list),
          );
        }
        expect(rows.every(({ market, source }) => market === 1 && source === 'trade')).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('merged over any cut of the batch, they are the same', () => {
    fc.assert(
      fc.property(trades, fc.nat(), (list, cutAt) => {
        const cut = cutAt % (list.length + 1);
        for (const period of STORED_PERIODS) {
          const merged = new Map<number, Candle>();
          for (const part of [list.slice(0, cut), list.slice(cut)]) {
            for (const { candle } of projectMarket(applied(part)).filter(
              (row) => row.period === period,
            )) {
              const earlier = merged.get(candle.startMs);
              if (earlier === undefined) merged.set(candle.startMs, { ...candle });
              else mergeCandle(earlier, candle);
            }
          }
          expect([...merged.values()]).toEqual(naiveBars(period, list));
        }
      }),
      { numRuns: 300 },
    );
  });

  test('a longer period out of a shorter one is what the trades make', () => {
    fc.assert(
      fc.property(trades, (list) => {
        const minutes = naiveBars('1min', list);
        for (const period of CANDLE_PERIODS.filter((each) => each !== '1sec'))
          expect(aggregate(period, minutes)).toEqual(naiveBars(period, list));
      }),
      { numRuns: 300 },
    );
  });
});

test('index prices make bars of their own, without volume', () => {
  const at = (timeMs: number, priceTicks: number, seq: number): Applied => ({
    seq,
    timeMs,
    outcome: { ok: true },
    events: [
      {
        type: 'indexPriceSet',
        market: 2,
        priceTicks,
        source: 'simulated',
        quotedAtMs: timeMs,
        sources: 1,
        markTicks: priceTicks,
      },
    ],
  });
  const rows = projectMarket([
    at(TURN_MS - 1, 7, 1),
    at(TURN_MS, 9, 2),
    at(TURN_MS + 59_999, 8, 3),
  ]);
  const days = rows.filter(({ period }) => period === '1day').map(({ candle }) => candle);
  expect(days).toEqual([
    {
      startMs: TURN_MS - 86_400_000,
      open: 7,
      high: 7,
      low: 7,
      close: 7,
      volumeLots: 0n,
      quoteVolume: 0n,
    },
    { startMs: TURN_MS, open: 9, high: 9, low: 8, close: 8, volumeLots: 0n, quoteVolume: 0n },
  ]);
  // 1 January 2024 was a Monday: day, week, month and year turn together.
  for (const period of ['1week', '1mon'] as const)
    expect(rows.filter((row) => row.period === period)).toHaveLength(2);
  expect(rows.every(({ source, market }) => source === 'index' && market === 2)).toBe(true);
});
