import { describe, expect, it } from 'vitest';
import { ALICE, BOB, CAROL, eventsOf, Scenario } from '../testing/scenario.ts';

const TENTH = 10_000;
const WAYS = ['expireTaker', 'expireMaker', 'expireBoth', 'decrement'] as const;

describe('item 28: orders of one user and beyond the band', () => {
  it.each(WAYS)(
    'item 28: nobody trades with themselves, whatever their order says (%s), also behind the order of another',
    (selfTrade) => {
      const scenario = new Scenario();
      scenario.place(ALICE, 'sell', 10_000, TENTH);
      scenario.place(BOB, 'sell', 10_000, TENTH);
      scenario.place(ALICE, 'sell', 10_010, TENTH);
      const taken = [
        scenario.place(ALICE, 'buy', 10_010, 3 * TENTH, { selfTrade }),
        scenario.place(ALICE, 'buy', 10_010, TENTH, { selfTrade, timeInForce: 'ioc' }),
      ];
      for (const trade of taken.flatMap((applied) => eventsOf(applied, 'traded')))
        expect([trade.makerUser, trade.takerUser]).toEqual([BOB, ALICE]);
    },
  );

  it('item 28: no trade is made outside the band, however thin the book is', () => {
    const scenario = new Scenario({ bandBps: 500 });
    scenario.place(BOB, 'sell', 10_400, TENTH);
    scenario.index(9_000);
    const bought = [
      scenario.place(CAROL, 'buy', 10_400, TENTH),
      scenario.market(CAROL, 'buy', TENTH),
    ];
    expect(bought.flatMap((applied) => eventsOf(applied, 'traded'))).toEqual([]);
  });
});
