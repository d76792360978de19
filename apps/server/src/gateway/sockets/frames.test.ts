import type { Applied } from '@meridian/core/events';
import { ALICE, MARGIN, Scenario, TERMS } from '@meridian/core/testing/scenario';
import { expect, test } from 'vitest';
import { FEEDS } from '../../modules/all.ts';
import { openLiveView } from '../../modules/live-view.ts';
import { Frames, type Audience } from './frames.ts';

/** Everybody listens, and Alice has a page open. */
function listen(scenario: Scenario) {
  const live = openLiveView(() => scenario.timeMs);
  live.load(scenario.exchange.snapshot());
  const sent: string[] = [];
  const audience: Audience = {
    has: () => true,
    isWatched: (user) => user === ALICE,
    watched: () => [ALICE],
    publish: (room, event) => sent.push(`${room} ${event}`),
    notify: (user, event) => sent.push(`${user} ${event}`),
  };
  const frames = new Frames(FEEDS.map((open) => open(live, audience)));
  return {
    /** Events of the frame that covers these commands. */
    frame(...batch: readonly Applied[]): string[] {
      live.apply(batch);
      frames.note(batch);
      sent.length = 0;
      frames.flush();
      return [...sent];
    },
  };
}

function opened(): Scenario {
  const scenario = new Scenario();
  scenario.offerSeconds();
  return scenario.margin();
}

test('a frame tells of markets, then of balances, orders, contracts and tickets', () => {
  const scenario = opened();
  const { frame } = listen(scenario);
  scenario.timeMs += 1_000;
  frame(scenario.move(10_000), scenario.ticket(ALICE, 100));
  frame(scenario.move(10_000, 1_000));
  const rules = scenario.apply({ kind: 'margin.terms', terms: MARGIN });
  const lever = scenario.openPosition(ALICE, 'long', 100);
  const order = scenario.place(ALICE, 'sell', 10_100, 10_000);
  const index = scenario.move(10_010, 29_000);
  const clock = scenario.clockAfter(1_000);
  const sent = frame(rules, lever, order, index, clock);
  const kinds = sent.map((line) => line.slice(line.indexOf(' ') + 1));
  expect([...new Set(kinds)]).toEqual([
    'market_depth',
    'market_detail',
    'kline',
    'market_rules',
    `update_balance_${ALICE}`,
    `orders_${ALICE}`,
    'lever_trade',
    'closed_microorder',
  ]);
  expect(sent.filter((line) => line.endsWith(`_${ALICE}`))).toHaveLength(2);
});

test('a position is told of again when the index moves or its wallet does, and else not', () => {
  const scenario = opened();
  const { frame } = listen(scenario);
  const lever = scenario.openPosition(ALICE, 'long', 100);
  const index = scenario.move(10_000);
  expect(frame(lever, index)).toContain(`${ALICE} lever_trade`);
  expect(frame(scenario.move(10_010))).toContain(`${ALICE} lever_trade`);
  expect(frame(scenario.transfer(ALICE, 'margin', 'spot', 10))).toContain(`${ALICE} lever_trade`);
  expect(frame(scenario.transfer(ALICE, 'spot', 'seconds', 10))).toEqual([
    `${ALICE} update_balance_${ALICE}`,
  ]);
});

test('rules that contracts bring are told under their names', () => {
  const scenario = opened();
  const { frame } = listen(scenario);
  const rules = [
    scenario.apply({ kind: 'margin.terms', terms: MARGIN }),
    scenario.apply({ kind: 'seconds.terms', terms: TERMS }),
  ];
  expect(frame(...rules)).toEqual(['daymarket market_rules']);
});
