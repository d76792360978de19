import { ARTICLE_CATEGORIES } from '@meridian/contract/news/article-categories';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { FaucetButton } from '../../features/demo/ui/faucet-button.tsx';
import { MarketList } from '../../features/market/ui/market-list.tsx';
import { articlesQuery } from '../../features/news/api.ts';
import { articlePath } from '../../features/news/ui/article-rows.tsx';
import { MarketOrders } from '../../features/spot/ui/market-orders.tsx';
import { SpotPage } from '../../features/spot/page.tsx';
import { useLanguage } from '../../shared/i18n/language.ts';
import { CHART_ALERT } from './chart-alert.ts';
import { OwnCoinsLater } from './own-coins.tsx';

/**
 * Spot trading, combined with the list of markets, own orders, the newest notice and the demo's
 * faucet.
 */
export function DealCenterPage() {
  return (
    <SpotPage
      markets={(drawer) => <MarketList drawer={drawer} />}
      orders={(market, about) => (
        <MarketOrders market={market} {...about} assets={<OwnCoinsLater />} />
      )}
      funding={<FaucetButton />}
      alert={CHART_ALERT}
      notice={<NewestNotice />}
    />
  );
}

function NewestNotice() {
  useLanguage();
  const { data } = useQuery(articlesQuery(ARTICLE_CATEGORIES.notice));
  const newest = data?.list[0];
  return newest && <Link to={articlePath(newest.id)}>{newest.title}</Link>;
}
