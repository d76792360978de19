import { FaucetButton } from '../../features/demo/ui/faucet-button.tsx';
import { MarginPage } from '../../features/margin/page.tsx';
import { MarketList } from '../../features/market/ui/market-list.tsx';
import { ChartPanel } from '../../features/spot/ui/chart-panel.tsx';
import { OrderBook } from '../../features/spot/ui/order-book.tsx';
import { PairBar } from '../../features/spot/ui/pair-bar.tsx';
import { RecentTrades } from '../../features/spot/ui/recent-trades.tsx';
import { CHART_ALERT } from './chart-alert.ts';

/**
 * Leveraged contracts, combined with the list of markets, the chart (of the index, which decides
 * fills and liquidations), and the market's book and trades.
 */
export function MarginCenterPage() {
  return (
    <MarginPage
      markets={(drawer) => <MarketList drawer={drawer} />}
      pair={(market, onChoose) => (
        <PairBar market={market} notice={undefined} onChoose={onChoose} />
      )}
      chart={(market, own) => (
        <ChartPanel
          market={market}
          own={own}
          terminal="margin"
          firstSource="index"
          alert={CHART_ALERT}
        />
      )}
      book={(market, depth, onPrice) => (
        <OrderBook market={market} depth={depth} onTake={onPrice} />
      )}
      trades={(market) => <RecentTrades market={market} />}
      funding={<FaucetButton />}
    />
  );
}
