import type { ServerModule } from '../../module.ts';
import { registerFaultOfficeRoutes } from './office-routes.ts';

export const faultsModule: ServerModule = {
  name: 'faults',
  register(gateway, services) {
    registerFaultOfficeRoutes(gateway, services);
  },
};
