import { useEffect, useRef, useState } from 'react';
import { useTranslate } from '../i18n/translate.ts';
import styles from './copy-button.module.css';
import { showToast } from './toasts.ts';

const SHOWN_MS = 2_000;

/**
 * Copies a text, and says whether that worked. `what` names it if there are several side by side.
 */
export function CopyButton({ value, what }: { readonly value: string; readonly what?: string }) {
  const t = useTranslate();
  const [isDone, setDone] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async (): Promise<void> => {
    try {
      // Browsers have no clipboard for pages without a secure connection.
      await navigator.clipboard.writeText(value);
    } catch {
      showToast('error', t('action.copyFailed'));
      return;
    }
    showToast('success', t('action.copied'));
    setDone(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setDone(false), SHOWN_MS);
  };
  return (
    <button
      type="button"
      className={styles['copy']}
      data-done={isDone || undefined}
      aria-label={what === undefined ? t('action.copy') : `${t('action.copy')}: ${what}`}
      title={t('action.copy')}
      onClick={() => void copy()}
    >
      <svg
        viewBox="0 0 16 16"
        width="16"
        height="16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        aria-hidden="true"
      >
        {isDone ? (
          <path d="m3 8.5 3.5 3.5L13 5" />
        ) : (
          <>
            <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
            <path d="M10.5 3.5v-.2A.8.8 0 0 0 9.7 2.5H3.3a.8.8 0 0 0-.8.8v6.4a.8.8 0 0 0 .8.8h.2" />
          </>
        )}
      </svg>
    </button>
  );
}
