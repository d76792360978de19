import type { ChainBlock, Watch } from '@meridian/chain/adapter';
import { BitcoinAdapter } from '@meridian/chain/bitcoin/bitcoin-adapter';
import { TronAdapter } from '@meridian/chain/tron/tron-adapter';
import { WatchedAddresses } from '@meridian/chain/watched-addresses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BitcoinStandIn } from './bitcoin-stand-in.ts';
import { TronStandIn } from './tron-stand-in.ts';

// SlowMist's list of fake deposits, on Bitcoin, Omni and Tron. Those of Ethereum are tested beside
// its adapter, on a real chain.

const reasons = (block: ChainBlock): string[] => block.refused.map(({ reason }) => reason);

describe('item 24: Bitcoin and Omni', () => {
  const CUSTOMER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
  const OMNI_CUSTOMER = 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn';
  let node: BitcoinStandIn;
  let adapter: BitcoinAdapter;
  let owned: Set<string>;
  let watch: Watch;

  beforeAll(async () => {
    node = await BitcoinStandIn.start();
    adapter = new BitcoinAdapter({
      url: node.url,
      network: 'regtest',
      assets: [
        { id: 'BTC', chain: 'bitcoin', decimals: 8, dust: 1000n },
        { id: 'USDT.omni', chain: 'bitcoin', token: '31', decimals: 8, dust: 10n ** 8n },
      ],
    });
    const addresses = new WatchedAddresses();
    addresses.add(CUSTOMER, 7);
    addresses.add(OMNI_CUSTOMER, 8);
    owned = new Set();
    watch = { addresses, ownsOutput: (name) => owned.has(name) };
  });
  afterAll(() => node.stop());

  async function mined(): Promise<ChainBlock> {
    node.mine(1);
    const { height } = await adapter.head();
    const block = await adapter.block(height, watch);
    if (block === undefined) throw new Error('no block');
    return block;
  }

  test('a real one, to compare', async () => {
    const txid = node.pay(CUSTOMER, 5_000_000n);
    const block = await mined();
    expect(block.deposits).toMatchObject([
      { asset: 'BTC', txid, owner: 7, amount: 5_000_000n, to: CUSTOMER },
    ]);
    expect(block.created).toMatchObject([{ txid, amount: 5_000_000n, block: block.hash }]);
  });

  test('dust, which is kept as an output all the same', async () => {
    node.pay(CUSTOMER, 999n);
    const block = await mined();
    expect([block.deposits, reasons(block), block.created.length]).toEqual([[], ['dust'], 1]);
  });

  test('made by ourselves: whatever spends an output of ours', async () => {
    const txid = node.pay(CUSTOMER, 50_000n);
    for (const name of node.inputsOf(txid)) owned.add(name);
    const block = await mined();
    expect([block.deposits, reasons(block), block.spent]).toEqual([
      [],
      ['own'],
      node.inputsOf(txid),
    ]);
  });

  test('a double spend: the deposit of the branch that lost is gone', async () => {
    const txid = node.pay(CUSTOMER, 7_000_000n);
    const other = node.signPayment(
      '2N3oefVeg6stiTb5Kh3ozCSkaqmx91FDbsm',
      6_900_000n,
      node.inputsOf(txid),
    );
    const before = await mined();
    expect(before.deposits).toHaveLength(1);
    node.reorg(1, { instead: [other] });
    expect((await adapter.block(before.height, watch))?.deposits).toEqual([]);
    expect((await adapter.block(before.height, watch))?.hash).not.toBe(before.hash);
  });

  test('Omni: a real one, to compare', async () => {
    node.payOmni(OMNI_CUSTOMER, 31, 250n * 10n ** 8n);
    const block = await mined();
    expect(block.deposits).toMatchObject([
      {
        asset: 'USDT.omni',
        index: 1_000_000,
        owner: 8,
        amount: 250n * 10n ** 8n,
        to: OMNI_CUSTOMER,
      },
    ]);
    // The bitcoin output that carries it is dust.
    expect(reasons(block)).toEqual(['dust']);
  });

  test('Omni: `valid: false`, the transfer of what the sender does not have', async () => {
    node.payOmni(OMNI_CUSTOMER, 31, 10n ** 15n, false);
    const block = await mined();
    expect([block.deposits, reasons(block)]).toEqual([[], ['dust', 'invalid']]);
  });

  test('Omni: a payload that Omni does not take for its own is no deposit, and stops nobody', async () => {
    node.notOmni.add(node.payOmni(OMNI_CUSTOMER, 31, 5n * 10n ** 8n));
    const block = await mined();
    expect([block.deposits, reasons(block)]).toEqual([[], ['dust', 'invalid']]);
  });

  test('Omni: another property, which anybody can make', async () => {
    node.payOmni(OMNI_CUSTOMER, 32, 10n ** 12n);
    const block = await mined();
    expect([block.deposits, reasons(block)]).toEqual([[], ['dust']]);
  });

  test('Omni: dust', async () => {
    node.payOmni(OMNI_CUSTOMER, 31, 10n ** 8n - 1n);
    const block = await mined();
    expect([block.deposits, reasons(block)]).toEqual([[], ['dust', 'dust']]);
  });

  test('coins that a miner makes cannot be spent for a hundred blocks, and are not taken', async () => {
    const { height } = await mined();
    const block = await adapter.block(height, {
      addresses: everything(new WatchedAddresses()),
      ownsOutput: () => false,
    });
    expect([block?.deposits, block?.created]).toEqual([[], []]);
  });
});

