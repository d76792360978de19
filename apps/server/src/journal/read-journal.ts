/**
 * Reads and verifies the journal, page by page; the next page is fetched while the caller works on
 * the last one.
 */
import type { Client } from 'pg';
import { databaseFault } from '../database/database-fault.ts';
import { Fault } from '../fault.ts';
import { HASH_BYTES, HashChain } from './hash-chain.ts';
import type { JournalEntry, JournalHead } from './journal.ts';

const PAGE_ROWS = 10_000;

/**
 * A page arrives as one row of joined columns: parsing ten thousand rows in the driver would cost
 * more than hashing and replaying them. Both ends of its range are given: with a LIMIT instead,
 * PostgreSQL sorts a table without statistics as a whole for each page.
 */
const PAGE = {
  name: 'journal-page',
  text: `
    SELECT count(*)::int AS rows, min(seq) AS first, max(seq) AS last,
           string_agg(epoch::text, ',' ORDER BY seq) AS epochs, string_agg(time_ms::text, ',' ORDER BY seq) AS times,
           string_agg(payload, E'\\n' ORDER BY seq) AS payloads, string_agg(hash, '' ORDER BY seq) AS hashes
    FROM journal WHERE seq > $1 AND seq <= $2`,
};

interface Page {
  readonly rows: number;
  readonly first: bigint | null;
  readonly last: bigint | null;
  readonly epochs: string | null;
  readonly times: string | null;
  readonly payloads: string | null;
  readonly hashes: Buffer | null;
}

/**
 * All rows from one place of the chain up to another, without rows that an engine appends
 * meanwhile. Throws `Fault` journal_corrupt at the first wrong row.
 */
export async function* readPages(
  session: Pick<Client, 'query'>,
  range: { after: JournalHead; head: JournalHead },
): AsyncGenerator<readonly JournalEntry[]> {
  const { after, head } = range;
  const verifier = new Verifier(after);
  let next = after.seq < head.seq ? fetchPage(session, after.seq, head.seq) : undefined;
  while (next !== undefined) {
    const page = await next;
    const last = verifier.seq + page.rows;
    if (page.rows === 0 || Number(page.first) !== verifier.seq + 1 || Number(page.last) !== last) {
      throw corrupt(await firstMissing(session, verifier.seq), 'is missing');
    }
    next = last < head.seq ? fetchPage(session, last, head.seq) : undefined;
    // A failure while the caller is busy must not count as unhandled: it is thrown when the page is
    // awaited.
    next?.catch(() => undefined);
    yield verifier.check(page);
  }
  if (verifier.seq !== head.seq) throw corrupt(verifier.seq, 'lies beyond the end of the journal');
  if (!verifier.hash.equals(head.hash))
    throw corrupt(head.seq, 'does not end the chain that it should');
}

async function fetchPage(
  session: Pick<Client, 'query'>,
  afterSeq: number,
  lastSeq: number,
): Promise<Page> {
  try {
    const { rows } = await session.query<Page>({
      ...PAGE,
      values: [afterSeq, Math.min(afterSeq + PAGE_ROWS, lastSeq)],
    });
    const page = rows[0];
    if (page === undefined) throw new Fault('database_unavailable', 'the journal gave no page');
    return page;
  } catch (cause) {
    throw databaseFault(`the journal could not be read after row ${afterSeq}`, cause);
  }
}

async function firstMissing(session: Pick<Client, 'query'>, afterSeq: number): Promise<number> {
  const { rows } = await session.query<{ seq: bigint }>(
    `SELECT seq + 1 AS seq FROM journal j WHERE seq >= $1 AND NOT EXISTS (SELECT 1 FROM journal n WHERE n.seq = j.seq + 1)
     ORDER BY seq LIMIT 1`,
    [afterSeq + 1],
  );
  const { rows: present } = await session.query('SELECT 1 FROM journal WHERE seq = $1', [
    afterSeq + 1,
  ]);
  return present.length === 0 ? afterSeq + 1 : Number(rows[0]?.seq ?? afterSeq + 1);
}

/** Verifies the chain row by row. */
class Verifier {
  seq: number;
  readonly #chain: HashChain;
  #epoch = 0;
  #timeMs = 0;

  constructor(after: JournalHead) {
    this.seq = after.seq;
    this.#chain = new HashChain(after.hash);
  }

  get hash(): Buffer {
    return this.#chain.head;
  }

  check(page: Page): JournalEntry[] {
    const payloads = (page.payloads ?? '').split('\n');
    const epochs = (page.epochs ?? '').split(',');
    const times = (page.times ?? '').split(',');
    const hashes = page.hashes ?? Buffer.alloc(0);
    const entries: JournalEntry[] = [];
    for (let index = 0; index < page.rows; index++) {
      const seq = ++this.seq;
      const row = {
        seq,
        epoch: Number(epochs[index]),
        timeMs: Number(times[index]),
        payload: payloads[index] ?? '',
      };
      if (!(row.epoch >= this.#epoch))
        throw corrupt(seq, `has epoch ${row.epoch} after epoch ${this.#epoch}`);
      if (!(row.timeMs >= this.#timeMs)) throw corrupt(seq, 'is older than the row before');
      this.#epoch = row.epoch;
      this.#timeMs = row.timeMs;
      this.#chain.add(row);
      if (!this.#chain.isHead(hashes, index * HASH_BYTES))
        throw corrupt(seq, 'was changed: its hash is wrong');
      entries.push(row);
    }
    return entries;
  }
}

function corrupt(seq: number, what: string): Fault {
  return new Fault(
    'journal_corrupt',
    `journal row ${seq} ${what}; the server does not start on it`,
  );
}
