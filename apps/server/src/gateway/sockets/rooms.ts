import type { CandlePeriod, CandleSource } from '@meridian/contract/market/candle-period';
import type { Subscription } from '@meridian/contract/socket-events';
import type { MarketId, UserId } from '@meridian/core/ids';

/**
 * Names of the groups of sockets that get an event. They are made here and nowhere else: no client
 * names a room.
 */
export const rooms = {
  /** Sockets that never subscribed. */
  everything: 'everything',
  daymarket: 'daymarket',
  pair: (channel: 'market_depth' | 'transaction' | 'market_detail', market: MarketId): string =>
    `${channel}:${market}`,
  kline: (market: MarketId, of: { period: CandlePeriod; source: CandleSource }): string =>
    `kline:${market}:${of.source}:${of.period}`,
  user: (user: UserId): string => `user:${user}`,
  session: (session: string): string => `session:${session}`,
} as const;

/** @param market of the subscription's pair; not looked at for `daymarket` */
export function roomOf(subscription: Subscription, market: MarketId): string {
  if (subscription.channel === 'daymarket') return rooms.daymarket;
  if (subscription.channel !== 'kline') return rooms.pair(subscription.channel, market);
  return rooms.kline(market, {
    period: subscription.period,
    source: subscription.source ?? 'trade',
  });
}
