import { deriveAddress } from '@meridian/chain/keys/derive-address';
import {
  outputName,
  type ChainAdapter,
  type ChainBlock,
  type OwnedOutput,
  type Source,
  type SpendableOutput,
  type Watch,
} from '@meridian/chain/adapter';
import { BitcoinAdapter } from '@meridian/chain/bitcoin/bitcoin-adapter';
import {
  DEPOSIT_ACCOUNT,
  HOT_ACCOUNT,
  type ChainAsset,
  type KeyBranch,
  type KeyRef,
} from '@meridian/chain/chains';
import { encodeTransfer } from '@meridian/chain/ethereum/erc20';
import { EthereumAdapter } from '@meridian/chain/ethereum/ethereum-adapter';
import { rootKey } from '@meridian/chain/keys/derivation';
import { LOCAL_CHAIN_ID, startLocalChain } from '@meridian/chain/local/local-chain';
import type { Xpubs } from '@meridian/chain/signer/signer';
import { TronAdapter } from '@meridian/chain/tron/tron-adapter';
import { WatchedAddresses } from '@meridian/chain/watched-addresses';
import { parseEther } from 'viem';
import { BitcoinStandIn } from './bitcoin-stand-in.ts';
import { TronStandIn } from './tron-stand-in.ts';

export const WORDS = 'test test test test test test test test test test test junk';
export const root = rootKey(WORDS);
/** The owner in `WatchedAddresses` of our own hot addresses. */
export const HOUSE = 1;

/** One asset on one chain whose blocks and forks the test controls. */
export interface ChainUnderTest {
  readonly adapter: ChainAdapter;
  readonly asset: ChainAsset;
  readonly branch: KeyBranch;
  /** An address of a third party. */
  readonly stranger: string;
  /** An amount worth sending, in chain units. */
  readonly amount: bigint;
  /**
   * Sends from outside.
   * @returns the transaction, which waits for the next block
   */
  pay(to: string, amount: bigint): Promise<string>;
  /** Gives a hot address the coins that it needs for fees. */
  fuel(to: string): Promise<void>;
  mine(blocks: number): Promise<void>;
  /** The node drops a pending transaction. */
  forget(txid: string): Promise<void>;
  /** Replaces the newest blocks by others without a transaction. */
  reorgWithout(depth: number, txid: string): Promise<void>;
  stop(): Promise<void>;
}

export async function ethereumUnderTest(
  port: number,
  kind: 'coin' | 'token',
): Promise<ChainUnderTest> {
  // The test mines blocks itself: the chain's own interval would take too long.
  const local = await startLocalChain({ port, mnemonic: WORDS });
  const dollar = await local.deployDollar();
  await local.client.setAutomine(false);
  const coin: ChainAsset = { id: 'ETH', chain: 'ethereum', decimals: 18, dust: 10n ** 12n };
  const token: ChainAsset = {
    id: 'USDT.erc20',
    chain: 'ethereum',
    token: dollar,
    decimals: 6,
    dust: 1000n,
  };
  const send = (to: string, amount: bigint): Promise<`0x${string}`> =>
    local.client.wallet.sendTransaction({ to: to as `0x${string}`, value: amount, gas: 21_000n });
  return {
    adapter: new EthereumAdapter({
      url: local.url,
      chainId: LOCAL_CHAIN_ID,
      assets: [coin, token],
    }),
    asset: kind === 'coin' ? coin : token,
    branch: 'ethereum',
    stranger: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    amount: kind === 'coin' ? parseEther('1.25') : 250_000_000n,
    pay: async (to, amount) => {
      if (kind === 'coin') return send(to, amount);
      // Tokens are minted at once, and sent by a transaction that waits.
      await local.client.setAutomine(true);
      await local.sendDollars(dollar, local.maker, amount);
      await local.client.setAutomine(false);
      return local.client.wallet.sendTransaction({
        to: dollar,
        data: encodeTransfer(to, amount),
        gas: 200_000n,
      });
    },
    fuel: async (to) => {
      await send(to, parseEther('2'));
      await local.mine(1);
    },
    mine: (blocks) => local.mine(blocks),
    forget: (txid) => local.client.dropTransaction({ hash: txid as `0x${string}` }),
    reorgWithout: (depth) => local.reorg(depth),
    stop: () => local.stop(),
  };
}