/** Treats every address as ours. */
function everything(addresses: WatchedAddresses): WatchedAddresses {
  return Object.assign(addresses, { ownerOf: () => 1 });
}

describe('item 24: Tron', () => {
  const CUSTOMER = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
  let node: TronStandIn;
  let dollar: string;
  let watch: Watch;
  let bank: string;
  const adapterOf = (...contracts: readonly string[]): TronAdapter =>
    new TronAdapter({
      url: node.url,
      assets: [
        { id: 'TRX', chain: 'tron', decimals: 6, dust: 1_000_000n },
        ...contracts.map(
          (token) =>
            ({ id: `USDT.${token}`, chain: 'tron', token, decimals: 6, dust: 1_000_000n }) as const,
        ),
      ],
    });

  beforeAll(async () => {
    node = await TronStandIn.start();
    dollar = node.deployToken('honest');
    const addresses = new WatchedAddresses();
    addresses.add(CUSTOMER, 7);
    watch = { addresses, ownsOutput: () => false };
    await node.pay(CUSTOMER, 2_000_000n);
    bank = (await mined(adapterOf())).deposits[0]?.from[0] ?? '';
  });
  afterAll(() => node.stop());

  async function mined(adapter = adapterOf(dollar)): Promise<ChainBlock> {
    node.mine(1);
    const { height } = await adapter.head();
    const block = await adapter.block(height, watch);
    if (block === undefined) throw new Error('no block');
    return block;
  }

  test('a real one, to compare', async () => {
    const txid = await node.pay(CUSTOMER, 250_000_000n, dollar);
    expect((await mined()).deposits).toMatchObject([
      { txid, index: 1, owner: 7, amount: 250_000_000n, to: CUSTOMER, from: [bank] },
    ]);
  });

  test('a look-alike contract', async () => {
    await node.pay(CUSTOMER, 250_000_000n, node.deployToken('honest'));
    const block = await mined();
    expect([block.deposits, block.refused]).toEqual([[], []]);
  });

  test('a transfer that failed', async () => {
    await node.payWithout(CUSTOMER, 10n ** 15n, dollar);
    const block = await mined();
    expect([block.deposits, reasons(block)]).toEqual([[], ['failed']]);
  });

  test('a token that returns false and moves nothing, listed or not', async () => {
    const silent = node.deployToken('silent');
    await node.pay(CUSTOMER, 250_000_000n, silent);
    const block = await mined(adapterOf(dollar, silent));
    expect([block.deposits, block.refused]).toEqual([[], []]);
  });

  test('the log of another contract', async () => {
    await node.pay(CUSTOMER, 250_000_000n, node.deployToken('liar'));
    expect((await mined()).deposits).toEqual([]);
  });

  test('dust, and nothing at all', async () => {
    await node.pay(CUSTOMER, 999_999n, dollar);
    expect(reasons(await mined())).toEqual(['dust']);
    await node.pay(CUSTOMER, 0n, dollar);
    const block = await mined();
    expect([block.deposits, reasons(block)]).toEqual([[], ['zero']]);
    await node.pay(CUSTOMER, 1n);
    expect(reasons(await mined())).toEqual(['dust']);
  });

  test('made by ourselves', async () => {
    const addresses = new WatchedAddresses();
    addresses.add(CUSTOMER, 7);
    addresses.add(bank, 1);
    await node.pay(CUSTOMER, 250_000_000n, dollar);
    const { height } = await mined();
    const block = await adapterOf(dollar).block(height, { ...watch, addresses });
    expect([block?.deposits, block && reasons(block)]).toEqual([[], ['own']]);
  });

  test('a fork takes it away', async () => {
    const txid = await node.pay(CUSTOMER, 250_000_000n, dollar);
    const before = await mined();
    expect(before.deposits).toHaveLength(1);
    node.reorg(1, [txid]);
    expect(await adapterOf(dollar).block(before.height, watch)).toMatchObject({
      deposits: [],
      parent: before.parent,
    });
    expect(node.balanceOf(CUSTOMER, dollar)).toBeGreaterThan(0n);
  });
});
