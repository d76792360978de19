/**
 * Compares the stored snapshots of the engine's state with the recomputed exchange at the same
 * command.
 */
import { gunzipSync } from 'node:zlib';
import type { DatabaseReader } from './database-reader.ts';
import type { Findings } from './findings.ts';
import type { RecomputedExchange } from './recomputed-exchange.ts';

/** The compared part of a snapshot. */
export interface StoredState {
  readonly accounts: readonly {
    user: number;
    wallet: string;
    currency: number;
    available: string;
    held: string;
  }[];
  readonly orders: readonly {
    id: number;
    priceTicks: number;
    quantityLots: number;
    filledLots: number;
    remainingLots: number;
    hold: string;
  }[];
  readonly keys: readonly { user: number; key: string; timeMs: number; outcome: unknown }[];
}

/** Sequence numbers of the stored snapshots. */
export async function snapshotSeqs(database: DatabaseReader): Promise<Set<number>> {
  const rows = await database.rows('select seq from journal_snapshots');
  return new Set(rows.map((row) => Number(row['seq'])));
}

/** Compares the stored snapshot of the newest command. */
export async function compareSnapshot(
  database: DatabaseReader,
  exchange: RecomputedExchange,
  findings: Findings,
): Promise<void> {
  const [row] = await database.rows('select body from journal_snapshots where seq = $1', [
    exchange.seq,
  ]);
  const at = `snapshot of command ${exchange.seq}`;
  const state = stateIn(row?.['body'] as Buffer);
  if (state === undefined) {
    findings.differs(at, 'it cannot be read');
    return;
  }
  compareState(exchange, state, { findings, at });
}

/**
 * Compares balances, open orders in matching order, and answers under idempotency keys with a
 * snapshot.
 */
export function compareState(
  exchange: RecomputedExchange,
  state: StoredState,
  { findings, at }: { readonly findings: Findings; readonly at: string },
): void {
  const balances = new Map<string, string>();
  for (const { user, wallet, currency, available, held } of exchange.accounts.all()) {
    if (available !== 0n || held !== 0n)
      balances.set(`${user} ${wallet} ${currency}`, `${available} ${held}`);
  }
  findings.compare(
    `balances in the ${at}`,
    balances,
    new Map(
      state.accounts.map((account) => [
        `${account.user} ${account.wallet} ${account.currency}`,
        `${account.available} ${account.held}`,
      ]),
    ),
  );
  const orders = new Map<string, string>();
  for (const id of [...exchange.markets.keys()].sort((a, b) => a - b)) {
    for (const side of ['buy', 'sell'] as const) {
      for (const order of exchange.markets.get(id)?.book[side].inTurn() ?? []) {
        orders.set(
          `order ${order.id}`,
          [
            orders.size + 1,
            order.price,
            order.lots,
            order.filled,
            order.remaining,
            order.hold,
          ].join(' '),
        );
      }
    }
  }
  const stored = state.orders.map(
    (order, index) =>
      [
        `order ${order.id}`,
        [
          index + 1,
          order.priceTicks,
          order.quantityLots,
          order.filledLots,
          order.remainingLots,
          order.hold,
        ].join(' '),
      ] as const,
  );
  findings.compare(`orders in the ${at}`, orders, new Map(stored));
  const answers = new Map<string, string>();
  for (const { name, timeMs, answer } of exchange.keys.all())
    answers.set(name, `${timeMs} ${fields(answer)}`);
  findings.compare(
    `keys in the ${at}`,
    answers,
    new Map(
      state.keys.map(({ user, key, timeMs, outcome }) => [
        `${user} ${key}`,
        `${timeMs} ${fields(outcome)}`,
      ]),
    ),
  );
}

function stateIn(body: Buffer): StoredState | undefined {
  try {
    const lines = gunzipSync(body).toString().trimEnd().split('\n');
    const [whole = ''] = lines;
    // Until format 3 a snapshot was one object.
    if (whole.startsWith('{')) return JSON.parse(whole) as StoredState;
    const parts = { accounts: [], orders: [], keys: [] } as Record<string, unknown[]>;
    for (const line of lines) {
      const [path, value] = JSON.parse(line) as [string, unknown[]];
      parts[path]?.push(...value);
    }
    return parts as unknown as StoredState;
  } catch {
    return undefined;
  }
}

function fields(answer: unknown): string {
  return JSON.stringify(Object.entries(answer as object).sort(([a], [b]) => (a < b ? -1 : 1)));
}
