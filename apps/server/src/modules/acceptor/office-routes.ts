import type { CallInput, CallOutput } from '@meridian/contract/schema/call';
import { OFFICE_ROWS } from '@meridian/contract/schema/office-call';
import {
  officeAcceptors,
  officeAcceptorSave,
  officeAgentRemove,
  officeAgents,
  officeAgentSave,
  officeDealRule,
  officeDeals,
  officeDealStatements,
  type OFFICE_DEAL_STATES,
} from '@meridian/contract/acceptor/office';
import { formatDecimal, formatFixed, parseDecimal } from '@meridian/money/decimal';
import { sql, type Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { onlyCloses } from '../../gateway/tightens.ts';
import type { LiveView } from '../live-view.ts';
import type { SealedFields } from '../../sealed/sealed-fields.ts';
import type { OwnPictures } from '../../own-pictures.ts';
import { textOf } from '../../texts.ts';
import { customersShown } from '../account/customers-shown.ts';
import { requireOther } from '../account/own-account.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import type { AcceptorTables, DealStatus } from './acceptor-tables.ts';
import { OPEN_DEALS, type Deal, type Deals } from './deals.ts';
import { dealCurrency, MONEY_SCALE, RATE_SCALE } from './routes.ts';
import { statementsOf } from './statements.ts';

interface AcceptorOfficeServices {
  readonly queries: Queries;
  readonly live: LiveView;
  readonly deals: Deals;
  readonly pictures: OwnPictures;
  readonly fields: SealedFields;
}

/** The office's name of each state. A failed deal is not shown. */
const STATES: Readonly<Record<Exclude<DealStatus, 'failed'>, (typeof OFFICE_DEAL_STATES)[number]>> =
  {
    opening: 'moving',
    waiting: 'waiting',
    marked: 'waiting',
    disputed: 'disputed',
    paying: 'moving',
    returning: 'moving',
    confirmed: 'confirmed',
    rejected: 'rejected',
  };
const UNIQUE_VIOLATION = '23505';

/** Acceptors, disputes of their deals, and regional agents, for operators. */
export function registerAcceptorOfficeRoutes(
  gateway: CallRegistry,
  services: AcceptorOfficeServices,
): void {
  const { queries } = services;
  gateway.registerCall(officeAcceptors, (context) => acceptorPage(services, context));
  gateway.registerCall(
    officeAcceptorSave,
    (context) => saveAcceptor(services, context),
    onlyCloses('is_open'),
  );
  gateway.registerCall(officeDeals, (context) => dealPage(services, context));
  gateway.registerCall(officeDealStatements, (context) => openStatements(services, context));
  gateway.registerCall(officeDealRule, (context) => rule(services, context));
  gateway.registerCall(officeAgents, (context) => agentPage(services, context));
  gateway.registerCall(officeAgentSave, (context) => saveAgent(services, context));
  gateway.registerCall(officeAgentRemove, async ({ input, audit, language }) => {
    await queries.transaction().execute(async (transaction) => {
      const before = await transaction
        .deleteFrom('regional_agents')
        .where('user_id', '=', BigInt(input.user))
        .returning(['city_name', 'district_name'])
        .executeTakeFirst();
      if (before === undefined) throw new Refusal('agent_not_found', { field: 'user' });
      await audit({ action: 'agent.remove', subject: `user ${input.user}`, before }, transaction);
    });
    return textOf(language, 'answer.done');
  });
}

async function acceptorPage(
  { queries, live, fields }: AcceptorOfficeServices,
  { input }: CallContext<typeof officeAcceptors>,
): Promise<CallOutput<typeof officeAcceptors>> {
  const page = input.page ?? 1;
  let query = queries.selectFrom('acceptors').innerJoin('users', 'users.id', 'acceptors.user_id');
  const { q, id: wanted } = input;
  if (wanted !== undefined) query = query.where('acceptors.id', '=', BigInt(wanted));
  if (q !== undefined && q !== '')
    query = query.where(({ eb, or }) =>
      or([
        eb('acceptors.name', 'ilike', containing(q)),
        eb('users.account', 'ilike', containing(q)),
        ...idOf(q).map((id) => eb('acceptors.user_id', '=', id)),
      ]),
    );
  const { count } = await query
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .selectAll('acceptors')
    .select('users.account')
    .orderBy('acceptors.id')
    .limit(OFFICE_ROWS)
    .offset((page - 1) * OFFICE_ROWS)
    .execute();
  const funds = await waitingFunds(
    queries,
    rows.map(({ id }) => id),
  );
  const currency = dealCurrency(live);
  const text = (units: bigint): string => formatDecimal(units, currency.scale);
  const list = rows.map((row) => {
    const {
      id,
      user_id,
      account,
      name,
      is_open,
      created_at: _created,
      recharge_amount,
      recharge_rate,
      cash_amount,
      cash_rate,
      ...accounts
    } = fields.open('acceptors', row.user_id, row);
    const { held, coming, open_deals, disputed_deals } = funds.get(String(id)) ?? {
      held: '0',
      coming: '0',
      open_deals: 0,
      disputed_deals: 0,
    };
    return {
      ...{ id: Number(id), user: Number(user_id), account, name, is_open, ...accounts },
      recharge_amount: formatFixed(recharge_amount, MONEY_SCALE),
      recharge_rate: formatDecimal(recharge_rate, RATE_SCALE),
      cash_amount: formatFixed(cash_amount, MONEY_SCALE),
      cash_rate: formatDecimal(cash_rate, RATE_SCALE),
      available: text(live.balance(Number(user_id), 'spot', currency.id).available),
      held: text(BigInt(held)),
      coming: text(BigInt(coming)),
      ...{ open_deals, disputed_deals },
    };
  });
  return { list, total: Number(count), page };
}

/** Coins in the open deals of acceptors: their own, and those that they buy. */
async function waitingFunds(queries: Queries, acceptors: readonly bigint[]) {
  const { rows } =
    acceptors.length === 0
      ? { rows: [] }
      : await sql<{
          acceptor: bigint;
          held: string;
          coming: string;
          open_deals: number;
          disputed_deals: number;
        }>`
          SELECT acceptor, coalesce(sum(amount) FILTER (WHERE type = 'buy'), 0)::text AS held, coalesce(sum(amount) FILTER (WHERE type = 'sell'), 0)::text AS coming,
            count(*)::int AS open_deals, (count(*) FILTER (WHERE status = 'disputed'))::int AS disputed_deals
          FROM acceptor_deals WHERE acceptor IN (${sql.join([...acceptors])}) AND status IN (${sql.join([...OPEN_DEALS])}) AND escrow IS NOT NULL GROUP BY acceptor`.execute(
          queries,
        );
  return new Map(rows.map(({ acceptor, ...row }) => [String(acceptor), row]));
}

async function saveAcceptor(
  { queries, fields }: AcceptorOfficeServices,
  { input, operator, audit }: CallContext<typeof officeAcceptorSave>,
): Promise<{ id: number }> {
  const {
    id,
    user,
    name,
    open,
    wechat_nickname = '',
    wechat_account = '',
    ali_nickname = '',
    ali_account = '',
    bank_name = '',
    bank_account = '',
    bank_address = '',
  } = input;
  const accounts = {
    wechat_nickname,
    wechat_account,
    ali_nickname,
    ali_account,
    bank_name,
    bank_account,
    bank_address,
  };
  const terms = {
    recharge_amount: above0(input.recharge_amount, MONEY_SCALE, 'recharge_amount'),
    recharge_rate: above0(input.recharge_rate, RATE_SCALE, 'recharge_rate'),
    cash_amount: above0(input.cash_amount, MONEY_SCALE, 'cash_amount'),
    cash_rate: above0(input.cash_rate, RATE_SCALE, 'cash_rate'),
  };
  const values = { name, ...terms, ...accounts, is_open: open === '1' };
  return queries.transaction().execute((transaction) => {
    const saving = { transaction, fields, values, operator, audit };
    return id === undefined ? addAcceptor(saving, user) : changeAcceptor(saving, id);
  });
}

interface Saving extends Pick<CallContext<typeof officeAcceptorSave>, 'operator' | 'audit'> {
  readonly transaction: Queries;
  readonly fields: SealedFields;
  readonly values: Parameters<typeof loggedOf>[0];
}

async function addAcceptor(
  { transaction, fields, values, operator, audit }: Saving,
  user = 0,
): Promise<{ id: number }> {
  const owner = await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', BigInt(user))
    .executeTakeFirst();
  if (owner === undefined) throw new Refusal('user_not_found', { field: 'user' });
  await requireOther(transaction, operator.operator, owner.id);
  const added = await insertOnce(() =>
    transaction
      .insertInto('acceptors')
      .values({ user_id: owner.id, ...fields.seal('acceptors', owner.id, values) })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  // Its number is known only after the insert.
  await audit(
    {
      action: 'acceptor.add',
      subject: `acceptor of user ${owner.id}`,
      after: { user: Number(owner.id), ...loggedOf(values) },
    },
    transaction,
  );
  return { id: Number(added.id) };
}

async function changeAcceptor(
  { transaction, fields, values, operator, audit }: Saving,
  id: number,
): Promise<{ id: number }> {
  const before = await transaction
    .selectFrom('acceptors')
    .selectAll()
    .where('id', '=', BigInt(id))
    .forUpdate()
    .executeTakeFirst();
  if (before === undefined) throw new Refusal('acceptor_not_found', { field: 'id' });
  await requireOther(transaction, operator.operator, before.user_id);
  await transaction
    .updateTable('acceptors')
    .set(fields.seal('acceptors', before.user_id, values))
    .where('id', '=', before.id)
    .execute();
  const {
    id: _number,
    user_id,
    created_at: _created,
    ...earlier
  } = fields.open('acceptors', before.user_id, before);
  await audit(
    {
      action: 'acceptor.change',
      subject: `acceptor ${id}`,
      before: { user: Number(user_id), ...loggedOf(earlier) },
      after: { user: Number(user_id), ...loggedOf(values) },
    },
    transaction,
  );
  return { id };
}

/** An acceptor in the log. */
function loggedOf(
  values: Omit<Selectable<AcceptorTables['acceptors']>, 'id' | 'user_id' | 'created_at'>,
) {
  const {
    name,
    recharge_amount,
    recharge_rate,
    cash_amount,
    cash_rate,
    wechat_nickname,
    wechat_account,
    ali_nickname,
    ali_account,
    bank_name,
    bank_account,
    bank_address,
    is_open,
  } = values;
  return {
    name,
    recharge_amount: formatFixed(recharge_amount, MONEY_SCALE),
    recharge_rate: formatDecimal(recharge_rate, RATE_SCALE),
    cash_amount: formatFixed(cash_amount, MONEY_SCALE),
    cash_rate: formatDecimal(cash_rate, RATE_SCALE),
    ...{
      wechat_nickname,
      wechat_account,
      ali_nickname,
      ali_account,
      bank_name,
      bank_account,
      bank_address,
      is_open,
    },
  };
}

/** A user can be only one acceptor. */
async function insertOnce<T>(insert: () => Promise<T>): Promise<T> {
  try {
    return await insert();
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION)
      throw new Refusal('acceptor_known', { field: 'user' });
    throw error;
  }
}

function above0(text: string, scale: number, field: string): bigint {
  const parsed = parseDecimal(text, scale);
  if (!parsed.ok)
    throw new Refusal(
      ({ syntax: 'number_syntax', precision: 'number_precision', range: 'number_range' } as const)[
        parsed.error
      ],
      { field },
    );
  if (parsed.units <= 0n) throw new Refusal('number_not_positive', { field });
  return parsed.units;
}

/** Deals of every acceptor that a search asks for. */
function askedDeals(queries: Queries, { q, status }: CallInput<typeof officeDeals>) {
  let query = queries
    .selectFrom('acceptor_deals')
    .innerJoin('acceptors', 'acceptors.id', 'acceptor_deals.acceptor')
    .innerJoin('users as customer', 'customer.id', 'acceptor_deals.user_id')
    .innerJoin('users as owner', 'owner.id', 'acceptors.user_id')
    .where('acceptor_deals.status', '!=', 'failed');
  const statuses = (Object.keys(STATES) as (keyof typeof STATES)[]).filter(
    (each) => STATES[each] === status,
  );
  if (status !== undefined) query = query.where('acceptor_deals.status', 'in', statuses);
  if (q !== undefined && q !== '') {
    query = query.where(({ eb, or }) =>
      or([
        eb('customer.account', '=', q),
        eb('owner.account', '=', q),
        eb('acceptors.name', 'ilike', containing(q)),
        ...idOf(q).flatMap((id) => [
          eb('acceptor_deals.id', '=', id),
          eb('acceptor_deals.user_id', '=', id),
          eb('acceptors.user_id', '=', id),
        ]),
      ]),
    );
  }
  return query;
}

async function dealPage(
  { queries, live, fields }: AcceptorOfficeServices,
  { input, audit }: CallContext<typeof officeDeals>,
): Promise<CallOutput<typeof officeDeals>> {
  const { page = 1, status } = input;
  const query = askedDeals(queries, input);
  const { count } = await query
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .leftJoin('operators', 'operators.id', 'acceptor_deals.ruled_by')
    .selectAll('acceptor_deals')
    .select([
      'customer.account',
      'owner.account as acceptor_account',
      'acceptors.name as acceptor_name',
      'acceptors.user_id as acceptor_user',
      'operators.account as ruler',
    ])
    // A queue is worked oldest first.
    .orderBy(
      status === 'disputed' ? 'acceptor_deals.disputed_at' : 'acceptor_deals.id',
      status === 'disputed' ? 'asc' : 'desc',
    )
    .limit(OFFICE_ROWS)
    .offset((page - 1) * OFFICE_ROWS)
    .execute();
  await audit(
    customersShown(
      'deals.list',
      rows.map(({ user_id }) => user_id),
    ),
  );
  const [ofUsers, ofAcceptors] = await Promise.all([
    pastOf(
      queries,
      'user_id',
      rows.map(({ user_id }) => user_id),
    ),
    pastOf(
      queries,
      'acceptor',
      rows.map(({ acceptor }) => acceptor),
    ),
  ]);
  const currency = dealCurrency(live);
  const list = rows.map((sealed) => {
    const row = fields.open('acceptor_deals', sealed.user_id, sealed);
    return shownDeal(row, currency.scale, {
      ofUser: pastWithout(ofUsers.get(String(row.user_id)), row),
      ofAcceptor: pastWithout(ofAcceptors.get(String(row.acceptor)), row),
    });
  });
  return { list, total: Number(count), page };
}

/** A deal with the names of both sides and of the operator who ruled. */
type DealRow = Deal & {
  readonly account: string;
  readonly acceptor_account: string;
  readonly acceptor_name: string;
  readonly acceptor_user: bigint;
  readonly ruler: string | null;
};

/** A deal as operators see it, with the numbers of other deals and disputes of both sides. */
function shownDeal(
  row: DealRow,
  scale: number,
  { ofUser, ofAcceptor }: { readonly ofUser: Past; readonly ofAcceptor: Past },
): CallOutput<typeof officeDeals>['list'][number] {
  return {
    ...{
      id: Number(row.id),
      type: row.type,
      status: row.status === 'failed' ? ('rejected' as const) : STATES[row.status],
      way: row.way,
    },
    money: formatFixed(row.money, MONEY_SCALE),
    number: formatDecimal(row.amount, scale),
    ...{
      user: Number(row.user_id),
      account: row.account,
      mobile: row.mobile,
      deal_account: row.deal_account,
      deal_holder: row.deal_holder,
      deal_bank: row.deal_bank,
    },
    ...{ user_deals: ofUser.deals, user_disputes: ofUser.disputes },
    ...{
      acceptor: Number(row.acceptor),
      acceptor_name: row.acceptor_name,
      acceptor_user: Number(row.acceptor_user),
      acceptor_account: row.acceptor_account,
      hes_account: row.hes_account,
    },
    ...{ acceptor_deals: ofAcceptor.deals, acceptor_disputes: ofAcceptor.disputes },
    ...{
      created_time: timeOf(row.created_at),
      marked_time: timeOf(row.marked_at),
      disputed_time: timeOf(row.disputed_at),
    },
    ...{
      ruling: row.ruling ?? ('' as const),
      ruling_reason: row.ruling_reason,
      ruled_by: row.ruler ?? '',
      ruled_time: timeOf(row.ruled_at),
    },
  };
}

interface Past {
  readonly deals: number;
  readonly disputes: number;
}

/** The past of a side without the shown deal. */
function pastWithout(
  { deals, disputes }: Past = { deals: 0, disputes: 0 },
  { status, disputed_at }: Pick<Deal, 'status' | 'disputed_at'>,
): Past {
  return {
    deals: status === 'confirmed' ? deals - 1 : deals,
    disputes: disputed_at === null ? disputes : disputes - 1,
  };
}

/** Numbers of each user's ended deals and disputes. */
async function pastOf(queries: Queries, column: 'user_id' | 'acceptor', ids: readonly bigint[]) {
  if (ids.length === 0) return new Map<string, Past>();
  const rows = await queries
    .selectFrom('acceptor_deals')
    .select([
      column,
      sql<number>`(count(*) FILTER (WHERE status = 'confirmed'))::int`.as('deals'),
      sql<number>`count(disputed_at)::int`.as('disputes'),
    ])
    .where(column, 'in', ids)
    .groupBy(column)
    .execute();
  return new Map(
    rows.map((row) => [String(row[column]), { deals: row.deals, disputes: row.disputes }]),
  );
}

async function openStatements(
  { queries, pictures, fields }: AcceptorOfficeServices,
  { input, operator, audit }: CallContext<typeof officeDealStatements>,
): Promise<CallOutput<typeof officeDealStatements>> {
  const deal = await queries
    .selectFrom('acceptor_deals')
    .select('id')
    .where('id', '=', BigInt(input.id))
    .executeTakeFirst();
  if (deal === undefined) throw new Refusal('deal_not_found', { field: 'id' });
  const statements = await statementsOf({ queries, fields }, deal.id);
  // Logged before anything is shown.
  await audit({
    action: 'deal.statements',
    subject: `deal ${input.id}`,
    after: {
      statements: statements.length,
      pictures: statements.reduce((sum, each) => sum + each.pictures.length, 0),
    },
  });
  return statements.map(({ id, by, user, account, text, pictures: ids, at }) => ({
    id,
    by,
    user,
    account,
    text,
    pictures: ids.map((each) => pictures.linkTo(each, operator.session)),
    created_time: timeOf(at),
  }));
}

async function rule(
  { queries, deals }: AcceptorOfficeServices,
  { input, operator, audit, language }: CallContext<typeof officeDealRule>,
): Promise<string> {
  const { id, ruling } = input;
  const reason = input.reason.trim();
  if (reason === '') throw new Refusal('field_missing', { field: 'reason' });
  const sides = await queries
    .selectFrom('acceptor_deals')
    .select(['seller_id', 'buyer_id'])
    .where('id', '=', BigInt(id))
    .executeTakeFirst();
  if (sides === undefined) throw new Refusal('deal_not_found', { field: 'id' });
  for (const side of [sides.seller_id, sides.buyer_id])
    await requireOther(queries, operator.operator, side);
  const { hasMoved } = await deals.rule(
    id,
    { ruling, reason, operator: operator.operator },
    (transaction) =>
      audit(
        {
          action: 'deal.rule',
          subject: `deal ${id}`,
          before: { status: 'disputed' },
          after: { ruling, reason, seller: Number(sides.seller_id), buyer: Number(sides.buyer_id) },
        },
        transaction,
      ),
  );
  return hasMoved
    ? textOf(language, 'answer.done')
    : 'The ruling is written down. The coins move as soon as they may leave.';
}

async function agentPage(
  { queries }: AcceptorOfficeServices,
  { input }: CallContext<typeof officeAgents>,
): Promise<CallOutput<typeof officeAgents>> {
  const page = input.page ?? 1;
  const { q, user } = input;
  let query = queries
    .selectFrom('regional_agents')
    .innerJoin('users', 'users.id', 'regional_agents.user_id');
  if (user !== undefined) query = query.where('regional_agents.user_id', '=', BigInt(user));
  if (q !== undefined && q !== '') {
    query = query.where(({ eb, or }) =>
      or([
        ...(
          ['users.account', 'regional_agents.city_name', 'regional_agents.district_name'] as const
        ).map((name) => eb(name, 'ilike', containing(q))),
        ...idOf(q).map((id) => eb('regional_agents.user_id', '=', id)),
      ]),
    );
  }
  const { count } = await query
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .selectAll('regional_agents')
    .select([
      'users.account',
      ({ selectFrom }) =>
        selectFrom('users as brought')
          .select(({ fn }) => fn.countAll<bigint>().as('count'))
          .whereRef('brought.referrer_id', '=', 'regional_agents.user_id')
          .as('users'),
    ])
    .orderBy('regional_agents.user_id')
    .limit(OFFICE_ROWS)
    .offset((page - 1) * OFFICE_ROWS)
    .execute();
  return {
    list: rows.map(({ user_id, account, city_name, district_name, users }) => ({
      id: Number(user_id),
      account,
      city_name,
      district_name,
      users: Number(users),
    })),
    total: Number(count),
    page,
  };
}

async function saveAgent(
  { queries }: AcceptorOfficeServices,
  { input, operator, audit }: CallContext<typeof officeAgentSave>,
): Promise<{ id: number }> {
  const { user, city_name, district_name } = input;
  await queries.transaction().execute(async (transaction) => {
    const known = await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', BigInt(user))
      .executeTakeFirst();
    if (known === undefined) throw new Refusal('user_not_found', { field: 'user' });
    await requireOther(transaction, operator.operator, known.id);
    const before = await transaction
      .selectFrom('regional_agents')
      .select(['city_name', 'district_name'])
      .where('user_id', '=', known.id)
      .forUpdate()
      .executeTakeFirst();
    const after = { city_name, district_name };
    await transaction
      .insertInto('regional_agents')
      .values({ user_id: known.id, ...after })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(after))
      .execute();
    await audit(
      {
        action: before === undefined ? 'agent.add' : 'agent.change',
        subject: `user ${user}`,
        ...(before === undefined ? {} : { before }),
        after,
      },
      transaction,
    );
  });
  return { id: user };
}

function timeOf(date: Date | null): string {
  return date === null ? '' : shanghaiTime(date.getTime());
}

function containing(q: string): string {
  return `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`;
}

/** The search text as a deal number, if it is one. */
function idOf(q: string): bigint[] {
  return /^\d{1,15}$/.test(q.trim()) ? [BigInt(q.trim())] : [];
}
