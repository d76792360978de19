import { expect, it } from 'vitest';
import { bring, meet, PAIRS, type Meeting } from '../races/deal-races.ts';
import { RealMarket, SMALL, type Person, type Seller } from '../races/real-market.ts';
import { auditRaces } from '../races/run-races.ts';

const COINS = 30_000;
const WITHIN_MS = 300_000;
const MINUTE_MS = 60_000;
const PAY_MINUTES = 15;

/** One pair of acts in each state that a deal can be in. */
const STATES = [...new Map(PAIRS.map((pair) => [pair.scene, pair])).values()];

it(
  'a deal in each state is after a kill -9 and after a stop what it was, and goes on from there',
  async () => {
    const market = await RealMarket.open();
    try {
      const crowd: Person[] = [];
      const seller = await market.seller(COINS);
      crowd.push(seller);
      const meetings: Meeting[] = [];
      for (const pair of STATES) {
        const [buyer] = await market.people(1);
        if (buyer === undefined) throw new Error('nobody');
        crowd.push(buyer);
        meetings.push(await bring(market, pair, { seller, buyer }));
      }
      const states = new Set(meetings.map(({ pair }) => pair.scene));
      expect(states.size).toBe(STATES.length);

      const before = await seenOf(market, meetings, crowd);
      expect(new Set(before.deals.map(({ buyer }) => buyer.is_sure))).toEqual(
        new Set([0, 1, 2, 3]),
      );
      await market.crash();
      await market.stepUp();
      expect(await seenOf(market, meetings, crowd)).toEqual(before);
      // This start replays the journal, the next one begins with a snapshot.
      await market.startLater(0);
      expect(await seenOf(market, meetings, crowd)).toEqual(before);

      const met = [];
      for (const meeting of meetings) met.push((await meet(meeting)).wrong);
      expect(met).toEqual(STATES.map(() => undefined));
      await expireWhileDown(market, seller, crowd);
      expect(await auditRaces(market, crowd)).toEqual([]);
    } finally {
      await market.remove();
    }
  },
  WITHIN_MS,
);

/** A deal whose time to pay ends while no server runs: it ends at the start. */
async function expireWhileDown(market: RealMarket, seller: Seller, crowd: Person[]): Promise<void> {
  const [unpaid, paid] = await market.people(2);
  if (unpaid === undefined || paid === undefined) throw new Error('nobody');
  crowd.push(unpaid, paid);
  const pair = { scene: 'unpaid', isBig: false, one: 'pay', other: 'pay' } as const;
  const waits = await bring(market, { ...pair, way: [] }, { seller, buyer: unpaid });
  const isPaid = await bring(market, { ...pair, way: ['pay'] }, { seller, buyer: paid });
  const before = await market.coinsOf(crowd);
  await market.startLater((PAY_MINUTES + 1) * MINUTE_MS);
  await expect
    .poll(() => waits.deal.seen(), { timeout: MINUTE_MS })
    .toMatchObject({ is_sure: 2, ended_by: 'timer' });
  expect(await isPaid.deal.seen()).toMatchObject({ is_sure: 3, number: `${SMALL}` });
  expect(await market.coinsOf(crowd)).toBe(before);
  await isPaid.deal.end();
}

/** Both sides' pages and chats of each deal, and the coins of all. */
async function seenOf(market: RealMarket, meetings: readonly Meeting[], crowd: readonly Person[]) {
  const deals = [];
  for (const { deal } of meetings)
    deals.push({
      buyer: await deal.seen('buyer'),
      seller: await deal.seen('seller'),
      chats: [await deal.read('buyer'), await deal.read('seller')],
    });
  return { deals, coins: await market.coinsOf(crowd) };
}
