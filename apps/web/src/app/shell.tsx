import { Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useTranslate } from '../shared/i18n/translate.ts';
import { BottomNavigation } from './bottom-navigation.tsx';
import { usePartsUnderWay } from './fetch-fresh.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Notices } from './notices.tsx';
import { usePageHandle, usePageTitle } from './page-handle.ts';
import { PageBoundary, PageSkeleton } from './problem-states.tsx';
import { useScrollMemory } from './scroll-memory.ts';
import styles from './shell.module.css';

/** The frame around every page. The first thing that the keyboard reaches leads past the header. */
export function Shell() {
  const t = useTranslate();
  const handle = usePageHandle();
  const content = useRef<HTMLElement>(null);
  usePageTitle(handle);
  useScrollMemory();
  useFocusOnArrival(content);
  const { pathname } = useLocation();
  const layout = handle?.layout ?? 'main';
  return (
    <>
      <a className={styles['skip']} href="#content">
        {t('nav.skip')}
      </a>
      <Header isSlim={layout === 'standalone'} />
      <Progress />
      <main
        ref={content}
        id="content"
        tabIndex={-1}
        className={styles['content']}
        data-layout={layout}
      >
        <PageBoundary at={pathname}>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </PageBoundary>
      </main>
      {layout !== 'standalone' && layout !== 'terminal' && <Footer />}
      <BottomNavigation />
      <Notices />
    </>
  );
}

/** A page that is fetched for longer than a moment shows that it is under way. */
function Progress() {
  const parts = usePartsUnderWay();
  return parts === 0 ? undefined : <div className={styles['progress']} aria-hidden="true" />;
}

/**
 * Brings the keyboard and screen readers to the heading of a new page, unless the page has taken
 * the focus itself.
 */
function useFocusOnArrival(content: React.RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    const main = content.current;
    return main === null || main.contains(document.activeElement) ? undefined : holdHeading(main);
  }, [pathname, content]);
}

/**
 * Focuses the heading, and the one that comes in its place when what the page has loaded brings
 * another: a focus whose element is removed is lost, and the next Tab would begin somewhere else.
 * Until somebody presses on the page. Answers what ends it.
 */
function holdHeading(main: HTMLElement): () => void {
  let place = focusHeading(main);
  const observer = new MutationObserver(() => {
    if (!place.isConnected && document.activeElement === document.body) place = focusHeading(main);
  });
  const end = (): void => {
    observer.disconnect();
    document.removeEventListener('pointerdown', end);
  };
  observer.observe(main, { childList: true, subtree: true });
  document.addEventListener('pointerdown', end);
  return end;
}

/** @returns what has the focus now: the heading, or all of the content where it has none yet */
function focusHeading(main: HTMLElement): HTMLElement {
  const heading = main.querySelector<HTMLElement>('h1');
  heading?.setAttribute('tabindex', '-1');
  const place = heading ?? main;
  place.focus({ preventScroll: true });
  return place;
}
