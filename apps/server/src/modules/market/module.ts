import type { ServerModule } from '../../module.ts';
import { seedCatalog } from './seed.ts';
import { registerCatalogRoutes } from './office-routes.ts';
import { MarketFeed } from './feed.ts';
import { registerMarketRoutes } from './routes.ts';

export const marketModule: ServerModule = {
  name: 'market',
  register(gateway, services) {
    registerMarketRoutes(gateway, services);
    registerCatalogRoutes(gateway, services);
  },
  feed: (live, audience) => new MarketFeed(live, audience),
  list: ({ engine, live }) => seedCatalog(engine, live),
};
