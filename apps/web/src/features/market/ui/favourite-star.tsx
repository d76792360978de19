import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { toggleFavourite, useFavourites } from '../favourites.ts';
import styles from './favourite-star.module.css';

const STAR = 'M8 1.6 9.9 5.6l4.4.6-3.2 3.1.8 4.4L8 11.6l-3.9 2.1.8-4.4L1.7 6.2l4.4-.6Z';

/** Keeps a market among the visitor's favourites, or no longer. */
export function FavouriteStar({ market }: { readonly market: Market }) {
  const t = useTranslate();
  const isFavourite = useFavourites(({ keys }) => keys.has(market.key));
  return (
    <button
      type="button"
      className={styles['star']}
      aria-pressed={isFavourite}
      aria-label={t('market.favour', { pair: market.symbol })}
      onClick={() => toggleFavourite(market.key)}
    >
      <StarShape />
    </button>
  );
}

export function StarShape() {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.2"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={STAR} />
    </svg>
  );
}
