/**
 * The hash chain of version 1, written down a second time: the code that checks a recording must
 * not change when the product's own does. The hash of a row is SHA-256 over the hash before it (32
 * zero bytes before the first), then sequence number, epoch and time as eight bytes big-endian
 * each, then the payload as UTF-8.
 */
import { createHash } from 'node:crypto';
import type { GoldenRow, GoldenSnapshot } from './golden-set.ts';

const HASH_BYTES = 32;
const NUMBER_BYTES = 8;

/** The hash of each row, in their order. */
export function* hashesOf(rows: readonly GoldenRow[]): Generator<Buffer> {
  let before: Buffer = Buffer.alloc(HASH_BYTES);
  for (const { seq, epoch, timeMs, payload } of rows) {
    const numbers = Buffer.alloc(3 * NUMBER_BYTES);
    for (const [place, value] of [seq, epoch, timeMs].entries())
      numbers.writeBigUInt64BE(BigInt(value), place * NUMBER_BYTES);
    before = createHash('sha256').update(before).update(numbers).update(payload, 'utf8').digest();
    yield before;
  }
}

/**
 * Throws where the rows do not end with this hash, a snapshot names another hash for its row, or a
 * stored hash of a row is another one.
 */
export function checkChain(
  rows: readonly GoldenRow[],
  headHash: string,
  snapshots: readonly GoldenSnapshot[],
  stored?: readonly string[],
): void {
  const bySeq = new Map(snapshots.map((snapshot) => [snapshot.seq, snapshot.journalHash]));
  const hashes = [...hashesOf(rows)].map((hash) => hash.toString('hex'));
  for (const [index, hash] of hashes.entries()) {
    const seq = index + 1;
    if (rows[index]?.seq !== seq) throw new Error(`row ${seq} has number ${rows[index]?.seq}`);
    const expected = bySeq.get(seq) ?? stored?.[index] ?? hash;
    if (hash !== expected) throw new Error(`row ${seq} has hash ${hash}, not ${expected}`);
  }
  if (hashes.at(-1) !== headHash)
    throw new Error(`the last row has hash ${hashes.at(-1)}, not ${headHash}`);
}
