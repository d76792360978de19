import {
  appealOpen,
  appealState,
  appealWithdraw,
  evidenceUpload,
  ownAppeals,
  WIRE_REASONS,
  type P2pAppeal,
  type WireReason,
} from '@meridian/contract/p2p/appeal-calls';
import { P2P_ROWS } from '@meridian/contract/p2p/calls';
import type { CallOutput } from '@meridian/contract/schema/call';
import type { AppealReason } from '@meridian/core/p2p/p2p-commands';
import { formatDecimal } from '@meridian/money/decimal';
import type { CallContext, CallRegistry, Session } from '../../gateway/handler.ts';
import { keyOf } from '../../gateway/key-of.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { submit } from '../../gateway/submit.ts';
import { textOf } from '../../texts.ts';
import { listedCurrency } from '../market/currency-of-call.ts';
import { appealById, appealsOfUser, rulingReasons, type AppealRow } from './appeal-queries.ts';
import { type Ground, requireOwner, requireVerified } from './ground.ts';
import { dealById } from './queries.ts';
import {
  addStatement,
  removeStatement,
  statementText,
  statementsOf,
  type P2pStatement,
} from './statements.ts';

export const WIRE_REASON = {
  notReleased: 'not_released',
  cancelledAfterPaying: 'cancelled_after_paying',
  notReceived: 'not_received',
  wrongAmount: 'wrong_amount',
  otherPayer: 'other_payer',
  paymentReversed: 'payment_reversed',
  other: 'other',
} as const satisfies Record<AppealReason, WireReason>;
const REASON = Object.fromEntries(
  Object.entries(WIRE_REASON).map(([ours, wire]) => [wire, ours]),
) as Record<WireReason, AppealReason>;

/** Appeals on own deals, with the statements and files of both sides. */
export function registerAppeals(gateway: CallRegistry, ground: Ground): void {
  const { engine, evidence } = ground;
  gateway.registerCall(appealOpen, (context) => appeal(ground, context));
  gateway.registerCall(appealState, (context) => state(ground, context));
  gateway.registerCall(appealWithdraw, async ({ session, input, language, idempotencyKey }) => {
    // It may let go of all that the owner still has a claim to.
    await requireOwner(ground, session);
    const key = keyOf(idempotencyKey);
    const command = { kind: 'p2p.withdrawAppeal', user: session.user, appeal: input.id } as const;
    await submit(engine, { ...command, ...key });
    return textOf(language, 'answer.p2p.appealWithdrawn');
  });
  gateway.registerCall(ownAppeals, (context) => list(ground, context));
  gateway.registerCall(evidenceUpload, async ({ session, file }) => {
    // Only verified users have deals: others have nothing to show.
    await requireVerified(ground, session.user);
    return evidence.add(session, file);
  });
}

async function appeal(
  { engine, live, gate, queries, fields, evidence }: Ground,
  { session, input, idempotencyKey }: CallContext<typeof appealOpen>,
): Promise<CallOutput<typeof appealOpen>> {
  const { user } = session;
  const { id: deal, version = 0, reason, statement, file_1, file_2, file_3 } = input;
  const text = statementText(statement);
  await gate.reached(live.seq);
  const row = await dealById(queries, deal);
  if (row === undefined || (row.buyer !== user && row.seller !== user))
    throw new Refusal('p2p_deal_not_found', { field: 'id' });
  const reasons: readonly WireReason[] = WIRE_REASONS[row.buyer === user ? 'buyer' : 'seller'];
  if (!reasons.includes(reason)) throw new Refusal('input_invalid', { field: 'reason' });
  const files = await evidence.ownIds(user, { file_1, file_2, file_3 });
  const key = keyOf(idempotencyKey);
  const { id = 0 } = await submit(engine, {
    kind: 'p2p.appeal',
    user,
    deal,
    version,
    reason: REASON[reason],
    ...key,
  });
  await addStatement({ queries, fields }, { appeal: id, user, text, files, ...key });
  return { id };
}

/** Keeps the statement first: an answer without one would let a ruling come too early. */
async function state(
  { access, engine, live, queries, gate, fields, evidence }: Ground,
  { session, input, language, idempotencyKey }: CallContext<typeof appealState>,
): Promise<string> {
  const { user } = session;
  // The answer may decide the appeal: "I did not pay".
  await access.requireStepUp(session);
  const { id, statement, file_1, file_2, file_3 } = input;
  const text = statementText(statement);
  await gate.reached(live.seq);
  const open = live.p2p.appeal(id);
  const deal = open === undefined ? undefined : await dealById(queries, open.deal);
  if (open === undefined || deal === undefined || (user !== deal.buyer && user !== deal.seller))
    throw new Refusal('appeal_not_found', { field: 'id' });
  const files = await evidence.ownIds(user, { file_1, file_2, file_3 });
  const key = keyOf(idempotencyKey);
  const added = await addStatement({ queries, fields }, { appeal: id, user, text, files, ...key });
  if (user !== deal[open.by] && open.answeredMs === 0)
    try {
      await submit(engine, { kind: 'p2p.answerAppeal', user, appeal: id, ...key });
    } catch (error) {
      if (error instanceof Refusal && added !== undefined) await removeStatement(queries, added);
      throw error;
    }
  return textOf(language, 'answer.p2p.stated');
}

