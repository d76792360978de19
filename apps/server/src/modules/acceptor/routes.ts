import { maskedAccount } from '@meridian/contract/account/masked-account';
import {
  acceptorAct,
  acceptorDeal,
  acceptorDeals,
  acceptorInfo,
  acceptorList,
  DEAL_ROWS,
  dealStatementAdd,
  dealStatements,
  DEAL_STATES,
  regionUsers,
  type PaymentWay,
} from '@meridian/contract/acceptor/calls';
import type { CallOutput } from '@meridian/contract/schema/call';
import type { Currency } from '@meridian/core/catalog/catalog';
import type { UserId } from '@meridian/core/ids';
import type { Amount } from '@meridian/money/amount';
import { formatDecimal, formatFixed, parseDecimal } from '@meridian/money/decimal';
import { multiplyDivide } from '@meridian/money/rounding';
import type { Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { Access } from '../../gateway/access.ts';
import type { CallContext, CallRegistry, Session } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { accountWaitMs, requireNoRisk, type RiskEnds } from '../account/fiat-sale-waits.ts';
import type { LiveView } from '../live-view.ts';
import type { SealedFields } from '../../sealed/sealed-fields.ts';
import type { OwnPictures } from '../../own-pictures.ts';
import { textOf } from '../../texts.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import type { AcceptorTables } from './acceptor-tables.ts';
import {
  actsOf,
  disputesMs,
  ownDeal,
  returnsMs,
  roleOf,
  type Deal,
  type Deals,
  type NewDeal,
  type Side,
} from './deals.ts';
import { addStatement, statementsOf } from './statements.ts';

type AcceptorRow = Selectable<AcceptorTables['acceptors']>;

export interface AcceptorServices {
  readonly queries: Queries;
  readonly live: LiveView;
  readonly access: Access;
  readonly deals: Deals;
  readonly pictures: OwnPictures;
  readonly fields: SealedFields;
  /** Ends of the session's risks that would send a withdrawal to an operator; empty without any. */
  readonly riskEndsOf: (session: Session) => Promise<RiskEnds>;
  /** Limit of the user's outflows in a day, by the level of verification, in units of worth. */
  readonly dayLimitOf: (user: UserId) => Promise<Amount>;
}

export const MONEY_SCALE = 2;
export const RATE_SCALE = 4;
const ACCOUNT_OF_WAY = {
  we_chat: 'wechat_account',
  ali_pay: 'ali_account',
  bank: 'bank_account',
} as const satisfies Record<PaymentWay, keyof AcceptorRow>;
const WAYS = Object.keys(ACCOUNT_OF_WAY) as PaymentWay[];

/** The currency of deals. */
export function dealCurrency(live: LiveView): Currency {
  const usdt = live.currencies().find(({ code }) => code === 'USDT');
  if (usdt === undefined) throw new Error('USDT is not listed');
  return usdt;
}

/** Acceptors, the deals with them, and the users of regional agents. */
export function registerAcceptorRoutes(gateway: CallRegistry, services: AcceptorServices): void {
  const { access, deals } = services;
  gateway.registerCall(acceptorList, (context) => openAcceptors(services, context));
  gateway.registerCall(acceptorInfo, async ({ input, session }) =>
    acceptorOf(services, await openAcceptor(services, input.id, 'id'), session),
  );
  gateway.registerCall(acceptorDeals, (context) => page(services, context));
  gateway.registerCall(acceptorDeal, (context) => make(services, context));
  gateway.registerCall(acceptorAct, async ({ input, session, language }) => {
    // Coins leave by it as by a withdrawal, so a session alone is not enough.
    if (input.act === 'confirm') await access.requireStepUp(session);
    await deals.act(input.id, session.user, input.act);
    return textOf(language, `answer.acceptor.${input.act}`);
  });
  gateway.registerCall(dealStatementAdd, (context) => state(services, context));
  gateway.registerCall(dealStatements, (context) => statements(services, context));
  gateway.registerCall(regionUsers, (context) => usersOfRegion(services, context));
}

async function openAcceptors(
  services: AcceptorServices,
  { session }: CallContext<typeof acceptorList>,
): Promise<CallOutput<typeof acceptorList>> {
  const { queries, fields } = services;
  const rows = await queries
    .selectFrom('acceptors')
    .selectAll()
    .where('is_open', '=', true)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...acceptorOf(services, fields.open('acceptors', row.user_id, row), session),
    wechat_account: '',
    ali_account: '',
    bank_account: '',
  }));
}

