import { depthChecksum, type DepthLevel } from '@meridian/contract/market/depth-checksum';
import type { MarketDepthEvent } from '@meridian/contract/market/events';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { BookSideName } from '../shared/book/book.ts';
import { DepthFeed, type DepthSnapshot } from './depth-feed.ts';

const SCALE = { baseScale: 8, quoteScale: 8, tickSize: 1_000_000n, lotSize: 1_000n };
const PAIR = { symbol: 'BTC/USDT', legal_id: 3, currency_id: 1 };
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/** The server's side: the true book, from which events and snapshots are made. */
class Server {
  seq = 10;
  readonly #sides = {
    bids: new Map<number, string>([
      [100, '1'],
      [99, '2'],
    ]),
    asks: new Map<number, string>([
      [101, '1.5'],
      [102, '3'],
    ]),
  };

  change(side: BookSideName, price: number, quantity: string): MarketDepthEvent {
    const prev_seq = this.seq;
    this.seq += 2;
    if (quantity === '0') this.#sides[side].delete(price);
    else this.#sides[side].set(price, quantity);
    const level: DepthLevel[] = [[String(price), quantity]];
    return {
      ...PAIR,
      kind: 'change',
      prev_seq,
      seq: this.seq,
      ts: 0,
      bids: side === 'bids' ? level : [],
      asks: side === 'asks' ? level : [],
      checksum: this.checksum(),
    } as MarketDepthEvent;
  }

  snapshot(): DepthSnapshot {
    return {
      ...PAIR,
      seq: this.seq,
      ts: 0,
      bids: this.levels('bids'),
      asks: this.levels('asks'),
      checksum: this.checksum(),
    } as DepthSnapshot;
  }

  levels(side: BookSideName): DepthLevel[] {
    const sign = side === 'bids' ? -1 : 1;
    return [...this.#sides[side]]
      .sort(([a], [b]) => sign * (a - b))
      .map(([price, quantity]) => [String(price), quantity]);
  }

  checksum(): number {
    return depthChecksum(this.levels('bids'), this.levels('asks'));
  }
}

let server: Server;
let feed: DepthFeed;
let asked: { answer: (snapshot: DepthSnapshot) => void; fail: () => void }[];
let delayed: (() => void)[];
let nowMs: number;

beforeEach(() => {
  server = new Server();
  asked = [];
  delayed = [];
  nowMs = 0;
  feed = new DepthFeed({
    scale: SCALE,
    fetchSnapshot: () =>
      new Promise((answer, fail) =>
        asked.push({ answer, fail: () => fail(new Error('unreachable')) }),
      ),
    later: (callback) => void delayed.push(callback),
    onChange: () => undefined,
    now: () => nowMs,
  });
});

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function answer(snapshot: DepthSnapshot): Promise<void> {
  asked.pop()?.answer(snapshot);
  await settle();
}

function runDelayed(): void {
  for (const callback of delayed.splice(0)) callback();
}

function expectSame(): void {
  expect(feed.isSynced).toBe(true);
  expect(feed.seq).toBe(server.seq);
  expect(feed.book.checksum()).toBe(server.checksum());
}

