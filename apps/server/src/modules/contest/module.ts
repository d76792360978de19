import type { ServerModule } from '../../module.ts';
import { registerContestOfficeRoutes } from './office-routes.ts';
import { registerContestRoutes } from './routes.ts';

export const contestModule: ServerModule = {
  name: 'contest',
  register(gateway, services) {
    registerContestRoutes(gateway, services);
    registerContestOfficeRoutes(gateway, services);
  },
};
