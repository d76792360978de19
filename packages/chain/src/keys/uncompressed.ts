import { ECDH } from 'node:crypto';

/**
 * The uncompressed form (65 bytes) of a public key of secp256k1, from which addresses of Ethereum
 * and Tron are made. @throws when the key is no point of the curve
 */
export function uncompressed(publicKey: Uint8Array): Uint8Array {
  const key = ECDH.convertKey(publicKey, 'secp256k1', undefined, undefined, 'uncompressed');
  return typeof key === 'string' ? Buffer.from(key, 'latin1') : new Uint8Array(key);
}
