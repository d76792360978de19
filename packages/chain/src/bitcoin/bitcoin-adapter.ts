import {
  outputName,
  type BlockRef,
  type ChainAdapter,
  type ChainBlock,
  type Fee,
  type Signed,
  type TransactionStatus,
  type TransferRequest,
  type Unsigned,
  type Watch,
} from '../adapter.ts';
import { ChainFault } from '../chain-fault.ts';
import type { BitcoinNetwork } from '../chain-facts.ts';
import type { ChainAsset } from '../chains.ts';
import {
  addOmni,
  addVoidOmni,
  blockRefOf,
  scanBlock,
  type BitcoinAssets,
  type OmniTransaction,
  type RawBlock,
  type RawHeader,
} from './bitcoin-scan.ts';
import { BitcoinRpc, RPC_NOT_FOUND, RPC_OUT_OF_RANGE, RpcRefusal } from './bitcoin-rpc.ts';
import { buildTransaction, raiseFee, type UnsignedBitcoin } from './build-transaction.ts';
import { satoshi } from './satoshi.ts';

export interface BitcoinOptions {
  /**
   * `http://name:password@host:8332`. The node runs with `txindex=1`; Omni assets need Omni Core.
   */
  readonly url: string;
  readonly network: BitcoinNetwork;
  /** Bitcoin itself, and Omni properties by their number. */
  readonly assets: readonly ChainAsset[];
  readonly timeoutMs?: number;
}

const TARGET_BLOCKS = 3;
/** Nodes do not relay transactions below 1 satoshi for a virtual byte. */
const LEAST_PER_KILOBYTE = 1000n;

/** Omni Core uses one error number for this and for "not there yet"; only the messages differ. */
const NOT_OMNI = /not an? (omni layer|master) protocol transaction/i;

interface RawStatus {
  readonly blockhash?: string;
  readonly confirmations?: number;
  readonly hex: string;
}

/** Bitcoin and Omni properties, over the JSON-RPC of Bitcoin Core or Omni Core. */
export class BitcoinAdapter implements ChainAdapter {
  readonly chain = 'bitcoin';
  readonly assets: readonly ChainAsset[];
  readonly #rpc: BitcoinRpc;
  readonly #network: BitcoinNetwork;
  readonly #listed: BitcoinAssets;

