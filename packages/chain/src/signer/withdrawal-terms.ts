import { createHash } from 'node:crypto';
import { formatDecimal } from '@meridian/money/decimal';
import { CHAINS, type Chain } from '../chains.ts';
import type { SignerAsset, SignerPolicy } from './policy.ts';

/** The terms of a withdrawal that operators agree to. */
export interface WithdrawalTerms {
  /** The id of the approval: it identifies the withdrawal for ever. */
  readonly id: string;
  readonly chain: Chain;
  readonly asset: string;
  readonly to: string;
  /** Chain units that `to` receives. */
  readonly amount: bigint;
  /**
   * Each attempt on Tron could be included beside the one before, so each needs a new agreement.
   */
  readonly attempt: number;
}

const CONTEXT = 'meridian withdrawal 1';

/**
 * The text whose hash an operator's device signs, in one form only: a list of texts and numbers as
 * JSON, which people can read. The amount is a decimal of the asset, by the decimals of the
 * signer's own policy.
 */
export function termsText(
  terms: WithdrawalTerms,
  {
    asset,
    policy,
    expiresAtMs,
  }: { readonly asset: SignerAsset; readonly policy: SignerPolicy; readonly expiresAtMs: number },
): string {
  const { id, chain, to, amount, attempt } = terms;
  return JSON.stringify([
    CONTEXT,
    CHAINS[chain].signedName(policy),
    asset.id,
    to,
    formatDecimal(amount, asset.decimals),
    id,
    attempt,
    expiresAtMs,
  ]);
}

/** The WebAuthn challenge of the terms, in the form that a browser returns. */
export function challengeOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
