import type { ReviewStatus } from './review-status.ts';

/** State of the own verification. */
export interface Identity {
  readonly status: ReviewStatus;
  /** Of a rejection; '' otherwise. */
  readonly reason: string;
  /** Masked; '' before it was submitted. */
  readonly name: string;
  /** Of the document. Masked; '' before it was submitted. */
  readonly documentNumber: string;
  /** Of the proof of assets. */
  readonly assetStatus: ReviewStatus;
  readonly assetReason: string;
  /** 1 to 3. */
  readonly level: number;
  /** Of withdrawals in a day at each level, in USDT; plain decimals. */
  readonly dailyLimits: readonly { readonly level: number; readonly usdt: string }[];
}
