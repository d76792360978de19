import { lazy, Suspense, useState } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import styles from './layout-menu.module.css';

const LayoutDialog = lazy(async () => ({
  default: (await import('./layout-dialog.tsx')).LayoutDialog,
}));

/** The button that opens the choice of layouts. Without a desk there is nothing to choose. */
export function LayoutMenu({ hasMarkets }: { readonly hasMarkets: boolean }) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState<boolean>();
  return (
    <>
      <button
        type="button"
        className={styles['button']}
        aria-label={t('layout.title')}
        title={t('layout.title')}
        onClick={() => setOpen(true)}
      >
        <svg
          viewBox="0 0 20 20"
          width="20"
          height="20"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          aria-hidden="true"
        >
          <rect x="2.75" y="3.75" width="14.5" height="12.5" rx="1.5" />
          <path d="M12.5 4v12M3 12.5h9.5" />
        </svg>
      </button>
      {isOpen !== undefined && (
        <Suspense>
          <LayoutDialog isOpen={isOpen} hasMarkets={hasMarkets} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
