import { FaucetButton } from '../../features/demo/ui/faucet-button.tsx';
import { MarketList } from '../../features/markets/ui/market-list.tsx';
import { SpotPage } from '../../features/spot/page.tsx';

/** Spot trading, joined with the list of markets and the demo's faucet. */
export function DealCenterPage() {
  return <SpotPage markets={(drawer) => <MarketList drawer={drawer} />} funding={<FaucetButton />} />;
}
