import { describe, expect, it } from 'vitest';
import type { Amount } from '@meridian/money/amount';
import type { Applied } from '../events.ts';
import { Exchange } from '../exchange.ts';
import { AD_TERMS, DAY_MS, MINUTE_MS, P2pMarket, SEVEN } from '../testing/p2p-scenario.ts';
import {
  ALICE,
  BOB,
  BTC,
  CAROL,
  eventsOf,
  rejectionOf,
  Scenario,
  USDT,
  coins,
} from '../testing/scenario.ts';

const HOUR_MS = 3_600_000;

function market(): P2pMarket {
  return new P2pMarket(new Scenario());
}

/** The exchange as it comes back from its snapshot, in place of the one that ran. */
function restarted(m: P2pMarket): P2pMarket {
  const { scenario } = m;
  const stored = JSON.stringify(scenario.exchange.snapshot());
  const exchange = Exchange.restore(JSON.parse(stored) as never);
  expect(JSON.stringify(exchange.snapshot())).toBe(stored);
  (scenario as { exchange: Exchange }).exchange = exchange;
  return m;
}

const SCENES = {
  late: () => {
    const m = market().paid();
    m.after(15 * MINUTE_MS);
    return m;
  },
  completed: () => {
    const m = market().paid();
    m.act('p2p.release', ALICE);
    return m;
  },
  cancelled: () => {
    const m = market().opened();
    m.act('p2p.cancel', BOB);
    return m;
  },
} as const;

