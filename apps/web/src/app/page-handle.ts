import { createContext, useContext, useEffect } from 'react';
import { useTranslate } from '../shared/i18n/translate.ts';
import type { PageHandle } from './route-table.ts';

export const PageContext = createContext<PageHandle | undefined>(undefined);

/** The route handle of the page on the screen. Undefined during a redirect. */
export function usePageHandle(): PageHandle | undefined {
  return useContext(PageContext);
}

/** Sets the window's title for the page, in the language in use. */
export function usePageTitle(handle: PageHandle | undefined): void {
  const t = useTranslate();
  const title = handle?.title;
  const text = title === undefined ? undefined : t('page.title', { page: t(title) });
  useEffect(() => {
    if (text !== undefined) document.title = text;
  }, [text]);
}
