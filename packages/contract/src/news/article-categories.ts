/** Categories of articles (`c_id`). */
export const ARTICLE_CATEGORIES = {
  notice: 3,
  banner: 5,
  about: 9,
  help: 10,
  footerAbout: 19,
  footerExplain: 21,
  footerSupport: 22,
} as const;
/** Articles on a page of a list. */
export const ARTICLES_PER_PAGE = 20;
