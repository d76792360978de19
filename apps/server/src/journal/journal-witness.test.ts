import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GENESIS_HASH, HashChain } from './hash-chain.ts';
import { WitnessedJournal } from './journal-witness.ts';
import { MemoryJournal } from './memory-journal.ts';

/** Computes the hash of a row again, in place of a read from the table. */
class ReadableMemoryJournal extends MemoryJournal {
  rowHash(seq: number): Promise<Buffer | undefined> {
    const chain = new HashChain(GENESIS_HASH);
    const hashes = this.entries.map((row) => {
      chain.add({ ...row, epoch: 1 });
      return chain.head;
    });
    return Promise.resolve(hashes[seq - 1]);
  }
}

let folder = '';
let warnings: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meridian-witness-'));
  warnings = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const row = (payload: string) => ({ timeMs: 1_700_000_000_000, payload });

async function open(
  journal: ReadableMemoryJournal,
  heads = join(folder, 'heads'),
): Promise<WitnessedJournal> {
  return await WitnessedJournal.open(journal, heads, (message) => warnings.push(message));
}

/** A journal with these rows, written with a witness. */
async function journalOf(...payloads: string[]): Promise<ReadableMemoryJournal> {
  const journal = new ReadableMemoryJournal();
  const witnessed = await open(journal);
  for (const payload of payloads) await witnessed.append([row(payload)]);
  await witnessed.close();
  return journal;
}

/** The rows of a backup, written without the witness. */
async function backupOf(...payloads: string[]): Promise<ReadableMemoryJournal> {
  const journal = new ReadableMemoryJournal();
  await journal.append(payloads.map(row));
  return journal;
}

describe('the witness of a journal', () => {
  it('names the last acknowledged row from the first one on', async () => {
    const journal = await journalOf('a', 'b');
    const [name = ''] = readdirSync(join(folder, 'heads'));
    expect(readFileSync(join(folder, 'heads', name), 'utf8')).toBe(
      `0000000000000002 ${journal.head.hash.toString('hex')}\n`,
    );
    await (await open(journal)).close();
    expect(warnings).toEqual([]);
  });

  it('refuses a journal that ends earlier, and one that went another way', async () => {
    await journalOf('a', 'b', 'c');
    await expect(open(await backupOf('a', 'b'))).rejects.toThrow(
      /row 3 was acknowledged on this machine, but its journal ends at row 2/,
    );
    await expect(open(await backupOf('a', 'b', 'other', 'd'))).rejects.toThrow(
      /row 3 was acknowledged on this machine, but its row 3 is another one/,
    );
    await (await open(await backupOf('a', 'b', 'c', 'd'))).close();
  });

  it('does not take another journal for its own', async () => {
    await journalOf('a', 'b');
    await journalOf('x');
    expect(readdirSync(join(folder, 'heads'))).toHaveLength(2);
  });

  it('does not name what did not become durable', async () => {
    const journal = await journalOf('a');
    const witnessed = await open(journal);
    journal.commit = () => Promise.reject(new Error('no disk'));
    await expect(witnessed.append([row('b')])).rejects.toThrow('no disk');
    await (await open(await backupOf('a'))).close();
  });

  it('says when it cannot see, and lets the journal go on', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const journal = await backupOf('a');
    const witnessed = await open(journal, file);
    await witnessed.append([row('b')]);
    expect(witnessed.head.seq).toBe(2);
    expect(warnings).toEqual([
      expect.stringContaining('a restored older backup would not be noticed'),
    ]);
  });
});
