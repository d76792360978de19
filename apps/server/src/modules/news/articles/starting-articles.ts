import { ARTICLE_CATEGORIES } from '@meridian/contract/news/article-categories';
import { LANGUAGES } from '@meridian/contract/languages';
import type { Article } from '../article.ts';
import { ABOUT } from './about.ts';
import type { ArticleSource } from './article-source.ts';
import { BANNERS } from './banners.ts';
import { FOOTER_ABOUT } from './footer-about.ts';
import { FOOTER_EXPLAIN } from './footer-explain.ts';
import { FOOTER_SUPPORT } from './footer-support.ts';
import { HELP } from './help.ts';
import { HELP_ORDERS } from './help-orders.ts';
import { HELP_PRODUCTS } from './help-products.ts';
import { HELP_TRADING } from './help-trading.ts';
import { HELP_TRUST } from './help-trust.ts';
import { NOTICES } from './notices.ts';
import { renderBody } from './render.ts';

const SOURCES: readonly (readonly [category: number, articles: readonly ArticleSource[]])[] = [
  [ARTICLE_CATEGORIES.notice, NOTICES],
  [ARTICLE_CATEGORIES.banner, BANNERS],
  [ARTICLE_CATEGORIES.about, ABOUT],
  [
    ARTICLE_CATEGORIES.help,
    [...HELP, ...HELP_ORDERS, ...HELP_TRADING, ...HELP_PRODUCTS, ...HELP_TRUST],
  ],
  [ARTICLE_CATEGORIES.footerAbout, FOOTER_ABOUT],
  [ARTICLE_CATEGORIES.footerExplain, FOOTER_EXPLAIN],
  [ARTICLE_CATEGORIES.footerSupport, FOOTER_SUPPORT],
];

/** The articles of a new exchange, each in every language. */
export const STARTING_ARTICLES: readonly Article[] = SOURCES.flatMap(([category, sources]) =>
  sources.flatMap(({ id, updated, thumbnail = '', texts }) =>
    LANGUAGES.map((language) => {
      const { title, abstract, body } = texts[language];
      return {
        id,
        c_id: category,
        language,
        title,
        abstract,
        content: renderBody(body),
        thumbnail,
        update_time: updated,
      };
    }),
  ),
);