describe('a deal', () => {
  it('moves the coins once, to the buyer', () => {
    const m = SCENES.completed();
    expect(m.wallet(ALICE)).toEqual({ available: 4_900, held: 0 });
    expect(m.wallet(BOB)).toEqual({ available: 5_100, held: 0 });
    expect(m.find(1)).toMatchObject({ state: 'completed', endedBy: 'seller', fiat: '70000' });
  });

  it('rounds what is paid up to the next fen', () => {
    const m = market();
    m.ad(ALICE, { minQuantity: 1n as Amount });
    m.deal(BOB, 1, 0, { quantity: 10_0000_0001n as Amount });
    expect(m.find(1)?.fiat).toBe('7001');
  });

  it('of two acts that saw one version, the first one counts', () => {
    for (const [first, second, refusal] of [
      ['p2p.pay', 'p2p.cancel', 'deal_paid'],
      ['p2p.cancel', 'p2p.pay', 'deal_cancelled'],
    ] as const) {
      const m = market().opened();
      expect(m.act(first, BOB).outcome.ok).toBe(true);
      expect(rejectionOf(m.act(second, BOB, { version: 1 }))).toBe(refusal);
    }
    const m = SCENES.late();
    const { version } = m.find(1) ?? { version: 0 };
    m.act('p2p.appeal', BOB);
    expect(rejectionOf(m.act('p2p.release', ALICE, { version }))).toBe('deal_in_appeal');
  });

  it('expires unpaid after its time, and never once it is paid', () => {
    const m = market().opened();
    m.after(15 * MINUTE_MS);
    expect(m.find(1)?.state).toBe('unpaid');
    m.after(1);
    expect(m.find(1)).toMatchObject({ state: 'cancelled', endedBy: 'timer' });
    expect(m.wallet(ALICE)).toEqual({ available: 5_000, held: 0 });
    const paid = market().paid();
    paid.after(30 * DAY_MS);
    expect(paid.find(1)?.state).toBe('paid');
  });

  it('has more time when its seller gives it', () => {
    const m = market().opened();
    m.act('p2p.extend', ALICE);
    restarted(m).after(16 * MINUTE_MS);
    expect(m.find(1)?.state).toBe('unpaid');
    m.after(15 * MINUTE_MS);
    expect(m.find(1)?.state).toBe('cancelled');
  });

  it('gets more time three times: each makes what the buyer saw an old version', () => {
    const m = market().opened();
    for (let count = 0; count < 3; count++)
      expect(rejectionOf(m.act('p2p.extend', ALICE))).toBeUndefined();
    expect(rejectionOf(restarted(m).act('p2p.extend', ALICE))).toBe('extension_too_long');
  });

  it('that was paid for is not given back while the buyer holds everything back', () => {
    const m = market().paid();
    const { scenario } = m;
    const untilMs = scenario.timeMs + HOUR_MS;
    scenario.apply({ kind: 'custody.holdBack', user: BOB, untilMs });
    m.act('p2p.askCancel', ALICE);
    const agree = () => rejectionOf(m.act('p2p.answerCancel', BOB));
    expect(agree()).toBe('withdrawals_held');
    expect(m.find(1)?.isCancelAsked).toBe(true);
    m.after(15 * MINUTE_MS);
    m.act('p2p.appeal', BOB);
    const withdraw = () =>
      rejectionOf(scenario.apply({ kind: 'p2p.withdrawAppeal', user: BOB, appeal: 1 }));
    expect(withdraw()).toBe('withdrawals_held');
    scenario.timeMs = untilMs;
    expect(withdraw()).toBeUndefined();
    expect(agree()).toBeUndefined();
  });

  it('expires in the order of the due times, after a restart too', () => {
    const m = market();
    m.ad(ALICE);
    for (const user of [BOB, CAROL]) m.deal(user, 1, 10);
    m.act('p2p.extend', ALICE);
    const expired = (each: P2pMarket) =>
      eventsOf(each.after(31 * MINUTE_MS), 'dealChanged').map(({ deal }) => deal.id);
    expect(expired(m)).toEqual([2, 1]);
    const again = market();
    again.ad(ALICE);
    for (const user of [BOB, CAROL]) again.deal(user, 1, 10);
    again.act('p2p.extend', ALICE);
    expect(expired(restarted(again))).toEqual([2, 1]);
  });

  it('ends by agreement, which counts against the seller who asked', () => {
    const m = market().paid();
    m.act('p2p.askCancel', ALICE);
    m.act('p2p.answerCancel', BOB);
    expect(m.find(1)).toMatchObject({ state: 'cancelled', endedBy: 'both' });
    const traders = m.scenario.exchange.snapshot().p2p.traders;
    expect(traders).toMatchObject([
      { user: ALICE, cancelled: 1, cancels: 0 },
      { user: BOB, cancelled: 0, cancels: 0, marksUndone: [m.scenario.timeMs] },
    ]);
  });

  it('is forgotten when it can no longer be appealed', () => {
    const m = SCENES.completed();
    m.after(7 * DAY_MS);
    expect(m.find(1)).toBeDefined();
    m.after(1);
    expect(m.find(1)).toBeUndefined();
  });

  it('of three marks taken back within 30 days, nothing is bought until one is older', () => {
    const m = market();
    m.ad(ALICE);
    for (const deal of [1, 2, 3]) {
      m.deal(BOB, 1, 10);
      m.act('p2p.pay', BOB, { deal });
      m.act('p2p.askCancel', ALICE, { deal });
      m.act('p2p.answerCancel', BOB, { deal });
    }
    expect(rejectionOf(m.deal(BOB, 1, 10))).toBe('p2p_restricted');
    expect(rejectionOf(m.deal(CAROL, 1, 10))).toBeUndefined();
    m.after(30 * DAY_MS);
    expect(rejectionOf(m.deal(BOB, 1, 10))).toBeUndefined();
  });

  it('is of all that is left where no quantity is named, and never of nothing', () => {
    const m = market();
    m.ad(ALICE);
    m.deal(BOB, 1, 400);
    expect(rejectionOf(m.deal(CAROL, 1, 0))).toBeUndefined();
    expect(m.find(2)?.quantity).toBe(String(coins(600)));
    expect(rejectionOf(m.deal(CAROL, 1, 0))).toBe('quantity_out_of_limits');
  });

  it('takes an act that names no version by its state', () => {
    const m = market().opened();
    m.act('p2p.extend', ALICE);
    expect(rejectionOf(m.act('p2p.pay', BOB, { version: 0 }))).toBeUndefined();
    expect(rejectionOf(m.act('p2p.cancel', BOB, { version: 0 }))).toBe('deal_paid');
  });

  it('is answered again under its key, whatever the taker has become since', () => {
    const m = market();
    m.ad(ALICE);
    const first = m.deal(BOB, 1, 0, { key: 'once', level: 1 });
    const again = m.deal(BOB, 1, 0, { key: 'once', level: 2, registeredDays: 9 });
    expect(again.outcome).toEqual(first.outcome);
    expect(again.events).toEqual([]);
  });

  it('is not released while the seller holds everything back after a change of security', () => {
    const m = market().paid();
    const { scenario } = m;
    const untilMs = scenario.timeMs + HOUR_MS;
    scenario.apply({ kind: 'custody.holdBack', user: ALICE, untilMs });
    expect(rejectionOf(m.act('p2p.release', ALICE))).toBe('withdrawals_held');
    expect(rejectionOf(m.deal(CAROL, 1, 10))).toBe('ad_paused');
    scenario.timeMs = untilMs;
    expect(rejectionOf(m.act('p2p.release', ALICE))).toBeUndefined();
  });

  it('of a buy ad holds the coins of the seller who takes it', () => {
    const m = market();
    m.ad(ALICE, {}, { side: 'buy' });
    expect(rejectionOf(m.deal(BOB, 1, 100))).toBeUndefined();
    expect(m.find(1)).toMatchObject({ buyer: ALICE, seller: BOB, taker: 'seller' });
    expect(m.wallet(BOB)).toEqual({ available: 4_900, held: 100 });
    m.act('p2p.pay', ALICE);
    m.act('p2p.release', BOB);
    expect(m.wallet(ALICE)).toEqual({ available: 5_100, held: 0 });
  });

  it('that nobody may make: with a blocked trader, either way round', () => {
    const m = market();
    m.ad(ALICE);
    for (const [user, other] of [
      [ALICE, BOB],
      [BOB, ALICE],
    ] as const) {
      m.scenario.apply({ kind: 'p2p.block', user, other, isBlocked: true });
      expect(rejectionOf(m.deal(BOB, 1, 10))).toBe('ad_not_found');
      m.scenario.apply({ kind: 'p2p.block', user, other, isBlocked: false });
    }
    expect(rejectionOf(m.deal(BOB, 1, 10))).toBeUndefined();
  });
});

