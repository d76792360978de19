import type { ServerModule } from '../../module.ts';
import { registerLaunchOffice } from './office-routes.ts';
import { registerLaunchRoutes } from './routes.ts';
import { seedLaunch } from './seed.ts';

export const launchModule: ServerModule = {
  name: 'launch',
  register(gateway, services) {
    registerLaunchRoutes(gateway, services);
    registerLaunchOffice(gateway, services);
  },
  furnishDemo: seedLaunch,
};
