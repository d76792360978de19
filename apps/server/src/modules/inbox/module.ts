import type { ServerModule } from '../../module.ts';
import { registerInboxRoutes } from './routes.ts';

export const inboxModule: ServerModule = {
  name: 'inbox',
  register(gateway, services) {
    registerInboxRoutes(gateway, services);
  },
  rounds: ({ announcer }) => [announcer.rounds],
};
