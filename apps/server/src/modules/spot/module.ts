import type { ServerModule } from '../../module.ts';
import { registerSpotOfficeRoutes } from './office-routes.ts';
import { SpotFeed } from './feed.ts';
import { registerSpotRoutes } from './routes.ts';

export const spotModule: ServerModule = {
  name: 'spot',
  register(gateway, services) {
    registerSpotRoutes(gateway, services);
    registerSpotOfficeRoutes(gateway, services);
  },
  feed: (live, audience) => new SpotFeed(live, audience),
};
