/**
 * The role of the running server: it reads and writes rows, appends to the journal and the logs,
 * and owns nothing. An attacker who gets a statement through to the database then cannot run
 * programs on its machine, disable triggers or rewrite history.
 */
import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { Fault } from '../fault.ts';

/** Tables that only grow: rows are added and read. */
const APPEND_ONLY = ['journal', 'audit_log', 'security_events'];
const READ_ONLY = ['schema_migrations'];
/** Table that only the owner can access. */
const LOGIN = 'server_login';
/** Number of the advisory lock: one server creates the role at a time. */
const LOCK = 7_301_002;

/**
 * Creates the role if it is missing and grants its rights. Its password is random and stored in a
 * table that only the owner reads, so that a second server, which is refused later, does not lock
 * the first one out.
 * @param owner a session of the role that owns the tables
 * @param url of that role
 * @returns the URL with the name and password of the server's role. Throws `Fault`
 * database_unavailable where the owner may not create roles
 */
export async function prepareServerRole(owner: Client, url: string): Promise<string> {
  await owner.query('SELECT pg_advisory_lock($1)', [LOCK]);
  try {
    // A role belongs to the whole cluster, its rights to one database.
    const { rows } = await owner.query<{ role: string; exists: boolean }>(
      "SELECT role, EXISTS (SELECT FROM pg_roles WHERE rolname = role) AS exists FROM (SELECT 'meridian_server_' || oid AS role FROM pg_database WHERE datname = current_database()) AS own",
    );
    const { role = '', exists = false } = rows[0] ?? {};
    const password = await passwordOf(owner, role, exists);
    await owner.query(`
      GRANT USAGE ON SCHEMA public TO ${role};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role};
      GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${role};
      REVOKE UPDATE, DELETE ON ${APPEND_ONLY.join(', ')} FROM ${role};
      REVOKE INSERT, UPDATE, DELETE ON ${READ_ONLY.join(', ')} FROM ${role};
      REVOKE ALL ON ${LOGIN} FROM ${role}`);
    const server = new URL(url);
    server.username = role;
    server.password = password;
    return server.href;
  } catch (cause) {
    throw new Fault(
      'database_unavailable',
      `the server's own role could not be made; DATABASE_URL must name an owner of the tables that may create roles: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  } finally {
    await owner.query('SELECT pg_advisory_unlock($1)', [LOCK]);
  }
}

async function passwordOf(owner: Client, role: string, exists: boolean): Promise<string> {
  await owner.query(
    `CREATE TABLE IF NOT EXISTS ${LOGIN} (role text PRIMARY KEY, password text NOT NULL)`,
  );
  const { rows } = await owner.query<{ password: string }>(
    `SELECT password FROM ${LOGIN} WHERE role = $1`,
    [role],
  );
  const known = rows[0]?.password;
  if (exists && known !== undefined) return known;
  const password = randomBytes(24).toString('base64url');
  // A new role has no rights by default; revoking them explicitly is refused to an owner that is no
  // superuser. One transaction: a name of digits and a password of letters, digits, - and _ need no
  // quoting.
  await owner.query(`
    DELETE FROM ${LOGIN};
    INSERT INTO ${LOGIN} VALUES ('${role}', '${password}');
    ${exists ? 'ALTER' : 'CREATE'} ROLE ${role} LOGIN PASSWORD '${password}'`);
  return password;
}
