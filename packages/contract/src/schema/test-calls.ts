import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from './call.ts';

const SOURCES = join(import.meta.dirname, '..');

/** Every call of the contract, for tests of all of them. */
export async function allCalls(): Promise<Call[]> {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|test-/.test(file))
    .sort();
  const modules = await Promise.all(
    files.map((file) => import(join(SOURCES, file)) as Promise<Record<string, unknown>>),
  );
  const calls = modules.flatMap((module) => Object.values(module).filter(isCall));
  return [...new Map(calls.map((call) => [`${call.method} ${call.path}`, call])).values()];
}

function isCall(value: unknown): value is Call {
  return (
    typeof value === 'object' &&
    value !== null &&
    'method' in value &&
    'path' in value &&
    'access' in value
  );
}
