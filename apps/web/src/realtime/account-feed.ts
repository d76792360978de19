import type { OrdersEvent } from '@meridian/contract/spot/events';
import type { RefusedEvent } from '@meridian/contract/socket-events';
import type { UpdateBalanceEvent } from '@meridian/contract/wallet/events';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { apiCall } from '../shared/http/api-call.ts';
import { isLoggedIn, OWN, useSession } from '../shared/session.ts';
import { connection } from './connection.ts';

const fetchBalances = apiCall('GET /api/wallet/list');

/** Keys of the data that the socket keeps fresh. */
export const OPEN_ORDERS = ['spot', 'open-orders'] as const;
export const FINISHED_ORDERS = ['spot', 'finished-orders'] as const;
const BALANCES = ['balances'] as const;

/** History is written a moment after the event says that an order has ended. */
const HISTORY_DELAY_MS = 700;
const GATHER_MS = 100;

/** Balances of the exchange wallet by currency id. */
export type Balances = Readonly<
  Record<number, { readonly available: string; readonly held: string }>
>;

/** Balances from events since the newest request began: its answer may be older than those. */
let told: Balances = {};

export const balancesQuery = queryOptions({
  queryKey: BALANCES,
  queryFn: async ({ signal }): Promise<Balances> => {
    told = {};
    const rows = await fetchBalances({}, { signal });
    const answered = rows.map(
      ({ currency, balance, lock_balance }) =>
        [currency, { available: balance, held: lock_balance }] as const,
    );
    return { ...Object.fromEntries(answered), ...told };
  },
});

/**
 * Keeps the own balances and orders in `client` fresh from the socket's personal events. Called
 * once, at boot.
 */
export function startAccountFeed(client: QueryClient): void {
  let end = (): void => undefined;
  const follow = (): void => {
    end();
    const { token, userId } = useSession.getState();
    end =
      token === undefined || userId === undefined ? () => undefined : followUser(client, userId);
  };
  useSession.subscribe(({ token, userId }, before) => {
    if (token === before.token && userId === before.userId) return;
    if (token !== before.token)
      for (const queryKey of [OPEN_ORDERS, FINISHED_ORDERS, BALANCES, [OWN]])
        client.removeQueries({ queryKey });
    follow();
  });
  follow();
  // A session that is ended elsewhere ends here at once: any call is refused, and its refusal ends
  // the session of the page.
  connection().on<RefusedEvent>('refused', ({ event, code }) => {
    if (event === 'login' && code === 'session_invalid' && isLoggedIn())
      fetchBalances({}).catch(() => undefined);
  });
  // The server does not repeat events that a lost connection missed.
  connection().onConnect(() => refresh(client, [OPEN_ORDERS, FINISHED_ORDERS, BALANCES]));
}

/**
 * Fetches the own orders and balances again, after an own action and without waiting for an event.
 */
export function refreshAccount(client: QueryClient): void {
  refresh(client, [OPEN_ORDERS, FINISHED_ORDERS, BALANCES]);
  setTimeout(() => refresh(client, [FINISHED_ORDERS]), HISTORY_DELAY_MS);
}

function followUser(client: QueryClient, userId: string): () => void {
  let gathering: ReturnType<typeof setTimeout> | undefined;
  const ends = [
    connection().on<UpdateBalanceEvent>(`update_balance_${userId}`, (event) => {
      told = withBalances(told, event);
      client.setQueryData<Balances>(BALANCES, (known) => known && withBalances(known, event));
    }),
    connection().on<OrdersEvent>(`orders_${userId}`, () => {
      gathering ??= setTimeout(() => {
        gathering = undefined;
        refresh(client, [OPEN_ORDERS, FINISHED_ORDERS]);
        setTimeout(() => refresh(client, [FINISHED_ORDERS]), HISTORY_DELAY_MS);
      }, GATHER_MS);
    }),
  ];
  return () => {
    clearTimeout(gathering);
    for (const end of ends) end();
  };
}

function withBalances(known: Balances, event: UpdateBalanceEvent): Balances {
  const changed = event.balances.map(
    ({ currency, change_balance, lock_change_balance }) =>
      [currency, { available: change_balance, held: lock_change_balance }] as const,
  );
  return { ...known, ...Object.fromEntries(changed) };
}

function refresh(client: QueryClient, keys: readonly (readonly string[])[]): void {
  for (const queryKey of keys) void client.invalidateQueries({ queryKey });
}
