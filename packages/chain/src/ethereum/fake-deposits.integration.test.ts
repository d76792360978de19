import { getAddress, parseEther, type Address, type Hex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChainBlock, Watch } from '../adapter.ts';
import { compiledContract, type ContractName } from '../local/compile-contracts.ts';
import { LOCAL_CHAIN_ID, startLocalChain, type LocalChain } from '../local/local-chain.ts';
import { freePort } from '../testing/free-port.ts';
import { WatchedAddresses } from '../watched-addresses.ts';
import { EthereumAdapter } from './ethereum-adapter.ts';

// SlowMist's list of fake deposits, each on a real chain: nothing of it may be reported as a
// deposit.

const MNEMONIC = 'test test test test test test test test test test test junk';
/** A customer's deposit address, the hot address, and a foreign one. */
const customer = mnemonicToAccount(MNEMONIC, { addressIndex: 5 });
const hot = mnemonicToAccount(MNEMONIC, { addressIndex: 6 });
const stranger = mnemonicToAccount(MNEMONIC, { addressIndex: 7 });
const ONE = 1_000_000n;

let chain: LocalChain;
let dollar: Address;
let adapter: EthereumAdapter;
let watch: Watch;

beforeAll(async () => {
  chain = await startLocalChain({ port: await freePort(), mnemonic: MNEMONIC });
  dollar = await chain.deployDollar();
  adapter = new EthereumAdapter({
    url: chain.url,
    chainId: LOCAL_CHAIN_ID,
    assets: [
      { id: 'ETH', chain: 'ethereum', decimals: 18, dust: parseEther('0.0001') },
      { id: 'USDT.erc20', chain: 'ethereum', token: dollar, decimals: 6, dust: ONE },
    ],
  });
  const addresses = new WatchedAddresses();
  addresses.add(customer.address, 100_000);
  addresses.add(hot.address, 1);
  watch = { addresses, ownsOutput: () => false };
});

afterAll(() => chain.stop());

/** The block that holds a transaction, as the watcher sees it. */
async function seen(hash: Hex): Promise<ChainBlock> {
  const { blockNumber } = await chain.client.waitForTransactionReceipt({
    hash,
    pollingInterval: 10,
  });
  const block = await adapter.block(Number(blockNumber), watch);
  if (block === undefined) throw new Error('no block');
  return block;
}

const reasons = (block: ChainBlock): string[] => block.refused.map(({ reason }) => reason);

/** Sends without estimating first whether the call will work. */
function call(
  contract: ContractName,
  address: Address,
  functionName: string,
  args: readonly unknown[],
  value = 0n,
): Promise<Hex> {
  const { abi } = compiledContract(contract);
  return chain.client.wallet.writeContract({
    address,
    abi,
    functionName,
    args,
    value,
    gas: 300_000n,
  });
}

describe('real deposits', () => {
  test('dollars of the listed contract', async () => {
    const block = await seen(await chain.sendDollars(dollar, customer.address, 250n * ONE));
    expect(block.deposits).toMatchObject([
      {
        asset: 'USDT.erc20',
        index: 1,
        to: customer.address,
        owner: 100_000,
        amount: 250n * ONE,
        from: [getAddress(chain.maker)],
      },
    ]);
    expect(block.refused).toEqual([]);
  });

  test('ether', async () => {
    const block = await seen(await chain.fund(customer.address, parseEther('1.5')));
    expect(block.deposits).toMatchObject([
      { asset: 'ETH', index: 0, owner: 100_000, amount: parseEther('1.5') },
    ]);
  });
});

