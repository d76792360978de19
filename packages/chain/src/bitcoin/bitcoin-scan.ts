import { BlockFindings, refusalOf } from '../block-findings.ts';
import {
  OMNI_INDEX,
  outputName,
  type BlockRef,
  type ChainBlock,
  type OwnedOutput,
  type Watch,
} from '../adapter.ts';
import { ChainFault } from '../chain-fault.ts';
import type { ChainAsset } from '../chains.ts';
import { readSimpleSend, type SimpleSend } from './omni-payload.ts';
import { satoshi } from './satoshi.ts';

// The fields read from a block, in the form of `getblock` with verbosity 2.

export interface RawHeader {
  readonly hash: string;
  readonly height: number;
  readonly previousblockhash?: string;
  readonly time: number;
}

export interface RawInput {
  readonly txid?: string;
  readonly vout?: number;
  readonly coinbase?: string;
}

export interface RawOutput {
  readonly value: string;
  readonly n: number;
  readonly scriptPubKey: {
    readonly hex: string;
    readonly address?: string;
    readonly addresses?: readonly string[];
  };
}

export interface RawBitcoinTransaction {
  readonly txid: string;
  readonly vin: readonly RawInput[];
  readonly vout: readonly RawOutput[];
}

export interface RawBlock extends RawHeader {
  readonly tx: readonly RawBitcoinTransaction[];
}

/** Omni Core's answer about a transaction. */
export interface OmniTransaction {
  readonly txid: string;
  readonly valid?: boolean;
  readonly type_int?: number;
  readonly propertyid?: number;
  readonly amount?: string;
  readonly sendingaddress?: string;
  readonly referenceaddress?: string;
  readonly blockhash?: string;
}

export interface BitcoinAssets {
  readonly coin: ChainAsset;
  /** By property. */
  readonly omni: ReadonlyMap<number, ChainAsset>;
}

/**
 * A transaction with a simple send of a listed property and a payment to an own address: Omni Core
 * must be asked about it.
 */
export interface OmniCandidate {
  readonly transaction: RawBitcoinTransaction;
  readonly send: SimpleSend;
  readonly asset: ChainAsset;
  /** The last own output, which Omni takes for the receiver by default. */
  readonly to: string;
}

export function blockRefOf(block: RawHeader): BlockRef {
  return {
    height: block.height,
    hash: block.hash,
    parent: block.previousblockhash ?? '',
    timeMs: block.time * 1000,
  };
}

export interface BitcoinScan {
  readonly block: ChainBlock;
  readonly findings: BlockFindings;
  readonly omni: readonly OmniCandidate[];
}

/**
 * Scans a block once for outputs to own addresses, and for inputs that spend own outputs. A
 * transaction with such an input is our own, and its payments to us (change, a sweep) are no
 * deposits. A miner's reward (coinbase) is not accepted: it cannot be spent for 100 blocks.
 */
export function scanBlock(raw: RawBlock, { coin, omni }: BitcoinAssets, watch: Watch): BitcoinScan {
  const findings = new BlockFindings();
  const created: OwnedOutput[] = [];
  const createdHere = new Set<string>();
  const spent: string[] = [];
  const candidates: OmniCandidate[] = [];
  for (const transaction of raw.tx) {
    if (transaction.vin.some(({ coinbase }) => coinbase !== undefined)) continue;
    const ours = transaction.vin
      .map(inputName)
      .filter((name) => createdHere.has(name) || watch.ownsOutput(name));
    spent.push(...ours);
    let receiver: string | undefined;
    for (const output of transaction.vout) {
      const to = output.scriptPubKey.address ?? output.scriptPubKey.addresses?.[0];
      const owner = to === undefined ? undefined : watch.addresses.ownerOf(to);
      if (to === undefined || owner === undefined) continue;
      receiver = to;
      const amount = satoshi(output.value);
      created.push({
        txid: transaction.txid,
        index: output.n,
        address: to,
        owner,
        amount,
        block: raw.hash,
      });
      createdHere.add(outputName(transaction.txid, output.n));
      findings.add(
        { asset: coin.id, txid: transaction.txid, index: output.n, to, owner, amount, from: [] },
        refusalOf({ amount, own: ours.length > 0, asset: coin }),
      );
    }
    const candidate =
      receiver === undefined ? undefined : omniCandidate(transaction, receiver, omni);
    if (candidate !== undefined) candidates.push(candidate);
  }
  const { deposits, refused } = findings;
  return {
    block: { ...blockRefOf(raw), deposits, refused, created, spent },
    findings,
    omni: candidates,
  };
}

function omniCandidate(
  transaction: RawBitcoinTransaction,
  to: string,
  listed: BitcoinAssets['omni'],
): OmniCandidate | undefined {
  for (const { scriptPubKey } of transaction.vout) {
    if (!scriptPubKey.hex.startsWith('6a')) continue;
    const send = readSimpleSend(Buffer.from(scriptPubKey.hex, 'hex'));
    const asset = send && listed.get(send.property);
    if (send !== undefined && asset !== undefined) return { transaction, send, asset, to };
  }
  return undefined;
}

/**
 * Adds a candidate with Omni Core's answer. It counts only if Omni Core calls it valid and agrees
 * with the bytes of the transaction.
 */
export function addOmni(
  candidate: OmniCandidate,
  answer: OmniTransaction,
  blockHash: string,
  { findings, watch }: { readonly findings: BlockFindings; readonly watch: Watch },
): void {
  const { transaction, send, asset } = candidate;
  if (answer.txid !== transaction.txid || answer.blockhash !== blockHash)
    throw new ChainFault('contradiction', `${transaction.txid}: Omni knows it in another block`);
  const to = answer.referenceaddress ?? candidate.to;
  const owner = watch.addresses.ownerOf(to);
  // It pays bitcoin to us and its tokens to a stranger.
  if (owner === undefined) return;
  const agrees =
    answer.valid === true &&
    answer.type_int === 0 &&
    answer.propertyid === send.property &&
    answer.referenceaddress !== undefined &&
    satoshi(answer.amount) === send.amount;
  const own = answer.sendingaddress !== undefined && watch.addresses.has(answer.sendingaddress);
  const reason = agrees ? refusalOf({ amount: send.amount, own, asset }) : 'invalid';
  const from = answer.sendingaddress === undefined ? [] : [answer.sendingaddress];
  findings.add(
    {
      asset: asset.id,
      txid: transaction.txid,
      index: OMNI_INDEX,
      to,
      owner,
      amount: send.amount,
      from,
    },
    reason,
  );
}

/**
 * Notes a candidate that Omni Core does not know as a transaction of its own: the payload exists
 * and moves nothing.
 */
export function addVoidOmni(
  { transaction, send, asset, to }: OmniCandidate,
  { findings, watch }: { readonly findings: BlockFindings; readonly watch: Watch },
): void {
  findings.add(
    {
      asset: asset.id,
      txid: transaction.txid,
      index: OMNI_INDEX,
      to,
      owner: watch.addresses.ownerOf(to) ?? 0,
      amount: send.amount,
      from: [],
    },
    'invalid',
  );
}

function inputName({ txid = '', vout = 0 }: RawInput): string {
  return outputName(txid, vout);
}
