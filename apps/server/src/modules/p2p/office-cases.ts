import type { officeP2pAppeal, officeP2pAppeals } from '@meridian/contract/p2p/office-appeals';
import type { CallOutput } from '@meridian/contract/schema/call';
import type { Currency } from '@meridian/core/catalog/catalog';
import type { UserId } from '@meridian/core/ids';
import type { DealId } from '@meridian/core/p2p/p2p-commands';
import { formatDecimal } from '@meridian/money/decimal';
import type { Queries } from '../../database/database.ts';
import { requireOther } from '../account/own-account.ts';
import { listedCurrency } from '../market/currency-of-call.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import type { AppealRow } from './appeal-queries.ts';
import { WIRE_REASON } from './appeal-routes.ts';
import { Chat } from './chat.ts';
import { chatRow } from './chat-routes.ts';
import type { Ground } from './ground.ts';
import { dealById, type DealRow } from './queries.ts';
import { statementsOf } from './statements.ts';
import { formatFiat, recordOf, WIRE_WAY } from './translate.ts';

type AppealRowOut = CallOutput<typeof officeP2pAppeals>['list'][number];
type Whole = CallOutput<typeof officeP2pAppeal>;
type DealCase = Pick<
  Whole,
  'way' | 'payee_name' | 'payee_bank' | 'payee_account' | 'sides' | 'steps' | 'chat'
>;
type AppealCase = Pick<Whole, 'statements' | 'rulings'>;

/** The state of a ruling by that of its appeal. It has passed where the appeal ended without it. */
const RULING_STATES: Readonly<Record<AppealRow['state'], AppealCase['rulings'][number]['state']>> =
  {
    open: 'waits',
    ruled: 'counts',
    settled: 'passed',
    withdrawn: 'passed',
  };

/** Refuses an operator who is one of the two sides, or belongs to one of them. */
export async function requireNoSide(
  queries: Queries,
  operator: number,
  { buyer, seller }: Pick<DealRow, 'buyer' | 'seller'>,
): Promise<void> {
  for (const side of [buyer, seller]) await requireOther(queries, operator, BigInt(side));
}

/** The chat, the steps and the paid account of a deal. The caller has logged the reading. */
export async function dealCaseOf(
  ground: Ground,
  deal: DealRow,
  { session, accounts }: { readonly session: string; readonly accounts: Accounts },
): Promise<DealCase> {
  const { queries, payees, pictures } = ground;
  const [messages, steps, payee, buyer, seller] = await Promise.all([
    new Chat(ground).whole(deal.id, 'office'),
    stepsOf(ground, deal.id),
    payees.byId([deal.account]),
    sideOf(ground, deal.buyer, accounts),
    sideOf(ground, deal.seller, accounts),
  ]);
  const operators = await operatorAccounts(
    queries,
    messages.flatMap(({ operator }) => operator ?? []),
  );
  const paidInto = payee.get(deal.account);
  return {
    way: WIRE_WAY[deal.way],
    payee_name: paidInto?.realName ?? '',
    payee_bank: paidInto?.bankName ?? '',
    payee_account: paidInto?.account ?? '',
    sides: { buyer, seller },
    steps,
    chat: messages.map((message) => ({
      ...chatRow(pictures, message, { session, side: undefined }),
      operator: operators.get(message.operator ?? 0) ?? '',
    })),
  };
}

/** The statements and files of both sides of an appeal, and its rulings. */
export async function appealCaseOf(
  ground: Ground,
  row: AppealRow,
  session: string,
): Promise<AppealCase> {
  const [said, rulings] = await Promise.all([
    statementsOf(ground, [row.id]),
    rulingsOf(ground, row),
  ]);
  const files = await ground.evidence.shown(
    said.flatMap((each) => each.files),
    session,
  );
  return {
    statements: said.map(({ id, user, text, files: names, atMs }) => ({
      id,
      by: user === row.buyer ? ('buyer' as const) : ('seller' as const),
      statement: text,
      files: names.flatMap((name) => files.get(name) ?? []),
      time: shanghaiTime(atMs),
    })),
    rulings,
  };
}

/** An appeal as the queue shows it. */
export function appealRowOf(
  { live }: Ground,
  row: AppealRow,
  deal: DealRow,
  accounts: Accounts,
): AppealRowOut {
  const currency = listedCurrency(live, row.currency);
  const terms = live.p2p.termsOf(row.currency);
  const isOpen = row.state === 'open';
  return {
    id: row.id,
    deal: row.deal,
    state: row.state,
    by: row.by,
    reason: WIRE_REASON[row.reason],
    is_after_end: row.isAfterEnd,
    buyer: row.buyer,
    buyer_account: accounts.get(row.buyer)?.account ?? '',
    seller: row.seller,
    seller_account: accounts.get(row.seller)?.account ?? '',
    number: formatDecimal(row.amount, currency.scale),
    currency_name: currency.code,
    money: formatFiat(deal.fiat),
    opened_time: shanghaiTime(row.openedMs),
    answer_due_time: shanghaiTime(row.answerDueMs),
    answered_time: row.answeredMs === 0 ? '' : shanghaiTime(row.answeredMs),
    ended_time: isOpen ? '' : shanghaiTime(row.changedMs),
    can_be_ruled: isOpen && (row.answeredMs !== 0 || live.timeMs >= row.answerDueMs),
    needs_two: terms === undefined || deal.fiat >= terms.twoOperatorsFrom,
    waits_for_second: isOpen && row.ruling !== undefined,
  };
}

interface Account {
  readonly account: string;
  readonly mobile: string;
  readonly registeredMs: number;
}

