import { createBase58check } from '@scure/base';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { uncompressed } from '../keys/uncompressed.ts';
import { accepted, refused, type AddressCheck } from '../address/address-check.ts';

const base58check = createBase58check(sha256);
const PREFIX = 0x41;
const FORM = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/** An address of Tron: base58 with checksum of 0x41 and 20 bytes. */
export function checkTronAddress(text: string): AddressCheck {
  if (!FORM.test(text)) return refused('malformed');
  const bytes = decoded(text);
  if (bytes === undefined) return refused('checksum');
  return bytes.length === 21 && bytes[0] === PREFIX ? accepted(text) : refused('malformed');
}

/**
 * The 21 bytes of an address as Tron's own API writes them: hexadecimal, beginning with 41. @throws
 * when it is no address of Tron
 */
export function tronHex(address: string): string {
  if (!checkTronAddress(address).ok) throw new Error('no address of Tron');
  return Buffer.from(base58check.decode(address)).toString('hex');
}

/**
 * @param hex 21 bytes beginning with 41, or the 20 bytes alone, as contracts and logs write them
 */
export function tronAddress(hex: string): string {
  const digits = hex.length === 40 ? `41${hex}` : hex;
  if (!/^41[0-9a-fA-F]{40}$/.test(digits)) throw new Error('no address of Tron');
  return base58check.encode(Buffer.from(digits, 'hex'));
}

export function tronAddressOf(publicKey: Uint8Array): string {
  const hash = keccak_256(uncompressed(publicKey).subarray(1));
  return tronAddress(Buffer.from(hash.subarray(-20)).toString('hex'));
}

function decoded(text: string): Uint8Array | undefined {
  try {
    return base58check.decode(text);
  } catch {
    return undefined;
  }
}
