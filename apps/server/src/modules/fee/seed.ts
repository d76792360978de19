import type { FeeTier } from '@meridian/core/fee/fee-commands';
import type { Amount } from '@meridian/money/amount';
import type { Engine } from '../../engine/engine.ts';
import type { LiveView } from '../live-view.ts';
import { startingCurrency } from '../market/starting-catalog.ts';

const COIN = 10n ** 8n;
/** Volume in USDT, rates in hundredths of a percent. */
const TIERS = [
  [10_000, 7, 9],
  [100_000, 6, 8],
  [1_000_000, 5, 7],
  [5_000_000, 3, 6],
  [20_000_000, 1, 5],
  [100_000_000, 0, 4],
] as const;

/**
 * Demo mode only: tiers of fees, so that their page has content. An operator may have changed them
 * since.
 */
export async function seedFees(engine: Pick<Engine, 'submit'>, live: LiveView): Promise<void> {
  const currency = startingCurrency('USDT');
  if (live.fee.currency !== 0 || live.currency(currency) === undefined) return;
  const tiers = TIERS.map(([volume, makerFeeBps, takerFeeBps]): FeeTier => ({
    volume: (BigInt(volume) * COIN) as Amount,
    makerFeeBps,
    takerFeeBps,
  }));
  const { outcome } = await engine.submit({ kind: 'fee.tiers', currency, tiers });
  if (!outcome.ok) throw new Error(`the tiers of fees are refused: ${outcome.rejection}`);
}
