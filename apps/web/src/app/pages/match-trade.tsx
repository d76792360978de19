import { ContestTradePage } from '../../features/contest/trade-page.tsx';
import { MarginPage } from '../../features/margin/page.tsx';
import { MarketList } from '../../features/market/ui/market-list.tsx';
import { ChartPanel } from '../../features/spot/ui/chart-panel.tsx';
import { OrderBook } from '../../features/spot/ui/order-book.tsx';
import { PairBar } from '../../features/spot/ui/pair-bar.tsx';
import { RecentTrades } from '../../features/spot/ui/recent-trades.tsx';

/**
 * The contest's terminal: that of contracts, in play money. Chart and book are those of the real
 * market with its prices.
 */
export function MatchTradePage() {
  return (
    <ContestTradePage
      terminal={(play) => (
        <MarginPage
          play={play}
          markets={(drawer) => <MarketList drawer={drawer} isOffered={play.isOffered} />}
          pair={(market, onChoose) => (
            <PairBar market={market} notice={undefined} onChoose={onChoose} />
          )}
          chart={(market, own) => (
            <ChartPanel market={market} own={own} terminal="match" firstSource="index" />
          )}
          book={(market, depth, onPrice) => (
            <OrderBook market={market} depth={depth} onTake={onPrice} />
          )}
          trades={(market) => <RecentTrades market={market} />}
        />
      )}
    />
  );
}
