import type { Applied } from '@meridian/core/events';
import type {
  Conversion,
  ConvertDeskFunded,
  Plan,
  PlanRan,
  Quote,
  QuoteEnded,
} from '@meridian/core/convert/convert-events';
import type { UserId } from '@meridian/core/ids';
import type { ClientBase } from 'pg';
import { insertInto, update } from '../../projector/row-statements.ts';
import type { Projection } from '../../projector/projection.ts';

/** Conversions of one command are fewer: at most 100 plans, and one call of a customer. */
const CONVERSIONS_OF_COMMAND = 256;

interface ConversionRow extends Conversion {
  readonly id: bigint;
  readonly user: UserId;
  readonly kind: 'quote' | 'dust' | 'plan';
  readonly subject: number;
  readonly timeMs: number;
}
type Started = Plan & { readonly startedMs: number };
type Ended = Plan & { readonly endedMs: number };
type Fund = ConvertDeskFunded & { readonly seq: number };

/** Rows of the read model that a batch of events writes. */
interface ConvertRows {
  readonly quotes: Quote[];
  readonly ended: QuoteEnded[];
  readonly conversions: ConversionRow[];
  readonly started: Started[];
  readonly runs: PlanRan[];
  readonly stopped: Ended[];
  readonly funds: Fund[];
}

function projectConvert(batch: readonly Applied[]): ConvertRows {
  const rows: ConvertRows = {
    quotes: [],
    ended: [],
    conversions: [],
    started: [],
    runs: [],
    stopped: [],
    funds: [],
  };
  for (const applied of batch) projectCommand(applied, rows);
  return rows;
}

function projectCommand({ seq, timeMs, events }: Applied, rows: ConvertRows): void {
  let place = 0;
  const convert = (
    user: UserId,
    kind: ConversionRow['kind'],
    subject: number,
    conversion: Conversion,
  ): void => {
    const id = BigInt(seq) * BigInt(CONVERSIONS_OF_COMMAND) + BigInt(place++);
    rows.conversions.push({ ...conversion, id, user, kind, subject, timeMs });
  };
  for (const event of events) {
    switch (event.type) {
      case 'quoteMade':
        rows.quotes.push(event.quote);
        break;
      case 'quoteEnded':
        rows.ended.push(event);
        if (event.cause === 'accepted')
          convert(event.quote.user, 'quote', event.quote.id, event.quote);
        break;
      case 'dustSwept':
        convert(event.user, 'dust', 0, event.conversion);
        break;
      case 'planStarted':
        rows.started.push({ ...event.plan, startedMs: timeMs });
        break;
      case 'planRan':
        rows.runs.push(event);
        if (event.conversion !== null)
          convert(event.plan.user, 'plan', event.plan.id, event.conversion);
        break;
      case 'planEnded':
        rows.stopped.push({ ...event.plan, endedMs: timeMs });
        break;
      case 'convertDeskFunded':
        rows.funds.push({ ...event, seq });
        break;
      default:
        break;
    }
  }
}

const INSERT_QUOTES = insertInto<'convert_quotes', Quote>('insert-quotes', 'convert_quotes', {
  id: ['bigint', (row) => row.id],
  user_id: ['bigint', (row) => row.user],
  side: ['word', (row) => row.side],
  from_currency: ['integer', (row) => row.from],
  to_currency: ['integer', (row) => row.to],
  paid: ['bigint', (row) => row.paid],
  received: ['bigint', (row) => row.received],
  spread_bps: ['integer', (row) => row.spreadBps],
  book_bps: ['integer', (row) => row.bookBps],
  made_ms: ['bigint', (row) => row.madeMs],
  expires_ms: ['bigint', (row) => row.expiresMs],
  end_cause: ['word', () => null],
});

const END_QUOTES = update<'convert_quotes', QuoteEnded>(
  'end-quotes',
  'convert_quotes',
  { id: ['bigint', (row) => row.quote.id], end_cause: ['word', (row) => row.cause] },
  'convert_quotes.end_cause is null',
);

const INSERT_CONVERSIONS = insertInto<'conversions', ConversionRow>(
  'insert-conversions',
  'conversions',
  {
    id: ['bigint', (row) => row.id],
    user_id: ['bigint', (row) => row.user],
    kind: ['word', (row) => row.kind],
    subject: ['bigint', (row) => row.subject],
    from_currency: ['integer', (row) => row.from],
    to_currency: ['integer', (row) => row.to],
    paid: ['bigint', (row) => row.paid],
    received: ['bigint', (row) => row.received],
    spread_bps: ['integer', (row) => row.spreadBps],
    book_bps: ['integer', (row) => row.bookBps],
    time_ms: ['bigint', (row) => row.timeMs],
  },
);

const INSERT_PLANS = insertInto<'convert_plans', Started>('insert-plans', 'convert_plans', {
  id: ['bigint', (row) => row.id],
  user_id: ['bigint', (row) => row.user],
  from_currency: ['integer', (row) => row.from],
  to_currency: ['integer', (row) => row.to],
  amount: ['bigint', (row) => row.amount],
  every_days: ['integer', (row) => row.everyDays],
  minute: ['integer', (row) => row.minute],
  max_spread_bps: ['integer', (row) => row.maxSpreadBps],
  started_ms: ['bigint', (row) => row.startedMs],
  ended_ms: ['bigint', () => null],
});

const END_PLANS = update<'convert_plans', Ended>(
  'end-plans',
  'convert_plans',
  { id: ['bigint', (row) => row.id], ended_ms: ['bigint', (row) => row.endedMs] },
  'convert_plans.ended_ms is null',
);

const INSERT_RUNS = insertInto<'convert_plan_runs', PlanRan>(
  'insert-plan-runs',
  'convert_plan_runs',
  {
    plan: ['bigint', (row) => row.plan.id],
    due_ms: ['bigint', (row) => row.dueMs],
    paid: ['bigint', (row) => row.conversion?.paid ?? null],
    received: ['bigint', (row) => row.conversion?.received ?? null],
    spread_bps: ['integer', (row) => row.conversion?.spreadBps ?? null],
    skipped: ['word', (row) => row.skipped],
  },
);

const INSERT_FUNDS = insertInto<'convert_funds', Fund>('insert-convert-funds', 'convert_funds', {
  seq: ['bigint', (row) => row.seq],
  currency: ['integer', (row) => row.currency],
  amount: ['bigint', (row) => row.amount],
});

/** Writes the rows in the caller's transaction. */
async function writeConvert(client: ClientBase, rows: ConvertRows): Promise<void> {
  await INSERT_QUOTES.write(client, rows.quotes);
  await END_QUOTES.write(client, rows.ended);
  await INSERT_CONVERSIONS.write(client, rows.conversions);
  await INSERT_PLANS.write(client, rows.started);
  await INSERT_RUNS.write(client, rows.runs);
  await END_PLANS.write(client, rows.stopped);
  await INSERT_FUNDS.write(client, rows.funds);
}

export const convertProjection: Projection = {
  tables: ['convert_quotes', 'conversions', 'convert_plans', 'convert_plan_runs', 'convert_funds'],
  open: (client) => async (batch) => await writeConvert(client, projectConvert(batch)),
};
