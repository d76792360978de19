import { lazy, Suspense, useState } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';

const AlertDialog = lazy(async () => ({
  default: (await import('./alert-dialog.tsx')).AlertDialog,
}));

interface AlertButtonProps {
  readonly market: Market;
  /** Of the bar that it stands in. */
  readonly className: string | undefined;
}

/** Opens the price alerts of a pair. All but this button is fetched when it is pressed. */
export function AlertButton({ market, className }: AlertButtonProps) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const label = t('chart.alert');
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={label}
        title={label}
        onClick={() => setOpen(true)}
      >
        <svg
          viewBox="0 0 20 20"
          width="18"
          height="18"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          aria-hidden="true"
        >
          <path d="M10 4.500a6 6 0 1 0 0 12 6 6 0 0 0 0-12ZM10 7.500v3.200l2 1.500M5.500 2.500 2.500 5.200M14.500 2.500l3 2.700" />
        </svg>
      </button>
      {isOpen && (
        <Suspense>
          <AlertDialog market={market} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
