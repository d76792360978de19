import type { P2pDealEvent } from '@meridian/contract/p2p/events';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { connection, useConnection } from '../../../realtime/connection.ts';
import { OWN } from '../../../shared/session.ts';

/** Without a live socket, and with one: polling finds the changes whose events were missed. */
const POLL_MS = 3_000;
const LIVE_POLL_MS = 30_000;

/**
 * Reads own deals again when an event tells of a change, and after each reconnection.
 * @returns how often they are to be read besides
 */
export function useDealEvents(): number {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = (): void => void client.invalidateQueries({ queryKey: [OWN, 'p2p'] });
    const ends = [
      connection().on<P2pDealEvent>('p2p_deal', refresh),
      connection().onConnect(refresh),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client]);
  return useConnection(({ status }) => status === 'live') ? LIVE_POLL_MS : POLL_MS;
}
