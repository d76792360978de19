import { generateSecret, generateURI } from 'otplib';
import type { Queries } from '../../database/database.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { Secrets } from '../../secrets.ts';
import { totpStep } from '../../totp.ts';
import type { Operator } from './office-tables.ts';

const ISSUER = 'Meridian office';

/**
 * Authenticators of operators. Promises that secrets are stored sealed and that each code is
 * accepted once.
 */
export class OperatorTotp {
  readonly #queries: Queries;
  readonly #secrets: Secrets;
  readonly #nowMs: () => number;

  constructor(
    { queries, secrets }: { readonly queries: Queries; readonly secrets: Secrets },
    nowMs: () => number,
  ) {
    this.#queries = queries;
    this.#secrets = secrets;
    this.#nowMs = nowMs;
  }

  /** A new secret for an authenticator, not in use until `enable`. */
  async begin({ id, account }: Operator): Promise<{ secret: string; uri: string }> {
    const secret = generateSecret();
    await this.#queries
      .updateTable('operators')
      .set({ totp_pending: this.#secrets.seal(purpose(id), secret) })
      .where('id', '=', id)
      .execute();
    return { secret, uri: generateURI({ issuer: ISSUER, label: account, secret }) };
  }

  /** Refuses with `second_factor_wrong`. */
  async enable({ id, totp_pending }: Operator, code: string, transaction: Queries): Promise<void> {
    const step =
      totp_pending === null
        ? undefined
        : await totpStep(this.#secrets.open(purpose(id), totp_pending), code, this.#nowMs());
    if (step === undefined) throw new Refusal('second_factor_wrong', { field: 'code' });
    // Of two authenticators that are begun at once, the one whose code was checked is taken into
    // use.
    const taken = await transaction
      .updateTable('operators')
      .set({ totp_secret: totp_pending, totp_pending: null, totp_step: step })
      .where('id', '=', id)
      .where('totp_pending', '=', totp_pending)
      .executeTakeFirst();
    if (taken.numUpdatedRows === 0n) throw new Refusal('second_factor_wrong', { field: 'code' });
  }

  /** Verifies a code and uses it up. Of two calls at once with one code, one advances the step. */
  async take({ id, totp_secret }: Operator, code: string): Promise<boolean> {
    const step =
      totp_secret === null
        ? undefined
        : await totpStep(this.#secrets.open(purpose(id), totp_secret), code, this.#nowMs());
    if (step === undefined) return false;
    const taken = await this.#queries
      .updateTable('operators')
      .set({ totp_step: step })
      .where('id', '=', id)
      .where('totp_step', '<', step)
      .executeTakeFirst();
    return taken.numUpdatedRows > 0n;
  }
}

function purpose(operator: bigint): string {
  return `operator totp ${operator}`;
}
