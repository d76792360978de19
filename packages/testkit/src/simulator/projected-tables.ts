import { cellsOf, type ProjectionCommit, type ProjectionWrite } from './simulated-database.ts';

interface ProjectedOrder {
  readonly user: number;
  readonly market: number;
  readonly side: string;
  readonly priceTicks: number;
  readonly quantityLots: number;
  readonly placedMs: number;
  filledLots: number;
  remainingLots: number;
  closedSeq: number | null;
}

/**
 * The projections as tables: the sum of the committed transactions. Throws if a row comes twice.
 */
export class ProjectedTables {
  readonly orders = new Map<number, ProjectedOrder>();
  readonly fills = new Set<string>();
  /** Sum of the statements of each account, and the balance of the newest of them. */
  readonly accounts = new Map<string, { sum: bigint; newest: bigint }>();
  /** Volume of the one-minute bars of trades, per market, in lots. */
  readonly volumes = new Map<number, bigint>();
  /** Lots that takers filled, per market. */
  readonly traded = new Map<number, bigint>();
  /** Running tickets. */
  readonly tickets = new Set<number>();
  seq = 0;
  #folded = 0;
  #last: ProjectionCommit | undefined;

  /** Whether these commits continue the folded ones: a crash lost none of those. */
  isBehind(commits: readonly ProjectionCommit[]): boolean {
    return this.#folded === 0 || commits[this.#folded - 1] === this.#last;
  }

  /** Folds the new commits. */
  follow(commits: readonly ProjectionCommit[]): void {
    for (const commit of commits.slice(this.#folded)) {
      for (const write of commit.writes) this.#write(write.name, columnsOf(write));
      this.seq = commit.seq;
      this.#last = commit;
    }
    this.#folded = commits.length;
  }

  #write(name: string, columns: readonly (readonly (string | null)[])[]): void {
    const count = columns[0]?.length ?? 0;
    const write = WRITES[name];
    if (write === undefined) return;
    for (let row = 0; row < count; row++) write(this, (column) => columns[column]?.[row] ?? null);
  }
}

/** Parsed statements, cached: tables are built again whenever a crash lost their newest rows. */
const taken = new WeakMap<ProjectionWrite, readonly (readonly (string | null)[])[]>();

function columnsOf(write: ProjectionWrite): readonly (readonly (string | null)[])[] {
  const known = taken.get(write) ?? write.values.map(cellsOf);
  taken.set(write, known);
  return known;
}

type Cell = (column: number) => string | null;

const WRITES: Readonly<Record<string, (tables: ProjectedTables, cell: Cell) => void>> = {
  'insert-orders': ({ orders }, cell) => {
    const id = Number(cell(0));
    if (orders.has(id)) throw new Error(`order ${id} is projected twice`);
    orders.set(id, {
      user: Number(cell(1)),
      market: Number(cell(2)),
      side: String(cell(3)),
      priceTicks: Number(cell(5)),
      quantityLots: Number(cell(6)),
      placedMs: Number(cell(11)),
      filledLots: Number(cell(13)),
      remainingLots: Number(cell(16)),
      closedSeq: cell(18) === null ? null : Number(cell(18)),
    });
  },
  'update-orders': ({ orders }, cell) => {
    const order = orders.get(Number(cell(0)));
    if (order === undefined) throw new Error(`order ${cell(0)} is changed before it is there`);
    order.filledLots += Number(cell(1));
    order.remainingLots = Number(cell(4));
    order.closedSeq = cell(6) === null ? null : Number(cell(6));
  },
  'insert-fills': ({ fills, traded }, cell) => {
    const key = `${cell(0)} ${cell(1)}`;
    if (fills.has(key)) throw new Error(`fill ${key} is projected twice`);
    fills.add(key);
    const market = Number(cell(3));
    if (cell(5) === 'taker') traded.set(market, (traded.get(market) ?? 0n) + BigInt(cell(7) ?? 0));
  },
  'insert-tickets': ({ tickets }, cell) => {
    const id = Number(cell(0));
    if (tickets.has(id)) throw new Error(`ticket ${id} is projected twice`);
    tickets.add(id);
  },
  'close-tickets': ({ tickets }, cell) => {
    if (!tickets.delete(Number(cell(0))))
      throw new Error(`ticket ${cell(0)} is closed and does not run`);
  },
  'insert-statements': ({ accounts }, cell) => {
    const key = `${cell(0)} ${cell(2)} ${cell(3)}`;
    const sum = (accounts.get(key)?.sum ?? 0n) + BigInt(cell(4) ?? 0);
    accounts.set(key, { sum, newest: BigInt(cell(5) ?? 0) });
  },
  'merge-candles': ({ volumes }, cell) => {
    if (cell(1) !== 'trade' || cell(2) !== '1min') return;
    const market = Number(cell(0));
    volumes.set(market, (volumes.get(market) ?? 0n) + BigInt(cell(8) ?? 0));
  },
};
