import type { ServerModule } from '../../module.ts';
import { erasedCounter, Retention } from './retention.ts';
import { registerPersonalRoutes } from './routes.ts';

export const personalModule: ServerModule = {
  name: 'personal',
  register(gateway, services) {
    registerPersonalRoutes(gateway, services);
  },
  rounds: (services) => [
    new Retention({ ...services, erased: erasedCounter(services.metrics) }).rounds,
  ],
};
