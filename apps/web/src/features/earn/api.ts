import type { Output } from '@meridian/contract/client/named-calls';
import type {
  EarnLockEvent,
  EarnSavingEvent,
  EarnTermsEvent,
} from '@meridian/contract/earn/events';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { refreshAccount } from '../../realtime/account-feed.ts';
import { connection } from '../../realtime/connection.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { asking, moneyCall } from '../../shared/http/money-call.ts';
import { OWN } from '../../shared/session.ts';
import type {
  InterestDay,
  LockKind,
  LockProduct,
  OwnLock,
  OwnSaving,
  RateDay,
  SavingsProduct,
  SheetRow,
  Unlock,
} from './model/product.ts';

const fetchWealth = apiCall('GET /api/wealth/getProfitList');
const fetchPledges = apiCall('GET /api/pledge/list');
const fetchWealthLocks = apiCall('GET /api/wealth/getMyprofit');
const fetchPledgeLocks = apiCall('GET /api/pledge/my');
const fetchExitTable = apiCall('GET /api/wealth/exit_table');
const fetchSavings = apiCall('GET /api/savings/list');
const fetchOwnSavings = apiCall('GET /api/savings/my');
const fetchRates = apiCall('GET /api/savings/rates');
const fetchSheet = apiCall('GET /api/earn/balance_sheet');
const fetchCalendar = apiCall('GET /api/earn/calendar');
const fetchStatement = apiCall('GET /api/earn/statement');

interface Purchase {
  readonly id: number;
  readonly number: string;
  readonly renews: boolean;
}
const purchaseOnWire = ({ renews, ...purchase }: Purchase) => ({
  ...purchase,
  renews: renews ? ('1' as const) : ('0' as const),
});

const buyWealth = asking(moneyCall('POST /api/wealth/buyProfit'), purchaseOnWire);
const buyPledge = asking(moneyCall('POST /api/pledge/buy'), purchaseOnWire);
const exitWealth = moneyCall('POST /api/wealth/redeem');
const exitPledge = moneyCall('POST /api/pledge/redeem');
export const buyLock = { wealth: buyWealth, pledge: buyPledge } as const;
export const exitLock = { wealth: exitWealth, pledge: exitPledge } as const;
export const setRenewal = asking(
  moneyCall('POST /api/wealth/renew'),
  ({ id, renews }: { readonly id: number; readonly renews: boolean }) => ({
    id,
    renews: renews ? ('1' as const) : ('0' as const),
  }),
);
export const saveCoins = moneyCall('POST /api/savings/buy');
export const redeemSavings = moneyCall('POST /api/savings/redeem');
export const setAutoSave = asking(
  moneyCall('POST /api/savings/auto'),
  ({ id, isOn, keep }: { readonly id: number; readonly isOn: boolean; readonly keep: string }) => ({
    id,
    keep,
    is_on: isOn ? ('1' as const) : ('0' as const),
  }),
);

/**
 * Key of all queries here. They are forgotten with the session, since some hold the user's own
 * data.
 */
const EARN = [OWN, 'earn'] as const;
/** Purchases of others change the capacity that is left; a hidden page does not poll. */
const REFRESH_MS = 15_000;

export function productsQuery(kind: LockKind) {
  return queryOptions({
    queryKey: [...EARN, 'products', kind],
    queryFn: async ({ signal }) =>
      (await (kind === 'wealth' ? fetchWealth : fetchPledges)({}, { signal })).data.map(
        lockProductOf,
      ),
    refetchInterval: REFRESH_MS,
  });
}

export function locksQuery(kind: LockKind) {
  return infiniteQueryOptions({
    queryKey: [...EARN, 'locks', kind],
    queryFn: async ({ pageParam, signal }) => {
      const fetch = kind === 'wealth' ? fetchWealthLocks : fetchPledgeLocks;
      return pageOf(await fetch({ page: pageParam }, { signal }), ownLockOf);
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });
}

/**
 * Interest of an amount in a product by each day of its term, and the part that an exit then keeps.
 */
export function exitTableQuery(id: number, number: string | undefined) {
  return queryOptions({
    queryKey: [...EARN, 'exit-table', id, number ?? ''],
    queryFn: ({ signal }) => fetchExitTable({ id, number: number ?? '' }, { signal }),
    enabled: number !== undefined,
    placeholderData: keepPreviousData,
  });
}

export const savingsQuery = queryOptions({
  queryKey: [...EARN, 'savings'],
  queryFn: async ({ signal }) => (await fetchSavings({}, { signal })).data.map(savingsProductOf),
  refetchInterval: REFRESH_MS,
});

export const ownSavingsQuery = queryOptions({
  queryKey: [...EARN, 'own-savings'],
  queryFn: async ({ signal }) => (await fetchOwnSavings({}, { signal })).data.map(ownSavingOf),
});

export function ratesQuery(id: number) {
  return infiniteQueryOptions({
    queryKey: [...EARN, 'rates', id],
    queryFn: async ({ pageParam, signal }) =>
      pageOf(await fetchRates({ id, page: pageParam }, { signal }), rateDayOf),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });
}

export const sheetQuery = queryOptions({
  queryKey: [...EARN, 'sheet'],
  queryFn: async ({ signal }) => (await fetchSheet({}, { signal })).data.map(sheetRowOf),
  refetchInterval: REFRESH_MS,
});

export const calendarQuery = queryOptions({
  queryKey: [...EARN, 'calendar'],
  queryFn: async ({ signal }) => (await fetchCalendar({}, { signal })).data.map(unlockOf),
});

export const statementQuery = infiniteQueryOptions({
  queryKey: [...EARN, 'statement'],
  queryFn: async ({ pageParam, signal }) =>
    pageOf(await fetchStatement({ page: pageParam }, { signal }), interestDayOf),
  initialPageParam: 1,
  getNextPageParam: nextPage,
});

/** For a file of all. */
export async function statementPage(page: number): Promise<InterestDay[]> {
  return (await fetchStatement({ page })).data.map(interestDayOf);
}

interface WirePage<Row> {
  readonly data: readonly Row[];
  readonly page: number;
  readonly limit: number;
}

interface EarnPage<Row> {
  readonly rows: readonly Row[];
  readonly next: number | undefined;
}

/** A full page may have one after it. */
function pageOf<Wire, Row>(
  { data, page, limit }: WirePage<Wire>,
  rowOf: (wire: Wire) => Row,
): EarnPage<Row> {
  return { rows: data.map(rowOf), next: data.length < limit ? undefined : page + 1 };
}

function nextPage({ next }: EarnPage<unknown>): number | undefined {
  return next;
}

/** Fetches all of it and the balances again, after an own action. */
export function refreshEarn(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: EARN });
  refreshAccount(client);
}

