import { FIRST_RULES } from '@meridian/core/rules';
import type { SecondsTerms } from '@meridian/core/seconds/seconds-commands';
import { demoSecondsTerms } from '../../src/modules/seconds/seed.ts';
import { describe, expect, it } from 'vitest';
import { breakEven, play, type PlayerResult } from './latency-players.ts';
import { ROUGH_VENUES, USUAL_VENUES, type VenueHabits } from './venue-world.ts';

const ROUND_TRIPS = [20, 50, 150, 300, 600, 1_000] as const;
const HOURS = 3;
/** Fewer tickets prove nothing. */
const FEWEST = 500;
/** The terms that the server offers: 30 s pay 80 %, the fee is 2 %. */
const TERMS = demoSecondsTerms(1);
const ALLOWED = breakEven(TERMS) - 0.01;

interface Setting {
  readonly venues: readonly VenueHabits[];
  readonly feed: 'stream' | 'poll';
  readonly roundTripMs: number;
  readonly rules?: number;
  readonly terms?: SecondsTerms;
}

/** The most successful player, over all combinations of the feed's and the players' round trips. */
function best({ terms = TERMS, ...setting }: Setting): PlayerResult {
  const players = play({
    terms,
    ...setting,
    hours: HOURS,
    latencies: ROUND_TRIPS.map((ms) => ms / 2),
    seed: 7 + setting.roundTripMs,
  });
  const [first] = players
    .filter(({ decided }) => decided >= FEWEST)
    .sort((a, b) => b.winRate - a.winRate);
  if (first === undefined) throw new Error('no player got enough tickets');
  return first;
}

describe.each([
  ['usual', USUAL_VENUES],
  ['rough', ROUGH_VENUES],
] as const)('who sees one venue live, %s venues', (_name, venues) => {
  describe.each(['stream', 'poll'] as const)('%s', (feed) => {
    it.each(ROUND_TRIPS)(
      'wins no more than break-even less a point at a round trip of %i ms',
      (roundTripMs) => {
        const { player, winRate } = best({ venues, feed, roundTripMs });
        expect(winRate, player).toBeLessThanOrEqual(ALLOWED);
      },
    );
  });
});

describe('the same players by the first rules', () => {
  // Below 50 ms they come to within a percentage point of it.
  it.each(ROUND_TRIPS.slice(1))(
    'win more than that at a round trip of %i ms: they can find what there is to win',
    (roundTripMs) => {
      const { winRate } = best({
        venues: USUAL_VENUES,
        feed: 'poll',
        roundTripMs,
        rules: FIRST_RULES,
      });
      expect(winRate).toBeGreaterThan(ALLOWED);
    },
  );
});
