import { canonicalSnapshot } from '@meridian/core/exchange';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import { createHash } from 'node:crypto';

/** Rows that are written without letting other work of the thread in between: some ten milliseconds. */
const ROWS_AT_ONCE = 10_000;

/** SHA-256 of what decides the exchange's future. Equal live, after replay from genesis and after restore. */
export function hashState(snapshot: ExchangeSnapshot): Buffer {
  return createHash('sha256').update(canonicalSnapshot(snapshot)).digest();
}

/** The snapshot as JSON, with its state hash. A large one is written in turns, so that commands need not wait for all of it. */
export async function encodeSnapshot(snapshot: ExchangeSnapshot): Promise<{ body: string; stateHash: Buffer }> {
  const { seq, timeMs, ...state } = snapshot;
  const hash = createHash('sha256').update('{');
  let body = `{"seq":${seq},"timeMs":${timeMs},`;
  const write = (text: string): void => {
    hash.update(text);
    body += text;
  };
  let separator = '';
  for (const [name, value] of Object.entries(state)) {
    write(`${separator}${JSON.stringify(name)}:`);
    separator = ',';
    if (Array.isArray(value)) await writeRows(value, write);
    else write(JSON.stringify(value));
  }
  write('}');
  return { body, stateHash: hash.digest() };
}

async function writeRows(rows: readonly unknown[], write: (text: string) => void): Promise<void> {
  write('[');
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    if (from > 0) {
      write(',');
      await new Promise(setImmediate);
    }
    write(JSON.stringify(rows.slice(from, from + ROWS_AT_ONCE)).slice(1, -1));
  }
  write(']');
}
