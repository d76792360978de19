import {
  ARTICLE_ATTRIBUTES,
  ARTICLE_DROPPED_WHOLE,
  ARTICLE_LINK,
  ARTICLE_PICTURE,
  ARTICLE_TAGS,
} from '@meridian/contract/news/article-html';
import sanitizeHtml, { type IOptions } from 'sanitize-html';
import type { Article } from './article.ts';

// Browsers ignore these anywhere in an address: `java\tscript:`.
const IGNORED_IN_ADDRESSES = /[\u0000-\u0020\u007f-\u00a0]/g;

/** After three, each of 300,000 random articles stayed as it was. */
const PASSES = 3;

const OPTIONS: IOptions = {
  allowedTags: [...ARTICLE_TAGS],
  allowedAttributes: Object.fromEntries(
    Object.entries(ARTICLE_ATTRIBUTES).map(([tag, names]) => [tag, [...names]]),
  ),
  nonTextTags: [...ARTICLE_DROPPED_WHOLE],
  transformTags: {
    // The page's title is its only first-level heading.
    h1: 'h2',
    a: (tagName, attribs) => ({ tagName, attribs: only(attribs, 'href', ARTICLE_LINK) }),
    img: (tagName, attribs) => ({ tagName, attribs: only(attribs, 'src', ARTICLE_PICTURE) }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs['src'] === undefined,
};

/**
 * The HTML of an article, limited to readable content. Every write of an article passes through
 * here.
 */
export function cleanArticleHtml(html: string): string {
  let cleaned = sanitizeHtml(html, OPTIONS);
  // A dropped element may leave tags that are read another way the next time.
  for (let pass = 1; pass < PASSES; pass++) cleaned = sanitizeHtml(cleaned, OPTIONS);
  return cleaned;
}

/** An article that may be stored. Its picture is ours or none. */
export function cleanArticle(article: Article): Article {
  return {
    ...article,
    content: cleanArticleHtml(article.content),
    thumbnail: ARTICLE_PICTURE.test(article.thumbnail) ? article.thumbnail : '',
  };
}

/** Without an address that is not allowed. An allowed one is written as it was judged. */
function only(
  attribs: Record<string, string>,
  name: string,
  allowed: RegExp,
): Record<string, string> {
  const { [name]: address, ...others } = attribs;
  const judged = address?.replace(IGNORED_IN_ADDRESSES, '');
  return judged !== undefined && allowed.test(judged) ? { ...attribs, [name]: judged } : others;
}
