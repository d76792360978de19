import { randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@meridian/contract/security/calls';
import { generateSecret, generateURI } from 'otplib';
import type { Queries } from '../../database/database.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { Secrets } from '../../secrets.ts';
import { hashOfToken } from '../../token-hash.ts';
import { totpStep } from '../../totp.ts';

const ISSUER = 'Meridian';
const TOTP_CODE = /^\d{6}$/;
const RECOVERY_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const RECOVERY_LENGTH = 10;

/**
 * Authenticators (TOTP, RFC 6238: SHA-1, 30 seconds, six digits) and the recovery codes that
 * replace a lost second factor, also a passkey. Owns their tables. Promises that no code is
 * accepted twice, also not by two calls at once, that secrets are stored encrypted, and that an
 * account has recovery codes while it has a second factor, and only then.
 */
export class Authenticators {
  readonly #queries: Queries;
  readonly #secrets: Secrets;
  readonly #nowMs: () => number;

  constructor(queries: Queries, secrets: Secrets, nowMs: () => number = Date.now) {
    this.#queries = queries;
    this.#secrets = secrets;
    this.#nowMs = nowMs;
  }

  /** Whether the user has an authenticator in use. */
  async isInUse(user: number): Promise<boolean> {
    const row = await this.#queries
      .selectFrom('totp_secrets')
      .select('secret')
      .where('user_id', '=', BigInt(user))
      .executeTakeFirst();
    return row !== undefined && row.secret !== null;
  }

  /**
   * A new secret, not in use until `enable`.
   * @param account the label that the authenticator shows
   */
  async begin(user: number, account: string): Promise<{ secret: string; uri: string }> {
    const secret = generateSecret();
    const pending = this.#secrets.seal(purpose(user), secret);
    const row = { user_id: BigInt(user), secret: null, pending };
    await this.#queries
      .insertInto('totp_secrets')
      .values(row)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending }))
      .execute();
    return { secret, uri: generateURI({ issuer: ISSUER, label: account, secret }) };
  }

  /**
   * Takes the new secret into use. False if the code does not fit it, or none was begun. In
   * `changeFactors`.
   */
  async enable(transaction: Queries, user: number, code: string): Promise<boolean> {
    const row = await transaction
      .selectFrom('totp_secrets')
      .select('pending')
      .where('user_id', '=', BigInt(user))
      .executeTakeFirst();
    if (row === undefined || row.pending === null) return false;
    const step = await this.#stepOf(user, row.pending, code);
    if (step === undefined) return false;
    const taken = await transaction
      .updateTable('totp_secrets')
      .set({ secret: row.pending, pending: null, last_step: step })
      .where('user_id', '=', BigInt(user))
      .where('pending', '=', row.pending)
      .executeTakeFirst();
    return taken.numUpdatedRows > 0n;
  }

  /** Removes the user's authenticator. In `changeFactors`. */
  async disable(transaction: Queries, user: number): Promise<void> {
    await transaction.deleteFrom('totp_secrets').where('user_id', '=', BigInt(user)).execute();
  }

  /**
   * Removes the recovery codes of an account without a second factor. In `changeFactors`, after the
   * factor was removed.
   */
  async forgetUnneededCodes(transaction: Queries, user: number): Promise<void> {
    if ((await factorsOf(transaction, user)) > 0) return;
    await transaction.deleteFrom('recovery_codes').where('user_id', '=', BigInt(user)).execute();
  }

  /** Verifies a code and uses it up. Returns its kind, or undefined. */
  async take(user: number, code: string): Promise<'totp' | 'recovery' | undefined> {
    const text = code.replace(/[\s-]/g, '').toUpperCase();
    if (TOTP_CODE.test(text)) return (await this.takeTotp(user, text)) ? 'totp' : undefined;
    const used = await this.#queries
      .updateTable('recovery_codes')
      .set({ used_at: new Date(this.#nowMs()) })
      .where('user_id', '=', BigInt(user))
      .where('code_hash', '=', keyedHash(this.#secrets, user, hashOfToken(text)))
      .where('used_at', 'is', null)
      .executeTakeFirst();
    return used.numUpdatedRows > 0n ? 'recovery' : undefined;
  }

  /**
   * Verifies a code of the authenticator, not a recovery code, and uses it up.
   * @param queries a transaction, if the code must be used up together with the request that it
   *   confirms
   */
  async takeTotp(user: number, code: string, queries: Queries = this.#queries): Promise<boolean> {
    const row = await queries
      .selectFrom('totp_secrets')
      .select('secret')
      .where('user_id', '=', BigInt(user))
      .executeTakeFirst();
    if (row === undefined || row.secret === null) return false;
    const step = await this.#stepOf(user, row.secret, code);
    if (step === undefined) return false;
    // Of two calls with one code, one advances the step.
    const taken = await queries
      .updateTable('totp_secrets')
      .set({ last_step: step })
      .where('user_id', '=', BigInt(user))
      .where('last_step', '<', step)
      .executeTakeFirst();
    return taken.numUpdatedRows > 0n;
  }

  /**
   * New recovery codes in place of the old. They are stored hashed, so they cannot be shown again.
   * Refuses an account without a second factor with `second_factor_unset`. In `changeFactors`.
   */
  async makeRecoveryCodes(transaction: Queries, user: number): Promise<string[]> {
    if ((await factorsOf(transaction, user)) === 0) throw new Refusal('second_factor_unset');
    const codes = Array.from({ length: RECOVERY_CODES }, drawRecoveryCode);
    await transaction.deleteFrom('recovery_codes').where('user_id', '=', BigInt(user)).execute();
    await transaction
      .insertInto('recovery_codes')
      .values(
        codes.map((code) => ({
          user_id: BigInt(user),
          code_hash: keyedHash(this.#secrets, user, hashOfToken(code)),
          keyed: true,
          used_at: null,
        })),
      )
      .execute();
    return codes.map(
      (code) => `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`,
    );
  }

  /**
   * The recovery codes of an account after a new factor. The first factor brings new ones, since
   * earlier codes may be known to a thief. A later one brings none while the owner has some left.
   * In `changeFactors`.
   */
  async makeNeededRecoveryCodes(transaction: Queries, user: number): Promise<string[]> {
    if ((await factorsOf(transaction, user)) === 1)
      return this.makeRecoveryCodes(transaction, user);
    const left = await transaction
      .selectFrom('recovery_codes')
      .select('code_hash')
      .where('user_id', '=', BigInt(user))
      .where('used_at', 'is', null)
      .limit(1)
      .executeTakeFirst();
    return left === undefined ? this.makeRecoveryCodes(transaction, user) : [];
  }

  async recoveryCodesLeft(user: number): Promise<number> {
    const { count } = await this.#queries
      .selectFrom('recovery_codes')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('user_id', '=', BigInt(user))
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  #stepOf(user: number, sealed: Buffer, code: string): Promise<bigint | undefined> {
    return totpStep(this.#secrets.open(purpose(user), sealed), code, this.#nowMs());
  }
}

/** Number of second factors of an account. */
async function factorsOf(queries: Queries, user: number): Promise<number> {
  const { count } = await queries
    .selectFrom((of) =>
      of
        .selectFrom('passkeys')
        .select('passkeys.user_id')
        .where('passkeys.user_id', '=', BigInt(user))
        .unionAll(
          of
            .selectFrom('totp_secrets')
            .select('totp_secrets.user_id')
            .where('totp_secrets.user_id', '=', BigInt(user))
            .where('secret', 'is not', null),
        )
        .as('factors'),
    )
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function purpose(user: number): string {
  return `totp ${user}`;
}

function drawRecoveryCode(): string {
  return Array.from(
    { length: RECOVERY_LENGTH },
    () => RECOVERY_LETTERS[randomInt(RECOVERY_LETTERS.length)],
  ).join('');
}

/**
 * With an unkeyed hash, fifty random bits could be tried out within days. The key covers a hash,
 * since older rows have only that.
 */
function keyedHash(secrets: Pick<Secrets, 'mac'>, user: number, hash: Buffer): Buffer {
  return secrets.mac(`recovery code ${user}`, hash);
}

/** Re-hashes recovery codes that an earlier version stored under a plain hash with the key. */
export async function keyRecoveryCodes(
  queries: Queries,
  secrets: Pick<Secrets, 'mac'>,
): Promise<void> {
  const plain = await queries
    .selectFrom('recovery_codes')
    .select(['user_id', 'code_hash'])
    .where('keyed', '=', false)
    .execute();
  for (const { user_id, code_hash } of plain) {
    const keyed = { code_hash: keyedHash(secrets, Number(user_id), code_hash), keyed: true };
    await queries
      .updateTable('recovery_codes')
      .set(keyed)
      .where('user_id', '=', user_id)
      .where('code_hash', '=', code_hash)
      .where('keyed', '=', false)
      .execute();
  }
}
