import type { ServerModule } from '../../module.ts';
import { registerSpotOfficeRoutes } from './office-routes.ts';
import { registerSpotRoutes } from './routes.ts';

export const spotModule: ServerModule = {
  name: 'spot',
  register(gateway, services) {
    registerSpotRoutes(gateway, services);
    registerSpotOfficeRoutes(gateway, services);
  },
};
