import { useEffect, useRef, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { useSession } from '../../../shared/session.ts';
import { FRAME_PAGES, framePageOf, type FramePage } from '../model/frame-page.ts';
import { idOf } from '../model/id-of.ts';
import styles from './p2p-frame.module.css';

/** A page of the marketplace: its heading, and links to the others. */
export function P2pFrame({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  const t = useTranslate();
  const own = useSession(({ userId }) => idOf(userId ?? null));
  const page = framePageOf(useLocation(), own);
  const strip = useStripAt(page);
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1>{title}</h1>
        <nav ref={strip} className={styles['links']} aria-label={t('p2p.market.pages')}>
          {FRAME_PAGES.map(({ name, to }) => (
            <Link key={to} to={to} aria-current={name === page ? 'page' : undefined}>
              {t(`p2p.market.page.${name}`)}
            </Link>
          ))}
        </nav>
      </header>
      {children}
    </div>
  );
}

/** Scrolls the strip of links, where it is wider than a phone, to the present page. */
function useStripAt(page: FramePage | undefined) {
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = strip.current?.querySelector("[aria-current='page']");
    if (strip.current === null || link === null || link === undefined) return;
    const [all, one] = [strip.current.getBoundingClientRect(), link.getBoundingClientRect()];
    strip.current.scrollLeft += one.left - all.left - (all.width - one.width) / 2;
  }, [page]);
  return strip;
}
