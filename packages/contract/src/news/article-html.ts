/**
 * Elements that the HTML of an article may have. The server writes no others, and screens show no
 * others.
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

/** Elements that are dropped with their text: it is code or another document, not to be read. */
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

/** Targets of links: an own page, the web, a mailbox. */
export const ARTICLE_LINK = /^(?:\/(?![/\\])|#|https?:\/\/|mailto:)/i;

/**
 * Only own pictures: a picture from another server would tell that server the addresses of readers.
 */
export const ARTICLE_PICTURE = /^\/(?![/\\])/;
