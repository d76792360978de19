import type { P2pDeal } from '@meridian/contract/p2p/calls';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { asking, moneyCall } from '../../shared/http/money-call.ts';
import { OWN } from '../../shared/session.ts';
import type { Deal, DealState } from './model/deal.ts';

const fetchDeals = apiCall('GET /api/c2c_user_deal');
const fetchDeal = apiCall('GET /api/c2c_deal');
const fetchAdDeals = apiCall('GET /api/c2c/legal_send_deal_list');

const STATES = ['unpaid', 'completed', 'cancelled', 'paid'] as const satisfies DealState[];
const WIRE_STATE = { unpaid: '0', completed: '1', cancelled: '2', paid: '3' } as const;

/** The deal that an act is about, and the version of it that the acting side saw. */
export interface SeenDeal {
  readonly id: number;
  readonly version: number;
}

export const cancelDeal = moneyCall('POST /api/c2c/user_legal_pay_cancel');
export const payDeal = moneyCall('POST /api/c2c/user_legal_pay');
export const releaseDeal = moneyCall('POST /api/c2c/legal_deal_sure');
export const extendDeal = moneyCall('POST /api/c2c/extend');
export const askToCancel = moneyCall('POST /api/c2c/ask_cancel');
export const answerCancel = asking(
  moneyCall('POST /api/c2c/answer_cancel'),
  ({ accepts, ...act }: SeenDeal & { readonly accepts: boolean }) => ({
    ...act,
    accepts: accepts ? ('1' as const) : ('0' as const),
  }),
);

/** Own deals, newest first. */
export function ownDealsQuery(state?: DealState) {
  return infiniteQueryOptions({
    queryKey: [OWN, 'p2p', 'deals', state],
    queryFn: async ({ pageParam, signal }) => {
      const asked = state === undefined ? {} : { is_sure: WIRE_STATE[state] };
      const answer = await fetchDeals({ page: pageParam, ...asked }, { signal });
      const { data, page, limit, cancels_left } = answer;
      return { deals: data.map(dealOf), page, limit, cancelsLeft: cancels_left };
    },
    initialPageParam: 1,
    getNextPageParam: (last) => (last.deals.length === last.limit ? last.page + 1 : undefined),
  });
}

export function dealQuery(id: number) {
  return queryOptions({
    queryKey: [OWN, 'p2p', 'deal', id],
    queryFn: async ({ signal }) => dealOf(await fetchDeal({ id }, { signal })),
  });
}

/** Deals of one own ad, newest first. */
export function adDealsQuery(ad: number) {
  return infiniteQueryOptions({
    queryKey: [OWN, 'p2p', 'adDeals', ad],
    queryFn: async ({ pageParam, signal }) => {
      const { data, page, limit } = await fetchAdDeals({ id: ad, page: pageParam }, { signal });
      return { deals: data.map(dealOf), page, limit };
    },
    initialPageParam: 1,
    getNextPageParam: (last) => (last.deals.length === last.limit ? last.page + 1 : undefined),
  });
}

function dealOf(row: P2pDeal): Deal {
  return {
    id: row.id,
    adId: row.ad_id,
    side: row.type,
    state: STATES[row.is_sure],
    version: row.version,
    coinId: row.currency_id,
    coin: row.currency_name,
    quantity: row.number,
    price: row.price,
    money: row.deal_money,
    way: row.way,
    wayName: row.way_name,
    openedAt: row.format_create_time,
    openedMs: row.create_time * 1_000,
    payDueMs: row.pay_time_ms,
    releaseDueMs: row.release_time_ms,
    endedMs: row.end_time_ms,
    appealUntilMs: row.appeal_until_ms,
    endedBy: row.ended_by,
    isCancelAsked: row.is_cancel_asked === 1,
    appealId: row.appeal_id,
    isOwnAd: row.is_maker === 1,
    traderId: row.trader_id,
    traderName: row.seller_name,
    traderPhone: row.phone,
    traderRealName: row.hes_realname,
    payee: {
      realName: row.sell_cash_info.real_name,
      bankName: row.sell_cash_info.bank_name,
      bankAccount: row.sell_cash_info.bank_account,
      wechatAccount: row.sell_cash_info.wechat_account,
      alipayAccount: row.sell_cash_info.alipay_account,
    },
    payerName: row.user_cash_info.real_name,
  };
}
