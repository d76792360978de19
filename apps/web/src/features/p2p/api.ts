import type { P2pWay } from '@meridian/contract/p2p/bounds';
import type { OwnP2pAd, P2pAd } from '@meridian/contract/p2p/calls';
import type { Output } from '@meridian/contract/client/named-calls';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { asking, moneyCall } from '../../shared/http/money-call.ts';
import { OWN } from '../../shared/session.ts';
import type { AdChange, AdTerms, NewAd } from './model/ad-terms.ts';
import type { Ad, MarketCoin, OwnAd, Side } from './model/ad.ts';

const fetchCoins = apiCall('GET /api/c2c/coins');
const fetchEscrow = apiCall('GET /api/c2c/escrow');
const fetchAds = apiCall('GET /api/c2c_deal_platform');
const fetchAccounts = apiCall('POST /api/user/cash_info');
const fetchOwnAds = apiCall('GET /api/c2c/seller_trade');

/** Others publish, pause and take ads without an event. */
export const ADS_POLL_MS = 10_000;

/** A deal to make on an ad. */
export interface Taking {
  readonly ad: number;
  readonly quantity: string;
  /** The worst price that is accepted. */
  readonly price: string;
  readonly way: P2pWay;
  /** Of a private ad, otherwise ''. */
  readonly code: string;
}

export const publishAd = asking(
  moneyCall('POST /api/c2c_send'),
  ({ coin, side, total, ...terms }: NewAd) => ({
    currency_id: coin,
    type: side,
    total_number: total,
    ...wireTerms(terms),
  }),
);
export const changeAd = asking(
  moneyCall('POST /api/c2c/edit'),
  ({ id, version, ...terms }: AdChange) => ({ id, version, ...wireTerms(terms) }),
);
export const withdrawAd = moneyCall('POST /api/c2c/back_send');
/** `ad` 0 means all own ads. */
export const pauseAd = asking(
  moneyCall('POST /api/c2c/pause'),
  ({ ad, isPaused }: { readonly ad: number; readonly isPaused: boolean }) => ({
    id: ad,
    is_paused: isPaused ? ('1' as const) : ('0' as const),
  }),
);
/** Answers the number of the deal. */
export const takeAd = asking(
  moneyCall('POST /api/c2c/take'),
  ({ ad, quantity, price, way, code }: Taking) => ({
    id: ad,
    number: quantity,
    price,
    way,
    ...given({ code }),
  }),
);

/**
 * Saved accounts that a sale can be paid to, '' for none. Verification reads the same answer under
 * the same key.
 */
export const accountsQuery = queryOptions({
  queryKey: [OWN, 'receipt'],
  queryFn: ({ signal }) => fetchAccounts({}, { signal }),
  select: (saved): ReadonlyMap<P2pWay, string> =>
    new Map([
      ['ali_pay', saved.alipay_account],
      ['we_chat', saved.wechat_account],
      ['bank', saved.bank_account],
    ]),
});

/** Amounts held for open deals, by coin, and the time of their count. */
export const escrowQuery = queryOptions({
  queryKey: ['p2p', 'escrow'],
  queryFn: async ({ signal }) => {
    const { time_ms, coins } = await fetchEscrow({}, { signal });
    return {
      timeMs: time_ms,
      coins: coins.map(({ currency_name, held, in_orders, open_orders }) => ({
        code: currency_name,
        held,
        inOrders: in_orders,
        openOrders: open_orders,
      })),
    };
  },
});

export const coinsQuery = queryOptions({
  queryKey: ['p2p', 'coins'],
  queryFn: async ({ signal }) => (await fetchCoins({}, { signal })).map(coinOf),
});

/** Filter of the market's ads. `side` is the side of their owners; '' and undefined mean any. */
export interface AdFilter {
  readonly side: Side | undefined;
  readonly coin: number | undefined;
  readonly money: string;
  readonly way: P2pWay | '';
  readonly isTakeable: boolean;
  /** Code of a private ad; with it, that ad alone is answered. */
  readonly code: string;
}

/** Ads of the market, the best price first. Whether they can be taken depends on the caller. */
export function adsQuery(filter: AdFilter) {
  return infiniteQueryOptions({
    queryKey: [OWN, 'p2p', 'ads', filter],
    queryFn: async ({ pageParam, signal }) => {
      const { side, coin, money, way, isTakeable, code } = filter;
      const { data, page, limit } = await fetchAds(
        {
          page: pageParam,
          ...(side === undefined ? {} : { type: side }),
          ...(coin === undefined ? {} : { currency_id: coin }),
          ...given({ money, code }),
          ...(way === '' ? {} : { way }),
          ...(isTakeable ? { can_take: '1' } : {}),
        },
        { signal },
      );
      return { ads: data.map(adOf), page, limit };
    },
    initialPageParam: 1,
    getNextPageParam: (last) => (last.ads.length === last.limit ? last.page + 1 : undefined),
  });
}

