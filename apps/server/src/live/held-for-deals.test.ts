import type { Applied } from '@meridian/core/events';
import { DAY_MS, MINUTE_MS, P2pMarket } from '@meridian/core/testing/p2p-scenario';
import { ALICE, BOB, CAROL, Scenario, USDT, coins } from '@meridian/core/testing/scenario';
import { expect, test } from 'vitest';
import { openLiveView } from '../modules/live-view.ts';
import { escrowSums } from '../modules/office/routes.ts';

/** A market whose commands a live view follows from its beginning. */
function followed(): { market: P2pMarket; compare: (usdt: string) => void } {
  const scenario = new Scenario();
  const market = new P2pMarket(scenario);
  const live = openLiveView();
  live.load(scenario.exchange.snapshot());
  const apply = scenario.apply.bind(scenario);
  scenario.apply = (command): Applied => {
    const applied = apply(command);
    live.apply([applied]);
    return applied;
  };
  return {
    market,
    /** Follows the commands, or begins in their middle: both know the held amount. */
    compare(usdt) {
      const restarted = openLiveView();
      restarted.load(scenario.exchange.snapshot());
      for (const view of [live, restarted])
        expect(escrowSums(view).find(({ currency }) => currency === USDT)).toEqual({
          currency: USDT,
          currency_name: 'USDT',
          held: usdt,
          deals: usdt,
          difference: '0',
        });
    },
  };
}

test('what the ledger holds is what open deals are about, in each state of a deal', () => {
  const { market, compare } = followed();
  compare('0');
  market.opened();
  compare('100');
  market.act('p2p.cancel', BOB);
  compare('0');
  market.deal(CAROL, 1, 50);
  market.act('p2p.pay', CAROL, { deal: 2 });
  compare('50');
  market.after(15 * MINUTE_MS);
  market.act('p2p.appeal', CAROL, { deal: 2 });
  compare('50');
  market.answer(ALICE);
  market.rule(20);
  compare('0');
});

test('bonds, and coins that an appeal holds after the end, are not those of deals', () => {
  const { market, compare } = followed();
  market.scenario.apply({ kind: 'p2p.bond', user: ALICE, currency: USDT, amount: coins(1_000) });
  market.paid();
  market.act('p2p.release', ALICE);
  compare('0');
  market.after(DAY_MS);
  const reversed = { deal: 1, reason: 'paymentReversed' };
  market.act('p2p.appeal', ALICE, reversed);
  expect(market.wallet(BOB).held).toBe(100);
  market.deal(CAROL, 1, 30);
  compare('30');
});

test('a deal that the ledger does not know is off by its coins', () => {
  const { market } = followed();
  market.opened();
  const snapshot = market.scenario.exchange.snapshot();
  const deals = snapshot.p2p.deals.map((deal) => ({ ...deal, quantity: '9000000000' }));
  const live = openLiveView();
  live.load({ ...snapshot, p2p: { ...snapshot.p2p, deals } });
  expect(escrowSums(live).find(({ currency }) => currency === USDT)).toMatchObject({
    held: '100',
    deals: '90',
    difference: '10',
  });
});
