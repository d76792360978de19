import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeCommand } from '@meridian/core/command-codec';
import type { CommandKind } from '@meridian/core/commands';
import { Exchange } from '@meridian/core/exchange';
import { FIRST_RULES, NEWEST_RULES } from '@meridian/core/rules';
import { migrateSnapshot, type StoredState } from '@meridian/core/snapshot-migrations';
import { describe, expect, test } from 'vitest';
import { nameOf } from './event-name.ts';
import { firstDifference } from './first-difference.ts';
import { checkChain } from './golden-chain.ts';
import {
  goldenVersions,
  readManifest,
  readRows,
  readSnapshots,
  stateOf,
  type GoldenRow,
  type GoldenSnapshot,
} from './golden-set.ts';

/**
 * Every version that was recorded. A new folder is tested without a change here, but for the
 * commands and endings that its sets must hold (`MUST_HOLD`).
 */
const MANIFESTS = goldenVersions().map((version) => ({ version, ...readManifest(version) }));
const SETS = MANIFESTS.flatMap(({ version, rules, commit, sets }) =>
  sets.map((set) => ({ version, rules, commit, ...set })),
);

/**
 * SHA-256 of the manifest of each closed version, which names the hashes of its journals. Nothing
 * recorded is taken away or recorded again.
 */
const CLOSED = {
  1: '765c7ca6f6711f7fab3e8e22048fe4a345aae45723dae557a850f29ad415d8be',
  2: '4bb1f2b4da581645b1cb77fb322e913dbd1b3ccf4079488695e4c317c25977a0',
  3: '419b4145c6de597b3d187ec0d5607d62436e93c9b073e0e88ff95a3c750a78c0',
  4: '5ecad3823e788175a400950b7bd03a20e706fe0020c0327284216cac912f3dff',
  5: '1dd8c2e176373cfa71036dac3c0f04efea11460e1aae75547703be836f0d8be9',
};

/** The same of the databases that were recorded with them, which no manifest names. */
const DATABASES = {
  1: 'ba7e6e5876da3355bb1f30a232e6539c8ad731eda0255f518cdda0cb364c3cfe',
  2: '04ae72424c17e2f1c89019a9be67f332a615e0adea9696978462cd5a3c3b7ce1',
  3: 'f5f1528eb6e1d69872987d6d013c2e35ff47612b5b4ec1c9092f690622208178',
  4: '32b57cee88268d2ec9d3c552e86bf8df2691288e5db89118c708f8d03c572a6f',
  5: 'd96726f0f6e7832ae925051859e1759ccefde613961f8cddee3c57e1da3ab58d',
};

test('every recorded version is closed', () => {
  const versions = goldenVersions().map(String);
  expect([Object.keys(CLOSED), Object.keys(DATABASES)]).toEqual([versions, versions]);
});

test.each([
  ...Object.entries(CLOSED).map(([version, hash]) => [version, 'manifest.json', hash] as const),
  ...Object.entries(DATABASES).map(
    ([version, hash]) => [version, 'whole.database.gz', hash] as const,
  ),
])('version %s: %s is as it was closed', (version, name, hash) => {
  const file = readFileSync(join(import.meta.dirname, 'journals', version, name));
  expect(createHash('sha256').update(file).digest('hex')).toBe(hash);
});

