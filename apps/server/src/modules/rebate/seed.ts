import type { Command } from '@meridian/core/commands';
import type { Amount } from '@meridian/money/amount';
import type { Engine } from '../../engine/engine.ts';
import type { LiveView } from '../live-view.ts';
import { startingCurrency } from '../market/starting-catalog.ts';

const RATES_BPS = [2_000, 1_000, 500];
const FUNDS = (10_000n * 10n ** 8n) as Amount;

/**
 * Demo mode only: rates from tomorrow on, and money that pays them. An operator may have changed
 * them since.
 */
export async function seedRebates(engine: Pick<Engine, 'submit'>, live: LiveView): Promise<void> {
  const currency = startingCurrency('USDT');
  const before = live.rebate.ratesAt(Number.MAX_SAFE_INTEGER);
  if (before !== undefined || live.currency(currency) === undefined) return;
  await submit(engine, { kind: 'rebate.fund', currency, direction: 'in', amount: FUNDS });
  await submit(engine, { kind: 'rebate.rates', currency, ratesBps: RATES_BPS });
}

async function submit(engine: Pick<Engine, 'submit'>, command: Command): Promise<void> {
  const { outcome } = await engine.submit(command);
  if (!outcome.ok) throw new Error(`rebates of the demo were refused: ${outcome.rejection}`);
}
