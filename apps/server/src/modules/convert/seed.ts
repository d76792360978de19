import type { Command } from '@meridian/core/commands';
import type { ConvertTerms } from '@meridian/core/convert/convert-commands';
import type { CurrencyId } from '@meridian/core/ids';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount } from '@meridian/money/amount';
import type { Engine } from '../../engine/engine.ts';
import type { LiveView } from '../live-view.ts';
import { startingCurrency, startingUsdtMarket } from '../market/starting-catalog.ts';

const COIN = 10n ** 8n;
/** A given amount is a multiple of 100 of the coin's smallest units. */
const STEP = 100n;
const DUST = 5n * COIN;
const CAP_BPS = 100;
const MARGIN_BPS = 10;
const SMALL_COIN_MARGIN_BPS = 15;
/** Margins and cap of the demo, which the article about fees names. */
export const DEMO_CONVERT_BPS = [MARGIN_BPS, SMALL_COIN_MARGIN_BPS, CAP_BPS] as const;
/**
 * The desk is funded for this many hours of the hourly limit, which is this many largest quotes.
 */
const FUNDED_HOURS = 5n;
const QUOTES_OF_HOUR = 10n;

/** Bounds of one quote: the largest is worth some 20,000 to 100,000 USDT. */
const BOUNDS: readonly (readonly [code: string, min: bigint, max: bigint])[] = [
  ['USDT', 1n * COIN, 50_000n * COIN],
  ['BTC', COIN / 100_000n, 1n * COIN],
  ['ETH', COIN / 10_000n, 20n * COIN],
  ['XRP', COIN, 50_000n * COIN],
  ['LTC', COIN / 100n, 500n * COIN],
  ['BCH', COIN / 1_000n, 100n * COIN],
  ['ADA', COIN, 50_000n * COIN],
  ['DOGE', 5n * COIN, 200_000n * COIN],
  ['DOT', COIN / 10n, 5_000n * COIN],
  ['LINK', COIN / 10n, 3_000n * COIN],
  ['EOS', COIN, 30_000n * COIN],
];
/** Coins with deep books. */
const LARGE: readonly string[] = ['BTC', 'ETH'];

/**
 * Demo mode only: opens conversions between USDT and every coin that has a market against it, and
 * funds the desk from the house. Listed terms stay as they are: an operator may have changed them
 * since.
 */
export async function seedConvert(engine: Pick<Engine, 'submit'>, live: LiveView): Promise<void> {
  for (const [code, min, max] of BOUNDS) {
    const currency = startingCurrency(code);
    if (live.currency(currency) === undefined) continue;
    if (live.convert.termsOf(currency) === undefined)
      await submit(engine, { kind: 'convert.terms', terms: termsOf(code, min, max) });
    if (!isFunded(live, currency))
      await submit(engine, {
        kind: 'convert.fund',
        currency,
        direction: 'in',
        amount: (max * QUOTES_OF_HOUR * FUNDED_HOURS) as Amount,
      });
  }
}

async function submit(engine: Pick<Engine, 'submit'>, command: Command): Promise<void> {
  const { outcome } = await engine.submit(command);
  if (!outcome.ok) throw new Error(`conversions of the demo were refused: ${outcome.rejection}`);
}

function isFunded(live: LiveView, currency: CurrencyId): boolean {
  return live
    .balances(SYSTEM.convertDesk)
    .some((account) => account.wallet === 'spot' && account.currency === currency);
}

function termsOf(code: string, min: bigint, max: bigint): ConvertTerms {
  const isHub = code === 'USDT';
  return {
    currency: startingCurrency(code),
    market: isHub ? 0 : startingUsdtMarket(code),
    marginBps: isHub ? 0 : LARGE.includes(code) ? MARGIN_BPS : SMALL_COIN_MARGIN_BPS,
    capBps: isHub ? 0 : CAP_BPS,
    min: min as Amount,
    max: max as Amount,
    step: STEP as Amount,
    hourLimit: (max * QUOTES_OF_HOUR) as Amount,
    dust: DUST as Amount,
    isOpen: true,
  };
}
