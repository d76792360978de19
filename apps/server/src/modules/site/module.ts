import type { ServerModule } from '../../module.ts';
import { registerSettingRoutes } from './office-routes.ts';
import { registerSiteRoutes } from './routes.ts';

export const siteModule: ServerModule = {
  name: 'site',
  register(gateway, services) {
    registerSiteRoutes(gateway, services);
    registerSettingRoutes(gateway, services);
  },
};