export type Accounts = ReadonlyMap<UserId, Account>;

export async function accountsOf({ queries }: Ground, users: readonly UserId[]): Promise<Accounts> {
  if (users.length === 0) return new Map();
  const rows = await queries
    .selectFrom('users')
    .select(['id', 'account', 'mobile', 'created_at'])
    .where('id', 'in', users.map(BigInt))
    .execute();
  return new Map(
    rows.map(({ id, account, mobile, created_at }) => [
      Number(id),
      { account, mobile: mobile ?? '', registeredMs: created_at.getTime() },
    ]),
  );
}

async function sideOf(
  { live, identities }: Ground,
  user: UserId,
  accounts: Accounts,
): Promise<DealCase['sides']['buyer']> {
  const names = await identities.namesOf([BigInt(user)]);
  const { account = '', mobile = '', registeredMs = 0 } = accounts.get(user) ?? {};
  const record = live.p2p.trader(user);
  const { orders_30d, completed_30d, completed_all } = recordOf(record, live.timeMs);
  const bond = record?.bond ?? null;
  const currency = bond === null ? undefined : listedCurrency(live, bond.currency);
  return {
    user,
    account,
    real_name: names.get(user) ?? '',
    mobile,
    registered_time: shanghaiTime(registeredMs),
    completed_all,
    cancelled_all: record?.cancelled ?? 0,
    orders_30d,
    completed_30d,
    appeals_lost: record?.appealsLost ?? 0,
    is_merchant: record?.isMerchant === true,
    bond: formatDecimal(bond?.amount ?? 0n, currency?.scale ?? 0),
    bond_currency_name: currency?.code ?? '',
  };
}

type Given = Omit<NonNullable<AppealRow['ruling']>, 'confirmedBy'>;

/** The ruling that waits or counts, once for each operator who gave it. */
export function givenOf({ ruling }: AppealRow): Given[] {
  if (ruling === undefined) return [];
  const { confirmedBy, ...first } = ruling;
  return [first, ...(confirmedBy === undefined ? [] : [{ ...first, operator: confirmedBy }])];
}

export function isSame(a: Given, b: Given): boolean {
  return (
    a.operator === b.operator &&
    a.toBuyer === b.toBuyer &&
    a.fault === b.fault &&
    a.bondCut === b.bondCut
  );
}

/**
 * Rulings that operators asked for, oldest first: the one that waits or counts, and those that it
 * replaced.
 */
async function rulingsOf(ground: Ground, row: AppealRow): Promise<AppealCase['rulings']> {
  const { live, queries } = ground;
  const rows = await queries
    .selectFrom('p2p_rulings')
    .selectAll()
    .where('appeal', '=', BigInt(row.id))
    .orderBy('created_at')
    .execute();
  const asked = rows.map(({ operator, to_buyer, fault, bond_cut, reason, created_at }) => ({
    ...{ operator: Number(operator), toBuyer: to_buyer, fault, bondCut: bond_cut, reason },
    time: shanghaiTime(created_at.getTime()),
  }));
  const given = givenOf(row);
  const isGiven = (ruling: Given): boolean => given.some((each) => isSame(each, ruling));
  // The core's state counts: a ruling is shown even where nobody's reason for it is known.
  const unasked = given
    .filter((ruling) => !asked.some((each) => isSame(each, ruling)))
    .map((ruling) => ({ ...ruling, reason: '', time: '' }));
  const all = [...asked, ...unasked];
  const operators = await operatorAccounts(
    queries,
    all.map(({ operator }) => operator),
  );
  return all.map((ruling) => ({
    state: isGiven(ruling) ? RULING_STATES[row.state] : 'passed',
    to_buyer: formatDecimal(ruling.toBuyer, listedCurrency(live, row.currency).scale),
    fault: ruling.fault,
    bond_cut: formatDecimal(ruling.bondCut, bondCurrency(ground, row, ruling.fault).scale),
    operator: operators.get(ruling.operator) ?? '',
    reason: ruling.reason,
    time: ruling.time,
  }));
}

/** The coin of the bond of the side at fault; without a bond that of the deal. */
export function bondCurrency(
  { live }: Ground,
  { currency, buyer, seller }: AppealRow,
  fault: 'buyer' | 'seller' | 'nobody',
): Currency {
  const atFault = { buyer, seller, nobody: 0 }[fault];
  return listedCurrency(live, live.p2p.trader(atFault)?.bond?.currency ?? currency);
}

/** A deal of an appeal, which is there. */
export async function dealOf({ queries }: Ground, id: DealId): Promise<DealRow> {
  const deal = await dealById(queries, id);
  if (deal === undefined) throw new Error(`deal ${id} of an appeal is not there`);
  return deal;
}

async function stepsOf({ queries }: Ground, deal: DealId): Promise<DealCase['steps']> {
  const rows = await queries
    .selectFrom('p2p_steps')
    .select(['cause', 'at_ms'])
    .where('deal', '=', BigInt(deal))
    .orderBy('version')
    .execute();
  return rows.map(({ cause, at_ms }) => ({ cause, time: shanghaiTime(Number(at_ms)) }));
}

/** Accounts of operators by their numbers. */
async function operatorAccounts(
  queries: Queries,
  operators: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (operators.length === 0) return new Map();
  const rows = await queries
    .selectFrom('operators')
    .select(['id', 'account'])
    .where('id', 'in', [...new Set(operators)].map(BigInt))
    .execute();
  return new Map(rows.map(({ id, account }) => [Number(id), account]));
}
