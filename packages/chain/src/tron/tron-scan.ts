import { tronAddress, tronHex } from './tron-address.ts';
import { BlockFindings, refusalOf } from '../block-findings.ts';
import type { BlockRef, ChainBlock, Watch } from '../adapter.ts';
import { ChainFault } from '../chain-fault.ts';
import type { ChainAsset } from '../chains.ts';
import { TRANSFER_TOPIC } from '../ethereum/erc20.ts';
import { ProtobufError } from './protobuf.ts';
import { readTronRaw, tronTxid, type TronAction } from './tron-transaction.ts';

// The fields read from blocks and receipts, as the node writes them. The node leaves out fields
// that are 0 or empty.

export interface RawTronBlock {
  readonly blockID?: string;
  readonly block_header?: {
    readonly raw_data: {
      readonly number?: number;
      readonly parentHash: string;
      readonly timestamp?: number;
    };
  };
  readonly transactions?: readonly RawTronTransaction[];
}

export interface RawTronTransaction {
  readonly txID: string;
  readonly raw_data_hex: string;
  readonly raw_data: { readonly contract?: readonly { readonly type: string }[] };
  readonly ret?: readonly { readonly contractRet?: string }[];
}

export interface RawTronInfo {
  readonly id: string;
  readonly blockNumber?: number;
  readonly fee?: number;
  readonly result?: string;
  readonly receipt?: { readonly result?: string };
  readonly log?: readonly {
    readonly address: string;
    readonly topics?: readonly string[];
    readonly data?: string;
  }[];
}

export interface TronAssets {
  readonly coin: ChainAsset | undefined;
  /** By contract, its last 20 bytes in hexadecimal. */
  readonly tokens: ReadonlyMap<string, ChainAsset>;
}

interface Scan {
  readonly findings: BlockFindings;
  readonly watch: Watch;
  readonly assets: TronAssets;
}

export function assetsOf(assets: readonly ChainAsset[]): TronAssets {
  return {
    coin: assets.find(({ token }) => token === undefined),
    tokens: new Map(
      assets.flatMap((asset) =>
        asset.token === undefined ? [] : [[tronHex(asset.token).slice(2), asset] as const],
      ),
    ),
  };
}

/** @returns undefined for the empty answer that nodes give for an unknown block */
export function blockRefOf(block: RawTronBlock): BlockRef | undefined {
  if (block.blockID === undefined || block.block_header === undefined) return undefined;
  const { number = 0, parentHash, timestamp = 0 } = block.block_header.raw_data;
  return { height: number, hash: block.blockID, parent: parentHash, timeMs: timestamp };
}

/** Whether a transaction took effect, as its receipt reports and, for contracts, the block too. */
export function succeeded(info: RawTronInfo): boolean {
  return (
    info.result !== 'FAILED' &&
    (info.receipt?.result === undefined || info.receipt.result === 'SUCCESS')
  );
}

/**
 * A block's transfers to own addresses: TRX by the transaction itself, tokens by the Transfer logs
 * of listed contracts.
 */
export function scanBlock(
  ref: BlockRef,
  transactions: readonly RawTronTransaction[],
  infos: readonly RawTronInfo[],
  scan: Omit<Scan, 'findings'>,
): ChainBlock {
  const findings = new BlockFindings();
  const byId = new Map(infos.map((info) => [info.id, info]));
  if (byId.size !== transactions.length)
    throw new ChainFault('unreachable', `block ${ref.height} has no receipts yet`);
  for (const transaction of transactions) {
    const info = byId.get(transaction.txID);
    // Receipts are fetched by height: after a reorganisation they may belong to another block.
    if (info === undefined || info.blockNumber !== ref.height)
      throw new ChainFault('unreachable', `block ${ref.height} has other receipts`);
    const [kind] = transaction.raw_data.contract ?? [];
    const worked =
      succeeded(info) && (transaction.ret?.[0]?.contractRet ?? 'SUCCESS') === 'SUCCESS';
    if (kind?.type === 'TransferContract') scanCoin(transaction, worked, { ...scan, findings });
    else if (worked) scanLogs(info, { ...scan, findings });
    else if (kind?.type === 'TriggerSmartContract')
      noteFailedCall(transaction, { ...scan, findings });
  }
  return { ...ref, deposits: findings.deposits, refused: findings.refused, created: [], spent: [] };
}

function scanCoin(
  transaction: RawTronTransaction,
  worked: boolean,
  { findings, watch, assets: { coin } }: Scan,
): void {
  const action = actionOf(transaction);
  const owner = action?.kind === 'coin' ? watch.addresses.ownerOf(action.to) : undefined;
  if (action === undefined || owner === undefined || coin === undefined) return;
  requireOwnName(transaction);
  const reason = worked
    ? refusalOf({ amount: action.amount, own: watch.addresses.has(action.from), asset: coin })
    : 'failed';
  findings.add(
    {
      asset: coin.id,
      txid: transaction.txID,
      index: 0,
      to: action.to,
      owner,
      amount: action.amount,
      from: [action.from],
    },
    reason,
  );
}

function scanLogs(info: RawTronInfo, { findings, watch, assets }: Scan): void {
  (info.log ?? []).forEach((log, at) => {
    const asset = assets.tokens.get(log.address.toLowerCase().slice(-40));
    const [topic, fromTopic, toTopic, ...more] = log.topics ?? [];
    if (
      asset === undefined ||
      `0x${topic}` !== TRANSFER_TOPIC ||
      fromTopic === undefined ||
      toTopic === undefined ||
      more.length > 0 ||
      log.data?.length !== 64
    )
      return;
    const to = tronAddress(toTopic.slice(-40));
    const owner = watch.addresses.ownerOf(to);
    if (owner === undefined) return;
    const from = tronAddress(fromTopic.slice(-40));
    const amount = BigInt(`0x${log.data}`);
    const reason = refusalOf({ amount, own: watch.addresses.has(from), asset });
    findings.add(
      { asset: asset.id, txid: info.id, index: at + 1, to, owner, amount, from: [from] },
      reason,
    );
  });
}

/** A failed transfer has no log; its call data contains the transfer that was tried. */
function noteFailedCall(transaction: RawTronTransaction, { findings, watch, assets }: Scan): void {
  const action = actionOf(transaction);
  if (action?.kind !== 'token') return;
  const asset = assets.tokens.get(tronHex(action.contract).slice(2));
  const owner = watch.addresses.ownerOf(action.to);
  if (asset === undefined || owner === undefined) return;
  requireOwnName(transaction);
  findings.add(
    {
      asset: asset.id,
      txid: transaction.txID,
      index: 1,
      to: action.to,
      owner,
      amount: action.amount,
      from: [action.from],
    },
    'failed',
  );
}

/**
 * The action in the signed bytes. The node's JSON is not used: its numbers lose digits above 2^53.
 */
function actionOf({ raw_data_hex: hex }: RawTronTransaction): TronAction | undefined {
  try {
    return readTronRaw(Buffer.from(hex, 'hex')).action;
  } catch (error) {
    // A transaction of another kind than a transfer.
    if (error instanceof ProtobufError) return undefined;
    throw error;
  }
}

/**
 * Checked only for transactions that touch our addresses, so that a stranger's cannot stop the
 * watcher.
 */
function requireOwnName({ txID, raw_data_hex: hex }: RawTronTransaction): void {
  if (tronTxid(Buffer.from(hex, 'hex')) !== txID)
    throw new ChainFault('contradiction', `${txID} is not the name of its bytes`);
}
