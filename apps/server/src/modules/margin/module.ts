import type { ServerModule } from '../../module.ts';
import { registerMarginOfficeRoutes } from './office-routes.ts';
import { MarginFeed } from './feed.ts';
import { registerMarginRoutes } from './routes.ts';

export const marginModule: ServerModule = {
  name: 'margin',
  register(gateway, services) {
    registerMarginRoutes(gateway, services);
    registerMarginOfficeRoutes(gateway, services);
  },
  feed: (live, audience) => new MarginFeed(live, audience),
};
