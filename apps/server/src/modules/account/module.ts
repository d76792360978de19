import type { ServerModule } from '../../module.ts';
import { registerCustomerRoutes } from './office-routes.ts';
import { registerAccountRoutes } from './routes.ts';

export const accountModule: ServerModule = {
  name: 'account',
  register(gateway, services) {
    registerAccountRoutes(gateway, services);
    registerCustomerRoutes(gateway, services);
  },
};
