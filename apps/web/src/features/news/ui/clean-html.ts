import {
  ARTICLE_ATTRIBUTES,
  ARTICLE_DROPPED_WHOLE,
  ARTICLE_LINK,
  ARTICLE_PICTURE,
  ARTICLE_TAGS,
} from '@meridian/contract/news/article-html';
import createPurifier from 'dompurify';

const ATTRIBUTES = new Map<string, readonly string[]>(Object.entries(ARTICLE_ATTRIBUTES));
/** Attributes that we set on checked elements. */
const OURS: readonly string[] = ['target', 'rel', 'loading', 'decoding'];

const purifier = createPurifier(window);
purifier.addHook('uponSanitizeAttribute', (element, data) => {
  data.keepAttr = ATTRIBUTES.get(element.localName)?.includes(data.attrName) === true;
});
purifier.addHook('afterSanitizeAttributes', (element) => {
  if (element.localName === 'a') checkLink(element);
  if (element.localName === 'img') checkPicture(element);
});

/**
 * The HTML of an article as elements, limited to readable content. The server cleaned it before
 * storing; this protects even if that failed. Elements, not text: checked content is never parsed
 * again.
 */
export function cleanFragment(html: string): DocumentFragment {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: [...ARTICLE_TAGS],
    ALLOWED_ATTR: [...new Set([...ATTRIBUTES.values()].flat()), ...OURS],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    FORBID_CONTENTS: [...ARTICLE_DROPPED_WHOLE],
    RETURN_DOM_FRAGMENT: true,
  });
}

function checkLink(link: Element): void {
  const address = link.getAttribute('href');
  if (address === null || !ARTICLE_LINK.test(address)) return link.removeAttribute('href');
  if (!/^https?:/i.test(address)) return;
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener noreferrer');
}

function checkPicture(picture: Element): void {
  if (!ARTICLE_PICTURE.test(picture.getAttribute('src') ?? '')) return picture.remove();
  picture.setAttribute('loading', 'lazy');
  picture.setAttribute('decoding', 'async');
}
