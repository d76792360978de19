import type { ServerModule } from '../../module.ts';
import { openLoanFeed } from './feed.ts';
import { registerLoanOfficeRoutes } from './office-routes.ts';
import { registerLoanRoutes } from './routes.ts';
import { seedLoans } from './seed.ts';

export const loanModule: ServerModule = {
  name: 'loan',
  register(gateway, services) {
    registerLoanRoutes(gateway, services);
    registerLoanOfficeRoutes(gateway, services);
  },
  feed: openLoanFeed,
  furnishDemo: ({ engine, live }) => seedLoans(engine, live),
};
