import { ARTICLE_CATEGORIES } from '@meridian/contract/news/article-categories';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { FaucetButton } from '../../features/demo/ui/faucet-button.tsx';
import { MarketList } from '../../features/market/ui/market-list.tsx';
import { articlesQuery } from '../../features/news/api.ts';
import { articlePath } from '../../features/news/ui/article-rows.tsx';
import { MarketOrders } from '../../features/spot/ui/market-orders.tsx';
import { SpotPage } from '../../features/spot/page.tsx';
import { fetchTexts, useLanguage } from '../../shared/i18n/language.ts';
import { Skeleton } from '../../shared/ui/states.tsx';

/** Fetched with its texts for who looks at them: a wallet's are not those of a terminal. */
const SpotAssets = lazy(async () => {
  const [page] = await Promise.all([
    import('../../features/wallet/ui/spot-assets.tsx'),
    fetchTexts('rest'),
  ]);
  return { default: page.SpotAssets };
});

/**
 * Spot trading, combined with the list of markets, own orders, the newest notice and the demo's
 * faucet.
 */
export function DealCenterPage() {
  return (
    <SpotPage
      markets={(drawer) => <MarketList drawer={drawer} />}
      orders={(market, about) => <MarketOrders market={market} {...about} assets={<OwnCoins />} />}
      funding={<FaucetButton />}
      notice={<NewestNotice />}
    />
  );
}

function OwnCoins() {
  return (
    <Suspense fallback={<Skeleton rows={3} height={32} />}>
      <SpotAssets />
    </Suspense>
  );
}

function NewestNotice() {
  useLanguage();
  const { data } = useQuery(articlesQuery(ARTICLE_CATEGORIES.notice));
  const newest = data?.list[0];
  return newest && <Link to={articlePath(newest.id)}>{newest.title}</Link>;
}
