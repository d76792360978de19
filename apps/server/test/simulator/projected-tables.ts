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
  /** State and version of each deal, and the number of its steps. */
  readonly deals = new Map<number, string>();
  readonly steps = new Map<number, number>();
  /** Rest and state of each ad. */
  readonly ads = new Map<number, string>();
  /** Open appeals. */
  readonly appeals = new Set<number>();
  /** Running locks with their paid interest, the days of each, open quotes, and loans. */
  readonly locks = new Map<number, { days: number; paid: string; isOver: boolean }>();
  readonly interest = new Set<string>();
  readonly quotes = new Set<number>();
  readonly loans = new Map<number, string>();
  /** Rounds of votes that are open, and their ballots that count. */
  readonly rounds = new Set<number>();
  readonly ballots = new Map<string, string>();
  /** State of each sale that is not over, and each commitment to one with its bound coins. */
  readonly sales = new Map<number, string>();
  readonly entries = new Map<number, { sale: number; committed: string; bound: string | null }>();
  /** Shares of fees, and the users who may have some. */
  readonly shares = new Set<number>();
  readonly members = new Set<number>();
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

  #write(name: string, columns: Columns): void {
    const write = WRITES[name];
    if (write === undefined) return;
    const [first = []] = columns.values();
    for (let row = 0; row < first.length; row++) {
      write(this, (column) => {
        const cells = columns.get(column);
        if (cells === undefined) throw new Error(`${name} has no column ${column}`);
        return cells[row] ?? null;
      });
    }
  }
}

/** The cells of a statement by the names of the columns. */
type Columns = ReadonlyMap<string, readonly (string | null)[]>;

/** Parsed statements, cached: tables are built again whenever a crash lost their newest rows. */
const taken = new WeakMap<ProjectionWrite, Columns>();

function columnsOf(write: ProjectionWrite): Columns {
  const known = taken.get(write);
  if (known !== undefined) return known;
  const [, names = ''] = / as (?:row|change) \(([^)]*)\)/.exec(write.text) ?? [];
  const list = names.split(', ');
  const columns = new Map(write.values.map((cells, at) => [list[at] ?? '', cellsOf(cells)]));
  taken.set(write, columns);
  return columns;
}

type Cell = (column: string) => string | null;

