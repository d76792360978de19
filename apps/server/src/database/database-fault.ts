import { Fault } from '../fault.ts';

/**
 * A failure of PostgreSQL or of the connection to it, as a `Fault` whose message begins with
 * `what`; any other error unchanged. Errors are recognised by their fields: an error from another
 * thread has lost its class.
 */
export function databaseFault(what: string, cause: unknown): Error {
  if (cause instanceof Fault) return cause;
  if (!(cause instanceof Error)) return new Error(what, { cause });
  const isPostgres = 'severity' in cause;
  const isNetwork =
    'syscall' in cause ||
    /^(?:Connection terminated|Query read timeout|timeout expired|Client has encountered a connection error)/.test(
      cause.message,
    );
  return isPostgres || isNetwork
    ? new Fault('database_unavailable', `${what}: ${cause.message}`, { cause })
    : cause;
}
