import { isDeepStrictEqual } from 'node:util';
import { tronHex } from './tron-address.ts';
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
import { ProtobufError } from './protobuf.ts';
import { TronApi } from './tron-api.ts';
import {
  assetsOf,
  blockRefOf,
  scanBlock,
  succeeded,
  type RawTronBlock,
  type RawTronInfo,
  type TronAssets,
} from './tron-scan.ts';
import { decodeTronRaw, transferParameter, tronTxid, type TronAction } from './tron-transaction.ts';

export interface TronOptions {
  /** A full node's HTTP API, or TronGrid (`https://api.trongrid.io`). */
  readonly url: string;
  readonly apiKey?: string;
  readonly assets: readonly ChainAsset[];
  readonly timeoutMs?: number;
}

/**
 * Energy that a token transfer to a new address burns, with a margin: USDT needed 130,285 at most.
 */
const ENERGY_OF_TRANSFER = 135_000n;
/**
 * A block of Tron is final when 19 of 27 producers have built on it, 3 seconds each: no other
 * branch can include a transaction that expired before.
 */
const FINAL_AFTER_MS = 60_000;

type UnsignedTron = Extract<Unsigned, { chain: 'tron' }>;

/** TRX and listed TRC-20 tokens. */
export class TronAdapter implements ChainAdapter {
  readonly chain = 'tron';
  readonly assets: readonly ChainAsset[];
  readonly #api: TronApi;
  readonly #listed: TronAssets;

  constructor({ url, apiKey, assets, timeoutMs }: TronOptions) {
    this.assets = assets;
    this.#api = new TronApi({ url, apiKey, timeoutMs });
    this.#listed = assetsOf(assets);
  }

