import type { HDKey } from '@scure/bip32';
import { bytesToHex, keccak256, parseTransaction, type Hex } from 'viem';
import { privateKeyToAccount, sign } from 'viem/accounts';
import type { Signed, Unsigned } from '../adapter.ts';
import type { KeyRef } from '../chains.ts';
import { privateNode } from '../keys/derivation.ts';
import { encodeSigned, tronTxid } from '../tron/tron-transaction.ts';
import { plainTransaction } from './decode-unsigned.ts';

/**
 * Signs a transaction that was decoded and checked before. The same transaction gives the same
 * bytes (RFC 6979).
 */
export async function signUnsigned(unsigned: Unsigned, root: HDKey): Promise<Signed> {
  switch (unsigned.chain) {
    case 'ethereum': {
      const raw = await privateKeyToAccount(hexKey(root, unsigned.key)).signTransaction(
        parseTransaction(unsigned.transaction as `0x02${string}`),
      );
      return { chain: 'ethereum', txid: keccak256(raw), raw };
    }
    case 'tron': {
      const bytes = Buffer.from(unsigned.rawData, 'hex');
      const txid = tronTxid(bytes);
      const signature = await sign({
        hash: `0x${txid}`,
        privateKey: hexKey(root, unsigned.key),
        to: 'hex',
      });
      return {
        chain: 'tron',
        txid,
        raw: encodeSigned(bytes, Buffer.from(signature.slice(2), 'hex')),
      };
    }
    case 'bitcoin': {
      const transaction = plainTransaction(unsigned.psbt);
      unsigned.keys.forEach((key, at) => transaction.signIdx(privateKey(root, key), at));
      transaction.finalize();
      return {
        chain: 'bitcoin',
        txid: transaction.id,
        raw: Buffer.from(transaction.extract()).toString('hex'),
      };
    }
  }
}

function privateKey(root: HDKey, ref: KeyRef): Uint8Array {
  const key = privateNode(root, ref).privateKey;
  if (key === null) throw new Error('a key without its private part');
  return key;
}

function hexKey(root: HDKey, ref: KeyRef): Hex {
  return bytesToHex(privateKey(root, ref));
}
