import type { ServerModule } from '../../module.ts';
import { registerFeeOffice } from './office-routes.ts';
import { registerFeeRoutes } from './routes.ts';
import { seedFees } from './seed.ts';

export const feeModule: ServerModule = {
  name: 'fee',
  register(gateway, services) {
    registerFeeRoutes(gateway, services);
    registerFeeOffice(gateway, services);
  },
  async furnishDemo({ engine, live }) {
    await seedFees(engine, live);
  },
};
