import { bytesToHex, getAddress, isAddress, zeroAddress } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import { accepted, refused, type AddressCheck } from '../address/address-check.ts';
import { uncompressed } from '../keys/uncompressed.ts';

const FORM = /^0x[0-9a-fA-F]{40}$/;

/**
 * Checks an address of Ethereum and returns it in EIP-55. All lower or all upper case carries no
 * checksum and is accepted; mixed case must match it. The zero address is refused: nobody can spend
 * its coins.
 */
export function checkEthereumAddress(text: string): AddressCheck {
  if (!FORM.test(text)) return refused('malformed');
  const digits = text.slice(2);
  const plain = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  const lower: `0x${string}` = `0x${digits.toLowerCase()}`;
  if (lower === zeroAddress) return refused('malformed');
  if (!plain && !isAddress(text, { strict: true })) return refused('checksum');
  return accepted(getAddress(lower));
}

/** The address of a public key (33 bytes), in EIP-55. */
export function ethereumAddressOf(publicKey: Uint8Array): string {
  return publicKeyToAddress(bytesToHex(uncompressed(publicKey)));
}
