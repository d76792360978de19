import type { ServerModule } from '../../module.ts';
import { furnishVisitors } from './demo-traders.ts';
import { FiatRateFeed } from './fiat-rate.ts';
import { openP2pFeed } from './feed.ts';
import { HouseMerchants } from './house-merchants.ts';
import { registerP2pOffice } from './office-routes.ts';
import { registerP2pRoutes } from './routes.ts';
import { seedP2p } from './seed.ts';
import { WebhookDeliveries } from './webhook-deliveries.ts';

export const p2pModule: ServerModule = {
  name: 'p2p',
  register(gateway, services) {
    registerP2pRoutes(gateway, services);
    registerP2pOffice(gateway, services);
  },
  rounds: (services) => [new WebhookDeliveries(services)],
  trading: (services) => [
    new FiatRateFeed(services),
    ...(services.isDemo ? [new HouseMerchants(services)] : []),
  ],
  async furnishDemo(services, users) {
    await seedP2p(services.engine, services.live);
    await furnishVisitors(services, users);
  },
  feed: openP2pFeed,
};
