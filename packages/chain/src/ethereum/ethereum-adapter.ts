import {
  BaseError,
  createPublicClient,
  encodeFunctionData,
  getAddress,
  http,
  numberToHex,
  parseAbi,
  parseTransaction,
  RpcRequestError,
  serializeTransaction,
  type Hex,
  type TransactionSerializableEIP1559,
} from 'viem';
import type {
  BlockRef,
  ChainAdapter,
  ChainBlock,
  Fee,
  Signed,
  TransactionStatus,
  TransferRequest,
  Unsigned,
  Watch,
} from '../adapter.ts';
import { ChainFault } from '../chain-fault.ts';
import type { ChainAsset } from '../chains.ts';
import { encodeTransfer } from './erc20.ts';
import {
  blockRefOf,
  scanBlock,
  type EthereumAssets,
  type RawBlock,
  type RawReceipt,
} from './ethereum-scan.ts';

export interface EthereumOptions {
  readonly url: string;
  readonly chainId: number;
  readonly assets: readonly ChainAsset[];
  /** Milliseconds that one answer may take. */
  readonly timeoutMs?: number;
}

const BALANCE_OF = parseAbi(['function balanceOf(address owner) view returns (uint256)']);
/**
 * Nodes refuse a replacement that pays less than a tenth more; an eighth leaves a margin for
 * rounding.
 */
const RAISE = { numerator: 9n, denominator: 8n };
/**
 * The estimate holds for this moment only, and a balance that is new to the contract costs more.
 * Unused gas costs nothing.
 */
const GAS_ROOM = { numerator: 5n, denominator: 4n };

type UnsignedEthereum = Extract<Unsigned, { chain: 'ethereum' }>;
type EthereumFee = Extract<Fee, { chain: 'ethereum' }>;
type Call = (method: string, params: readonly unknown[]) => Promise<unknown>;

/**
 * Ether and listed ERC-20 tokens, over the JSON-RPC of any Ethereum node that knows
 * `eth_getBlockReceipts`.
 */
export class EthereumAdapter implements ChainAdapter {
  readonly chain = 'ethereum';
  readonly assets: readonly ChainAsset[];
  readonly #chainId: number;
  readonly #listed: EthereumAssets;
  readonly #call: Call;

