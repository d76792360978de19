import type { ServerModule } from '../../module.ts';
import { registerDemoRoutes } from './routes.ts';

export const demoModule: ServerModule = {
  name: 'demo',
  register(gateway, services) {
    if (services.isDemo) registerDemoRoutes(gateway, services);
  },
};
