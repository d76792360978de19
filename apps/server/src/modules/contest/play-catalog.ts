import { PLAY_CURRENCY } from '@meridian/contract/contest/calls';
import type { Currency, Market } from '@meridian/core/catalog/catalog';
import type { Command } from '@meridian/core/commands';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount } from '@meridian/money/amount';
import type { Engine } from '../../engine/engine.ts';
import type { LiveView } from '../live-view.ts';
import { PLAY_ID, playMarketOf } from '../market/play-money.ts';

type Submitter = Pick<Engine, 'submit'>;

export const PLAY: Currency = { id: PLAY_ID, code: PLAY_CURRENCY, scale: 8 };
/** Coins of contests, traded against the currency of prices. */
const CONTEST_COINS = ['BTC', 'ETH', 'XRP', 'LTC', 'DOGE'];
const PRICE_CODE = 'USDT';
const COIN = 10n ** 8n;
/** The house's play money for profits, at the beginning of a season. */
const HOUSE = 1_000_000_000n * COIN;
/** Of each market and side: a contest is not the house's risk. */
const EXPOSURE = 1_000_000_000n * COIN;

/** The currency of prices and prizes. */
export function priceCurrency(live: LiveView): Currency {
  const currency = live.currencyByCode(PRICE_CODE);
  if (currency === undefined) throw new Error(`${PRICE_CODE} is not listed`);
  return currency;
}

/**
 * Lists the play currency and the markets of contests with their terms, closed, if they are
 * missing. Existing ones stay unchanged.
 */
export async function listPlayMoney(engine: Submitter, live: LiveView): Promise<void> {
  if (live.currency(PLAY_ID) === undefined)
    await submit(engine, { kind: 'currency.list', currency: PLAY });
  const quote = priceCurrency(live).id;
  for (const code of CONTEST_COINS) {
    const base = live.currencyByCode(code);
    const sibling = base && live.marketByPair(base.id, quote);
    if (sibling !== undefined) await listBeside(engine, live, sibling);
  }
}

/** Lists a play market with the grid and the terms of its real sibling. */
async function listBeside(engine: Submitter, live: LiveView, sibling: Market): Promise<void> {
  const id = playMarketOf(sibling.id);
  if (live.market(id) === undefined) {
    await submit(engine, {
      kind: 'market.list',
      market: {
        ...sibling,
        id,
        quote: PLAY_ID,
        status: 'closed',
        isDisplayed: false,
        hasSeconds: false,
      },
    });
  }
  const terms = live.margin.terms(sibling.id);
  if (terms === undefined || live.margin.terms(id) !== undefined) return;
  await submit(engine, {
    kind: 'margin.terms',
    terms: { ...terms, market: id, exposureCap: EXPOSURE as Amount, isOpen: false },
  });
}

/** Opens or closes all play markets for new positions. */
export async function setPlayMarketsOpen(
  engine: Submitter,
  live: LiveView,
  isOpen: boolean,
): Promise<void> {
  for (const { id } of live.playMarkets()) {
    const terms = live.margin.terms(id);
    if (terms !== undefined && terms.isOpen !== isOpen)
      await submit(engine, { kind: 'margin.terms', terms: { ...terms, isOpen } });
  }
}

/** Fills the house's margin wallet up to the balance at the beginning of a season. */
export async function fundPlayHouse(engine: Submitter, live: LiveView): Promise<void> {
  const missing = HOUSE - live.balance(SYSTEM.house, 'margin', PLAY_ID).available;
  if (missing > 0n)
    await submit(engine, {
      kind: 'ledger.deposit',
      user: SYSTEM.house,
      wallet: 'margin',
      currency: PLAY_ID,
      amount: missing as Amount,
      reference: 'contest-house',
    });
}

async function submit(engine: Submitter, command: Command): Promise<void> {
  const { outcome } = await engine.submit(command);
  if (!outcome.ok)
    throw new Error(`${command.kind} of a contest was refused: ${outcome.rejection}`);
}
