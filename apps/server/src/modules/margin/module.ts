import type { ServerModule } from '../../module.ts';
import { seedMarginTerms } from './starting-terms.ts';
import { fundMarginHouse, fundMarginUser } from './demo-funding.ts';
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
  rounds: ({ marginWatch }) => [marginWatch.rounds],
  list: ({ engine, live, isDemo }) =>
    seedMarginTerms(engine, live.margin, { isOpen: isDemo, minSources: isDemo ? 1 : 3 }),
  async furnishDemo({ engine, live }, users) {
    await fundMarginHouse(engine, live);
    for (const user of users) await fundMarginUser(engine, live, user);
  },
};
