import { ARTICLE_CATEGORIES } from '@meridian/contract/news/article-categories';
import type { MessageId } from '../../../shared/i18n/translate.ts';

export interface Category {
  readonly id: number;
  readonly title: MessageId;
  /** The page that lists its articles. */
  readonly path: string;
}

/** All categories that people see. The first one is what a list shows when it is not told which. */
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
/** Those between which one changes above a list. */
export const MAIN_CATEGORIES = CATEGORIES.slice(0, 4);
/** Short lists beside the help, the same as in the footer. */
export const SIDE_CATEGORIES = CATEGORIES.slice(4);

export function categoryOf(id: number): Category | undefined {
  return CATEGORIES.find((category) => category.id === id);
}

/**
 * The category that an address names by `c_id`: notices where it names none, undefined where there
 * is no such category.
 */
export function namedCategory(text: string | null): Category | undefined {
  return text === null ? CATEGORIES[0] : categoryOf(wholeNumber(text) ?? Number.NaN);
}

/** A number of an address from 1, undefined where the text is none. */
export function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
