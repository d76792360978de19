import type { Amount } from '@meridian/money/amount';
import { describe, expect, it } from 'vitest';
import type { Applied } from '../events.ts';
import { Exchange } from '../exchange.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import { ALICE, BOB, BTC, eventsOf, rejectionOf, Scenario, USDT } from '../testing/scenario.ts';

const COIN = 10n ** 8n;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 86_400_000;

/** Noon of a day, so that nothing here meets a midnight by chance. */
function atNoon(): Scenario {
  const scenario = new Scenario();
  scenario.timeMs = 20_000 * DAY + DAY / 2;
  scenario.index(10_000);
  scenario.offerSeconds();
  return scenario;
}

function limitLoss(scenario: Scenario, coins: number | undefined, user = ALICE): Applied {
  const amount = coins === undefined ? {} : { amount: (BigInt(coins) * COIN) as Amount };
  return scenario.apply({ kind: 'seconds.limitLoss', user, currency: USDT, ...amount });
}

function limitTime(scenario: Scenario, minutes: number | undefined, user = ALICE): Applied {
  const asked = minutes === undefined ? {} : { minutes };
  return scenario.apply({ kind: 'seconds.limitTime', user, ...asked });
}

function beginBreak(scenario: Scenario, days: number, user = ALICE): Applied {
  return scenario.apply({ kind: 'seconds.beginBreak', user, days });
}

/** A ticket on a fresh price, whether or not it is taken. */
function ticket(scenario: Scenario, coins: number, user = ALICE): string | undefined {
  scenario.index(10_000);
  return rejectionOf(scenario.ticket(user, coins));
}

/** Lets open tickets on a rising price end half a minute later. */
function end(scenario: Scenario, how: 'won' | 'lost'): void {
  scenario.indexAfter(SECOND, 10_000);
  scenario.indexAfter(28 * SECOND, how === 'won' ? 10_001 : 9_999);
  scenario.clockAfter(2 * SECOND);
}

describe('the own limit of the loss', () => {
  it('stops the ticket that could bring the day above it, fees included', () => {
    const scenario = atNoon();
    limitLoss(scenario, 204);
    expect(ticket(scenario, 100)).toBeUndefined();
    end(scenario, 'lost');
    expect(ticket(scenario, 101)).toBe('seconds_loss_limit');
    expect(ticket(scenario, 100)).toBeUndefined();
    end(scenario, 'lost');
    expect(ticket(scenario, 10)).toBe('seconds_loss_limit');
    expect(ticket(scenario, 10, BOB)).toBeUndefined();
  });

  it('counts what is open: many tickets at once lose no more', () => {
    const scenario = atNoon();
    limitLoss(scenario, 204);
    const answers = Array.from({ length: 5 }, () => ticket(scenario, 100));
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(2);
    expect(answers[2]).toBe('seconds_loss_limit');
  });

  it('counts tickets that were open before it, and no loss from before it', () => {
    const scenario = atNoon();
    ticket(scenario, 100);
    end(scenario, 'lost');
    ticket(scenario, 100);
    limitLoss(scenario, 204);
    expect(ticket(scenario, 101)).toBe('seconds_loss_limit');
    expect(ticket(scenario, 100)).toBeUndefined();
  });

  it('takes a won ticket from the loss, and makes no room of a day that has won', () => {
    const scenario = atNoon();
    limitLoss(scenario, 102);
    ticket(scenario, 100);
    end(scenario, 'won');
    expect(ticket(scenario, 101)).toBe('seconds_loss_limit');
    expect(ticket(scenario, 100)).toBeUndefined();
    end(scenario, 'lost');
    // Won 78 and lost 102: 24 are lost, 78 are left.
    expect(ticket(scenario, 77)).toBe('seconds_loss_limit');
    expect(ticket(scenario, 76)).toBeUndefined();
  });

  it('is a limit of the UTC day on which a ticket is settled', () => {
    const scenario = atNoon();
    scenario.timeMs = 20_001 * DAY - 10 * SECOND;
    limitLoss(scenario, 204);
    ticket(scenario, 100);
    end(scenario, 'lost');
    expect(Math.floor(scenario.timeMs / DAY)).toBe(20_001);
    expect(ticket(scenario, 101)).toBe('seconds_loss_limit');
    scenario.timeMs = 20_002 * DAY - 1;
    expect(ticket(scenario, 101)).toBe('seconds_loss_limit');
    scenario.timeMs++;
    expect(ticket(scenario, 200)).toBeUndefined();
  });

  it('falls at once, and rises or goes after 24 hours', () => {
    const scenario = atNoon();
    const [first] = eventsOf(limitLoss(scenario, 100), 'lossLimitSet');
    expect(first).toMatchObject({ limit: 100n * COIN, next: null, nextAtMs: 0 });
    const [raised] = eventsOf(limitLoss(scenario, 500), 'lossLimitSet');
    const nextAtMs = scenario.timeMs + DAY;
    expect(raised).toMatchObject({ limit: 100n * COIN, next: 500n * COIN, nextAtMs });
    scenario.timeMs = nextAtMs - 1;
    expect(ticket(scenario, 100)).toBe('seconds_loss_limit');
    scenario.timeMs++;
    expect(ticket(scenario, 400)).toBeUndefined();
    const [lowered] = eventsOf(limitLoss(scenario, 50), 'lossLimitSet');
    expect(lowered).toMatchObject({ limit: 50n * COIN, next: null, nextAtMs: 0 });
    expect(ticket(scenario, 10)).toBe('seconds_loss_limit');
    expect(eventsOf(limitLoss(scenario, undefined), 'lossLimitSet')).toMatchObject([
      { limit: 50n * COIN, next: null, nextAtMs: scenario.timeMs + DAY },
    ]);
    scenario.timeMs += DAY;
    expect(ticket(scenario, 500)).toBeUndefined();
  });

  it('keeps waiting what is asked for again, and withdraws it for a stricter one', () => {
    const scenario = atNoon();
    limitLoss(scenario, 100);
    limitLoss(scenario, 500);
    scenario.timeMs += DAY / 2;
    limitLoss(scenario, 400);
    scenario.timeMs += DAY / 2;
    expect(ticket(scenario, 100)).toBe('seconds_loss_limit');
    limitLoss(scenario, 100);
    scenario.timeMs += 2 * DAY;
    expect(ticket(scenario, 100)).toBe('seconds_loss_limit');
  });

  it('is of its currency alone, which must be listed', () => {
    const scenario = atNoon();
    scenario.apply({ kind: 'seconds.limitLoss', user: ALICE, currency: BTC, amount: 1n as Amount });
    expect(ticket(scenario, 100)).toBeUndefined();
    expect(
      rejectionOf(scenario.apply({ kind: 'seconds.limitLoss', user: ALICE, currency: 9 })),
    ).toBe('currency_unknown');
  });
});

