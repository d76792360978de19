import type { ServerModule } from '../../module.ts';
import { registerSecondsOfficeRoutes } from './office-routes.ts';
import { registerSecondsRoutes } from './routes.ts';
import { SecondsFeed } from './feed.ts';
import { ticksFile } from './ticks-file.ts';

export const secondsModule: ServerModule = {
  name: 'seconds',
  register(gateway, services) {
    registerSecondsRoutes(gateway, services);
    registerSecondsOfficeRoutes(gateway, services);
    gateway.serveTicks((market, day) => ticksFile(services, market, day));
  },
  feed: (live, audience) => new SecondsFeed(live, audience),
};
