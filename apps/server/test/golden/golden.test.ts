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
  GOLDEN_FOLDER,
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
 * SHA-256 of the entry of each set in the manifest of its version, which names the hashes of its
 * journal. Nothing recorded is taken away or recorded again: a set that joins is a new line here,
 * and no line changes.
 */
const CLOSED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  1: {
    contest: '866f511c9923e06aa26eba2dd5c1491a06e64d61c38f712b2fa98f824115a404',
    contracts: 'e99e30fa28b8e6012e94f574835e823cf6e86fedc71ac3239eb30acc62642d4f',
    custody: '833ff86004fc32c97f52e1b80bfb439678a8f303ea66dada3e9f459a0130c2a5',
    'engine-1': '78e54c0b3c8372937c76305f59ad578c92ae560c6466ec96b5235338282ae8d6',
    'engine-2': 'bef8a7b360e3525880679eebbaebb7cf841b84e4c959c56ce8f1cd18f06e30db',
    seconds: '0a464fea4e10811d0287fbf5c31b40b49dad6fcb8ed88c50771aa70d563deae1',
    spot: '89a32faea4ae83240fa9bc50ace5cebcad8410ce50ae2b4112e265398ac9f4b1',
    whole: 'f6a8bcc1374dd51ae8991d237d82b831e832e180f64986fc75910de539649922',
  },
  2: {
    contest: '682495a30e1fd708fecae0e96f3316bd2ea6ea31bc76d8970a53d2d0e72d6462',
    contracts: '27536e2e005e1ce19f379c2ca41df1659bd7b970a9ff9bf22c0b866c7a495066',
    custody: '40813ebb6ba482955205f08f84920e9988eb5360f6a9ee47e587e8d231976acb',
    'engine-1': 'd531f43e8db6326935ce7b1d386d2ee05ea2cfbb9043b983a3f4bf36b325590c',
    'engine-2': '743668cbfbd998f164a5f266688f7ebe150e2a94637a333ea193f3fb73877b4d',
    seconds: '142d8259ea5614574dd1582dce20abffb23b06693d4f51a3d6968f35bbb55949',
    spot: '66bc87f755c56f7159df3d4ead7eee615a514d025d50a674266519effe1823d3',
    whole: '0577f507118c92701080036a8aced33d495d8bf00b141de6ddb53761ecc7193e',
  },
  3: {
    contest: '058789dcf792a7dd228de06151f1e4cc930d88a33ea7d5a49f254030d6208b83',
    contracts: '29a59e4782e6211480f6c65cae10b5c26bf7976afa21cfeee4610c9e25d5f46a',
    custody: '7553177d0c287db3ef1398d3ab03832725a336c6374690cb1e7fa341fed9a1c4',
    'engine-1': '217acf7ab215c0c325d6ddf1b90a565bb01cae56e785ba99ec4c58f4d9970d33',
    'engine-2': '8196de2e5a49278b1aed58acffde91e70ec108353df4be8c5c556b5e803d2022',
    fees: '787dd7582f53add3ad6f8afa586c44d05ffc0a21c1f398c9e3929bf72d4a92d1',
    p2p: '28c3164a3810fdf77615d96faece623407e76d793ca675c00eb0313b54d5136b',
    products: '0e97f0c0713ab722cfb7e12c823ab22a137e7ba81e54902b6f62ca866af4618c',
    seconds: '95525d307412b55c5023c16c05e4836b3b3b863516795837d13ca5e5dd7634c8',
    spot: '4295b8b31e09c9e61e2415b02694cc7684e2d22b6974be59bfb5b77e990b0bbd',
    votes: 'cb7ef31ebf78a1f1540ab11ebdf9b8c118f0e859245767458259a07eecfa5949',
    whole: '0bce15fa4b20c82012020189bd58d8cfa826d26411a65bb8a741a67dd41ea078',
  },
  4: {
    contest: '357f6f363fb5bc8355921bb2ee29c4b8c559e15b32ac37467345a04fae62b154',
    contracts: 'f50de1f4d9f6734084086545e09aced7789dba759265fff253be72d23bf35c47',
    custody: 'b6c0c517afd3280b5d12e701e3de92827570fae2c61060a0739dfa87dace5d90',
    'engine-1': 'f62563ece1a8f6c924e68fff4477ba3ff8d588d9d98c7de986e821063645ef41',
    'engine-2': '60cb8b55cad962a3b5130716545634af8029ae90aacfe0672e88c89ee1d4cc43',
    fees: 'e5266f73799b4d3c17a6913574765fb34ddfccdcef982a581288c93bb6db5f37',
    p2p: 'f48b0c77ff581f07ffe88730d13658def827e0cbac9e332b2e7b6916e1d2c7ee',
    products: '46ed8734a5be7b7ddc36f0e95498cdd9e5551cc8988be3a23125442f2de8944d',
    rebates: 'd8b3f9af778371858b6286fcf45e2a475f85087e2725326b4e07e3dc5b05f227',
    seconds: '761cbe6ce748a62d90e51423c2ce034f270e9ab97d95aafe4a340ffdb059713d',
    spot: '585e8e7b4c9eecdc40f63d441745a70d5f2ffd4ba0800d51149b69b737f4216b',
    votes: '92cbc98ffe0c59b14bd0d39bc371144a8cab50ece6bed13b7a1728881e26d542',
    whole: 'bfcc3fdf3e23e9eedfb55c63d0e2073b62b1af1b31e51fbacde59342ea208453',
  },
  5: {
    contest: 'c450668b197bbcce996dd8fa37d611d13d060d8551647e3d78bd355d2b6b6d2e',
    contracts: 'c58cf9d45c13bfdc78d0d599a952da26f3e7adc5dfd9b44bfa81491448e21e5f',
    custody: '43e59cdf1913ad2c0219f218e1154281a48177f1434b09a6a0f70166ffccca13',
    'engine-1': 'bb6042d814cf449ce7d9066d01312ff2096f66d44e4322156309187e79ae6388',
    'engine-2': '1c88187d5892f8e872488dffe4099334dabdfde73bd79a6a73381fe4b59d1412',
    fees: 'e5c89a4bd1d55cc6e36d7d369c79d329e4b8603f4cf93224665f9809e10da63c',
    'own-limits': '87c2c9f82535250724b4f2deeb0a9c858a5fa3e1dc4aaad2de6dbbb30c1da020',
    p2p: '2b93175dce3237f152f20d8c7a51c7e0aaf2a9d863fd1fcf440214a60186a4e7',
    products: 'b58ef5333aeb4159080b6dea7f0d8190c10f46e0449ab93c947d9234e565ad8d',
    rebates: 'dbbfffe865bc7f377c55aad048248377457a5079e3d2ce99606335a00ac43680',
    sales: '909131b373611f50e40449e02e8ebfcc12a93e9036fc53442956ed1a7a79d132',
    seconds: '4d60544b3742e4e60cf7b824516411edc6aac900b8860decbc238057decf8a40',
    spot: '3d7daacad602b61aa1c70c9c3c5f702c8419ce8e5fa6e7288795b157db24488b',
    votes: 'fe789e2e54d9f9777c56b8c32dbb03ed36ef6f8c7e0e03559d396517f761100f',
    whole: '642620625af1f32b19e14404563bc2007dbf15d9915985ca47d612a50170d382',
  },
};

