import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Output } from '@meridian/contract/client/named-calls';
import { MESSAGES } from '../../realtime/messages.ts';
import { pairOf, wirePair } from '../../realtime/market-translate.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import type { Pair } from '../../shared/market/market.ts';
import type { Alert, AlertDirection } from './model/alert.ts';

const fetchAlerts = apiCall('GET /api/alert/list');
const add = apiCall('POST /api/alert/add');
const change = apiCall('POST /api/alert/switch');
const remove = apiCall('POST /api/alert/delete');

/** Below the key of messages: an alert that is met brings one, and then its state is another. */
const ALERTS = [...MESSAGES, 'alerts'] as const;

/** Own alerts of all pairs, newest first. */
export const alertsQuery = queryOptions({
  queryKey: ALERTS,
  queryFn: async ({ signal }) => (await fetchAlerts({}, { signal })).list.map(alertOf),
});

export function refreshAlerts(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ALERTS });
}

export interface NewAlert {
  readonly pair: Pair;
  readonly direction: AlertDirection;
  /** Plain decimal. */
  readonly price: string;
  readonly repeats: boolean;
  readonly note: string;
}

export function addAlert({ pair, direction, price, repeats, note }: NewAlert) {
  return add({
    ...wirePair(pair),
    ...{ direction, price },
    repeats: repeats ? '1' : '0',
    ...(note === '' ? {} : { note }),
  });
}

export function switchAlert({ id, isOn }: { readonly id: number; readonly isOn: boolean }) {
  return change({ id, on: isOn ? '1' : '0' });
}

export function deleteAlert(id: number) {
  return remove({ id });
}

type Row = Output<'GET /api/alert/list'>['list'][number];

function alertOf(row: Row): Alert {
  const { id, symbol, direction, price, repeats, is_on, note, met_time } = row;
  return {
    ...pairOf(row),
    id,
    symbol,
    direction,
    price,
    repeats,
    note,
    isOn: is_on,
    metTime: met_time,
  };
}
