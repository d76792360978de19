import type { ServerModule } from '../../module.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { memberRounds } from './members.ts';
import { registerRebateOffice } from './office-routes.ts';
import { registerRebateRoutes } from './routes.ts';
import { seedRebates } from './seed.ts';

export const rebateModule: ServerModule = {
  name: 'rebate',
  register(gateway, services) {
    const ground = { ...services, gate: new ProjectionGate(services.queries) };
    registerRebateRoutes(gateway, ground);
    registerRebateOffice(gateway, ground);
  },
  rounds: (services) => [memberRounds(services)],
  async furnishDemo({ engine, live }) {
    await seedRebates(engine, live);
  },
};
