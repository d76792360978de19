import type { ServerModule } from '../../module.ts';
import { ensureDemoAcceptor } from './demo.ts';
import { registerAcceptorOfficeRoutes } from './office-routes.ts';
import { registerAcceptorRoutes } from './routes.ts';

export const acceptorModule: ServerModule = {
  name: 'acceptor',
  register(gateway, services) {
    registerAcceptorRoutes(gateway, services);
    registerAcceptorOfficeRoutes(gateway, services);
  },
  rounds: ({ deals }) => [deals.rounds],
  async furnishDemo(services, users) {
    const user = users.at(-1);
    if (user !== undefined) await ensureDemoAcceptor(services, user);
  },
};
