import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useConnection } from '../../realtime/connection.ts';
import { useSession } from '../../shared/session.ts';
import { refreshMargin, subscribeAccounts } from './api.ts';
import type { MarginAccount } from './model/position.ts';

type Accounts = ReadonlyMap<number, MarginAccount>;
const NONE: Accounts = new Map();

/**
 * The own accounts in these quote currencies as the socket last told them; undefined before it has,
 * and while it is not live.
 */
export function useMarginAccounts(
  quoteIds: readonly number[],
): readonly MarginAccount[] | undefined {
  const [accounts, setAccounts] = useState(NONE);
  const client = useQueryClient();
  const token = useSession((session) => session.token);
  const isLive = useConnection(({ status }) => status === 'live');
  useEffect(() => {
    const known = new Map<number, string>();
    setAccounts(NONE);
    return subscribeAccounts((next) => {
      setAccounts((before) => new Map(before).set(next.quoteId, next));
      // Lists that the event does not bring (closed, revoked) change when one of these has gone or
      // come.
      const ids = [...next.positions, ...next.orders].map(({ id, list }) => `${id}:${list}`).join();
      if ((known.get(next.quoteId) ?? '') !== ids) refreshMargin(client);
      known.set(next.quoteId, ids);
    });
  }, [client, token]);
  const found = quoteIds.flatMap((id) => accounts.get(id) ?? []);
  return isLive && found.length > 0 ? found : undefined;
}