describe('an ad', () => {
  const ad = (m: P2pMarket) => m.scenario.exchange.snapshot().p2p.ads[0];

  it('gives its rest back when it is withdrawn; its open deals go on', () => {
    const m = market().opened();
    m.scenario.apply({ kind: 'p2p.withdrawAd', user: ALICE, ad: 1 });
    const withdrawn = String(coins(900));
    expect(ad(m)).toMatchObject({ state: 'withdrawn', surplus: '0', withdrawn });
    expect(rejectionOf(m.deal(CAROL, 1, 10))).toBe('ad_not_found');
    m.act('p2p.pay', BOB);
    m.act('p2p.release', ALICE);
    expect(ad(m)).toBeUndefined();
    expect(m.wallet(BOB).available).toBe(5_100);
  });

  it('offers again what was not paid, and is over when all is sold', () => {
    const m = market();
    m.ad(ALICE);
    m.deal(BOB, 1, 1_000);
    m.act('p2p.cancel', BOB);
    expect(ad(m)?.surplus).toBe(String(coins(1_000)));
    m.deal(CAROL, 1, 1_000);
    m.act('p2p.pay', CAROL, { deal: 2 });
    m.act('p2p.release', ALICE, { deal: 2 });
    expect(ad(m)).toBeUndefined();
  });

  it('sells a rest that is below its least deal only as a whole', () => {
    const m = market();
    m.ad(ALICE, { minQuantity: coins(100) });
    m.deal(BOB, 1, 950);
    expect(rejectionOf(m.deal(CAROL, 1, 49))).toBe('quantity_out_of_limits');
    expect(rejectionOf(m.deal(CAROL, 1, 50))).toBeUndefined();
  });

  it('is worth a deal at the price that it floats at, whatever its bounds, also when it is changed', () => {
    const m = market();
    const floating = {
      priceTicks: 0,
      offsetBps: 0,
      minTicks: 900 * SEVEN,
      maxTicks: 1_000 * SEVEN,
    };
    const tiny = { total: 1_000_000n as Amount };
    const quantities = { minQuantity: 1n as Amount, maxQuantity: 1_000_000n as Amount };
    expect(rejectionOf(m.ad(ALICE, { ...floating, ...quantities }, tiny))).toBe(
      'fiat_out_of_limits',
    );
    m.scenario.timeMs += DAY_MS + 1;
    // Without a reference the ad is worth its quantity at its least price.
    expect(rejectionOf(m.ad(ALICE, { ...floating, ...quantities }, tiny))).toBeUndefined();
    m.rate();
    const terms = { ...AD_TERMS, ...quantities };
    const edit = { kind: 'p2p.edit', user: ALICE, ad: 1, version: 0, terms } as const;
    expect(rejectionOf(m.scenario.apply(edit))).toBe('fiat_out_of_limits');
  });

  it('with a floating price follows the rate within its bounds', () => {
    const m = market();
    const floating = { priceTicks: 0, offsetBps: 100, minTicks: SEVEN, maxTicks: 7_2000_0000 };
    m.ad(ALICE, floating);
    m.deal(BOB, 1, 10);
    expect(m.find(1)?.priceTicks).toBe(7_0700_0000);
    m.rate(7_2000_0000);
    expect(rejectionOf(m.deal(BOB, 1, 10))).toBe('ad_price_rests');
    m.rate();
    m.scenario.timeMs += DAY_MS + 1;
    expect(rejectionOf(m.deal(BOB, 1, 10))).toBe('ad_price_rests');
  });

  it('of another coin follows the index times the rate', () => {
    const m = market();
    const floating = { priceTicks: 0, offsetBps: -100, minTicks: SEVEN, maxTicks: 100 * SEVEN };
    const quantity = 1000_0000n as Amount;
    m.ad(
      ALICE,
      { ...floating, minQuantity: quantity, maxQuantity: quantity },
      { currency: BTC, total: quantity },
    );
    m.deal(BOB, 1, 0, { quantity });
    expect(m.find(1)).toMatchObject({ priceTicks: 693 * 10 ** 8, fiat: '6930' });
  });

  it('with an offset beyond the band is refused', () => {
    const m = market();
    const floating = { priceTicks: 0, minTicks: 1, maxTicks: SEVEN * 2 };
    const at = (offsetBps: number) => rejectionOf(m.ad(ALICE, { ...floating, offsetBps }));
    expect([2_000, -2_000, 2_001, -2_001].map(at)).toEqual([
      undefined,
      undefined,
      'price_out_of_band',
      'price_out_of_band',
    ]);
  });

  it('with a price beyond the band is refused', () => {
    const m = market();
    expect(rejectionOf(m.ad(ALICE, { priceTicks: 8_4000_0001 }))).toBe('price_out_of_band');
    expect(rejectionOf(m.ad(ALICE, { priceTicks: 8_4000_0000 }))).toBeUndefined();
  });

  it('that is private is found by its code alone', () => {
    const m = market();
    m.ad(ALICE, { code: 'friends' });
    expect(rejectionOf(m.deal(BOB, 1, 10))).toBe('ad_not_found');
    expect(rejectionOf(m.deal(BOB, 1, 10, { code: 'friends' }))).toBeUndefined();
  });

  it('is changed on the version that its owner saw', () => {
    const m = market();
    const { terms } = eventsOf(m.ad(ALICE), 'adChanged')[0]?.ad ?? {};
    const edit = { kind: 'p2p.edit', user: ALICE, ad: 1, version: 1, terms } as never;
    expect(rejectionOf(m.scenario.apply(edit))).toBeUndefined();
    expect(rejectionOf(m.scenario.apply(edit))).toBe('ad_changed');
  });

  it('opens on Monday at midnight in Shanghai', () => {
    const m = market();
    m.ad(ALICE, { hours: [[0, 60]] });
    // 2026-11-23 was a Monday.
    m.scenario.timeMs = Date.UTC(2026, 10, 22, 16);
    m.rate();
    expect(rejectionOf(m.deal(BOB, 1, 10))).toBeUndefined();
    m.scenario.timeMs += HOUR_MS;
    expect(rejectionOf(m.deal(BOB, 1, 10))).toBe('ad_outside_hours');
  });
});

