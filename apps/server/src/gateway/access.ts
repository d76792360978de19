import { randomBytes, randomUUID } from 'node:crypto';
import { STEP_UP_MINUTES } from '@meridian/contract/security/calls';
import { sql, type RawBuilder } from 'kysely';
import type { Queries } from '../database/database.ts';
import { hashOfToken } from '../token-hash.ts';
import type { Session } from './handler.ts';
import { Refusal } from './refusal.ts';

const DAY_MS = 86_400_000;
/**
 * A session ends when it was not used for this long, and in any case after its whole life. A call
 * that moves money or changes security asks for a fresh proof besides.
 */
const IDLE_MS = DAY_MS;
const LIFE_MS = 30 * DAY_MS;
/** How often the use of a session is written down. */
const TOUCH_MS = 10 * 60_000;
const MOST_CACHED = 50_000;
const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Where somebody signs in from. */
export interface Origin {
  readonly address: string;
  /** Browser and system, '' where the program does not say. */
  readonly device: string;
}

/** The proofs of a login. They must still hold in the moment in which the session is opened. */
export interface Shown {
  /** The stored hash that their password was right for. */
  readonly passwordHash?: string;
  /**
   * Whether a second factor was proven: then the session counts as a proof, with or without a
   * factor in the account.
   */
  readonly hasFactor?: boolean;
  /** The device that their browser has shown to be, see `DeviceTokens`. */
  readonly deviceId?: string | undefined;
}

export interface OpenSession extends Origin {
  readonly id: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

interface CachedSession {
  readonly session: Session;
  readonly createdMs: number;
  lastUsedMs: number;
  writtenMs: number;
}

/**
 * The callers: the one place that turns a token into a session. Owns the sessions table and a cache
 * of it. Promises that a token is 256 random bits of which only the SHA-256 is stored, that an
 * ended session is dead at once everywhere (this server is the only one that ends sessions), that a
 * frozen account has none, and that a caller without a known token has no session.
 */
export class Access {
  readonly #queries: Queries;
  readonly #nowMs: () => number;
  readonly #cache = new Map<string, CachedSession>();
  readonly #endListeners: ((session: Session) => void)[] = [];
  /** How many sessions have ended, so that a read that overlaps with one is noticed. */
  #endings = 0;

  constructor(queries: Queries, nowMs: () => number = Date.now) {
    this.#queries = queries;
    this.#nowMs = nowMs;
  }

