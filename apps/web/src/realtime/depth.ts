import type { MarketDepthEvent } from '@meridian/contract/market/events';
import { useEffect, useState } from 'react';
import { apiCall } from '../shared/http/api-call.ts';
import type { Market } from '../shared/market/market.ts';
import { connection } from './connection.ts';
import { DepthFeed } from './depth-feed.ts';
import { frames } from './frame-scheduler.ts';
import { keyOf, wirePair } from './market-translate.ts';

const RETRY_MS = 400;
const WATCH_EVERY_MS = 1_000;
const fetchDepth = apiCall('GET /api/market/depth');

/** The live book of a market. Listeners are called at most once a paint. */
export class LiveDepth {
  readonly feed: DepthFeed;
  readonly #market: Market;
  readonly #listeners = new Set<() => void>();
  readonly #paint = (): void => {
    for (const listener of this.#listeners) listener();
  };

  constructor(market: Market) {
    this.#market = market;
    this.feed = new DepthFeed({
      scale: market.scale,
      fetchSnapshot: () => fetchDepth(wirePair(market)),
      later: (callback) => setTimeout(callback, RETRY_MS),
      onChange: () => frames().request(this.#paint),
      now: () => performance.now(),
    });
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Starts to follow the market. Returns the function that ends it for good. */
  open(): () => void {
    const { key } = this.#market;
    const ends = [
      connection().on<MarketDepthEvent>('market_depth', (event) => {
        if (keyOf(event) === key) this.feed.take(event);
      }),
      connection().onConnect(() => this.feed.restart()),
      connection().subscribe({ channel: 'market_depth', ...wirePair(this.#market) }),
    ];
    const watching = setInterval(() => document.hidden || this.feed.watch(), WATCH_EVERY_MS);
    this.feed.restart();
    return () => {
      clearInterval(watching);
      for (const end of ends) end();
      this.feed.close();
      frames().cancel(this.#paint);
    };
  }
}

/** The live book of a market; undefined for the moment that it takes to open it. */
export function useLiveDepth(market: Market): LiveDepth | undefined {
  const [of, setOf] = useState<{ readonly key: string; readonly depth: LiveDepth }>();
  useEffect(() => {
    const opened = new LiveDepth(market);
    setOf({ key: market.key, depth: opened });
    return opened.open();
    // The key tells markets apart: a refreshed list of markets brings equal ones.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [market.key]);
  return of?.key === market.key ? of.depth : undefined;
}
