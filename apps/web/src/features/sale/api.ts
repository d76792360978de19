import type { Output } from '@meridian/contract/client/named-calls';
import { ENTRIES_LISTED } from '@meridian/contract/sale/bounds';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { refreshAccount } from '../../realtime/account-feed.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { moneyCall } from '../../shared/http/money-call.ts';
import { OWN } from '../../shared/session.ts';
import type { Published, PublishedEntry } from './model/recompute.ts';
import {
  isSoonDecided,
  type Entry,
  type OwnEntry,
  type Sale,
  type SaleKind,
} from './model/sale.ts';

/** Others commit, and states change with time. */
const LOOK_MS = 15_000;
/** While numbers are decided and paid out, which takes seconds. */
const LOOK_SOON_MS = 2_000;

const fetchSales = {
  sale: apiCall('GET /api/sale/list'),
  crowd: apiCall('GET /api/crowd/list'),
} as const;
const fetchOwn = {
  sale: apiCall('GET /api/sale/my'),
  crowd: apiCall('GET /api/crowd/my'),
} as const;
const fetchEntries = apiCall('GET /api/sale/entries');
const fetchIdentity = apiCall('GET /api/user/identity');
export const commit = {
  sale: moneyCall('POST /api/sale/commit'),
  crowd: moneyCall('POST /api/crowd/commit'),
} as const;

const SALES = [OWN, 'sales'] as const;

/** Sales of a kind, the newest first. */
export const salesQuery = (kind: SaleKind, isLoggedIn: boolean) =>
  queryOptions({
    queryKey: [...SALES, kind, isLoggedIn],
    queryFn: async ({ signal }): Promise<readonly Sale[]> =>
      (await fetchSales[kind]({}, { signal })).map((row) => saleOf(kind, row)),
    refetchInterval: ({ state: { data } }) =>
      data?.some(isSoonDecided) === true ? LOOK_SOON_MS : LOOK_MS,
  });

/** Own commitments to sales of a kind, the newest first. */
export const ownEntriesQuery = (kind: SaleKind) =>
  queryOptions({
    queryKey: [...SALES, 'own', kind],
    queryFn: async ({ signal }): Promise<readonly OwnEntry[]> =>
      (await fetchOwn[kind]({}, { signal })).map(ownEntryOf),
    refetchInterval: LOOK_MS,
  });

/** Whether the own identity is verified. */
export const isVerifiedQuery = queryOptions({
  queryKey: [OWN, 'sales-verified'],
  queryFn: async ({ signal }) => (await fetchIdentity({}, { signal })).level > 1,
});

/** Asks for all of it again, and for the balances: after an act of one's own. */
export function refreshSales(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: SALES });
  refreshAccount(client);
}

/** Terms and all entries of a sale that is published. */
export async function publishedSale(id: number): Promise<Published> {
  const entries: PublishedEntry[] = [];
  for (;;) {
    const after = entries.at(-1)?.entry;
    const page = await fetchEntries({ id, ...(after === undefined ? {} : { after }) });
    entries.push(...page.entries);
    if (page.entries.length < ENTRIES_LISTED)
      return { hash: page.hash, terms: page.terms, entries };
  }
}

function saleOf(kind: SaleKind, row: Output<'GET /api/sale/list'>[number]): Sale {
  return {
    id: row.id,
    kind,
    title: row.title,
    about: row.about,
    paper: row.paper,
    cancelled: row.cancelled,
    state: row.state,
    coin: { id: row.currency_id, name: row.currency_name, decimals: row.currency_decimals },
    money: { id: row.paid_id, name: row.paid_name, decimals: row.paid_decimals },
    lotSize: row.lot_number,
    lotPrice: row.lot_price,
    supply: row.supply,
    target: row.target,
    min: row.min_number,
    max: row.max_number,
    cap: row.cap_number,
    opensMs: row.opens_ms,
    opens: row.opens_time,
    closesMs: row.closes_ms,
    closes: row.closes_time,
    release: {
      freePercent: row.free_rate,
      firstMs: row.cliff_ms,
      instalments: row.instalments,
      everyMs: row.instalment_ms,
    },
    people: row.entries,
    committed: row.committed,
    demanded: row.demanded,
    sold: row.sold,
    paid: row.paid,
    isPublished: row.published,
    terms: row.terms,
    termsHash: row.terms_hash,
    texts: row.texts,
    my: row.my === null ? undefined : entryOf(row.my),
  };
}

function entryOf(
  row: Omit<
    Output<'GET /api/sale/my'>[number],
    'sale' | 'title' | 'time' | 'currency_name' | 'paid_name'
  >,
): Entry {
  return {
    number: row.entry,
    state: row.state,
    committed: row.committed,
    allotted: row.allotted,
    paid: row.paid,
    refunded: row.refunded,
    bound: row.bound,
    nextMs: row.next_ms,
  };
}

function ownEntryOf(row: Output<'GET /api/sale/my'>[number]): OwnEntry {
  return {
    ...entryOf(row),
    sale: row.sale,
    title: row.title,
    coin: row.currency_name,
    money: row.paid_name,
    time: row.time,
  };
}