  constructor({ url, network, assets, timeoutMs }: BitcoinOptions) {
    const coin = assets.find(({ token }) => token === undefined);
    if (coin === undefined)
      throw new ChainFault(
        'unfit',
        'Bitcoin itself has to be listed: everything on its chain pays with it',
      );
    this.assets = assets;
    this.#rpc = new BitcoinRpc(url, timeoutMs);
    this.#network = network;
    this.#listed = {
      coin,
      omni: new Map(
        assets.flatMap((asset) =>
          asset.token === undefined ? [] : [[Number(asset.token), asset] as const],
        ),
      ),
    };
  }

  async head(): Promise<BlockRef> {
    return blockRefOf(
      (await this.#rpc.call(
        'getblockheader',
        await this.#rpc.call('getbestblockhash'),
      )) as RawHeader,
    );
  }

  async blockRef(height: number): Promise<BlockRef | undefined> {
    const hash = await this.#hashAt(height);
    return hash === undefined
      ? undefined
      : blockRefOf((await this.#rpc.call('getblockheader', hash)) as RawHeader);
  }

  async block(height: number, watch: Watch): Promise<ChainBlock | undefined> {
    const hash = await this.#hashAt(height);
    if (hash === undefined) return undefined;
    const { block, findings, omni } = scanBlock(
      (await this.#rpc.call('getblock', hash, 2)) as RawBlock,
      this.#listed,
      watch,
    );
    for (const candidate of omni) {
      const answer = await this.#omniTransaction(candidate.transaction.txid);
      if (answer === undefined) addVoidOmni(candidate, { findings, watch });
      else addOmni(candidate, answer, hash, { findings, watch });
    }
    return block;
  }

  /**
   * @returns undefined when Omni Core does not know it as one of its transactions: a stranger's
   * invalid payload must not stop the watcher
   */
  async #omniTransaction(txid: string): Promise<OmniTransaction | undefined> {
    try {
      return (await this.#rpc.call('omni_gettransaction', txid)) as OmniTransaction;
    } catch (error) {
      if (error instanceof RpcRefusal && NOT_OMNI.test(error.message)) return undefined;
      throw error;
    }
  }

  async #hashAt(height: number): Promise<string | undefined> {
    return (await orUndefined(this.#rpc.call('getblockhash', height), RPC_OUT_OF_RANGE)) as
      string | undefined;
  }

  /**
   * `impossible` is true of the current chain: another transaction in a block spends an input. That
   * block needs its confirmations too before a payment may use other inputs.
   */
  async status(txid: string, unsigned: Unsigned): Promise<TransactionStatus> {
    const known = await this.#known(txid);
    if (known !== undefined) return known;
    for (const name of bitcoinOnly(unsigned).inputs) {
      const [previous = '', index = ''] = name.split(':');
      const made = (await orUndefined(
        this.#rpc.call('getrawtransaction', previous, true),
        RPC_NOT_FOUND,
      )) as RawStatus | undefined;
      if (made?.blockhash === undefined) continue;
      if ((await this.#rpc.call('gettxout', previous, Number(index), false)) !== null) continue;
      // The input is spent, possibly just now by this very transaction.
      return (await this.#known(txid)) ?? { state: 'impossible', why: 'replaced' };
    }
    return { state: 'unknown' };
  }

  async usedBy(txid: string, unsigned: Unsigned): Promise<number> {
    if (!/^[0-9a-f]{64}$/i.test(txid)) return 0;
    const other = (await orUndefined(
      this.#rpc.call('getrawtransaction', txid, true),
      RPC_NOT_FOUND,
    )) as
      | (RawStatus & {
          readonly vin: readonly { readonly txid?: string; readonly vout?: number }[];
        })
      | undefined;
    if (other?.blockhash === undefined) return 0;
    const { inputs } = bitcoinOnly(unsigned);
    const isUsed = other.vin.some(({ txid: previous = '', vout = -1 }) =>
      inputs.includes(outputName(previous, vout)),
    );
    return isUsed ? Math.max(0, other.confirmations ?? 0) : 0;
  }

  async #known(txid: string): Promise<TransactionStatus | undefined> {
    const found = (await orUndefined(
      this.#rpc.call('getrawtransaction', txid, true),
      RPC_NOT_FOUND,
    )) as RawStatus | undefined;
    if (found === undefined) return undefined;
    if (found.blockhash === undefined || (found.confirmations ?? 0) < 1)
      return { state: 'pending' };
    const { height } = (await this.#rpc.call('getblockheader', found.blockhash)) as RawHeader;
    return {
      state: 'included',
      height,
      block: found.blockhash,
      confirmations: found.confirmations ?? 1,
      succeeded: true,
      fee: undefined,
    };
  }

  async estimateFee(): Promise<Fee> {
    const estimate = (await this.#rpc.call('estimatesmartfee', TARGET_BLOCKS)) as {
      feerate?: string;
    };
    const { mempoolminfee } = (await this.#rpc.call('getmempoolinfo')) as { mempoolminfee: string };
    const prices = [
      LEAST_PER_KILOBYTE,
      satoshi(mempoolminfee),
      ...(estimate.feerate === undefined ? [] : [satoshi(estimate.feerate)]),
    ];
    return {
      chain: 'bitcoin',
      perKilobyte: prices.reduce((most, price) => (price > most ? price : most)).toString(),
    };
  }

  nextNonce(): Promise<number> {
    return Promise.resolve(0);
  }

  async buildTransfer({
    asset: id,
    to,
    amount,
    source,
    fee,
  }: TransferRequest): Promise<UnsignedBitcoin> {
    const asset = this.assets.find((listed) => listed.id === id);
    if (asset === undefined || source.kind !== 'outputs' || fee.chain !== 'bitcoin' || amount <= 0n)
      throw new ChainFault('unfit', `no transfer of ${id} on Bitcoin`);
    return buildTransaction({
      network: this.#network,
      source,
      to,
      payment: asset.token === undefined ? amount : { property: Number(asset.token), amount },
      perKilobyte: BigInt(fee.perKilobyte),
      previous: async ({ txid, block }) =>
        (await this.#rpc.call('getrawtransaction', txid, false, block)) as string,
    });
  }

  buildReplacement(previous: Unsigned, fee: Fee): Promise<UnsignedBitcoin> {
    if (fee.chain !== 'bitcoin') throw new ChainFault('unfit', 'a fee of another chain');
    return Promise.resolve(raiseFee(bitcoinOnly(previous), BigInt(fee.perKilobyte)));
  }

  async broadcast({ txid, raw }: Signed): Promise<string> {
    try {
      const answer = await this.#rpc.call('sendrawtransaction', raw);
      if (answer !== txid)
        throw new ChainFault('contradiction', `the node calls ${txid} ${String(answer)}`);
    } catch (error) {
      // "already in mempool", "already in block chain", missing inputs after a long inclusion: only
      // the chain's own knowledge of the transaction counts.
      if (!(error instanceof RpcRefusal) || (await this.#known(txid)) === undefined) throw error;
    }
    return txid;
  }

  async balance(id: string, address: string): Promise<bigint> {
    const asset = this.assets.find((listed) => listed.id === id);
    if (asset === undefined) throw new ChainFault('unfit', `no asset ${id}`);
    if (asset.token !== undefined)
      return satoshi(
        (
          (await this.#rpc.call('omni_getbalance', address, Number(asset.token))) as {
            balance: string;
          }
        ).balance,
      );
    return satoshi(
      (
        (await this.#rpc.call('scantxoutset', 'start', [`addr(${address})`])) as {
          total_amount: string;
        }
      ).total_amount,
    );
  }
}

/** The answer, or undefined when the node refuses with this error number. */
async function orUndefined(answer: Promise<unknown>, rpcCode: number): Promise<unknown> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RpcRefusal && error.rpcCode === rpcCode) return undefined;
    throw error;
  }
}

function bitcoinOnly(unsigned: Unsigned): UnsignedBitcoin {
  if (unsigned.chain !== 'bitcoin')
    throw new ChainFault('unfit', `a transaction of ${unsigned.chain}`);
  return unsigned;
}
