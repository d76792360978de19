import { useLayoutEffect, useRef, type MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import styles from './article-content.module.css';
import { cleanFragment } from './clean-html.ts';

/**
 * The text of an article. Links to our own pages open without a reload; a missing picture leaves
 * its description.
 */
export function ArticleContent({ html }: { readonly html: string }) {
  const t = useTranslate();
  const place = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const missing = t('news.noPicture');
  useLayoutEffect(() => {
    const content = place.current;
    if (content === null) return undefined;
    const explain = ({ target }: Event): void => {
      if (target instanceof HTMLImageElement)
        target.replaceWith(note(target.alt === '' ? missing : target.alt));
    };
    // The event does not bubble.
    content.addEventListener('error', explain, true);
    content.replaceChildren(cleanFragment(html));
    return () => content.removeEventListener('error', explain, true);
  }, [html, missing]);
  const follow = (event: MouseEvent): void => {
    const address =
      event.target instanceof Element ? event.target.closest('a')?.getAttribute('href') : undefined;
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    // Addresses that the server answers itself are not pages of ours.
    if (
      address === undefined ||
      address === null ||
      !isPlain ||
      !address.startsWith('/') ||
      address.startsWith('/api/')
    )
      return;
    event.preventDefault();
    void navigate(address);
  };
  return <div ref={place} className={styles['content']} onClick={follow} />;
}

function note(text: string): HTMLElement {
  const element = document.createElement('span');
  element.dataset['missing'] = '';
  element.textContent = text;
  return element;
}
