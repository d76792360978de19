import type {
  leverBatchClose,
  leverCancel,
  leverClose,
  leverDeal,
  leverDealAll,
  leverHistory,
  leverMyTrade,
  leverSetStop,
  leverSubmit,
  LeverPosition,
} from '@meridian/contract/margin/calls';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { moneyCall } from '../../shared/http/money-call.ts';
import type { Language } from '@meridian/contract/languages';
import type { Pair } from '../../shared/market/market.ts';
import { OWN } from '../../shared/session.ts';

export const submitOrder = moneyCall<typeof leverSubmit>({
  method: 'POST',
  path: '/api/lever/submit',
  envelope: 'bare',
});
export const closePosition = moneyCall<typeof leverClose>({
  method: 'POST',
  path: '/api/lever/close',
  envelope: 'bare',
});
export const setStops = moneyCall<typeof leverSetStop>({
  method: 'POST',
  path: '/api/lever/setstop',
  envelope: 'bare',
});
export const closeMany = moneyCall<typeof leverBatchClose>({
  method: 'POST',
  path: '/api/lever/batch_close',
  envelope: 'bare',
});
export const cancelOrder = moneyCall<typeof leverCancel>({
  method: 'POST',
  path: '/api/lever/cancel',
  envelope: 'bare',
});
const fetchDeal = apiCall<typeof leverDeal>({ method: 'POST', path: '/api/lever/deal' });
const fetchPositions = apiCall<typeof leverMyTrade>({
  method: 'POST',
  path: '/api/lever/my_trade',
});
const fetchAll = apiCall<typeof leverDealAll>({ method: 'POST', path: '/api/lever/dealall' });
const fetchHistory = apiCall<typeof leverHistory>({
  method: 'POST',
  path: '/api/wallet/hzhistory',
});

export const POSITIONS_PER_PAGE = 10;
/** Refreshed this often while no live socket brings the news. */
export const POLL_MS = 1_000;
/** History is written a moment after the event says that a position has ended. */
const HISTORY_DELAY_MS = 700;
const MARGIN = [OWN, 'margin'] as const;

/** `status` of the wire by the name of its tab. */
export const STATUS = { holding: '1', entrusted: '0', closed: '3', revoked: '4' } as const;
export type ListName = keyof typeof STATUS;

export function dealQuery({ legal_id, currency_id }: Pair) {
  return queryOptions({
    queryKey: [...MARGIN, 'deal', legal_id, currency_id],
    queryFn: ({ signal }) => fetchDeal({ legal_id, currency_id }, { signal }),
  });
}

/**
 * Which of the own positions and orders are listed. What is left out is not filtered by; play money
 * only where its `legal_id` stands.
 */
export interface PositionFilter {
  readonly legal_id?: number;
  readonly currency_id?: number;
  /** 1 long, 2 short. */
  readonly type?: '1' | '2';
}

export function positionsQuery(list: ListName, filter: PositionFilter, page: number) {
  return queryOptions({
    queryKey: [...MARGIN, list, filter, page],
    queryFn: async ({ signal }) =>
      (await fetchPositions({ status: STATUS[list], ...filter, page }, { signal })).message,
    placeholderData: keepPreviousData,
  });
}

/** One page of a list, for whatever is done to all that it names. */
export async function positionsPage(
  list: ListName,
  filter: PositionFilter,
  page: number,
): Promise<readonly LeverPosition[]> {
  return (await fetchPositions({ status: STATUS[list], ...filter, page })).message.data;
}

export function allPositionsQuery(page: number) {
  return queryOptions({
    queryKey: [...MARGIN, 'all', page],
    queryFn: async ({ signal }) => (await fetchAll({ page }, { signal })).order,
    placeholderData: keepPreviousData,
  });
}

/** One page of all positions and orders, for a file of them. */
export async function allPositionsPage(page: number): Promise<readonly LeverPosition[]> {
  return (await fetchAll({ page })).order.data;
}

export function historyQuery(page: number, language: Language) {
  return queryOptions({
    queryKey: [...MARGIN, 'history', page, language],
    queryFn: ({ signal }) => fetchHistory({ page }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Asks for everything of the margin account again: after an action of one's own, event or not. */
export function refreshMargin(client: QueryClient): void {
  const refresh = (): void => void client.invalidateQueries({ queryKey: MARGIN });
  refresh();
  setTimeout(refresh, HISTORY_DELAY_MS);
}
