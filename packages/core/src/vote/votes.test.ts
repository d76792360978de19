import { describe, expect, it } from 'vitest';
import { Exchange } from '../exchange.ts';
import {
  ALICE,
  BOB,
  CAROL,
  eventsOf,
  rejectionOf,
  Scenario,
  personOf,
} from '../testing/scenario.ts';
import { ballotOf, roundOf } from '../testing/vote-refusals.ts';
import type { OpenRound } from './vote-commands.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe('votes', () => {
  it('count one ballot for a user, the last one', () => {
    const { scenario, endMs } = running();
    expect(rejectionOf(cast(scenario, ALICE, 1, '1'))).toBeUndefined();
    expect(rejectionOf(cast(scenario, BOB, 1, '2'))).toBeUndefined();
    expect(rejectionOf(cast(scenario, ALICE, 2, '3'))).toBeUndefined();
    expect(rejectionOf(cast(scenario, ALICE, 3, '4'))).toBeUndefined();
    expect(countsAt(scenario, endMs)).toEqual([1, 0, 1]);
  });

  it('are of people: a second account of one person does not vote beside the first', () => {
    const { scenario, endMs } = running();
    const second = (option: number) =>
      ballotOf({ user: BOB, option, person: personOf(ALICE), tracker: 'b'.repeat(16) });
    cast(scenario, ALICE, 1, '1');
    expect(rejectionOf(scenario.apply(second(2)))).toBe('vote_person_voted');
    revoke(scenario, ALICE);
    expect(rejectionOf(scenario.apply(second(2)))).toBeUndefined();
    expect(rejectionOf(cast(scenario, ALICE, 1, '1'))).toBe('vote_person_voted');
    expect(rejectionOf(scenario.apply({ ...second(3), tracker: 'c'.repeat(16) }))).toBeUndefined();
    expect(countsAt(scenario, endMs)).toEqual([0, 0, 1]);
  });

  it('are revoked and cast anew', () => {
    const { scenario, endMs } = running();
    cast(scenario, ALICE, 1, '1');
    expect(rejectionOf(revoke(scenario, ALICE))).toBeUndefined();
    expect(rejectionOf(revoke(scenario, ALICE))).toBe('vote_not_cast');
    cast(scenario, BOB, 2, '2');
    revoke(scenario, BOB);
    cast(scenario, BOB, 3, '1');
    expect(countsAt(scenario, endMs)).toEqual([0, 0, 1]);
  });

  it('run from their start to their end, to the millisecond', () => {
    const scenario = new Scenario();
    const { startMs, endMs } = open(scenario, { startMs: scenario.timeMs + HOUR_MS });
    scenario.timeMs = startMs - 1;
    expect(rejectionOf(cast(scenario, ALICE, 1, '1'))).toBe('vote_not_open');
    scenario.timeMs = startMs;
    expect(rejectionOf(cast(scenario, ALICE, 1, '1'))).toBeUndefined();
    scenario.timeMs = endMs - 1;
    expect(rejectionOf(cast(scenario, BOB, 1, '2'))).toBeUndefined();
    scenario.timeMs = endMs;
    expect(rejectionOf(cast(scenario, CAROL, 1, '3'))).toBe('vote_not_open');
    expect(rejectionOf(revoke(scenario, ALICE))).toBe('vote_not_open');
    expect(rejectionOf(cancel(scenario))).toBe('vote_not_open');
    expect(countsAt(scenario, endMs)).toEqual([2, 0, 0]);
    expect(countsAt(scenario, endMs + 1)).toBeUndefined();
    expect(scenario.exchange.snapshot().vote).toEqual({ lastRound: 1, rounds: [] });
  });

  it('need a verified voter, an option of the round, and a name that no other ballot has', () => {
    const { scenario, endMs } = running();
    expect(rejectionOf(cast(scenario, ALICE, 1, '1', 0))).toBe('vote_unverified');
    expect(rejectionOf(cast(scenario, ALICE, 4, '1'))).toBe('malformed');
    expect(rejectionOf(cast(scenario, ALICE, 0, '1'))).toBe('malformed');
    cast(scenario, ALICE, 1, '1');
    expect(rejectionOf(cast(scenario, BOB, 1, '1'))).toBe('malformed');
    expect(rejectionOf(cast(scenario, BOB, 1, 'g'))).toBe('malformed');
    expect(countsAt(scenario, endMs)).toEqual([1, 0, 0]);
  });

  it('of a frozen account are refused, and may be revoked', () => {
    const { scenario, endMs } = running();
    cast(scenario, ALICE, 1, '1');
    scenario.apply({ kind: 'custody.freeze', user: ALICE, isFrozen: true });
    expect(rejectionOf(cast(scenario, ALICE, 2, '2'))).toBe('account_frozen');
    expect(rejectionOf(revoke(scenario, ALICE))).toBeUndefined();
    expect(countsAt(scenario, endMs)).toEqual([0, 0, 0]);
  });

  it('that are cancelled have no result', () => {
    const { scenario, endMs } = running();
    cast(scenario, ALICE, 1, '1');
    expect(rejectionOf(cancel(scenario))).toBeUndefined();
    expect(rejectionOf(cast(scenario, BOB, 1, '2'))).toBe('vote_not_open');
    expect(countsAt(scenario, endMs)).toBeUndefined();
  });

  it('are fixed before they start: a number is used once, and no start lies in the past', () => {
    const { scenario } = running();
    expect(rejectionOf(scenario.apply(roundOf(scenario, {})))).toBe('malformed');
    const late = roundOf(scenario, { round: 2, startMs: scenario.timeMs - 1 });
    expect(rejectionOf(scenario.apply(late))).toBe('vote_late');
    for (let number = 2; number <= 20; number++) open(scenario, { round: number });
    expect(rejectionOf(scenario.apply(roundOf(scenario, { round: 21 })))).toBe('votes_too_many');
  });

  it.each([
    ['one option', { options: 1 }],
    ['21 options', { options: 21 }],
    ['no time to vote', { endMs: 0 }],
    ['a hash that is none', { terms: 'A'.repeat(64) }],
    ['no number', { round: 0 }],
  ])('are refused with %s', (_, change) => {
    const scenario = new Scenario();
    expect(rejectionOf(scenario.apply(roundOf(scenario, change)))).toBe('malformed');
  });

  it('take ninety days at most', () => {
    const scenario = new Scenario();
    const startMs = scenario.timeMs;
    const endMs = startMs + 90 * DAY_MS;
    const tooLong = roundOf(scenario, { startMs, endMs: endMs + 1 });
    expect(rejectionOf(scenario.apply(tooLong))).toBe('malformed');
    expect(rejectionOf(scenario.apply(roundOf(scenario, { startMs, endMs })))).toBeUndefined();
  });

  it('are the same after a restart', () => {
    const { scenario, endMs } = running();
    cast(scenario, BOB, 2, '1');
    cast(scenario, ALICE, 1, '2');
    open(scenario, { round: 5 });
    const snapshot = scenario.exchange.snapshot();
    const restored = Exchange.restore(snapshot);
    expect(restored.snapshot()).toEqual(snapshot);
    const [one, other] = [scenario.exchange, restored].map(
      (exchange) => exchange.apply({ kind: 'clock.tick' }, endMs).events,
    );
    expect(one).toEqual(other);
    expect(restored.snapshot()).toEqual(scenario.exchange.snapshot());
  });
});

function running(): { scenario: Scenario; endMs: number } {
  const scenario = new Scenario();
  const { endMs } = open(scenario, {});
  return { scenario, endMs };
}

function open(scenario: Scenario, change: Partial<OpenRound>): OpenRound {
  const command = roundOf(scenario, change);
  if (rejectionOf(scenario.apply(command)) !== undefined) throw new Error('no round was opened');
  return command;
}

/** @param tracker its last digit */
function cast(scenario: Scenario, user: number, option: number, tracker: string, level = 1) {
  const name = tracker.padStart(16, '0');
  return scenario.apply(ballotOf({ user, option, level, tracker: name }));
}

function revoke(scenario: Scenario, user: number) {
  return scenario.apply({ kind: 'vote.revoke', user, round: 1 });
}

function cancel(scenario: Scenario) {
  return scenario.apply({ kind: 'vote.cancel', round: 1, operator: 1 });
}

/** Lets the time come. */
function countsAt(scenario: Scenario, timeMs: number): readonly number[] | undefined {
  scenario.timeMs = timeMs;
  return eventsOf(scenario.apply({ kind: 'clock.tick' }), 'voteEnded')[0]?.counts;
}