const FIRST_KINDS = [
  'currency.list',
  'market.list',
  'index.set',
  'clock.tick',
  'ledger.deposit',
  'ledger.credit',
  'spot.place',
  'spot.cancel',
  'custody.network',
  'custody.transfer',
  'custody.deposit',
  'custody.reverse',
  'custody.withdraw',
  'custody.cancel',
  'custody.approve',
  'custody.reject',
  'custody.sign',
  'custody.settle',
  'custody.fail',
  'custody.cost',
  'custody.hold',
  'custody.payHold',
  'custody.pause',
  'margin.terms',
  'margin.open',
  'margin.cancel',
  'margin.close',
  'margin.closeAll',
  'margin.stops',
  'seconds.terms',
  'seconds.open',
  'seconds.listInsurance',
  'seconds.insure',
  'seconds.endInsurance',
] as const satisfies readonly CommandKind[];
const THIRD_KINDS = [
  ...FIRST_KINDS,
  'core.upgrade',
  'core.checkpoint',
  'spot.cancelByOperator',
  'custody.freeze',
  'custody.holdBack',
] as const satisfies readonly CommandKind[];
/** The marketplace is newer than version 3, and changed none of its rules. */
const P2P_KINDS = [
  'p2p.terms',
  'p2p.rate',
  'p2p.publish',
  'p2p.edit',
  'p2p.withdrawAd',
  'p2p.removeAd',
  'p2p.pause',
  'p2p.deal',
  'p2p.pay',
  'p2p.cancel',
  'p2p.extend',
  'p2p.release',
  'p2p.askCancel',
  'p2p.answerCancel',
  'p2p.appeal',
  'p2p.answerAppeal',
  'p2p.withdrawAppeal',
  'p2p.rule',
  'p2p.bond',
  'p2p.returnBond',
  'p2p.merchant',
  'p2p.block',
  'p2p.restrict',
] as const satisfies readonly CommandKind[];
/** Newer too. Nobody covers a loan that was never lost. */
const PRODUCT_KINDS = [
  'earn.product',
  'earn.fund',
  'earn.lock',
  'earn.exit',
  'earn.renew',
  'earn.save',
  'earn.redeem',
  'earn.auto',
  'convert.terms',
  'convert.fund',
  'convert.quote',
  'convert.accept',
  'convert.sweep',
  'convert.plan',
  'convert.endPlan',
  'loan.offer',
  'loan.borrow',
  'loan.repay',
  'loan.collateral',
] as const satisfies readonly CommandKind[];
/** Newest of all. */
const FEE_KINDS = ['fee.tiers'] as const satisfies readonly CommandKind[];
const VOTE_KINDS = [
  'vote.open',
  'vote.cancel',
  'vote.cast',
  'vote.revoke',
] as const satisfies readonly CommandKind[];
const REBATE_KINDS = [
  'rebate.rates',
  'rebate.fund',
  'rebate.member',
] as const satisfies readonly CommandKind[];
const SALE_KINDS = [
  'sale.fund',
  'sale.announce',
  'sale.commit',
  'sale.cancel',
] as const satisfies readonly CommandKind[];
const CONTRACT_KINDS = [
  'margin.reverse',
  'margin.reduce',
  'margin.addMargin',
  'margin.removeMargin',
] as const satisfies readonly CommandKind[];
const OWN_LIMIT_KINDS = [
  'seconds.limitLoss',
  'seconds.limitTime',
  'seconds.beginBreak',
] as const satisfies readonly CommandKind[];
/** Nobody asks for them but the server itself. */
const NEVER_REFUSED = new Set<CommandKind>(['clock.tick', 'core.upgrade', 'core.checkpoint']);

/** Events that a player and an operator would tell apart. */
const ENDS = [
  'orderClosed filled',
  'orderClosed cancelled',
  'orderClosed ioc',
  'orderClosed selfTrade',
  'orderClosed decrement',
  'orderClosed slippage',
  'positionClosed closed',
  'positionClosed takeProfit',
  'positionClosed stopLoss',
  'positionClosed liquidated',
  'positionClosed cover',
  'overnightAccrued',
  'badDebt',
  'ticketClosed won',
  'ticketClosed lost',
  'ticketClosed drawn',
  'ticketClosed void',
  'claimPaid',
  'policyEnded cancelled',
  'policyEnded expired',
  'depositReversed',
  'withdrawalApproved',
  'escrowHeld',
  'escrowEnded',
];

const SECOND_ENDS = [
  ...ENDS,
  'orderClosed outOfBand',
  'orderClosed operator',
  'marginOrderCancelled cancelled',
  'marginOrderCancelled slippage',
  'positionCloseEnded cancelled',
];

const P2P_ENDS = [
  'adChanged withdrawn',
  'adChanged removed',
  'adChanged sold',
  'dealChanged expired',
  'dealChanged cancelled',
  'dealChanged cancelRefused',
  'dealChanged released',
  'dealChanged appealed',
  'dealChanged appealWithdrawn',
  'dealChanged ruled',
  'appealChanged withdrawn',
  'appealChanged settled',
  'appealChanged ruled',
];

