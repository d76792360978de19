import type { ServerModule } from '../../module.ts';
import { registerPersonalRoutes } from './routes.ts';

export const personalModule: ServerModule = {
  name: 'personal',
  register(gateway, services) {
    registerPersonalRoutes(gateway, services);
  },
};
