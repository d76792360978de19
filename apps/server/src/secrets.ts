/**
 * The server's own secrets. Data that is encrypted or signed with them is worth nothing to a thief
 * of the database alone.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from './fault.ts';

const FILE = 'secret.key';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/**
 * The first byte of sealed data; the id of the key follows it. Data from before there were ids
 * begins with the nonce.
 */
const FORMAT = 1;
const KEY_ID_BYTES = 4;
/** How a sealed text in a column of texts begins. */
const TEXT_MARK = 'sealed1:';
/** Bytes before the nonce. */
export const SEALED_PREFIX_BYTES = 1 + KEY_ID_BYTES;

interface Key {
  /** Says which key it was, and nothing about it. */
  readonly prefix: Buffer;
  readonly encryption: Buffer;
  readonly signing: Buffer;
}

/**
 * A ring of keys. The newest seals and signs; older ones only open, and check signatures of their
 * own. Keys that must stay the same for ever (of the operators' log, of hashes that are looked for)
 * are made from the lasting key, see lasting-key.ts.
 */
export class Secrets {
  readonly #newest: Key;
  readonly #keys: readonly Key[];
  #lasting: Buffer;

  /**
   * @param secret at least 32 random bytes or letters
   * @param older secrets that were used before, the last one used first
   */
  constructor(secret: string, older: readonly string[] = []) {
    this.#newest = keyOf(secret);
    this.#keys = [this.#newest, ...older.map(keyOf)];
    this.#lasting = this.firstLastingKey;
  }

  /** How everything begins that the newest key has sealed: 5 bytes. */
  get newestPrefix(): Buffer {
    return this.#newest.prefix;
  }

  /**
   * The lasting key of a database that has none yet: the signing part of the oldest key, as before
   * there was a lasting key.
   */
  get firstLastingKey(): Buffer {
    return (this.#keys.at(-1) ?? this.#newest).signing;
  }

  useLastingKey(key: Buffer): void {
    this.#lasting = key;
  }

  /** Encrypts a text (AES-256-GCM) with the newest key. It opens for the same purpose only. */
  seal(purpose: string, text: string): Buffer {
    return Buffer.concat([
      this.#newest.prefix,
      encrypt(this.#newest.encryption, purpose, Buffer.from(text)),
    ]);
  }

  /**
   * Throws `Fault` configuration_invalid where it was sealed with a secret that is not in the ring
   * or for another purpose, or has been changed.
   */
  open(purpose: string, sealed: Buffer): string {
    const named = this.#keys.find(({ prefix }) =>
      sealed.subarray(0, SEALED_PREFIX_BYTES).equals(prefix),
    );
    const opened =
      named === undefined
        ? undefined
        : decrypt(named.encryption, purpose, sealed.subarray(SEALED_PREFIX_BYTES));
    if (opened !== undefined) return opened.toString('utf8');
    // Of a version without ids.
    for (const { encryption } of this.#keys) {
      const old = decrypt(encryption, purpose, sealed);
      if (old !== undefined) return old.toString('utf8');
    }
    throw new Fault(
      'configuration_invalid',
      'what the database keeps encrypted does not open: SECRET_KEY and SECRET_KEYS_OLD are without the one that it was written with',
    );
  }

  /** Encrypts a text for a column of texts; '' stays ''. */
  sealText(purpose: string, text: string): string {
    return text === '' ? '' : TEXT_MARK + this.seal(purpose, text).toString('base64');
  }

  /**
   * Throws as `open` does, also where the text is not sealed: nobody puts a plain one in its place.
   */
  openText(purpose: string, text: string): string {
    if (text === '') return '';
    return this.open(
      purpose,
      isSealedText(text) ? Buffer.from(text.slice(TEXT_MARK.length), 'base64') : Buffer.alloc(0),
    );
  }

  /** Whether the newest key has sealed it. */
  isNewest(sealed: Buffer): boolean {
    return sealed.subarray(0, SEALED_PREFIX_BYTES).equals(this.#newest.prefix);
  }

  /** A signature of a text for a link: 43 letters. It holds as long as its key is in the ring. */
  sign(purpose: string, text: string): string {
    return signed(this.#newest.signing, purpose, text);
  }

  isSigned(purpose: string, text: string, signature: string): boolean {
    const given = Buffer.from(signature);
    return this.#keys.some(({ signing }) => {
      const expected = Buffer.from(signed(signing, purpose, text));
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
  }

  /** The seed of a private key for one purpose: 32 bytes that follow from the newest key. */
  newestSeed(purpose: string): Buffer {
    return createHmac('sha256', this.#newest.signing).update(`seed\0${purpose}`).digest();
  }

  /** A code of bytes that nobody can compute without the lasting key: 32 bytes. */
  mac(purpose: string, ...parts: readonly (Buffer | string)[]): Buffer {
    const code = createHmac('sha256', this.#lasting).update(`${purpose}\0`);
    for (const part of parts) code.update(part);
    return code.digest();
  }

  /**
   * A hash by which the same text is found, and that nobody computes without the lasting key: 43
   * letters.
   */
  hash(purpose: string, text: string): string {
    return signed(this.#lasting, purpose, text);
  }
}

/** Whether a column of texts has it sealed. */
export function isSealedText(text: string): boolean {
  return text.startsWith(TEXT_MARK);
}

/** A key for one thing alone, which is then sealed itself. */
export function newDataKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/** Encrypts bytes (AES-256-GCM): nonce, tag, bytes. */
export function encrypt(key: Buffer, purpose: string, content: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/**
 * Undefined where it was encrypted with another key or for another purpose, or has been changed.
 */
export function decrypt(key: Buffer, purpose: string, content: Buffer): Buffer | undefined {
  const nonce = content.subarray(0, NONCE_BYTES);
  const tag = content.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(purpose))
      .setAuthTag(tag);
    return Buffer.concat([
      decipher.update(content.subarray(NONCE_BYTES + TAG_BYTES)),
      decipher.final(),
    ]);
  } catch {
    return undefined;
  }
}

/**
 * The secrets of the settings; without SECRET_KEY (demo mode) that of the data folder, which the
 * first start makes.
 */
export function openSecrets(settings: {
  secretKey: string | undefined;
  secretKeysOld: readonly string[];
  dataDir: string;
}): Secrets {
  return new Secrets(
    settings.secretKey ?? ownSecret(join(settings.dataDir, FILE)),
    settings.secretKeysOld,
  );
}

function keyOf(secret: string): Key {
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
  const encryption = derive('meridian encryption 1');
  const id = createHash('sha256')
    .update(derive('meridian key id 1'))
    .digest()
    .subarray(0, KEY_ID_BYTES);
  return {
    prefix: Buffer.concat([Buffer.from([FORMAT]), id]),
    encryption,
    signing: derive('meridian signing 1'),
  };
}

function signed(key: Buffer, purpose: string, text: string): string {
  return createHmac('sha256', key).update(`${purpose}\0${text}`).digest('base64url');
}

function ownSecret(path: string): string {
  try {
    writeFileSync(path, randomBytes(KEY_BYTES).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8');
}