  constructor({ url, chainId, assets, timeoutMs = 20_000 }: EthereumOptions) {
    this.assets = assets;
    this.#chainId = chainId;
    this.#listed = {
      coin: assets.find(({ token }) => token === undefined),
      tokens: new Map(
        assets.flatMap((asset) =>
          asset.token === undefined ? [] : [[asset.token.toLowerCase(), asset] as const],
        ),
      ),
    };
    this.#call = caller(url, timeoutMs);
  }

  async head(): Promise<BlockRef> {
    const block = (await this.#call('eth_getBlockByNumber', ['latest', false])) as RawBlock | null;
    if (block === null) throw new ChainFault('contradiction', 'the node has no newest block');
    return blockRefOf(block);
  }

  async blockRef(height: number): Promise<BlockRef | undefined> {
    const block = (await this.#call('eth_getBlockByNumber', [
      numberToHex(height),
      false,
    ])) as RawBlock | null;
    return block === null ? undefined : blockRefOf(block);
  }

  async block(height: number, watch: Watch): Promise<ChainBlock | undefined> {
    const block = (await this.#call('eth_getBlockByNumber', [
      numberToHex(height),
      true,
    ])) as RawBlock | null;
    if (block === null) return undefined;
    const receipts =
      block.transactions.length === 0
        ? []
        : ((await this.#call('eth_getBlockReceipts', [block.hash])) as RawReceipt[] | null);
    // The block left the chain between the two questions.
    if (receipts === null)
      throw new ChainFault('unreachable', `block ${height} has no receipts yet`);
    return scanBlock(block, receipts, this.#listed, watch);
  }

  async status(txid: string, unsigned: Unsigned): Promise<TransactionStatus> {
    const included = await this.#included(txid);
    if (included !== undefined) return included;
    if ((await this.#call('eth_getTransactionByHash', [txid])) !== null)
      return { state: 'pending' };
    const { from, nonce } = ethereumOnly(unsigned);
    const used = Number(await this.#call('eth_getTransactionCount', [from, 'latest']));
    if (used <= nonce) return { state: 'unknown' };
    // The nonce is used, possibly just now by this very transaction.
    return (await this.#included(txid)) ?? { state: 'impossible', why: 'replaced' };
  }

  async usedBy(txid: string, unsigned: Unsigned): Promise<number> {
    if (!/^0x[0-9a-f]{64}$/i.test(txid)) return 0;
    const { from, nonce } = ethereumOnly(unsigned);
    const other = (await this.#call('eth_getTransactionByHash', [txid])) as {
      readonly from: string;
      readonly nonce: string;
    } | null;
    if (
      other === null ||
      other.from.toLowerCase() !== from.toLowerCase() ||
      Number(other.nonce) !== nonce
    )
      return 0;
    const included = await this.#included(txid);
    return included?.state === 'included' ? included.confirmations : 0;
  }

  async #included(txid: string): Promise<TransactionStatus | undefined> {
    const receipt = (await this.#call('eth_getTransactionReceipt', [txid])) as RawReceipt | null;
    if (receipt === null) return undefined;
    const height = Number(receipt.blockNumber);
    const head = Number(await this.#call('eth_blockNumber', []));
    return {
      state: 'included',
      height,
      block: receipt.blockHash,
      confirmations: Math.max(1, head - height + 1),
      succeeded: receipt.status === '0x1',
      fee: BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice),
    };
  }

  /**
   * Twice the current base fee, so that the price still suffices after six full blocks. The excess
   * is not charged.
   */
  async estimateFee(): Promise<EthereumFee> {
    const block = (await this.#call('eth_getBlockByNumber', ['latest', false])) as {
      baseFeePerGas?: Hex;
    } | null;
    if (block?.baseFeePerGas === undefined)
      throw new ChainFault('contradiction', 'a chain without base fee');
    const tip = BigInt((await this.#call('eth_maxPriorityFeePerGas', [])) as Hex);
    const most = BigInt(block.baseFeePerGas) * 2n + tip;
    return {
      chain: 'ethereum',
      maxFeePerGas: most.toString(),
      maxPriorityFeePerGas: tip.toString(),
    };
  }

  async nextNonce(address: string): Promise<number> {
    return Number(await this.#call('eth_getTransactionCount', [address, 'pending']));
  }

  async buildTransfer({
    asset: id,
    to,
    amount,
    source,
    fee,
  }: TransferRequest): Promise<UnsignedEthereum> {
    const asset = this.assets.find((listed) => listed.id === id);
    if (
      asset === undefined ||
      source.kind !== 'account' ||
      fee.chain !== 'ethereum' ||
      amount <= 0n
    )
      throw new ChainFault('unfit', `no transfer of ${id} on Ethereum`);
    const target =
      asset.token === undefined
        ? { to: getAddress(to), value: amount }
        : { to: getAddress(asset.token), value: 0n, data: encodeTransfer(to, amount) };
    if ((await this.balance(id, source.address)) < amount)
      throw new ChainFault('unfunded', `${source.address} does not hold ${amount} of ${id}`);
    const question = {
      from: source.address,
      to: target.to,
      value: numberToHex(target.value),
      ...('data' in target ? { data: target.data } : {}),
    };
    const estimate = BigInt((await this.#call('eth_estimateGas', [question])) as Hex);
    const gas =
      asset.token === undefined ? estimate : (estimate * GAS_ROOM.numerator) / GAS_ROOM.denominator;
    const maxFeePerGas = BigInt(fee.maxFeePerGas);
    const needed = target.value + gas * maxFeePerGas;
    const held = BigInt((await this.#call('eth_getBalance', [source.address, 'latest'])) as Hex);
    if (held < needed)
      throw new ChainFault('unfunded', `${source.address} holds ${held} wei of ${needed}`);
    const transaction: TransactionSerializableEIP1559 = {
      type: 'eip1559',
      chainId: this.#chainId,
      nonce: source.nonce,
      gas,
      maxFeePerGas,
      maxPriorityFeePerGas: BigInt(fee.maxPriorityFeePerGas),
      ...target,
    };
    return {
      chain: 'ethereum',
      from: getAddress(source.address),
      key: source.key,
      nonce: source.nonce,
      transaction: serializeTransaction(transaction),
    };
  }

  buildReplacement(previous: Unsigned, fee: Fee): Promise<UnsignedEthereum> {
    const before = ethereumOnly(previous);
    if (fee.chain !== 'ethereum') throw new ChainFault('unfit', 'a fee of another chain');
    const transaction = parseTransaction(before.transaction as `0x02${string}`);
    const maxFeePerGas = atLeastRaised(transaction.maxFeePerGas ?? 0n, BigInt(fee.maxFeePerGas));
    const maxPriorityFeePerGas = atLeastRaised(
      transaction.maxPriorityFeePerGas ?? 0n,
      BigInt(fee.maxPriorityFeePerGas),
    );
    const raised = {
      ...transaction,
      maxPriorityFeePerGas,
      maxFeePerGas: maxFeePerGas < maxPriorityFeePerGas ? maxPriorityFeePerGas : maxFeePerGas,
    };
    return Promise.resolve({ ...before, transaction: serializeTransaction(raised) });
  }

  async broadcast({ txid, raw }: Signed): Promise<string> {
    try {
      const answer = await this.#call('eth_sendRawTransaction', [raw]);
      if (answer !== txid)
        throw new ChainFault('contradiction', `the node calls ${txid} ${String(answer)}`);
    } catch (error) {
      if (!(error instanceof ChainFault) || error.code !== 'refused') throw error;
      // "already known", "nonce too low" and their many spellings: only the chain's own knowledge
      // of the transaction counts.
      if ((await this.#call('eth_getTransactionByHash', [txid])) === null) throw error;
    }
    return txid;
  }

  async balance(id: string, address: string): Promise<bigint> {
    const asset = this.assets.find((listed) => listed.id === id);
    if (asset === undefined) throw new ChainFault('unfit', `no asset ${id}`);
    if (asset.token === undefined)
      return BigInt((await this.#call('eth_getBalance', [address, 'latest'])) as Hex);
    const data = encodeFunctionData({
      abi: BALANCE_OF,
      functionName: 'balanceOf',
      args: [getAddress(address)],
    });
    const answer = (await this.#call('eth_call', [{ to: asset.token, data }, 'latest'])) as Hex;
    if (answer.length !== 66) throw new ChainFault('contradiction', `${asset.token} is no token`);
    return BigInt(answer);
  }
}

function caller(url: string, timeoutMs: number): Call {
  const client = createPublicClient({
    transport: http(url, { timeout: timeoutMs, retryCount: 1 }),
  });
  return async (method, params) => {
    try {
      return await client.request({ method, params } as never);
    } catch (error) {
      const answered =
        error instanceof BaseError &&
        error.walk((cause) => cause instanceof RpcRequestError) !== null;
      const detail =
        error instanceof BaseError ? (error.details ?? error.shortMessage) : String(error);
      throw new ChainFault(answered ? 'refused' : 'unreachable', `${method}: ${detail}`, {
        cause: error,
      });
    }
  };
}

function atLeastRaised(before: bigint, wanted: bigint): bigint {
  const least = (before * RAISE.numerator + RAISE.denominator - 1n) / RAISE.denominator;
  return wanted > least ? wanted : least;
}

function ethereumOnly(unsigned: Unsigned): UnsignedEthereum {
  if (unsigned.chain !== 'ethereum')
    throw new ChainFault('unfit', `a transaction of ${unsigned.chain}`);
  return unsigned;
}
