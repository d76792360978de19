import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { generateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

// The mnemonic of all keys, at rest: encrypted with AES-256-GCM under a key that scrypt derives
// from a passphrase. Neither the file nor the passphrase is of use alone.

const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 } as const;
const LEAST_PASSPHRASE = 12;

interface KeystoreFile {
  readonly version: 1;
  readonly kdf: 'scrypt';
  readonly salt: string;
  readonly iv: string;
  readonly tag: string;
  readonly words: string;
}

/**
 * Writes a new file, readable by its owner only.
 * @param mnemonic 24 new words when left out
 * @throws when the file exists: keys are never overwritten
 */
export function createKeystore(
  file: string,
  passphrase: string,
  mnemonic: string = generateMnemonic(wordlist, 256),
): void {
  if (passphrase.length < LEAST_PASSPHRASE)
    throw new Error(`the passphrase has at least ${LEAST_PASSPHRASE} characters`);
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt), iv);
  const words = Buffer.concat([cipher.update(mnemonic, 'utf8'), cipher.final()]);
  const content: KeystoreFile = {
    version: 1,
    kdf: 'scrypt',
    salt: salt.toString('hex'),
    iv: iv.toString('hex'),
    tag: cipher.getAuthTag().toString('hex'),
    words: words.toString('hex'),
  };
  writeFileSync(file, `${JSON.stringify(content)}\n`, { mode: 0o600, flag: 'wx', flush: true });
}

/**
 * @throws when the passphrase is wrong or the file was changed: decryption cannot distinguish the
 * two
 */
export function openKeystore(file: string, passphrase: string): string {
  const content = JSON.parse(readFileSync(file, 'utf8')) as KeystoreFile;
  if (content.version !== 1 || content.kdf !== 'scrypt')
    throw new Error('a keystore of another version');
  const decipher = createDecipheriv(
    'aes-256-gcm',
    keyOf(passphrase, Buffer.from(content.salt, 'hex')),
    Buffer.from(content.iv, 'hex'),
    { authTagLength: 16 },
  );
  decipher.setAuthTag(Buffer.from(content.tag, 'hex'));
  try {
    return Buffer.concat([
      decipher.update(Buffer.from(content.words, 'hex')),
      decipher.final(),
    ]).toString('utf8');
  } catch (error) {
    throw new Error('the keystore does not open: wrong passphrase, or the file was changed', {
      cause: error,
    });
  }
}

function keyOf(passphrase: string, salt: Uint8Array): Buffer {
  return scryptSync(passphrase.normalize('NFKC'), salt, 32, SCRYPT);
}
