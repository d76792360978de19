import type { CurrencyId } from '@meridian/core/ids';
import type { P2pTerms } from '@meridian/core/p2p/p2p-commands';
import type { Amount } from '@meridian/money/amount';
import type { Engine } from '../../engine/engine.ts';
import type { LiveView } from '../live-view.ts';
import { startingCurrency, startingUsdtMarket } from '../market/starting-catalog.ts';

const COIN = 10n ** 8n;
/** One CNY in units of 0.01. */
const YUAN = 100n;

/** Coins that the demo trades for fiat. */
export const DEMO_COINS: readonly CurrencyId[] = ['USDT', 'BTC', 'ETH'].map(startingCurrency);
/** The bond of a merchant of the demo, in smallest units of USDT. */
export const DEMO_BOND = 1_000n * COIN;

/**
 * Demo mode only: opens the marketplace for its coins. Listed terms stay as they are: an operator
 * may have changed them since.
 */
export async function seedP2p(engine: Pick<Engine, 'submit'>, live: LiveView): Promise<void> {
  for (const currency of DEMO_COINS) {
    const code = live.currency(currency)?.code;
    if (code === undefined || live.p2p.termsOf(currency) !== undefined) continue;
    const { outcome } = await engine.submit({ kind: 'p2p.terms', terms: termsOf(currency, code) });
    if (!outcome.ok)
      throw new Error(`the marketplace of the demo was refused: ${outcome.rejection}`);
  }
}

function termsOf(currency: CurrencyId, code: string): P2pTerms {
  const isQuoted = code === 'USDT';
  return {
    currency,
    market: isQuoted ? 0 : startingUsdtMarket(code),
    minFiat: (10n * YUAN) as Amount,
    maxFiat: (50_000n * YUAN) as Amount,
    bandBps: 2_000,
    twoOperatorsFrom: (10_000n * YUAN) as Amount,
    merchantBond: (isQuoted ? DEMO_BOND : 0n) as Amount,
    isOpen: true,
  };
}
