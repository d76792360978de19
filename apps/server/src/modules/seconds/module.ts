import type { ServerModule } from '../../module.ts';
import { fundSecondsUser, seedSeconds } from './seed.ts';
import { secondsMonitor } from './monitor.ts';
import { registerSecondsOfficeRoutes } from './office-routes.ts';
import { registerLimitRoutes } from './limit-routes.ts';
import { registerSecondsRoutes } from './routes.ts';
import { SecondsFeed } from './feed.ts';
import { askedTicks } from './ticks-file.ts';

export const secondsModule: ServerModule = {
  name: 'seconds',
  register(gateway, services) {
    registerSecondsRoutes(gateway, services);
    registerLimitRoutes(gateway, services);
    registerSecondsOfficeRoutes(gateway, services);
    gateway.serveFile('/api/microtrade/ticks', (query) => askedTicks(services, query));
  },
  feed: (live, audience) => new SecondsFeed(live, audience),
  rounds: (services) => [secondsMonitor(services)],
  async furnishDemo({ engine, live }, users) {
    await seedSeconds(engine, live);
    for (const user of users) await fundSecondsUser(engine, live, user);
  },
};