async function state(
  { queries, fields, pictures }: AcceptorServices,
  { input, session, language }: CallContext<typeof dealStatementAdd>,
): Promise<string> {
  const { id, text, ...links } = input;
  const sent = Object.fromEntries(Object.entries(links).filter(([, link]) => link !== ''));
  await addStatement(
    { queries, fields },
    {
      id,
      user: session.user,
      text,
      pictures: Object.keys(sent).length === 0 ? [] : await pictures.ownIds(session.user, sent),
    },
  );
  return textOf(language, 'answer.acceptor.stated');
}

async function statements(
  { queries, fields, pictures }: AcceptorServices,
  { input, session }: CallContext<typeof dealStatements>,
): Promise<CallOutput<typeof dealStatements>> {
  const { deal } = await ownDeal(queries, input.id, session.user);
  const found = await statementsOf({ queries, fields }, deal.id);
  return found.map(({ id, by, user, text, pictures: ids, at }) => {
    const isOwn = user === session.user;
    return {
      id,
      by,
      is_own: isOwn ? 1 : 0,
      text,
      pictures: isOwn ? ids.map((each) => pictures.linkTo(each, session.session)) : [],
      pictures_count: ids.length,
      created_time: shanghaiTime(at.getTime()),
    };
  });
}

async function usersOfRegion(
  { queries }: AcceptorServices,
  { input, session }: CallContext<typeof regionUsers>,
): Promise<CallOutput<typeof regionUsers>> {
  const agent = await queries
    .selectFrom('regional_agents')
    .selectAll()
    .where('user_id', '=', BigInt(session.user))
    .executeTakeFirst();
  if (agent === undefined) throw new Refusal('not_regional_agent');
  const number = input.page ?? 1;
  const rows = await queries
    .selectFrom('users')
    .select(['mobile', 'account', 'created_at'])
    .where('referrer_id', '=', BigInt(session.user))
    .orderBy('id', 'desc')
    .limit(DEAL_ROWS)
    .offset((number - 1) * DEAL_ROWS)
    .execute();
  const { city_name, district_name } = agent;
  return {
    list: rows.map(({ mobile, account, created_at }) => ({
      city_name,
      district_name,
      phone: maskedAccount(mobile ?? account),
      time: shanghaiTime(created_at.getTime()),
    })),
    page: number,
    limit: DEAL_ROWS,
  };
}

async function make(
  { queries, live, access, deals, fields, riskEndsOf, dayLimitOf }: AcceptorServices,
  { input, session, language, idempotencyKey }: CallContext<typeof acceptorDeal>,
): Promise<string> {
  const { type, way } = input;
  const acceptor = await openAcceptor({ queries, fields }, input.acceptor_id, 'acceptor_id');
  const other = Number(acceptor.user_id);
  if (other === session.user) throw new Refusal('deal_with_self', { field: 'acceptor_id' });
  const hesAccount = acceptor[ACCOUNT_OF_WAY[way]];
  if (hesAccount === '') throw new Refusal('deal_way_missing', { field: 'way' });
  const [most, rate] =
    type === 'buy'
      ? [acceptor.recharge_amount, acceptor.recharge_rate]
      : [acceptor.cash_amount, acceptor.cash_rate];
  const currency = dealCurrency(live);
  const money = moneyOf(input.money, most);
  // Received amounts are rounded down, given ones up: never in favour of the customer.
  const scale = 10n ** BigInt(currency.scale + RATE_SCALE - MONEY_SCALE);
  const amount = multiplyDivide(
    money,
    { numerator: scale, denominator: rate },
    type === 'buy' ? 'down' : 'up',
  );
  if (amount <= 0n) throw new Refusal('number_range', { field: 'money' });
  await requireMayDeal({ queries, live }, session.user, type === 'sell');
  let paidTo: PaidTo = { deal_holder: '', deal_bank: '' };
  if (type === 'sell') {
    paidTo = await requireOwnAccount({ queries, live, fields }, session.user, input);
    requireNoRisk(await riskEndsOf(session));
    await access.requireStepUp(session);
  }
  const [seller, buyer] = type === 'buy' ? [other, session.user] : [session.user, other];
  const { mobile, deal_account } = input;
  // A sale by an acceptor is business; a sale by a customer counts as an outflow, like a
  // withdrawal.
  const day_limit = type === 'sell' ? await dayLimitOf(session.user) : null;
  const sides = {
    acceptor: acceptor.id,
    user_id: BigInt(session.user),
    seller_id: BigInt(seller),
    buyer_id: BigInt(buyer),
  };
  await deals.make({
    ...sides,
    type,
    way,
    mobile,
    deal_account,
    ...paidTo,
    hes_account: hesAccount,
    money,
    amount,
    request_key: idempotencyKey ?? null,
    day_limit,
  });
  return textOf(language, 'answer.acceptor.made');
}

