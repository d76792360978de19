import { useTranslate } from '../i18n/translate.ts';
import { dismissToast, useToasts } from './toasts.ts';
import styles from './toaster.module.css';

const SIGNS = { success: '✓', error: '!', info: 'i' } as const;

/** Where toasts appear. One for the whole application. */
export function Toaster() {
  const t = useTranslate();
  const { toasts } = useToasts();
  return (
    <div className={styles['toaster']} role="status" aria-live="polite">
      {toasts.map(({ id, kind, text }) => (
        <div key={id} className={styles['toast']} data-kind={kind}>
          <span className={styles['sign']} aria-hidden="true">
            {SIGNS[kind]}
          </span>
          <p>{text}</p>
          <button type="button" aria-label={t('action.close')} onClick={() => dismissToast(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
