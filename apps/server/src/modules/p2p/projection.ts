import type { Applied, Event } from '@meridian/core/events';
import { encodeAdTerms } from '@meridian/core/p2p/p2p-commands-check';
import type { Ad, Appeal, Deal, DealChanged } from '@meridian/core/p2p/p2p-events';
import type { Projection } from '../../projector/projection.ts';
import { insertInto } from '../../projector/row-statements.ts';

type Changed<T> = T & { readonly changedMs: number };
/** @property texts of the ad, at the opening */
type Step = DealChanged & { readonly timeMs: number; readonly texts: number };

/** The last state of each row in a batch, and every step of a deal. */
interface P2pRows {
  readonly ads: Map<number, Changed<Ad>>;
  readonly deals: Map<number, Deal>;
  readonly steps: Step[];
  readonly appeals: Map<number, Changed<Appeal>>;
}

function projectP2p(batch: readonly Applied[]): P2pRows {
  const rows: P2pRows = { ads: new Map(), deals: new Map(), steps: [], appeals: new Map() };
  for (const { timeMs, events } of batch)
    for (const event of events)
      if (event.type === 'adChanged') rows.ads.set(event.ad.id, { ...event.ad, changedMs: timeMs });
      else if (event.type === 'dealChanged') {
        rows.deals.set(event.deal.id, event.deal);
        rows.steps.push({ ...event, timeMs, texts: textsOf(event, events) });
      } else if (event.type === 'appealChanged')
        rows.appeals.set(event.appeal.id, { ...event.appeal, changedMs: timeMs });
  return rows;
}

/** The opening of a deal changes its ad too. */
function textsOf({ cause, deal }: DealChanged, beside: readonly Event[]): number {
  if (cause !== 'opened') return 0;
  const ads = beside.flatMap((event) => (event.type === 'adChanged' ? [event.ad] : []));
  return ads.find(({ id }) => id === deal.ad)?.terms.texts ?? 0;
}

const KEEP_ADS = insertInto<'p2p_ads', Changed<Ad>>(
  'keep-p2p-ads',
  'p2p_ads',
  {
    id: ['bigint', (row) => row.id],
    user_id: ['bigint', (row) => row.user],
    side: ['word', (row) => row.side],
    currency: ['integer', (row) => row.currency],
    total: ['bigint', (row) => row.total],
    surplus: ['bigint', (row) => row.surplus],
    completed: ['bigint', (row) => row.completed],
    withdrawn: ['bigint', (row) => row.withdrawn],
    state: ['word', (row) => row.state],
    terms: ['text', (row) => JSON.stringify(encodeAdTerms(row.terms))],
    changed_ms: ['bigint', (row) => row.changedMs],
  },
  `on conflict (id) do update set surplus = excluded.surplus, completed = excluded.completed, withdrawn = excluded.withdrawn,
  state = excluded.state, terms = excluded.terms, changed_ms = excluded.changed_ms`,
);

const KEEP_DEALS = insertInto<'p2p_deals', Deal>(
  'keep-p2p-deals',
  'p2p_deals',
  {
    id: ['bigint', (row) => row.id],
    ad: ['bigint', (row) => row.ad],
    buyer: ['bigint', (row) => row.buyer],
    seller: ['bigint', (row) => row.seller],
    taker: ['word', (row) => row.taker],
    currency: ['integer', (row) => row.currency],
    quantity: ['bigint', (row) => row.quantity],
    price_ticks: ['bigint', (row) => row.priceTicks],
    fiat: ['bigint', (row) => row.fiat],
    account: ['bigint', (row) => row.method.id],
    way: ['word', (row) => row.method.way],
    state: ['word', (row) => row.state],
    version: ['integer', (row) => row.version],
    opened_ms: ['bigint', (row) => row.openedMs],
    pay_due_ms: ['bigint', (row) => row.payDueMs],
    paid_ms: ['bigint', (row) => row.paidMs],
    release_due_ms: ['bigint', (row) => row.releaseDueMs],
    ended_ms: ['bigint', (row) => row.endedMs],
    ended_by: ['word', (row) => row.endedBy ?? null],
    is_cancel_asked: ['boolean', (row) => row.isCancelAsked],
    appeal: ['bigint', (row) => row.appeal],
    to_buyer: ['bigint', (row) => row.toBuyer],
  },
  `on conflict (id) do update set state = excluded.state, version = excluded.version, pay_due_ms = excluded.pay_due_ms,
  paid_ms = excluded.paid_ms, release_due_ms = excluded.release_due_ms, ended_ms = excluded.ended_ms, ended_by = excluded.ended_by,
  is_cancel_asked = excluded.is_cancel_asked, appeal = excluded.appeal, to_buyer = excluded.to_buyer`,
);

const ADD_STEPS = insertInto<'p2p_steps', Step>('add-p2p-steps', 'p2p_steps', {
  deal: ['bigint', (row) => row.deal.id],
  version: ['integer', (row) => row.deal.version],
  cause: ['word', (row) => row.cause],
  at_ms: ['bigint', (row) => row.timeMs],
  pay_due_ms: ['bigint', (row) => row.deal.payDueMs],
  ended_by: ['word', (row) => row.deal.endedBy ?? null],
  to_buyer: ['bigint', (row) => row.deal.toBuyer],
  texts: ['bigint', (row) => row.texts],
});

const KEEP_APPEALS = insertInto<'p2p_appeals', Changed<Appeal>>(
  'keep-p2p-appeals',
  'p2p_appeals',
  {
    id: ['bigint', (row) => row.id],
    deal: ['bigint', (row) => row.deal],
    by: ['word', (row) => row.by],
    reason: ['word', (row) => row.reason],
    opened_ms: ['bigint', (row) => row.openedMs],
    answer_due_ms: ['bigint', (row) => row.answerDueMs],
    answered_ms: ['bigint', (row) => row.answeredMs],
    amount: ['bigint', (row) => row.amount],
    is_after_end: ['boolean', (row) => row.isAfterEnd],
    state: ['word', (row) => row.state],
    to_buyer: ['bigint', (row) => row.ruling?.toBuyer ?? null],
    fault: ['word', (row) => row.ruling?.fault ?? null],
    bond_cut: ['bigint', (row) => row.ruling?.bondCut ?? null],
    operator: ['bigint', (row) => row.ruling?.operator ?? null],
    confirmed_by: ['bigint', (row) => row.confirmedBy ?? null],
    changed_ms: ['bigint', (row) => row.changedMs],
  },
  `on conflict (id) do update set answered_ms = excluded.answered_ms, state = excluded.state, to_buyer = excluded.to_buyer,
  fault = excluded.fault, bond_cut = excluded.bond_cut, operator = excluded.operator, confirmed_by = excluded.confirmed_by,
  changed_ms = excluded.changed_ms`,
);

export const p2pProjection: Projection = {
  tables: ['p2p_ads', 'p2p_deals', 'p2p_steps', 'p2p_appeals'],
  open: (client) => async (batch) => {
    const { ads, deals, steps, appeals } = projectP2p(batch);
    await KEEP_ADS.write(client, [...ads.values()]);
    await KEEP_DEALS.write(client, [...deals.values()]);
    await ADD_STEPS.write(client, steps);
    await KEEP_APPEALS.write(client, [...appeals.values()]);
  },
};
