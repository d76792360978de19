import { FUND_PASSWORD } from '@meridian/contract/security/calls';
import type { Queries } from '../../database/database.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { Secrets } from '../../secrets.ts';
import { hashPassword, isPasswordRight } from '../account/passwords.ts';

const DIGITS = new RegExp(`^[0-9]{${FUND_PASSWORD.digits}}$`);

/**
 * Fund passwords: six digits that withdrawals ask for. Owns their table. Promises that five wrong
 * ones lock it, also when they come at once, and that a copy of the database is not enough to guess
 * one: its hash needs the server's key.
 */
export class FundPasswords {
  readonly #queries: Queries;
  readonly #secrets: Pick<Secrets, 'mac'>;

  constructor(queries: Queries, secrets: Pick<Secrets, 'mac'>) {
    this.#queries = queries;
    this.#secrets = secrets;
  }

  async state(user: number): Promise<{ isSet: boolean; isLocked: boolean }> {
    const row = await this.#queries
      .selectFrom('fund_passwords')
      .select('failures')
      .where('user_id', '=', BigInt(user))
      .executeTakeFirst();
    return {
      isSet: row !== undefined,
      isLocked: row !== undefined && row.failures >= FUND_PASSWORD.tries,
    };
  }

  /** Sets it, after `checkNewFundPassword`, and unlocks it. */
  async set(user: number, password: string): Promise<void> {
    const password_hash = await hashPassword(this.#keyed(user, password));
    const row = { user_id: BigInt(user), password_hash, failures: 0 };
    await this.#queries
      .insertInto('fund_passwords')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet({ password_hash, failures: 0 }),
      )
      .execute();
  }

  #keyed(user: number, password: string): string {
    return this.#secrets.mac('fund-password', String(user), password).toString('base64');
  }

  /**
   * Refuses a wrong one: with `fund_password_unset`, `fund_password_wrong` or
   * `fund_password_locked`.
   */
  async require(user: number, password: string): Promise<void> {
    // A try counts before it is judged, so that tries at once do not escape the count.
    const row = await this.#queries
      .updateTable('fund_passwords')
      .set(({ eb }) => ({ failures: eb('failures', '+', 1) }))
      .where('user_id', '=', BigInt(user))
      .where('failures', '<', FUND_PASSWORD.tries)
      .returning('password_hash')
      .executeTakeFirst();
    if (row === undefined)
      throw new Refusal(
        (await this.state(user)).isSet ? 'fund_password_locked' : 'fund_password_unset',
      );
    if (await isPasswordRight(row.password_hash, this.#keyed(user, password))) {
      await this.#queries
        .updateTable('fund_passwords')
        .set({ failures: 0 })
        .where('user_id', '=', BigInt(user))
        .execute();
    } else if (await isPasswordRight(row.password_hash, password)) {
      // Set before the key was part of the hash.
      await this.set(user, password);
    } else throw new Refusal('fund_password_wrong', { field: 'fund_password' });
  }
}

/** Refuses an invalid fund password, or two different inputs. */
export function checkNewFundPassword(password: string, repeated: string): void {
  if (!DIGITS.test(password) || isTooSimple(password))
    throw new Refusal('fund_password_invalid', { field: 'password' });
  if (password !== repeated) throw new Refusal('passwords_differ', { field: 're_password' });
}

/** All digits equal, or in sequence. */
function isTooSimple(password: string): boolean {
  return (
    /^(\d)\1+$/.test(password) ||
    '01234567890'.includes(password) ||
    '09876543210'.includes(password)
  );
}
