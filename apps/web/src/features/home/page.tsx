import type { Article } from '../../shared/article.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { useSession } from '../../shared/session.ts';
import { Skeleton } from '../../shared/ui/states.tsx';
import styles from './page.module.css';
import { BannerCarousel } from './ui/banner-carousel.tsx';
import { Downloads } from './ui/downloads.tsx';
import { EarnLinks } from './ui/earn-links.tsx';
import { Features } from './ui/features.tsx';
import { Headline } from './ui/headline.tsx';
import { RegisterBox } from './ui/register-box.tsx';
import { ResettingBox } from './ui/resetting-box.tsx';

interface HomeProps {
  /** Undefined while loading: their place is reserved. */
  readonly banners: readonly Article[] | undefined;
  /** Undefined while loading, null without one. */
  readonly notice: Article | null | undefined;
  /** Total assets of the logged-in user. */
  readonly own: ReactNode;
  readonly tiles: ReactNode;
  readonly pairs: ReactNode;
}

/**
 * The top of the home page: introduction and registration, or the user's own assets; and the
 * markets.
 */
export function Home({ banners, notice, own, tiles, pairs }: HomeProps) {
  const t = useTranslate();
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  return (
    <div className={styles['home']}>
      <div className={styles['page']}>
        <div className={styles['hero']} data-alone={banners?.length === 0 || undefined}>
          <section className={styles['intro']} aria-labelledby="home-title">
            <h1 id="home-title" className={isLoggedIn ? 'visually-hidden' : undefined}>
              {t('home.title')}
            </h1>
            {isLoggedIn ? (
              own
            ) : (
              <>
                <p>{t('home.about')}</p>
                <RegisterBox />
              </>
            )}
          </section>
          {banners?.length !== 0 && (
            <div className={styles['banners']}>
              {banners === undefined ? (
                <Skeleton rows={4} height={48} />
              ) : (
                <BannerCarousel articles={banners} />
              )}
            </div>
          )}
        </div>
        {notice !== null && <Headline notice={notice} />}
        {tiles}
        <section className={styles['pairs']} aria-labelledby="home-pairs">
          <div className={styles['head']}>
            <h2 id="home-pairs">{t('market.title')}</h2>
            <Link to="/quotation">{t('home.allMarkets')}</Link>
          </div>
          <ResettingBox>{pairs}</ResettingBox>
        </section>
        <section className={styles['reasons']} aria-labelledby="home-earn">
          <h2 id="home-earn">{t('home.earn')}</h2>
          <EarnLinks />
        </section>
        <section className={styles['reasons']} aria-labelledby="home-reasons">
          <h2 id="home-reasons">{t('home.reasons')}</h2>
          <Features />
        </section>
        <Downloads />
      </div>
    </div>
  );
}