describe('an appeal', () => {
  it('waits a day for an answer, then an operator divides the coins', () => {
    const m = market().appealed();
    expect(rejectionOf(m.rule(30))).toBe('appeal_answer_pending');
    m.after(DAY_MS);
    expect(rejectionOf(restarted(m).rule(30, { fault: 'seller' }))).toBeUndefined();
    expect(m.wallet(ALICE)).toEqual({ available: 4_970, held: 0 });
    expect(m.wallet(BOB)).toEqual({ available: 5_030, held: 0 });
    expect(m.find(1)).toMatchObject({ state: 'completed', endedBy: 'ruling', appeal: 0 });
  });

  it('about much is decided by two operators who agree', () => {
    const m = bigAppeal();
    m.rule(400);
    expect(m.find(1)?.state).toBe('paid');
    m.rule(400);
    expect(m.find(1)?.state).toBe('paid');
    m.rule(500, { operator: 2 });
    expect(m.find(1)?.state).toBe('paid');
    const ruled = restarted(m).rule(500, { operator: 3 });
    expect(m.find(1)).toMatchObject({ state: 'completed', ruledBy: [2, 3] });
    expect(eventsOf(ruled, 'appealChanged')).toMatchObject([
      { appeal: { state: 'ruled', ruling: { operator: 2 }, confirmedBy: 3 } },
    ]);
  });

  it('stops the time to release, which goes on when it is withdrawn', () => {
    const m = market().paid();
    const due = m.find(1)?.releaseDueMs ?? 0;
    m.act('p2p.appeal', ALICE);
    m.after(HOUR_MS);
    m.scenario.apply({ kind: 'p2p.withdrawAppeal', user: ALICE, appeal: 1 });
    expect(m.find(1)).toMatchObject({ releaseDueMs: due + HOUR_MS, appeal: 0 });
  });

  it('is settled when the seller releases after all', () => {
    const m = market().appealed();
    const released = m.act('p2p.release', ALICE);
    expect(eventsOf(released, 'appealChanged')).toMatchObject([{ appeal: { state: 'settled' } }]);
    expect(rejectionOf(m.rule(100))).toBe('appeal_not_found');
  });

  it('after a cancelled deal holds what the seller still has, in two wallets', () => {
    const m = SCENES.cancelled();
    const { scenario } = m;
    scenario.transfer(ALICE, 'p2p', 'spot', 4_940);
    scenario.apply({
      kind: 'custody.transfer',
      user: ALICE,
      from: 'spot',
      to: 'margin',
      currency: USDT,
      amount: (scenario.balance(ALICE, USDT).available - coins(30)) as Amount,
    });
    m.act('p2p.appeal', BOB, { reason: 'cancelledAfterPaying' } as object);
    expect(m.wallet(ALICE)).toEqual({ available: 0, held: 60 });
    expect(scenario.balance(ALICE, USDT)).toEqual({ available: 0n, held: coins(30) });
    m.answer(ALICE);
    expect(rejectionOf(m.rule(91))).toBe('quantity_invalid');
    expect(rejectionOf(restarted(m).rule(80))).toBeUndefined();
    expect(m.wallet(BOB).available).toBe(5_080);
    expect(scenario.balance(ALICE, USDT)).toEqual({ available: coins(10), held: 0n });
    expect(m.find(1)).toMatchObject({ state: 'cancelled', toBuyer: String(coins(80)) });
  });

  it('about deals that have ended: three of a user at a time, because each holds coins', () => {
    const m = market();
    m.ad(ALICE);
    for (let deal = 1; deal <= 4; deal++) {
      m.deal(BOB, 1, 10);
      m.act('p2p.pay', BOB, { deal });
      m.act('p2p.release', ALICE, { deal });
    }
    const appeal = (deal: number) => rejectionOf(m.act('p2p.appeal', ALICE, { deal }));
    expect([1, 2, 3, 4].map(appeal)).toEqual([undefined, undefined, undefined, 'p2p_restricted']);
    // A withdrawn one counts like a lost one: the coins were held for nothing.
    m.scenario.apply({ kind: 'p2p.withdrawAppeal', user: ALICE, appeal: 1 });
    expect(appeal(4)).toBe('p2p_restricted');
    expect(m.scenario.exchange.snapshot().p2p.traders.map((each) => each.appealsLostEver)).toEqual([
      0, 0,
    ]);
  });

  it('is withdrawn once by each side, so a paid deal can always be ruled on', () => {
    const m = market().paid();
    const withdraw = (user: number, appeal: number) =>
      rejectionOf(m.scenario.apply({ kind: 'p2p.withdrawAppeal', user, appeal }));
    for (const [appeal, expected] of [undefined, 'appeal_withdrawn_before'].entries()) {
      expect(rejectionOf(m.act('p2p.appeal', ALICE))).toBeUndefined();
      expect(withdraw(ALICE, appeal + 1)).toBe(expected);
    }
    m.scenario.apply({ kind: 'p2p.answerAppeal', user: BOB, appeal: 2 });
    expect(rejectionOf(m.rule(100, { appeal: 2 }))).toBeUndefined();
    expect(m.wallet(BOB)).toEqual({ available: 5_100, held: 0 });
  });

  it('comes once more, from who lost, and to another operator', () => {
    const m = market().appealed();
    m.answer(ALICE);
    m.rule(100, { fault: 'seller' });
    expect(rejectionOf(m.act('p2p.appeal', ALICE))).toBeUndefined();
    expect(m.wallet(BOB)).toEqual({ available: 5_000, held: 100 });
    m.scenario.apply({ kind: 'p2p.answerAppeal', user: BOB, appeal: 2 });
    expect(rejectionOf(m.rule(0, { appeal: 2 }))).toBe('appeal_same_operator');
    expect(rejectionOf(m.rule(0, { appeal: 2, operator: 2 }))).toBeUndefined();
    expect(m.wallet(ALICE)).toEqual({ available: 5_000, held: 0 });
    expect(rejectionOf(m.act('p2p.appeal', BOB))).toBe('appeals_exhausted');
  });
});

