import { useEffect } from 'react';
import { useMatches } from 'react-router';
import { useTranslate, type MessageId } from '../shared/i18n/translate.ts';
import type { LayoutName } from './route-table.ts';

/** What a route says about itself to the frame around it. */
export interface PageHandle {
  readonly layout: LayoutName;
  readonly title: MessageId | undefined;
}

const UNKNOWN: PageHandle = { layout: 'main', title: undefined };

/** That of the page on the screen. */
export function usePageHandle(): PageHandle {
  return (useMatches().at(-1)?.handle as PageHandle | undefined) ?? UNKNOWN;
}

/** Names the window after the page, in the language in use. */
export function usePageTitle({ title }: PageHandle): void {
  const t = useTranslate();
  const text = title === undefined ? undefined : t('page.title', { page: t(title) });
  useEffect(() => {
    if (text !== undefined) document.title = text;
  }, [text]);
}
