import type { MarketId } from '@meridian/core/ids';
import type { MarginTerms } from '@meridian/core/margin/margin-commands';
import type { Amount } from '@meridian/money/amount';
import { parseDecimal } from '@meridian/money/decimal';
import type { Engine } from '../../engine/engine.ts';

/** Of all starting currencies. */
const CURRENCY_SCALE = 8;
/** One lot in coins, by market: worth some ten to some hundred dollars. */
const LOTS: readonly (readonly [market: MarketId, coins: string])[] = [
  [1, '0.001'],
  [2, '0.01'],
  [3, '10'],
  [4, '0.1'],
  [5, '0.1'],
  [6, '10'],
  [7, '100'],
  [8, '1'],
  [9, '1'],
  [10, '10'],
];
/** Contract value of each side of a market that the house takes the other side of. */
const EXPOSURE = '20000000';

/** Terms that differ between a demo and an exchange in production. */
export interface StartingMargin {
  /** Whether they can be traded at once: where the house is not funded, an operator opens them. */
  readonly isOpen: boolean;
  /** Venues that an index must be made of to open a position: 1 where prices are simulated. */
  readonly minSources: number;
}

/**
 * The terms that the USDT markets start with, all alike: spread 0.02 %, fee 0.05 % on opening, 0.03
 * % a night, liquidation below a margin ratio of 30 % for 0.1 % of the value; fills 100 ms later,
 * at most 0.5 % off.
 */
function startingTerms({ isOpen, minSources }: StartingMargin): MarginTerms[] {
  return LOTS.map(([market, coins]) => ({
    market,
    leverages: [5, 10, 20, 50, 100],
    lotSize: units(coins),
    minLots: 1,
    maxLots: 100_000,
    spreadBps: 2,
    feeBps: 5,
    overnightBps: 3,
    maintenancePercent: 30,
    exposureCap: units(EXPOSURE),
    isOpen,
    fillDelayMs: 100,
    fillTimeoutMs: 10_000,
    slippageBps: 50,
    liquidationFeeBps: 10,
    houseMoveBps: 1_000,
    minSources,
  }));
}

/**
 * Offers leveraged contracts where the engine knows no terms yet. Offered terms stay as they are:
 * an operator may have changed them.
 */
export async function seedMarginTerms(
  engine: Pick<Engine, 'submit'>,
  known: { terms(market: MarketId): MarginTerms | undefined },
  starting: StartingMargin,
): Promise<void> {
  const missing = startingTerms(starting).filter(({ market }) => known.terms(market) === undefined);
  const answers = await Promise.all(
    missing.map((terms) => engine.submit({ kind: 'margin.terms', terms })),
  );
  for (const { outcome } of answers) {
    if (!outcome.ok)
      throw new Error(`the starting terms of margin were refused: ${outcome.rejection}`);
  }
}

function units(text: string): Amount {
  const parsed = parseDecimal(text, CURRENCY_SCALE);
  if (!parsed.ok) throw new RangeError(`${text} is not a decimal of ${CURRENCY_SCALE} places`);
  return parsed.units as Amount;
}
