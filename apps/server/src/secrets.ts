/** The server's own secret: what is encrypted or signed with it is worth nothing to who has only the database. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from './fault.ts';

const FILE = 'secret.key';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export class Secrets {
  readonly #encryption: Buffer;
  readonly #signing: Buffer;

  /** @param secret at least 32 random bytes or letters */
  constructor(secret: string) {
    const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
    this.#encryption = derive('meridian encryption 1');
    this.#signing = derive('meridian signing 1');
  }

  /** Encrypts a text (AES-256-GCM). It opens for the same purpose only. */
  seal(purpose: string, text: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#encryption, nonce).setAAD(Buffer.from(purpose));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  }

  /** Throws `Fault` configuration_invalid where it was sealed with another secret or for another purpose, or has been changed. */
  open(purpose: string, sealed: Buffer): string {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#encryption, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(purpose)).setAuthTag(tag);
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    } catch {
      throw new Fault('configuration_invalid', 'what the database keeps encrypted does not open: SECRET_KEY is not the one that it was written with');
    }
  }

  /** A signature of a text for a link: 43 letters. */
  sign(purpose: string, text: string): string {
    return createHmac('sha256', this.#signing).update(`${purpose}\0${text}`).digest('base64url');
  }

  /** A code of bytes that nobody makes without the secret: 32 bytes. */
  mac(purpose: string, ...parts: readonly (Buffer | string)[]): Buffer {
    const code = createHmac('sha256', this.#signing).update(`${purpose}\0`);
    for (const part of parts) code.update(part);
    return code.digest();
  }

  isSigned(purpose: string, text: string, signature: string): boolean {
    const expected = Buffer.from(this.sign(purpose, text));
    const given = Buffer.from(signature);
    return expected.length === given.length && timingSafeEqual(expected, given);
  }
}

/** The secret of the settings; without one (demo mode) that of the data folder, which the first start makes. */
export function openSecrets(settings: { secretKey: string | undefined; dataDir: string }): Secrets {
  return new Secrets(settings.secretKey ?? ownSecret(join(settings.dataDir, FILE)));
}

function ownSecret(path: string): string {
  try {
    writeFileSync(path, randomBytes(KEY_BYTES).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8');
}
