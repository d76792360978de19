import { Transaction } from '@scure/btc-signer';
import { scriptOf } from '../bitcoin/bitcoin-address.ts';
import type { SpendableOutput } from '../adapter.ts';
import { DEPOSIT_ACCOUNT, HOT_ACCOUNT, type KeyBranch, type KeyRef } from '../chains.ts';
import { privateNode, rootKey } from '../keys/derivation.ts';
import { addressOf } from '../keys/derive-address.ts';

/**
 * The mnemonic of everybody's tests: coins sent to its addresses on a real chain are stolen at
 * once.
 */
export const SAMPLE_MNEMONIC = 'test test test test test test test test test test test junk';
export const sampleRoot = rootKey(SAMPLE_MNEMONIC);

export const hotKey = (branch: KeyBranch, index = 0): KeyRef => ({
  branch,
  account: HOT_ACCOUNT,
  index,
});
export const depositKey = (branch: KeyBranch, index = 0): KeyRef => ({
  branch,
  account: DEPOSIT_ACCOUNT,
  index,
});

/** Addresses of Bitcoin are those of regtest. */
export function sampleAddress(key: KeyRef): string {
  const { publicKey } = privateNode(sampleRoot, key);
  if (publicKey === null) throw new Error('no key');
  return addressOf(key.branch, publicKey, 'regtest');
}

/** An own output, and the transaction that made it, in the form of a node. */
export function sampleOutput(
  key: KeyRef,
  amount: bigint,
  salt: number,
): { readonly output: SpendableOutput; readonly previous: string } {
  const address = sampleAddress(key);
  const transaction = new Transaction({ allowUnknownInputs: true, disableScriptCheck: true });
  transaction.addOutput({ script: scriptOf(address, 'regtest'), amount });
  transaction.addInput({
    txid: salt.toString(16).padStart(64, 'a'),
    index: 0,
    finalScriptSig: new Uint8Array([0x51]),
  });
  return {
    output: { txid: transaction.id, index: 0, address, key, amount, block: '00'.repeat(32) },
    previous: Buffer.from(transaction.toBytes(true, false)).toString('hex'),
  };
}
