import { gunzipSync } from 'node:zlib';
import type pg from 'pg';
import { checkChain } from './golden-chain.ts';
import type { GoldenRow, GoldenSnapshot } from './golden-set.ts';

/** The journal as it stands in the table, with the hash that the fence has of its end. */
export async function readJournal(
  session: pg.Client,
): Promise<{ rows: GoldenRow[]; headHash: string }> {
  const { rows } = await session.query<{
    seq: bigint;
    epoch: bigint;
    time_ms: bigint;
    payload: string;
    hash: Buffer;
  }>('SELECT seq, epoch, time_ms, payload, hash FROM journal ORDER BY seq');
  const { rows: fences } = await session.query<{ head_hash: Buffer }>(
    'SELECT head_hash FROM journal_fence',
  );
  const read = rows.map(({ seq, epoch, time_ms, payload }) => ({
    seq: Number(seq),
    epoch: Number(epoch),
    timeMs: Number(time_ms),
    payload,
  }));
  checkChain(
    read,
    fences[0]?.head_hash.toString('hex') ?? '',
    [],
    rows.map(({ hash }) => hash.toString('hex')),
  );
  return { rows: read, headHash: fences[0]?.head_hash.toString('hex') ?? '' };
}

/** The newest snapshot, as it was stored. */
export async function newestSnapshot(session: pg.Client): Promise<GoldenSnapshot[]> {
  const { rows } = await session.query<{
    seq: bigint;
    state_hash: Buffer;
    journal_hash: Buffer;
    body: Buffer;
  }>('SELECT seq, state_hash, journal_hash, body FROM journal_snapshots ORDER BY seq DESC LIMIT 1');
  return rows.map(({ seq, state_hash, journal_hash, body }) => ({
    seq: Number(seq),
    stateHash: state_hash.toString('hex'),
    journalHash: journal_hash.toString('hex'),
    body: gunzipSync(body).toString('utf8'),
  }));
}
