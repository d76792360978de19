import type { Currency, Market } from '@meridian/core/catalog/catalog';
import type { CurrencyId, MarketId } from '@meridian/core/ids';
import { parseDecimal } from '@meridian/money/decimal';

/**
 * All currencies are kept with eight decimals inside the exchange, also where their chains use
 * others.
 */
export const CURRENCY_SCALE = 8;

/** An index older than ten seconds (ten missed ticks) is stale. */
export const INDEX_MAX_AGE_MS = 10_000;

/**
 * The currencies that a new exchange lists. Ids never change: they are in the journal and on the
 * wire.
 */
export const STARTING_CURRENCIES: readonly Currency[] = (
  [
    [1, 'BTC'],
    [2, 'ETH'],
    [3, 'USDT'],
    [4, 'XRP'],
    [5, 'LTC'],
    [6, 'BCH'],
    [7, 'ADA'],
    [8, 'DOGE'],
    [9, 'DOT'],
    [10, 'LINK'],
    [11, 'EOS'],
  ] as const
).map(([id, code]) => ({ id, code, scale: CURRENCY_SCALE }));

/**
 * Settings that differ from market to market. Decimal strings, so that the table reads as people
 * quote them.
 */
interface MarketRow {
  readonly id: MarketId;
  readonly base: string;
  readonly quote: 'USDT' | 'BTC';
  /** Smallest price step in quote currency. */
  readonly tick: string;
  /** Smallest quantity step in base currency. */
  readonly lot: string;
  /** Most that one order may be, in base currency: worth some ten to thirty million dollars. */
  readonly maxQuantity: string;
}

/**
 * Ticks are one basis point of the price or less where eight decimals allow it; lots are worth a
 * few cents up to some ten dollars. Each tick times its lot is a whole number of smallest quote
 * units, so that no notional ever rounds.
 */
const MARKET_ROWS: readonly MarketRow[] = [
  { id: 1, base: 'BTC', quote: 'USDT', tick: '0.01', lot: '0.00001', maxQuantity: '200' },
  { id: 2, base: 'ETH', quote: 'USDT', tick: '0.01', lot: '0.0001', maxQuantity: '5000' },
  { id: 3, base: 'XRP', quote: 'USDT', tick: '0.0001', lot: '0.1', maxQuantity: '8000000' },
  { id: 4, base: 'LTC', quote: 'USDT', tick: '0.01', lot: '0.001', maxQuantity: '100000' },
  { id: 5, base: 'BCH', quote: 'USDT', tick: '0.01', lot: '0.001', maxQuantity: '30000' },
  { id: 6, base: 'ADA', quote: 'USDT', tick: '0.0001', lot: '0.1', maxQuantity: '20000000' },
  { id: 7, base: 'DOGE', quote: 'USDT', tick: '0.00001', lot: '1', maxQuantity: '50000000' },
  { id: 8, base: 'DOT', quote: 'USDT', tick: '0.001', lot: '0.01', maxQuantity: '2000000' },
  { id: 9, base: 'LINK', quote: 'USDT', tick: '0.001', lot: '0.01', maxQuantity: '1000000' },
  { id: 10, base: 'EOS', quote: 'USDT', tick: '0.0001', lot: '0.1', maxQuantity: '20000000' },
  { id: 11, base: 'ETH', quote: 'BTC', tick: '0.00001', lot: '0.001', maxQuantity: '5000' },
  { id: 12, base: 'XRP', quote: 'BTC', tick: '0.00000001', lot: '1', maxQuantity: '8000000' },
  { id: 13, base: 'LTC', quote: 'BTC', tick: '0.000001', lot: '0.01', maxQuantity: '100000' },
  { id: 14, base: 'LINK', quote: 'BTC', tick: '0.0000001', lot: '0.1', maxQuantity: '1000000' },
];

const MIN_NOTIONAL = { USDT: '5', BTC: '0.0001' } as const;

/**
 * The markets that a new exchange lists, all with the same rules: fees of 0.08 % for makers and
 * 0.10 % for takers (making is a little cheaper, as nearly everywhere); prices within 20 % of the
 * index, wide enough for a crash like that of 19 May 2021; market orders stop 5 % from the best
 * price; an index older than ten seconds (ten missed ticks) is stale.
 */
export const STARTING_MARKETS: readonly Market[] = MARKET_ROWS.map((row) => ({
  id: row.id,
  base: startingCurrency(row.base),
  quote: startingCurrency(row.quote),
  tickSize: units(row.tick),
  lotSize: units(row.lot),
  minNotional: units(MIN_NOTIONAL[row.quote]),
  maxQuantityLots: Number(units(row.maxQuantity) / units(row.lot)),
  makerFeeBps: 8,
  takerFeeBps: 10,
  maxOpenOrders: 200,
  bandBps: 2_000,
  slippageBps: 500,
  indexMaxAgeMs: INDEX_MAX_AGE_MS,
  status: 'open',
  isDisplayed: true,
  // Ticks of markets quoted in BTC are too coarse for seconds.
  hasSeconds: row.quote === 'USDT',
}));

/** @throws RangeError when no starting currency has the code */
export function startingCurrency(code: string): CurrencyId {
  const currency = STARTING_CURRENCIES.find((candidate) => candidate.code === code);
  if (currency === undefined) throw new RangeError(`${code} is not a starting currency`);
  return currency.id;
}

/** The starting market that prices a currency in USDT, 0 without one. */
export function startingUsdtMarket(code: string): MarketId {
  return MARKET_ROWS.find(({ base, quote }) => base === code && quote === 'USDT')?.id ?? 0;
}

function units(text: string): bigint {
  const parsed = parseDecimal(text, CURRENCY_SCALE);
  if (!parsed.ok) throw new RangeError(`${text} is not a decimal of ${CURRENCY_SCALE} places`);
  return parsed.units;
}