function moneyOf(text: string, most: bigint): bigint {
  const parsed = parseDecimal(text, MONEY_SCALE);
  if (!parsed.ok)
    throw new Refusal(
      ({ syntax: 'number_syntax', precision: 'number_precision', range: 'number_range' } as const)[
        parsed.error
      ],
      { field: 'money' },
    );
  if (parsed.units <= 0n) throw new Refusal('number_not_positive', { field: 'money' });
  if (parsed.units > most) throw new Refusal('number_range', { field: 'money' });
  return parsed.units;
}

/**
 * Deals need a verified person; coins do not leave while a change of security holds withdrawals
 * back.
 */
async function requireMayDeal(
  { queries, live }: Pick<AcceptorServices, 'queries' | 'live'>,
  user: UserId,
  isSelling: boolean,
): Promise<void> {
  const { review_status, withdrawals_held_until: until } = await queries
    .selectFrom('users')
    .select(['review_status', 'withdrawals_held_until'])
    .where('id', '=', BigInt(user))
    .executeTakeFirstOrThrow();
  if (review_status !== 'approved') throw new Refusal('identity_required');
  if (isSelling && until !== null && until.getTime() > live.timeMs)
    throw new Refusal('withdrawals_held');
}

/** Holder and bank of a transfer. */
type PaidTo = Required<Pick<NewDeal, 'deal_holder' | 'deal_bank'>>;

/**
 * A sale is paid to an account that its seller saved under their own name, and that is at least as
 * old as an address of withdrawals has to be. Returns the holder, and the bank of a transfer.
 */
async function requireOwnAccount(
  { queries, live, fields }: Pick<AcceptorServices, 'queries' | 'live' | 'fields'>,
  user: UserId,
  { way, deal_account }: { readonly way: PaymentWay; readonly deal_account: string },
): Promise<PaidTo> {
  const row = await queries
    .selectFrom('payment_methods')
    .selectAll()
    .where('user_id', '=', BigInt(user))
    .executeTakeFirst();
  const saved = row === undefined ? undefined : fields.open('payment_methods', user, row);
  const [account = '', since = null, bank = ''] =
    saved === undefined
      ? []
      : (
          {
            bank: [saved.bank_account, saved.bank_since, saved.bank_name],
            ali_pay: [saved.alipay_account, saved.alipay_since],
            we_chat: [saved.wechat_account, saved.wechat_since],
          } as const
        )[way];
  if (account === '' || since === null || deal_account.trim() !== account.trim())
    throw new Refusal('deal_account_unknown', { field: 'deal_account' });
  const waitMs = accountWaitMs(live, dealCurrency(live).id);
  if (since.getTime() + waitMs > Date.now())
    throw new Refusal('deal_account_waits', { field: 'deal_account' });
  return { deal_holder: saved?.real_name ?? '', deal_bank: bank };
}

