/**
 * The connection to PostgreSQL: opens the database (the embedded one, or the one of DATABASE_URL),
 * migrates its schema and gives queries a Kysely instance over a pool. Engine and projector, which
 * have threads of their own, open their own sessions with `url`.
 */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { Fault } from '../fault.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { prepareServerRole } from './server-role.ts';
import type { Tables } from './tables.ts';

const OLDEST_VERSION = 150_000;
const POOL_SIZE = 10;
const INT8 = 20;
const INT8_ARRAY = 1016;
const DEFAULT_TIMEOUT_MS = 30_000;
/**
 * Longer than any query of the server needs; a query that takes longer, or a forgotten transaction,
 * loses its session.
 */
const STATEMENT_TIMEOUT_MS = 60_000;
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000;

export type Queries = Kysely<Tables>;

export interface Database {
  /** For sessions outside the pool. */
  readonly url: string;
  /** `bigint` columns are read as `bigint`, `numeric` as text, `timestamptz` as `Date`. */
  readonly queries: Queries;
  /** Settles when the embedded database dies by itself: the server then ends. */
  readonly died: Promise<Fault>;
  /**
   * Explanation of the embedded database's death: its log, its disk. The end of a sentence, or
   * empty.
   */
  lastWords(): string;
  /** Process id of the embedded postmaster. */
  readonly pid: number | undefined;
  close(): Promise<void>;
}

export interface DatabaseSettings {
  readonly dataDir: string;
  /** Undefined for the embedded database. */
  readonly databaseUrl: string | undefined;
  /** Milliseconds of the longest wait for a connection. */
  readonly databaseTimeoutMs?: number;
  /**
   * Whether sessions log in as a role that owns nothing: for the running server. Commands that work
   * on the data of a stopped server log in as the owner.
   */
  readonly asServer?: boolean;
}

/**
 * Opens the database of the settings and migrates it. Throws `Fault` with the reason when that
 * fails.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const {
    dataDir,
    databaseUrl,
    databaseTimeoutMs = DEFAULT_TIMEOUT_MS,
    asServer = false,
  } = settings;
  const embedded = databaseUrl === undefined ? await startEmbeddedPostgres(dataDir) : undefined;
  let url: string;
  try {
    url = await prepare(embedded?.url ?? databaseUrl ?? '', {
      timeoutMs: databaseTimeoutMs,
      asServer,
    });
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    types: pgTypes(),
    connectionTimeoutMillis: databaseTimeoutMs,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
  });
  // A session that breaks, idle or between two queries of a transaction, fails the next query;
  // without a listener its error would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (session) => session.on('error', () => undefined));
  const queries = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    url,
    queries,
    died: embedded?.died ?? new Promise(() => undefined),
    lastWords: () => embedded?.lastWords() ?? '',
    pid: embedded?.pid,
    async close() {
      await queries.destroy();
      await embedded?.stop();
    },
  };
}

/** Parsers of column types for every `pg.Client`, so that `bigint` is `bigint` everywhere. */
export function pgTypes(): pg.CustomTypesConfig {
  return {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
      if (oid === INT8 && format !== 'binary') return BigInt;
      if (oid === INT8_ARRAY && format !== 'binary') return bigintsOf;
      return pg.types.getTypeParser(oid, format as 'text') as unknown;
    }) as typeof pg.types.getTypeParser,
  };
}

/** For arrays without nulls. */
function bigintsOf(text: string): bigint[] {
  const parse = pg.types.getTypeParser(INT8_ARRAY as number, 'text') as (text: string) => string[];
  return parse(text).map(BigInt);
}

/** Migrates the schema. Returns the URL at which the sessions of this process log in. */
async function prepare(
  url: string,
  { timeoutMs, asServer }: { readonly timeoutMs: number; readonly asServer: boolean },
): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (cause) {
    const message = `the database cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw new Fault('database_unavailable', message, { cause });
  }
  try {
    const { rows } = await client.query<{ version: number }>(
      "SELECT current_setting('server_version_num')::int AS version",
    );
    const version = rows[0]?.version ?? 0;
    if (version < OLDEST_VERSION) {
      throw new Fault(
        'database_unavailable',
        `PostgreSQL 15 or newer is needed; DATABASE_URL has ${Math.floor(version / 10_000)}`,
      );
    }
    await migrate(client);
    return asServer ? await prepareServerRole(client, url) : url;
  } finally {
    await client.end();
  }
}
