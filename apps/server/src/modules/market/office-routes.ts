import type { CallInput, CallOutput } from '@meridian/contract/schema/call';
import { PLAY_CURRENCY } from '@meridian/contract/contest/calls';
import {
  officeCurrencies,
  officeCurrencySave,
  officeMarketAdd,
  officeMarkets,
  officeMarketSave,
} from '@meridian/contract/market/office';
import type { Currency, Market } from '@meridian/core/catalog/catalog';
import type { CurrencyId, MarketId } from '@meridian/core/ids';
import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import type { Engine } from '../../engine/engine.ts';
import { inTurn, submitAudited } from '../../gateway/audited-change.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { onlyGoesDown } from '../../gateway/tightens.ts';
import type { LiveView } from '../live-view.ts';
import { isPlayMarket, PLAY_ID } from './play-money.ts';
import { ACCOUNT_TEXTS } from '../account/messages.ts';
import { CURRENCY_SCALE, INDEX_MAX_AGE_MS } from './starting-catalog.ts';

interface CatalogServices {
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
}

type Row = CallOutput<typeof officeMarkets>[number];
/** What can be changed of a market that is listed. */
type Rules = Omit<CallInput<typeof officeMarketSave>, 'id'>;
const CODE = /^[A-Z0-9]{2,10}$/;
const MOST_LOTS = 2n ** 36n;
/** Fees, distances and counts that the core takes. */
const BOUNDS = {
  maker_fee_bps: [0, 1000],
  taker_fee_bps: [0, 1000],
  band_bps: [0, 9999],
  slippage_bps: [0, 9999],
  max_open_orders: [1, 1_000_000],
} as const;

/**
 * Currencies, markets and their rules as operators change them: each change is a journaled command.
 */
export function registerCatalogRoutes(gateway: CallRegistry, services: CatalogServices): void {
  const { live } = services;
  const oneAtATime = inTurn();
  gateway.registerCall(officeCurrencies, () =>
    live.currencies().map((currency) => ({
      ...currency,
      markets: live
        .markets()
        .filter(({ base, quote }) => base === currency.id || quote === currency.id).length,
    })),
  );
  gateway.registerCall(officeCurrencySave, (context) =>
    oneAtATime(() => saveCurrency(services, context)),
  );
  gateway.registerCall(officeMarkets, () => live.markets().map((market) => rowOf(live, market)));
  gateway.registerCall(officeMarketAdd, (context) =>
    oneAtATime(() => addMarket(services, context)),
  );
  gateway.registerCall(
    officeMarketSave,
    (context) => oneAtATime(() => saveMarket(services, context)),
    onlyGoesDown({ status: ['closed', 'cancelOnly', 'open'] }),
  );
}

async function saveMarket(
  { engine, live }: CatalogServices,
  { input, audit, language }: CallContext<typeof officeMarketSave>,
): Promise<string> {
  const market = live.market(input.id as MarketId);
  if (market === undefined || isPlayMarket(market.id))
    throw new Refusal('market_unknown', { field: 'id' });
  const changed: Market = { ...market, ...rulesOf(live, market, input) };
  await submitAudited(
    engine,
    audit,
    {
      action: 'market.change',
      subject: `market ${market.id}`,
      before: rowOf(live, market),
      after: rowOf(live, changed),
    },
    { kind: 'market.list', market: changed },
  );
  return ACCOUNT_TEXTS[language].done;
}

async function saveCurrency(
  { engine, live }: CatalogServices,
  { input, audit }: CallContext<typeof officeCurrencySave>,
): Promise<{ id: number }> {
  const { code } = input;
  if (!CODE.test(code)) throw new Refusal('currency_code_invalid', { field: 'code' });
  const before = live.currencies().find(({ id }) => id === input.id);
  if (input.id !== undefined && before === undefined)
    throw new Refusal('currency_unknown', { field: 'id' });
  const namesake = live.currencyByCode(code);
  if (code === PLAY_CURRENCY || (namesake !== undefined && namesake.id !== input.id))
    throw new Refusal('currency_listed', { field: 'code' });
  const scale = input.scale === undefined ? (before?.scale ?? CURRENCY_SCALE) : Number(input.scale);
  const currency: Currency = { scale, id: before?.id ?? nextId(live.currencies(), 'code'), code };
  // A new one gets its number when it is listed, not when it is proposed.
  const entry =
    before === undefined
      ? { action: 'currency.add', subject: `currency ${code}`, after: { code, scale } }
      : { action: 'currency.change', subject: `currency ${currency.id}`, before, after: currency };
  await submitAudited(engine, audit, entry, { kind: 'currency.list', currency });
  return { id: currency.id };
}

