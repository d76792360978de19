import { lazy, Suspense } from 'react';
import type { Market } from '../../shared/market/market.ts';

const AlertButton = lazy(async () => ({
  default: (await import('../../features/alert/ui/alert-button.tsx')).AlertButton,
}));

/** The button of price alerts, for the tools of a chart: it comes after the page, as they do. */
export function alertButton(market: Market, className: string | undefined) {
  return (
    <Suspense fallback={<span className={className} />}>
      <AlertButton market={market} className={className} />
    </Suspense>
  );
}
