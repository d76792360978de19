import type { PostingReason } from '@meridian/core/ledger/posting';

/**
 * Why a row of the statement came about. Holds and releases move nothing in or out and have no row.
 */
export type StatementReason = Exclude<PostingReason, 'hold' | 'release'>;

/** The kind of a row, where its reason alone says too little. */
export type StatementDetail =
  | 'faucet'
  | 'welcome'
  | 'payment'
  | 'adjustment'
  | 'prize'
  | 'buy'
  | 'sell'
  | 'tradeFee'
  | 'contractFee'
  | 'secondsFee'
  | 'withdrawalFee'
  | 'dealBought'
  | 'dealSold'
  | 'p2pBought'
  | 'p2pSold'
  | 'received'
  | 'paid';