async function addMarket(
  { engine, live }: CatalogServices,
  { input, audit }: CallContext<typeof officeMarketAdd>,
): Promise<{ id: number }> {
  const [base, quote] = [input.base, input.quote].map((wanted) =>
    live.currencies().find(({ id }) => id === wanted),
  );
  if (base === undefined) throw new Refusal('currency_unknown', { field: 'base' });
  if (quote === undefined) throw new Refusal('currency_unknown', { field: 'quote' });
  if (live.marketByPair(base.id, quote.id) !== undefined)
    throw new Refusal('market_listed', { field: 'base' });
  const grid = {
    id: nextId(live.markets(), 'base'),
    base: base.id,
    quote: quote.id,
    tickSize: unitsOf('tick_size', input.tick_size, quote),
    lotSize: unitsOf('lot_size', input.lot_size, base),
  };
  const market: Market = {
    ...grid,
    indexMaxAgeMs: INDEX_MAX_AGE_MS,
    ...rulesOf(live, grid, input),
  };
  const { id: _id, ...after } = rowOf(live, market);
  await submitAudited(
    engine,
    audit,
    { action: 'market.add', subject: `market ${after.symbol}`, after },
    { kind: 'market.list', market },
  );
  return { id: market.id };
}

function rulesOf(
  live: LiveView,
  { base, quote, lotSize }: Pick<Market, 'base' | 'quote' | 'lotSize'>,
  input: Rules,
): Omit<Market, 'id' | 'base' | 'quote' | 'tickSize' | 'lotSize' | 'indexMaxAgeMs'> {
  for (const [field, [least, most]] of Object.entries(BOUNDS)) {
    const value = input[field as keyof typeof BOUNDS];
    if (value < least || value > most)
      throw new Refusal('number_not_between', { field, least, most });
  }
  const most = unitsOf('max_quantity', input.max_quantity, live.currency(base)) / lotSize;
  if (most < 1n) throw new Refusal('quantity_off_lot', { field: 'max_quantity' });
  if (most > MOST_LOTS) throw new Refusal('number_range', { field: 'max_quantity' });
  return {
    makerFeeBps: input.maker_fee_bps,
    takerFeeBps: input.taker_fee_bps,
    minNotional: unitsOf('min_total', input.min_total, live.currency(quote), 0n),
    maxQuantityLots: Number(most),
    maxOpenOrders: input.max_open_orders,
    bandBps: input.band_bps,
    slippageBps: input.slippage_bps,
    status: input.status,
    isDisplayed: input.is_display === '1',
    hasSeconds: input.open_microtrade === '1',
  };
}

/** An amount of a field in smallest units. */
function unitsOf(field: string, text: string, currency: Currency | undefined, least = 1n): bigint {
  const parsed = parseDecimal(text, currency?.scale ?? 0);
  if (!parsed.ok) throw new Refusal(`number_${parsed.error}`, { field });
  if (parsed.units < least) throw new Refusal('number_not_positive', { field });
  return parsed.units;
}

function rowOf(live: LiveView, market: Market): Row {
  const {
    id,
    base,
    quote,
    tickSize,
    lotSize,
    makerFeeBps,
    takerFeeBps,
    minNotional,
    maxQuantityLots,
    maxOpenOrders,
    bandBps,
    slippageBps,
    status,
    isDisplayed,
    hasSeconds,
  } = market;
  const scaleOf = (currency: CurrencyId): number => live.currency(currency)?.scale ?? 0;
  const codeOf = (currency: CurrencyId): string =>
    live.currency(currency)?.code ?? String(currency);
  return {
    id,
    symbol: `${codeOf(base)}/${codeOf(quote)}`,
    base,
    quote,
    tick_size: formatDecimal(tickSize, scaleOf(quote)),
    lot_size: formatDecimal(lotSize, scaleOf(base)),
    maker_fee_bps: makerFeeBps,
    taker_fee_bps: takerFeeBps,
    min_total: formatDecimal(minNotional, scaleOf(quote)),
    max_quantity: formatDecimal(BigInt(maxQuantityLots) * lotSize, scaleOf(base)),
    max_open_orders: maxOpenOrders,
    band_bps: bandBps,
    slippage_bps: slippageBps,
    status,
    is_display: isDisplayed ? 1 : 0,
    open_microtrade: hasSeconds === true ? 1 : 0,
  };
}

/**
 * Numbers are never used again: they are in the journal. Refuses when they run into those of play
 * money.
 */
function nextId(listed: readonly { readonly id: number }[], field: string): number {
  const next = Math.max(0, ...listed.map(({ id }) => id)) + 1;
  if (next >= PLAY_ID) throw new Refusal('number_range', { field });
  return next;
}
