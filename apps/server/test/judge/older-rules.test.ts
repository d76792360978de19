/**
 * Runs the judge on every golden journal, by the rules of its version, and on through an upgrade.
 */
import { decodeCommand, encodeCommand } from '@meridian/core/command-codec';
import type { Command } from '@meridian/core/commands';
import { decodeNetwork } from '@meridian/core/custody/custody-commands-check';
import { Exchange } from '@meridian/core/exchange';
import { FIRST_CUSTOMER } from '@meridian/core/ledger/accounts';
import { FIRST_RULES, NEWEST_RULES } from '@meridian/core/rules';
import type { Amount, PriceTicks } from '@meridian/money/amount';
import { describe, expect, test } from 'vitest';
import {
  goldenVersions,
  readManifest,
  readRows,
  readSnapshots,
  stateOf,
} from '../golden/golden-set.ts';
import { Findings } from '@meridian/testkit/judge/findings';
import { RecomputedExchange, UnknownRules } from '@meridian/testkit/judge/recomputed-exchange';
import type { RecordedCommand } from '@meridian/testkit/judge/rules';
import { compareState, type StoredState } from '@meridian/testkit/judge/snapshots';

const SETS = goldenVersions().flatMap((version) => {
  const { rules, sets } = readManifest(version);
  return sets.map(({ name }) => ({ version, rules, name }));
});
const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MOST = ((1n << 62n) - 1n) as Amount;

function read(payload: string): RecordedCommand {
  return JSON.parse(payload) as RecordedCommand;
}

describe.each(SETS)('a journal of version $version: $name', ({ version, rules, name }) => {
  const rows = readRows(version, name);

  test('is recomputed as it was recorded, at each of its snapshots', () => {
    const exchange = new RecomputedExchange();
    const findings = new Findings();
    const snapshots = new Map(
      readSnapshots(version, name).map((snapshot) => [
        snapshot.seq,
        stateOf(snapshot) as unknown as StoredState,
      ]),
    );
    for (const { seq, timeMs, payload } of rows) {
      exchange.apply(read(payload), timeMs);
      const state = snapshots.get(seq);
      if (state !== undefined)
        compareState(exchange, state, { findings, at: `snapshot of command ${seq}` });
    }
    expect(findings.isClean, findings.lines().join('\n')).toBe(true);
    expect(exchange.rules).toBe(rules);
  });

  test('goes on by the rules of this build, raised to them where they are newer, command by command as the core does', () => {
    const judge = new RecomputedExchange();
    const core = new Exchange(FIRST_RULES);
    const findings = new Findings();
    const both = (command: Command, timeMs: number): void => {
      const { seq, outcome } = core.apply(command, timeMs);
      const { ok } = judge.apply(read(encodeCommand(command)), timeMs);
      if (judge.seq !== core.seq)
        findings.differs(
          'numbers',
          `${command.kind}: the judge is at command ${judge.seq}, the core at ${core.seq}`,
        );
      if (ok !== outcome.ok)
        findings.differs(
          'answers',
          `command ${seq} ${command.kind}: the judge says ${ok}, the core ${outcome.ok}`,
        );
    };
    const compare = (): void =>
      compareState(judge, JSON.parse(JSON.stringify(core.snapshot())) as StoredState, {
        findings,
        at: `state of command ${core.seq}`,
      });
    for (const { payload, timeMs } of rows) both(decodeCommand(payload), timeMs);
    if (rules < NEWEST_RULES) both({ kind: 'core.upgrade', version: NEWEST_RULES }, core.timeMs);
    compare();
    for (const command of afterwards(core)) {
      both(command.command, core.timeMs + command.laterMs);
      compare();
    }
    expect(findings.isClean, findings.lines().join('\n')).toBe(true);
    expect(judge.rules).toBe(NEWEST_RULES);
  });
});

/**
 * Prices up and down, all waiting orders cancelled, all positions closed, and time until everything
 * falls due.
 */
function* afterwards(core: Exchange): Generator<{ command: Command; laterMs: number }> {
  const { markets, orders, margin, custody, accounts } = core.snapshot();
  const traded = markets.filter(({ indexTicks }) => indexTicks > 0);
  const prices = (percent: number): Command => ({
    kind: 'index.set',
    source: 'golden',
    sources: 3,
    prices: traded.map(
      ({ id, indexTicks }) =>
        [id, Math.max(1, Math.round((indexTicks * percent) / 100)) as PriceTicks] as const,
    ),
  });
  for (const percent of [100, 101, 97, 104]) yield { command: prices(percent), laterMs: SECOND };
  for (const { id, user } of orders)
    yield { command: { kind: 'spot.cancel', user, order: id }, laterMs: 1 };
  for (const { id, user, status } of margin.positions)
    yield {
      command: { kind: status === 'open' ? 'margin.close' : 'margin.cancel', user, position: id },
      laterMs: 1,
    };
  for (const percent of [104, 90, 110]) yield { command: prices(percent), laterMs: SECOND };
  for (const { id } of custody.withdrawals) {
    yield { command: { kind: 'custody.sign', withdrawal: id }, laterMs: 1 };
    for (const operator of [91, 92])
      yield { command: { kind: 'custody.approve', withdrawal: id, operator }, laterMs: 1 };
  }
  for (const { settings } of custody.networks) {
    const { id: network, currency, minWithdrawal } = decodeNetwork(settings);
    for (const { user } of accounts.filter(
      (each) => each.currency === currency && each.wallet === 'spot' && each.user >= FIRST_CUSTOMER,
    )) {
      for (const laterMs of [1, HOUR, DAY])
        yield {
          command: {
            kind: 'custody.withdraw',
            user,
            network,
            amount: minWithdrawal,
            address: 'afterwards',
            recipient: 0,
            dayLimit: MOST,
            approvals: 0,
          },
          laterMs,
        };
    }
  }
  for (const { id } of core.snapshot().custody.withdrawals) {
    yield { command: { kind: 'custody.sign', withdrawal: id }, laterMs: 1 };
    yield {
      command: { kind: 'custody.settle', withdrawal: id, transaction: `out-${id}` },
      laterMs: 1,
    };
  }
  for (const laterMs of [SECOND, 60 * SECOND, DAY, 40 * DAY])
    yield { command: { kind: 'clock.tick' }, laterMs };
}

test('rules that the judge does not know end it, and no version is taken twice', () => {
  const exchange = new RecomputedExchange();
  for (const version of [1, 0, '2', undefined])
    expect(exchange.apply({ kind: 'core.upgrade', version }, 0)).toMatchObject({ ok: false });
  expect(exchange.apply({ kind: 'core.upgrade', version: NEWEST_RULES }, 0)).toEqual({ ok: true });
  expect(exchange.apply({ kind: 'core.upgrade', version: NEWEST_RULES }, 0)).toMatchObject({
    ok: false,
  });
  expect(() => exchange.apply({ kind: 'core.upgrade', version: NEWEST_RULES + 1 }, 0)).toThrow(
    UnknownRules,
  );
});