/** Keeps an open page fresh from the socket. */
export function useEarnFeed(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = (): void => void client.invalidateQueries({ queryKey: EARN });
    const ends = [
      connection().on<EarnLockEvent>('earn_lock', refresh),
      connection().on<EarnSavingEvent>('earn_saving', refresh),
      connection().on<EarnTermsEvent>('earn_terms', refresh),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client]);
}

function lockProductOf(row: Output<'GET /api/wealth/getProfitList'>['data'][number]): LockProduct {
  return {
    id: row.id,
    currencyId: row.currency_id,
    currency: row.currency_name,
    decimals: row.decimals,
    days: row.period,
    min: row.min_single_limit,
    max: row.max_single_limit,
    dailyRate: row.min_daily_return_rate,
    number: row.number,
    isBought: row.exists === 1,
    earlyKeep: row.early_keep_rate,
    capacityLeft: row.capacity_left,
    todayLeft: row.today_left,
    fundedLeft: row.funded_left,
    startsAtMs: row.starts_at * 1_000,
    endsAtMs: row.ends_at * 1_000,
  };
}

function ownLockOf(row: Output<'GET /api/wealth/getMyprofit'>['data'][number]): OwnLock {
  return {
    id: row.id,
    currency: row.product.currency_name,
    days: row.product.period,
    endsAt: row.show_end_time,
    principal: row.caution_money,
    dailyRate: row.product.min_daily_return_rate,
    isOngoing: row.status === 1,
    interestPaid: row.interest_paid,
    interestTotal: row.interest_total,
    paidDays: row.days_paid,
    renews: row.renews === 1,
    canExit: row.can_exit === 1,
    exitKeeps: row.exit_keeps,
    endedBy: row.ended_by,
    isRenewed: row.renewed_by !== 0,
  };
}

function savingsProductOf(row: Output<'GET /api/savings/list'>['data'][number]): SavingsProduct {
  return {
    id: row.id,
    currencyId: row.currency_id,
    currency: row.currency_name,
    decimals: row.decimals,
    rate: row.rate,
    nextRate: row.next_rate,
    min: row.min_single_limit,
    max: row.max_limit,
    number: row.number,
    capacityLeft: row.capacity_left,
    todayLeft: row.today_left,
    lendRate: row.lend_rate,
    idle: row.idle,
    isAuto: row.is_auto === 1,
    autoKeep: row.auto_keep,
    startsAtMs: row.starts_at * 1_000,
  };
}

function ownSavingOf({
  currency_name: currency,
  ...row
}: Output<'GET /api/savings/my'>['data'][number]): OwnSaving {
  return { ...row, currency };
}

function rateDayOf({
  is_cut: isCut,
  earned_on: earnedOn,
  ...row
}: Output<'GET /api/savings/rates'>['data'][number]): RateDay {
  return { ...row, earnedOn, isCut: isCut === 1 };
}

function sheetRowOf({
  currency_name: currency,
  income_30d: income,
  paid_30d: paid,
  losses_30d: losses,
  insurance_rate: insuranceRate,
  is_open: _isOpen,
  period: days,
  ...row
}: Output<'GET /api/earn/balance_sheet'>['data'][number]): SheetRow {
  return { ...row, currency, days, income, paid, losses, insuranceRate };
}

function unlockOf(row: Output<'GET /api/earn/calendar'>['data'][number]): Unlock {
  return {
    lock: row.lock,
    kind: row.kind,
    currency: row.currency_name,
    endsAtMs: row.ends_at * 1_000,
    principal: row.principal,
    interest: row.interest,
    renews: row.renews === 1,
  };
}

function interestDayOf({
  product_id: product,
  currency_name: currency,
  paid_days: paidDays,
  period: days,
  ...row
}: Output<'GET /api/earn/statement'>['data'][number]): InterestDay {
  return { ...row, product, currency, paidDays, days };
}
