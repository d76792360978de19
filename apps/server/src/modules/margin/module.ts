import type { ServerModule } from '../../module.ts';
import { registerMarginOfficeRoutes } from './office-routes.ts';
import { registerMarginRoutes } from './routes.ts';

export const marginModule: ServerModule = {
  name: 'margin',
  register(gateway, services) {
    registerMarginRoutes(gateway, services);
    registerMarginOfficeRoutes(gateway, services);
  },
};
