import type { ServerModule } from '../../module.ts';
import { registerTestDeposit } from './demo-routes.ts';
import { registerHouseRoutes } from './house-routes.ts';
import { registerCustodyOfficeRoutes } from './office-routes.ts';
import { registerCustodyRoutes } from './routes.ts';

export const custodyModule: ServerModule = {
  name: 'custody',
  register(gateway, services) {
    registerCustodyRoutes(gateway, services);
    registerCustodyOfficeRoutes(gateway, services);
    registerHouseRoutes(gateway, services);
    if (services.isDemo) registerTestDeposit(gateway, services);
  },
};
