import type { ServerModule } from '../../module.ts';
import { registerSecurityRoutes } from './routes.ts';

export const securityModule: ServerModule = {
  name: 'security',
  register(gateway, services) {
    registerSecurityRoutes(gateway, services);
  },
};
