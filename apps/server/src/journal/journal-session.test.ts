import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { GENESIS_HASH } from './hash-chain.ts';
import { PostgresJournal, type JournalSession } from './postgres-journal.ts';

/** A database that accepts everything and sends the test's notices besides. */
class Session extends EventEmitter {
  notice: { code: string; message: string } | undefined;
  readonly settings: Record<string, string> = {
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
  };

  query(
    statement: string | { text: string; values?: readonly unknown[] },
  ): Promise<{ rows: unknown[]; rowCount: number }> {
    const text = typeof statement === 'string' ? statement : statement.text;
    if (text.includes('current_setting')) return answer(this.settings);
    if (text.includes('pg_try_advisory_lock')) return answer({ taken: true });
    if (text.startsWith('UPDATE journal_fence'))
      return answer({ epoch: 1n, head_seq: 0n, head_hash: GENESIS_HASH });
    if (text.startsWith('SELECT seq, hash')) return Promise.resolve({ rows: [], rowCount: 0 });
    if (this.notice !== undefined) this.emit('notice', this.notice);
    return answer({});
  }

  end(): Promise<void> {
    return Promise.resolve();
  }
}

function answer(row: object): Promise<{ rows: unknown[]; rowCount: number }> {
  return Promise.resolve({ rows: [row], rowCount: 1 });
}

function open(session: Session): Promise<PostgresJournal> {
  const connect = (): Promise<JournalSession> =>
    Promise.resolve(session as unknown as JournalSession);
  return PostgresJournal.open(
    {
      connect,
      compress: (lines) => Promise.resolve(Buffer.from(lines.join('\n'))),
      decompress: (body) => Promise.resolve(body.toString().split('\n')),
    },
    () => undefined,
  );
}

describe('the session of the journal', () => {
  it('takes a commit that came with a warning for one that is not safe', async () => {
    const session = new Session();
    const journal = await open(session);
    session.notice = {
      code: '01000',
      message: 'canceling wait for synchronous replication due to user request',
    };
    await expect(journal.append([{ timeMs: 1, payload: '{}' }])).rejects.toMatchObject({
      code: 'database_unavailable',
    });
    expect(journal.head.seq).toBe(0);
  });

  it('does not mind a note', async () => {
    const session = new Session();
    const journal = await open(session);
    session.notice = { code: '00000', message: 'a note' };
    await journal.append([{ timeMs: 1, payload: '{}' }]);
    expect(journal.head.seq).toBe(1);
  });

  it.each(['fsync', 'full_page_writes'])(
    'refuses a database with %s switched off',
    async (name) => {
      const session = new Session();
      session.settings[name] = 'off';
      await expect(open(session)).rejects.toMatchObject({
        code: 'configuration_invalid',
        message: expect.stringContaining(`Set ${name} = on`) as string,
      });
    },
  );
});
