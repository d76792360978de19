import type { Amount } from '@meridian/money/amount';
import { describe, expect, it } from 'vitest';
import { decodeCommand, encodeCommand } from '../command-codec.ts';
import type { Command } from '../commands.ts';
import type { Credit } from './ledger-commands.ts';
import type { HoldFunds, PayChainCost } from '../custody/custody-commands.ts';
import { canonicalSnapshot, Exchange } from '../exchange.ts';
import { KEY_LIFETIME_MS } from '../idempotency.ts';
import { ALICE, BOB, eventsOf, rejectionOf, Scenario, USDT } from '../testing/scenario.ts';
import { SYSTEM } from './accounts.ts';

const COIN = 10n ** 8n;
const START = 10_000n * COIN;

const amountOf = (coins: number): Amount => (BigInt(coins) * COIN) as Amount;

function credit(number: number, more: Partial<Credit> = {}): Credit {
  return {
    kind: 'ledger.credit',
    user: ALICE,
    wallet: 'spot',
    currency: USDT,
    amount: amountOf(1),
    reference: 'prize',
    transfer: { kind: 'prize', number },
    ...more,
  };
}

function hold(deal: number, more: Partial<HoldFunds> = {}): HoldFunds {
  return {
    kind: 'custody.hold',
    user: ALICE,
    currency: USDT,
    amount: amountOf(500),
    transfer: { kind: 'deal', number: deal },
    ...more,
  };
}

function cost(number: number, more: Partial<PayChainCost> = {}): PayChainCost {
  return {
    kind: 'custody.cost',
    user: SYSTEM.house,
    currency: USDT,
    amount: amountOf(1),
    reference: '0xa',
    transfer: { kind: 'cost', number },
    ...more,
  };
}

/** A scenario whose house owns 100 USDT. */
function rich(): Scenario {
  const scenario = new Scenario();
  scenario.deposit(SYSTEM.house, USDT, 100n * COIN);
  return scenario;
}

/** The exchange restored from its snapshot as JSON. */
function restored(scenario: Scenario): Exchange {
  return Exchange.restore(JSON.parse(JSON.stringify(scenario.exchange.snapshot())));
}

describe('L10: a transfer takes effect once for ever', () => {
  it.each([credit(1), cost(1)])(
    '$kind: whatever it says the second time, also after days and a restore',
    (command) => {
      const scenario = rich();
      const first = scenario.apply(command);
      expect(first.outcome.ok).toBe(true);
      expect(eventsOf(first, 'transferMade')).toEqual([
        { type: 'transferMade', ...command.transfer },
      ]);
      scenario.timeMs += 3 * KEY_LIFETIME_MS;
      for (const again of [
        command,
        { ...command, amount: amountOf(2), reference: 'another' },
        { ...command, key: 'k' },
      ]) {
        const applied = scenario.apply(again);
        expect(rejectionOf(applied)).toBe('transfer_exists');
        expect(applied.events).toEqual([]);
      }
      expect(restored(scenario).apply(command, scenario.timeMs).outcome).toEqual({
        ok: false,
        rejection: 'transfer_exists',
      });
      expect(scenario.balance(SYSTEM.house, USDT).available).toBe(99n * COIN);
    },
  );

  it('each kind has its numbers', () => {
    const scenario = rich();
    for (const kind of ['payment', 'adjustment', 'prize'] as const)
      expect(scenario.apply(credit(1, { transfer: { kind, number: 1 } })).outcome.ok).toBe(true);
    expect(scenario.apply(cost(1)).outcome.ok).toBe(true);
    expect(scenario.apply(hold(1)).outcome.ok).toBe(true);
    expect(scenario.exchange.snapshot().transfers).toEqual({
      payment: [[1, 1]],
      adjustment: [[1, 1]],
      prize: [[1, 1]],
      deal: [[1, 1]],
      cost: [[1, 1]],
    });
  });

  it('a refused one uses no number: it may take effect later', () => {
    const scenario = new Scenario();
    expect(rejectionOf(scenario.apply(credit(7)))).toBe('house_insufficient');
    expect(scenario.exchange.snapshot().transfers).toEqual({});
    scenario.deposit(SYSTEM.house, USDT, 5n * COIN);
    expect(scenario.apply(credit(7)).outcome.ok).toBe(true);
    expect(rejectionOf(scenario.apply(credit(7)))).toBe('transfer_exists');
  });

  it('a key beside it is asked first', () => {
    const scenario = rich();
    const first = scenario.apply(credit(1, { key: 'k' }));
    expect(scenario.apply(credit(1, { key: 'k' })).outcome).toEqual(first.outcome);
    scenario.timeMs += KEY_LIFETIME_MS;
    expect(rejectionOf(scenario.apply(credit(1, { key: 'k' })))).toBe('transfer_exists');
    expect(scenario.balance(ALICE, USDT).available).toBe(START + COIN);
  });

  it('is independent of the keys that its user has used', () => {
    const scenario = rich();
    for (const key of ['acceptor-deal-1', 'prize-1'])
      expect(scenario.place(ALICE, 'buy', 9_000, 10_000, { key }).outcome.ok, key).toBe(true);
    expect(scenario.apply(hold(1)).outcome).toMatchObject({ ok: true, id: 1 });
    expect(scenario.apply(credit(1)).outcome.ok).toBe(true);
  });
});

