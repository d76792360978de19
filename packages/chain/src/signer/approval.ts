import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Chain } from '../chains.ts';

/**
 * The exchange's permission to sign. `withdrawal`: from the hot addresses to a customer's.
 * `internal`: between own addresses, a sweep or fuel for one. Amounts are decimal strings of chain
 * units.
 */
export interface Approval {
  /** Identifies the transfer for ever. The same id is never paid twice. */
  readonly id: string;
  readonly kind: 'withdrawal' | 'internal';
  readonly chain: Chain;
  readonly asset: string;
  readonly to: string;
  readonly amount: string;
  /** The highest cost of the transaction, in units of the chain's own coin. */
  readonly maxFee: string;
  /**
   * 1 at first. A higher number means that the exchange has seen the earlier transaction expire
   * (Tron only).
   */
  readonly attempt: number;
  /** Time after which the approval is void. */
  readonly expiresAtMs: number;
}

/** An approval with the proof that it comes from the exchange. */
export interface SealedApproval extends Approval {
  readonly seal: string;
}

const CONTEXT = 'meridian approval 1';
/** A shorter key could be guessed. */
export const LEAST_KEY_BYTES = 32;

/** Seals an approval with the key that only the exchange and the signer have. */
export function sealApproval(approval: Approval, key: Uint8Array): SealedApproval {
  return { ...approval, seal: sealOf(approval, key).toString('hex') };
}

export function isSealed(approval: SealedApproval, key: Uint8Array): boolean {
  const given = Buffer.from(approval.seal, 'hex');
  const expected = sealOf(approval, key);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Over every field in a fixed order, as JSON, so that no two approvals have the same text. */
function sealOf(approval: Approval, key: Uint8Array): Buffer {
  if (key.length < LEAST_KEY_BYTES)
    throw new Error(`the approval key has at least ${LEAST_KEY_BYTES} bytes`);
  const { id, kind, chain, asset, to, amount, maxFee, attempt, expiresAtMs } = approval;
  return createHmac('sha256', key)
    .update(
      JSON.stringify([CONTEXT, id, kind, chain, asset, to, amount, maxFee, attempt, expiresAtMs]),
    )
    .digest();
}
