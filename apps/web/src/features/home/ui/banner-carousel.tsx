import type { Article } from '../../../shared/article.ts';
import { lazy, Suspense, type ComponentType } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import styles from './banner-carousel.module.css';
import { BannerSlide } from './banner-slide.tsx';

interface BannersProps {
  readonly articles: readonly Article[];
}

/** Time before the second banner may come: the carousel code is not needed earlier. */
const FIRST_STANDS_MS = 2_000;

/** Shows the first banner when the carousel code fails to load. */
const MovingBanners = lazy<ComponentType<BannersProps>>(async () => {
  await new Promise((resolve) => setTimeout(resolve, FIRST_STANDS_MS));
  const moving = await import('./moving-banners.tsx').catch(() => undefined);
  return { default: moving?.MovingBanners ?? FirstBanner };
});

/** Articles with pictures. The first is shown at once; the carousel code is fetched after it. */
export function BannerCarousel({ articles }: BannersProps) {
  const t = useTranslate();
  return (
    <section className={styles['place']} aria-label={t('home.news')}>
      <Suspense fallback={<FirstBanner articles={articles} />}>
        <MovingBanners articles={articles} />
      </Suspense>
    </section>
  );
}

function FirstBanner({ articles: [first] }: BannersProps) {
  return first !== undefined && <BannerSlide article={first} isFirst />;
}
