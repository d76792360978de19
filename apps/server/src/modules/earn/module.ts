import type { ServerModule } from '../../module.ts';
import { openEarnFeed } from './feed.ts';
import { registerEarnOfficeRoutes } from './office-routes.ts';
import { registerEarnRoutes } from './routes.ts';
import { seedEarn } from './seed.ts';

export const earnModule: ServerModule = {
  name: 'earn',
  register(gateway, services) {
    registerEarnRoutes(gateway, services);
    registerEarnOfficeRoutes(gateway, services);
  },
  feed: openEarnFeed,
  furnishDemo: ({ engine, live }) => seedEarn(engine, live),
};
