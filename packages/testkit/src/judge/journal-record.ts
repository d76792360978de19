/**
 * Reads the journal and verifies the record itself. Facts of the format
 * (apps/server/migrations/001-journal.sql): one row for each command, numbered from 1 without a
 * gap; hash = sha256(hash before || seq || epoch || time_ms || payload), numbers as 8 bytes
 * big-endian, 32 zero bytes before the first; epochs and times never fall; the fence row has number
 * and hash of the last row.
 */
import { hash } from 'node:crypto';
import type { DatabaseReader } from './database-reader.ts';
import type { RecordedCommand } from './rules.ts';

const PAGE_ROWS = 5000;
const FIRST_HASH = Buffer.alloc(32);

export interface JournalRow {
  readonly seq: number;
  readonly timeMs: number;
  readonly command: RecordedCommand;
  readonly hash: Buffer;
}

/** The record contradicts itself: later rows cannot be judged. */
export class BrokenRecord extends Error {}

/** All rows in pages. Throws `BrokenRecord` at the first wrong row. */
export async function* readRecord(database: DatabaseReader): AsyncGenerator<JournalRow[]> {
  const [fence] = await database.rows('select epoch, head_seq, head_hash from journal_fence');
  if (fence === undefined) throw new BrokenRecord('the journal has no fence row');
  let seq = 0;
  let epoch = 0;
  let timeMs = 0;
  let chain: Buffer = FIRST_HASH;
  for await (const page of database.pages(
    'select seq, epoch, time_ms, payload, hash from journal order by seq',
    PAGE_ROWS,
  )) {
    const rows: JournalRow[] = [];
    for (const row of page) {
      seq++;
      if (Number(row['seq']) !== seq) throw new BrokenRecord(`journal row ${seq} is missing`);
      if (Number(row['epoch']) < epoch || Number(row['epoch']) > Number(fence['epoch']))
        throw new BrokenRecord(
          `journal row ${seq} has the impossible epoch ${String(row['epoch'])}`,
        );
      if (Number(row['time_ms']) < timeMs)
        throw new BrokenRecord(`journal row ${seq} is older than the row before`);
      epoch = Number(row['epoch']);
      timeMs = Number(row['time_ms']);
      chain = link(chain, [seq, epoch, timeMs], row['payload'] as string);
      if (!chain.equals(row['hash'] as Buffer))
        throw new BrokenRecord(`journal row ${seq} was changed: its hash is wrong`);
      rows.push({
        seq,
        timeMs,
        command: JSON.parse(row['payload'] as string) as RecordedCommand,
        hash: chain,
      });
    }
    yield rows;
  }
  if (seq !== Number(fence['head_seq']))
    throw new BrokenRecord(
      `the journal ends at ${seq}, but ${String(fence['head_seq'])} was its last row`,
    );
  if (!chain.equals(fence['head_hash'] as Buffer))
    throw new BrokenRecord(`journal row ${seq} is not the one that was last acknowledged`);
}

const numbers = Buffer.alloc(24);

function link(before: Buffer, values: readonly number[], payload: string): Buffer {
  values.forEach((value, index) => numbers.writeBigInt64BE(BigInt(value), index * 8));
  return hash('sha256', Buffer.concat([before, numbers, Buffer.from(payload)]), 'buffer');
}
