import type { ServerModule } from '../../module.ts';
import { registerAlerts } from './routes.ts';

export const alertModule: ServerModule = {
  name: 'alert',
  register: registerAlerts,
  rounds: ({ alertWatch }) => [alertWatch.rounds],
};