/** Filter of own ads; undefined means any. */
interface OwnAdFilter {
  readonly side?: Side;
  readonly coin?: number | undefined;
}

async function fetchOwnAdPage(
  { side, coin }: OwnAdFilter,
  page: number,
  options: { readonly signal: AbortSignal },
) {
  const asked = {
    ...(side === undefined ? {} : { type: side }),
    ...(coin === undefined ? {} : { currency_id: coin }),
  };
  const { data, limit, is_away } = await fetchOwnAds({ page, ...asked }, options);
  return { ads: data.map(ownAdOf), page, limit, isAway: is_away === 1 };
}

/** Own ads that are live, newest first. */
export function ownAdsQuery(filter: OwnAdFilter) {
  return infiniteQueryOptions({
    queryKey: [OWN, 'p2p', 'ownAds', filter],
    queryFn: ({ pageParam, signal }) => fetchOwnAdPage(filter, pageParam, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.ads.length === last.limit ? last.page + 1 : undefined),
  });
}

/** One own ad; null where it is not live. Nobody has more than two pages of them. */
export function ownAdQuery(id: number) {
  return queryOptions({
    queryKey: [OWN, 'p2p', 'ownAd', id],
    queryFn: async ({ signal }): Promise<OwnAd | null> => {
      const pages = await Promise.all([1, 2].map((page) => fetchOwnAdPage({}, page, { signal })));
      return pages.flatMap(({ ads }) => ads).find((ad) => ad.id === id) ?? null;
    },
  });
}

function coinOf(row: Output<'GET /api/c2c/coins'>[number]): MarketCoin {
  return {
    id: row.currency_id,
    code: row.currency_name,
    decimals: row.decimals,
    reference: row.reference,
    minMoney: row.min_money,
    maxMoney: row.max_money,
    escrow: row.escrow,
    openDeals: row.open_deals,
    isOpen: row.is_open === 1,
  };
}

export function adOf(row: P2pAd): Ad {
  return {
    id: row.id,
    side: row.type,
    coinId: row.currency_id,
    coin: row.currency_name,
    price: row.price,
    isFloating: row.is_floating === 1,
    total: row.total_number,
    surplus: row.surplus_number,
    min: row.min_number,
    max: row.max_number,
    ways: row.ways,
    payMinutes: row.pay_minutes,
    traderId: row.seller_id,
    traderName: row.seller_name,
    isMerchant: row.is_merchant === 1,
    record: {
      monthEnded: row.orders_30d,
      monthCompleted: row.completed_30d,
      completed: row.completed_all,
    },
    takers: {
      level: row.level,
      registeredDays: row.registered_days,
      completedDeals: row.completed_deals,
      completionRate: row.completion_rate,
    },
    remark: row.remark,
    obstacle: row.obstacle,
  };
}

function ownAdOf(row: OwnP2pAd): OwnAd {
  return {
    ...adOf(row),
    version: row.version,
    isPaused: row.is_paused === 1,
    inDeals: row.open_number,
    dealt: row.completed_number,
    offset: row.offset,
    minPrice: row.min_price,
    maxPrice: row.max_price,
    hours: row.hours,
    code: row.code,
    autoReply: row.auto_reply,
  };
}

function wireTerms(terms: AdTerms) {
  return {
    ...given({
      price: terms.price,
      offset: terms.offset,
      min_price: terms.minPrice,
      max_price: terms.maxPrice,
      min_number: terms.min,
      max_number: terms.max,
      completion_rate: terms.completionRate,
      hours: terms.hours,
      remark: terms.remark,
      auto_reply: terms.autoReply,
    }),
    ways: terms.ways.join(','),
    pay_minutes: terms.payMinutes,
    level: terms.level,
    registered_days: terms.registeredDays,
    completed_deals: terms.completedDeals,
    is_private: terms.isPrivate ? ('1' as const) : ('0' as const),
  };
}

/** The fields that are not empty. */
function given<Name extends string>(
  fields: Readonly<Record<Name, string>>,
): Partial<Record<Name, string>> {
  const filled = Object.entries<string>(fields).filter(([, text]) => text !== '');
  return Object.fromEntries(filled) as Partial<Record<Name, string>>;
}
