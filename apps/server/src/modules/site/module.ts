import type { ServerModule } from '../../module.ts';
import { registerSettingRoutes } from './office-routes.ts';
import { registerSiteRoutes, seedDemoSettings } from './routes.ts';

export const siteModule: ServerModule = {
  name: 'site',
  register(gateway, services) {
    registerSiteRoutes(gateway, services);
    registerSettingRoutes(gateway, services);
  },
  furnishDemo: ({ queries }) => seedDemoSettings(queries),
};
