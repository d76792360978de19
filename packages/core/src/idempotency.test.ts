import type { Amount } from '@meridian/money/amount';
import { describe, expect, it } from 'vitest';
import type { Command } from './commands.ts';
import { canonicalSnapshot, Exchange } from './exchange.ts';
import { KEY_LIFETIME_MS, MAX_KEYS, MAX_USER_KEYS, SURE_USER_KEYS } from './idempotency.ts';
import { FIRST_RULES, NEWEST_RULES } from './rules.ts';
import { eventsOf, Scenario } from './testing/scenario.ts';

const NOW_MS = 1_700_000_000_000;
const ALICE = 100_001;
const BOB = 100_002;
const COIN = 10n ** 8n;

function transfer(user: number, key: string, amount = 1n): Command {
  return {
    kind: 'ledger.deposit',
    user,
    wallet: 'spot',
    currency: 3,
    amount,
    reference: 'test',
    key,
  } as Command;
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
      for (let n = 0; n <= MAX_USER_KEYS; n++) exchange.apply(transfer(user, `key-${n}`), NOW_MS);
    }
    const { timeMs } = exchange;
    expect(exchange.apply(transfer(ALICE, 'once'), timeMs + KEY_LIFETIME_MS - 1).events).toEqual(
      [],
    );
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
    expect(canonicalSnapshot(Exchange.restore(exchange.snapshot()).snapshot())).toBe(
      canonicalSnapshot(exchange.snapshot()),
    );
  });

  it(
    "is nobody else's to push out when all together are too many: whoever comes then gives up their own oldest",
    { timeout: 60_000 },
    () => {
      const before = exchangeAt(NEWEST_RULES);
      before.apply(transfer(ALICE, 'first'), NOW_MS);
      const snapshot = before.snapshot();
      const [mine] = snapshot.keys;
      if (mine === undefined) throw new Error('the key is not kept');
      const crowd = Array.from({ length: MAX_KEYS - 1 }, (_none, index) => ({
        ...mine,
        user: 200_000 + Math.floor(index / MAX_USER_KEYS),
        key: `key-${index}`,
      }));
      const exchange = Exchange.restore({ ...snapshot, keys: [mine, ...crowd] });
      const sizeOf = (user: number): number =>
        exchange.snapshot().keys.filter((key) => key.user === user).length;
      // The crowd's users keep their keys, and so do users with few; a newcomer keeps no more than
      // the guaranteed number.
      exchange.apply(transfer(200_000, 'one-more'), NOW_MS);
      expect(sizeOf(200_000)).toBe(MAX_USER_KEYS);
      for (let n = 0; n < SURE_USER_KEYS + 10; n++)
        exchange.apply(transfer(BOB, `key-${n}`), NOW_MS);
      expect(sizeOf(BOB)).toBe(SURE_USER_KEYS);
      expect(exchange.apply(transfer(BOB, 'key-10'), NOW_MS).events).toEqual([]);
      expect(exchange.apply(transfer(ALICE, 'first'), NOW_MS).events).toEqual([]);
      expect(exchange.snapshot().keys).toHaveLength(MAX_KEYS + SURE_USER_KEYS);
      // The last user of the crowd sends new commands, and loses an old key for each.
      const last = 200_000 + MAX_KEYS / MAX_USER_KEYS - 1;
      const had = sizeOf(last);
      for (let n = 0; n < 5; n++) exchange.apply(transfer(last, `new-${n}`), NOW_MS);
      expect(sizeOf(last)).toBe(had);
    },
  );

  it('is kept of what was accepted only: a refusal leaves it free, and the same command may be accepted later', () => {
    const scenario = new Scenario();
    const refused = scenario.withdraw(ALICE, 1_000_000, {
      approvals: 0,
      dayLimit: (2n * 10n ** 6n * COIN) as Amount,
      key: 'k',
    });
    expect(refused.outcome.ok).toBe(false);
    expect(scenario.exchange.snapshot().keys).toEqual([]);
    expect(scenario.withdraw(ALICE, 100, { approvals: 0, key: 'k' }).outcome).toMatchObject({
      ok: true,
    });
    expect(scenario.withdraw(ALICE, 101, { approvals: 0, key: 'k' }).outcome).toEqual({
      ok: false,
      rejection: 'idempotency_key_reused',
    });
    expect(scenario.withdraw(ALICE, 100, { approvals: 0, key: 'k' }).events).toEqual([]);
    expect(scenario.exchange.snapshot().custody.withdrawals).toHaveLength(1);
  });

  it('of a refusal is kept under older rules, and is still known after the upgrade', () => {
    const exchange = exchangeAt(2);
    const cancel: Command = { kind: 'spot.cancel', user: ALICE, order: 7, key: 'refused' };
    const { seq } = exchange.apply(cancel, NOW_MS);
    expect(exchange.apply(cancel, NOW_MS).seq).toBe(seq + 1);
    exchange.apply({ kind: 'core.upgrade', version: NEWEST_RULES }, NOW_MS);
    expect(exchange.snapshot().keys).toHaveLength(1);
    expect(exchange.apply({ ...cancel, order: 8 }, NOW_MS).outcome).toEqual({
      ok: false,
      rejection: 'idempotency_key_reused',
    });
    expect(exchange.apply({ ...cancel, key: 'other' }, NOW_MS)).toMatchObject({
      seq: seq + 2,
      outcome: { ok: false },
      events: [],
    });
    expect(exchange.snapshot().keys).toHaveLength(1);
  });

  it('tells commands apart that the fingerprint of the first rules takes for one', () => {
    const exchange = exchangeAt(NEWEST_RULES);
    exchange.apply(transfer(ALICE, 'k'), NOW_MS);
    const [kept] = exchange.snapshot().keys;
    expect(kept?.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(exchange.apply(transfer(ALICE, 'k', 2n), NOW_MS).outcome).toEqual({
      ok: false,
      rejection: 'idempotency_key_reused',
    });
  });

  it('of the first rules is still known after the upgrade', () => {
    const exchange = exchangeAt(FIRST_RULES);
    exchange.apply(transfer(ALICE, 'before'), NOW_MS);
    exchange.apply({ kind: 'core.upgrade', version: NEWEST_RULES }, NOW_MS);
    expect(exchange.apply(transfer(ALICE, 'before'), NOW_MS)).toMatchObject({
      outcome: { ok: true },
      events: [],
    });
    expect(exchange.apply(transfer(ALICE, 'before', 2n), NOW_MS).outcome).toEqual({
      ok: false,
      rejection: 'idempotency_key_reused',
    });
  });

  it('of a withdrawal knows it again whatever approvals and limit the server adds, until the millisecond where the key ends', () => {
    const scenario = new Scenario();
    const ask = (approvals: number, dayLimit = 1_000_000n) =>
      scenario.withdraw(ALICE, 100, {
        approvals,
        dayLimit: (dayLimit * COIN) as Amount,
        key: 'once',
      });
    const startMs = scenario.timeMs;
    expect(ask(1).outcome).toEqual({ ok: true, id: 1 });
    for (const afterMs of [0, KEY_LIFETIME_MS - 1]) {
      scenario.timeMs = startMs + afterMs;
      for (const applied of [ask(0), ask(2), ask(0, 1n)])
        expect(applied).toMatchObject({ outcome: { ok: true, id: 1 }, events: [] });
      expect(scenario.withdraw(ALICE, 101, { approvals: 1, key: 'once' }).outcome).toEqual({
        ok: false,
        rejection: 'idempotency_key_reused',
      });
    }
    scenario.timeMs = startMs + KEY_LIFETIME_MS;
    const [anew] = eventsOf(ask(1), 'withdrawalRequested');
    expect(anew).toMatchObject({ withdrawal: 2, approvalsNeeded: 1 });
    expect(scenario.exchange.snapshot().custody.withdrawals.map(({ status }) => status)).toEqual([
      'requested',
      'requested',
    ]);
  });
});
