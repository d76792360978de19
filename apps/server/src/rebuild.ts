/**
 * `npm run rebuild`: empties the read models. The next start makes them anew from the journal,
 * which must not be in use.
 */
import { offline } from './database/offline.ts';
import { GENESIS_HASH } from './journal/hash-chain.ts';
import { PostgresJournal, postgresPlatform } from './journal/postgres-journal.ts';
import { resetProjections } from './projector/reset.ts';

/**
 * Tables that cannot be rebuilt from the journal must not be emptied. Throws `Fault`
 * journal_corrupt at the first row that is wrong.
 */
async function verifyJournal(journal: PostgresJournal): Promise<void> {
  let rows = 0;
  for await (const page of journal.read({ seq: 0, hash: GENESIS_HASH })) rows += page.length;
  process.stdout.write(`The journal is whole: ${rows} rows.\n`);
}

await offline(async (database) => {
  // Taking the journal over refuses while a server runs anywhere on this database.
  const journal = await PostgresJournal.open(postgresPlatform(database.url), (fault) =>
    process.stderr.write(`${fault.message}\n`),
  );
  try {
    await verifyJournal(journal);
    await resetProjections(database.queries);
  } finally {
    await journal.close();
  }
  process.stdout.write(
    'The read models are empty. The next start makes them anew from the journal.\n',
  );
});
