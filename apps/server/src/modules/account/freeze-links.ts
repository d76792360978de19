import { randomBytes } from 'node:crypto';
import { resolveLanguage } from '@meridian/contract/languages';
import type { Queries } from '../../database/database.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { hashOfToken } from '../../token-hash.ts';

const TOKEN_BYTES = 32;
const LIFE_MS = 7 * 86_400_000;

/**
 * Links by which the owner of an account freezes it: "this was not me". Owns their table. Promises
 * that a token is 256 random bits of which only the SHA-256 is stored, valid once and for seven
 * days. It follows the # of the address, which browsers do not send.
 */
export class FreezeLinks {
  readonly #queries: Queries;
  readonly #publicUrl: string;
  readonly #nowMs: () => number;

  /**
   * @param publicUrl base address of the customers' site, without a slash at its end
   */
  constructor(queries: Queries, publicUrl: string, nowMs: () => number = Date.now) {
    this.#queries = queries;
    this.#publicUrl = publicUrl;
    this.#nowMs = nowMs;
  }

  /**
   * A new link for the user. It has the language of the account, for a browser without a choice.
   */
  async issue(user: number): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const now = this.#nowMs();
    await this.#queries
      .deleteFrom('freeze_links')
      .where('expires_at', '<', new Date(now))
      .execute();
    const row = {
      token_hash: hashOfToken(token),
      user_id: BigInt(user),
      expires_at: new Date(now + LIFE_MS),
      used_at: null,
    };
    await this.#queries.insertInto('freeze_links').values(row).execute();
    const { language } = await this.#queries
      .selectFrom('users')
      .select('language')
      .where('id', '=', BigInt(user))
      .executeTakeFirstOrThrow();
    return `${this.#publicUrl}/freeze?lang=${resolveLanguage(language)}#${token}`;
  }

  /** The user of the link. Refuses with `freeze_link_invalid`. */
  async userOf(token: string): Promise<number> {
    const row = await this.#queries
      .selectFrom('freeze_links')
      .select('user_id')
      .where('token_hash', '=', hashOfToken(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', new Date(this.#nowMs()))
      .executeTakeFirst();
    if (row === undefined) throw new Refusal('freeze_link_invalid', { field: 'token' });
    return Number(row.user_id);
  }

  /**
   * Uses the link up, in the transaction of the freeze. Refuses with `freeze_link_invalid` if it
   * was used meanwhile.
   */
  async use(token: string, transaction: Queries): Promise<void> {
    const used = await transaction
      .updateTable('freeze_links')
      .set({ used_at: new Date(this.#nowMs()) })
      .where('token_hash', '=', hashOfToken(token))
      .where('used_at', 'is', null)
      .executeTakeFirst();
    if (used.numUpdatedRows === 0n) throw new Refusal('freeze_link_invalid', { field: 'token' });
  }
}
