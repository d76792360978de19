import { useTranslate } from '../i18n/translate.ts';
import styles from './close-button.module.css';

/** The cross in the corner that closes its container. */
export function CloseButton({ onClick }: { readonly onClick: () => void }) {
  const t = useTranslate();
  return (
    <button
      type="button"
      className={styles['close']}
      aria-label={t('action.close')}
      onClick={onClick}
    >
      <svg
        viewBox="0 0 16 16"
        width="16"
        height="16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="m4 4 8 8M12 4l-8 8" />
      </svg>
    </button>
  );
}
