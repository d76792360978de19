import type { Applied } from '@meridian/core/events';
import type { SaleId } from '@meridian/core/sale/sale-commands';
import type {
  SaleAnnounced,
  SaleCommitmentTaken,
  SaleCommitted,
  SaleDecided,
  SaleEvent,
  SaleSettled,
  SaleState,
  SaleVested,
} from '@meridian/core/sale/sale-events';
import { termsText } from '@meridian/core/sale/sale-terms';
import type { Projection } from '../../projector/projection.ts';
import { insertInto, update } from '../../projector/row-statements.ts';

type AnnouncedRow = SaleAnnounced & { readonly timeMs: number };
type CommittedRow = SaleCommitted & { readonly timeMs: number };

/** Sums of a sale that takes no commitment any more; where it was cancelled, nothing is sold. */
type Sums = Pick<SaleDecided, 'entries' | 'committed' | 'demanded'> &
  Partial<Pick<SaleDecided, 'sold' | 'paid'>>;

/** Changes of a sale in one batch. */
interface SaleChange {
  readonly sale: SaleId;
  readonly state: SaleState;
  readonly sums: Sums | null;
}

/** A batch's changes of a commitment, which was there before or is new. */
interface EntryChange {
  readonly entry: number;
  readonly taken: SaleCommitmentTaken | null;
  readonly settled: SaleSettled | null;
  readonly vested: SaleVested | null;
}

class SaleRows {
  readonly announced: AnnouncedRow[] = [];
  readonly sales = new Map<SaleId, SaleChange>();
  /** The last commitment of each entry. */
  readonly committed = new Map<number, CommittedRow>();
  readonly entries = new Map<number, EntryChange>();

  add(event: SaleEvent, timeMs: number): void {
    switch (event.type) {
      case 'saleAnnounced':
        this.announced.push({ ...event, timeMs });
        break;
      case 'saleOpened':
        return this.#change(event.sale, 'open');
      case 'saleCancelled':
        return this.#change(event.sale, 'cancelled', event);
      case 'saleDecided':
        return this.#change(event.sale, event.state, event);
      case 'saleVesting':
        return this.#change(event.sale, 'vesting');
      case 'saleEnded':
        return this.#change(event.sale, event.state);
      case 'saleCommitted':
        this.committed.set(event.entry, { ...event, timeMs });
        // More was committed after a debt had taken a part: the last commitment has the rest.
        if (this.entries.has(event.entry)) this.#changeEntry(event.entry, { taken: null });
        break;
      case 'saleCommitmentTaken':
        return this.#changeEntry(event.entry, { taken: event });
      case 'saleSettled':
        return this.#changeEntry(event.entry, { settled: event });
      case 'saleVested':
        return this.#changeEntry(event.entry, { vested: event });
      case 'saleFunded':
    }
  }

  #change(sale: SaleId, state: SaleState, sums: Sums | null = null): void {
    const before = this.sales.get(sale)?.sums ?? null;
    this.sales.set(sale, { sale, state, sums: sums ?? before });
  }

  #changeEntry(entry: number, change: Partial<EntryChange>): void {
    const none = { entry, taken: null, settled: null, vested: null };
    this.entries.set(entry, { ...(this.entries.get(entry) ?? none), ...change });
  }
}

function projectSales(batch: readonly Applied[]): SaleRows {
  const rows = new SaleRows();
  for (const { timeMs, events } of batch)
    for (const event of events)
      if (event.type.startsWith('sale')) rows.add(event as SaleEvent, timeMs);
  return rows;
}

/**
 * The rest of a commitment after a debt took a part of it; null where the row keeps its amount. A
 * commitment that a debt took whole keeps its last amount.
 */
function leftOf(taken: SaleCommitmentTaken | null): bigint | null {
  return taken === null || taken.committed === 0n ? null : taken.committed;
}

function stateOf({ taken, settled }: EntryChange): 'taken' | 'settled' | null {
  if (taken?.committed === 0n) return 'taken';
  return settled === null ? null : 'settled';
}

const INSERT_SALES = insertInto<'sales', AnnouncedRow>('insert-sales', 'sales', {
  id: ['bigint', ({ terms }) => terms.id],
  terms: ['text', ({ terms }) => termsText(terms)],
  terms_hash: ['text', (row) => row.hash],
  state: ['word', () => 'announced'],
  announced_ms: ['bigint', (row) => row.timeMs],
  entries: ['integer', () => null],
  committed: ['bigint', () => null],
  demanded: ['bigint', () => null],
  sold: ['bigint', () => null],
  paid: ['bigint', () => null],
});

const CHANGE_SALES = update<'sales', SaleChange>('change-sales', 'sales', {
  id: ['bigint', (row) => row.sale],
  state: ['word', (row) => row.state],
  entries: ['integer', ({ sums }) => sums?.entries ?? null, 'keep'],
  committed: ['bigint', ({ sums }) => sums?.committed ?? null, 'keep'],
  demanded: ['bigint', ({ sums }) => sums?.demanded ?? null, 'keep'],
  sold: ['bigint', ({ sums }) => sums?.sold ?? null, 'keep'],
  paid: ['bigint', ({ sums }) => sums?.paid ?? null, 'keep'],
});

const KEEP_ENTRIES = insertInto<'sale_entries', CommittedRow>(
  'keep-sale-entries',
  'sale_entries',
  {
    id: ['bigint', (row) => row.entry],
    sale: ['bigint', (row) => row.sale],
    user_id: ['bigint', (row) => row.user],
    committed: ['bigint', (row) => row.committed],
    time_ms: ['bigint', (row) => row.timeMs],
    state: ['word', () => 'open'],
    allotted: ['bigint', () => null],
    free: ['bigint', () => null],
    paid: ['bigint', () => null],
    refunded: ['bigint', () => null],
    bound: ['bigint', () => null],
    instalments: ['integer', () => null],
  },
  'on conflict (id) do update set committed = excluded.committed, time_ms = excluded.time_ms',
);

const CHANGE_ENTRIES = update<'sale_entries', EntryChange>('change-sale-entries', 'sale_entries', {
  id: ['bigint', (row) => row.entry],
  state: ['word', stateOf, 'keep'],
  committed: ['bigint', ({ taken }) => leftOf(taken), 'keep'],
  allotted: ['bigint', ({ settled }) => settled?.allotted ?? null, 'keep'],
  free: ['bigint', ({ settled }) => settled?.free ?? null, 'keep'],
  paid: ['bigint', ({ settled }) => settled?.paid ?? null, 'keep'],
  refunded: ['bigint', ({ settled }) => settled?.refunded ?? null, 'keep'],
  bound: ['bigint', ({ settled, vested }) => vested?.left ?? settled?.bound ?? null, 'keep'],
  instalments: [
    'integer',
    ({ settled, vested }) => vested?.instalment ?? (settled === null ? null : 0),
    'keep',
  ],
});

export const saleProjection: Projection = {
  tables: ['sales', 'sale_entries'],
  open: (client) => async (batch) => {
    const { announced, sales, committed, entries } = projectSales(batch);
    await INSERT_SALES.write(client, announced);
    await CHANGE_SALES.write(client, [...sales.values()]);
    await KEEP_ENTRIES.write(client, [...committed.values()]);
    await CHANGE_ENTRIES.write(client, [...entries.values()]);
  },
};
