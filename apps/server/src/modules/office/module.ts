import type { ServerModule } from '../../module.ts';
import { registerOfficeRoutes } from './routes.ts';

export const officeModule: ServerModule = {
  name: 'office',
  register(gateway, services) {
    registerOfficeRoutes(gateway, services);
  },
};
