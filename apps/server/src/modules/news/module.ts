import type { ServerModule } from '../../module.ts';
import { seedArticles } from './seed.ts';
import { STARTING_ARTICLES } from './articles/starting-articles.ts';
import { registerArticleRoutes } from './office-routes.ts';
import { registerNewsRoutes } from './routes.ts';

export const newsModule: ServerModule = {
  name: 'news',
  register(gateway, services) {
    registerNewsRoutes(gateway, services);
    registerArticleRoutes(gateway, services);
    gateway.servePublicPictures((id) => services.articlePictures.open(id));
  },
  furnishDemo: ({ queries }) => seedArticles(queries, STARTING_ARTICLES),
};
