import type { DealAct, PaymentWay } from '@meridian/contract/acceptor/calls';
import type { Output } from '@meridian/contract/client/named-calls';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { asking, moneyCall } from '../../shared/http/money-call.ts';
import { wirePictures } from '../../shared/picture/picture-links.ts';
import { OWN } from '../../shared/session.ts';
import type { Acceptor } from './model/acceptor.ts';
import type { DealOrder } from './model/deal-form.ts';
import type { Deal, DealState, Side } from './model/deal.ts';
import type { NewStatement, Statement } from './model/statement.ts';

const fetchList = apiCall('GET /api/acceptor/list');
const fetchInfo = apiCall('GET /api/acceptor/info');
const fetchDeals = apiCall('GET /api/acceptor/my_deal');
const fetchRegion = apiCall('GET /api/user/region_users');
const fetchAccounts = apiCall('POST /api/user/cash_info');
const fetchStatements = apiCall('GET /api/acceptor/statements');
const sendStatement = apiCall('POST /api/acceptor/statement');
const sendAct = apiCall('POST /api/acceptor/act');
export const makeDeal = asking(
  moneyCall('POST /api/acceptor/deal'),
  ({ acceptor, type, way, mobile, account, money }: DealOrder) => ({
    acceptor_id: acceptor,
    type,
    way,
    mobile,
    deal_account: account,
    money,
  }),
);

/** Acts of the other side cause no event. */
export const DEALS_POLL_MS = 5_000;

/** Acceptors, without the accounts that they are paid to. */
export const acceptorsQuery = queryOptions({
  queryKey: [OWN, 'acceptors'],
  queryFn: async ({ signal }) => (await fetchList({}, { signal })).map(acceptorOf),
});

export function acceptorQuery(id: number) {
  return queryOptions({
    queryKey: [OWN, 'acceptors', id],
    queryFn: async ({ signal }) => acceptorOf(await fetchInfo({ id }, { signal })),
  });
}

/** Saved accounts that the user is paid to, '' for none. */
export const accountsQuery = queryOptions({
  queryKey: [OWN, 'receipt'],
  queryFn: ({ signal }) => fetchAccounts({}, { signal }),
  select: (saved): Readonly<Record<PaymentWay, string>> => ({
    bank: saved.bank_account,
    ali_pay: saved.alipay_account,
    we_chat: saved.wechat_account,
  }),
});

export function statementsQuery(id: number) {
  return queryOptions({
    queryKey: [OWN, 'statements', id],
    queryFn: async ({ signal }) => (await fetchStatements({ id }, { signal })).map(statementOf),
  });
}

export function addStatement({ deal, text, pictures }: NewStatement): Promise<string> {
  return sendStatement({ id: deal, text, ...wirePictures(pictures) });
}

export function actOnDeal(deal: number, act: DealAct): Promise<string> {
  return sendAct({ id: deal, act });
}

async function fetchDealPage(side: Side, page: number, signal?: AbortSignal) {
  const answer = await fetchDeals({ page, as: side }, signal && { signal });
  return {
    list: answer.list.map(dealOf),
    page: answer.page,
    limit: answer.limit,
    isAcceptor: answer.is_acceptor === 1,
  };
}

export function dealsQuery(side: Side) {
  return infiniteQueryOptions({
    queryKey: [OWN, 'deals', side],
    queryFn: ({ pageParam, signal }) => fetchDealPage(side, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.list.length === last.limit ? last.page + 1 : undefined),
  });
}

/** One page of deals, for a file of them. */
export async function dealsPage(side: Side, page: number): Promise<readonly Deal[]> {
  return (await fetchDealPage(side, page)).list;
}

/** Users of the own region. */
export const regionQuery = infiniteQueryOptions({
  queryKey: [OWN, 'region'],
  queryFn: async ({ pageParam, signal }) => {
    const { list, ...page } = await fetchRegion({ page: pageParam }, { signal });
    return {
      ...page,
      list: list.map((row) => ({
        city: row.city_name,
        district: row.district_name,
        phone: row.phone,
        time: row.time,
      })),
    };
  },
  initialPageParam: 1,
  getNextPageParam: (last) => (last.list.length === last.limit ? last.page + 1 : undefined),
});

function acceptorOf(row: Output<'GET /api/acceptor/list'>[number]): Acceptor {
  return {
    id: row.id,
    name: row.name,
    ways: row.ways,
    offers: {
      buy: { most: row.recharge_amount, rate: row.recharge_rate },
      sell: { most: row.cash_amount, rate: row.cash_rate },
    },
    payees: {
      we_chat: `${row.wechat_nickname} ${row.wechat_account}`,
      ali_pay: `${row.ali_nickname} ${row.ali_account}`,
      bank: `${row.bank_name} ${row.bank_address} ${row.bank_account}`,
    },
  };
}

type WireDeal = Output<'GET /api/acceptor/my_deal'>['list'][number];

function dealOf(row: WireDeal): Deal {
  return {
    id: row.id,
    type: row.type,
    acceptor: row.acceptor_name,
    mobile: row.mobile,
    customerAccount: customerAccount(row),
    acceptorAccount: row.hes_account,
    way: row.way,
    money: row.money,
    coins: row.number,
    state: dealState(row),
    isDisputed: row.is_disputed === 1,
    wasDisputed: row.was_disputed === 1,
    ruling: row.ruling,
    rulingReason: row.ruling_reason,
    disputesAt: row.disputes_time,
    returnsAt: row.returns_time,
    acts: row.acts,
    createdAt: row.create_time,
    updatedAt: row.update_time,
  };
}

/** The customer's account, as a transfer names it. Older deals have the account alone. */
export function customerAccount({
  deal_holder,
  deal_bank,
  deal_account,
}: Pick<WireDeal, 'deal_holder' | 'deal_bank' | 'deal_account'>): string {
  return [deal_holder, deal_bank, deal_account].filter((part) => part !== '').join(', ');
}

/** The state of a deal, which the wire has in parts. */
export function dealState({
  is_sure,
  is_disputed,
  is_marked,
  ruling,
}: Pick<WireDeal, 'is_sure' | 'is_disputed' | 'is_marked' | 'ruling'>): DealState {
  if (is_sure === 1) return 'confirmed';
  if (is_sure === 2) return ruling === 'return' ? 'returned' : 'rejected';
  if (is_disputed === 1) return 'disputed';
  return is_marked === 1 ? 'marked' : 'waiting';
}

function statementOf(row: Output<'GET /api/acceptor/statements'>[number]): Statement {
  return {
    id: row.id,
    by: row.by,
    isOwn: row.is_own === 1,
    text: row.text,
    pictures: row.pictures,
    pictureCount: row.pictures_count,
    createdAt: row.created_time,
  };
}
