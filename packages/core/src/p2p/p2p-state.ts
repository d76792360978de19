/** Deals and appeals in the state, with the fields that no event carries. */
import type { Wallet } from '../ledger/accounts.ts';
import type { HoldSlot } from '../ledger/ledger.ts';
import type { OperatorId, Party } from './p2p-commands.ts';
import type { Appeal, Deal, DealMover, Ruling } from './p2p-events.ts';

/** A deal in the state, with fields that no event carries. */
export interface LiveDeal extends Omit<
  { -readonly [Field in keyof Deal]: Deal[Field] },
  'endedBy'
> {
  endedBy: DealMover | undefined;
  /**
   * Time of the deal's entry among those that are due. The entry of a deal with more time moves
   * when it is reached, so that the order of expiries is that of the due times.
   */
  entryMs: number;
  /** The seller's coins, until the deal ends. */
  hold: HoldSlot | undefined;
  cancelAsks: number;
  extensions: number;
  /** The sides that have withdrawn an appeal on it: each may do so once. */
  withdrew: readonly Party[];
  rulings: number;
  /** Operators of the rulings so far: they decide no further one. */
  ruledBy: readonly OperatorId[];
  lastRuledMs: number;
}

/** Coins that are held for an appeal. */
export interface HeldCoins {
  readonly wallet: Wallet;
  readonly amount: bigint;
  readonly hold: HoldSlot;
}

export interface LiveAppeal extends Omit<
  { -readonly [Field in keyof Appeal]: Appeal[Field] },
  'ruling'
> {
  ruling: Ruling | undefined;
  readonly held: readonly HeldCoins[];
}