describe('the own limit of the time', () => {
  it('begins with the first ticket of the day, and ends with the day', () => {
    const scenario = atNoon();
    limitTime(scenario, 10);
    scenario.timeMs += 60 * MINUTE;
    expect(ticket(scenario, 10)).toBeUndefined();
    scenario.timeMs += 10 * MINUTE - 1;
    expect(ticket(scenario, 10)).toBeUndefined();
    scenario.timeMs++;
    expect(ticket(scenario, 10)).toBe('seconds_time_limit');
    scenario.timeMs = 20_001 * DAY - 1;
    expect(ticket(scenario, 10)).toBe('seconds_time_limit');
    scenario.timeMs++;
    expect(ticket(scenario, 10)).toBeUndefined();
  });

  it('counts from no ticket that was opened without it', () => {
    const scenario = atNoon();
    ticket(scenario, 10);
    scenario.timeMs += 60 * MINUTE;
    limitTime(scenario, 1);
    expect(ticket(scenario, 10)).toBeUndefined();
    scenario.timeMs += MINUTE;
    expect(ticket(scenario, 10)).toBe('seconds_time_limit');
  });

  it('is loosened after 24 hours too', () => {
    const scenario = atNoon();
    limitTime(scenario, 60);
    limitTime(scenario, undefined);
    limitTime(scenario, 5);
    scenario.timeMs += DAY;
    ticket(scenario, 10);
    scenario.timeMs += 5 * MINUTE;
    expect(ticket(scenario, 10)).toBe('seconds_time_limit');
    limitTime(scenario, 1_440);
    expect(ticket(scenario, 10)).toBe('seconds_time_limit');
    scenario.timeMs += DAY;
    expect(ticket(scenario, 10)).toBeUndefined();
    scenario.timeMs += 6 * MINUTE;
    expect(ticket(scenario, 10)).toBeUndefined();
  });
});

