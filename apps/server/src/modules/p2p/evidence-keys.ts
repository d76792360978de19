import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import type { Queries } from '../../database/database.ts';
import { lastingKeyPurpose } from '../../sealed/lasting-key.ts';
import type { Secrets } from '../../secrets.ts';

/** How an Ed25519 key of 32 bytes begins in PKCS #8. */
const PKCS8_START = Buffer.from('302e020100300506032b657004220420', 'hex');
const NAME = 'evidence ';
const ID_DIGITS = 16;

/** A key that has signed evidence packages. */
export interface PublishedKey {
  readonly id: string;
  /** PEM. */
  readonly publicKey: string;
  readonly sinceMs: number;
}

/**
 * The keys that sign evidence packages (Ed25519). Promises that the private key is made from the
 * newest secret and kept nowhere, so that a new SECRET_KEY is a new key; and that each public key
 * is kept, sealed, before it signs, so that packages of earlier keys can be verified for ever and
 * nobody with the database alone publishes another one.
 */
export class EvidenceKeys {
  readonly #queries: Queries;
  readonly #secrets: Secrets;
  readonly #id: string;
  readonly #private: KeyObject;
  readonly #publicKey: string;
  #isKept = false;

  constructor(queries: Queries, secrets: Secrets) {
    this.#queries = queries;
    this.#secrets = secrets;
    const key = Buffer.concat([PKCS8_START, secrets.newestSeed('p2p evidence')]);
    this.#private = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
    const publicKey = createPublicKey(this.#private);
    this.#publicKey = publicKey.export({ format: 'pem', type: 'spki' }).toString();
    this.#id = createHash('sha256')
      .update(publicKey.export({ format: 'der', type: 'spki' }))
      .digest('hex')
      .slice(0, ID_DIGITS);
  }

  /** Signs a text: the id of the key, and 64 bytes in base64. */
  async sign(text: string): Promise<{ readonly key: string; readonly signature: string }> {
    await this.#keep();
    const signature = sign(null, Buffer.from(text), this.#private).toString('base64');
    return { key: this.#id, signature };
  }

  /** Every key that has ever signed, newest first. */
  async published(): Promise<PublishedKey[]> {
    await this.#keep();
    const rows = await this.#queries
      .selectFrom('lasting_keys')
      .selectAll()
      .where('name', 'like', `${NAME}%`)
      .execute();
    return rows
      .map(({ name, sealed }): PublishedKey => {
        const text = this.#secrets.open(lastingKeyPurpose(name), sealed);
        const { publicKey, sinceMs } = JSON.parse(text) as Omit<PublishedKey, 'id'>;
        return { id: name.slice(NAME.length), publicKey, sinceMs };
      })
      .sort((a, b) => b.sinceMs - a.sinceMs);
  }

  async #keep(): Promise<void> {
    if (this.#isKept) return;
    const name = NAME + this.#id;
    const kept = JSON.stringify({ publicKey: this.#publicKey, sinceMs: Date.now() });
    await this.#queries
      .insertInto('lasting_keys')
      .values({ name, sealed: this.#secrets.seal(lastingKeyPurpose(name), kept) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    this.#isKept = true;
  }
}