export async function bitcoinUnderTest(kind: 'coin' | 'token'): Promise<ChainUnderTest> {
  const node = await BitcoinStandIn.start();
  const coin: ChainAsset = { id: 'BTC', chain: 'bitcoin', decimals: 8, dust: 1000n };
  const token: ChainAsset = {
    id: 'USDT.omni',
    chain: 'bitcoin',
    token: '31',
    decimals: 8,
    dust: 1000n,
  };
  return {
    adapter: new BitcoinAdapter({ url: node.url, network: 'regtest', assets: [coin, token] }),
    asset: kind === 'coin' ? coin : token,
    branch: kind === 'coin' ? 'bitcoin' : 'omni',
    stranger: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
    amount: 12_345_678n,
    pay: (to, amount) =>
      Promise.resolve(kind === 'coin' ? node.pay(to, amount) : node.payOmni(to, 31, amount)),
    fuel: (to) => {
      node.pay(to, 100_000n);
      node.mine(1);
      return Promise.resolve();
    },
    mine: (blocks) => Promise.resolve(node.mine(blocks)),
    forget: (txid) => Promise.resolve(node.forget(txid)),
    reorgWithout: (depth, txid) => Promise.resolve(node.reorg(depth, { drop: [txid] })),
    stop: () => node.stop(),
  };
}

export async function tronUnderTest(): Promise<ChainUnderTest & { readonly node: TronStandIn }> {
  const node = await TronStandIn.start();
  const coin: ChainAsset = { id: 'TRX', chain: 'tron', decimals: 6, dust: 100_000n };
  const contract = node.deployToken('honest');
  const token: ChainAsset = {
    id: 'USDT.trc20',
    chain: 'tron',
    token: contract,
    decimals: 6,
    dust: 1000n,
  };
  return {
    node,
    adapter: new TronAdapter({ url: node.url, assets: [coin, token] }),
    asset: token,
    branch: 'tron',
    stranger: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
    amount: 250_000_000n,
    pay: (to, amount) => node.pay(to, amount, contract),
    fuel: async (to) => {
      await node.pay(to, 500_000_000n);
      node.mine(1);
    },
    mine: (blocks) => Promise.resolve(node.mine(blocks)),
    forget: (txid) => Promise.resolve(node.forget(txid)),
    reorgWithout: (depth, txid) => Promise.resolve(node.reorg(depth, [txid])),
    stop: () => node.stop(),
  };
}

/** A watcher without its database: walks the chain and keeps our deposits. */
export class Follower implements Watch {
  readonly addresses = new WatchedAddresses();
  readonly #keys = new Map<string, KeyRef>();
  readonly #outputs = new Map<string, OwnedOutput>();
  readonly #adapter: ChainAdapter;
  readonly #xpubs: Xpubs;
  /** Blocks in the order in which they were read. */
  readonly blocks: ChainBlock[] = [];
  #next: number;

  constructor(adapter: ChainAdapter, xpubs: Xpubs, from: number) {
    this.#adapter = adapter;
    this.#xpubs = xpubs;
    this.#next = from;
  }

  /** Derives an address of ours, and watches it from now on. */
  address(key: KeyRef): string {
    const { deposits, hot } = this.#xpubs[key.branch];
    const address = deriveAddress({
      branch: key.branch,
      xpub: key.account === HOT_ACCOUNT ? hot : deposits,
      index: key.index,
      bitcoinNetwork: 'regtest',
    });
    this.addresses.add(address, key.account === DEPOSIT_ACCOUNT ? 100_000 + key.index : HOUSE);
    this.#keys.set(address, key);
    return address;
  }

  ownsOutput(name: string): boolean {
    return this.#outputs.has(name);
  }

  /** Reads every new block. */
  async follow(): Promise<readonly ChainBlock[]> {
    const fresh: ChainBlock[] = [];
    for (
      let block = await this.#adapter.block(this.#next, this);
      block !== undefined;
      block = await this.#adapter.block(this.#next, this)
    ) {
      for (const output of block.created)
        this.#outputs.set(outputName(output.txid, output.index), output);
      for (const name of block.spent) this.#outputs.delete(name);
      fresh.push(block);
      this.#next += 1;
    }
    this.blocks.push(...fresh);
    return fresh;
  }

  /**
   * The source of a payment: an account with its next nonce, or the outputs of an address and then
   * of others.
   */
  async source(key: KeyRef): Promise<Source> {
    const address = this.address(key);
    if (this.#adapter.chain !== 'bitcoin')
      return { kind: 'account', address, key, nonce: await this.#adapter.nextNonce(address) };
    const all = [...this.#outputs.values()].map((output): SpendableOutput => ({
      ...output,
      key: this.#keyOf(output.address),
    }));
    const available = [
      ...all.filter((output) => output.address === address),
      ...all.filter((output) => output.address !== address && output.key.account === HOT_ACCOUNT),
    ];
    const change: KeyRef = { branch: 'bitcoin', account: HOT_ACCOUNT, index: 9 };
    return { kind: 'outputs', available, change: { address: this.address(change), key: change } };
  }

  #keyOf(address: string): KeyRef {
    const key = this.#keys.get(address);
    if (key === undefined) throw new Error(`${address} is not ours`);
    return key;
  }
}
