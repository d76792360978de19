import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useConnection } from '../../realtime/connection.ts';
import { useSession } from '../../shared/session.ts';
import { followAccounts, useAccounts } from './accounts-feed.ts';
import type { MarginAccount } from './model/position.ts';

/**
 * Follows the own accounts for all of the page. Mounted once: each list, the form and the bar read
 * the accounts that it keeps.
 */
export function useAccountsFeed(): void {
  const client = useQueryClient();
  const token = useSession((session) => session.token);
  useEffect(() => followAccounts(client), [client, token]);
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
