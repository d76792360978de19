/**
 * A golden set: the journal of a server of an earlier version as it stood on the disk, with
 * snapshots that it stored on the way. `apps/server/test/golden/README.md` says how the files look.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gunzipSync, gzipSync } from 'node:zlib';
import type { StoredState } from '@meridian/core/snapshot-migrations';
import { decodeSnapshot } from '../../src/engine/snapshot-codec.ts';

export const GOLDEN_FOLDER = join(import.meta.dirname, 'journals');

export interface GoldenRow {
  readonly seq: number;
  readonly epoch: number;
  readonly timeMs: number;
  /** The command, byte for byte. */
  readonly payload: string;
}

/** As the version stored it. Hashes are hexadecimal. */
export interface GoldenSnapshot {
  readonly seq: number;
  readonly journalHash: string;
  readonly stateHash: string;
  /**
   * The uncompressed state as that version wrote it down: one JSON value until format 3, many lines
   * since.
   */
  readonly body: string;
}

/** Rows of a table as PostgreSQL writes a row as text. */
export interface GoldenTable {
  readonly name: string;
  readonly rows: readonly string[];
}

/** Tables of the database and answers of the server, beside the journal. */
export interface GoldenDatabase {
  /** In an order in which they can be filled. */
  readonly tables: readonly GoldenTable[];
  readonly sequences: readonly { readonly name: string; readonly value: string }[];
  /** The last answers of the server, by call and person. */
  readonly answers: readonly GoldenAnswer[];
}

export interface GoldenAnswer {
  readonly account: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly answer: unknown;
}

/** The entry of a set in the manifest. */
export interface GoldenEntry {
  readonly name: string;
  readonly rows: number;
  /** Hash of the last row: it fixes every row before. */
  readonly headHash: string;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly snapshots: readonly { readonly seq: number; readonly stateHash: string }[];
  readonly hasDatabase: boolean;
}

export interface GoldenManifest {
  /**
   * Of the rules that the recorded server played by. Its journals begin at version 1, like any, and
   * are raised to it by their first command.
   */
  readonly rules: number;
  /** That the recorded server was built from. */
  readonly commit: string;
  readonly sets: readonly GoldenEntry[];
}

/**
 * Versions that were recorded: the folders of `journals` that have a manifest,
 * oldest first.
 */
export function goldenVersions(): string[] {
  const recorded = readdirSync(GOLDEN_FOLDER).filter((name) =>
    existsSync(join(GOLDEN_FOLDER, name, 'manifest.json')),
  );
  return recorded.sort((a, b) => Number(a) - Number(b));
}

export function readManifest(version: string): GoldenManifest {
  return JSON.parse(
    readFileSync(join(GOLDEN_FOLDER, version, 'manifest.json'), 'utf8'),
  ) as GoldenManifest;
}

export function readRows(version: string, name: string): GoldenRow[] {
  return linesOf(version, `${name}.journal.gz`).map((line, index) => {
    const [epoch = '', timeMs = '', payload = ''] = line.split('\t');
    return { seq: index + 1, epoch: Number(epoch), timeMs: Number(timeMs), payload };
  });
}

export function readSnapshots(version: string, name: string): GoldenSnapshot[] {
  return linesOf(version, `${name}.snapshots.gz`).map((line) => JSON.parse(line) as GoldenSnapshot);
}

/** The state in a stored snapshot of any format. */
export function stateOf({ body }: Pick<GoldenSnapshot, 'body'>): StoredState {
  return decodeSnapshot(body.split('\n').filter((line) => line !== ''));
}

export function readDatabase(version: string, name: string): GoldenDatabase {
  return JSON.parse(textOf(version, `${name}.database.gz`)) as GoldenDatabase;
}

/** The result of a recording. */
export interface Recording {
  readonly name: string;
  readonly rows: readonly GoldenRow[];
  readonly headHash: string;
  readonly snapshots: readonly GoldenSnapshot[];
  readonly database?: GoldenDatabase | undefined;
}

/** Writes the files of a set into a folder and returns its entry for the manifest. */
export function writeSet(
  folder: string,
  { name, rows, headHash, snapshots, database }: Recording,
): GoldenEntry {
  const write = (ending: string, text: string): void =>
    writeFileSync(
      join(folder, `${name}.${ending}.gz`),
      gzipSync(text, { level: constants.Z_BEST_COMPRESSION }),
    );
  write(
    'journal',
    rows.map(({ epoch, timeMs, payload }) => `${epoch}\t${timeMs}\t${payload}\n`).join(''),
  );
  write('snapshots', snapshots.map((snapshot) => `${JSON.stringify(snapshot)}\n`).join(''));
  if (database !== undefined) write('database', JSON.stringify(database));
  return {
    name,
    rows: rows.length,
    headHash,
    firstMs: rows[0]?.timeMs ?? 0,
    lastMs: rows.at(-1)?.timeMs ?? 0,
    snapshots: snapshots.map(({ seq, stateHash }) => ({ seq, stateHash })),
    hasDatabase: database !== undefined,
  };
}

function textOf(version: string, file: string): string {
  return gunzipSync(readFileSync(join(GOLDEN_FOLDER, version, file))).toString('utf8');
}

/** JSON holds neither tabs nor line feeds of its own. */
function linesOf(version: string, file: string): string[] {
  return textOf(version, file).split('\n').slice(0, -1);
}
