import { PLAY_CURRENCY } from '@meridian/contract/contest/calls';
import {
  officeCurrencies,
  officeCurrencySave,
  officeMarketAdd,
  officeMarkets,
  officeMarketSave,
} from '@meridian/contract/market/office';
import type { Currency, Market } from '@meridian/core/catalog/catalog';
import type { MarketId } from '@meridian/core/ids';
import type { Engine } from '../../engine/engine.ts';
import { inTurn, submitAudited } from '../../gateway/audited-change.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { onlyGoesDown } from '../../gateway/tightens.ts';
import { textOf } from '../../texts.ts';
import type { LiveView } from '../live-view.ts';
import { isPlayMarket, PLAY_ID } from './play-money.ts';
import { gridOf, marketRow, rulesOf } from './office-translate.ts';
import { CURRENCY_SCALE, INDEX_MAX_AGE_MS } from './starting-catalog.ts';

interface CatalogServices {
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
}

const CODE = /^[A-Z0-9]{2,10}$/;

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
  gateway.registerCall(officeMarkets, () =>
    live.markets().map((market) => marketRow(live, market)),
  );
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
      before: marketRow(live, market),
      after: marketRow(live, changed),
    },
    { kind: 'market.list', market: changed },
  );
  return textOf(language, 'answer.done');
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
    ...gridOf(input, { base, quote }),
  };
  const market: Market = {
    ...grid,
    indexMaxAgeMs: INDEX_MAX_AGE_MS,
    ...rulesOf(live, grid, input),
  };
  const { id: _id, ...after } = marketRow(live, market);
  await submitAudited(
    engine,
    audit,
    { action: 'market.add', subject: `market ${after.symbol}`, after },
    { kind: 'market.list', market },
  );
  return { id: market.id };
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
