import type { CallOutput } from '@meridian/contract/call';
import { officeMarkets, officeMarketSave } from '@meridian/contract/office';
import type { Market } from '@meridian/core/catalog/catalog';
import type { MarketId } from '@meridian/core/ids';
import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import type { Engine } from '../../engine/engine.ts';
import type { CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { LiveView } from '../../live/live-view.ts';
import { ACCOUNT_TEXTS } from '../account/messages.ts';

type Row = CallOutput<typeof officeMarkets>[number];

/** Rules of markets as operators change them: each change is a journaled command. */
export function registerMarketRuleRoutes(gateway: CallRegistry, { engine, live }: { engine: Pick<Engine, 'submit'>; live: LiveView }): void {
  gateway.registerCall(officeMarkets, () => live.markets().map((market) => rowOf(live, market)));
  gateway.registerCall(officeMarketSave, async ({ input, audit, language }) => {
    const market = live.market(input.id as MarketId);
    if (market === undefined) throw new Refusal('market_unknown', { field: 'id' });
    const least = parseDecimal(input.min_total, quoteScale(live, market));
    if (!least.ok) throw new Refusal('number_precision', { field: 'min_total' });
    const changed: Market = {
      ...market,
      makerFeeBps: input.maker_fee_bps,
      takerFeeBps: input.taker_fee_bps,
      minNotional: least.units,
      maxOpenOrders: input.max_open_orders,
      bandBps: input.band_bps,
      slippageBps: input.slippage_bps,
      status: input.status,
      isDisplayed: input.is_display === '1',
    };
    // Before the command: nothing happens that the log does not know of.
    await audit({ action: 'market.change', subject: `market ${market.id}`, before: rowOf(live, market), after: rowOf(live, changed) });
    const { outcome } = await engine.submit({ kind: 'market.list', market: changed });
    if (!outcome.ok) throw new Refusal(outcome.rejection);
    return ACCOUNT_TEXTS[language].done;
  });
}

function rowOf(live: LiveView, market: Market): Row {
  const { id, base, quote, tickSize, lotSize, makerFeeBps, takerFeeBps, minNotional, maxOpenOrders, bandBps, slippageBps, status, isDisplayed } = market;
  const scale = quoteScale(live, market);
  const code = (currency: Market['base']): string => live.currency(currency)?.code ?? String(currency);
  return {
    id,
    symbol: `${code(base)}/${code(quote)}`,
    tick_size: formatDecimal(tickSize, scale),
    lot_size: formatDecimal(lotSize, live.currency(base)?.scale ?? 0),
    maker_fee_bps: makerFeeBps,
    taker_fee_bps: takerFeeBps,
    min_total: formatDecimal(minNotional, scale),
    max_open_orders: maxOpenOrders,
    band_bps: bandBps,
    slippage_bps: slippageBps,
    status,
    is_display: isDisplayed ? 1 : 0,
  };
}

function quoteScale(live: LiveView, { quote }: Market): number {
  return live.currency(quote)?.scale ?? 0;
}
