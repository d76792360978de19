import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Queries } from '../../database/database.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../database/temporary-database.ts';
import { Secrets } from '../../secrets.ts';
import { AuditLog } from './audit-log.ts';
import { AuditWitness } from './audit-witness.ts';

const SECRETS = new Secrets('a secret of the tests, and of nothing else');
let database: TemporaryDatabase;
beforeAll(async () => {
  database = await openTemporaryDatabase();
}, 60_000);
afterAll(() => database.remove());

it('operator 17: the log shows that its end was cut off, and that all of it was written anew', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'meridian-witness-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const warnings: string[] = [];
  const warn = (text: string) => void warnings.push(text);
  const witnessOf = (queries: Queries) =>
    new AuditWitness({ auditLog: new AuditLog(queries, SECRETS), dataDir, warn });
  const witness = witnessOf(database.queries);
  for (let count = 0; count < 30; count++)
    await new AuditLog(database.queries, SECRETS).append(1, '', {
      action: 'test',
      subject: `s ${count}`,
    });
  await witness.rounds.runOnce();
  const { entries } = await witness.verify();
  expect([witness.head?.entries, witness.isBroken]).toEqual([entries, false]);
  /**
   * The results of a round and of a verification on a log that an attacker with the database has
   * changed.
   */
  const lookAt = async (
    tamper: (queries: Queries) => Promise<unknown>,
  ): Promise<{ brokenAt: number; isBroken: boolean }> => {
    const looking = database.queries.transaction().execute(async (transaction) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(transaction);
      await tamper(transaction);
      const again = witnessOf(transaction);
      await again.rounds.runOnce();
      throw Object.assign(new Error('undo'), {
        brokenAt: (await again.verify()).brokenAt,
        isBroken: again.isBroken,
      });
    });
    return looking.then(
      () => expect.unreachable(),
      (error: { brokenAt: number; isBroken: boolean }) => ({
        brokenAt: error.brokenAt,
        isBroken: error.isBroken,
      }),
    );
  };
  expect(
    await lookAt((queries) =>
      sql`DELETE FROM audit_log WHERE id > ${entries - 5}`.execute(queries),
    ),
  ).toEqual({ brokenAt: entries - 4, isBroken: true });
  expect(await lookAt((queries) => sql`DELETE FROM audit_log`.execute(queries))).toEqual({
    brokenAt: 1,
    isBroken: true,
  });
  /**
   * Cuts the end off, and appends a forged entry: with the hash of old versions, which needs no
   * key.
   */
  const forge = async (queries: Queries, id: number) => {
    const { rows } = await sql<{
      hash: Buffer;
    }>`SELECT hash FROM audit_log WHERE id = ${id - 1}`.execute(queries);
    const at = new Date();
    const hash = createHash('sha256')
      .update(rows[0]?.hash ?? Buffer.alloc(32))
      .update(JSON.stringify([String(id), '1', 'a', 's', 'null', 'null', '', at.toISOString()]))
      .digest();
    await sql`DELETE FROM audit_log WHERE id >= ${id}`.execute(queries);
    await sql`INSERT INTO audit_log VALUES (${id}, 1, 'a', 's', 'null', 'null', '', ${at}, ${hash}, false)`.execute(
      queries,
    );
  };
  expect(await lookAt((queries) => forge(queries, entries))).toEqual({
    brokenAt: entries,
    isBroken: true,
  });
  // As the beginning of an old log it fits; all later entries are missing.
  expect(await lookAt((queries) => forge(queries, 1))).toEqual({ brokenAt: 2, isBroken: true });
  expect(await lookAt((queries) => forge(queries, entries + 1))).toEqual({
    brokenAt: entries + 1,
    isBroken: true,
  });
  // An attacker who has the key as well: every entry fits, and only the witness knows another end.
  expect(
    await lookAt(async (queries) => {
      await sql`DELETE FROM audit_log WHERE id >= ${entries - 1}`.execute(queries);
      for (const subject of ['x', 'y', 'z'])
        await new AuditLog(queries, SECRETS).append(
          1,
          '',
          { action: 'harmless', subject },
          queries,
        );
    }),
  ).toEqual({ brokenAt: entries, isBroken: true });
  // An entry in the middle, whose hash stays as it was.
  expect(
    await lookAt((queries) =>
      sql`UPDATE audit_log SET subject = 'another' WHERE id = 5`.execute(queries),
    ),
  ).toEqual({ brokenAt: 5, isBroken: true });
  expect(warnings).toHaveLength(7);
  // A restored log fits again, and new entries are noted.
  await new AuditLog(database.queries, SECRETS).append(1, '', { action: 'test', subject: 'new' });
  await witness.rounds.runOnce();
  expect([witness.head?.entries, witness.isBroken, (await witness.verify()).brokenAt]).toEqual([
    entries + 1,
    false,
    0,
  ]);
  // An empty note is no note of an empty log.
  writeFileSync(join(dataDir, 'audit-head'), '');
  await witness.rounds.runOnce();
  expect([witness.isBroken, warnings.at(-1)]).toEqual([
    true,
    expect.stringContaining('cannot be read'),
  ]);
});
