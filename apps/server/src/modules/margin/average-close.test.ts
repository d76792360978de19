import type { Applied } from '@meridian/core/events';
import type { PositionReduced } from '@meridian/core/margin/margin-events';
import type { Amount } from '@meridian/money/amount';
import type { ClientBase } from 'pg';
import { expect, test } from 'vitest';
import { cellsOf } from '../../../test/simulator/simulated-database.ts';
import { STARTING_CURRENCIES, STARTING_MARKETS } from '../market/starting-catalog.ts';
import type { Pair } from '../market/translate.ts';
import { marginProjection } from './projection.ts';
import type { PositionRow } from './queries.ts';
import { storedPosition } from './translate.ts';

/** BTC/USDT: tick 0.01 USDT. */
const PAIR = bitcoinPair();
const CLOSED: PositionRow = {
  ...{ id: 7, market: 1, side: 'long', status: 'closed', leverage: 10, lots: 100, unit: 1_000n },
  ...{ price_ticks: 0, index_ticks: 6_000_000, entry_ticks: 6_001_200, close_ticks: 6_070_000 },
  ...{ take_profit_ticks: 0, stop_loss_ticks: 0, margin: 600n, fee: 6n, is_isolated: false },
  ...{ placed_ms: 1, opened_ms: 1, ended_ms: 2, reason: 'closed', profit: 64n, bad_debt: 0n },
  ...{ overnight: 0n, parts_overnight: 0n, added: 0n, closed_lots: 0n, parts_lot_ticks: 0n },
};

function bitcoinPair(): Pair {
  const [base, , quote] = STARTING_CURRENCIES;
  const [market] = STARTING_MARKETS;
  if (base === undefined || quote === undefined || market === undefined)
    throw new Error('the catalog is empty');
  const { tickSize, lotSize } = market;
  return {
    ...{ market, base, quote },
    scale: { baseScale: base.scale, quoteScale: quote.scale, tickSize, lotSize },
  };
}

function reduced(lots: number, closeTicks: number): PositionReduced {
  const none = 0n as Amount;
  return {
    ...{ type: 'positionReduced', position: 7, user: 100_001, market: 1, reason: 'closed' },
    ...{ lots, lotsLeft: 1, closeTicks, closingLots: 0 },
    ...{ profit: none, overnight: none, insured: none, unpaid: none },
    ...{ marginLeft: none, addedLeft: none, overnightLeft: none },
  };
}

test('the close price is the average of all parts, each with its lots', () => {
  const priceOf = (row: Partial<PositionRow>) =>
    storedPosition({ ...CLOSED, ...row }, PAIR).update_price;
  expect(priceOf({})).toBe('60700');
  // 40 lots at 60,600 and 60 at 60,700.
  expect(priceOf({ closed_lots: 40n, parts_lot_ticks: 40n * 6_060_000n })).toBe('60660');
  // It need not be on the grid: 99 lots at 60,700.01 and the last at 60,700.
  expect(priceOf({ closed_lots: 99n, parts_lot_ticks: 99n * 6_070_001n })).toBe('60700.0099');
});

test('the lots of each part are added up with their price', async () => {
  const written: { name: string; text: string; values: string[] }[] = [];
  const client = {
    query: async (query: (typeof written)[number]) => {
      written.push(query);
      return await Promise.resolve({ rowCount: 1 });
    },
  } as unknown as ClientBase;
  const write = await marginProjection.open(client);
  const events = [reduced(10, 6_060_000), reduced(30, 6_061_000)];
  await write([{ events, timeMs: 1 } as unknown as Applied]);
  const change = written.find(({ name }) => name === 'change-positions');
  const [, names = ''] = / as change \(([^)]*)\)/.exec(change?.text ?? '') ?? [];
  const at = names.split(', ').indexOf('parts_lot_ticks');
  expect(cellsOf(change?.values[at] ?? '{}')).toEqual(['242430000']);
});
