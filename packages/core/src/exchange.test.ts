import type { Amount, PriceTicks, QuantityLots } from '@meridian/money/amount';
import { describe, expect, it } from 'vitest';
import { decodeCommand, encodeCommand } from './command-codec.ts';
import type { Command } from './commands.ts';
import type { Applied } from './events.ts';
import { canonicalSnapshot, Exchange } from './exchange.ts';
import { MOST_CLIENT_ORDER_IDS } from './spot/client-order-ids.ts';
import { KEY_LIFETIME_MS } from './idempotency.ts';
import { REJECTIONS, type Rejection } from './rejections.ts';
import { SYSTEM } from './ledger/accounts.ts';
import { CONVERT_REFUSALS } from './testing/convert-refusals.ts';
import { EARN_REFUSALS } from './testing/earn-refusals.ts';
import { LOAN_REFUSALS } from './testing/loan-refusals.ts';
import { P2P_REFUSALS } from './testing/p2p-refusals.ts';
import { SALE_REFUSALS } from './testing/sale-refusals.ts';
import { VOTE_REFUSALS } from './testing/vote-refusals.ts';
import {
  ALICE,
  BOB,
  BTC,
  CAROL,
  MARKET,
  NETWORK,
  OFFER,
  rejectionOf,
  Scenario,
  TERMS,
  USDT,
} from './testing/scenario.ts';

const LOTS = 10_000;

