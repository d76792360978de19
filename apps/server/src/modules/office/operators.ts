import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { ROLES, type Permission, type Role } from '@meridian/contract/permissions';
import type { Selectable } from 'kysely';
import { generateSecret, generateURI } from 'otplib';
import type { Queries } from '../../database/database.ts';
import type { Origin } from '../../gateway/access.ts';
import type { AuditEntry, OperatorSession } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { Secrets } from '../../secrets.ts';
import { totpStep } from '../../totp.ts';
import { LoginDelays } from '../account/login-delays.ts';
import { hashPassword, isPasswordRight } from '../account/passwords.ts';
import type { AuditLog } from './audit-log.ts';
import type { OfficeTables } from './office-tables.ts';

export type Operator = Selectable<OfficeTables['operators']>;

export interface OperatorServices {
  readonly queries: Queries;
  readonly secrets: Secrets;
  readonly auditLog: AuditLog;
  /** Whether operators without an authenticator may do nothing but add one (production). */
  readonly needsTotp: boolean;
}

const IDLE_MS = 60 * 60_000;
const LIFE_MS = 12 * 60 * 60_000;
const TOUCH_MS = 60_000;
const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const ISSUER = 'Meridian office';

/**
 * Operators: who they are, their sessions, what their roles allow. Owns their tables. Promises that a token is 256 random bits
 * of which only the hash is stored, that who is disabled is out at once, and that what no role allows nobody may.
 */
export class Operators {
  readonly #services: OperatorServices;
  readonly #nowMs: () => number;
  readonly #delays = new LoginDelays();

  constructor(services: OperatorServices, nowMs: () => number = Date.now) {
    this.#services = services;
    this.#nowMs = nowMs;
  }

