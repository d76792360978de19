import { Fault } from '../fault.ts';
import { openVenues } from './ccxt-venue.ts';
import type { Feed, FeedMarket } from './feed.ts';
import { LiveFeed } from './live.ts';
import { parseReplaySetting, ReplayFeed } from './replay.ts';
import { SimulatedFeed } from './simulated.ts';

export interface OpenFeedOptions {
  /** Demo mode: markets without a recording get simulated prices. */
  readonly isDemo?: boolean;
  /**
   * Warnings for operators: files left out, an exchange that does not answer, a recording that
   * begins again.
   */
  readonly warn?: (message: string) => void;
}

/**
 * Makes the feed of the setting `FEED`: `simulated`, `replay:PATH` or `live:binance,okx,…`. Files
 * are opened here, so that a wrong path stops the start.
 *
 * Faults: `configuration_invalid` for an unknown setting, `feed_unavailable` for files that cannot
 * be read.
 */
export async function openFeed(
  setting: string,
  markets: readonly FeedMarket[],
  options: OpenFeedOptions = {},
): Promise<Feed> {
  const { isDemo = true, warn = () => undefined } = options;
  if (setting === 'simulated') return new SimulatedFeed(markets);
  const [, kind, source = ''] = /^(replay|live):(.+)$/s.exec(setting) ?? [];
  if (kind === 'replay')
    return ReplayFeed.open(parseReplaySetting(source), markets, { fallback: isDemo, warn });
  if (kind === 'live')
    return new LiveFeed(await openVenues(source.split(',').map((name) => name.trim())), markets, {
      warn,
    });
  throw new Fault(
    'configuration_invalid',
    'FEED must be simulated, replay:PATH or live:EXCHANGE,EXCHANGE',
  );
}
