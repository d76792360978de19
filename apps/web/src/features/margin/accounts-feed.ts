import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { connection, useConnection } from '../../realtime/connection.ts';
import { refreshMargin, subscribeAccounts } from './api.ts';
import type { MarginAccount } from './model/position.ts';

type Accounts = ReadonlyMap<number, MarginAccount>;
const NONE: Accounts = new Map();

/** The own accounts as the socket last told them, by quote currency. */
export const useAccounts = create<{ readonly accounts: Accounts }>(() => ({ accounts: NONE }));

/** Follows the own accounts from now on. Returns a function that ends it. */
export function followAccounts(client: QueryClient): () => void {
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
}
