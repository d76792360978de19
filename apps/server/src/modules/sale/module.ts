import type { ServerModule } from '../../module.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { registerSaleOffice } from './office-routes.ts';
import { registerSaleRoutes } from './routes.ts';
import { seedSales } from './seed.ts';

export const saleModule: ServerModule = {
  name: 'sale',
  register(gateway, services) {
    const ground = { ...services, gate: new ProjectionGate(services.queries) };
    registerSaleRoutes(gateway, ground);
    registerSaleOffice(gateway, ground);
  },
  furnishDemo: seedSales,
};
