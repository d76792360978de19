import { FaucetButton } from '../../features/demo/ui/faucet-button.tsx';
import { SecondsPage } from '../../features/seconds/page.tsx';
import { ChartPanel } from '../../features/spot/ui/chart-panel.tsx';
import { CHART_ALERT } from './chart-alert.ts';

/**
 * Seconds contracts, combined with the chart (of the index, at which they are settled) and the
 * demo's faucet.
 */
export function SecondDealCenterPage() {
  return (
    <SecondsPage
      chart={(market, own) => (
        <ChartPanel
          market={market}
          terminal="seconds"
          firstSource="index"
          own={own}
          alert={CHART_ALERT}
        />
      )}
      funding={<FaucetButton />}
    />
  );
}
