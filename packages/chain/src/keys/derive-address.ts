import type { BitcoinNetwork } from '../chain-facts.ts';
import { BRANCHES, type KeyBranch } from '../chains.ts';
import { publicKeyAt } from './derivation.ts';

export interface AddressRequest {
  readonly branch: KeyBranch;
  /** Extended public key of the account. */
  readonly xpub: string;
  readonly index: number;
  readonly bitcoinNetwork?: BitcoinNetwork;
}

/** Address number `index` of an account, from its extended public key alone. */
export function deriveAddress({ branch, xpub, index, bitcoinNetwork }: AddressRequest): string {
  return addressOf(branch, publicKeyAt(xpub, index), bitcoinNetwork);
}

/**
 * The address of a public key (33 bytes) on a branch: EIP-55, bech32 (p2wpkh), base58 (p2pkh for
 * Omni, Tron).
 */
export function addressOf(
  branch: KeyBranch,
  publicKey: Uint8Array,
  bitcoinNetwork: BitcoinNetwork = 'mainnet',
): string {
  return BRANCHES[branch].addressOf(publicKey, bitcoinNetwork);
}
