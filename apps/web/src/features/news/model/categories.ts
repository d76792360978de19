import { ARTICLE_CATEGORIES } from '@meridian/contract/news/article-categories';
import type { MessageId } from '../../../shared/i18n/translate.ts';

export interface Category {
  readonly id: number;
  readonly title: MessageId;
  /** The page that lists its articles. */
  readonly path: string;
}

/** All categories that customers see. The first one is the default of a list. */
const CATEGORIES: readonly Category[] = [
  { id: ARTICLE_CATEGORIES.notice, title: 'nav.notices', path: '/noticeList' },
  {
    id: ARTICLE_CATEGORIES.banner,
    title: 'news.news',
    path: `/noticeList?c_id=${ARTICLE_CATEGORIES.banner}`,
  },
  {
    id: ARTICLE_CATEGORIES.about,
    title: 'news.about',
    path: `/noticeList?c_id=${ARTICLE_CATEGORIES.about}`,
  },
  { id: ARTICLE_CATEGORIES.help, title: 'nav.help', path: '/help' },
  {
    id: ARTICLE_CATEGORIES.footerAbout,
    title: 'footer.about',
    path: `/noticeList?c_id=${ARTICLE_CATEGORIES.footerAbout}`,
  },
  {
    id: ARTICLE_CATEGORIES.footerExplain,
    title: 'footer.explain',
    path: `/noticeList?c_id=${ARTICLE_CATEGORIES.footerExplain}`,
  },
  {
    id: ARTICLE_CATEGORIES.footerSupport,
    title: 'footer.support',
    path: `/noticeList?c_id=${ARTICLE_CATEGORIES.footerSupport}`,
  },
];
/** Categories in the navigation above a list. */
export const MAIN_CATEGORIES = CATEGORIES.slice(0, 4);
/** Short lists beside the help, the same as in the footer. */
export const SIDE_CATEGORIES = CATEGORIES.slice(4);

export function categoryOf(id: number): Category | undefined {
  return CATEGORIES.find((category) => category.id === id);
}

/**
 * The category that an address names by `c_id`: notices without one, undefined for an unknown one.
 */
export function namedCategory(text: string | null): Category | undefined {
  return text === null ? CATEGORIES[0] : categoryOf(wholeNumber(text) ?? Number.NaN);
}

/** Parses a whole number from 1 in an address, undefined if invalid. */
export function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
