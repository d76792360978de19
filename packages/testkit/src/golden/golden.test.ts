import { createHash } from 'node:crypto';
import { decodeCommand } from '@meridian/core/command-codec';
import type { CommandKind } from '@meridian/core/commands';
import { Exchange } from '@meridian/core/exchange';
import { FIRST_RULES, NEWEST_RULES } from '@meridian/core/rules';
import { migrateSnapshot, type StoredState } from '@meridian/core/snapshot-migrations';
import { describe, expect, test } from 'vitest';
import { firstDifference } from './first-difference.ts';
import { checkChain } from './golden-chain.ts';
import { readManifest, readRows, readSnapshots, type GoldenRow, type GoldenSnapshot } from './golden-set.ts';

const VERSION = '1';
const { sets, rules, commit } = readManifest(VERSION);

/** Of version 1. A tick of the clock is never refused. */
const KINDS = [
  'currency.list', 'market.list', 'index.set', 'clock.tick', 'ledger.deposit', 'ledger.credit', 'spot.place', 'spot.cancel',
  'custody.network', 'custody.transfer', 'custody.deposit', 'custody.reverse', 'custody.withdraw', 'custody.cancel', 'custody.approve', 'custody.reject',
  'custody.sign', 'custody.settle', 'custody.fail', 'custody.cost', 'custody.hold', 'custody.payHold', 'custody.pause',
  'margin.terms', 'margin.open', 'margin.cancel', 'margin.close', 'margin.closeAll', 'margin.stops',
  'seconds.terms', 'seconds.open', 'seconds.listInsurance', 'seconds.insure', 'seconds.endInsurance',
] as const satisfies readonly CommandKind[];
const NEVER_REFUSED = new Set<CommandKind>(['clock.tick']);

/** What a player and an operator would tell apart: it must occur in some set. */
const ENDS = [
  'orderClosed filled', 'orderClosed cancelled', 'orderClosed ioc', 'orderClosed selfTrade', 'orderClosed decrement', 'orderClosed slippage', 'orderClosed band',
  'positionClosed closed', 'positionClosed takeProfit', 'positionClosed stopLoss', 'positionClosed liquidated', 'positionClosed cover', 'overnightAccrued', 'badDebt',
  'ticketClosed won', 'ticketClosed lost', 'ticketClosed drawn', 'ticketClosed void', 'claimPaid', 'policyEnded cancelled', 'policyEnded expired',
  'depositReversed', 'withdrawalApproved', 'escrowHeld', 'escrowEnded',
];

function apply(exchange: Exchange, { seq, payload, timeMs }: GoldenRow, set: string) {
  try {
    const command = decodeCommand(payload);
    return { command, applied: exchange.apply(command, timeMs) };
  } catch (cause) {
    throw new Error(`${set}, command ${seq}: ${String(cause)}`, { cause });
  }
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Throws where a state is another one than was recorded, and says what differs first. */
function mustBeAsRecorded(exchange: Exchange, { seq, body }: GoldenSnapshot, set: string): void {
  const found = firstDifference(plain(exchange.snapshot()), plain(migrateSnapshot(JSON.parse(body) as StoredState)));
  if (found !== undefined) throw new Error(`${set}, after command ${seq}: ${found}`);
  // The hash is of the text: what a stored state leads to has its fields in the same order too.
  const isSameText = JSON.stringify(Exchange.restore(JSON.parse(body) as StoredState).snapshot()) === JSON.stringify(exchange.snapshot());
  if (!isSameText) throw new Error(`${set}, after command ${seq}: the stored state is restored with its fields in another order`);
}

/** The hash of format 3: SHA-256 over the state as JSON, without number and time of the last command. */
function hashOfFormat3(body: string): string {
  const { seq: _seq, timeMs: _timeMs, ...state } = JSON.parse(body) as Record<string, unknown>;
  return createHash('sha256').update(JSON.stringify(state)).digest('hex');
}

describe.each(sets)(`the history that ${commit} wrote: $name`, ({ name, headHash, snapshots: listed, rows: count }) => {
  const rows = readRows(VERSION, name);
  const snapshots = readSnapshots(VERSION, name);

  test('is what was recorded', () => {
    expect(rows).toHaveLength(count);
    checkChain(rows, headHash, snapshots);
    expect(snapshots.map(({ seq, body }) => ({ seq, stateHash: hashOfFormat3(body) }))).toEqual(listed);
    expect(snapshots.at(-1)?.seq).toBe(count);
  });

  test('comes to the same state in this build, at each of its snapshots', () => {
    const exchange = new Exchange(FIRST_RULES);
    for (const row of rows) {
      apply(exchange, row, name);
      const recorded = snapshots.find(({ seq }) => seq === row.seq);
      if (recorded === undefined) continue;
      mustBeAsRecorded(exchange, recorded, name);
      // Field by field in the same order too: the hash of a state covers it, and a start compares the two.
      expect(JSON.stringify(Exchange.restore(JSON.parse(recorded.body) as StoredState).snapshot())).toBe(JSON.stringify(exchange.snapshot()));
    }
    exchange.verify();
  });

  test('goes on from each of its snapshots to the same end', () => {
    const last = snapshots.at(-1) as GoldenSnapshot;
    for (const { seq, body } of snapshots) {
      const exchange = Exchange.restore(JSON.parse(body) as StoredState);
      for (const row of rows.slice(seq)) apply(exchange, row, name);
      mustBeAsRecorded(exchange, last, `${name} from ${seq}`);
    }
  });

  test('can be raised to the rules of this build, and its state stays good', () => {
    const { body } = snapshots.at(-1) as GoldenSnapshot;
    const exchange = Exchange.restore(JSON.parse(body) as StoredState);
    const { outcome } = exchange.apply({ kind: 'core.upgrade', version: NEWEST_RULES }, exchange.timeMs);
    expect(outcome).toEqual({ ok: true });
    exchange.verify();
    const restored = Exchange.restore(plain(exchange.snapshot()) as StoredState);
    expect(firstDifference(plain(restored.snapshot()), plain(exchange.snapshot()))).toBeUndefined();
  });
});

test('the sets hold every kind of command of their version, accepted and refused, and every way in which things end', () => {
  expect(rules).toBe(FIRST_RULES);
  const outcomes = new Set<string>();
  const ends = new Set<string>();
  for (const { name } of sets) {
    const exchange = new Exchange(FIRST_RULES);
    for (const row of readRows(VERSION, name)) {
      const { command, applied } = apply(exchange, row, name);
      outcomes.add(`${command.kind} ${applied.outcome.ok ? 'accepted' : 'refused'}`);
      for (const event of applied.events) ends.add(`${event.type} ${'reason' in event ? String(event.reason) : 'result' in event ? event.result : ''}`.trim());
    }
  }
  const wanted = KINDS.flatMap((kind) => [`${kind} accepted`, ...(NEVER_REFUSED.has(kind) ? [] : [`${kind} refused`])]);
  expect(wanted.filter((outcome) => !outcomes.has(outcome))).toEqual([]);
  expect(ENDS.filter((end) => !ends.has(end))).toEqual([]);
});
