import type { Amount } from '@meridian/money/amount';
import type { Applied } from '../events.ts';
import type { Rejection } from '../rejections.ts';
import { DAY_MS, MINUTE_MS, P2P_TERMS, P2pMarket, SEVEN } from './p2p-scenario.ts';
import { ALICE, BOB, CAROL, USDT, coins, type Scenario } from './scenario.ts';

type Way = (scenario: Scenario) => Applied;

function market(scenario: Scenario): P2pMarket {
  return new P2pMarket(scenario);
}

function conditions(wanted: object): Way {
  return (s) => {
    const m = market(s);
    const none = { level: 0, registeredDays: 0, completedDeals: 0, completionBps: 0 };
    m.ad(ALICE, { takers: { ...none, ...wanted } });
    return m.deal(BOB, 1, 100);
  };
}

/** For each rejection of the marketplace, the shortest way to it. */
export const P2P_REFUSALS = {
  p2p_closed: (s) => {
    const m = market(s);
    s.apply({ kind: 'p2p.terms', terms: { ...P2P_TERMS, isOpen: false } });
    return m.ad(ALICE);
  },
  p2p_unverified: (s) => market(s).ad(ALICE, {}, { level: 0 }),
  p2p_restricted: (s) => {
    s.apply({ kind: 'p2p.restrict', trader: ALICE, untilMs: s.timeMs + 1, operator: 1 });
    return market(s).ad(ALICE);
  },
  cancels_reached: (s) => {
    const m = market(s);
    m.ad(ALICE);
    for (const deal of [1, 2, 3]) {
      m.deal(BOB, 1, 10);
      m.act('p2p.cancel', BOB, { deal });
    }
    return m.deal(BOB, 1, 10);
  },
  ads_too_many: (s) => {
    const m = market(s);
    for (let count = 0; count < 20; count++) m.ad(ALICE);
    return m.ad(ALICE);
  },
  ad_not_found: (s) => market(s).deal(BOB, 1, 10),
  ad_own: (s) => {
    const m = market(s);
    m.ad(ALICE);
    return m.deal(ALICE, 1, 10);
  },
  ad_changed: (s) => {
    const m = market(s);
    m.ad(ALICE);
    return m.deal(BOB, 1, 10, { priceTicks: SEVEN - 1 });
  },
  p2p_deals_too_many: (s) => {
    const m = market(s);
    m.ad(ALICE);
    for (let count = 0; count < 20; count++) m.deal(BOB, 1, 10);
    return m.deal(BOB, 1, 10);
  },
  ad_paused: (s) => {
    const m = market(s);
    m.ad(ALICE);
    s.apply({ kind: 'p2p.pause', user: ALICE, ad: 1, isPaused: true });
    return m.deal(BOB, 1, 10);
  },
  // 1970-01-01 08:00 in Shanghai was a Thursday.
  ad_outside_hours: (s) => {
    const m = market(s);
    m.ad(ALICE, { hours: [[0, 60]] });
    return m.deal(BOB, 1, 10);
  },
  taker_level_low: conditions({ level: 2 }),
  taker_too_new: conditions({ registeredDays: 1 }),
  taker_deals_few: conditions({ completedDeals: 1 }),
  taker_rate_low: conditions({ completionBps: 1 }),
  ad_price_rests: (s) => {
    const m = market(s);
    m.ad(ALICE, { priceTicks: 0, offsetBps: 100, minTicks: SEVEN, maxTicks: SEVEN });
    return m.deal(BOB, 1, 10);
  },
  way_not_offered: (s) => {
    const m = market(s);
    m.ad(ALICE);
    return m.deal(BOB, 1, 10, { way: 'bank' });
  },
  quantity_out_of_limits: (s) => {
    const m = market(s);
    m.ad(ALICE);
    return m.deal(BOB, 1, 9);
  },
  fiat_out_of_limits: (s) => {
    const m = market(s);
    m.ad(ALICE, { minQuantity: 1n as Amount });
    return m.deal(BOB, 1, 1);
  },
  ad_short: (s) => {
    const m = market(s);
    m.ad(ALICE);
    s.transfer(ALICE, 'p2p', 'spot', 4_950);
    return m.deal(BOB, 1, 100);
  },
  p2p_deal_not_found: (s) => market(s).opened().act('p2p.cancel', CAROL),
  deal_other_party: (s) => market(s).opened().act('p2p.pay', ALICE),
  deal_changed: (s) => {
    const m = market(s).opened();
    m.act('p2p.extend', ALICE);
    return m.act('p2p.pay', BOB, { version: 1 });
  },
  deal_unpaid: (s) => market(s).opened().act('p2p.release', ALICE),
  deal_paid: (s) => market(s).paid().act('p2p.cancel', BOB, { version: 1 }),
  deal_completed: (s) => {
    const m = market(s).paid();
    m.act('p2p.release', ALICE);
    return m.act('p2p.release', ALICE);
  },
  deal_cancelled: (s) => {
    const m = market(s).opened();
    m.act('p2p.cancel', BOB);
    return m.act('p2p.pay', BOB);
  },
  deal_in_appeal: (s) => market(s).appealed().act('p2p.appeal', ALICE),
  extension_too_long: (s) => {
    const m = market(s).opened();
    for (let count = 0; count < 7; count++) m.act('p2p.extend', ALICE, { minutes: 180 } as object);
    return m.act('p2p.extend', ALICE, { minutes: 180 } as object);
  },
  cancel_asked: (s) => {
    const m = market(s).opened();
    m.act('p2p.askCancel', ALICE);
    return m.act('p2p.askCancel', ALICE);
  },
  cancel_not_asked: (s) => market(s).opened().act('p2p.answerCancel', BOB),
  appeals_exhausted: (s) => {
    const m = market(s).appealed();
    m.answer(ALICE);
    m.rule(100, { fault: 'seller' });
    m.act('p2p.appeal', ALICE);
    s.apply({ kind: 'p2p.answerAppeal', user: BOB, appeal: 2 });
    m.rule(0, { appeal: 2, operator: 2 });
    return m.act('p2p.appeal', BOB);
  },
  appeal_withdrawn_before: (s) => {
    const m = market(s).appealed();
    s.apply({ kind: 'p2p.withdrawAppeal', user: BOB, appeal: 1 });
    m.act('p2p.appeal', BOB);
    return s.apply({ kind: 'p2p.withdrawAppeal', user: BOB, appeal: 2 });
  },
  appeal_too_early: (s) => market(s).paid().act('p2p.appeal', BOB),
  appeal_too_late: (s) => {
    const m = market(s).opened();
    m.act('p2p.cancel', BOB);
    s.timeMs += 7 * DAY_MS;
    return m.act('p2p.appeal', BOB);
  },
  appeal_about_nothing: (s) => {
    const m = market(s).opened();
    m.act('p2p.cancel', BOB);
    return m.act('p2p.appeal', ALICE);
  },
  appeal_not_found: (s) => market(s).answer(ALICE),
  appeal_same_operator: (s) => {
    const m = market(s).appealed();
    m.answer(ALICE);
    m.rule(50);
    m.act('p2p.appeal', BOB);
    return m.rule(50, { appeal: 2 });
  },
  appeal_answer_pending: (s) => market(s).appealed().rule(100),
  bond_exists: (s) => {
    market(s);
    const bond = { kind: 'p2p.bond', user: ALICE, currency: USDT, amount: coins(1_000) } as const;
    s.apply(bond);
    return s.apply(bond);
  },
  bond_too_small: (s) => {
    market(s);
    return s.apply({ kind: 'p2p.bond', user: ALICE, currency: USDT, amount: coins(999) });
  },
  bond_missing: (s) => s.apply({ kind: 'p2p.returnBond', user: ALICE }),
  bond_in_use: (s) => {
    const m = market(s);
    s.apply({ kind: 'p2p.bond', user: ALICE, currency: USDT, amount: coins(1_000) });
    m.opened();
    m.after(16 * MINUTE_MS);
    return s.apply({ kind: 'p2p.returnBond', user: ALICE });
  },
  blocks_too_many: (s) => {
    for (let other = 200_000; other < 200_500; other++)
      s.apply({ kind: 'p2p.block', user: ALICE, other, isBlocked: true });
    return s.apply({ kind: 'p2p.block', user: ALICE, other: BOB, isBlocked: true });
  },
} satisfies Partial<Record<Rejection, Way>>;
