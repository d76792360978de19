import { Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { create } from 'zustand';
import { useTranslate } from '../shared/i18n/translate.ts';
import { whenForgotten } from '../shared/session.ts';
import { BottomNavigation } from './bottom-navigation.tsx';
import { usePartsUnderWay } from './fetch-fresh.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Notices } from './notices.tsx';
import { usePageHandle, usePageTitle } from './page-handle.ts';
import { PageBoundary, PageSkeleton } from './problem-states.tsx';
import { useScrollMemory } from './scroll-memory.ts';
import styles from './shell.module.css';

/** The frame around every page. The first Tab stop skips the header. */
export function Shell() {
  const t = useTranslate();
  const handle = usePageHandle();
  const content = useRef<HTMLElement>(null);
  usePageTitle(handle);
  useScrollMemory();
  useFocusOnArrival(content);
  const { pathname } = useLocation();
  const forgotten = useForgotten();
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
        <PageBoundary at={pathname} key={forgotten}>
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

/** How often somebody logged out: the next person finds no open question of the one before. */
const useForgotten = create(() => 0);
whenForgotten(() => useForgotten.setState((count) => count + 1, true));

/** Shows progress when fetching a page takes longer than a moment. */
function Progress() {
  const parts = usePartsUnderWay();
  return parts === 0 ? undefined : <div className={styles['progress']} aria-hidden="true" />;
}

/**
 * Moves keyboard and screen readers to the heading of a new page, unless the page has taken the
 * focus itself.
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
 * Focuses the heading, and its replacement if loading brings another: the focus of a removed
 * element is lost, and the next Tab would begin elsewhere. Until the user presses on the page.
 * Returns a function that ends it.
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

/**
 * @returns the focused element: the heading, or the whole content while it has none
 */
function focusHeading(main: HTMLElement): HTMLElement {
  const heading = main.querySelector<HTMLElement>('h1');
  heading?.setAttribute('tabindex', '-1');
  const place = heading ?? main;
  place.focus({ preventScroll: true });
  return place;
}
