/**
 * For tests: reads the journal of a stopped server from its first row and compares it with the
 * acknowledgements recorded outside.
 */
import { decodeCommand } from '@meridian/core/command-codec';
import type { Outcome } from '@meridian/core/outcome';
import { Exchange } from '@meridian/core/exchange';
import { FIRST_RULES } from '@meridian/core/rules';
import { sql } from 'kysely';
import { openDatabase } from '../../src/database/database.ts';
import { hashState } from '../../src/engine/snapshot-codec.ts';
import { GENESIS_HASH } from '../../src/journal/hash-chain.ts';
import { postgresPlatform, PostgresJournal } from '../../src/journal/postgres-journal.ts';
import { verifyProjections } from '../../src/projector/testing/verify.ts';
import type { Acknowledgement } from './order-load.ts';

export interface Audit {
  readonly commands: number;
  /** Acknowledgements that the journal contradicts. */
  readonly lost: string[];
  /** Orders of the traders without an acknowledgement, and keys that placed more than one. */
  readonly doubled: string[];
  /**
   * Hash of the state at the last snapshot after replay from genesis, and the hash that the server
   * stored there when it stopped.
   */
  readonly replayedHash: string;
  readonly storedHash: string;
  /** Differences between the read models and the core. */
  readonly projections: string[];
}

/**
 * @param users ids of the traders: the acknowledged requests placed all their orders
 */
export async function auditJournal(
  dataDir: string,
  users: readonly number[],
  acknowledged: readonly Acknowledgement[],
): Promise<Audit> {
  const database = await openDatabase({ dataDir, databaseUrl: undefined });
  const journal = await PostgresJournal.open(postgresPlatform(database.url), () => undefined);
  try {
    const exchange = new Exchange(FIRST_RULES);
    const { rows: stored } = await sql<{
      seq: string;
      hash: string;
    }>`SELECT seq, encode(state_hash, 'hex') AS hash FROM journal_snapshots ORDER BY seq DESC LIMIT 1`.execute(
      database.queries,
    );
    const storedAt = Number(stored[0]?.seq ?? 0);
    let replayedHash = 'none';
    const outcomes = new Map<string, Outcome>();
    const placed = new Map<number, string>();
    const placing = new Set<string>();
    const doubled: string[] = [];
    for await (const page of journal.read({ seq: 0, hash: GENESIS_HASH })) {
      for (const entry of page) {
        const command = decodeCommand(entry.payload);
        const { outcome, events } = exchange.apply(command, entry.timeMs);
        if (exchange.seq === storedAt)
          replayedHash = hashState(exchange.snapshot()).toString('hex');
        if (!('user' in command) || !('key' in command) || !users.includes(command.user)) continue;
        const key = command.key ?? '';
        const orders = events.flatMap((event) =>
          event.type === 'orderPlaced' ? [event.order] : [],
        );
        if (orders.length > 0 && placing.has(key)) doubled.push(`${key} placed an order again`);
        if (orders.length > 0) placing.add(key);
        for (const order of orders) placed.set(order, key);
        if (!outcomes.has(key)) outcomes.set(key, outcome);
      }
    }
    exchange.verify();
    const answered = new Set(acknowledged.map(({ request }) => request.key));
    for (const [order, key] of placed)
      if (!answered.has(key)) doubled.push(`order ${order} of ${key} was never acknowledged`);
    return {
      commands: exchange.seq,
      lost: acknowledged.flatMap((one) => contradiction(one, outcomes.get(one.request.key))),
      doubled,
      replayedHash,
      // A stop leaves the snapshot, and behind it in the journal only its checkpoint.
      storedHash:
        storedAt >= exchange.seq - 1
          ? (stored[0]?.hash ?? 'none')
          : `of command ${storedAt} of ${exchange.seq}`,
      projections: await verifyProjections(database.queries, exchange.snapshot()),
    };
  } finally {
    await journal.close();
    await database.close();
  }
}

function contradiction(
  { request, order, code }: Acknowledgement,
  outcome: Outcome | undefined,
): string[] {
  const said = `${request.key} was answered ${code ?? `order ${order}`}`;
  // A refusal leaves no trace: a row of it would be an order after all.
  if (code !== undefined) return outcome === undefined ? [] : [`${said}, but it is in the journal`];
  if (outcome === undefined) return [`${said}, but it is not in the journal`];
  return outcome.ok && outcome.order === order
    ? []
    : [`${said}, but the journal has ${outcome.ok ? `order ${outcome.order}` : outcome.rejection}`];
}
