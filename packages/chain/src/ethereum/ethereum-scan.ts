import { getAddress, type Hex } from 'viem';
import { BlockFindings, refusalOf } from '../block-findings.ts';
import type { BlockRef, ChainBlock, Watch } from '../adapter.ts';
import { ChainFault } from '../chain-fault.ts';
import type { ChainAsset } from '../chains.ts';
import { decodeTransfer, topicAddress, TRANSFER_TOPIC } from './erc20.ts';

// The fields read from a block, as nodes send them. Other fields are ignored.

export interface RawTransaction {
  readonly hash: Hex;
  readonly from: Hex;
  readonly to: Hex | null;
  readonly value: Hex;
  readonly input: Hex;
}

export interface RawBlock {
  readonly number: Hex;
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly timestamp: Hex;
  readonly transactions: readonly RawTransaction[];
}

export interface RawLog {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly removed?: boolean;
}

export interface RawReceipt {
  readonly transactionHash: Hex;
  readonly blockHash: Hex;
  readonly blockNumber: Hex;
  readonly status: Hex;
  readonly gasUsed: Hex;
  readonly effectiveGasPrice: Hex;
  readonly logs: readonly RawLog[];
}

export interface EthereumAssets {
  readonly coin: ChainAsset | undefined;
  /** By contract, in lower case. */
  readonly tokens: ReadonlyMap<string, ChainAsset>;
}

const SUCCEEDED = '0x1';

export function blockRefOf(block: Omit<RawBlock, 'transactions'>): BlockRef {
  return {
    height: Number(block.number),
    hash: block.hash,
    parent: block.parentHash,
    timeMs: Number(block.timestamp) * 1000,
  };
}

/**
 * A block's transfers to own addresses: the chain's own coin by the transaction itself, when its
 * receipt reports success, and tokens by the Transfer logs of listed contracts alone. Coins that a
 * contract passes on inside a call are not seen: they are in no transaction and no log, and a trace
 * may show reverted ones (an operator can credit them by a claim).
 */
export function scanBlock(
  block: RawBlock,
  receipts: readonly RawReceipt[],
  assets: EthereumAssets,
  watch: Watch,
): ChainBlock {
  if (receipts.length !== block.transactions.length)
    throw contradiction(block, 'other receipts than transactions');
  const findings = new BlockFindings();
  block.transactions.forEach((transaction, at) => {
    const receipt = receipts[at];
    if (receipt?.transactionHash !== transaction.hash || receipt.blockHash !== block.hash)
      throw contradiction(block, 'a receipt of another block');
    scanCoin(transaction, receipt, assets, { findings, watch });
    scanLogs(transaction, receipt, assets, { findings, watch });
  });
  return {
    ...blockRefOf(block),
    deposits: findings.deposits,
    refused: findings.refused,
    created: [],
    spent: [],
  };
}

interface Scan {
  readonly findings: BlockFindings;
  readonly watch: Watch;
}

function scanCoin(
  transaction: RawTransaction,
  receipt: RawReceipt,
  assets: EthereumAssets,
  { findings, watch }: Scan,
): void {
  if (transaction.to === null) return;
  const token = assets.tokens.get(transaction.to.toLowerCase());
  if (token !== undefined && receipt.status !== SUCCEEDED)
    return noteFailedCall(transaction, token, { findings, watch });
  const owner = watch.addresses.ownerOf(transaction.to);
  if (owner === undefined || assets.coin === undefined) return;
  const amount = BigInt(transaction.value);
  const own = watch.addresses.has(transaction.from);
  const reason =
    receipt.status === SUCCEEDED ? refusalOf({ amount, own, asset: assets.coin }) : 'failed';
  findings.add(
    {
      asset: assets.coin.id,
      txid: transaction.hash,
      index: 0,
      to: getAddress(transaction.to),
      owner,
      amount,
      from: [getAddress(transaction.from)],
    },
    reason,
  );
}

/** A failed transfer has no log; its call data contains the transfer that was tried. */
function noteFailedCall(
  transaction: RawTransaction,
  token: ChainAsset,
  { findings, watch }: Scan,
): void {
  const call = decodeTransfer(transaction.input);
  const owner = call && watch.addresses.ownerOf(call.to);
  if (call === undefined || owner === undefined) return;
  findings.add(
    {
      asset: token.id,
      txid: transaction.hash,
      index: 1,
      to: call.to,
      owner,
      amount: call.amount,
      from: [getAddress(transaction.from)],
    },
    'failed',
  );
}

function scanLogs(
  transaction: RawTransaction,
  receipt: RawReceipt,
  { tokens }: EthereumAssets,
  { findings, watch }: Scan,
): void {
  if (receipt.status !== SUCCEEDED) return;
  receipt.logs.forEach((log, at) => {
    const [topic, fromTopic, toTopic, ...more] = log.topics;
    if (
      topic !== TRANSFER_TOPIC ||
      fromTopic === undefined ||
      toTopic === undefined ||
      more.length > 0 ||
      log.data.length !== 66 ||
      log.removed === true
    )
      return;
    const asset = tokens.get(log.address.toLowerCase());
    if (asset === undefined) return;
    const to = topicAddress(toTopic);
    const owner = watch.addresses.ownerOf(to);
    if (owner === undefined) return;
    const from = topicAddress(fromTopic);
    const amount = BigInt(log.data);
    const reason = refusalOf({ amount, own: watch.addresses.has(from), asset });
    findings.add(
      {
        asset: asset.id,
        txid: transaction.hash,
        index: at + 1,
        to: getAddress(to),
        owner,
        amount,
        from: [getAddress(from)],
      },
      reason,
    );
  });
}

function contradiction(block: RawBlock, what: string): ChainFault {
  return new ChainFault(
    'contradiction',
    `block ${Number(block.number)}: the node answered with ${what}`,
  );
}
