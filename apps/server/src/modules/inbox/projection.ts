import type { MessageKind } from '@meridian/contract/inbox/calls';
import type { WithdrawalStatus } from '@meridian/core/custody/custody-events';
import type { LockEnded } from '@meridian/core/earn/earn-events';
import type { Applied, Event } from '@meridian/core/events';
import type { UserId } from '@meridian/core/ids';
import { FIRST_CUSTOMER } from '@meridian/core/ledger/accounts';
import type { PositionEnd } from '@meridian/core/margin/margin-events';
import type { TicketResult } from '@meridian/core/seconds/seconds-events';
import type { ClientBase } from 'pg';
import { isPlay, isPlayMarket } from '../market/play-money.ts';
import type { Projection } from '../../projector/projection.ts';
import type { Facts, Told } from './inbox-tables.ts';
import { toldOfLoan } from './told-of-loan.ts';
import { toldOfP2pDeal } from './told-of-p2p.ts';
import { toldOfSale } from './told-of-sale.ts';
import { creditKind } from '../account/credit-kind.ts';

/** A row of `notifications` that comes from the journal. */
interface JournalNotification {
  readonly user: UserId;
  readonly seq: number;
  /** `command-event`: the same at each replay. */
  readonly cause: string;
  readonly kind: MessageKind;
  readonly facts: Facts;
  readonly timeMs: number;
}

type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>;

/**
 * The notifications of a batch. The exchange's own accounts get none, and play money causes none.
 */
function projectNotifications(batch: readonly Applied[]): JournalNotification[] {
  const rows: JournalNotification[] = [];
  for (const { seq, timeMs, events } of batch) {
    for (const [index, event] of events.entries()) {
      for (const told of toldOf(event, events))
        if (told.user >= FIRST_CUSTOMER)
          rows.push({ ...told, seq, cause: `${seq}-${index}`, timeMs });
    }
  }
  return rows;
}

const POSITION_ENDS: Readonly<Record<PositionEnd, MessageKind | undefined>> = {
  closed: undefined,
  reversed: undefined,
  limit: 'limit_close_done',
  takeProfit: 'take_profit_done',
  stopLoss: 'stop_loss_done',
  liquidated: 'position_liquidated',
  cover: 'position_covered',
};
const WITHDRAWAL_STATES: Readonly<Record<WithdrawalStatus, MessageKind | undefined>> = {
  // The withdrawal goes back to the operators.
  requested: 'withdrawal_review',
  approved: undefined,
  signed: undefined,
  // By its owner, by a freeze, or for a debt.
  cancelled: 'withdrawal_cancelled',
  settled: 'withdrawal_sent',
  failed: 'withdrawal_failed',
  rejected: 'withdrawal_rejected',
  inSite: 'withdrawal_in_site',
};
const TICKET_RESULTS: Readonly<Record<TicketResult, MessageKind>> = {
  won: 'ticket_won',
  lost: 'ticket_lost',
  drawn: 'ticket_drawn',
  void: 'ticket_void',
};

/** @param beside all events of the same command */
function toldOf(event: Event, beside: readonly Event[]): readonly Told[] {
  if (event.type === 'dealChanged') return toldOfP2pDeal(event, beside);
  const told = event.type === 'posted' ? toldByPosting(event, beside) : toldBy(event);
  return told === undefined ? [] : [told];
}

function toldBy(event: Event): Told | undefined {
  switch (event.type) {
    case 'depositCredited':
    case 'depositReversed':
      return toldOfDeposit(event);
    case 'withdrawalRequested':
    case 'withdrawalMoved':
      return toldOfWithdrawal(event);
    case 'orderClosed':
      return toldOfOrder(event);
    case 'positionOpened':
    case 'positionClosed':
    case 'positionReduced':
    case 'marginOrderCancelled':
      return isPlayMarket(event.market) ? undefined : toldOfContract(event);
    case 'ticketClosed':
      return toldOfTicket(event);
    case 'claimPaid':
    case 'policyEnded':
      return toldOfInsurance(event);
    case 'lossLimitSet':
    case 'timeLimitSet':
    case 'breakBegun':
      return toldOfOwnLimit(event);
    case 'lockOpened':
    case 'lockEnded':
    case 'savingChanged':
      return toldOfEarning(event);
    case 'planRan':
      return toldOfPlan(event);
    case 'loanChanged':
    case 'loanWarned':
    case 'loanLiquidated':
    case 'loanLost':
      return toldOfLoan(event);
    case 'saleCommitted':
    case 'saleCommitmentTaken':
    case 'saleSettled':
    case 'saleVested':
      return toldOfSale(event);
    default:
      return undefined;
  }
}