/** For each rejection, the shortest way to it. */
const REFUSALS: Record<Rejection, (scenario: Scenario) => Applied> = {
  malformed: (s) => s.place(ALICE, 'hold' as 'buy', 10_000, LOTS),
  idempotency_key_reused: (s) => {
    s.place(ALICE, 'buy', 9_000, LOTS, { key: 'k' });
    return s.place(ALICE, 'buy', 9_001, LOTS, { key: 'k' });
  },
  debt_unpaid: (s) => {
    s.receive(CAROL, 50, '0xa');
    s.apply({
      kind: 'custody.hold',
      user: CAROL,
      currency: USDT,
      amount: 10_050_0000_0000n as Amount,
    });
    s.apply({ kind: 'custody.reverse', network: NETWORK.id, transaction: '0xa', output: 0 });
    return s.place(CAROL, 'sell', 10_000, LOTS);
  },
  transfer_exists: (s) => {
    s.deposit(SYSTEM.house, USDT, 100n);
    const prize = {
      kind: 'ledger.credit',
      user: ALICE,
      wallet: 'spot',
      currency: USDT,
      amount: 1n as Amount,
      reference: 'prize',
      transfer: { kind: 'prize', number: 1 },
    } as const;
    s.apply(prize);
    return s.apply(prize);
  },
  currency_unknown: (s) => s.deposit(ALICE, 77, 1n),
  currency_scale_fixed: (s) =>
    s.apply({ kind: 'currency.list', currency: { id: BTC, code: 'BTC', scale: 6 } }),
  market_unknown: (s) => s.place(ALICE, 'buy', 10_000, LOTS, { market: 9 }),
  market_grid_invalid: (s) =>
    s.apply({ kind: 'market.list', market: { ...MARKET, id: 2, lotSize: 1n, tickSize: 1n } }),
  market_grid_fixed: (s) =>
    s.apply({ kind: 'market.list', market: { ...MARKET, lotSize: 2_000n } }),
  market_closed: (s) => {
    s.apply({ kind: 'market.list', market: { ...MARKET, status: 'cancelOnly' } });
    return s.place(ALICE, 'buy', 10_000, LOTS);
  },
  order_not_found: (s) => {
    s.place(ALICE, 'buy', 9_000, LOTS);
    return s.cancel(BOB, 1);
  },
  quantity_invalid: (s) => s.place(ALICE, 'buy', 10_000, 1.5),
  price_invalid: (s) => s.place(ALICE, 'buy', -1, LOTS),
  market_order_not_gtc: (s) => s.market(ALICE, 'buy', LOTS, { timeInForce: 'gtc' }),
  post_only_not_limit_gtc: (s) =>
    s.place(ALICE, 'buy', 10_000, LOTS, { postOnly: true, timeInForce: 'ioc' }),
  index_unavailable: (s) => {
    s.apply({ kind: 'market.list', market: { ...MARKET, id: 2 } });
    return s.place(ALICE, 'buy', 10_000, LOTS, { market: 2 });
  },
  index_stale: (s) => {
    s.timeMs += MARKET.indexMaxAgeMs + 1;
    return s.market(ALICE, 'buy', LOTS);
  },
  price_out_of_band: (s) => s.place(ALICE, 'buy', 15_001, LOTS),
  notional_too_small: (s) => s.place(ALICE, 'buy', 9_999, 999),
  notional_too_large: (s) => {
    s.index(9e12);
    return s.place(ALICE, 'buy', 9e12, 1_000_000_000);
  },
  too_many_open_orders: (s) => {
    for (let count = 0; count < MARKET.maxOpenOrders; count++) s.place(ALICE, 'buy', 9_000, LOTS);
    return s.place(ALICE, 'buy', 9_000, LOTS);
  },
  client_order_id_used: (s) => {
    s.place(ALICE, 'buy', 9_000, LOTS, { clientOrderId: 'mine' });
    return s.place(ALICE, 'sell', 11_000, LOTS, { clientOrderId: 'mine' });
  },
  client_order_ids_exhausted: (s) => {
    const order = {
      kind: 'spot.place',
      user: ALICE,
      market: 1,
      side: 'buy',
      type: 'limit',
      priceTicks: 9_000 as never,
      quantityLots: LOTS as never,
      timeInForce: 'ioc',
      postOnly: false,
      selfTrade: 'expireTaker',
    } as const;
    // Applied directly: the scenario would take a snapshot before each command.
    for (let count = 0; count < MOST_CLIENT_ORDER_IDS; count++)
      Exchange.prototype.apply.call(s.exchange, { ...order, clientOrderId: `n${count}` }, s.timeMs);
    return s.place(ALICE, 'buy', 9_000, LOTS, { clientOrderId: 'mine' });
  },
  no_liquidity: (s) => s.market(ALICE, 'sell', LOTS),
  balance_insufficient: (s) => s.place(ALICE, 'buy', 10_000, 10_000_001),
  house_insufficient: (s) =>
    s.apply({
      kind: 'ledger.credit',
      user: ALICE,
      wallet: 'spot',
      currency: BTC,
      amount: 1n as Amount,
      reference: 'gift',
    }),
  amount_too_large: (s) => s.deposit(ALICE, BTC, (1n << 63n) - 1n),
  post_only_would_take: (s) => {
    s.place(BOB, 'sell', 10_000, LOTS);
    return s.place(ALICE, 'buy', 10_000, LOTS, { postOnly: true });
  },
  fill_or_kill_unfilled: (s) => s.place(ALICE, 'buy', 10_000, LOTS, { timeInForce: 'fok' }),
  network_unknown: (s) => s.withdraw(ALICE, 20, { network: 9 }),
  network_fixed: (s) =>
    s.apply({ kind: 'custody.network', network: { ...NETWORK, currency: BTC } }),
  network_closed: (s) => {
    s.apply({ kind: 'custody.network', network: { ...NETWORK, isOpen: false } });
    return s.withdraw(ALICE, 20);
  },
  wallets_same: (s) => s.transfer(ALICE, 'spot', 'spot', 1),
  deposit_known: (s) => {
    s.receive(ALICE, 5, '0xa');
    return s.receive(BOB, 7, '0xa');
  },
  deposit_not_found: (s) =>
    s.apply({ kind: 'custody.reverse', network: NETWORK.id, transaction: '0xa', output: 0 }),
  deposit_too_small: (s) =>
    s.apply({
      kind: 'custody.deposit',
      network: NETWORK.id,
      transaction: '0xdust',
      output: 0,
      user: ALICE,
      amount: 9999_9999n as Amount,
    }),
  withdrawals_paused: (s) => {
    s.apply({ kind: 'custody.pause', currency: 0, isPaused: true });
    return s.withdraw(ALICE, 20);
  },
  withdrawal_to_self: (s) => s.withdraw(ALICE, 20, { recipient: ALICE }),
  withdrawal_too_small: (s) => s.withdraw(ALICE, 9),
  withdrawal_too_large: (s) => s.withdraw(ALICE, 5_001),
  withdrawal_fee_risen: (s) => {
    const { fee } = NETWORK;
    s.apply({
      kind: 'custody.network',
      network: { ...NETWORK, fee: (fee + 1n) as Amount },
    });
    return s.withdraw(ALICE, 20, { mostFee: fee });
  },
  withdrawals_frozen: (s) => {
    s.receive(CAROL, 50, '0xa');
    s.apply({
      kind: 'custody.hold',
      user: CAROL,
      currency: USDT,
      amount: 10_050_0000_0000n as Amount,
    });
    s.apply({ kind: 'custody.reverse', network: NETWORK.id, transaction: '0xa', output: 0 });
    return s.withdraw(CAROL, 20);
  },
  withdrawals_held: (s) => {
    s.apply({ kind: 'custody.holdBack', user: ALICE, untilMs: s.timeMs + 1 });
    return s.withdraw(ALICE, 20);
  },
  withdrawals_under_review: (s) => {
    s.withdraw(ALICE, 20);
    s.withdraw(ALICE, 20, { risks: ['new_device'] });
    return s.apply({ kind: 'custody.sign', withdrawal: 1 });
  },
  withdrawal_waits: (s) => {
    s.apply({ kind: 'custody.network', network: { ...NETWORK, newAddressWaitMs: 1_000 } });
    s.withdraw(ALICE, 20);
    return s.apply({ kind: 'custody.sign', withdrawal: 1 });
  },
  withdrawals_too_many: (s) => {
    for (let count = 0; count < 20; count++) s.withdraw(ALICE, 20);
    return s.withdraw(ALICE, 20);
  },
  account_frozen: (s) => {
    s.apply({ kind: 'custody.freeze', user: ALICE, isFrozen: true });
    return s.withdraw(ALICE, 20);
  },
  sale_needs_approval: (s) =>
    s.apply({
      kind: 'custody.hold',
      user: ALICE,
      currency: USDT,
      amount: 1_000_0000_0000n as Amount,
      dayLimit: 100_000_0000_0000n as Amount,
    }),
  day_limit_exceeded: (s) => {
    s.withdraw(ALICE, 60, { dayLimit: 100_0000_0000n as Amount });
    return s.withdraw(ALICE, 41, { dayLimit: 100_0000_0000n as Amount });
  },
  withdrawal_not_found: (s) => {
    s.withdraw(ALICE, 20);
    return s.apply({ kind: 'custody.cancel', user: BOB, withdrawal: 1 });
  },
  withdrawal_not_waiting: (s) => {
    s.withdraw(ALICE, 20);
    s.apply({ kind: 'custody.sign', withdrawal: 1 });
    return s.apply({ kind: 'custody.cancel', user: ALICE, withdrawal: 1 });
  },
  approval_repeated: (s) => {
    s.withdraw(ALICE, 3_000);
    s.apply({ kind: 'custody.approve', withdrawal: 1, operator: 7 });
    return s.apply({ kind: 'custody.approve', withdrawal: 1, operator: 7 });
  },
  outflow_limit: (s) => {
    for (const user of [ALICE, BOB]) {
      s.withdraw(user, 4_000);
      const withdrawal = user - ALICE + 1;
      s.apply({ kind: 'custody.approve', withdrawal, operator: 7 });
      s.apply({ kind: 'custody.approve', withdrawal, operator: 8 });
    }
    s.apply({ kind: 'custody.sign', withdrawal: 1 });
    return s.apply({ kind: 'custody.sign', withdrawal: 2 });
  },
  escrow_not_found: (s) => s.apply({ kind: 'custody.payHold', escrow: 1, recipient: BOB }),
  seconds_closed: (s) => {
    s.offerSeconds({ isOpen: false });
    return s.ticket(ALICE, 100);
  },
  duration_not_offered: (s) => {
    s.offerSeconds();
    return s.ticket(ALICE, 100, { seconds: 31 });
  },
  seconds_terms_changed: (s) => {
    s.offerSeconds();
    return s.ticket(ALICE, 100, { seenPayoutBps: 8_001 });
  },
  stake_too_small: (s) => {
    s.offerSeconds();
    return s.ticket(ALICE, 9);
  },
  stake_too_large: (s) => {
    s.offerSeconds();
    return s.ticket(ALICE, 1_001);
  },
  seconds_on_break: (s) => {
    s.offerSeconds();
    s.apply({ kind: 'seconds.beginBreak', user: ALICE, days: 1 });
    return s.ticket(ALICE, 100);
  },
  seconds_time_limit: (s) => {
    s.offerSeconds();
    s.apply({ kind: 'seconds.limitTime', user: ALICE, minutes: 1 });
    s.ticket(ALICE, 100);
    s.timeMs += 60_000;
    return s.ticket(ALICE, 100);
  },
  seconds_loss_limit: (s) => {
    s.offerSeconds();
    s.apply({ kind: 'seconds.limitLoss', user: ALICE, currency: USDT, amount: 1n as Amount });
    return s.ticket(ALICE, 100);
  },
  exposure_reached: (s) => {
    s.offerSeconds({ exposureCap: (TERMS.exposureCap / 10n) as Amount });
    s.ticket(BOB, 600);
    return s.ticket(ALICE, 100);
  },
  insurance_fixed: (s) => {
    s.offerSeconds();
    return s.apply({ kind: 'seconds.listInsurance', offer: { ...OFFER, currency: BTC } });
  },
  insurance_closed: (s) => s.insure(ALICE, 100),
  insured_amount_invalid: (s) => {
    s.offerSeconds();
    return s.insure(ALICE, 1_001);
  },
  insurance_running: (s) => {
    s.offerSeconds();
    s.insure(ALICE, 100);
    return s.insure(ALICE, 100);
  },
  insurance_insufficient: (s) => {
    s.offerSeconds();
    const maxInsured = (20_000n * 10n ** 8n) as Amount;
    s.apply({
      kind: 'seconds.listInsurance',
      offer: { ...OFFER, maxInsured, coverBps: 10_000, premiumBps: 1 },
    });
    s.transfer(ALICE, 'spot', 'seconds', 5_000);
    return s.insure(ALICE, 9_000);
  },
  insurance_not_found: (s) => {
    s.offerSeconds();
    s.insure(ALICE, 100);
    return s.apply({ kind: 'seconds.endInsurance', user: BOB, policy: 1 });
  },
  break_not_longer: (s) => {
    s.apply({ kind: 'seconds.beginBreak', user: ALICE, days: 7 });
    return s.apply({ kind: 'seconds.beginBreak', user: ALICE, days: 7 });
  },
  margin_terms_changed: (s) =>
    s.margin().openPosition(ALICE, 'long', 100, 0, { seenFeeBps: 1_000 }),
  leverage_not_offered: (s) => s.margin().openPosition(ALICE, 'long', 100, 0, { leverage: 7 }),
  position_not_found: (s) => {
    s.margin().openPosition(ALICE, 'long', 100);
    return s.apply({ kind: 'margin.close', user: BOB, position: 1 });
  },
  position_not_waiting: (s) => {
    s.margin().enter(ALICE, 'long', 100);
    return s.apply({ kind: 'margin.cancel', user: ALICE, position: 1 });
  },
  change_pending: (s) => {
    s.margin().enter(ALICE, 'long', 100);
    const stops = {
      kind: 'margin.stops',
      user: ALICE,
      position: 1,
      takeProfitTicks: 20_000,
      stopLossTicks: 0,
    } as const;
    s.apply(stops);
    return s.apply(stops);
  },
  position_not_isolated: (s) => {
    s.margin().enter(ALICE, 'long', 100);
    const add = { kind: 'margin.addMargin', user: ALICE, position: 1 } as const;
    return s.apply({ ...add, amount: 1n as Amount });
  },
  margin_below_initial: (s) => {
    s.margin().enter(ALICE, 'long', 100, { isIsolated: true });
    const change = { user: ALICE, position: 1, amount: 100n as Amount };
    s.apply({ kind: 'margin.addMargin', ...change });
    s.move(9_999);
    return s.apply({ kind: 'margin.removeMargin', ...change });
  },
  nothing_to_reduce: (s) => {
    s.margin().enter(ALICE, 'long', 100);
    s.enter(BOB, 'short', 100);
    const order = { kind: 'margin.reduce', user: ALICE, market: 1, side: 'long' } as const;
    return s.apply({ ...order, lots: 100, priceTicks: 0 });
  },
  close_part_short: (s) => {
    s.margin().enter(ALICE, 'long', 20_000);
    s.enter(ALICE, 'short', 20_000);
    s.transfer(ALICE, 'margin', 'spot', 4_500);
    s.move(7_000);
    return s.apply({ kind: 'margin.close', user: ALICE, position: 1, lots: 19_000 });
  },
  position_not_open: (s) => {
    s.margin().openPosition(ALICE, 'long', 100, 9_000);
    return s.apply({ kind: 'margin.close', user: ALICE, position: 1 });
  },
  stop_on_wrong_side: (s) => {
    s.margin().enter(ALICE, 'long', 100);
    return s.apply({
      kind: 'margin.stops',
      user: ALICE,
      position: 1,
      takeProfitTicks: 0,
      stopLossTicks: 10_000,
    });
  },
  take_profit_passed: (s) => {
    s.margin().enter(ALICE, 'long', 100);
    return s.apply({
      kind: 'margin.stops',
      user: ALICE,
      position: 1,
      takeProfitTicks: 10_000,
      stopLossTicks: 0,
    });
  },
  stop_beyond_liquidation: (s) => {
    s.margin().enter(ALICE, 'long', 100_000);
    return s.apply({
      kind: 'margin.stops',
      user: ALICE,
      position: 1,
      takeProfitTicks: 0,
      stopLossTicks: 5_000,
    });
  },
  index_thin: (s) => s.margin({ minSources: 3 }).openPosition(ALICE, 'long', 100),
  margin_in_use: (s) => {
    s.margin().enter(ALICE, 'long', 10_000);
    s.move(9_000);
    return s.transfer(ALICE, 'margin', 'spot', 4_850);
  },
  ...P2P_REFUSALS,
  ...EARN_REFUSALS,
  ...CONVERT_REFUSALS,
  ...LOAN_REFUSALS,
  rebate_short: (s) =>
    s.apply({ kind: 'rebate.fund', currency: USDT, direction: 'out', amount: 1n as Amount }),
  ...VOTE_REFUSALS,
  ...SALE_REFUSALS,
};

