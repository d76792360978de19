import type { ChainAdapter } from '@meridian/chain/adapter';
import type { Selectable } from 'kysely';
import type { CustodyTables } from './custody-tables.ts';

interface Proof {
  readonly adapter: ChainAdapter;
  /** Confirmations after which a transaction of the network is final. */
  readonly confirmations: number;
  /** The transaction that took the nonce, or an input. */
  readonly hash: string;
}

/**
 * Whether the chain proves that no transaction sent for a withdrawal can ever be mined: another
 * transaction, with all its confirmations, took the nonce or an input that each of them needs, and
 * the chain has none of them. Anything else is no proof, and neither is a node's silence about an
 * own transaction. Throws `ChainFault` where the node does not answer.
 */
export async function isLost(
  transfer: Selectable<CustodyTables['chain_transfers']>,
  { adapter, confirmations, hash }: Proof,
): Promise<boolean> {
  const { signed, unsigned, earlier, status } = transfer;
  // Before the broadcast the sender owns it and may still send it.
  if (status !== 'broadcast' || signed === null || unsigned === null) return false;
  const own = [signed, ...earlier].map(({ txid }) => txid);
  if (own.some((txid) => txid.toLowerCase() === hash.toLowerCase())) return false;
  if ((await adapter.usedBy(hash, unsigned)) < confirmations) return false;
  for (const txid of own) {
    const found = await adapter.status(txid, unsigned);
    if (found.state !== 'impossible' || found.why !== 'replaced') return false;
  }
  return true;
}
