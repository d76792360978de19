import {
  ARTICLE_ATTRIBUTES,
  ARTICLE_DROPPED_WHOLE,
  ARTICLE_LINK,
  ARTICLE_PICTURE,
  ARTICLE_TAGS,
} from '@meridian/contract/news/article-html';
import sanitizeHtml, { type IOptions } from 'sanitize-html';
import type { Article } from './article.ts';

// Browsers leave these out of an address wherever they stand in it: `java\tscript:`.
const IGNORED_IN_ADDRESSES = /[\u0000-\u0020\u007f-\u00a0]/g;

const OPTIONS: IOptions = {
  allowedTags: [...ARTICLE_TAGS],
  allowedAttributes: Object.fromEntries(
    Object.entries(ARTICLE_ATTRIBUTES).map(([tag, names]) => [tag, [...names]]),
  ),
  nonTextTags: [...ARTICLE_DROPPED_WHOLE],
  transformTags: {
    // The title of the page is its only heading of the first order.
    h1: 'h2',
    a: (tagName, attribs) => ({ tagName, attribs: only(attribs, 'href', ARTICLE_LINK) }),
    img: (tagName, attribs) => ({ tagName, attribs: only(attribs, 'src', ARTICLE_PICTURE) }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs['src'] === undefined,
};

/**
 * The HTML of an article with nothing in it but what people read. Everything that writes articles
 * passes through here.
 */
export function cleanArticleHtml(html: string): string {
  return sanitizeHtml(html, OPTIONS);
}

/** An article as it may be stored. Its picture is ours or none. */
export function cleanArticle(article: Article): Article {
  return {
    ...article,
    content: cleanArticleHtml(article.content),
    thumbnail: ARTICLE_PICTURE.test(article.thumbnail) ? article.thumbnail : '',
  };
}

function only(
  attribs: Record<string, string>,
  name: string,
  allowed: RegExp,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attribs).filter(
      ([one, address]) => one !== name || allowed.test(address.replace(IGNORED_IN_ADDRESSES, '')),
    ),
  );
}
