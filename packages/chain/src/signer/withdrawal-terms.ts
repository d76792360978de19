import { createHash } from 'node:crypto';
import { formatDecimal } from '@meridian/money/decimal';
import type { Chain } from '../chains.ts';
import type { SignerAsset, SignerPolicy } from './policy.ts';

/** A withdrawal as operators agree to it. */
export interface WithdrawalTerms {
  /** Of the approval: it names the withdrawal for ever. */
  readonly id: string;
  readonly chain: Chain;
  readonly asset: string;
  readonly to: string;
  /** Chain units that `to` receives. */
  readonly amount: bigint;
  /**
   * Each attempt on Tron could be included beside the one before, so that each is agreed to anew.
   */
  readonly attempt: number;
}

const CONTEXT = 'meridian withdrawal 1';

/**
 * What an operator's device signs the hash of, in one form only: a list of texts and numbers as
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
    networkName(chain, policy),
    asset.id,
    to,
    formatDecimal(amount, asset.decimals),
    id,
    attempt,
    expiresAtMs,
  ]);
}

/** The challenge of the terms, as a browser gives it back. */
export function challengeOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** A signature for a test network is none for the main one. */
function networkName(chain: Chain, { ethereumChainId, bitcoinNetwork }: SignerPolicy): string {
  if (chain === 'ethereum') return `ethereum:${ethereumChainId}`;
  return chain === 'bitcoin' ? `bitcoin:${bitcoinNetwork}` : chain;
}
