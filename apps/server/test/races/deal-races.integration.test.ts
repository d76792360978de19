import { afterAll, beforeAll, expect, it } from 'vitest';
import { LATE_PAIRS, PAIRS } from './deal-races.ts';
import { RealMarket, type Person } from './real-market.ts';
import { auditRaces, openTimed, raceAds, racePairs, raceTimed } from './run-races.ts';

/** `npm run races -- --each=1000` races each pair more often. */
const EACH = 10;
const WITHIN_MS = 900_000;

let market: RealMarket;
const crowd: Person[] = [];

beforeAll(async () => {
  market = await RealMarket.open();
}, 180_000);
afterAll(() => market.remove());

it(
  'of two acts on a deal of a running server one order explains both answers',
  async () => {
    const timed = await openTimed(market, EACH, crowd);
    const [pairs, ads, { timer, late }] = await Promise.all([
      racePairs(market, EACH, crowd),
      raceAds(market, EACH, crowd),
      raceTimed(market, timed),
    ]);
    expect([pairs.wrong, ads.wrong, timer.wrong, late.wrong]).toEqual([[], [], [], []]);
    expect([pairs.races, late.races]).toEqual([PAIRS.length * EACH, LATE_PAIRS.length * EACH]);
    // Each refusal that a race can bring was met; the timer and the people each won.
    expect([...pairs.told.keys()].sort()).toEqual([
      'appeal_answer_pending',
      'appeal_not_found',
      'deal_cancelled',
      'deal_changed',
      'deal_completed',
      'deal_in_appeal',
      'deal_paid',
    ]);
    expect([...ads.told.keys()].sort()).toEqual(['ad_not_found', 'quantity_out_of_limits']);
    expect([...timer.told.keys()]).toEqual(
      expect.arrayContaining(['the timer was first', 'pay was first']),
    );
    expect(await auditRaces(market, crowd)).toEqual([]);
  },
  WITHIN_MS,
);