describe('coins of a deal', () => {
  it('are held once, and the same hold again tells the escrow, with the key expired and after a restore', () => {
    const scenario = new Scenario();
    const first = scenario.apply(hold(3, { key: 'acceptor-deal-3' }));
    expect(first.outcome).toEqual({ ok: true, id: 1 });
    scenario.timeMs += KEY_LIFETIME_MS + 1;
    const again = scenario.apply(hold(3, { key: 'acceptor-deal-3' }));
    expect(again.outcome).toEqual({ ok: true, id: 1 });
    expect(again.events).toEqual([]);
    expect(restored(scenario).apply(hold(3), scenario.timeMs).outcome).toEqual({ ok: true, id: 1 });
    expect(scenario.balance(ALICE, USDT)).toMatchObject({
      available: START - 500n * COIN,
      held: 500n * COIN,
    });
  });

  it('that are another amount, of another user or under a limit, are no repetition', () => {
    const scenario = new Scenario();
    scenario.apply(hold(3));
    for (const other of [
      { user: BOB },
      { amount: amountOf(501) },
      { currency: 1 },
      { dayLimit: amountOf(5_000) },
    ])
      expect(rejectionOf(scenario.apply(hold(3, other)))).toBe('transfer_exists');
  });

  it.each([BOB, 0])('are not held again after they went to %i', (recipient) => {
    const scenario = new Scenario();
    scenario.apply(hold(3));
    scenario.apply({ kind: 'custody.payHold', escrow: 1, recipient });
    expect(rejectionOf(scenario.apply(hold(3)))).toBe('transfer_exists');
    expect(scenario.balance(ALICE, USDT).held).toBe(0n);
  });
});

describe('hostile ids', () => {
  const values: unknown[] = [
    null,
    0,
    'prize',
    [],
    {},
    { kind: 'prize' },
    { kind: 'prize', number: 0 },
    { kind: 'prize', number: -1 },
    { kind: 'prize', number: 1.5 },
    { kind: 'prize', number: 2 ** 53 },
    { kind: 'prize', number: NaN },
    { kind: 'prize', number: '1' },
    { kind: 'prize', number: 1n },
    { kind: '__proto__', number: 1 },
    { kind: 'toString', number: 1 },
    { number: 1 },
  ];

  it.each([credit(1), hold(1), cost(1)])(
    '$kind refuses what is no id, or one of another command, live and from the journal',
    (command) => {
      const scenario = rich();
      const before = canonicalSnapshot(scenario.exchange.snapshot());
      const foreign = (['payment', 'adjustment', 'prize', 'deal', 'cost'] as const).filter(
        (kind) =>
          kind === 'deal' || kind === 'cost'
            ? kind !== command.transfer?.kind
            : command.kind !== 'ledger.credit',
      );
      for (const transfer of [...values, ...foreign.map((kind) => ({ kind, number: 1 }))]) {
        const hostile = { ...command, transfer } as unknown as Command;
        expect(rejectionOf(scenario.apply(hostile))).toBe('malformed');
        expect(rejectionOf(scenario.apply(decodeCommand(encodeCommand(hostile))))).toBe(
          'malformed',
        );
      }
      expect(canonicalSnapshot(scenario.exchange.snapshot())).toBe(before);
    },
  );

  it('the largest number is one like any other', () => {
    const scenario = rich();
    expect(scenario.apply(credit(Number.MAX_SAFE_INTEGER)).outcome.ok).toBe(true);
    expect(rejectionOf(scenario.apply(credit(Number.MAX_SAFE_INTEGER)))).toBe('transfer_exists');
    expect(scenario.apply(credit(1)).outcome.ok).toBe(true);
  });
});

it('a million prizes in order leave a few bytes in the state', () => {
  const { exchange, timeMs } = rich();
  const before = JSON.stringify(exchange.snapshot()).length;
  for (let number = 1; number <= 1_000_000; number++)
    exchange.apply(credit(number, { amount: 1n as Amount }), timeMs);
  expect(exchange.snapshot().transfers).toEqual({ prize: [[1, 1_000_000]] });
  expect(JSON.stringify(exchange.snapshot()).length - before).toBeLessThan(60);
  exchange.verify();
}, 60_000);

describe('a snapshot', () => {
  it('whose escrow names a deal that no transfer has is refused', () => {
    const scenario = new Scenario();
    scenario.apply(hold(3));
    const snapshot = scenario.exchange.snapshot();
    expect(() => Exchange.restore({ ...snapshot, transfers: {} })).toThrow('invariant L10');
    expect(() =>
      Exchange.restore({
        ...snapshot,
        transfers: {
          deal: [
            [3, 3],
            [4, 4],
          ],
        },
      }),
    ).toThrow('invariant L10');
  });
});