async function list(
  ground: Ground,
  { session, input }: CallContext<typeof ownAppeals>,
): Promise<CallOutput<typeof ownAppeals>> {
  const { live, queries, gate } = ground;
  const { page = 1, id, deal_id: deal = 0 } = input;
  const { user } = session;
  await gate.reached(live.seq);
  const isOwn = (row: { buyer: number; seller: number } | undefined): boolean =>
    row !== undefined && (row.buyer === user || row.seller === user);
  if (deal !== 0 && !isOwn(await dealById(queries, deal)))
    throw new Refusal('p2p_deal_not_found', { field: 'deal_id' });
  if (id === undefined) {
    const rows = await appealsOfUser(queries, user, { deal, page, rows: P2P_ROWS });
    return { data: await shownAppeals(ground, rows, session), page, limit: P2P_ROWS };
  }
  const row = await appealById(queries, id);
  if (row === undefined || !isOwn(row)) throw new Refusal('appeal_not_found', { field: 'id' });
  return { data: await shownAppeals(ground, [row], session), page, limit: P2P_ROWS };
}

/**
 * Appeals as one of the two sides sees them.
 * @param session of the side that sees them and opens the links
 */
export async function shownAppeals(
  ground: Pick<Ground, 'live' | 'queries' | 'fields' | 'evidence'>,
  rows: readonly AppealRow[],
  session: Session,
): Promise<P2pAppeal[]> {
  const { queries, evidence } = ground;
  const ids = rows.map(({ id }) => id);
  const [said, reasons] = await Promise.all([
    statementsOf(ground, ids),
    rulingReasons(queries, ids),
  ]);
  const files = await evidence.shown(
    said.flatMap((each) => each.files),
    session.session,
  );
  const statementRow = ({ id, user, text, files: names, atMs }: P2pStatement, row: AppealRow) => ({
    id,
    by: user === row.buyer ? ('buyer' as const) : ('seller' as const),
    is_own: user === session.user ? (1 as const) : (0 as const),
    statement: text,
    files: names.flatMap((name) => files.get(name) ?? []),
    create_time_ms: atMs,
  });
  return rows.map((row) => ({
    ...appealRow(ground, row, session.user),
    statements: said.filter(({ appeal }) => appeal === row.id).map((one) => statementRow(one, row)),
    ruling: rulingRow(ground, row, reasons),
  }));
}

function appealRow(
  { live }: Pick<Ground, 'live'>,
  row: AppealRow,
  user: number,
): Omit<P2pAppeal, 'statements' | 'ruling'> {
  const currency = listedCurrency(live, row.currency);
  return {
    id: row.id,
    deal_id: row.deal,
    type: row.buyer === user ? 'buy' : 'sell',
    is_own: row[row.by] === user ? 1 : 0,
    reason: WIRE_REASON[row.reason],
    state: row.state,
    is_after_end: row.isAfterEnd ? 1 : 0,
    currency_id: currency.id,
    currency_name: currency.code,
    number: formatDecimal(row.amount, currency.scale),
    open_time_ms: row.openedMs,
    answer_due_ms: row.answerDueMs,
    answer_time_ms: row.answeredMs,
    end_time_ms: row.state === 'open' ? 0 : row.changedMs,
  };
}

/** Nobody but operators hears of a ruling that a second one has not confirmed. */
function rulingRow(
  { live }: Pick<Ground, 'live'>,
  { id, state: now, ruling, amount, currency, buyer, seller }: AppealRow,
  reasonOf: Awaited<ReturnType<typeof rulingReasons>>,
): P2pAppeal['ruling'] {
  if (ruling === undefined || now !== 'ruled') return [];
  const { scale } = listedCurrency(live, currency);
  const { toBuyer, fault, bondCut } = ruling;
  const atFault = { buyer, seller, nobody: 0 }[fault];
  const bond = live.p2p.trader(atFault)?.bond?.currency ?? currency;
  return [
    {
      to_buyer: formatDecimal(toBuyer, scale),
      to_seller: formatDecimal(amount - toBuyer, scale),
      fault,
      bond_cut: formatDecimal(bondCut, listedCurrency(live, bond).scale),
      reason: reasonOf({ ...ruling, appeal: id }),
    },
  ];
}