function toldOfDeposit({
  type,
  user,
  currency,
  network,
  amount,
  transaction,
}: EventOf<'depositCredited' | 'depositReversed'>): Told {
  return {
    user,
    kind: type === 'depositCredited' ? 'deposit_credited' : 'deposit_reversed',
    facts: { currency, network, amount: String(amount), transaction },
  };
}

function toldOfWithdrawal(
  event: EventOf<'withdrawalRequested' | 'withdrawalMoved'>,
): Told | undefined {
  const { user, withdrawal: subject } = event;
  if (event.type === 'withdrawalRequested')
    return {
      user,
      kind:
        event.approvalsNeeded > 0
          ? 'withdrawal_review'
          : event.waitsUntilMs === undefined
            ? 'withdrawal_accepted'
            : 'withdrawal_waiting',
      facts: { subject },
    };
  const kind = WITHDRAWAL_STATES[event.status];
  const { transaction } = event;
  return kind && { user, kind, facts: { subject, ...(transaction === '' ? {} : { transaction }) } };
}

function toldOfOrder({
  user,
  order: subject,
  market,
  side,
  reason,
  wasResting,
}: EventOf<'orderClosed'>): Told | undefined {
  // The owner of an order that never rested has just read its result.
  if (!wasResting || reason === 'cancelled') return undefined;
  return {
    user,
    kind: reason === 'filled' ? 'order_filled' : 'order_ended',
    facts: { subject, market, side, why: reason },
  };
}

function toldOfTicket(event: EventOf<'ticketClosed'>): Told {
  const { user, ticket: subject, market, currency, profit, fee, result, settleTicks } = event;
  return {
    user,
    kind: TICKET_RESULTS[result],
    facts: {
      subject,
      market,
      currency,
      amount: String(profit - fee),
      ...(result === 'drawn' ? { price: settleTicks } : {}),
    },
  };
}

function toldOfInsurance(event: EventOf<'claimPaid' | 'policyEnded'>): Told | undefined {
  const { user, policy: subject, currency } = event;
  if (event.type === 'claimPaid')
    return {
      user,
      kind: 'insurance_paid',
      facts: { subject, currency, amount: String(event.amount), other: String(event.loss) },
    };
  return event.reason === 'cancelled'
    ? undefined
    : { user, kind: 'insurance_ended', facts: { subject, currency, why: event.reason } };
}

/** Told to the owner: somebody with their session may have done it against their decision. */
function toldOfOwnLimit(
  event: EventOf<'lossLimitSet' | 'timeLimitSet' | 'breakBegun'>,
): Told | undefined {
  const { user } = event;
  if (event.type === 'breakBegun')
    return { user, kind: 'seconds_break', facts: { untilMs: event.endsMs } };
  return event.nextAtMs === 0
    ? undefined
    : { user, kind: 'seconds_limit_waits', facts: { untilMs: event.nextAtMs } };
}

/**
 * Somebody with the owner's session may have locked the coins. Whether a lock was to renew, and why
 * it did not, its row says (`withFacts`); a renewal is told with the end before it.
 */
function toldOfEarning(
  event: EventOf<'lockOpened' | 'lockEnded' | 'savingChanged'>,
): Told | undefined {
  if (event.type === 'lockOpened') {
    const { user, id: subject, currency, principal, days: count } = event.lock;
    const facts = { subject, currency, amount: String(principal), other: String(event.reserved) };
    return event.renewsLock === 0
      ? { user, kind: 'lock_opened', facts: { ...facts, count } }
      : undefined;
  }
  if (event.type === 'savingChanged') {
    const { cause, amount, interest, saving } = event;
    const { user, product: subject, currency } = saving;
    return cause === 'collected'
      ? {
          user,
          kind: 'savings_collected',
          facts: { subject, currency, amount: String(amount), other: String(interest) },
        }
      : undefined;
  }
  const { user, lock: subject, currency, cause, renewedBy } = event;
  return {
    user,
    kind: kindOfEnd(cause, renewedBy > 0),
    facts: {
      subject,
      currency,
      amount: String(event.principal),
      other: String(event.interest),
      ...(renewedBy === 0 ? {} : { count: renewedBy }),
    },
  };
}

function kindOfEnd(cause: LockEnded['cause'], isRenewed: boolean): MessageKind {
  if (cause !== 'matured') return `lock_${cause}`;
  return isRenewed ? 'lock_renewed' : 'lock_matured';
}

function toldOfPlan({ plan, conversion, skipped }: EventOf<'planRan'>): Told {
  const { user, id: subject } = plan;
  return conversion === null
    ? {
        user,
        kind: 'convert_plan_skipped',
        facts: {
          subject,
          currency: plan.from,
          amount: String(plan.amount),
          why: `plan_${skipped ?? 'price'}`,
        },
      }
    : {
        user,
        kind: 'convert_plan_ran',
        facts: {
          subject,
          currency: conversion.to,
          amount: String(conversion.received),
          ratio: conversion.spreadBps,
        },
      };
}

