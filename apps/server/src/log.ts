import { pino, type Logger } from 'pino';

interface Line {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly err?: { readonly type?: string; readonly message?: string; readonly stack?: string };
  readonly [field: string]: unknown;
}

const UNSHOWN = new Set(['level', 'time', 'msg', 'err', 'pid', 'hostname', 'name']);

/**
 * Warnings and errors of the server, one readable line each, on stderr. Nothing is written while
 * all is well.
 */
export function createLogger(): Logger {
  return pino(
    { level: 'warn' },
    { write: (json) => process.stderr.write(readable(JSON.parse(json) as Line)) },
  );
}

function readable({ level, time, msg = '', err, ...rest }: Line): string {
  const fields = Object.entries(rest)
    .filter(([name]) => !UNSHOWN.has(name))
    .map(
      ([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
  const error =
    err === undefined ? '' : `\n  ${err.stack ?? `${err.type ?? 'Error'}: ${err.message ?? ''}`}`;
  return `${new Date(time).toISOString()} ${pino.levels.labels[level] ?? level}: ${msg}${fields.join('')}${error}\n`;
}