const PRODUCT_ENDS = [
  'interestAccrued',
  'lockEnded matured',
  'lockEnded exited',
  'savingsDayEnded',
  'savingChanged auto',
  'savingChanged redeemed',
  'quoteEnded accepted',
  'quoteEnded expired',
  'dustSwept',
  'planRan',
  'planEnded',
  'loanChanged repaid',
];

const CONTRACT_ENDS = [
  'positionClosed limit',
  'positionClosed reversed',
  'positionReduced closed',
  'isolatedMarginChanged',
  'marginRemovalAsked',
];

const THIRD_ENDS = [...SECOND_ENDS, ...P2P_ENDS, ...PRODUCT_ENDS, 'feeTiersSet', 'voteEnded'];

/**
 * Events that must occur in some set of a version: each kind of command, accepted and (as long as
 * refusals had rows) refused, and each way in which things end.
 */
const MUST_HOLD: Readonly<
  Record<
    string,
    {
      readonly kinds: readonly CommandKind[];
      readonly ends: readonly string[];
      readonly areRefusalsKept?: false;
    }
  >
> = {
  1: { kinds: FIRST_KINDS, ends: [...ENDS, 'orderClosed band'] },
  2: {
    kinds: [...FIRST_KINDS, 'core.upgrade', 'core.checkpoint', 'spot.cancelByOperator'],
    ends: SECOND_ENDS,
  },
  3: {
    kinds: [...THIRD_KINDS, ...P2P_KINDS, ...PRODUCT_KINDS, ...FEE_KINDS, ...VOTE_KINDS],
    ends: THIRD_ENDS,
    areRefusalsKept: false,
  },
  4: {
    kinds: [
      ...THIRD_KINDS,
      ...P2P_KINDS,
      ...PRODUCT_KINDS,
      ...FEE_KINDS,
      ...VOTE_KINDS,
      ...REBATE_KINDS,
    ],
    // No recording of this version takes the close of a position back: versions 2 and 3 hold that.
    ends: [
      ...THIRD_ENDS.filter((end) => end !== 'positionCloseEnded cancelled'),
      'rebateShared',
      'rebateDayPaid',
      'loanWarned',
      'loanLost',
    ],
    areRefusalsKept: false,
  },
  5: {
    kinds: [
      ...THIRD_KINDS,
      ...P2P_KINDS,
      ...PRODUCT_KINDS,
      ...FEE_KINDS,
      ...VOTE_KINDS,
      ...REBATE_KINDS,
      ...SALE_KINDS,
      ...CONTRACT_KINDS,
      ...OWN_LIMIT_KINDS,
    ],
    ends: [
      ...THIRD_ENDS,
      ...CONTRACT_ENDS,
      'rebateShared',
      'rebateDayPaid',
      'loanWarned',
      'loanLost',
      'lockEnded collected',
      'saleDecided',
      'saleSettled',
      'saleVested',
      'saleEnded cancelled',
      'saleEnded missed',
    ],
    areRefusalsKept: false,
  },
};

