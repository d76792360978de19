import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { create } from 'zustand';
import { connection, useConnection } from '../../realtime/connection.ts';
import { useSession } from '../../shared/session.ts';
import { refreshMargin, subscribeAccounts } from './api.ts';
import type { MarginAccount } from './model/position.ts';

type Accounts = ReadonlyMap<number, MarginAccount>;
const NONE: Accounts = new Map();

const useAccounts = create<{ readonly accounts: Accounts }>(() => ({ accounts: NONE }));

/**
 * Follows the own accounts for all of the page. Mounted once: each list, the form and the bar read
 * what it keeps.
 */
export function useAccountsFeed(): void {
  const client = useQueryClient();
  const token = useSession((session) => session.token);
  useEffect(() => {
    const known = new Map<number, string>();
    const forget = (): void => {
      known.clear();
      useAccounts.setState({ accounts: NONE });
    };
    forget();
    // An account whose last position went meanwhile is in no event any more.
    let isAgain = useConnection.getState().status === 'live';
    const endConnect = connection().onConnect(() => {
      forget();
      if (isAgain) refreshMargin(client);
      isAgain = true;
    });
    const endAccounts = subscribeAccounts((next) => {
      useAccounts.setState(({ accounts }) => ({
        accounts: new Map(accounts).set(next.quoteId, next),
      }));
      // Lists that the event does not bring (closed, revoked) change when one of these has gone or
      // come.
      const ids = [...next.positions, ...next.orders].map(({ id, list }) => `${id}:${list}`).join();
      if ((known.get(next.quoteId) ?? '') !== ids) refreshMargin(client);
      known.set(next.quoteId, ids);
    });
    return () => {
      endConnect();
      endAccounts();
    };
  }, [client, token]);
}

/**
 * The own accounts in these quote currencies as the socket last told them; undefined before it has,
 * and while it is not live.
 */
export function useMarginAccounts(
  quoteIds: readonly number[],
): readonly MarginAccount[] | undefined {
  const accounts = useAccounts((state) => state.accounts);
  const isLive = useConnection(({ status }) => status === 'live');
  const found = quoteIds.flatMap((id) => accounts.get(id) ?? []);
  return isLive && found.length > 0 ? found : undefined;
}