describe("a merchant's bond", () => {
  function merchant(): P2pMarket {
    const m = market();
    m.scenario.apply({ kind: 'p2p.bond', user: ALICE, currency: USDT, amount: coins(1_500) });
    m.scenario.apply({ kind: 'p2p.merchant', user: ALICE, isMerchant: true, operator: 1 });
    return m;
  }
  const record = (applied: Applied) => eventsOf(applied, 'traderChanged').at(-1)?.trader;

  it('is cut by a ruling, for the other side; below its least it makes nobody a merchant', () => {
    const m = merchant().appealed();
    m.answer(ALICE);
    expect(rejectionOf(m.rule(0, { fault: 'seller', bondCut: coins(1_501) }))).toBe(
      'bond_too_small',
    );
    // However small the deal is, two decide about a bond.
    expect(record(m.rule(100, { fault: 'seller', bondCut: coins(600) }))).toBeUndefined();
    const ruled = restarted(m).rule(100, { fault: 'seller', bondCut: coins(600), operator: 2 });
    expect(record(ruled)).toMatchObject({
      isMerchant: false,
      bond: { currency: USDT, amount: coins(900) },
    });
    expect(m.wallet(BOB).available).toBe(5_700);
    expect(m.wallet(ALICE)).toEqual({ available: 3_400, held: 900 });
  });

  it('pays for another deal when the first cut has taken the mark', () => {
    const m = merchant().appealed();
    m.deal(BOB, 1, 10);
    m.act('p2p.pay', BOB, { deal: 2 });
    m.act('p2p.appeal', ALICE, { deal: 2 });
    const cut = (appeal: number) => {
      for (const operator of [1, 2])
        m.rule(10, { fault: 'seller', bondCut: coins(600), operator, appeal });
    };
    m.after(DAY_MS);
    cut(1);
    const { bond, isMerchant } = m.scenario.exchange.snapshot().p2p.traders[0] ?? {};
    expect([isMerchant, bond?.amount]).toEqual([false, coins(900).toString()]);
    cut(2);
    expect(m.scenario.exchange.snapshot().p2p.traders[0]?.bond?.amount).toBe(coins(300).toString());
  });

  it('comes back when no deal can cost it any more', () => {
    const m = merchant();
    const back = () => m.scenario.apply({ kind: 'p2p.returnBond', user: ALICE });
    expect(record(back())).toMatchObject({ isMerchant: false, bond: null });
    expect(m.wallet(ALICE)).toEqual({ available: 5_000, held: 0 });
    const grant = { kind: 'p2p.merchant', user: ALICE, isMerchant: true, operator: 1 } as const;
    expect(rejectionOf(m.scenario.apply(grant))).toBe('bond_missing');
  });
});

/** Bob has paid 1,500 USDT, and Alice has answered his appeal. */
function bigAppeal(): P2pMarket {
  const m = market();
  m.ad(ALICE, {}, { total: coins(2_000) });
  m.deal(BOB, 1, 1_500);
  m.act('p2p.pay', BOB);
  m.after(15 * MINUTE_MS);
  m.act('p2p.appeal', BOB);
  m.answer(ALICE);
  return m;
}
