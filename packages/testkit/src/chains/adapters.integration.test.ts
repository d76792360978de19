import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { follows, type ChainAdapter, type Signed, type Unsigned } from '@meridian/chain/adapter';
import { BitcoinAdapter } from '@meridian/chain/bitcoin/bitcoin-adapter';
import { ChainFault } from '@meridian/chain/chain-fault';
import { DEPOSIT_ACCOUNT, HOT_ACCOUNT, type KeyRef, MOST_FEE } from '@meridian/chain/chains';
import { LOCAL_CHAIN_ID } from '@meridian/chain/local/local-chain';
import { sealApproval, type Approval } from '@meridian/chain/signer/approval';
import { BY_EXCHANGE_ALONE } from '@meridian/chain/signer/policy';
import { Signer } from '@meridian/chain/signer/signer';
import { SignerLog } from '@meridian/chain/signer/signer-log';
import { freePort } from '@meridian/chain/testing/free-port';
import { TronAdapter } from '@meridian/chain/tron/tron-adapter';
import { twoNodes } from '@meridian/chain/two-nodes';
import { WatchedAddresses } from '@meridian/chain/watched-addresses';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  bitcoinUnderTest,
  ethereumUnderTest,
  Follower,
  root,
  tronUnderTest,
  type ChainUnderTest,
} from './chain-under-test.ts';

// One set of tests for every chain: the behaviour that the watcher and the sender rely on.