describe('a break', () => {
  it('takes no ticket before its end, and lets open ones run and money leave', () => {
    const scenario = atNoon();
    ticket(scenario, 100);
    const begun = beginBreak(scenario, 1);
    const endsMs = scenario.timeMs + DAY;
    expect(eventsOf(begun, 'breakBegun')).toEqual([
      { type: 'breakBegun', user: ALICE, days: 1, endsMs },
    ]);
    expect(ticket(scenario, 10)).toBe('seconds_on_break');
    end(scenario, 'won');
    const { available, held } = scenario.balance(ALICE, USDT, 'seconds');
    expect([available, held]).toEqual([5_078n * COIN, 0n]);
    expect(scenario.transfer(ALICE, 'seconds', 'spot', 5_078).outcome.ok).toBe(true);
    scenario.transfer(ALICE, 'spot', 'seconds', 1_000);
    scenario.timeMs = endsMs - 1;
    expect(ticket(scenario, 10)).toBe('seconds_on_break');
    scenario.timeMs++;
    expect(ticket(scenario, 10)).toBeUndefined();
  });

  it.each([30, 183, 365, 1_826])('of %i days ends early by nothing, and is lengthened', (days) => {
    const scenario = atNoon();
    beginBreak(scenario, days);
    expect(rejectionOf(beginBreak(scenario, 1))).toBe('break_not_longer');
    expect(rejectionOf(beginBreak(scenario, days))).toBe('break_not_longer');
    scenario.timeMs += days * DAY - 1;
    scenario.apply({ kind: 'clock.tick' });
    expect(ticket(scenario, 10)).toBe('seconds_on_break');
    expect(beginBreak(scenario, 1).outcome.ok).toBe(true);
    scenario.timeMs++;
    expect(ticket(scenario, 10)).toBe('seconds_on_break');
  });

  it('is said before all that the market or the ticket could be refused for', () => {
    const scenario = atNoon();
    beginBreak(scenario, 7);
    scenario.timeMs += MINUTE;
    expect(rejectionOf(scenario.ticket(ALICE, 0, { stake: 1n as Amount, market: 9 }))).toBe(
      'seconds_on_break',
    );
  });

  it('can be begun by who owes or is frozen', () => {
    const scenario = atNoon();
    scenario.apply({ kind: 'custody.freeze', user: ALICE, isFrozen: true });
    expect(beginBreak(scenario, 7).outcome.ok).toBe(true);
    expect(limitLoss(scenario, 1).outcome.ok).toBe(true);
    expect(limitTime(scenario, 1).outcome.ok).toBe(true);
  });
});

describe('own limits', () => {
  it('are refused as malformed out of their ranges', () => {
    const scenario = atNoon();
    for (const command of [
      { kind: 'seconds.limitLoss', user: ALICE, currency: USDT, amount: 0n },
      { kind: 'seconds.limitLoss', user: ALICE, currency: USDT, amount: null },
      { kind: 'seconds.limitLoss', user: ALICE, currency: 0, amount: 1n },
      { kind: 'seconds.limitLoss', user: SYSTEM.house, currency: USDT, amount: 1n },
      { kind: 'seconds.limitTime', user: ALICE, minutes: 0 },
      { kind: 'seconds.limitTime', user: ALICE, minutes: 1_441 },
      { kind: 'seconds.limitTime', user: ALICE, minutes: null },
      { kind: 'seconds.beginBreak', user: ALICE, days: 2 },
      { kind: 'seconds.beginBreak', user: ALICE, days: 0 },
      { kind: 'seconds.beginBreak', user: ALICE, days: '1' },
    ])
      expect(rejectionOf(scenario.apply(command as never))).toBe('malformed');
  });

  it('leave the state of who has set none as it was', () => {
    const scenario = atNoon();
    ticket(scenario, 10);
    end(scenario, 'lost');
    beginBreak(scenario, 3);
    expect(scenario.exchange.snapshot().seconds).not.toHaveProperty('ownLimits');
  });

  it('are in the snapshot, and decide the same after it', () => {
    const scenario = atNoon();
    limitLoss(scenario, 204);
    limitLoss(scenario, 300);
    limitTime(scenario, 60);
    limitTime(scenario, undefined);
    beginBreak(scenario, 1, BOB);
    ticket(scenario, 100);
    end(scenario, 'lost');
    const snapshot = scenario.exchange.snapshot();
    const stored = JSON.parse(JSON.stringify(snapshot)) as typeof snapshot;
    const restored = Exchange.restore(stored);
    expect(restored.snapshot()).toEqual(snapshot);
    const again = (user: number, stake: number, laterMs: number): unknown => {
      const timeMs = scenario.timeMs + laterMs;
      const open = {
        kind: 'seconds.open',
        user,
        market: 1,
        currency: USDT,
        direction: 'up',
        seconds: 30,
      } as const;
      return restored.apply({ ...open, stake: (BigInt(stake) * COIN) as Amount }, timeMs).outcome;
    };
    expect(again(BOB, 10, 0)).toEqual({ ok: false, rejection: 'seconds_on_break' });
    expect(again(ALICE, 101, 0)).toEqual({ ok: false, rejection: 'seconds_loss_limit' });
    expect(again(ALICE, 100, 0)).toMatchObject({ ok: true });
  });
});
