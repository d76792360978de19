import { LOANS_PER_PAGE } from '@meridian/contract/loan/bounds';
import {
  loanBorrow,
  loanCollateral,
  loanEvents,
  loanMy,
  loanOffers,
  loanRepay,
} from '@meridian/contract/loan/calls';
import type { CallOutput } from '@meridian/contract/schema/call';
import type { UserId } from '@meridian/core/ids';
import type { Loan } from '@meridian/core/loan/loan-events';
import type { Amount } from '@meridian/money/amount';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { keyOf } from '../../gateway/key-of.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { submit } from '../../gateway/submit.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { textOf } from '../../texts.ts';
import type { LiveView } from '../live-view.ts';
import { amountOf, amountOrAll } from '../market/currency-of-call.ts';
import { pairOfMarket } from '../market/translate.ts';
import { channelsOf, endedLoans, eventsOf, lifeSums, ownLoan } from './queries.ts';
import { endedLoanOut, eventOut, loanOut, offerOut } from './translate.ts';

export interface LoanServices {
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
  readonly queries: Queries;
  readonly now: () => number;
}
type Ground = LoanServices & { readonly gate: ProjectionGate };

/**
 * Loans against coins. The session says whose account it is; the exchange's own prices give the
 * worth of the coins.
 */
export function registerLoanRoutes(gateway: CallRegistry, services: LoanServices): void {
  const { live, queries } = services;
  const ground: Ground = { ...services, gate: new ProjectionGate(queries) };
  gateway.registerCall(loanOffers, () =>
    live.loan
      .offers()
      .filter(({ isOpen }) => isOpen)
      .map((offer) => offerOut(live, offer)),
  );
  gateway.registerCall(loanMy, (context) => own(ground, context));
  gateway.registerCall(loanEvents, (context) => history(ground, context));
  gateway.registerCall(loanBorrow, (context) => borrow(ground, context));
  gateway.registerCall(loanRepay, (context) => repay(ground, context));
  gateway.registerCall(loanCollateral, (context) => moveCollateral(ground, context));
}

async function own(
  { live, queries, now, gate }: Ground,
  { input, session }: CallContext<typeof loanMy>,
): Promise<CallOutput<typeof loanMy>> {
  const { page = 1, status = 'active' } = input;
  const user = session.user as UserId;
  const about = { page, limit: LOANS_PER_PAGE, now: now() };
  if (status === 'ended') {
    await gate.reached(live.seq);
    const rows = await endedLoans(queries, user, page);
    const sums = await lifeSums(
      queries,
      rows.map(({ id }) => id),
    );
    return { data: rows.map((row) => endedLoanOut(live, row, sums.get(row.id))), ...about };
  }
  const loans = live.loan.loansOf(user).slice((page - 1) * LOANS_PER_PAGE, page * LOANS_PER_PAGE);
  return { data: loans.map((loan) => loanOut(live, loan, about.now)), ...about };
}

async function history(
  { live, queries, gate }: Ground,
  { input, session }: CallContext<typeof loanEvents>,
): Promise<CallOutput<typeof loanEvents>> {
  await gate.reached(live.seq);
  const loan = await ownLoan(queries, session.user as UserId, input.id);
  if (loan === undefined) throw new Refusal('loan_not_found', { field: 'id' });
  const rows = await eventsOf(queries, loan.id);
  const told = await channelsOf(queries, rows);
  return rows.map((row) => eventOut(live, row, told.get(row.cause) ?? []));
}

async function borrow(
  { engine, live }: Ground,
  { input, session, idempotencyKey, language }: CallContext<typeof loanBorrow>,
): Promise<CallOutput<typeof loanBorrow>> {
  const offer = live.loan.offer(input.id);
  if (offer === undefined) throw new Refusal('loan_closed', { field: 'id' });
  const { base, quote } = pairOfMarket(live, offer.market);
  const { id = 0 } = await submit(engine, {
    kind: 'loan.borrow',
    user: session.user as UserId,
    offer: offer.id,
    collateral: amountOf(input.collateral_number, base, 'collateral_number'),
    amount: amountOf(input.number, quote, 'number'),
    ...keyOf(idempotencyKey),
  });
  return { type: 'ok', message: textOf(language, 'answer.loan.borrowed'), id };
}

async function repay(
  ground: Ground,
  { input, session, idempotencyKey, language }: CallContext<typeof loanRepay>,
): Promise<CallOutput<typeof loanRepay>> {
  const loan = await requireOwn(ground, session.user as UserId, input.id);
  const { number, all, quote_id } = input;
  // A quote says itself how much it pays.
  if (quote_id !== undefined && (number ?? all) !== undefined)
    throw new Refusal('input_invalid', { field: number === undefined ? 'all' : 'number' });
  if (quote_id === 0) throw new Refusal('quote_not_found', { field: 'quote_id' });
  const { quote } = pairOfMarket(ground.live, loan.market);
  await submit(ground.engine, {
    kind: 'loan.repay',
    user: loan.user,
    loan: loan.id,
    amount: quote_id === undefined ? amountOrAll(input, quote) : (0n as Amount),
    ...(quote_id === undefined ? {} : { quote: quote_id }),
    ...keyOf(idempotencyKey),
  });
  return { type: 'ok', message: textOf(language, 'answer.loan.repaid'), id: loan.id };
}

async function moveCollateral(
  ground: Ground,
  { input, session, idempotencyKey, language }: CallContext<typeof loanCollateral>,
): Promise<CallOutput<typeof loanCollateral>> {
  const loan = await requireOwn(ground, session.user as UserId, input.id);
  const { base } = pairOfMarket(ground.live, loan.market);
  await submit(ground.engine, {
    kind: 'loan.collateral',
    user: loan.user,
    loan: loan.id,
    direction: input.direction,
    amount: amountOf(input.number, base, 'number'),
    ...keyOf(idempotencyKey),
  });
  return { type: 'ok', message: textOf(language, 'answer.loan.moved'), id: loan.id };
}

/**
 * The user's loan, over or not: a repeated call under the key of the first one has the same answer,
 * although the loan is over since.
 */
async function requireOwn(
  { live, queries, gate }: Ground,
  user: UserId,
  id: number,
): Promise<Loan> {
  const running = live.loan.loan(id);
  if (running?.user === user) return running;
  await gate.reached(live.seq);
  const stored = await ownLoan(queries, user, id);
  if (stored === undefined) throw new Refusal('loan_not_found', { field: 'id' });
  return stored;
}
