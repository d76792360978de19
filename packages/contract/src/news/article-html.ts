/**
 * What the HTML of an article may hold. The server writes nothing else, and screens show nothing
 * else.
 */
export const ARTICLE_TAGS = [
  ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'blockquote', 'pre', 'code', 'ul', 'ol', 'li'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'a', 'img', 'figure', 'figcaption'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
] as const;

export const ARTICLE_ATTRIBUTES = {
  a: ['href', 'title'],
  img: ['src', 'alt', 'width', 'height'],
  ol: ['start'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
} as const;

/** Elements whose text goes with them: it is code or another document, nothing to read. */
export const ARTICLE_DROPPED_WHOLE = [
  'script',
  'style',
  'textarea',
  'option',
  'noscript',
  'template',
  'iframe',
  'svg',
  'math',
  'title',
  'xmp',
  'object',
] as const;

/** Where a link may lead: a page of ours, the web, a mailbox. */
export const ARTICLE_LINK = /^(?:\/(?![/\\])|#|https?:\/\/|mailto:)/i;

/** Pictures are ours only: one from elsewhere would tell its server who reads. */
export const ARTICLE_PICTURE = /^\/(?![/\\])/;
