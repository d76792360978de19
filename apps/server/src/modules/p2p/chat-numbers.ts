import type { Party } from '@meridian/core/p2p/p2p-commands';
import type { Queries } from '../../database/database.ts';

/** A reader of a chat: a side of the deal, or an operator, who sees all of it. */
export type ChatReader = Party | 'office';

/** Rows of a chat that each of the sides does not see, rising. */
export type HiddenRows = Readonly<Record<ChatReader, readonly number[]>>;

/**
 * The office may write to one side alone. The other side must not learn that it did, and a gap
 * between two numbers would say so: each reader has numbers of their own, without gaps.
 */
export async function hiddenRows(queries: Queries, deal: bigint): Promise<HiddenRows> {
  const rows = await queries
    .selectFrom('p2p_chat_rows')
    .select(['row', 'to_side'])
    .where('deal', '=', deal)
    .where('to_side', 'is not', null)
    .orderBy('row')
    .execute();
  const notFor = (side: Party): number[] =>
    rows.filter(({ to_side }) => to_side !== side).map(({ row }) => row);
  return { buyer: notFor('buyer'), seller: notFor('seller'), office: [] };
}

/** The number under which a reader knows a row, or the last row before it that they see. */
export function numberOf(row: number, hidden: readonly number[]): number {
  return row - hidden.filter((each) => each <= row).length;
}

/** The row that a reader knows under a number. */
export function rowOf(number: number, hidden: readonly number[]): number {
  return hidden.reduce((row, each) => (each <= row ? row + 1 : row), number);
}
