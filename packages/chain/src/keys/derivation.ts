import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { BRANCHES, type KeyBranch, type KeyRef } from '../chains.ts';

/** Indices from here on are hardened: no extended public key can derive them. */
const HARDENED = 0x8000_0000;

/**
 * The root of all keys. Only the signer calls this. @throws when the words are no BIP-39 mnemonic
 */
export function rootKey(mnemonic: string, passphrase = ''): HDKey {
  const words = mnemonic.normalize('NFKD').trim().split(/\s+/).join(' ');
  if (!validateMnemonic(words, wordlist))
    throw new Error(
      'these words are no mnemonic: unknown word, wrong number of words or wrong checksum',
    );
  return HDKey.fromMasterSeed(mnemonicToSeedSync(words, passphrase));
}

export function accountPath(branch: KeyBranch, account: number): string {
  assertIndex(account);
  const { purpose, coin } = BRANCHES[branch];
  return `m/${purpose}'/${coin}'/${account}'`;
}

/**
 * The extended public key of an account: it derives every address of the account and spends from
 * none.
 */
export function accountXpub(root: HDKey, branch: KeyBranch, account: number): string {
  return root.derive(accountPath(branch, account)).publicExtendedKey;
}

/** The key of an own address, private key included. */
export function privateNode(root: HDKey, ref: KeyRef): HDKey {
  assertIndex(ref.index);
  return root.derive(`${accountPath(ref.branch, ref.account)}/0/${ref.index}`);
}

/**
 * The public key of address `index` of an account, 33 bytes. @throws when the key is malformed,
 * private or not one of an account
 */
export function publicKeyAt(xpub: string, index: number): Uint8Array {
  assertIndex(index);
  const account = HDKey.fromExtendedKey(xpub);
  if (account.privateKey !== null)
    throw new Error('a private key is not wanted here: give the extended public key');
  const { publicKey } = account.deriveChild(0).deriveChild(index);
  if (publicKey === null) throw new Error('no public key at this index');
  return publicKey;
}

/** Whether an extended public key can derive the key with this index. */
export function isIndex(index: number): boolean {
  return Number.isInteger(index) && index >= 0 && index < HARDENED;
}

function assertIndex(index: number): void {
  if (!isIndex(index)) throw new RangeError('an index is a whole number from 0 to 2^31 - 1');
}
