import { randomBytes } from 'node:crypto';
import { INVITATION_HOURS } from '@meridian/contract/office/operators';
import type { Queries } from '../../database/database.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { hashOfToken } from '../../token-hash.ts';
import type { Messenger } from '../account/messenger.ts';
import { hashPassword } from '../account/passwords.ts';
import { isAllowedAddress } from './allowed-addresses.ts';
import type { AuditLog } from './audit-log.ts';
import { checkOperatorPassword } from './operators.ts';

interface InvitationServices {
  readonly queries: Queries;
  readonly auditLog: AuditLog;
  readonly messenger: Messenger;
  /** Base address of the office, without its path and a slash at its end. */
  readonly officeUrl: string;
}

const TOKEN_BYTES = 32;
const LIFE_MS = INVITATION_HOURS * 3_600_000;

/**
 * Links by which operators join with a password that only they know. Owns their table. Promises
 * that a token is 256 random bits of which only the SHA-256 is stored, valid once, for 24 hours,
 * and only until the next one. It goes to the operator's own mail address and nowhere else; it
 * follows the # of the address, which browsers do not send.
 */
export class OperatorInvitations {
  readonly #services: InvitationServices;
  readonly #nowMs: () => number;

  constructor(services: InvitationServices, nowMs: () => number = Date.now) {
    this.#services = services;
    this.#nowMs = nowMs;
  }

  /**
   * A new invitation in place of all earlier ones. Returns its token, to be sent after the
   * transaction has ended.
   */
  async issue(
    transaction: Queries,
    { operator, invitedBy }: { operator: bigint; invitedBy: number },
  ): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const now = this.#nowMs();
    await transaction
      .updateTable('operator_invitations')
      .set({ used_at: new Date(now) })
      .where('operator_id', '=', operator)
      .where('used_at', 'is', null)
      .execute();
    const row = {
      token_hash: hashOfToken(token),
      operator_id: operator,
      invited_by: BigInt(invitedBy),
      created_at: new Date(now),
      expires_at: new Date(now + LIFE_MS),
      used_at: null,
    };
    await transaction.insertInto('operator_invitations').values(row).execute();
    return token;
  }

  /**
   * Mails the link. Refuses with `message_not_sent`: the operator is then invited, and can be
   * invited again.
   */
  async send(account: string, token: string): Promise<void> {
    const link = `${this.#services.officeUrl}/office/#/join/${token}`;
    const body = `You are invited to work in the Meridian office as ${account}.\n\nChoose your password here: ${link}\n\nThe link is good once, for ${INVITATION_HOURS} hours. Nobody else needs it or your password: never pass them on.`;
    await this.#services.messenger.send({
      receiver: account,
      kind: 'mail',
      subject: 'Your invitation to the Meridian office',
      body,
      code: '',
    });
  }

  /**
   * Joins: sets the password, and starts the wait before decisions. Refuses with
   * `invitation_invalid`, or with the fault of the password.
   */
  async join(token: string, password: string, address: string): Promise<void> {
    const { queries, auditLog } = this.#services;
    const operator = await this.#operatorOf(token);
    if (!isAllowedAddress(operator.addresses, address))
      throw new Refusal('invitation_invalid', { field: 'token' });
    // Before the link is used up: a refused password must not cost the invitation.
    checkOperatorPassword(password);
    const password_hash = await hashPassword(password);
    await queries.transaction().execute(async (transaction) => {
      const now = new Date(this.#nowMs());
      const used = await transaction
        .updateTable('operator_invitations')
        .set({ used_at: now })
        .where('token_hash', '=', hashOfToken(token))
        .where('used_at', 'is', null)
        .executeTakeFirst();
      if (used.numUpdatedRows === 0n) throw new Refusal('invitation_invalid', { field: 'token' });
      await transaction
        .updateTable('operators')
        .set({ password_hash, active_since: now })
        .where('id', '=', operator.id)
        .execute();
      await auditLog.append(
        Number(operator.id),
        address,
        { action: 'operator.join', subject: `operator ${operator.id}` },
        transaction,
      );
    });
  }

  async #operatorOf(token: string): Promise<{ id: bigint; addresses: string }> {
    const row = await this.#services.queries
      .selectFrom('operator_invitations')
      .innerJoin('operators', 'operators.id', 'operator_invitations.operator_id')
      .select(['operators.id', 'operators.addresses'])
      .where('token_hash', '=', hashOfToken(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', new Date(this.#nowMs()))
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    if (row === undefined) throw new Refusal('invitation_invalid', { field: 'token' });
    return row;
  }
}