/** Payments by others: between users, and by the house. */
function toldByPosting(
  { user, currency, reason, available, reference, subject }: EventOf<'posted'>,
  beside: readonly Event[],
): Told | undefined {
  if (available <= 0n || isPlay(currency)) return undefined;
  const facts = { currency, amount: String(available) };
  if (reason === 'inSite') {
    // Coins of a deal move for the same reason, but the deal has notifications of its own.
    const isWithdrawal = beside.some(
      (event) => event.type === 'withdrawalMoved' && event.status === 'inSite',
    );
    return isWithdrawal
      ? { user, kind: 'in_site_received', facts: { ...facts, subject } }
      : undefined;
  }
  if (reason !== 'credit') return undefined;
  switch (creditKind(reference)) {
    case 'payment':
      return { user, kind: 'payment_credited', facts };
    case 'adjustment':
      return { user, kind: 'adjustment_credited', facts };
    case 'prize':
      return { user, kind: 'prize_paid', facts };
    default:
      return undefined;
  }
}

function toldOfContract(
  event: EventOf<'positionOpened' | 'positionClosed' | 'positionReduced' | 'marginOrderCancelled'>,
): Told | undefined {
  const { user, position: subject, market } = event;
  if (event.type === 'positionOpened')
    return {
      user,
      kind: 'position_opened',
      facts: { subject, market, side: event.side, price: event.entryTicks, count: event.lots },
    };
  if (event.type === 'marginOrderCancelled')
    return event.reason === 'cancelled'
      ? undefined
      : { user, kind: 'margin_order_ended', facts: { subject, market, why: event.reason } };
  const kind = POSITION_ENDS[event.reason];
  return (
    kind && {
      user,
      kind,
      facts: {
        subject,
        market,
        price: event.closeTicks,
        amount: String(event.profit - event.overnight),
        // Of a part its own lots, else those of the position.
        ...(event.type === 'positionReduced' ? { count: event.lots } : {}),
      },
    }
  );
}

const INSERT = `
insert into notifications (user_id, cause, kind, facts, created_at)
select user_id, cause, kind, facts::jsonb, to_timestamp(time_ms / 1000.0)
from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[]) with ordinality
  as row (user_id, seq, cause, kind, facts, time_ms, place)
where seq > (select seq from notification_start)
order by place
on conflict (user_id, cause) do nothing`;

/**
 * Writes the rows in the caller's transaction, after the tables that they refer to. Notifications
 * from before a rebuild stay unchanged.
 */
async function writeNotifications(
  client: ClientBase,
  rows: readonly JournalNotification[],
): Promise<void> {
  if (rows.length === 0) return;
  const told = await withFacts(client, await withRenewals(client, rows));
  if (told.length === 0) return;
  const values = [
    told.map((row) => row.user),
    told.map((row) => row.seq),
    told.map((row) => row.cause),
    told.map((row) => row.kind),
    told.map((row) => JSON.stringify(row.facts)),
    told.map((row) => row.timeMs),
  ];
  await client.query({ name: 'insert-notifications', text: INSERT, values });
}

interface FactQuery {
  readonly isOf: (kind: MessageKind) => boolean;
  readonly name: string;
  /** Of subjects: `id`, and `facts` that the events lack. */
  readonly text: string;
}

/** Positions that waited for their price: of the others their owner has just read. */
const WAITED: FactQuery = {
  isOf: (kind) => kind === 'position_opened',
  name: 'facts-positions',
  text: "select id, '{}'::jsonb as facts from positions where id = any($1) and price_ticks > 0",
};

