import type { Outcome } from '@meridian/core/outcome';
import type { TransferId, TransferKind } from '@meridian/core/ledger/transfer-id';
import type { Rejection } from '@meridian/core/rejections';
import { sql } from 'kysely';
import type { Queries } from '../database/database.ts';

/**
 * The transfer id of a row for which the server moves money: given once, and the same for ever. It
 * is committed before the core is told, so that no stop between the two makes a second one; inside
 * a transaction it throws. Numbers of a kind leave no gaps, which keeps the core's memory of them
 * small.
 * @param subject number of the row in the table of its kind, or the transaction of a cost, see
 * migrations/110-transfers.sql
 */
export async function transferOf<Kind extends TransferKind>(
  queries: Queries,
  kind: Kind,
  subject: bigint | string,
): Promise<TransferId<Kind>> {
  const name = String(subject);
  const number = (await numberOf(queries, kind, name)) ?? (await give(queries, kind, name));
  return { kind, number: Number(number) };
}

/** The id that was given; undefined before the server was about to tell the core. */
export async function knownTransferOf<Kind extends TransferKind>(
  queries: Queries,
  kind: Kind,
  subject: bigint | string,
): Promise<TransferId<Kind> | undefined> {
  const number = await numberOf(queries, kind, String(subject));
  return number === undefined ? undefined : { kind, number: Number(number) };
}

/**
 * Why a transfer is not in the books; undefined where it is: by this command, or by an earlier one
 * whose answer was lost.
 */
export function refusalOf(outcome: Outcome): Rejection | undefined {
  return outcome.ok || outcome.rejection === 'transfer_exists' ? undefined : outcome.rejection;
}

async function give(queries: Queries, kind: TransferKind, subject: string): Promise<bigint> {
  return queries.transaction().execute(async (transaction) => {
    // One at a time: of two that give a number to one row, the second finds it.
    await sql`LOCK TABLE transfers IN SHARE ROW EXCLUSIVE MODE`.execute(transaction);
    const known = await numberOf(transaction, kind, subject);
    if (known !== undefined) return known;
    const { last } = await transaction
      .selectFrom('transfers')
      .select(({ fn }) => fn.max('number').as('last'))
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow();
    const number = (last ?? 0n) + 1n;
    await transaction.insertInto('transfers').values({ kind, number, subject }).execute();
    return number;
  });
}

async function numberOf(
  queries: Queries,
  kind: TransferKind,
  subject: string,
): Promise<bigint | undefined> {
  const row = await queries
    .selectFrom('transfers')
    .select('number')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.number;
}
