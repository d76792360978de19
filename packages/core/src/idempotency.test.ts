import type { Amount } from '@meridian/money/amount';
import { describe, expect, it } from 'vitest';
import type { Command } from './commands.ts';
import { canonicalSnapshot, Exchange } from './exchange.ts';
import { KEY_LIFETIME_MS, MAX_USER_KEYS } from './idempotency.ts';
import { FIRST_RULES, NEWEST_RULES } from './rules.ts';
import { eventsOf, Scenario } from './testing/scenario.ts';

const NOW_MS = 1_700_000_000_000;
const ALICE = 100_001;
const BOB = 100_002;
const COIN = 10n ** 8n;

function transfer(user: number, key: string, amount = 1n): Command {
  return { kind: 'ledger.deposit', user, wallet: 'spot', currency: 3, amount, reference: 'test', key } as Command;
}

function exchangeAt(rules: number): Exchange {
  const exchange = new Exchange(rules);
  exchange.apply({ kind: 'currency.list', currency: { id: 3, code: 'USDT', scale: 8 } }, NOW_MS);
  return exchange;
}

function available(exchange: Exchange, user: number): string | undefined {
  return exchange.snapshot().accounts.find((account) => account.user === user)?.available;
}

describe('an idempotency key', () => {
  it('is remembered for a day, whatever others do', () => {
    const exchange = exchangeAt(NEWEST_RULES);
    exchange.apply(transfer(ALICE, 'once'), NOW_MS);
    for (let user = BOB; user < BOB + 3; user++) {
      for (let n = 0; n <= MAX_USER_KEYS; n++) exchange.apply({ kind: 'spot.cancel', user, order: 1, key: `key-${n}` }, NOW_MS);
    }
    const { timeMs } = exchange;
    expect(exchange.apply(transfer(ALICE, 'once'), timeMs + KEY_LIFETIME_MS - 1).events).toEqual([]);
    expect(available(exchange, ALICE)).toBe('1');
    exchange.apply(transfer(ALICE, 'once'), timeMs + KEY_LIFETIME_MS);
    expect(available(exchange, ALICE)).toBe('2');
  });

  it("makes the user's own oldest one go, and nobody else's", () => {
    const exchange = exchangeAt(NEWEST_RULES);
    exchange.apply(transfer(BOB, 'first'), NOW_MS);
    exchange.apply(transfer(ALICE, 'first'), NOW_MS);
    for (let n = 1; n < MAX_USER_KEYS; n++) exchange.apply(transfer(ALICE, `key-${n}`), NOW_MS);
    expect(exchange.apply(transfer(ALICE, 'first'), NOW_MS).events).toEqual([]);
    exchange.apply(transfer(ALICE, 'one-more'), NOW_MS);
    expect(exchange.snapshot().keys).toHaveLength(MAX_USER_KEYS + 1);
    expect(exchange.apply(transfer(ALICE, 'first'), NOW_MS).events).not.toEqual([]);
    expect(exchange.apply(transfer(BOB, 'first'), NOW_MS).events).toEqual([]);
    expect(canonicalSnapshot(Exchange.restore(exchange.snapshot()).snapshot())).toBe(canonicalSnapshot(exchange.snapshot()));
  });

  it('tells commands apart that the fingerprint of the first rules takes for one', () => {
    const exchange = exchangeAt(NEWEST_RULES);
    exchange.apply(transfer(ALICE, 'k'), NOW_MS);
    const [kept] = exchange.snapshot().keys;
    expect(kept?.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(exchange.apply(transfer(ALICE, 'k', 2n), NOW_MS).outcome).toEqual({ ok: false, rejection: 'idempotency_key_reused' });
  });

  it('of the first rules is still known after the upgrade', () => {
    const exchange = exchangeAt(FIRST_RULES);
    exchange.apply(transfer(ALICE, 'before'), NOW_MS);
    exchange.apply({ kind: 'core.upgrade', version: NEWEST_RULES }, NOW_MS);
    expect(exchange.apply(transfer(ALICE, 'before'), NOW_MS)).toMatchObject({ outcome: { ok: true }, events: [] });
    expect(exchange.apply(transfer(ALICE, 'before', 2n), NOW_MS).outcome).toEqual({ ok: false, rejection: 'idempotency_key_reused' });
  });

  it('of a withdrawal knows it again whatever approvals and limit the server adds, until the millisecond where the key ends', () => {
    const scenario = new Scenario();
    const ask = (approvals: number, dayLimit = 1_000_000n) => scenario.withdraw(ALICE, 100, { approvals, dayLimit: (dayLimit * COIN) as Amount, key: 'once' });
    const startMs = scenario.timeMs;
    expect(ask(1).outcome).toEqual({ ok: true, id: 1 });
    for (const afterMs of [0, KEY_LIFETIME_MS - 1]) {
      scenario.timeMs = startMs + afterMs;
      for (const applied of [ask(0), ask(2), ask(0, 1n)]) expect(applied).toMatchObject({ outcome: { ok: true, id: 1 }, events: [] });
      expect(scenario.withdraw(ALICE, 101, { approvals: 1, key: 'once' }).outcome).toEqual({ ok: false, rejection: 'idempotency_key_reused' });
    }
    scenario.timeMs = startMs + KEY_LIFETIME_MS;
    const [anew] = eventsOf(ask(1), 'withdrawalRequested');
    expect(anew).toMatchObject({ withdrawal: 2, approvalsNeeded: 1 });
    expect(scenario.exchange.snapshot().custody.withdrawals.map(({ status }) => status)).toEqual(['requested', 'requested']);
  });
});