const WRITES: Readonly<Record<string, (tables: ProjectedTables, cell: Cell) => void>> = {
  'insert-orders': ({ orders }, cell) => {
    const id = Number(cell('id'));
    if (orders.has(id)) throw new Error(`order ${id} is projected twice`);
    orders.set(id, {
      user: Number(cell('user_id')),
      market: Number(cell('market')),
      side: String(cell('side')),
      priceTicks: Number(cell('price_ticks')),
      quantityLots: Number(cell('quantity_lots')),
      placedMs: Number(cell('placed_ms')),
      filledLots: Number(cell('filled_lots')),
      remainingLots: Number(cell('remaining_lots')),
      closedSeq: cell('closed_seq') === null ? null : Number(cell('closed_seq')),
    });
  },
  'update-orders': ({ orders }, cell) => {
    const order = orders.get(Number(cell('id')));
    if (order === undefined) throw new Error(`order ${cell('id')} is changed before it is there`);
    order.filledLots += Number(cell('filled_lots'));
    order.remainingLots = Number(cell('remaining_lots'));
    order.closedSeq = cell('closed_seq') === null ? null : Number(cell('closed_seq'));
  },
  'insert-fills': ({ fills, traded }, cell) => {
    const key = `${cell('order_id')} ${cell('trade')}`;
    if (fills.has(key)) throw new Error(`fill ${key} is projected twice`);
    fills.add(key);
    const market = Number(cell('market'));
    if (cell('role') === 'taker')
      traded.set(market, (traded.get(market) ?? 0n) + BigInt(cell('quantity_lots') ?? 0));
  },
  'insert-tickets': ({ tickets }, cell) => {
    const id = Number(cell('id'));
    if (tickets.has(id)) throw new Error(`ticket ${id} is projected twice`);
    tickets.add(id);
  },
  'close-tickets': ({ tickets }, cell) => {
    if (!tickets.delete(Number(cell('id'))))
      throw new Error(`ticket ${cell('id')} is closed and does not run`);
  },
  'keep-p2p-ads': ({ ads }, cell) => {
    ads.set(Number(cell('id')), `${cell('state')} ${cell('surplus')}`);
  },
  'keep-p2p-deals': ({ deals }, cell) => {
    deals.set(Number(cell('id')), `${cell('state')} ${cell('version')}`);
  },
  'add-p2p-steps': ({ steps }, cell) => {
    const [deal, version] = [Number(cell('deal')), Number(cell('version'))];
    const count = (steps.get(deal) ?? 0) + 1;
    if (version !== count) throw new Error(`step ${version} of deal ${deal} comes as ${count}`);
    steps.set(deal, count);
  },
  'keep-p2p-appeals': ({ appeals }, cell) => {
    if (cell('state') === 'open') appeals.add(Number(cell('id')));
    else appeals.delete(Number(cell('id')));
  },
  'insert-earn-locks': ({ locks }, cell) => {
    const id = Number(cell('id'));
    if (locks.has(id)) throw new Error(`lock ${id} is projected twice`);
    locks.set(id, { days: 0, paid: '0', isOver: false });
  },
  'change-earn-locks': ({ locks }, cell) => {
    const lock = locks.get(Number(cell('id')));
    if (lock === undefined) throw new Error(`lock ${cell('id')} changes before it is there`);
    if (cell('paid_days') !== null) lock.days = Number(cell('paid_days'));
    if (cell('paid') !== null) lock.paid = String(cell('paid'));
    lock.isOver ||= cell('ended_by') !== null;
  },
  'insert-earn-interest': ({ interest }, cell) => {
    const key = `${cell('lock')} ${cell('day')}`;
    if (interest.has(key)) throw new Error(`interest ${key} is projected twice`);
    interest.add(key);
  },
  'insert-quotes': ({ quotes }, cell) => void quotes.add(Number(cell('id'))),
  'end-quotes': ({ quotes }, cell) => void quotes.delete(Number(cell('id'))),
  'keep-loans': ({ loans }, cell) => {
    const cells = ['state', 'pledged', 'principal', 'warnings'].map((name) => String(cell(name)));
    loans.set(Number(cell('id')), cells.join(' '));
  },
  'insert-vote-rounds': ({ rounds }, cell) => void rounds.add(Number(cell('id'))),
  'end-vote-rounds': ({ rounds, ballots }, cell) => {
    const id = Number(cell('id'));
    if (!rounds.delete(id)) throw new Error(`round ${id} ends and is not open`);
    if (cell('state') === 'ended') checkCounts(ballots, id, String(cell('counts')));
  },
  'keep-vote-ballots': ({ ballots }, cell) => {
    const key = `${cell('round')} ${cell('user_id')}`;
    if (cell('option') === '0') ballots.delete(key);
    else ballots.set(key, `${cell('option')} ${cell('tracker')}`);
  },
  'insert-sales': ({ sales }, cell) => void sales.set(Number(cell('id')), 'announced'),
  'change-sales': ({ sales }, cell) => {
    const id = Number(cell('id'));
    if (!sales.has(id)) throw new Error(`sale ${id} changes and is over`);
    const state = String(cell('state'));
    if (state === 'done') sales.delete(id);
    else sales.set(id, state);
  },
  'keep-sale-entries': ({ entries }, cell) =>
    void entries.set(Number(cell('id')), {
      sale: Number(cell('sale')),
      committed: String(cell('committed')),
      bound: null,
    }),
  'change-sale-entries': ({ entries }, cell) => {
    const id = Number(cell('id'));
    const entry = entries.get(id);
    if (entry === undefined) throw new Error(`entry ${id} changes and is over`);
    const bound = cell('bound') ?? entry.bound;
    entry.committed = cell('committed') ?? entry.committed;
    if (cell('state') === 'taken' || bound === '0') entries.delete(id);
    else entry.bound = bound;
  },
  'insert-rebate-lines': ({ shares }, cell) => {
    const id = Number(cell('id'));
    if (shares.has(id)) throw new Error(`rebate line ${id} is projected twice`);
    shares.add(id);
  },
  'keep-rebate-members': ({ members }, cell) => {
    const user = Number(cell('user_id'));
    if (cell('is_member') === 'true') members.add(user);
    else members.delete(user);
  },
  'insert-statements': ({ accounts }, cell) => {
    const key = `${cell('user_id')} ${cell('wallet')} ${cell('currency')}`;
    const sum = (accounts.get(key)?.sum ?? 0n) + BigInt(cell('amount') ?? 0);
    accounts.set(key, { sum, newest: BigInt(cell('balance_after') ?? 0) });
  },
  'merge-candles': ({ volumes }, cell) => {
    if (cell('source') !== 'trade' || cell('period') !== '1min') return;
    const market = Number(cell('market'));
    volumes.set(market, (volumes.get(market) ?? 0n) + BigInt(cell('volume_lots') ?? 0));
  },
};

/** Throws where a result is not the count of its ballots. @param counts words between spaces */
function checkCounts(ballots: ReadonlyMap<string, string>, round: number, counts: string): void {
  const counted = counts.split(' ').map(() => 0);
  for (const [key, ballot] of ballots) {
    const option = Number(ballot.split(' ', 1)[0]);
    if (key.startsWith(`${round} `)) counted[option - 1] = (counted[option - 1] ?? NaN) + 1;
  }
  if (counted.join(' ') !== counts)
    throw new Error(`round ${round} has ${counted.join(' ')} ballots, and says ${counts}`);
}