describe('item 24: fake deposits', () => {
  test('a look-alike contract with the same name and sign', async () => {
    const twin = await chain.deploy('TestDollar', ['Test Dollar', 'USDT', 6]);
    const block = await seen(await chain.sendDollars(twin, customer.address, 250n * ONE));
    expect(block.deposits).toEqual([]);
  });

  test('a token with other decimals is not the listed one, and what a contract says of its decimals is never asked', async () => {
    const coarse = await chain.deploy('TestDollar', ['Test Dollar', 'USDT', 18]);
    expect(
      (await seen(await chain.sendDollars(coarse, customer.address, 10n ** 18n))).deposits,
    ).toEqual([]);
    const listed = new EthereumAdapter({
      url: chain.url,
      chainId: LOCAL_CHAIN_ID,
      assets: [{ id: 'COARSE', chain: 'ethereum', token: coarse, decimals: 18, dust: 0n }],
    });
    const { blockNumber } = await chain.client.getTransactionReceipt({
      hash: await chain.sendDollars(coarse, customer.address, 10n ** 9n),
    });
    const block = await listed.block(Number(blockNumber), watch);
    // A tenth of the smallest unit that the exchange can hold.
    expect([block?.deposits, block && reasons(block)]).toEqual([[], ['dust']]);
  });

  test('a failed receipt', async () => {
    const { abi } = compiledContract('TestDollar');
    const block = await seen(
      await chain.client.wallet.writeContract({
        address: dollar,
        abi,
        functionName: 'transfer',
        args: [customer.address, 10n ** 15n],
        gas: 200_000n,
      }),
    );
    expect([block.deposits, reasons(block)]).toEqual([[], ['failed']]);
  });

  test('ether in a transaction that ran out of gas', async () => {
    const trap = await chain.deploy('SilentDollar', []);
    const addresses = new WatchedAddresses();
    addresses.add(trap, 7);
    const hash = await chain.client.wallet.sendTransaction({
      to: trap,
      value: parseEther('2'),
      gas: 30_000n,
    });
    const { blockNumber } = await chain.client.waitForTransactionReceipt({
      hash,
      pollingInterval: 10,
    });
    const block = await adapter.block(Number(blockNumber), { ...watch, addresses });
    expect(block).toMatchObject({ deposits: [], refused: [{ reason: 'failed' }] });
  });

  test('a token that returns false and moves nothing', async () => {
    const silent = await chain.deploy('SilentDollar', []);
    const block = await seen(
      await call('SilentDollar', silent, 'transfer', [customer.address, 250n * ONE]),
    );
    expect(block.deposits).toEqual([]);
    // Not even when it is listed.
    const listed = new EthereumAdapter({
      url: chain.url,
      chainId: LOCAL_CHAIN_ID,
      assets: [{ id: 'SILENT', chain: 'ethereum', token: silent, decimals: 6, dust: 0n }],
    });
    expect((await listed.block(block.height, watch))?.deposits).toEqual([]);
  });

  test('the log of another contract', async () => {
    const liar = await chain.deploy('FakeLog', []);
    expect(
      (await seen(await call('FakeLog', liar, 'transfer', [customer.address, 250n * ONE])))
        .deposits,
    ).toEqual([]);
  });

  test('dust', async () => {
    const block = await seen(await chain.sendDollars(dollar, customer.address, ONE - 1n));
    expect([block.deposits, reasons(block)]).toEqual([[], ['dust']]);
    const ether = await seen(await chain.fund(customer.address, 1n));
    expect([ether.deposits, reasons(ether)]).toEqual([[], ['dust']]);
  });

  test('zero value (address poisoning)', async () => {
    const block = await seen(
      await call('TestDollar', dollar, 'transferFrom', [stranger.address, customer.address, 0n]),
    );
    expect([block.deposits, reasons(block)]).toEqual([[], ['zero']]);
  });

  test('made by ourselves: a sweep to the hot address, fuel for a deposit address', async () => {
    const { abi } = compiledContract('TestDollar');
    await chain.sendDollars(dollar, customer.address, 50n * ONE);
    const swept = await seen(
      await chain.client.wallet.writeContract({
        account: customer,
        address: dollar,
        abi,
        functionName: 'transfer',
        args: [hot.address, 50n * ONE],
      }),
    );
    expect([swept.deposits, reasons(swept)]).toEqual([[], ['own']]);
    const fuel = await seen(
      await chain.client.wallet.sendTransaction({
        account: hot,
        to: customer.address,
        value: parseEther('0.01'),
      }),
    );
    expect([fuel.deposits, reasons(fuel)]).toEqual([[], ['own']]);
  });

  test('inside an inner call that was reverted', async () => {
    const trick = await chain.deploy('RevertedInside', []);
    await chain.sendDollars(dollar, trick, 99n * ONE);
    const hash = await call(
      'RevertedInside',
      trick,
      'pretend',
      [dollar, customer.address, 99n * ONE],
      parseEther('3'),
    );
    const block = await seen(hash);
    expect((await chain.client.getTransactionReceipt({ hash })).status).toBe('success');
    expect([block.deposits, block.refused]).toEqual([[], []]);
  });
});
