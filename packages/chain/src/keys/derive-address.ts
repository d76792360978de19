import { p2pkh, p2wpkh } from '@scure/btc-signer';
import { publicKeyToAddress } from 'viem/accounts';
import { bytesToHex } from 'viem';
import { BITCOIN_PARAMETERS } from '../address/bitcoin-address.ts';
import { tronAddressOf } from '../address/tron-address.ts';
import type { BitcoinNetwork, KeyBranch } from '../chains.ts';
import { publicKeyAt } from './derivation.ts';
import { uncompressed } from './uncompressed.ts';

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
  switch (branch) {
    case 'ethereum':
      return publicKeyToAddress(bytesToHex(uncompressed(publicKey)));
    case 'tron':
      return tronAddressOf(publicKey);
    case 'bitcoin':
      return required(p2wpkh(publicKey, BITCOIN_PARAMETERS[bitcoinNetwork]).address);
    case 'omni':
      return required(p2pkh(publicKey, BITCOIN_PARAMETERS[bitcoinNetwork]).address);
  }
}

function required(address: string | undefined): string {
  if (address === undefined) throw new Error('this key has no address');
  return address;
}
