import type { Article } from '../../../shared/article.ts';
import Autoplay from 'embla-carousel-autoplay';
import useEmblaCarousel from 'embla-carousel-react';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import styles from './banner-carousel.module.css';
import { BannerSlide } from './banner-slide.tsx';

const DELAY_MS = 6_000;
/**
 * Embla has a unit of its own for transitions, which slow down towards their end: at 25, all but 2
 * % of the way is done after 600 ms (measured).
 */
const TRANSITION = 25;
const STILL = '(prefers-reduced-motion: reduce)';

/**
 * Rotates articles with pictures. It stops on hover or keyboard focus, on its pause button, and for
 * users who prefer reduced motion.
 */
export function MovingBanners({ articles }: { readonly articles: readonly Article[] }) {
  const isStill = useStill();
  const [isPaused, setPaused] = useState(false);
  const [isInside, setInside] = useState(false);
  const isMoving = !isStill && !isPaused && articles.length > 1;
  const plugins = useMemo(
    () =>
      isMoving
        ? [
            Autoplay({
              delay: DELAY_MS,
              stopOnInteraction: false,
              stopOnMouseEnter: true,
              stopOnFocusIn: false,
              rootNode: (viewport) => viewport.parentElement,
            }),
          ]
        : [],
    [isMoving],
  );
  const [viewport, carousel] = useEmblaCarousel({ loop: true, duration: TRANSITION }, plugins);
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (carousel === undefined) return undefined;
    const follow = (): void => setShown(carousel.selectedScrollSnap());
    carousel.on('select', follow).on('reInit', follow);
    return () => void carousel.off('select', follow).off('reInit', follow);
  }, [carousel]);
  useEffect(() => {
    const autoplay = carousel?.plugins().autoplay;
    if (isInside) autoplay?.stop();
    else if (autoplay?.isPlaying() === false) autoplay.play();
  }, [carousel, isInside]);
  return (
    <div
      className={styles['carousel']}
      onFocus={({ target }) => setInside(target.matches(':focus-visible'))}
      onBlur={({ currentTarget, relatedTarget }) =>
        setInside(currentTarget.contains(relatedTarget))
      }
    >
      <div ref={viewport} className={styles['viewport']}>
        <ul className={styles['slides']}>
          {articles.map((article, index) => (
            <li key={article.id} className={styles['slide']} inert={index !== shown}>
              <BannerSlide article={article} isFirst={index === 0} />
            </li>
          ))}
        </ul>
      </div>
      {articles.length > 1 && (
        <Controls
          articles={articles}
          shown={shown}
          isPaused={isPaused}
          {...(isStill ? {} : { onPause: setPaused })}
          onShow={(index) => carousel?.scrollTo(index, isStill)}
        />
      )}
    </div>
  );
}

interface ControlsProps {
  readonly articles: readonly Article[];
  readonly shown: number;
  readonly isPaused: boolean;
  /** Left out where nothing moves. */
  readonly onPause?: (isPaused: boolean) => void;
  readonly onShow: (index: number) => void;
}

function Controls({ articles, shown, isPaused, onPause, onShow }: ControlsProps) {
  const t = useTranslate();
  return (
    <div className={styles['controls']}>
      {onPause !== undefined && (
        <button
          type="button"
          aria-label={t(isPaused ? 'home.play' : 'home.pause')}
          onClick={() => onPause(!isPaused)}
        >
          <svg viewBox="0 0 16 16" width="12" height="12" fill="currentColor" aria-hidden="true">
            <path d={isPaused ? 'M4 2v12l10-6z' : 'M4 2h3v12H4zM9 2h3v12H9z'} />
          </svg>
        </button>
      )}
      {articles.map(({ id, title }, index) => (
        <button
          key={id}
          type="button"
          aria-label={t('home.slide', { number: index + 1, count: articles.length, title })}
          aria-current={index === shown || undefined}
          onClick={() => onShow(index)}
        >
          <span className={styles['dot']} />
        </button>
      ))}
    </div>
  );
}

function useStill(): boolean {
  return useSyncExternalStore(followStill, () => matchMedia(STILL).matches);
}

function followStill(listener: () => void): () => void {
  const query = matchMedia(STILL);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
