/** `npm run rebuild`: empties the read models. The next start makes them anew from the journal, which must not be in use. */
import { mkdirSync } from 'node:fs';
import { readConfig } from './config.ts';
import { lockDataDir } from './database/data-dir-lock.ts';
import { openDatabase } from './database/database.ts';
import { Fault } from './fault.ts';
import { GENESIS_HASH } from './journal/hash-chain.ts';
import { PostgresJournal, postgresPlatform } from './journal/postgres-journal.ts';
import { resetProjections } from './projector/reset.ts';

async function rebuild(): Promise<void> {
  const { dataDir, databaseUrl } = readConfig(process.env);
  mkdirSync(dataDir, { recursive: true });
  const unlock = await lockDataDir(dataDir);
  const database = await openDatabase({ dataDir, databaseUrl });
  try {
    // Taking the journal over refuses while a server runs anywhere on this database.
    const journal = await PostgresJournal.open(postgresPlatform(database.url), (fault) => process.stderr.write(`${fault.message}\n`));
    try {
      await verifyJournal(journal);
      await resetProjections(database.queries);
    } finally {
      await journal.close();
    }
  } finally {
    await database.close();
    unlock();
  }
  process.stdout.write('The read models are empty. The next start makes them anew from the journal.\n');
}

/** What cannot be replayed must not be emptied. Throws `Fault` journal_corrupt at the first row that is wrong. */
async function verifyJournal(journal: PostgresJournal): Promise<void> {
  let rows = 0;
  for await (const page of journal.read({ seq: 0, hash: GENESIS_HASH })) rows += page.length;
  process.stdout.write(`The journal is whole: ${rows} rows.\n`);
}

try {
  await rebuild();
} catch (error) {
  // A fault says what to do; anything else is a bug, and its stack says where.
  process.stderr.write(`${error instanceof Fault ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
}
