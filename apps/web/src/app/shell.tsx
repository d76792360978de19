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
      <main ref={content} id="content" tabIndex={-1} className={styles['content']} data-layout={layout}>
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

/** Brings the keyboard and screen readers to the heading of a new page, unless the page has taken the focus itself. */
function useFocusOnArrival(content: React.RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const main = content.current;
    if (main === null || main.contains(document.activeElement)) return;
    const heading = main.querySelector<HTMLElement>('h1');
    heading?.setAttribute('tabindex', '-1');
    (heading ?? main).focus({ preventScroll: true });
  }, [pathname, content]);
}