  async head(): Promise<BlockRef> {
    const ref = blockRefOf((await this.#api.call('getnowblock')) as RawTronBlock);
    if (ref === undefined) throw new ChainFault('contradiction', 'the node has no newest block');
    return ref;
  }

  async blockRef(height: number): Promise<BlockRef | undefined> {
    return blockRefOf((await this.#api.call('getblockbynum', { num: height })) as RawTronBlock);
  }

  async block(height: number, watch: Watch): Promise<ChainBlock | undefined> {
    const block = (await this.#api.call('getblockbynum', { num: height })) as RawTronBlock;
    const ref = blockRefOf(block);
    if (ref === undefined) return undefined;
    const transactions = block.transactions ?? [];
    const infos =
      transactions.length === 0
        ? []
        : ((await this.#api.call('gettransactioninfobyblocknum', {
            num: height,
          })) as RawTronInfo[]);
    return scanBlock(ref, transactions, infos, { watch, assets: this.#listed });
  }

  async status(txid: string, unsigned: Unsigned): Promise<TransactionStatus> {
    const included = await this.#included(txid);
    if (included !== undefined) return included;
    if ('txID' in (await this.#api.call('gettransactionfrompending', { value: txid })))
      return { state: 'pending' };
    const { timeMs } = await this.head();
    if (timeMs <= tronOnly(unsigned).expiresAtMs + FINAL_AFTER_MS) return { state: 'unknown' };
    return (await this.#included(txid)) ?? { state: 'impossible', why: 'expired' };
  }

  usedBy(): Promise<number> {
    return Promise.resolve(0);
  }

  async #included(txid: string): Promise<TransactionStatus | undefined> {
    const info = (await this.#api.call('gettransactioninfobyid', {
      value: txid,
    })) as Partial<RawTronInfo>;
    if (info.id !== txid || info.blockNumber === undefined) return undefined;
    const [head, block] = await Promise.all([this.head(), this.blockRef(info.blockNumber)]);
    if (block === undefined) return undefined;
    return {
      state: 'included',
      height: block.height,
      block: block.hash,
      confirmations: Math.max(1, head.height - block.height + 1),
      succeeded: succeeded({ ...info, id: txid }),
      fee: BigInt(info.fee ?? 0),
    };
  }

  async estimateFee(): Promise<Fee> {
    const { chainParameter = [] } = (await this.#api.call('getchainparameters')) as {
      chainParameter?: readonly { readonly key: string; readonly value?: number }[];
    };
    const price = chainParameter.find(({ key }) => key === 'getEnergyFee')?.value;
    if (price === undefined)
      throw new ChainFault('contradiction', 'the node knows no price of energy');
    return { chain: 'tron', limit: (ENERGY_OF_TRANSFER * BigInt(price)).toString() };
  }

  nextNonce(): Promise<number> {
    return Promise.resolve(0);
  }

  /**
   * The node makes the bytes, because it knows the newest block and tries the call. They are used
   * only if they match the request exactly.
   */
  async buildTransfer({
    asset: id,
    to,
    amount,
    source,
    fee,
  }: TransferRequest): Promise<UnsignedTron> {
    const asset = this.assets.find((listed) => listed.id === id);
    if (asset === undefined || source.kind !== 'account' || fee.chain !== 'tron' || amount <= 0n)
      throw new ChainFault('unfit', `no transfer of ${id} on Tron`);
    const from = source.address;
    if ((await this.balance(id, from)) < amount)
      throw new ChainFault('unfunded', `${from} does not hold ${amount} of ${id}`);
    const action: TronAction =
      asset.token === undefined
        ? { kind: 'coin', from, to, amount }
        : { kind: 'token', from, contract: asset.token, to, amount };
    const feeLimit = action.kind === 'coin' ? 0n : BigInt(fee.limit);
    const { raw_data_hex: rawData, txID } =
      action.kind === 'coin'
        ? await this.#makeCoin(action)
        : await this.#makeToken(action, feeLimit);
    const { expiresAtMs } = asAskedFor(rawData, txID, { action, feeLimit });
    return { chain: 'tron', from, key: source.key, rawData, expiresAtMs };
  }

  async #makeCoin({
    from,
    to,
    amount,
  }: Extract<TronAction, { kind: 'coin' }>): Promise<MadeTransaction> {
    return (await this.#api.call('createtransaction', {
      owner_address: tronHex(from),
      to_address: tronHex(to),
      amount: jsonNumber(amount),
    })) as MadeTransaction;
  }

  async #makeToken(
    { from, contract, to, amount }: Extract<TronAction, { kind: 'token' }>,
    feeLimit: bigint,
  ): Promise<MadeTransaction> {
    const answer = (await this.#api.call('triggersmartcontract', {
      owner_address: tronHex(from),
      contract_address: tronHex(contract),
      function_selector: 'transfer(address,uint256)',
      parameter: transferParameter(to, amount),
      fee_limit: jsonNumber(feeLimit),
      call_value: 0,
    })) as { result?: { result?: boolean; message?: string }; transaction?: MadeTransaction };
    if (answer.result?.result !== true || answer.transaction === undefined)
      throw new ChainFault(
        'refused',
        `the token refuses the transfer: ${textOf(answer.result?.message)}`,
      );
    return answer.transaction;
  }

  buildReplacement(): Promise<UnsignedTron> {
    return Promise.reject(
      new ChainFault('unfit', 'Tron replaces nothing: what is not included expires'),
    );
  }

  async broadcast({ txid, raw }: Signed): Promise<string> {
    const answer = (await this.#api.call('broadcasthex', { transaction: raw })) as {
      result?: boolean;
      code?: string;
      message?: string;
    };
    const isAccepted = answer.result === true || answer.code === 'DUP_TRANSACTION_ERROR';
    // "Expired" and other errors may be returned for a transaction that was included long ago.
    if (!isAccepted && (await this.#included(txid)) === undefined)
      throw new ChainFault('refused', `${answer.code ?? 'no code'}: ${textOf(answer.message)}`);
    return txid;
  }

  async balance(id: string, address: string): Promise<bigint> {
    const asset = this.assets.find((listed) => listed.id === id);
    if (asset === undefined) throw new ChainFault('unfit', `no asset ${id}`);
    if (asset.token === undefined)
      return BigInt(
        (
          (await this.#api.call('getaccount', { address: tronHex(address) })) as {
            balance?: number;
          }
        ).balance ?? 0,
      );
    const answer = (await this.#api.call('triggerconstantcontract', {
      owner_address: tronHex(address),
      contract_address: tronHex(asset.token),
      function_selector: 'balanceOf(address)',
      parameter: tronHex(address).slice(2).padStart(64, '0'),
    })) as { constant_result?: readonly string[] };
    const [word] = answer.constant_result ?? [];
    if (word?.length !== 64) throw new ChainFault('contradiction', `${asset.token} is no token`);
    return BigInt(`0x${word}`);
  }
}

interface MadeTransaction {
  readonly txID: string;
  readonly raw_data_hex: string;
}

function asAskedFor(
  hex: string,
  txid: string,
  { action, feeLimit }: { readonly action: TronAction; readonly feeLimit: bigint },
): { readonly expiresAtMs: number } {
  const bytes = Buffer.from(hex, 'hex');
  try {
    const made = decodeTronRaw(bytes);
    if (
      isDeepStrictEqual(made.action, action) &&
      made.feeLimit === feeLimit &&
      tronTxid(bytes) === txid
    )
      return made;
  } catch (error) {
    if (!(error instanceof ProtobufError)) throw error;
  }
  throw new ChainFault('contradiction', 'the node made another transaction than it was asked for');
}

function jsonNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER))
    throw new ChainFault('unfit', 'a number that JSON cannot carry');
  return Number(value);
}

/** Nodes encode their messages in hexadecimal. */
function textOf(message: string | undefined): string {
  return message === undefined
    ? 'no reason'
    : Buffer.from(message, 'hex').toString('utf8') || message;
}

function tronOnly(unsigned: Unsigned): UnsignedTron {
  if (unsigned.chain !== 'tron')
    throw new ChainFault('unfit', `a transaction of ${unsigned.chain}`);
  return unsigned;
}
