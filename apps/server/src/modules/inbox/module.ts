import type { ServerModule } from '../../module.ts';
import { registerPushRoutes } from './push-routes.ts';
import { registerInboxRoutes } from './routes.ts';

export const inboxModule: ServerModule = {
  name: 'inbox',
  register(gateway, services) {
    registerInboxRoutes(gateway, services);
    registerPushRoutes(gateway, services);
  },
  rounds: ({ announcer, pushDeliveries }) => [announcer.rounds, pushDeliveries],
};
