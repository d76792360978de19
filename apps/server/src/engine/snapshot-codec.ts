/**
 * The state as lines of text, and its hash. No string holds the whole state, because a string ends
 * at 512 MiB. A line is the JSON of `[path, value]`; a long array takes many consecutive lines of
 * one path. The hash is that of the whole canonical JSON, independent of the lines.
 */
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import { SNAPSHOT_FORMAT, type StoredState } from '@meridian/core/snapshot-migrations';
import { createHash } from 'node:crypto';

/**
 * Rows of an array in one line: some ten milliseconds of work, after which other work of the thread
 * may go on.
 */
const ROWS_IN_LINE = 10_000;
/** Arrays this deep in the state get lines of their own: `orders`, and `custody.deposits`. */
const DEPTH = 2;

/** The next part of the canonical JSON, and the line in which it is stored. */
interface Piece {
  readonly text: string;
  readonly line?: string;
}

/**
 * SHA-256 of all that decides the exchange's future, without number and time of the last command.
 * Equal live, after replay from genesis and after restore.
 */
export function hashState(snapshot: ExchangeSnapshot | StoredState): Buffer {
  const { seq: _seq, timeMs: _timeMs, ...state } = snapshot as ExchangeSnapshot;
  const hash = createHash('sha256');
  for (const { text } of piecesOf(state, [])) hash.update(text);
  return hash.digest();
}

/**
 * The snapshot as lines, with its state hash. A large one is written in turns, so that commands
 * need not wait for all of it.
 */
export async function encodeSnapshot(
  snapshot: ExchangeSnapshot,
): Promise<{ body: string[]; stateHash: Buffer }> {
  const { seq, timeMs, ...state } = snapshot;
  const hash = createHash('sha256');
  const body = [JSON.stringify(['seq', seq]), JSON.stringify(['timeMs', timeMs])];
  for (const { text, line } of piecesOf(state, [])) {
    hash.update(text);
    if (line !== undefined) body.push(line);
    if (text.length > ROWS_IN_LINE) await new Promise(setImmediate);
  }
  return { body, stateHash: hash.digest() };
}

/** Reads the output of `encodeSnapshot`, of this format or an older one. Throws for other lines. */
export function decodeSnapshot(body: readonly string[]): StoredState {
  // Until format 3 the whole state was one object in one line.
  if (body.length === 1 && body[0]?.startsWith('{') === true)
    return JSON.parse(body[0]) as StoredState;
  const state: Record<string, unknown> = {};
  for (const line of body) {
    const [path, value] = JSON.parse(line) as [string, unknown];
    const names = path.split('.');
    const last = names.pop() ?? '';
    let place = state;
    for (const name of names) place = place[name] as Record<string, unknown>;
    const before = place[last];
    if (Array.isArray(before)) for (const row of value as unknown[]) before.push(row);
    else place[last] = value;
  }
  return state as StoredState;
}

/** The checkpoint of a state. */
export function checkpointOf(
  at: number,
  stateHash: Buffer,
): { kind: 'core.checkpoint'; at: number; format: number; stateHash: string } {
  return {
    kind: 'core.checkpoint',
    at,
    format: SNAPSHOT_FORMAT,
    stateHash: stateHash.toString('hex'),
  };
}

function* piecesOf(value: unknown, path: readonly string[]): Generator<Piece> {
  if (path.length <= DEPTH && Array.isArray(value)) yield* piecesOfRows(value, path);
  else if (path.length < DEPTH && typeof value === 'object' && value !== null)
    yield* piecesOfObject(value, path);
  else yield piece(JSON.stringify(value), path);
}

function* piecesOfObject(value: object, path: readonly string[]): Generator<Piece> {
  let text = '{';
  // The line keeps the object's place among its neighbours, even if it is empty.
  yield path.length === 0 ? { text } : { text, line: lineOf(path, '{}') };
  text = '';
  for (const [name, inner] of Object.entries(value)) {
    if (inner === undefined) continue;
    yield { text: `${text}${JSON.stringify(name)}:` };
    yield* piecesOf(inner, [...path, name]);
    text = ',';
  }
  yield { text: '}' };
}

function* piecesOfRows(rows: readonly unknown[], path: readonly string[]): Generator<Piece> {
  yield { text: '[', line: lineOf(path, '[]') };
  for (let from = 0; from < rows.length; from += ROWS_IN_LINE) {
    const json = JSON.stringify(rows.slice(from, from + ROWS_IN_LINE));
    yield { text: `${from > 0 ? ',' : ''}${json.slice(1, -1)}`, line: lineOf(path, json) };
  }
  yield { text: ']' };
}

function piece(json: string, path: readonly string[]): Piece {
  return { text: json, line: lineOf(path, json) };
}

function lineOf(path: readonly string[], json: string): string {
  return `[${JSON.stringify(path.join('.'))},${json}]`;
}
