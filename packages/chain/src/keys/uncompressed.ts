import { ECDH } from 'node:crypto';

/**
 * A public key of secp256k1 with both coordinates, 65 bytes, as the addresses of Ethereum and Tron
 * are made from. @throws when it is no point of the curve
 */
export function uncompressed(publicKey: Uint8Array): Uint8Array {
  const key = ECDH.convertKey(publicKey, 'secp256k1', undefined, undefined, 'uncompressed');
  return typeof key === 'string' ? Buffer.from(key, 'latin1') : new Uint8Array(key);
}