  /** Opens a session. Returns its token. */
  async logIn({ account, password, totp }: { account: string; password: string; totp: string | undefined }, origin: Origin): Promise<string> {
    const name = account.trim().toLowerCase();
    const seconds = this.#delays.attempt(name, origin.address);
    if (seconds > 0) throw new Refusal('login_delayed', { seconds });
    const operator = await this.#queries.selectFrom('operators').selectAll().where('account', '=', name).executeTakeFirst();
    const isRight = await isPasswordRight(operator?.password_hash, password);
    if (operator === undefined || !isRight || operator.disabled_at !== null) throw new Refusal('login_failed');
    await this.#checkTotp(operator, totp);
    this.#delays.succeeded(name, origin.address);
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const now = new Date(this.#nowMs());
    const row = { id: randomUUID(), token_hash: hashOf(token), operator_id: operator.id, ...origin, created_at: now, last_used_at: now };
    await this.#queries.insertInto('operator_sessions').values(row).execute();
    await this.#services.auditLog.append(Number(operator.id), origin.address, { action: 'login', subject: `operator ${operator.id}`, after: { device: origin.device } });
    return token;
  }

  /** The operator of an `Authorization` value. Asks the database each time: operators are few, and a disabled one is out at once. */
  async find(authorization: string | undefined): Promise<OperatorSession | undefined> {
    const token = authorization?.replace(/^Bearer /, '') ?? '';
    if (!TOKEN.test(token)) return undefined;
    const nowMs = this.#nowMs();
    const row = await this.#queries
      .selectFrom('operator_sessions')
      .innerJoin('operators', 'operators.id', 'operator_sessions.operator_id')
      .select(['operator_sessions.id', 'operator_id', 'role', 'last_used_at'])
      .where('token_hash', '=', hashOf(token))
      .where('ended_at', 'is', null)
      .where('disabled_at', 'is', null)
      .where('last_used_at', '>', new Date(nowMs - IDLE_MS))
      .where('operator_sessions.created_at', '>', new Date(nowMs - LIFE_MS))
      .executeTakeFirst();
    if (row === undefined) return undefined;
    if (nowMs - row.last_used_at.getTime() > TOUCH_MS) await this.#queries.updateTable('operator_sessions').set({ last_used_at: new Date(nowMs) }).where('id', '=', row.id).execute();
    return { operator: Number(row.operator_id), role: row.role, session: row.id };
  }

  /** What an operator may do. Roles that are not known allow nothing. */
  permissionsOf({ role, hasTotp }: { role: string; hasTotp: boolean }): readonly Permission[] {
    if (this.#services.needsTotp && !hasTotp) return [];
    return Object.hasOwn(ROLES, role) ? ROLES[role as Role] : [];
  }

  async isAllowed({ operator, role }: OperatorSession, permission: Permission | 'any'): Promise<boolean> {
    if (permission === 'any') return true;
    const { totp_secret } = await this.byId(operator);
    return this.permissionsOf({ role, hasTotp: totp_secret !== null }).includes(permission);
  }

  audit({ operator }: OperatorSession, address: string, entry: AuditEntry, transaction?: Queries): Promise<void> {
    return this.#services.auditLog.append(operator, address, entry, transaction);
  }

  async endSession({ session }: OperatorSession): Promise<void> {
    await this.#queries.updateTable('operator_sessions').set({ ended_at: new Date(this.#nowMs()) }).where('id', '=', session).execute();
  }

  async byId(operator: number): Promise<Operator> {
    return this.#queries.selectFrom('operators').selectAll().where('id', '=', BigInt(operator)).executeTakeFirstOrThrow();
  }

  list(): Promise<Operator[]> {
    return this.#queries.selectFrom('operators').selectAll().orderBy('id').execute();
  }

  /** A new secret for an authenticator, not in use until `enableTotp`. */
  async beginTotp(operator: number): Promise<{ secret: string; uri: string }> {
    const { account } = await this.byId(operator);
    const secret = generateSecret();
    await this.#queries.updateTable('operators').set({ totp_pending: this.#services.secrets.seal(purpose(operator), secret) }).where('id', '=', BigInt(operator)).execute();
    return { secret, uri: generateURI({ issuer: ISSUER, label: account, secret }) };
  }

  /** Refuses with `second_factor_wrong`. */
  async enableTotp(operator: number, code: string): Promise<void> {
    const { totp_pending } = await this.byId(operator);
    const step = totp_pending === null ? undefined : await totpStep(this.#services.secrets.open(purpose(operator), totp_pending), code, this.#nowMs());
    if (step === undefined) throw new Refusal('second_factor_wrong', { field: 'code' });
    await this.#queries.updateTable('operators').set({ totp_secret: totp_pending, totp_pending: null, totp_step: step }).where('id', '=', BigInt(operator)).execute();
  }

  async #checkTotp({ id, totp_secret }: Operator, code: string | undefined): Promise<void> {
    if (totp_secret === null) return;
    if (code === undefined) throw new Refusal('second_factor_required', { field: 'totp' });
    const step = await totpStep(this.#services.secrets.open(purpose(Number(id)), totp_secret), code, this.#nowMs());
    // Of two logins with one code, one moves the step on.
    const taken = step === undefined ? undefined : await this.#queries.updateTable('operators').set({ totp_step: step }).where('id', '=', id).where('totp_step', '<', step).executeTakeFirst();
    if (taken === undefined || taken.numUpdatedRows === 0n) throw new Refusal('second_factor_wrong', { field: 'totp' });
  }

  get #queries(): Queries {
    return this.#services.queries;
  }
}

/** Adds an operator. Refuses with `account_taken`, or what is wrong with the password. */
export async function addOperator(queries: Queries, { account, name, role, password }: { account: string; name: string; role: Role; password: string }): Promise<number> {
  const row = { account: account.trim().toLowerCase(), name, role, password_hash: await hashPassword(password) };
  const added = await queries.insertInto('operators').values(row).onConflict((conflict) => conflict.column('account').doNothing()).returning('id').executeTakeFirst();
  if (added === undefined) throw new Refusal('account_taken', { field: 'account' });
  return Number(added.id);
}

function purpose(operator: number): string {
  return `operator totp ${operator}`;
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
