import type { Chain, ChainAsset, Fee, KeyRef, Unsigned } from './chains.ts';
import type { WatchedAddresses } from './watched-addresses.ts';

export type { Fee, Unsigned };

// The interface of every chain. The watcher and the sender know this file and no chain. Amounts are
// bigint in chain units.

export interface BlockRef {
  readonly height: number;
  readonly hash: string;
  readonly parent: string;
  /** The block's own timestamp in milliseconds. */
  readonly timeMs: number;
}

/**
 * Coins that came from outside to an own address. (chain, txid, index) identifies the deposit for
 * ever; it is credited once confirmed, and once only.
 */
export interface Deposit {
  readonly asset: string;
  readonly txid: string;
  /**
   * Number of the transfer within the transaction, independent of the block. Bitcoin: the output.
   * Omni: `OMNI_INDEX`. Accounts: 0 for the chain's own coin, 1 and more for the first log of the
   * transaction and those after it.
   */
  readonly index: number;
  readonly to: string;
  /** The number that `WatchedAddresses` keeps for `to`. */
  readonly owner: number;
  readonly amount: bigint;
  /** Senders as the chain reports them, for the record only. Empty where it reports none. */
  readonly from: readonly string[];
}

/**
 * Why a transfer to an own address is no deposit. `own`: from the exchange itself (sweep, fuel,
 * change). `zero`: moved nothing (address poisoning). `dust`: less than the asset's least amount.
 * `failed`: had no effect, as the chain reports. `invalid`: the token's own rules void it (Omni
 * `valid: false`), or the node's answer contradicts itself. `excess`: more than any real amount.
 */
export type RefusalReason = 'own' | 'zero' | 'dust' | 'failed' | 'invalid' | 'excess';

/** An Omni transfer's index: no transaction has so many outputs. */
export const OMNI_INDEX = 1_000_000;

export interface RefusedTransfer {
  readonly asset: string;
  readonly txid: string;
  readonly index: number;
  readonly to: string;
  readonly amount: bigint;
  readonly reason: RefusalReason;
}

/**
 * An own output that can be spent (Bitcoin). The watcher keeps them: the exchange owns the outputs
 * that were created and are not yet spent.
 */
export interface OwnedOutput {
  readonly txid: string;
  readonly index: number;
  readonly address: string;
  readonly owner: number;
  readonly amount: bigint;
  /** Hash of the block that holds the output, needed to fetch its transaction. */
  readonly block: string;
}

export interface ChainBlock extends BlockRef {
  readonly deposits: readonly Deposit[];
  readonly refused: readonly RefusedTransfer[];
  /** Bitcoin only; empty elsewhere. `spent` lists names of outputs, in the form of `outputName`. */
  readonly created: readonly OwnedOutput[];
  readonly spent: readonly string[];
}

/**
 * The addresses and outputs to look for in a block. One pass over the block; each lookup is a hash.
 */
export interface Watch {
  readonly addresses: WatchedAddresses;
  /** Whether an output is ours: on Bitcoin this is the only way to know a sender. */
  ownsOutput(name: string): boolean;
}

/**
 * The state of a transaction. `unknown`: no node has it, and it could still be included: send the
 * same bytes again. `impossible`: it can never be included any more, because another transaction
 * used its nonce or inputs, or because it expired.
 */
export type TransactionStatus =
  | { readonly state: 'unknown' }
  | { readonly state: 'pending' }
  | { readonly state: 'impossible'; readonly why: 'replaced' | 'expired' }
  | {
      readonly state: 'included';
      readonly height: number;
      readonly block: string;
      /** 1 in the newest block. */
      readonly confirmations: number;
      /** Whether it took effect. A failed transaction costs its fee and moves nothing else. */
      readonly succeeded: boolean;
      /**
       * Its cost, in units of the chain's own coin; undefined where the chain does not report it.
       */
      readonly fee: bigint | undefined;
    };

/** The source of the coins: one account with its nonce, or outputs. */
export type Source =
  | {
      readonly kind: 'account';
      readonly address: string;
      readonly key: KeyRef;
      readonly nonce: number;
    }
  | {
      readonly kind: 'outputs';
      readonly available: readonly SpendableOutput[];
      readonly change: { readonly address: string; readonly key: KeyRef };
    };

export interface SpendableOutput {
  readonly txid: string;
  readonly index: number;
  readonly address: string;
  readonly key: KeyRef;
  readonly amount: bigint;
  readonly block: string;
}

export interface TransferRequest {
  readonly asset: string;
  readonly to: string;
  /** Chain units that `to` receives; the fee comes on top. */
  readonly amount: bigint;
  readonly source: Source;
  readonly fee: Fee;
}

/** Signed bytes in the form that `broadcast` takes, and the chain's id for them. */
export interface Signed {
  readonly chain: Chain;
  readonly txid: string;
  readonly raw: string;
}

export interface ChainAdapter {
  readonly chain: Chain;
  readonly assets: readonly ChainAsset[];
  head(): Promise<BlockRef>;
  /** The block at a height of the current chain, or undefined above its head. */
  block(height: number, watch: Watch): Promise<ChainBlock | undefined>;
  /** The reference alone, without the block's content. */
  blockRef(height: number): Promise<BlockRef | undefined>;
  status(txid: string, unsigned: Unsigned): Promise<TransactionStatus>;
  /**
   * Confirmations of another transaction, where it is in the chain and took the nonce, or an input,
   * that `unsigned` needs; 0 otherwise. With enough of them `unsigned` can never be included any
   * more. Always 0 on Tron, where nothing takes anything from another.
   */
  usedBy(txid: string, unsigned: Unsigned): Promise<number>;
  /** A price at which a transfer should be included within a few blocks. */
  estimateFee(): Promise<Fee>;
  /** Next unused nonce of an account, pending transactions included; 0 where the chain has none. */
  nextNonce(address: string): Promise<number>;
  buildTransfer(request: TransferRequest): Promise<Unsigned>;
  /**
   * The same transfer at a higher price, with the same nonce or inputs: at most one of the two can
   * ever be included (invariant W3). Tron has no replacements and refuses (`unfit`): there a
   * transfer is built anew when the first has become `impossible`.
   */
  buildReplacement(previous: Unsigned, fee: Fee): Promise<Unsigned>;
  /**
   * Sends signed bytes. Sending them again is no error: a chain that knows them already has
   * accepted them.
   */
  broadcast(signed: Signed): Promise<string>;
  /**
   * Balance of an address in the newest block, in chain units. A Bitcoin node without an index
   * scans its set of outputs, which is slow.
   */
  balance(asset: string, address: string): Promise<bigint>;
}

export function outputName(txid: string, index: number): string {
  return `${txid}:${index}`;
}

/**
 * Whether a block is the successor of another one. If the chain's next block is not, the chain was
 * reorganised: the watcher finds the depth by comparing hashes.
 */
export function follows(block: BlockRef, previous: BlockRef): boolean {
  return block.height === previous.height + 1 && block.parent === previous.hash;
}
