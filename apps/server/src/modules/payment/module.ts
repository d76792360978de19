import type { ServerModule } from '../../module.ts';
import { registerDemoGateway } from './demo-gateway.ts';
import { registerPaymentOfficeRoutes } from './office-routes.ts';
import { registerPaymentRoutes } from './routes.ts';

export const paymentModule: ServerModule = {
  name: 'payment',
  register(gateway, services) {
    registerPaymentRoutes(gateway, services);
    registerPaymentOfficeRoutes(gateway, services);
    const { merchant, isOwnGateway } = services;
    if (merchant !== undefined && isOwnGateway) registerDemoGateway(gateway, merchant);
  },
  rounds: ({ payments }) => [payments.rounds],
};
