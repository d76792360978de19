import type { ServerModule } from '../../module.ts';
import { fundDemoHouse, fundDemoUser } from './demo-funding.ts';
import { registerMarginHistory } from './margin-history.ts';
import { WalletFeed } from './feed.ts';
import { registerWalletRoutes } from './routes.ts';

export const walletModule: ServerModule = {
  name: 'wallet',
  register(gateway, services) {
    registerWalletRoutes(gateway, services);
    registerMarginHistory(gateway, services);
  },
  feed: (live, audience) => new WalletFeed(live, audience),
  async furnishDemo({ engine, live }, users) {
    await fundDemoHouse(engine, live);
    for (const user of users) await fundDemoUser(engine, live, user);
  },
};
