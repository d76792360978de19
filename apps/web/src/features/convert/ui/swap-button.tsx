import { useTranslate } from '../../../shared/i18n/translate.ts';
import styles from './convert.module.css';

/** Swaps the two coins: the received one is given, the given one is received. */
export function SwapButton({ onSwap }: { readonly onSwap: () => void }) {
  const t = useTranslate();
  return (
    <button
      type="button"
      className={styles['swap']}
      aria-label={t('convert.swap')}
      title={t('convert.swap')}
      onClick={onSwap}
    >
      <svg
        viewBox="0 0 16 16"
        width="16"
        height="16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M5 13.5v-11M2 5.5l3-3 3 3M11 2.5v11M8 10.5l3 3 3-3" />
      </svg>
    </button>
  );
}
