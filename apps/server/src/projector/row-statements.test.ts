import { expect, test } from 'vitest';
import { insertInto, update } from './row-statements.ts';

interface Row {
  readonly id: number;
  readonly note: string;
  readonly flags: readonly string[];
  readonly status: 'open' | null;
}

const ROWS: readonly Row[] = [
  { id: 1, note: 'a,"b"', flags: ['x', 'y'], status: 'open' },
  { id: 2, note: '', flags: [], status: null },
];

test('an insert names each column of its rows, and text from outside is left to the driver', () => {
  const statement = insertInto<'withdrawal_risks', Row>(
    'insert-risks',
    'withdrawal_risks',
    { withdrawal: ['bigint', ({ id }) => id], flags: ['words', ({ flags }) => flags] },
    'on conflict do nothing',
  );
  expect(statement.text).toBe(
    "insert into withdrawal_risks (withdrawal, flags) select withdrawal, string_to_array(flags, ' ')::text[]" +
      ' from unnest($1::bigint[], $2::text[]) as row (withdrawal, flags) on conflict do nothing',
  );
  expect(statement.values(ROWS)).toEqual(['{1,2}', ['x y', '']]);
});

test('an update replaces, keeps or adds, and fails where a row is missing', async () => {
  const statement = update<'withdrawals', Row>('change', 'withdrawals', {
    id: ['bigint', ({ id }) => id],
    transaction: ['text', ({ note }) => note],
    status: ['word', ({ status }) => (status === null ? null : 'settled'), 'keep'],
    worth: ['bigint', ({ id }) => 10n * BigInt(id), 'add'],
  });
  expect(statement.text).toBe(
    'update withdrawals set transaction = change.transaction, status = coalesce(change.status, withdrawals.status),' +
      ' worth = withdrawals.worth + change.worth' +
      ' from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[]) as change (id, transaction, status, worth)\n' +
      'where withdrawals.id = change.id',
  );
  expect(statement.values(ROWS)).toEqual(['{1,2}', ['a,"b"', ''], '{settled,NULL}', '{10,20}']);
  const client = { query: () => Promise.resolve({ rowCount: 1 }) } as never;
  await expect(statement.write(client, ROWS)).rejects.toThrow(
    '2 rows of withdrawals were to change, 1 did',
  );
});
