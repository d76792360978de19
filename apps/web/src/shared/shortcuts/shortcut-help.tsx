import { lazy, Suspense, useState } from 'react';
import { withTexts } from '../i18n/language.ts';
import { useTranslate } from '../i18n/translate.ts';
import styles from './shortcut-help.module.css';
import { useShortcut } from './shortcuts.ts';

const ShortcutList = lazy(async () => ({
  default: (await withTexts(import('./shortcut-list.tsx'))).ShortcutList,
}));

/** A button, and the list of shortcuts that it opens. */
export function ShortcutHelp() {
  const t = useTranslate();
  /** Undefined until it is first opened. */
  const [isOpen, setOpen] = useState<boolean>();
  useShortcut('?', () => setOpen(true));
  return (
    <>
      <button
        type="button"
        className={styles['button']}
        aria-label={t('shortcut.title')}
        title={t('shortcut.title')}
        onClick={() => setOpen(true)}
      >
        <svg
          viewBox="0 0 20 20"
          width="20"
          height="20"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          aria-hidden="true"
        >
          <rect x="1.75" y="4.75" width="16.5" height="10.5" rx="2" />
          <path d="M5 8h.01M8.3 8h.01M11.7 8h.01M15 8h.01M6 12h8" />
        </svg>
      </button>
      {isOpen !== undefined && (
        <Suspense>
          <ShortcutList isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
