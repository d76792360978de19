import type { ServerModule } from '../../module.ts';
import { registerReviewRoutes } from './office-routes.ts';
import { registerIdentityRoutes } from './routes.ts';

export const identityModule: ServerModule = {
  name: 'identity',
  register(gateway, services) {
    registerIdentityRoutes(gateway, services);
    registerReviewRoutes(gateway, services);
    gateway.servePictures((link) => services.pictures.open(link));
  },
};
