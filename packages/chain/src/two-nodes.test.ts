import { describe, expect, it } from 'vitest';
import type {
  BlockRef,
  ChainAdapter,
  ChainBlock,
  Deposit,
  Signed,
  TransactionStatus,
  Unsigned,
} from './adapter.ts';
import { ChainFault } from './chain-fault.ts';
import { twoNodes } from './two-nodes.ts';
import { WatchedAddresses } from './watched-addresses.ts';

const HASH = '0xb1';
const WATCH = { addresses: new WatchedAddresses(), ownsOutput: () => false };
const UNSIGNED: Unsigned = {
  chain: 'tron',
  from: 'a',
  key: { branch: 'tron', account: 1, index: 0 },
  rawData: '00',
  expiresAtMs: 0,
};
const SIGNED: Signed = { chain: 'ethereum', txid: '0x1', raw: '0x' };
const DEPOSIT: Deposit = {
  asset: 'ETH',
  txid: '0xd',
  index: 0,
  to: '0xours',
  owner: 1_000,
  amount: 5n,
  from: ['0xsomebody'],
};

const ref = (height: number, hash = HASH): BlockRef => ({
  height,
  hash,
  parent: '0xb0',
  timeMs: 1_000,
});
const block = (deposits: readonly Deposit[] = [DEPOSIT], hash = HASH): ChainBlock => ({
  ...ref(7, hash),
  deposits,
  refused: [],
  created: [],
  spent: [],
});
const included = (
  more: Partial<Extract<TransactionStatus, { state: 'included' }>> = {},
): TransactionStatus => ({
  state: 'included',
  height: 7,
  block: HASH,
  confirmations: 6,
  succeeded: true,
  fee: 21n,
  ...more,
});

/** A node with these answers only. */
function node(says: Partial<ChainAdapter>): ChainAdapter {
  const silent = (): Promise<never> => Promise.reject(new ChainFault('unreachable', 'no answer'));
  return {
    chain: 'ethereum',
    assets: [],
    head: silent,
    block: silent,
    blockRef: silent,
    status: silent,
    usedBy: silent,
    estimateFee: silent,
    nextNonce: silent,
    buildTransfer: silent,
    buildReplacement: silent,
    broadcast: silent,
    balance: silent,
    ...says,
  };
}

const pair = (one: Partial<ChainAdapter>, other: Partial<ChainAdapter>): ChainAdapter =>
  twoNodes({ name: 'a.example', adapter: node(one) }, { name: 'b.example', adapter: node(other) });
const says =
  <T>(value: T) =>
  () =>
    Promise.resolve(value);

