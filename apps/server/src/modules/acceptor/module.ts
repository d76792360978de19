import type { ServerModule } from '../../module.ts';
import { registerAcceptorOfficeRoutes } from './office-routes.ts';
import { registerAcceptorRoutes } from './routes.ts';

export const acceptorModule: ServerModule = {
  name: 'acceptor',
  register(gateway, services) {
    registerAcceptorRoutes(gateway, services);
    registerAcceptorOfficeRoutes(gateway, services);
  },
  rounds: ({ deals }) => [deals.rounds],
};