  /**
   * Opens a session for a user who has just proven their identity. Returns its token, which is not
   * kept anywhere. Without a second factor it counts as a proof only in an account that has none.
   * Refuses with `account_frozen`, and with `login_failed` where the password was changed
   * meanwhile.
   */
  async open(
    user: number,
    { address, device }: Origin,
    { passwordHash, hasFactor = false, deviceId }: Shown = {},
  ): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const now = new Date(this.#nowMs());
    // One statement under a share of the user's row: a freeze or a new password comes before it,
    // and no session is opened, or after it, and ends the sessions that are open.
    const { numAffectedRows = 0n } = await sql`
      insert into sessions (id, token_hash, user_id, address, device, device_id, created_at, last_used_at, stepped_up_at)
      select ${randomUUID()}::uuid, ${hashOfToken(token)}::bytea, u.id, ${address}::text, ${device}::text, ${deviceId ?? null}::text, ${now}::timestamptz, ${now}::timestamptz,
        case when ${hasFactor}::boolean or not ${hasSecondFactor(sql.ref('u.id'))} then ${now}::timestamptz end
      from users u
      where u.id = ${user} and u.frozen_at is null and (${passwordHash ?? null}::text is null or u.password_hash = ${passwordHash ?? null}::text)
      for share of u`.execute(this.#queries);
    if (numAffectedRows > 0n) return token;
    const row = await this.#queries
      .selectFrom('users')
      .select('frozen_at')
      .where('id', '=', BigInt(user))
      .executeTakeFirst();
    throw new Refusal(
      row !== undefined && row.frozen_at !== null ? 'account_frozen' : 'login_failed',
    );
  }

  /** The device of a session. One that has shown none becomes the one that is given. */
  async deviceOf({ session }: Session, fresh: string): Promise<string> {
    const device_id = sql<string>`coalesce(device_id, ${fresh})`;
    const row = await this.#queries
      .updateTable('sessions')
      .set({ device_id })
      .where('id', '=', session)
      .returning('device_id')
      .executeTakeFirstOrThrow();
    return row.device_id ?? fresh;
  }

  /** The sessions of a user that are open, the last used first. */
  async list(user: number): Promise<OpenSession[]> {
    const nowMs = this.#nowMs();
    const rows = await this.#queries
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', BigInt(user))
      .where('ended_at', 'is', null)
      .where('created_at', '>', new Date(nowMs - LIFE_MS))
      .where('last_used_at', '>', new Date(nowMs - IDLE_MS))
      .orderBy('last_used_at', 'desc')
      .execute();
    return rows.map(({ id, address, device, created_at, last_used_at }) => ({
      id,
      address,
      device,
      createdAt: created_at,
      lastUsedAt: last_used_at,
    }));
  }

  /**
   * The session of an `Authorization` value (`<token>` or `Bearer <token>`), undefined where there
   * is none. Answers at once for a session that it knows; asks the database for others.
   */
  find(authorization: string | undefined): Session | undefined | Promise<Session | undefined> {
    if (authorization === undefined) return undefined;
    const token = authorization.startsWith('Bearer ') ? authorization.slice(7) : authorization;
    if (!TOKEN.test(token)) return undefined;
    const key = hashOfToken(token).toString('base64');
    const cached = this.#cache.get(key);
    return cached === undefined ? this.#load(key) : this.#use(cached, key);
  }

  /**
   * Ends a session, now and for everybody who holds its token. False where this user has no such
   * session open.
   *
   * @param by the user's session that asks for it, undefined where an operator or the server ends
   *   it. Where it is on another device, the device of the ended session is new from now on
   */
  async end({ user, session }: Session, by?: Session): Promise<boolean> {
    return (await this.#end(user, [session], by)) > 0;
  }

  /** Ends all sessions of a user, but the one that is given, which asks for it. */
  async endAll(user: number, except?: Session): Promise<void> {
    const open = await this.#queries
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', BigInt(user))
      .where('ended_at', 'is', null)
      .execute();
    await this.#end(
      user,
      open.map(({ id }) => id).filter((id) => id !== except?.session),
      except,
    );
  }

  async #end(user: number, ids: readonly string[], by: Session | undefined): Promise<number> {
    if (ids.length === 0) return 0;
    const ended = await this.#queries
      .updateTable('sessions')
      .set({
        ended_at: new Date(this.#nowMs()),
        ended_elsewhere: sql<boolean>`device_id is distinct from (select asking.device_id from sessions asking where asking.id = ${by?.session ?? null}::uuid)`,
      })
      .where('id', 'in', ids)
      .where('user_id', '=', BigInt(user))
      .where('ended_at', 'is', null)
      .returning('id')
      .execute();
    // First the table, then the cache: the other way round a call in between would read the session
    // from the table again.
    this.#endings++;
    const endedIds = new Set(ended.map(({ id }) => id));
    for (const [key, cached] of this.#cache)
      if (endedIds.has(cached.session.session)) this.#cache.delete(key);
    for (const session of endedIds)
      for (const listener of this.#endListeners) listener({ user, session });
    return endedIds.size;
  }

  /**
   * The session has just proven its user anew. Without a second factor it counts only in an account
   * that has none, also where one is being put in: refuses with `step_up_required`.
   */
  async stepUp({ user, session }: Session, hasFactor = false): Promise<void> {
    const isProven = await this.#queries.transaction().execute(async (queries) => {
      // A factor that is put in at this moment comes before the statement below, which then sees
      // it, or after it, and takes its proof.
      await queries
        .selectFrom('users')
        .select('id')
        .where('id', '=', BigInt(user))
        .forShare()
        .execute();
      const proven = queries
        .updateTable('sessions')
        .set({ stepped_up_at: new Date(this.#nowMs()) })
        .where('id', '=', session);
      const { numUpdatedRows } = await (
        hasFactor
          ? proven
          : proven.where(sql<boolean>`not ${hasSecondFactor(sql`${BigInt(user)}`)}`)
      ).executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    });
    if (!hasFactor && !isProven) throw new Refusal('step_up_required');
  }

  /**
   * The account has a new second factor: its other sessions lose their proofs, which were made
   * without it. To be called after the factor is committed: a login that waits for the lock of that
   * transaction does not see the factor, and this call then takes its proof.
   */
  async forgetProofs({ user, session }: Session): Promise<void> {
    await this.#queries.transaction().execute(async (queries) => {
      // The lock waits for logins and proofs of this user that are under way.
      await queries
        .selectFrom('users')
        .select('id')
        .where('id', '=', BigInt(user))
        .forUpdate()
        .execute();
      await queries
        .updateTable('sessions')
        .set({ stepped_up_at: null })
        .where('user_id', '=', BigInt(user))
        .where('id', '<>', session)
        .where('ended_at', 'is', null)
        .execute();
    });
  }

  /** Whether the session has proven its user anew within the last ten minutes. */
  async isSteppedUp({ session }: Session): Promise<boolean> {
    const row = await this.#queries
      .selectFrom('sessions')
      .select('stepped_up_at')
      .where('id', '=', session)
      .executeTakeFirst();
    const at = row?.stepped_up_at?.getTime();
    return at !== undefined && this.#nowMs() - at < STEP_UP_MINUTES * 60_000;
  }

  /** Whether an account has a second factor: a proof in it is more than the password then. */
  async hasFactor(user: number): Promise<boolean> {
    const asked = sql<{ has: boolean }>`select ${hasSecondFactor(sql`${BigInt(user)}`)} as has`;
    const { rows } = await asked.execute(this.#queries);
    return rows[0]?.has === true;
  }

  /** For calls that move money or change security: refuses with `step_up_required`. */
  async requireStepUp(session: Session): Promise<void> {
    if (!(await this.isSteppedUp(session))) throw new Refusal('step_up_required');
  }

  /** Called with each session that ends, so that the sockets that serve it stop. */
  onEnd(listener: (session: Session) => void): void {
    this.#endListeners.push(listener);
  }

  async #load(key: string): Promise<Session | undefined> {
    const endings = this.#endings;
    const row = await this.#queries
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['sessions.id', 'sessions.user_id', 'sessions.created_at', 'sessions.last_used_at'])
      .where('sessions.token_hash', '=', Buffer.from(key, 'base64'))
      .where('sessions.ended_at', 'is', null)
      .where('users.frozen_at', 'is', null)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    // A session ended while the row was on its way: it may have been this one.
    if (endings !== this.#endings) return this.#load(key);
    const lastUsedMs = row.last_used_at.getTime();
    const session: Session = { user: Number(row.user_id), session: row.id };
    const cached: CachedSession = {
      session,
      createdMs: row.created_at.getTime(),
      lastUsedMs,
      writtenMs: lastUsedMs,
    };
    const oldest = this.#cache.size >= MOST_CACHED ? this.#cache.keys().next().value : undefined;
    if (oldest !== undefined) this.#cache.delete(oldest);
    this.#cache.set(key, cached);
    return this.#use(cached, key);
  }

  #use(cached: CachedSession, key: string): Session | undefined {
    const nowMs = this.#nowMs();
    if (nowMs - cached.lastUsedMs > IDLE_MS || nowMs - cached.createdMs > LIFE_MS) {
      this.#cache.delete(key);
      return undefined;
    }
    cached.lastUsedMs = nowMs;
    if (nowMs - cached.writtenMs > TOUCH_MS) {
      cached.writtenMs = nowMs;
      const written = this.#queries
        .updateTable('sessions')
        .set({ last_used_at: new Date(nowMs) })
        .where('id', '=', cached.session.session)
        .execute();
      // A use that is not written down only shortens the session.
      written.catch(() => undefined);
    }
    return cached.session;
  }
}

/** Whether an account has a passkey or an authenticator. @param user its id in the statement */
function hasSecondFactor(user: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(exists (select from passkeys where user_id = ${user}) or exists (select from totp_secrets where user_id = ${user} and secret is not null))`;
}
