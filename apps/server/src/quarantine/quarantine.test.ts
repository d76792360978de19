import { encodeCommand } from '@meridian/core/command-codec';
import type { Command } from '@meridian/core/commands';
import { InvariantError } from '@meridian/core/invariants';
import type { PriceTicks, QuantityLots } from '@meridian/money/amount';
import { describe, expect, it } from 'vitest';
import { Fault } from '../fault.ts';
import { isCrashLoop } from './cancel-only.ts';
import { faultRecord, type HeldFault } from './fault-record.ts';
import { Quarantine } from './quarantine.ts';

const MINUTE = 60_000;
const TICK: Command = { kind: 'clock.tick' };
const ORDER: Command = {
  kind: 'spot.place',
  user: 100_001,
  market: 1,
  side: 'buy',
  type: 'limit',
  priceTicks: 7 as PriceTicks,
  quantityLots: 9 as QuantityLots,
  timeInForce: 'gtc',
  postOnly: false,
  selfTrade: 'expireMaker',
};
const CANCEL: Command = { kind: 'spot.cancel', user: 100_001, order: 5 };

function prices(...markets: number[]): Command {
  return {
    kind: 'index.set',
    source: 'simulated',
    prices: markets.map((market) => [market, 10 as PriceTicks, 1_000 + market] as const),
  };
}

/** An unreleased fault of the command. */
function held(
  command: Command,
  { timeMs = 0, markets }: { timeMs?: number; markets?: readonly number[] } = {},
): HeldFault {
  const record = faultRecord(
    { payload: encodeCommand(command), seq: 8, timeMs },
    new InvariantError('L1', 'it is off by one'),
  );
  return { ...record, id: 1, markets };
}

function codeOf(result: Command | Fault): string {
  return result instanceof Fault ? result.code : 'admitted';
}

describe('the record of a fault', () => {
  it('says what the command was, whose, and what broke', () => {
    expect(held({ ...ORDER, key: 'k1' })).toMatchObject({
      seq: 8,
      kind: 'spot.place',
      user: 100_001,
      key: 'k1',
      invariant: 'L1',
      message: 'invariant L1 does not hold: it is off by one',
    });
  });

  it('takes whatever a command may hold', () => {
    const odd = {
      kind: 'spot.cancel',
      user: 'nobody',
      order: -0,
      key: 'a\0b',
    } as unknown as Command;
    expect(held(odd)).toMatchObject({ user: undefined, key: undefined });
    expect(
      faultRecord({ payload: '{"kind":"spot.cancel"}', seq: 1, timeMs: 0 }, 'a\0b').message,
    ).toBe('a?b');
  });
});

describe('a command that broke the core', () => {
  it('is refused under any key and name of its own, and no other is', () => {
    const gate = new Quarantine('normal', [held({ ...ORDER, key: 'k1' })]);
    for (const again of [ORDER, { ...ORDER, key: 'k2' }, { ...ORDER, clientOrderId: 'mine' }])
      expect(codeOf(gate.admit(again))).toBe('quarantined');
    for (const other of [
      { ...ORDER, user: 100_002 },
      { ...ORDER, quantityLots: 8 as QuantityLots },
      CANCEL,
      TICK,
    ])
      expect(gate.admit(other)).toBe(other);
    expect(gate.isHolding).toBe(true);
  });

  it('passes again after its release', () => {
    const gate = new Quarantine('normal', [held(ORDER)]);
    gate.hold([]);
    expect([gate.admit(ORDER), gate.isHolding]).toEqual([ORDER, false]);
  });

  it('of an operator is refused under another reason too', () => {
    const command = {
      kind: 'spot.cancelByOperator',
      operator: 1,
      reason: 'one',
      scope: 'user',
      id: 100_001,
    } as const;
    expect(
      codeOf(
        new Quarantine('normal', [held(command)]).admit({ ...command, operator: 2, reason: 'two' }),
      ),
    ).toBe('quarantined');
  });
});

describe('prices that broke the core', () => {
  it('are left out, market by market', () => {
    const gate = new Quarantine('normal', [held(prices(1, 2, 3), { markets: [2] })]);
    expect(gate.admit(prices(1, 2, 3))).toEqual(prices(1, 3));
    expect(codeOf(gate.admit(prices(2)))).toBe('quarantined');
    expect(codeOf(gate.admit({ ...ORDER, market: 2 }))).toBe('admitted');
  });

  it('that no market can be named for are tried once more, as the clock is', () => {
    const gate = new Quarantine('normal', [
      held(prices(1, 2), { markets: [] }),
      held(TICK, { timeMs: 11 * MINUTE }),
    ]);
    expect([gate.admit(prices(1, 2)), gate.admit(TICK), gate.isHolding, gate.isCancelOnly]).toEqual(
      [prices(1, 2), TICK, false, false],
    );
  });
});

describe('a loop of crashes', () => {
  it.each([
    [
      'two of prices or time within ten minutes',
      [held(prices(1)), held(TICK, { timeMs: 10 * MINUTE })],
      true,
    ],
    [
      'two of them further apart',
      [held(prices(1)), held(TICK, { timeMs: 10 * MINUTE + 1 })],
      false,
    ],
    ['two of customers', [held(ORDER), held(CANCEL, { timeMs: 1 })], false],
    [
      'three of customers',
      [held(ORDER), held(CANCEL, { timeMs: 1 }), held(ORDER, { timeMs: 2 })],
      true,
    ],
    ['one', [held(TICK)], false],
    ['none', [], false],
  ])('%s: %#', (_what, faults, isLoop) => {
    expect(isCrashLoop(faults)).toBe(isLoop);
    expect(new Quarantine('normal', faults).isCancelOnly).toBe(isLoop);
  });
});

describe('cancels only', () => {
  it('takes what gives back, and nothing that needs a price or moves money', () => {
    const gate = new Quarantine('cancel-only', []);
    const market = { kind: 'market.list', market: { id: 1, status: 'closed' } } as Command;
    const kinds = [
      'margin.cancel',
      'custody.cancel',
      'custody.reject',
      'custody.pause',
      'spot.cancelByOperator',
      'core.checkpoint',
    ].map((kind) => ({ kind }) as Command);
    expect([CANCEL, market, ...kinds].map((command) => codeOf(gate.admit(command)))).toEqual(
      Array.from({ length: 8 }, () => 'admitted'),
    );
    const others = [
      'margin.close',
      'margin.open',
      'seconds.open',
      'custody.withdraw',
      'custody.sign',
      'custody.deposit',
      'ledger.credit',
      'core.upgrade',
    ].map((kind) => ({ kind }) as Command);
    const opened = { kind: 'market.list', market: { id: 1, status: 'open' } } as Command;
    expect(
      [ORDER, TICK, prices(1), opened, ...others].map((command) => codeOf(gate.admit(command))),
    ).toEqual(Array.from({ length: 12 }, () => 'cancel_only'));
  });

  it('holds back a cancel that broke the core', () => {
    expect(codeOf(new Quarantine('cancel-only', [held(CANCEL)]).admit(CANCEL))).toBe('quarantined');
  });
});