const FACT_QUERIES: readonly FactQuery[] = [
  {
    isOf: (kind) => kind === 'order_filled' || kind === 'order_ended',
    name: 'facts-orders',
    text: "select id, jsonb_build_object('lots', filled_lots, 'other', filled_notional::text, 'count', quantity_lots) as facts from orders where id = any($1)",
  },
  {
    isOf: (kind) => kind.startsWith('withdrawal_'),
    name: 'facts-withdrawals',
    // A withdrawal to another customer looks like any other until it is paid (`LiveCustody`).
    // Its confirmation does not know its number yet.
    text: `select id, jsonb_build_object('currency', currency, 'network', network, 'amount', greatest(amount - case when recipient = 0 or status = 'inSite' then fee else coalesce((
      select max(confirmed.fee) from withdrawal_confirmations confirmed
      where confirmed.user_id = withdrawals.user_id and confirmed.network = withdrawals.network and confirmed.amount = withdrawals.amount and confirmed.address = withdrawals.address
        and confirmed.proven_at is not null), fee) end, 0)::text, 'address', address) as facts from withdrawals where id = any($1)`,
  },
  {
    isOf: (kind) => kind === 'margin_order_ended' || Object.values(POSITION_ENDS).includes(kind),
    name: 'facts-contracts',
    // An order's limit; the closing price of a position is in its event.
    text: "select id, jsonb_build_object('side', side, 'count', lots) || case when price_ticks > 0 then jsonb_build_object('price', price_ticks) else '{}' end as facts from positions where id = any($1)",
  },
  {
    isOf: (kind) => kind.startsWith('ticket_'),
    name: 'facts-tickets',
    text: "select id, jsonb_build_object('other', stake::text) as facts from tickets where id = any($1)",
  },
  {
    isOf: (kind) => kind.startsWith('sale_'),
    name: 'facts-sales',
    // A sale without a row of texts was announced by no operator of this server.
    text: `select sales.id, jsonb_build_object('name', coalesce(title, ''), 'sale', terms::jsonb ->> 'kind',
      'reason', case when state = 'cancelled' then coalesce(cancelled, '') else '' end,
      'why', case when state in ('cancelled', 'missed') then 'sale_' || state else 'sale_no_lot' end,
      'currency', (terms::jsonb ->> 'paidIn')::bigint, 'coin', (terms::jsonb ->> 'currency')::bigint) as facts
    from sales left join sale_texts on sale_texts.id = sales.id where sales.id = any($1)`,
  },
];

/**
 * Adds facts that the events lack, from the rows of the same transaction. Leaves out the opening of
 * positions that did not wait.
 */
async function withFacts(
  client: ClientBase,
  rows: readonly JournalNotification[],
): Promise<JournalNotification[]> {
  const find = async ({ isOf, name, text }: FactQuery): Promise<ReadonlyMap<number, Facts>> => {
    const subjects = rows.flatMap(({ kind, facts }) => (isOf(kind) ? (facts.subject ?? []) : []));
    if (subjects.length === 0) return new Map();
    const found = await client.query<{ id: string; facts: Facts }>({
      name,
      text,
      values: [subjects],
    });
    return new Map(found.rows.map(({ id, facts }) => [Number(id), facts]));
  };
  const waited = await find(WAITED);
  const found: ReadonlyMap<number, Facts>[] = [];
  for (const query of FACT_QUERIES) found.push(await find(query));
  return rows.flatMap((row) => {
    const subject = row.facts.subject ?? 0;
    if (WAITED.isOf(row.kind)) return waited.has(subject) ? [row] : [];
    const more = found[FACT_QUERIES.findIndex(({ isOf }) => isOf(row.kind))]?.get(subject);
    return [more === undefined ? row : { ...row, facts: { ...more, ...row.facts } }];
  });
}

/**
 * Locks that were to renew and did not, with the reason: the product was closed or had other terms
 * when they ended, else the money was short.
 */
const NOT_RENEWED = `
select id, jsonb_build_object('why', case
  when not listed.is_open then 'lockClosed'
  when listed.days <> earn_locks.days or listed.rate_ppb < earn_locks.rate_ppb
    or coalesce(listed.early_keep_bps, -1) < coalesce(earn_locks.early_keep_bps, -1)
    or earn_locks.principal not between listed.least and listed.most then 'lockTerms'
  else 'lockFunds' end) as facts
from earn_locks cross join lateral (
  select * from earn_listings
  where earn_listings.product = earn_locks.product and earn_listings.time_ms <= earn_locks.ended_ms
  order by seq desc limit 1
) as listed
where id = any($1) and renews and renewed_by = 0`;

/** Tells of a renewal that was wished and did not come, and why. */
async function withRenewals(
  client: ClientBase,
  rows: readonly JournalNotification[],
): Promise<JournalNotification[]> {
  const matured = rows.filter(({ kind }) => kind === 'lock_matured');
  if (matured.length === 0) return [...rows];
  const found = await client.query<{ id: string; facts: Facts }>({
    name: 'facts-locks',
    text: NOT_RENEWED,
    values: [matured.map(({ facts }) => facts.subject ?? 0)],
  });
  const whys = new Map(found.rows.map(({ id, facts }) => [Number(id), facts]));
  return rows.map((row) => {
    const why = row.kind === 'lock_matured' ? whys.get(row.facts.subject ?? 0) : undefined;
    return why === undefined
      ? row
      : { ...row, kind: 'lock_not_renewed', facts: { ...row.facts, ...why } };
  });
}

/** A rebuild empties nothing: messages that were written stay as they are. */
export const inboxProjection: Projection = {
  tables: [],
  open: (client) => async (batch) => await writeNotifications(client, projectNotifications(batch)),
};