describe('refusals', () => {
  it.each(REJECTIONS)('%s changes nothing and emits nothing', (rejection) => {
    const scenario = new Scenario();
    let before = '';
    const apply = scenario.exchange.apply.bind(scenario.exchange);
    scenario.exchange.apply = (command, timeMs) => {
      before = canonicalSnapshot(scenario.exchange.snapshot());
      return apply(command, timeMs);
    };
    const applied = REFUSALS[rejection](scenario);
    expect(rejectionOf(applied)).toBe(rejection);
    expect(applied.events).toEqual([]);
    expect(canonicalSnapshot(scenario.exchange.snapshot())).toBe(before);
  });

  it('refuses what is no command at all', () => {
    const scenario = new Scenario();
    const nonsense = [
      { kind: 'spot.steal' },
      { kind: 'ledger.deposit', user: 1, amount: 5n },
      { kind: 'spot.place' },
      { kind: 'index.set', prices: 3 },
      { kind: 'index.set', source: '', prices: [['length', 1]] },
      { kind: 'index.set', source: '', prices: [['1', 1]] },
    ];
    for (const command of nonsense)
      expect(rejectionOf(scenario.apply(command as unknown as Command))).toBe('malformed');
  });
});

describe('money from outside and from the house', () => {
  it('comes only from a funded house (L9), and everything sums to zero', () => {
    const scenario = new Scenario();
    scenario.deposit(SYSTEM.house, USDT, 100n);
    const gift = {
      kind: 'ledger.credit',
      user: ALICE,
      wallet: 'p2p',
      currency: USDT,
      reference: 'gift',
    } as const;
    expect(scenario.apply({ ...gift, amount: 60n as Amount }).outcome.ok).toBe(true);
    expect(rejectionOf(scenario.apply({ ...gift, amount: 60n as Amount }))).toBe(
      'house_insufficient',
    );
    expect(scenario.balance(SYSTEM.house, USDT).available).toBe(40n);
  });
});