function apply(exchange: Exchange, { seq, payload, timeMs }: GoldenRow, set: string) {
  try {
    const command = decodeCommand(payload);
    return { command, applied: exchange.apply(command, timeMs) };
  } catch (cause) {
    throw new Error(`${set}, command ${seq}: ${String(cause)}`, { cause });
  }
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Throws where a state differs from the recorded one, and names the first difference. */
function mustBeAsRecorded(exchange: Exchange, snapshot: GoldenSnapshot, set: string): void {
  const { seq } = snapshot;
  const found = firstDifference(
    plain(exchange.snapshot()),
    plain(migrateSnapshot(stateOf(snapshot))),
  );
  if (found !== undefined) throw new Error(`${set}, after command ${seq}: ${found}`);
  // Field by field in the same order too: the hash of a state is that of its text, and a start
  // compares the two.
  const isSameText =
    JSON.stringify(Exchange.restore(stateOf(snapshot)).snapshot()) ===
    JSON.stringify(exchange.snapshot());
  if (!isSameText)
    throw new Error(
      `${set}, after command ${seq}: the stored state is restored with its fields in another order`,
    );
}

/**
 * Hash of a stored state of any format: SHA-256 over it as JSON, without number and time of the
 * last command.
 */
function hashOfState(snapshot: GoldenSnapshot): string {
  const { seq: _seq, timeMs: _timeMs, ...state } = stateOf(snapshot) as Record<string, unknown>;
  return createHash('sha256').update(JSON.stringify(state)).digest('hex');
}

describe.each(SETS)(
  'version $version, the history that $commit wrote: $name',
  ({ version, rules, name, headHash, snapshots: listed, rows: count }) => {
    const rows = readRows(version, name);
    const snapshots = readSnapshots(version, name);
    const last = snapshots.at(-1) as GoldenSnapshot;

    test('is what was recorded', () => {
      expect(rows).toHaveLength(count);
      checkChain(rows, headHash, snapshots);
      expect(
        snapshots.map((snapshot) => ({ seq: snapshot.seq, stateHash: hashOfState(snapshot) })),
      ).toEqual(listed);
      // Nothing comes after the last snapshot but, since version 2, its checkpoint.
      expect(rows.slice(last.seq).map(({ payload }) => decodeCommand(payload))).toEqual(
        rules === FIRST_RULES
          ? []
          : [expect.objectContaining({ kind: 'core.checkpoint', at: last.seq })],
      );
    });

    test('comes to the same state in this build, at each of its snapshots', () => {
      const exchange = new Exchange(FIRST_RULES);
      for (const row of rows) {
        apply(exchange, row, name);
        const recorded = snapshots.find(({ seq }) => seq === row.seq);
        if (recorded !== undefined) mustBeAsRecorded(exchange, recorded, name);
      }
      exchange.verify();
      expect(exchange.rules).toBe(rules);
    });

    test('goes on from each of its snapshots to the same end', () => {
      for (const snapshot of snapshots) {
        const exchange = Exchange.restore(stateOf(snapshot));
        for (const row of rows.slice(snapshot.seq, last.seq)) apply(exchange, row, name);
        mustBeAsRecorded(exchange, last, `${name} from ${snapshot.seq}`);
      }
    });

    test.runIf(rules < NEWEST_RULES)(
      'can be raised to the rules of this build, and its state stays good',
      () => {
        const exchange = Exchange.restore(stateOf(last));
        const { outcome } = exchange.apply(
          { kind: 'core.upgrade', version: NEWEST_RULES },
          exchange.timeMs,
        );
        expect(outcome).toEqual({ ok: true });
        exchange.verify();
        const restored = Exchange.restore(plain(exchange.snapshot()) as StoredState);
        expect(
          firstDifference(plain(restored.snapshot()), plain(exchange.snapshot())),
        ).toBeUndefined();
      },
    );
  },
);

test.each(MANIFESTS)(
  'the sets of version $version hold every kind of command of it, accepted and refused, and every way in which things end',
  ({ version, sets }) => {
    const outcomes = new Set<string>();
    const ends = new Set<string>();
    for (const { name } of sets) {
      const exchange = new Exchange(FIRST_RULES);
      for (const row of readRows(version, name)) {
        const { command, applied } = apply(exchange, row, name);
        outcomes.add(`${command.kind} ${applied.outcome.ok ? 'accepted' : 'refused'}`);
        for (const event of applied.events) ends.add(nameOf(event));
      }
    }
    const must = MUST_HOLD[version] ?? {
      kinds: [],
      ends: ['a list of what the sets of this version must hold'],
    };
    const wanted = must.kinds.flatMap((kind) => [
      `${kind} accepted`,
      ...(must.areRefusalsKept === false || NEVER_REFUSED.has(kind) ? [] : [`${kind} refused`]),
    ]);
    expect(wanted.filter((outcome) => !outcomes.has(outcome))).toEqual([]);
    expect(must.ends.filter((end) => !ends.has(end))).toEqual([]);
  },
);
