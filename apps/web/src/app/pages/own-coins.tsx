import { lazy, Suspense } from 'react';
import { fetchTexts } from '../../shared/i18n/language.ts';
import { Skeleton } from '../../shared/ui/states.tsx';
import { fetchFresh } from '../fetch-fresh.ts';

const Assets = lazy(async () => {
  const [{ SpotAssets }] = await fetchFresh(() =>
    Promise.all([import('../../features/wallet/ui/spot-assets.tsx'), fetchTexts('rest')]),
  );
  return { default: SpotAssets };
});

/** Own coins in the dock. Fetched with their texts: a terminal has not those of a wallet. */
export function OwnCoinsLater() {
  return (
    <Suspense fallback={<Skeleton rows={3} height={32} />}>
      <Assets />
    </Suspense>
  );
}
