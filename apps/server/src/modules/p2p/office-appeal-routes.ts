import {
  officeP2pAppeal,
  officeP2pAppeals,
  officeP2pRule,
} from '@meridian/contract/p2p/office-appeals';
import type { CallOutput } from '@meridian/contract/schema/call';
import { OFFICE_ROWS } from '@meridian/contract/schema/office-call';
import type { Currency } from '@meridian/core/catalog/catalog';
import type { Amount } from '@meridian/money/amount';
import { formatDecimal } from '@meridian/money/decimal';
import type { Selectable } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { submit } from '../../gateway/submit.ts';
import { textOf } from '../../texts.ts';
import { customersShown } from '../account/customers-shown.ts';
import { ownAmong } from '../account/own-account.ts';
import { listedCurrency, unitsOf } from '../market/currency-of-call.ts';
import { appealById, appealsIn, type AppealRow } from './appeal-queries.ts';
import type { Ground } from './ground.ts';
import {
  accountsOf,
  appealCaseOf,
  appealRowOf,
  bondCurrency,
  dealCaseOf,
  dealOf,
  givenOf,
  isSame,
  requireNoSide,
} from './office-cases.ts';
import type { DealRow } from './queries.ts';
import { formatTicks } from './translate.ts';

type Whole = CallOutput<typeof officeP2pAppeal>;

/** Appeals for operators: the queue, all that belongs to one, and rulings. */
export function registerOfficeAppeals(gateway: CallRegistry, ground: Ground): void {
  gateway.registerCall(officeP2pAppeals, (context) => queue(ground, context));
  gateway.registerCall(officeP2pAppeal, (context) => whole(ground, context));
  gateway.registerCall(officeP2pRule, (context) => rule(ground, context));
}

async function queue(
  ground: Ground,
  { input, operator, audit }: CallContext<typeof officeP2pAppeals>,
): Promise<CallOutput<typeof officeP2pAppeals>> {
  const { live, queries, gate } = ground;
  const { page = 1, state } = input;
  await gate.reached(live.seq);
  const { list, total } = await appealsIn(queries, state, { page, rows: OFFICE_ROWS });
  const users = list.flatMap(({ buyer, seller }) => [buyer, seller]);
  await audit(customersShown('p2p.appeals', users));
  const [accounts, deals, own] = await Promise.all([
    accountsOf(ground, users),
    Promise.all(list.map((row) => dealOf(ground, row.deal))),
    ownAmong(queries, operator.operator, users.map(BigInt)),
  ]);
  const isOwn = ({ buyer, seller }: AppealRow): boolean =>
    [buyer, seller].some((side) => own.has(BigInt(side)));
  const rows = list.map((row, place) => ({
    ...appealRowOf(ground, row, deals[place] as DealRow, accounts),
    // Neither side hears of a ruling that waits, though one of them is an operator.
    ...(isOwn(row) ? { waits_for_second: false } : {}),
  }));
  return { list: rows, total, page };
}

async function whole(
  ground: Ground,
  { input, operator, audit }: CallContext<typeof officeP2pAppeal>,
): Promise<Whole> {
  const { live, queries, gate } = ground;
  await gate.reached(live.seq);
  const row = await appealById(queries, input.id);
  if (row === undefined) throw new Refusal('appeal_not_found', { field: 'id' });
  const { deal: id, buyer, seller } = row;
  await requireNoSide(queries, operator.operator, row);
  // Logged before anything is shown.
  await audit({ action: 'p2p.appeal', subject: `appeal ${row.id}`, after: { deal: id } });
  const [deal, accounts] = await Promise.all([
    dealOf(ground, id),
    accountsOf(ground, [buyer, seller]),
  ]);
  const { session } = operator;
  const [ofDeal, ofAppeal] = await Promise.all([
    dealCaseOf(ground, deal, { session, accounts }),
    appealCaseOf(ground, row, session),
  ]);
  const { scale } = listedCurrency(live, row.currency);
  return {
    ...appealRowOf(ground, row, deal, accounts),
    price: formatTicks(deal.priceTicks),
    quantity: formatDecimal(deal.quantity, scale),
    received: formatDecimal(deal.toBuyer, scale),
    deal_state: deal.state,
    ...ofDeal,
    ...ofAppeal,
  };
}

/** The reason is kept and the log written before the core is told, as for each of its commands. */
async function rule(
  ground: Ground,
  { input, operator, audit, language }: CallContext<typeof officeP2pRule>,
): Promise<string> {
  const { live, queries, engine, gate } = ground;
  const { id, fault } = input;
  const reason = input.reason.trim();
  if (reason === '') throw new Refusal('field_missing', { field: 'reason' });
  await gate.reached(live.seq);
  const row = await appealById(queries, id);
  if (row?.state !== 'open') throw new Refusal('appeal_not_found', { field: 'id' });
  const { buyer, seller, deal } = row;
  await requireNoSide(queries, operator.operator, row);
  const toBuyer = amountOrNone(input.to_buyer, listedCurrency(live, row.currency), 'to_buyer');
  const bondCut = amountOrNone(input.bond_cut ?? '0', bondCurrency(ground, row, fault), 'bond_cut');
  if (fault === 'nobody' && bondCut > 0n) throw new Refusal('input_invalid', { field: 'bond_cut' });
  const { to_buyer, bond_cut = '0' } = input;
  const asked = {
    appeal: BigInt(id),
    operator: BigInt(operator.operator),
    to_buyer: toBuyer,
    fault,
    bond_cut: bondCut,
  };
  const isNew = await queries.transaction().execute(async (transaction) => {
    // The reason that a second operator may have read stays that of the ruling.
    const kept = await transaction
      .insertInto('p2p_rulings')
      .values({ ...asked, reason, created_at: new Date() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    const after = { deal, buyer, seller, to_buyer, fault, bond_cut, reason };
    await audit({ action: 'p2p.rule', subject: `appeal ${id}`, after }, transaction);
    return (kept.numInsertedOrUpdatedRows ?? 0n) > 0n;
  });
  try {
    const command = { kind: 'p2p.rule', appeal: id, toBuyer, fault, bondCut } as const;
    await submit(engine, { ...command, operator: operator.operator });
  } catch (error) {
    if (error instanceof Refusal && isNew) await forgetReason(ground, asked);
    throw error;
  }
  return live.p2p.appeal(id) === undefined
    ? textOf(language, 'answer.done')
    : 'The ruling is written down. It counts when a second operator rules the same.';
}

/** Erases the reason of a ruling that the core refused, unless the same one counts or waits. */
async function forgetReason(
  { live, queries, gate }: Ground,
  asked: Omit<Selectable<Tables['p2p_rulings']>, 'reason' | 'created_at'>,
): Promise<void> {
  await gate.reached(live.seq);
  const row = await appealById(queries, Number(asked.appeal));
  const { operator, to_buyer: toBuyer, fault, bond_cut: bondCut } = asked;
  const ruling = { operator: Number(operator), toBuyer, fault, bondCut };
  if (row !== undefined && givenOf(row).some((each) => isSame(each, ruling))) return;
  await queries
    .deleteFrom('p2p_rulings')
    .where((row) => row.and(asked))
    .execute();
}

/** An amount of a call that may be 0. */
function amountOrNone(text: string, { scale }: Currency, field: string): Amount {
  const units = unitsOf(text, scale, field);
  if (units < 0n) throw new Refusal('number_range', { field });
  return units as Amount;
}
