import type { ChainAdapter } from '@meridian/chain/adapter';
import { ChainFault } from '@meridian/chain/chain-fault';
import { toExchange } from '@meridian/chain/units';
import { WatchedAddresses } from '@meridian/chain/watched-addresses';
import type { NetworkId } from '@meridian/core/custody/custody-commands';
import type { Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { assetOfNetwork, nameOfNetwork, networksOn } from './chain-networks.ts';
import type { CustodyTables } from './custody-tables.ts';

type Move = Selectable<CustodyTables['cold_moves']>;

interface ColdMoveParts {
  readonly queries: Queries;
  readonly adapters: readonly ChainAdapter[];
  readonly confirmations: (network: NetworkId) => number;
}

/**
 * Searches the chains for the transactions of moves to cold storage that are not seen yet. A
 * transaction that is confirmed, in the named block, and paid the whole amount to registered cold
 * addresses makes its move seen, and counts from then on (W4). A move waits where its chain is
 * closed or its node does not answer.
 */
export async function lookForColdMoves({
  queries,
  adapters,
  confirmations,
}: ColdMoveParts): Promise<void> {
  const waiting = await queries
    .selectFrom('cold_moves')
    .selectAll()
    .where('seen_at', 'is', null)
    .where('amount', '>', 0n)
    .orderBy('id')
    .execute();
  for (const move of waiting) {
    const { network, height } = move;
    const adapter =
      network === null
        ? undefined
        : adapters.find((each) => networksOn(each).includes(nameOfNetwork(network)));
    if (network === null || height === null || adapter === undefined) continue;
    const missing = await missingOf(
      queries,
      adapter,
      { ...move, network, height },
      confirmations(network),
    );
    if (missing === undefined)
      await queries
        .updateTable('cold_moves')
        .set({ seen_at: new Date(), note: '' })
        .where('id', '=', move.id)
        .where('seen_at', 'is', null)
        .execute();
    else if (missing !== move.note)
      await queries
        .updateTable('cold_moves')
        .set({ note: missing })
        .where('id', '=', move.id)
        .execute();
  }
}

/** The reason why a move is not seen, for operators; undefined where it is seen. */
async function missingOf(
  queries: Queries,
  adapter: ChainAdapter,
  move: Move & { network: NetworkId; height: bigint },
  wanted: number,
): Promise<string | undefined> {
  try {
    const { height: head } = await adapter.head();
    const confirmed = Math.max(0, head - Number(move.height) + 1);
    if (confirmed < wanted) return `${confirmed} of ${wanted} confirmations`;
    const paid = await paidToCold(queries, adapter, move);
    if (paid === undefined)
      return `block ${move.height} has no such transaction to a registered cold address`;
    const { decimals = 0 } =
      adapter.assets.find(({ id }) => id === assetOfNetwork(move.network)) ?? {};
    return toExchange(paid, decimals).units === move.amount
      ? undefined
      : 'the transaction moved another amount';
  } catch (error) {
    if (error instanceof ChainFault) return 'the node does not answer';
    throw error;
  }
}

/**
 * Chain units that a transaction of a block paid to cold addresses; undefined where it paid them
 * nothing.
 */
async function paidToCold(
  queries: Queries,
  adapter: ChainAdapter,
  { network, height, hash }: Move & { network: NetworkId; height: bigint },
): Promise<bigint | undefined> {
  const addresses = new WatchedAddresses();
  for (const { address } of await queries
    .selectFrom('cold_addresses')
    .select('address')
    .where('network', '=', network)
    .execute())
    addresses.add(address, 0);
  const block = await adapter.block(Number(height), { addresses, ownsOutput: () => false });
  const asset = assetOfNetwork(network);
  const found = (block?.deposits ?? []).filter(
    (deposit) => deposit.asset === asset && deposit.txid.toLowerCase() === hash.toLowerCase(),
  );
  return found.length === 0 ? undefined : found.reduce((sum, { amount }) => sum + amount, 0n);
}
