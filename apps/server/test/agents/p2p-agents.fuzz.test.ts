import { describe, expect, test } from 'vitest';
import { GANGS } from './p2p-agents.ts';
import { P2pWorld, type Flaw, type Life } from './p2p-world.ts';

const FIRST_SEED = Number(process.env['AGENT_SEED'] ?? 1);
const SEEDS = Array.from({ length: 3 }, (_none, index) => FIRST_SEED + index);

describe('the marketplace gives no coin', () => {
  test.each(Object.entries(GANGS))(
    'to several accounts %s',
    { timeout: 300_000 },
    (_name, make) => {
      let [dealt, ruled] = [0, 0];
      for (const seed of SEEDS) {
        const life = new P2pWorld(seed).live(make());
        expect([seed, life.losses]).toEqual([seed, []]);
        // A gain of the gang would be a loss of somebody else: coins never come from nowhere.
        expect([seed, life.gained <= 0n, life.gained]).toEqual([seed, true, life.gained]);
        dealt += life.dealt;
        ruled += life.ruled;
      }
      // A gang that meets nobody, or whose schemes nobody judges, proves nothing.
      expect(dealt).toBeGreaterThan(20);
      expect(ruled).toBeGreaterThan(20);
    },
  );

  test.each<Flaw>(['marks are believed', 'a release pays twice', 'a bond pays twice'])(
    'unless %s, which is found',
    { timeout: 300_000 },
    (flaw) => {
      const isFound = ({ gained, losses }: Life): boolean => gained > 0n || losses.length > 0;
      const lives = Object.values(GANGS).map((make) => new P2pWorld(FIRST_SEED, flaw).live(make()));
      expect(lives.filter(isFound).length).toBeGreaterThan(0);
    },
  );
});