describe('idempotency keys', () => {
  it('give the first answer again without events, also after a restore, until they expire', () => {
    const scenario = new Scenario();
    const first = scenario.place(ALICE, 'buy', 9_000, LOTS, { key: 'once' });
    const again = scenario.place(ALICE, 'buy', 9_000, LOTS, { key: 'once' });
    expect(again.outcome).toEqual(first.outcome);
    expect(again.events).toEqual([]);
    const restored = Exchange.restore(JSON.parse(JSON.stringify(scenario.exchange.snapshot())));
    const order: Command = {
      kind: 'spot.place',
      user: ALICE,
      market: 1,
      side: 'buy',
      type: 'limit',
      priceTicks: 9_000 as PriceTicks,
      quantityLots: LOTS as QuantityLots,
      timeInForce: 'gtc',
      postOnly: false,
      selfTrade: 'expireTaker',
      key: 'once',
    };
    expect(restored.apply(order, scenario.timeMs).outcome).toEqual(first.outcome);
    expect(restored.apply(order, scenario.timeMs + KEY_LIFETIME_MS).outcome).toMatchObject({
      ok: true,
      order: 2,
    });
    expect(restored.apply({ ...order, user: BOB }, restored.timeMs).outcome).toMatchObject({
      ok: true,
      order: 3,
    });
  });
});

