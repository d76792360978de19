import { createECDH } from 'node:crypto';
import type { Queries } from '../../database/database.ts';
import { lastingKeyPurpose } from '../../sealed/lasting-key.ts';
import type { Secrets } from '../../secrets.ts';

const NAME = 'web push';

/** Both in base64url. */
export interface PushKeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * The key that identifies the sender to push services (VAPID, RFC 8292). Promises that it is made
 * once and kept sealed with the lasting keys: browsers are subscribed to its public part, and with
 * a new one they would be told nothing.
 */
export class PushKeys {
  readonly #queries: Queries;
  readonly #secrets: Secrets;
  #opened: Promise<PushKeyPair> | undefined;

  constructor(queries: Queries, secrets: Secrets) {
    this.#queries = queries;
    this.#secrets = secrets;
  }

  open(): Promise<PushKeyPair> {
    this.#opened ??= this.#open().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  async #open(): Promise<PushKeyPair> {
    const purpose = lastingKeyPurpose(NAME);
    const find = () =>
      this.#queries
        .selectFrom('lasting_keys')
        .select('sealed')
        .where('name', '=', NAME)
        .executeTakeFirst();
    let row = await find();
    if (row === undefined) {
      const sealed = this.#secrets.seal(purpose, JSON.stringify(newKeyPair()));
      await this.#queries
        .insertInto('lasting_keys')
        .values({ name: NAME, sealed })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      row = await find();
    }
    if (row === undefined) throw new Error('the key of notifications was not kept');
    return JSON.parse(this.#secrets.open(purpose, row.sealed)) as PushKeyPair;
  }
}

function newKeyPair(): PushKeyPair {
  const key = createECDH('prime256v1');
  const publicKey = key.generateKeys('base64url');
  // A private key with leading zeros is shorter.
  const privateKey = Buffer.from(key.getPrivateKey('hex').padStart(64, '0'), 'hex');
  return { publicKey, privateKey: privateKey.toString('base64url') };
}
