import type { ServerModule } from '../../module.ts';
import { registerArticleRoutes } from './office-routes.ts';
import { registerNewsRoutes } from './routes.ts';

export const newsModule: ServerModule = {
  name: 'news',
  register(gateway, services) {
    registerNewsRoutes(gateway, services);
    registerArticleRoutes(gateway, services);
    gateway.servePublicPictures((id) => services.articlePictures.open(id));
  },
};