async function page(
  { queries, live, fields }: AcceptorServices,
  { input, session }: CallContext<typeof acceptorDeals>,
) {
  const number = input.page ?? 1;
  const accounts = await queries
    .selectFrom('acceptors')
    .select('id')
    .where('user_id', '=', BigInt(session.user))
    .executeTakeFirst();
  const side: Side = input.as ?? 'user';
  const whose =
    side === 'user'
      ? (['acceptor_deals.user_id', BigInt(session.user)] as const)
      : (['acceptor_deals.acceptor', accounts?.id ?? 0n] as const);
  const rows = await queries
    .selectFrom('acceptor_deals')
    .innerJoin('acceptors', 'acceptors.id', 'acceptor_deals.acceptor')
    .selectAll('acceptor_deals')
    .select('acceptors.name')
    .where(whose[0], '=', whose[1])
    .where('acceptor_deals.status', '!=', 'failed')
    .orderBy('acceptor_deals.id', 'desc')
    .limit(DEAL_ROWS)
    .offset((number - 1) * DEAL_ROWS)
    .execute();
  return {
    list: rows.map((row) =>
      dealRow(fields.open('acceptor_deals', row.user_id, row), side, dealCurrency(live)),
    ),
    page: number,
    limit: DEAL_ROWS,
    is_acceptor: accounts === undefined ? (0 as const) : (1 as const),
  };
}

function dealRow(deal: Deal & { readonly name: string }, side: Side, { scale }: Currency) {
  const {
    id,
    type,
    name,
    mobile,
    deal_account,
    deal_holder,
    deal_bank,
    hes_account,
    way,
    money,
    amount,
    status,
    created_at,
    updated_at,
    marked_at,
    disputed_at,
    ruling,
    ruling_reason,
  } = deal;
  const disputes = disputesMs(deal);
  const returns = returnsMs(deal);
  const flag = (is: boolean): 0 | 1 => (is ? 1 : 0);
  return {
    ...{ id: Number(id), type, acceptor_name: name, mobile, way },
    ...{ deal_account, deal_holder, deal_bank, hes_account },
    money: formatFixed(money, MONEY_SCALE),
    number: formatDecimal(amount, scale),
    is_sure:
      status === 'confirmed'
        ? DEAL_STATES.confirmed
        : status === 'rejected'
          ? DEAL_STATES.rejected
          : DEAL_STATES.waiting,
    is_marked: flag(marked_at !== null),
    is_disputed: flag(status === 'disputed'),
    was_disputed: flag(disputed_at !== null),
    ...{ ruling: ruling ?? ('' as const), ruling_reason },
    disputes_time: disputes === undefined ? '' : shanghaiTime(disputes),
    returns_time: returns === undefined ? '' : shanghaiTime(returns),
    acts: actsOf(deal, roleOf(type, side)),
    create_time: shanghaiTime(created_at.getTime()),
    update_time: shanghaiTime(updated_at.getTime()),
  };
}

function acceptorOf({ live }: Pick<AcceptorServices, 'live'>, row: AcceptorRow, session: Session) {
  const currency = dealCurrency(live);
  const {
    name,
    wechat_nickname,
    wechat_account,
    ali_nickname,
    ali_account,
    bank_name,
    bank_account,
    bank_address,
  } = row;
  return {
    ...{ id: Number(row.id), name, user_id: Number(row.user_id) },
    recharge_amount: formatFixed(row.recharge_amount, MONEY_SCALE),
    recharge_rate: formatDecimal(row.recharge_rate, RATE_SCALE),
    cash_amount: formatFixed(row.cash_amount, MONEY_SCALE),
    cash_rate: formatDecimal(row.cash_rate, RATE_SCALE),
    ways: WAYS.filter((way) => row[ACCOUNT_OF_WAY[way]] !== ''),
    ...{
      wechat_nickname,
      wechat_account,
      ali_nickname,
      ali_account,
      bank_name,
      bank_account,
      bank_address,
    },
    user_balance: formatDecimal(
      live.balance(session.user, 'spot', currency.id).available,
      currency.scale,
    ),
  };
}

async function openAcceptor(
  { queries, fields }: Pick<AcceptorServices, 'queries' | 'fields'>,
  id: number,
  field: string,
): Promise<AcceptorRow> {
  const row = await queries
    .selectFrom('acceptors')
    .selectAll()
    .where('id', '=', BigInt(id))
    .where('is_open', '=', true)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('acceptor_not_found', { field });
  return fields.open('acceptors', row.user_id, row);
}
