import { lazy, Suspense } from 'react';
import { fetchTexts } from '../../shared/i18n/language.ts';
import { PanelBoundary } from '../../shared/ui/panel-boundary.tsx';
import { fetchFresh } from '../fetch-fresh.ts';

const Total = lazy(async () => {
  const [{ HomeTotal }] = await fetchFresh(() =>
    Promise.all([import('./home-total.tsx'), fetchTexts('rest')]),
  );
  return { default: HomeTotal };
});

/** Total assets of the logged-in user. Fetched with its texts on demand: visitors need neither. */
export function HomeTotalLater() {
  return (
    <PanelBoundary>
      <Suspense fallback={null}>
        <Total />
      </Suspense>
    </PanelBoundary>
  );
}