describe('two nodes', () => {
  it('tell of a block that both have, with the same transfers', async () => {
    expect(await pair({ block: says(block()) }, { block: says(block()) }).block(7, WATCH)).toEqual(
      block(),
    );
    expect(
      await pair({ block: says(block()) }, { block: says(undefined) }).block(7, WATCH),
    ).toBeUndefined();
    expect(
      await pair({ block: says(undefined) }, { block: says(block()) }).block(7, WATCH),
    ).toBeUndefined();
  });

  it.each([
    ['a deposit that the other has not', block(), block([])],
    ['another amount', block(), block([{ ...DEPOSIT, amount: 6n }])],
    ['another receiver', block(), block([{ ...DEPOSIT, to: '0xothers', owner: 1_001 }])],
    ['another transaction', block(), block([{ ...DEPOSIT, txid: '0xe' }])],
    ['another block', block(), block([DEPOSIT], '0xb2')],
    ['another parent', block(), { ...block(), parent: '0xb9' }],
    [
      'a transfer that the other refuses',
      block(),
      {
        ...block([]),
        refused: [
          {
            asset: 'ETH',
            txid: '0xd',
            index: 0,
            to: '0xours',
            amount: 5n,
            reason: 'failed' as const,
          },
        ],
      },
    ],
    ['an output that the other calls spent', block(), { ...block(), spent: ['0xd:0'] }],
  ])('do not tell of a block where one says %s', async (_what, one, other) => {
    for (const [first, second] of [
      [one, other],
      [other, one],
    ] as const) {
      await expect(
        pair({ block: says(first) }, { block: says(second) }).block(7, WATCH),
      ).rejects.toMatchObject({
        code: 'contradiction',
        message: expect.stringMatching(
          /block 7: a\.example says 0x.*; b\.example says 0x/,
        ) as string,
      });
    }
  });

  it('name what only one of them tells of', async () => {
    await expect(
      pair({ block: says(block()) }, { block: says(block([])) }).block(7, WATCH),
    ).rejects.toThrow(
      'a.example says 0xb1, with 5 of ETH to 0xours in 0xd:0; b.example says 0xb1, with nothing that the other has not',
    );
  });

  it('tell of nothing while one is silent, and which it is', async () => {
    await expect(pair({ block: says(block()) }, {}).block(7, WATCH)).rejects.toMatchObject({
      code: 'unreachable',
      message: 'node b.example: no answer',
    });
    await expect(
      pair({}, { status: says(included()) }).status('0x1', UNSIGNED),
    ).rejects.toMatchObject({ code: 'unreachable', message: 'node a.example: no answer' });
  });

  it('take no block back on the word of one', async () => {
    expect(await pair({ blockRef: says(ref(7)) }, { blockRef: says(ref(7)) }).blockRef(7)).toEqual(
      ref(7),
    );
    expect(
      await pair({ blockRef: says(undefined) }, { blockRef: says(undefined) }).blockRef(7),
    ).toBeUndefined();
    for (const other of [undefined, ref(7, '0xb2')]) {
      await expect(
        pair({ blockRef: says(ref(7)) }, { blockRef: says(other) }).blockRef(7),
      ).rejects.toMatchObject({ code: 'contradiction' });
      await expect(
        pair({ blockRef: says(other) }, { blockRef: says(ref(7)) }).blockRef(7),
      ).rejects.toMatchObject({ code: 'contradiction' });
    }
  });

  it('are as far as the one behind, and not while that stands still', async () => {
    expect(await pair({ head: says(ref(9)) }, { head: says(ref(7)) }).head()).toEqual(ref(7));
    expect(await pair({ head: says(ref(7)) }, { head: says(ref(9)) }).head()).toEqual(ref(7));
    await expect(pair({ head: says(ref(100)) }, { head: says(ref(7)) }).head()).rejects.toThrow(
      'node b.example is more than 25 blocks behind node a.example',
    );
  });

  it.each<[string, TransactionStatus, TransactionStatus, TransactionStatus]>([
    [
      'included in both',
      included(),
      included({ confirmations: 4 }),
      included({ confirmations: 4 }),
    ],
    ['included in one', included(), { state: 'pending' }, { state: 'pending' }],
    [
      'included in one and unknown to the other',
      included(),
      { state: 'unknown' },
      { state: 'unknown' },
    ],
    ['unknown to one', { state: 'pending' }, { state: 'unknown' }, { state: 'unknown' }],
    [
      'impossible for both',
      { state: 'impossible', why: 'expired' },
      { state: 'impossible', why: 'expired' },
      { state: 'impossible', why: 'expired' },
    ],
  ])('say of a transaction that is %s', async (_what, one, other, expected) => {
    expect(
      await pair({ status: says(one) }, { status: says(other) }).status('0x1', UNSIGNED),
    ).toEqual(expected);
    expect(
      await pair({ status: says(other) }, { status: says(one) }).status('0x1', UNSIGNED),
    ).toEqual(expected);
  });

  it.each<[string, TransactionStatus, TransactionStatus]>([
    ['in another block', included(), included({ block: '0xb2' })],
    ['without effect', included(), included({ succeeded: false })],
    ['at another cost', included(), included({ fee: 22n })],
    ['impossible', included(), { state: 'impossible', why: 'replaced' }],
    [
      'impossible where the other waits',
      { state: 'unknown' },
      { state: 'impossible', why: 'expired' },
    ],
    [
      'in a block that the other should have by now',
      included({ confirmations: 26 }),
      { state: 'unknown' },
    ],
  ])('contradict each other of a transaction that one calls %s', async (_what, one, other) => {
    await expect(
      pair({ status: says(one) }, { status: says(other) }).status('0x1', UNSIGNED),
    ).rejects.toMatchObject({ code: 'contradiction' });
    await expect(
      pair({ status: says(other) }, { status: says(one) }).status('0x1', UNSIGNED),
    ).rejects.toMatchObject({ code: 'contradiction' });
  });

  it('count what the more careful one says', async () => {
    expect(await pair({ usedBy: says(9) }, { usedBy: says(0) }).usedBy('0x1', UNSIGNED)).toBe(0);
    expect(await pair({ balance: says(9n) }, { balance: says(4n) }).balance('ETH', '0x')).toBe(4n);
  });

  it('are sent a transaction both, and one that takes it is enough', async () => {
    const refused = (): Promise<never> => Promise.reject(new ChainFault('refused', 'no'));
    expect(await pair({ broadcast: says('0x1') }, { broadcast: refused }).broadcast(SIGNED)).toBe(
      '0x1',
    );
    expect(await pair({ broadcast: refused }, { broadcast: says('0x1') }).broadcast(SIGNED)).toBe(
      '0x1',
    );
    await expect(pair({ broadcast: refused }, {}).broadcast(SIGNED)).rejects.toMatchObject({
      code: 'refused',
      message: 'node a.example: no',
    });
  });
});
