import type { Applied, Event } from '@meridian/core/events';
import type {
  Loan,
  LoanChanged,
  LoanLiquidated,
  LoanLost,
  LoanWarned,
} from '@meridian/core/loan/loan-events';
import type { Projection } from '../../projector/projection.ts';
import { insertInto } from '../../projector/row-statements.ts';
import type { LoanEventKind } from './loan-tables.ts';

/** Events of one command: many fewer fit into it. */
const PLACES = 1_000_000;

type Happened = LoanChanged | LoanWarned | LoanLiquidated | LoanLost;
interface Step {
  readonly event: Happened;
  readonly seq: number;
  readonly place: number;
  readonly timeMs: number;
}
type Kept = Loan & { readonly endedMs: number };

/** The last state of each loan in a batch, and every step. */
function projectLoans(batch: readonly Applied[]): {
  readonly loans: Map<number, Kept>;
  readonly steps: Step[];
} {
  const loans = new Map<number, Kept>();
  const steps: Step[] = [];
  for (const { seq, timeMs, events } of batch)
    for (const [place, event] of events.entries()) {
      if (!isStep(event)) continue;
      const { loan } = event;
      loans.set(loan.id, { ...loan, endedMs: loan.state === 'active' ? 0 : timeMs });
      steps.push({ event, seq, place, timeMs });
    }
  return { loans, steps };
}

function isStep(event: Event): event is Happened {
  switch (event.type) {
    case 'loanChanged':
    case 'loanWarned':
    case 'loanLiquidated':
    case 'loanLost':
      return true;
    default:
      return false;
  }
}

/** The kind of an event, as its row has it. */
export function kindOf(event: Happened): LoanEventKind {
  switch (event.type) {
    case 'loanChanged':
      return event.cause;
    case 'loanWarned':
      return 'warned';
    case 'loanLiquidated':
      return 'liquidated';
    case 'loanLost':
      return 'lost';
  }
}

const KEEP_LOANS = insertInto<'loans', Kept>(
  'keep-loans',
  'loans',
  {
    id: ['bigint', (row) => row.id],
    user_id: ['bigint', (row) => row.user],
    offer: ['integer', (row) => row.offer],
    market: ['integer', (row) => row.market],
    product: ['integer', (row) => row.product],
    collateral: ['integer', (row) => row.collateral],
    currency: ['integer', (row) => row.currency],
    rate_ppb: ['integer', (row) => row.terms.ratePpb],
    fund_bps: ['integer', (row) => row.terms.fundBps],
    initial_bps: ['integer', (row) => row.terms.initialBps],
    warn_bps: ['integers', (row) => row.terms.warnBps],
    liquidation_bps: ['integer', (row) => row.terms.liquidationBps],
    fee_bps: ['integer', (row) => row.terms.feeBps],
    bound_bps: ['integer', (row) => row.terms.boundBps],
    state: ['word', (row) => row.state],
    pledged: ['bigint', (row) => row.pledged],
    principal: ['bigint', (row) => row.principal],
    since_ms: ['bigint', (row) => row.sinceMs],
    interest_ppb: ['numeric', (row) => row.interestPpb],
    warnings: ['integer', (row) => row.warnings],
    opened_ms: ['bigint', (row) => row.openedMs],
    ended_ms: ['bigint', (row) => row.endedMs],
  },
  `on conflict (id) do update set state = excluded.state, pledged = excluded.pledged, principal = excluded.principal,
  since_ms = excluded.since_ms, interest_ppb = excluded.interest_ppb, warnings = excluded.warnings,
  ended_ms = case when loans.ended_ms = 0 then excluded.ended_ms else loans.ended_ms end`,
);

const changed = ({ event }: Step) => (event.type === 'loanChanged' ? event : undefined);
const warned = ({ event }: Step) => (event.type === 'loanWarned' ? event : undefined);
const sale = ({ event }: Step) => (event.type === 'loanLiquidated' ? event : undefined);
const lost = ({ event }: Step) => (event.type === 'loanLost' ? event : undefined);

const ADD_EVENTS = insertInto<'loan_events', Step>('add-loan-events', 'loan_events', {
  id: ['bigint', (row) => BigInt(row.seq) * BigInt(PLACES) + BigInt(row.place)],
  cause: ['text', (row) => `${row.seq}-${row.place}`],
  loan: ['bigint', (row) => row.event.loan.id],
  user_id: ['bigint', (row) => row.event.loan.user],
  currency: ['integer', (row) => row.event.loan.currency],
  collateral: ['integer', (row) => row.event.loan.collateral],
  market: ['integer', (row) => row.event.loan.market],
  kind: ['word', (row) => kindOf(row.event)],
  time_ms: ['bigint', (row) => row.timeMs],
  amount: ['bigint', (row) => changed(row)?.amount ?? sale(row)?.repaid ?? 0n],
  interest: ['bigint', (row) => changed(row)?.interest ?? sale(row)?.interest ?? 0n],
  pledged: ['bigint', (row) => row.event.loan.pledged],
  principal: ['bigint', (row) => row.event.loan.principal],
  level: ['integer', (row) => warned(row)?.warning ?? 0],
  mark_ticks: ['bigint', (row) => warned(row)?.markTicks ?? sale(row)?.markTicks ?? 0],
  debt: ['bigint', (row) => warned(row)?.debt ?? 0n],
  order_id: ['bigint', (row) => sale(row)?.order ?? 0],
  sold: ['bigint', (row) => sale(row)?.sold ?? 0n],
  proceeds: ['bigint', (row) => sale(row)?.proceeds ?? 0n],
  fee: ['bigint', (row) => sale(row)?.fee ?? 0n],
  by_insurance: ['bigint', (row) => lost(row)?.byInsurance ?? 0n],
  by_source: ['bigint', (row) => lost(row)?.bySource ?? 0n],
  by_house: ['bigint', (row) => lost(row)?.byHouse ?? 0n],
  missing: ['bigint', (row) => lost(row)?.missing ?? 0n],
});

export const loanProjection: Projection = {
  tables: ['loans', 'loan_events'],
  open: (client) => async (batch) => {
    const { loans, steps } = projectLoans(batch);
    await KEEP_LOANS.write(client, [...loans.values()]);
    await ADD_EVENTS.write(client, steps);
  },
};