describe('the state', () => {
  it('is the same after replay through the codec, after restore, and live', () => {
    const scenario = new Scenario();
    const journal: string[] = [];
    const apply = scenario.exchange.apply.bind(scenario.exchange);
    const replayed = new Scenario();
    scenario.exchange.apply = (command, timeMs) => {
      journal.push(encodeCommand(command));
      return apply(command, timeMs);
    };
    scenario.place(ALICE, 'buy', 9_000, LOTS, { key: 'a' });
    scenario.place(BOB, 'sell', 9_000, LOTS / 2);
    scenario.apply({
      kind: 'market.list',
      market: { ...MARKET, makerFeeBps: 1, hasSeconds: true },
    });
    scenario.place(BOB, 'sell', 8_000, LOTS);
    scenario.cancel(BOB, 3);
    scenario.deposit(BOB, BTC, 5n);
    for (const text of journal) replayed.exchange.apply(decodeCommand(text), scenario.timeMs);
    const live = canonicalSnapshot(scenario.exchange.snapshot());
    expect(canonicalSnapshot(replayed.exchange.snapshot())).toBe(live);
    expect(canonicalSnapshot(Exchange.restore(scenario.exchange.snapshot()).snapshot())).toBe(live);
  });

  it('refuses a snapshot whose money does not add up', () => {
    const scenario = new Scenario();
    const snapshot = scenario.exchange.snapshot();
    const accounts = snapshot.accounts.map((row, index) =>
      index === 1 ? { ...row, available: '1' } : row,
    );
    expect(() => Exchange.restore({ ...snapshot, accounts })).toThrow('invariant L4');
    const held = snapshot.accounts.map((row) =>
      row.user === ALICE && row.currency === BTC
        ? { ...row, available: '0', held: row.available }
        : row,
    );
    expect(() => Exchange.restore({ ...snapshot, accounts: held })).toThrow('invariant L5');
  });

  it('takes a market without the flag of seconds contracts as one that has none', () => {
    const scenario = new Scenario();
    const flag = () => scenario.exchange.snapshot().markets[0]?.hasSeconds;
    expect(flag()).toBe(false);
    scenario.apply({ kind: 'market.list', market: { ...MARKET, hasSeconds: true } });
    expect(flag()).toBe(true);
    expect(
      rejectionOf(
        scenario.apply({
          kind: 'market.list',
          market: { ...MARKET, hasSeconds: 1 as unknown as boolean },
        }),
      ),
    ).toBe('malformed');
  });

  it('refuses time that runs backwards', () => {
    const scenario = new Scenario();
    expect(() =>
      scenario.exchange.apply({ kind: 'spot.cancel', user: ALICE, order: 1 }, 1),
    ).toThrow('engine time');
  });
});
