import type { ServerModule } from '../../module.ts';
import { DemoSeasons } from './demo.ts';
import { registerContestOfficeRoutes } from './office-routes.ts';
import { registerContestRoutes } from './routes.ts';

export const contestModule: ServerModule = {
  name: 'contest',
  register(gateway, services) {
    registerContestRoutes(gateway, services);
    registerContestOfficeRoutes(gateway, services);
  },
  trading: (services, users) => [
    services.contest.rounds,
    ...(services.hasDemoSeasons ? [new DemoSeasons({ ...services, users })] : []),
  ],
};
