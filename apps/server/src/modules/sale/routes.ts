import { ENTRIES_LISTED } from '@meridian/contract/sale/bounds';
import {
  crowdCommit,
  crowdList,
  crowdMy,
  saleCommit,
  saleEntries,
  saleList,
  saleMy,
  type MySaleEntry,
  type SaleOut,
} from '@meridian/contract/sale/calls';
import type { UserId } from '@meridian/core/ids';
import type { SaleKind } from '@meridian/core/sale/sale-commands';
import type { Engine } from '../../engine/engine.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { keyOf } from '../../gateway/key-of.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { amountOf } from '../market/currency-of-call.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { ownEntries, publishedEntries, shownSales, type SaleReads } from './sales.ts';
import { entryRow, saleRow, unitsOf } from './translate.ts';

export interface SaleServices extends SaleReads {
  readonly engine: Pick<Engine, 'submit'>;
  readonly identities: {
    /** Undefined for a user who is not verified; a person stands for a document, in any account. */
    verifiedPerson(
      user: UserId,
    ): Promise<{ readonly level: number; readonly person: string } | undefined>;
  };
}

/** Token sales and crowdfunding. The session's user commits; the core decides whether it counts. */
export function registerSaleRoutes(gateway: CallRegistry, services: SaleServices): void {
  gateway.registerCall(saleList, ({ session }) => list(services, 'sale', session?.user));
  gateway.registerCall(crowdList, ({ session }) => list(services, 'crowd', session?.user));
  gateway.registerCall(saleCommit, (context) => commit(services, 'sale', context));
  gateway.registerCall(crowdCommit, (context) => commit(services, 'crowd', context));
  gateway.registerCall(saleMy, ({ session }) => own(services, 'sale', session.user));
  gateway.registerCall(crowdMy, ({ session }) => own(services, 'crowd', session.user));
  gateway.registerCall(saleEntries, async ({ input: { id, after = 0 } }) => {
    const found = await publishedEntries(services, { sale: id, after, limit: ENTRIES_LISTED });
    if (found === undefined) throw new Refusal('sale_no_result', { field: 'id' });
    const { hash, terms, rows } = found;
    const entries = rows.map(({ id: entry, committed, allotted, paid, refunded }) => ({
      entry: Number(entry),
      committed: String(committed),
      allotted: String(allotted),
      paid: String(paid),
      refunded: String(refunded),
    }));
    return { hash, terms, entries };
  });
}

/** @param user undefined for a guest */
async function list(
  services: SaleServices,
  kind: SaleKind,
  user: number | undefined,
): Promise<SaleOut[]> {
  const { live, queries } = services;
  const sales = await shownSales(services, { kind });
  const entries = user === undefined ? [] : await ownEntries(queries, user as UserId, kind);
  return sales.map((shown) => {
    const newest = entries.find(({ sale }) => Number(sale) === shown.terms.id);
    return saleRow(live, shown, newest);
  });
}

async function commit(
  { engine, identities, live }: SaleServices,
  kind: SaleKind,
  { input, session, idempotencyKey }: CallContext<typeof saleCommit>,
): Promise<{ entry: number }> {
  const { id } = input;
  const user = session.user as UserId;
  const sale = live.sale.sale(id);
  if (sale?.terms.kind !== kind) throw new Refusal('sale_not_open', { field: 'id' });
  const amount = amountOf(input.number, unitsOf(live, sale.terms).money, 'number');
  const verified = await identities.verifiedPerson(user);
  if (verified === undefined) throw new Refusal('sale_unverified');
  const { outcome } = await engine.submit({
    kind: 'sale.commit',
    ...{ user, sale: id, amount, ...verified },
    ...keyOf(idempotencyKey),
  });
  if (!outcome.ok) throw new Refusal(outcome.rejection);
  return { entry: outcome.id ?? 0 };
}

async function own(services: SaleServices, kind: SaleKind, user: number): Promise<MySaleEntry[]> {
  const { live, queries, gate } = services;
  await gate.reached(live.seq);
  const entries = await ownEntries(queries, user as UserId, kind);
  if (entries.length === 0) return [];
  const ids = entries.map(({ sale }) => Number(sale));
  const sales = new Map(
    (await shownSales(services, { ids })).map((shown) => [shown.terms.id, shown]),
  );
  return entries.flatMap((entry) => {
    const shown = sales.get(Number(entry.sale));
    if (shown === undefined) return [];
    const { coin, money } = unitsOf(live, shown.terms);
    return [
      {
        ...{ sale: shown.terms.id, title: shown.title },
        ...{ currency_name: coin.code, paid_name: money.code },
        time: shanghaiTime(Number(entry.time_ms)),
        ...entryRow(live, shown.terms, entry),
      },
    ];
  });
}
