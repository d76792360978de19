import { randomBytes, randomUUID } from 'node:crypto';
import { isDecision, type Call } from '@meridian/contract/schema/call';
import { OPERATOR_PASSWORD } from '@meridian/contract/office/operators';
import {
  permissionsOfRole,
  ROLE_NAMES,
  type Permission,
  type Role,
} from '@meridian/contract/office/permissions';
import { sql, type Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { Origin } from '../../gateway/access.ts';
import { networkOf } from '../../gateway/client-addresses.ts';
import type { AuditEntry, OperatorSession } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { Secrets } from '../../secrets.ts';
import { hashOfToken } from '../../token-hash.ts';
import type { LoginDelays } from '../account/login-delays.ts';
import { checkNewPassword, hashPassword, isPasswordRight } from '../account/passwords.ts';
import { isAllowedAddress } from './allowed-addresses.ts';
import type { AuditLog } from './audit-log.ts';
import { FailureTrace } from './failure-trace.ts';
import { OperatorTotp } from './operator-totp.ts';
import type { OfficeTables, Operator } from './office-tables.ts';

export type OperatorSessionRow = Selectable<OfficeTables['operator_sessions']>;

export interface OperatorServices {
  readonly queries: Queries;
  readonly secrets: Secrets;
  readonly auditLog: AuditLog;
  /** Delays of operators' logins, codes and passwords. */
  readonly delays: LoginDelays;
  /** Whether operators without an authenticator may do nothing but add one (production). */
  readonly needsTotp: boolean;
  /** Time without decisions after joining, a new invitation or a change of the role. */
  readonly waitMs: number;
}

const IDLE_MS = 30 * 60_000;
const LIFE_MS = 8 * 60 * 60_000;
const TOUCH_MS = 60_000;
const MINUTE_MS = 60_000;
const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Roles that decide on proposals. */
const DECIDERS: readonly Role[] = ROLE_NAMES.filter((role) =>
  permissionsOfRole(role).includes('proposals.decide'),
);

/**
 * Operators: identity, sessions, permissions by role, required proofs. Owns their tables. Promises
 * that a token is 256 random bits of which only the hash is stored, that a disabled operator is out
 * at once, that an action that no role permits is refused, and that failures are in the log.
 */
export class Operators {
  readonly totp: OperatorTotp;
  readonly failures: FailureTrace;
  readonly #services: OperatorServices;
  readonly #nowMs: () => number;

  constructor(services: OperatorServices, nowMs: () => number = Date.now) {
    this.#services = services;
    this.#nowMs = nowMs;
    this.totp = new OperatorTotp(services, nowMs);
    this.failures = new FailureTrace(services.auditLog, nowMs);
  }

  /** Opens a session. Returns its token. */
  async logIn(
    { account, password, totp }: { account: string; password: string; totp: string | undefined },
    origin: Origin,
  ): Promise<string> {
    const name = account.trim().toLowerCase();
    const attempt = { name, address: origin.address };
    const seconds = await this.#services.delays.attempt(attempt);
    if (seconds > 0) throw new Refusal('login_delayed', { seconds });
    const operator = await this.#queries
      .selectFrom('operators')
      .selectAll()
      .where('account', '=', name)
      .executeTakeFirst();
    const isRight = await isPasswordRight(operator?.password_hash ?? undefined, password);
    if (
      operator === undefined ||
      !isRight ||
      operator.disabled_at !== null ||
      !isAllowedAddress(operator.addresses, origin.address)
    ) {
      // An unknown name is not logged: it may be a password in the wrong field.
      await this.failures.note(0, origin.address, {
        action: 'login_failed',
        subject: operator === undefined ? 'no operator' : `operator ${operator.id}`,
        after: { password: isRight ? 'right' : 'wrong' },
      });
      throw new Refusal('login_failed');
    }
    await this.#checkCode(operator, totp, { field: 'totp', address: origin.address });
    await this.#services.delays.succeeded(attempt);
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const now = new Date(this.#nowMs());
    const { address, device } = origin;
    // Under a share lock of the operator's row: a new password comes before it, and no session is
    // opened, or after it, and ends the open ones.
    const { numAffectedRows = 0n } = await sql`
      insert into operator_sessions (id, token_hash, operator_id, address, device, created_at, last_used_at)
      select ${randomUUID()}::uuid, ${hashOfToken(token)}::bytea, o.id, ${address}::text, ${device}::text, ${now}::timestamptz, ${now}::timestamptz
      from operators o where o.id = ${operator.id} and o.password_hash = ${operator.password_hash} and o.disabled_at is null
      for share of o`.execute(this.#queries);
    if (numAffectedRows === 0n) throw new Refusal('login_failed');
    await this.#services.auditLog.append(Number(operator.id), origin.address, {
      action: 'login',
      subject: `operator ${operator.id}`,
      after: { device: origin.device },
    });
    return token;
  }

  /**
   * The operator of an `Authorization` value. Asks the database each time: operators are few, and a
   * disabled one is out at once. The session of an operator with a list of addresses ends when a
   * call comes from another network than its login.
   */
  async find(
    authorization: string | undefined,
    address: string,
  ): Promise<OperatorSession | undefined> {
    const token = authorization?.replace(/^Bearer /, '') ?? '';
    if (!TOKEN.test(token)) return undefined;
    const nowMs = this.#nowMs();
    const row = await this.#queries
      .selectFrom('operator_sessions')
      .innerJoin('operators', 'operators.id', 'operator_sessions.operator_id')
      .select([
        'operator_sessions.id',
        'operator_id',
        'role',
        'last_used_at',
        'address',
        'addresses',
      ])
      .where('token_hash', '=', hashOfToken(token))
      .where('ended_at', 'is', null)
      .where('disabled_at', 'is', null)
      .where('last_used_at', '>', new Date(nowMs - IDLE_MS))
      .where('operator_sessions.created_at', '>', new Date(nowMs - LIFE_MS))
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const session = { operator: Number(row.operator_id), role: row.role, session: row.id };
    if (
      row.addresses !== '' &&
      (networkOf(row.address) !== networkOf(address) || !isAllowedAddress(row.addresses, address))
    ) {
      await this.endSession(session);
      await this.failures.note(0, address, {
        action: 'session_moved',
        subject: `operator ${row.operator_id}`,
        after: { began_at: row.address },
      });
      return undefined;
    }
    if (nowMs - row.last_used_at.getTime() > TOUCH_MS)
      await this.#queries
        .updateTable('operator_sessions')
        .set({ last_used_at: new Date(nowMs) })
        .where('id', '=', row.id)
        .execute();
    return session;
  }

  /** Permissions of an operator. Unknown roles have none. */
  permissionsOf({ role, hasTotp }: { role: string; hasTotp: boolean }): readonly Permission[] {
    if (this.#services.needsTotp && !hasTotp) return [];
    return permissionsOfRole(role);
  }

  /**
   * The time from which an operator may decide; undefined once they may. An operator who has not
   * joined may not.
   */
  decidesFrom({ active_since }: Pick<Operator, 'active_since'>): Date | undefined {
    if (active_since === null) return new Date(this.#nowMs() + this.#services.waitMs);
    const from = active_since.getTime() + this.#services.waitMs;
    return from > this.#nowMs() ? new Date(from) : undefined;
  }

  /**
   * The obstacle between an operator and a call: `permission_denied`, or the end of their waiting
   * time. Undefined if they may make the call now.
   */
  #obstacle(
    row: Pick<Operator, 'role' | 'totp_secret' | 'active_since'>,
    call: Call,
  ): 'permission_denied' | Date | undefined {
    const { role, totp_secret: secret } = row;
    if (
      call.permission === undefined ||
      call.permission === 'any' ||
      !this.permissionsOf({ role, hasTotp: secret !== null }).includes(call.permission)
    )
      return 'permission_denied';
    return isDecision(call) ? this.decidesFrom(row) : undefined;
  }

  /** Operators who may make a call now, as `refusalOf` would answer, by number. */
  async whoMay(call: Call): Promise<Pick<Operator, 'id' | 'account'>[]> {
    const rows = await this.#queries
      .selectFrom('operators')
      .select(['id', 'account', 'role', 'totp_secret', 'active_since'])
      .where('disabled_at', 'is', null)
      .orderBy('id')
      .execute();
    return rows.filter((row) => this.#obstacle(row, call) === undefined);
  }

  /** The reason why an operator may not make a call, undefined if they may. */
  async refusalOf(
    { operator, role }: OperatorSession,
    call: Call,
    address: string,
  ): Promise<Refusal | undefined> {
    if (call.permission === 'any') return undefined;
    const obstacle = this.#obstacle({ ...(await this.byId(operator)), role }, call);
    if (obstacle === undefined) return undefined;
    if (obstacle === 'permission_denied') {
      await this.failures.note(operator, address, {
        action: 'permission_denied',
        subject: `call ${call.path}`,
      });
      return new Refusal('permission_denied');
    }
    await this.failures.note(operator, address, {
      action: 'operator_waits',
      subject: `call ${call.path}`,
    });
    const minutes = Math.max(1, Math.ceil((obstacle.getTime() - this.#nowMs()) / MINUTE_MS));
    return new Refusal('operator_waits', {
      hours: Math.floor(minutes / 60),
      minutes: minutes % 60,
    });
  }

  /**
   * Asks for the code of the operator's authenticator, if there is one and the call requires it.
   * Each code is accepted once. Refuses with `second_factor_required` or `second_factor_wrong`.
   */
  async confirm(
    { operator }: OperatorSession,
    call: Call,
    code: string | undefined,
    address: string,
  ): Promise<void> {
    if (!isDecision(call) && call.asksCode !== true) return;
    const row = await this.byId(operator);
    if (row.totp_secret === null) return;
    if (code === undefined) throw new Refusal('second_factor_required', { field: 'code' });
    const attempt = { name: `code of operator ${operator}`, address };
    const seconds = await this.#services.delays.attempt(attempt);
    if (seconds > 0) throw new Refusal('login_delayed', { seconds });
    await this.#checkCode(row, code, { field: 'code', address });
    await this.#services.delays.succeeded(attempt);
  }

  /**
   * Returns the stored hash of the right password. Refuses with `password_wrong`, or with
   * `login_delayed` after guesses.
   */
  async checkPassword(
    operator: number,
    { password, field, address }: { password: string; field: string; address: string },
  ): Promise<string | null> {
    // The holder of a session guesses at one account: the failures must not count for the network,
    // from which others log in.
    const attempt = { name: `password of operator ${operator}`, address: `operator ${operator}` };
    const seconds = await this.#services.delays.attempt(attempt);
    if (seconds > 0) throw new Refusal('login_delayed', { seconds });
    const { password_hash } = await this.byId(operator);
    if (!(await isPasswordRight(password_hash ?? undefined, password))) {
      await this.failures.note(operator, address, {
        action: 'password_wrong',
        subject: `operator ${operator}`,
      });
      throw new Refusal('password_wrong', { field });
    }
    await this.#services.delays.succeeded(attempt);
    return password_hash;
  }

  audit(
    { operator }: OperatorSession,
    address: string,
    entry: AuditEntry,
    transaction?: Queries,
  ): Promise<void> {
    return this.#services.auditLog.append(operator, address, entry, transaction);
  }

  async endSession({ session }: OperatorSession): Promise<void> {
    await this.#queries
      .updateTable('operator_sessions')
      .set({ ended_at: new Date(this.#nowMs()) })
      .where('id', '=', session)
      .execute();
  }

  /** Ends the sessions of an operator, all but `except`. */
  async endSessions(
    operator: bigint,
    { except, transaction = this.#queries }: { except?: string; transaction?: Queries } = {},
  ): Promise<void> {
    let open = transaction
      .updateTable('operator_sessions')
      .set({ ended_at: new Date(this.#nowMs()) })
      .where('operator_id', '=', operator)
      .where('ended_at', 'is', null);
    if (except !== undefined) open = open.where('id', '<>', except);
    await open.execute();
  }

  /** Open sessions, newest first. */
  sessionsOf(operator: number): Promise<OperatorSessionRow[]> {
    const nowMs = this.#nowMs();
    return this.#queries
      .selectFrom('operator_sessions')
      .selectAll()
      .where('operator_id', '=', BigInt(operator))
      .where('ended_at', 'is', null)
      .where('last_used_at', '>', new Date(nowMs - IDLE_MS))
      .where('created_at', '>', new Date(nowMs - LIFE_MS))
      .orderBy('created_at', 'desc')
      .execute();
  }

  async byId(operator: number): Promise<Operator> {
    return this.#queries
      .selectFrom('operators')
      .selectAll()
      .where('id', '=', BigInt(operator))
      .executeTakeFirstOrThrow();
  }

  list(): Promise<Operator[]> {
    return this.#queries.selectFrom('operators').selectAll().orderBy('id').execute();
  }

  async #checkCode(
    operator: Operator,
    code: string | undefined,
    { field, address }: { field: string; address: string },
  ): Promise<void> {
    if (operator.totp_secret === null) return;
    if (code === undefined) throw new Refusal('second_factor_required', { field });
    if (await this.totp.take(operator, code)) return;
    await this.failures.note(0, address, {
      action: 'code_wrong',
      subject: `operator ${operator.id}`,
    });
    throw new Refusal('second_factor_wrong', { field });
  }

  get #queries(): Queries {
    return this.#services.queries;
  }
}

/** Refuses a password that is too short for an operator, or a common one. */
export function checkOperatorPassword(password: string): void {
  checkNewPassword(OPERATOR_PASSWORD, password);
}

/**
 * Adds an operator with a password and no invitation: on the machine itself, and in tests. The very
 * first one decides at once, and so does the first operator whose role decides on proposals:
 * without both a new exchange could change nothing until `waitMs` has passed. Refuses with
 * `account_taken`.
 */
export async function addOperator(
  queries: Queries,
  {
    account,
    name,
    role,
    password,
  }: { account: string; name: string; role: Role; password: string },
): Promise<number> {
  const others = await queries.selectFrom('operators').select('role').execute();
  const isDecider = (one: { role: string }): boolean =>
    DECIDERS.some((decider) => decider === one.role);
  const isFirst = others.length === 0 || (isDecider({ role }) && !others.some(isDecider));
  const row = {
    account: account.trim().toLowerCase(),
    name,
    role,
    password_hash: await hashPassword(password),
    active_since: isFirst ? new Date(0) : new Date(),
  };
  const added = await queries
    .insertInto('operators')
    .values(row)
    .onConflict((conflict) => conflict.column('account').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added === undefined) throw new Refusal('account_taken', { field: 'account' });
  return Number(added.id);
}
