import type { ServerModule } from '../../module.ts';
import { openConvertFeed } from './feed.ts';
import { ConvertHedger } from './hedger.ts';
import { registerConvertOfficeRoutes } from './office-routes.ts';
import { registerConvertRoutes } from './routes.ts';
import { seedConvert } from './seed.ts';

export const convertModule: ServerModule = {
  name: 'convert',
  register(gateway, services) {
    registerConvertRoutes(gateway, services);
    registerConvertOfficeRoutes(gateway, services);
  },
  feed: openConvertFeed,
  trading: (services) => [new ConvertHedger(services)],
  async furnishDemo({ engine, live }) {
    await seedConvert(engine, live);
  },
};