const KEY = Buffer.alloc(32, 3);
const folder = mkdtempSync(path.join(tmpdir(), 'meridian-adapters-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Candidate {
  readonly name: string;
  readonly start: () => Promise<ChainUnderTest>;
  readonly canReplace: boolean;
}

/** A second node that agrees with the first must change nothing. */
function withTwoNodes(chain: ChainUnderTest): ChainUnderTest {
  return {
    ...chain,
    adapter: twoNodes(
      { name: 'first', adapter: chain.adapter },
      { name: 'second', adapter: chain.adapter },
    ),
  };
}

const candidates: readonly Candidate[] = [
  {
    name: 'ether on anvil',
    start: async () => ethereumUnderTest(await freePort(), 'coin'),
    canReplace: true,
  },
  {
    name: 'ether on anvil, as two nodes tell it',
    start: async () => ethereumUnderTest(await freePort(), 'coin').then(withTwoNodes),
    canReplace: true,
  },
  {
    name: 'an ERC-20 dollar on anvil',
    start: async () => ethereumUnderTest(await freePort(), 'token'),
    canReplace: true,
  },
  { name: 'bitcoin', start: () => bitcoinUnderTest('coin'), canReplace: true },
  {
    name: 'bitcoin as two nodes tell it',
    start: () => bitcoinUnderTest('coin').then(withTwoNodes),
    canReplace: true,
  },
  { name: 'Omni property 31', start: () => bitcoinUnderTest('token'), canReplace: true },
  { name: 'a TRC-20 dollar', start: tronUnderTest, canReplace: false },
];

describe.each(candidates)('$name', ({ name, start, canReplace }) => {
  let chain: ChainUnderTest;
  let follower: Follower;
  let signer: Signer;
  let ids = 0;
  const deposit: KeyRef = { branch: 'ethereum', account: DEPOSIT_ACCOUNT, index: 3 };
  const hot: KeyRef = { branch: 'ethereum', account: HOT_ACCOUNT, index: 0 };
  const onBranch = (key: KeyRef): KeyRef => ({ ...key, branch: chain.branch });

  beforeAll(async () => {
    chain = await start();
    const { adapter } = chain;
    const limit = { perHour: 10n ** 30n, perDay: 10n ** 30n };
    const assets = adapter.assets.map((asset) => ({ ...asset, ...limit, ...BY_EXCHANGE_ALONE }));
    const policy = {
      ethereumChainId: LOCAL_CHAIN_ID,
      bitcoinNetwork: 'regtest',
      assets,
      mostFee: { ...MOST_FEE, ethereum: 10n ** 17n, tron: 10n ** 9n },
      coldAddresses: [],
    } as const;
    signer = new Signer({
      root,
      policy,
      log: new SignerLog(path.join(folder, `${name}.jsonl`)),
      approvalKey: KEY,
      now: () => 1_000,
    });
  });
  beforeEach(async () => {
    follower = new Follower(chain.adapter, signer.xpubs, (await chain.adapter.head()).height + 1);
    follower.address(onBranch(deposit));
    follower.address(onBranch(hot));
  });
  afterAll(() => chain.stop());

  async function sign(
    unsigned: Unsigned,
    change: Partial<Approval> = {},
    toKey?: KeyRef,
  ): Promise<Signed> {
    ids += 1;
    const approval: Approval = {
      id: `withdrawal:${ids}`,
      kind: 'withdrawal',
      chain: chain.adapter.chain,
      asset: chain.asset.id,
      to: chain.stranger,
      amount: chain.amount.toString(),
      maxFee: (10n ** 17n).toString(),
      attempt: 1,
      expiresAtMs: 2_000,
      ...change,
    };
    return signer.sign({
      approval: sealApproval(approval, KEY),
      unsigned,
      ...(toKey === undefined ? {} : { toKey }),
    });
  }

  /** Puts coins and fuel on the hot address. */
  async function fundHot(amount: bigint): Promise<void> {
    const address = follower.address(onBranch(hot));
    await chain.pay(address, amount);
    await chain.mine(1);
    await chain.fuel(address);
    await follower.follow();
  }

  async function buildWithdrawal(): Promise<Unsigned> {
    const { adapter, asset, stranger, amount } = chain;
    return adapter.buildTransfer({
      asset: asset.id,
      to: stranger,
      amount,
      source: await follower.source(onBranch(hot)),
      fee: await adapter.estimateFee(),
    });
  }

  test('blocks follow each other, and above the head there is none', async () => {
    await chain.mine(3);
    const blocks = await follower.follow();
    expect(blocks.length).toBeGreaterThanOrEqual(3);
    blocks.slice(1).forEach((block, at) => expect(follows(block, blocks[at]!)).toBe(true));
    const head = await chain.adapter.head();
    expect(blocks.at(-1)).toMatchObject(head);
    expect(await chain.adapter.blockRef(head.height)).toEqual(head);
    expect(await chain.adapter.blockRef(head.height + 1)).toBeUndefined();
  });

  test('a deposit is reported once, with its owner and to the last unit', async () => {
    const to = follower.address(onBranch(deposit));
    const txid = await chain.pay(to, chain.amount);
    await chain.mine(2);
    const found = (await follower.follow())
      .flatMap(({ deposits }) => deposits)
      .filter((entry) => entry.asset === chain.asset.id);
    expect(found).toMatchObject([
      { asset: chain.asset.id, txid, to, owner: 100_003, amount: chain.amount },
    ]);
    expect(await chain.adapter.balance(chain.asset.id, to)).toBeGreaterThanOrEqual(chain.amount);
  });

  test('a fork takes a deposit away, and the chain shows where it left', async () => {
    const txid = await chain.pay(follower.address(onBranch(deposit)), chain.amount);
    await chain.mine(1);
    const before = (await follower.follow()).at(-1);
    if (before === undefined) throw new Error('no block');
    expect(before.deposits.map((entry) => entry.txid)).toContain(txid);
    await chain.reorgWithout(1, txid);
    expect((await chain.adapter.blockRef(before.height))?.hash).not.toBe(before.hash);
    expect((await chain.adapter.blockRef(before.height))?.parent).toBe(before.parent);
    expect((await chain.adapter.block(before.height, follower))?.deposits).toEqual([]);
  });

  test('a withdrawal arrives to the last unit; sent twice it is paid once', async () => {
    const { adapter, asset, stranger, amount } = chain;
    await fundHot(amount * 2n);
    const before = await adapter.balance(asset.id, stranger);
    const unsigned = await buildWithdrawal();
    const signed = await sign(JSON.parse(JSON.stringify(unsigned)) as Unsigned);
    expect(await adapter.status(signed.txid, unsigned)).toEqual({ state: 'unknown' });
    expect(await adapter.broadcast(signed)).toBe(signed.txid);
    expect(await adapter.broadcast(signed)).toBe(signed.txid);
    expect(await adapter.status(signed.txid, unsigned)).toEqual({ state: 'pending' });
    await chain.mine(1);
    const head = await adapter.head();
    expect(await adapter.status(signed.txid, unsigned)).toMatchObject({
      state: 'included',
      height: head.height,
      block: head.hash,
      confirmations: 1,
      succeeded: true,
    });
    expect(await adapter.broadcast(signed)).toBe(signed.txid);
    await chain.mine(5);
    expect(await adapter.status(signed.txid, unsigned)).toMatchObject({ confirmations: 6 });
    expect((await adapter.balance(asset.id, stranger)) - before).toBe(amount);
    // Transactions of our own are no deposits, least of all their change.
    expect((await follower.follow()).flatMap(({ deposits }) => deposits)).toEqual([]);
  });

  test('a transaction that the node dropped, or that a fork took out, is sent again as it is', async () => {
    const { adapter, asset, stranger, amount } = chain;
    await fundHot(amount * 2n);
    const before = await adapter.balance(asset.id, stranger);
    const unsigned = await buildWithdrawal();
    const signed = await sign(unsigned);
    await adapter.broadcast(signed);
    await chain.forget(signed.txid);
    expect(await adapter.status(signed.txid, unsigned)).toEqual({ state: 'unknown' });
    await adapter.broadcast(signed);
    await chain.mine(1);
    expect(await adapter.status(signed.txid, unsigned)).toMatchObject({ state: 'included' });
    await chain.reorgWithout(1, signed.txid);
    const { state } = await adapter.status(signed.txid, unsigned);
    expect(['unknown', 'pending']).toContain(state);
    await adapter.broadcast(signed);
    await chain.mine(1);
    expect(await adapter.status(signed.txid, unsigned)).toMatchObject({
      state: 'included',
      succeeded: true,
    });
    expect((await adapter.balance(asset.id, stranger)) - before).toBe(amount);
  });

  test('a sweep from a deposit address to the hot one is ours, not a deposit', async () => {
    const { adapter, asset, amount } = chain;
    const from = follower.address(onBranch(deposit));
    const to = follower.address(onBranch(hot));
    await fundHot(amount);
    await chain.pay(from, amount);
    await chain.mine(1);
    await chain.fuel(from);
    await follower.follow();
    const part = amount / 2n;
    const unsigned = await adapter.buildTransfer({
      asset: asset.id,
      to,
      amount: part,
      source: await follower.source(onBranch(deposit)),
      fee: await adapter.estimateFee(),
    });
    await adapter.broadcast(
      await sign(unsigned, { kind: 'internal', to, amount: part.toString() }, onBranch(hot)),
    );
    await chain.mine(1);
    const blocks = await follower.follow();
    expect(blocks.flatMap(({ deposits }) => deposits)).toEqual([]);
    expect(blocks.flatMap(({ refused }) => refused)).toContainEqual(
      expect.objectContaining({ asset: asset.id, to, amount: part, reason: 'own' }),
    );
  });

  test('more than there is cannot be built', async () => {
    const source = await follower.source(onBranch({ ...hot, index: 7 }));
    const { asset, stranger, amount, adapter } = chain;
    await expect(
      adapter.buildTransfer({
        asset: asset.id,
        to: stranger,
        amount,
        source,
        fee: await adapter.estimateFee(),
      }),
    ).rejects.toMatchObject({ code: 'unfunded' });
    await expect(
      adapter.buildTransfer({
        asset: 'NONE',
        to: stranger,
        amount,
        source,
        fee: await adapter.estimateFee(),
      }),
    ).rejects.toMatchObject({ code: 'unfit' });
  });

  test('bytes that nobody signed properly are not taken', async () => {
    await fundHot(chain.amount * 2n);
    const signed = await sign(await buildWithdrawal());
    const wrong = {
      ...signed,
      raw: signed.raw.replace(
        /(.)(.{20})$/,
        (_, digit: string, rest: string) => `${digit === '0' ? '1' : '0'}${rest}`,
      ),
    };
    await expect(chain.adapter.broadcast(wrong)).rejects.toBeInstanceOf(ChainFault);
    // Its nonce is signed and must be used, or every later transaction waits.
    await chain.adapter.broadcast(signed);
    await chain.mine(1);
  });

  test.runIf(canReplace)(
    'a higher fee replaces: one of the two is included, and the other never can be (invariant W3)',
    async () => {
      const { adapter, asset, stranger, amount } = chain;
      await fundHot(amount * 2n);
      const before = await adapter.balance(asset.id, stranger);
      const first = await buildWithdrawal();
      const signedFirst = await sign(first);
      await adapter.broadcast(signedFirst);
      const second = await adapter.buildReplacement(first, await adapter.estimateFee());
      ids -= 1;
      const signedSecond = await sign(second);
      expect(signedSecond.txid).not.toBe(signedFirst.txid);
      await adapter.broadcast(signedSecond);
      await chain.mine(2);
      expect(await adapter.status(signedSecond.txid, second)).toMatchObject({
        state: 'included',
        succeeded: true,
      });
      expect(await adapter.status(signedFirst.txid, first)).toEqual({
        state: 'impossible',
        why: 'replaced',
      });
      await expect(adapter.broadcast(signedFirst)).rejects.toMatchObject({ code: 'refused' });
      expect((await adapter.balance(asset.id, stranger)) - before).toBe(amount);
    },
  );

  test.runIf(!canReplace)(
    'what expired is not included any more, and can be built anew',
    async () => {
      const { adapter, amount } = chain;
      await fundHot(amount * 2n);
      const unsigned = await buildWithdrawal();
      const signed = await sign(unsigned);
      await expect(
        adapter.buildReplacement(unsigned, await adapter.estimateFee()),
      ).rejects.toMatchObject({ code: 'unfit' });
      await chain.mine(25);
      expect(await adapter.status(signed.txid, unsigned)).toEqual({ state: 'unknown' });
      await chain.mine(20);
      expect(await adapter.status(signed.txid, unsigned)).toEqual({
        state: 'impossible',
        why: 'expired',
      });
      await expect(adapter.broadcast(signed)).rejects.toMatchObject({ code: 'refused' });
    },
  );
});

/** Queries that a real node can answer about a chain on which we own nothing. */
const real: readonly {
  readonly name: string;
  readonly setting: string;
  readonly open: (url: string) => ChainAdapter;
}[] = [
  {
    name: 'a real Bitcoin node',
    setting: 'CHAIN_BTC_RPC',
    open: (url) =>
      new BitcoinAdapter({
        url,
        network: 'mainnet',
        assets: [{ id: 'BTC', chain: 'bitcoin', decimals: 8, dust: 1000n }],
      }),
  },
  {
    name: 'a real Tron node',
    setting: 'CHAIN_TRON_RPC',
    open: (url) =>
      new TronAdapter({
        url,
        assets: [
          {
            id: 'USDT.trc20',
            chain: 'tron',
            token: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
            decimals: 6,
            dust: 1000n,
          },
        ],
      }),
  },
];

describe.each(real)('$name', ({ setting, open }) => {
  const url = process.env[setting];

  test.skipIf(url === undefined)(`follows its chain (${setting})`, async () => {
    const adapter = open(url ?? '');
    const head = await adapter.head();
    const watch = { addresses: new WatchedAddresses(), ownsOutput: () => false };
    const older = await adapter.block(head.height - 4, watch);
    const newer = await adapter.block(head.height - 3, watch);
    expect(older !== undefined && newer !== undefined && follows(newer, older)).toBe(true);
    expect(await adapter.blockRef(head.height + 1_000)).toBeUndefined();
    await adapter.estimateFee();
  });
});