/** The same of the databases that were recorded with them, which no manifest names. */
const DATABASES = {
  1: 'ba7e6e5876da3355bb1f30a232e6539c8ad731eda0255f518cdda0cb364c3cfe',
  2: '04ae72424c17e2f1c89019a9be67f332a615e0adea9696978462cd5a3c3b7ce1',
  3: 'f5f1528eb6e1d69872987d6d013c2e35ff47612b5b4ec1c9092f690622208178',
  4: '32b57cee88268d2ec9d3c552e86bf8df2691288e5db89118c708f8d03c572a6f',
  5: 'd96726f0f6e7832ae925051859e1759ccefde613961f8cddee3c57e1da3ab58d',
};

test('every recorded set is closed', () => {
  const closed = Object.entries(CLOSED).map(([version, sets]) => [version, Object.keys(sets)]);
  expect(closed).toEqual(
    MANIFESTS.map(({ version, sets }) => [version, sets.map(({ name }) => name)]),
  );
  expect(Object.keys(DATABASES)).toEqual(goldenVersions());
});

test.each(SETS)(
  'version $version: the entry of $name in the manifest is as it was closed',
  ({ version, ...entry }) => {
    expect(sha256(JSON.stringify(entry))).toBe(CLOSED[version]?.[entry.name]);
  },
);

test.each(Object.entries(DATABASES))(
  'version %s: the database is as it was closed',
  (version, hash) => {
    expect(sha256(readFileSync(join(GOLDEN_FOLDER, version, 'whole.database.gz')))).toBe(hash);
  },
);

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

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
  return sha256(JSON.stringify(state));
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
