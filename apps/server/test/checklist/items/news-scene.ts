import { newsDetail, newsList, newsListByLanguage } from '@meridian/contract/news/calls';
import {
  officeArticle,
  officeArticleDelete,
  officeArticleSave,
  officeArticles,
  officePictureAdd,
} from '@meridian/contract/news/office';
import { asNobody, asOwner, type Recipes } from './recipes.ts';
import type { Scene } from './scene.ts';

/** Good calls about news. */
export const NEWS_RECIPES: Recipes = [
  [newsList, asNobody(() => ({ c_id: '3' }))],
  [newsListByLanguage, asNobody(() => ({ c_id: '3', language: '2' }))],
  [newsDetail, asNobody(async (scene) => ({ id: String(await article(scene)) }))],
  [officeArticles, asOwner(() => ({}))],
  [officeArticle, asOwner(async (scene) => ({ id: String(await article(scene)) }))],
  [
    officeArticleSave,
    asOwner(() => ({ c_id: '3', language: 'en', title: 'News', content: '<p>New.</p>' })),
  ],
  [officeArticleDelete, asOwner(async (scene) => ({ id: String(await article(scene)) }))],
  [
    officePictureAdd,
    async (scene) => ({
      authorization: scene.operator('owner').token,
      input: {},
      file: await scene.picture(),
    }),
  ],
];

async function article(scene: Scene): Promise<number> {
  const { id } = await scene
    .operator('owner')
    .ask(officeArticleSave, { c_id: 3, language: 'en', title: 'News', content: '<p>New.</p>' });
  return id;
}