describe('a depth feed', () => {
  test('applies to a snapshot the changes that came while it was on its way', async () => {
    feed.restart();
    const early = server.change('bids', 98, '4');
    feed.take(early);
    const snapshot = server.snapshot();
    feed.take(server.change('asks', 103, '5'));
    expect(feed.isSynced).toBe(false);
    await answer(snapshot);
    expectSame();
  });

  test('skips what is older than its book', async () => {
    feed.restart();
    const old = server.change('bids', 98, '4');
    server.change('bids', 98, '0');
    await answer(server.snapshot());
    feed.take(old);
    expectSame();
  });

  test('takes a new snapshot after a gap', async () => {
    feed.restart();
    await answer(server.snapshot());
    server.change('bids', 98, '4');
    feed.take(server.change('asks', 101, '0'));
    expect(feed.isSynced).toBe(false);
    expect(asked).toHaveLength(1);
    await answer(server.snapshot());
    expectSame();
  });

  test('takes a new snapshot when the checksum is wrong', async () => {
    feed.restart();
    await answer(server.snapshot());
    feed.take({ ...server.change('bids', 98, '4'), checksum: 1 });
    expect(feed.isSynced).toBe(false);
    runDelayed();
    await answer(server.snapshot());
    expectSame();
  });

  test.each<[string, Pick<MarketDepthEvent, 'bids' | 'asks'>]>([
    ['crossed', { bids: [['105', '1']], asks: [] }],
    ['off the grid', { bids: [['0.0001', '1']], asks: [] }],
  ])('does not believe a level that is %s', async (_name, levels) => {
    feed.restart();
    await answer(server.snapshot());
    feed.take({ ...server.change('asks', 104, '1'), ...levels });
    expect(feed.isSynced).toBe(false);
    runDelayed();
    await answer(server.snapshot());
    expectSame();
  });

  test('asks again when a snapshot fails, and ignores the answer to an attempt that was given up', async () => {
    feed.restart();
    asked.pop()?.fail();
    await settle();
    expect(delayed).toHaveLength(1);
    runDelayed();
    const [late] = asked;
    const stale = server.snapshot();
    server.change('bids', 97, '1');
    feed.restart();
    late?.answer(stale);
    await settle();
    expect(feed.isSynced).toBe(false);
    await answer(server.snapshot());
    expectSame();
  });

  test('believes a snapshot that comes through the socket', () => {
    feed.restart();
    feed.take({ ...server.snapshot(), kind: 'snapshot', prev_seq: server.seq } as MarketDepthEvent);
    expectSame();
    feed.take(server.change('bids', 100, '0'));
    expectSame();
  });

  test('compares its book with the server after a long silence, not before', async () => {
    feed.restart();
    await answer(server.snapshot());
    nowMs = 4_000;
    feed.take(server.change('bids', 98, '4'));
    server.change('asks', 101, '0');
    nowMs = 8_999;
    feed.watch();
    expect(asked).toHaveLength(0);
    nowMs = 9_000;
    feed.watch();
    expect(asked).toHaveLength(1);
    await answer(server.snapshot());
    expectSame();
    feed.watch();
    expect(asked).toHaveLength(0);
  });

  test('says what there is to show: nothing yet, nothing to be had, a book, an empty one', async () => {
    feed.restart();
    expect(feed.state).toBe('loading');
    for (const state of ['loading', 'failed']) {
      asked.pop()?.fail();
      await settle();
      expect(feed.state).toBe(state);
      runDelayed();
    }
    await answer(server.snapshot());
    expect(feed.state).toBe('ready');
    feed.restart();
    asked.pop()?.fail();
    await settle();
    expect(feed.state).toBe('ready');
    feed.take({
      ...PAIR,
      kind: 'snapshot',
      prev_seq: 99,
      seq: 99,
      ts: 0,
      bids: [],
      asks: [],
      checksum: depthChecksum([], []),
    } as MarketDepthEvent);
    expect(feed.state).toBe('empty');
  });

  test('gives up a snapshot that takes longer than the changes can be kept', async () => {
    feed.restart();
    for (let count = 0; count <= 500; count++)
      feed.take(server.change('bids', 98, String(1 + (count % 2))));
    expect(asked).toHaveLength(2);
    await answer(server.snapshot());
    expectSame();
  });

  test('does nothing after it was closed', async () => {
    feed.restart();
    feed.close();
    await answer(server.snapshot());
    expect(feed.isSynced).toBe(false);
  });

  test(`is equal to the server's book whatever is lost on the way (seed ${seed})`, async () => {
    const step = fc.record({
      side: fc.constantFrom('bids' as const, 'asks' as const),
      away: fc.integer({ min: 0, max: 40 }),
      lots: fc.integer({ min: 0, max: 3 }),
      isLost: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        server = new Server();
        feed.close();
        asked = [];
        feed = new DepthFeed({
          scale: SCALE,
          fetchSnapshot: () => Promise.resolve(server.snapshot()),
          later: (callback) => void delayed.push(callback),
          onChange: () => undefined,
          now: () => nowMs,
        });
        feed.restart();
        await settle();
        for (const { side, away, lots, isLost } of steps) {
          const event = server.change(
            side,
            side === 'bids' ? 100 - away : 101 + away,
            String(lots),
          );
          if (!isLost) feed.take(event);
          await settle();
        }
        feed.take(server.change('bids', 50, '1'));
        await settle();
        expectSame();
      }),
      { seed, numRuns: 100 },
    );
  });
});

test('rows gather levels into groups that promise no better price than they have', async () => {
  feed.restart();
  await answer(server.snapshot());
  const rows = [1, 2].map(() => ({ ticks: 0, lots: 0, sum: 0 }));
  expect(feed.book.rows('bids', 1, rows)).toBe(2);
  expect(rows).toEqual([
    { ticks: 10_000, lots: 100_000, sum: 100_000 },
    { ticks: 9_900, lots: 200_000, sum: 300_000 },
  ]);
  expect(feed.book.rows('asks', 1_000, rows)).toBe(1);
  expect(rows[0]).toEqual({ ticks: 11_000, lots: 450_000, sum: 450_000 });
});
