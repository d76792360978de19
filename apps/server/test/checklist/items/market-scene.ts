import {
  marketDepth,
  newTimeshar,
  newTradehistory,
  transactionDeal,
} from '@meridian/contract/market/calls';
import {
  officeCurrencySave,
  officeMarketAdd,
  officeMarketSave,
  officeMarkets,
} from '@meridian/contract/market/office';
import { asNobody, asOwner, type Recipes } from './recipes.ts';

export const PAIR = { legal_id: '3', currency_id: '1' };

/** Good calls about markets and currencies. */
export const MARKET_RECIPES: Recipes = [
  [newTimeshar, asNobody(() => ({ symbol: 'BTC/USDT' }))],
  [newTradehistory, asNobody(() => PAIR)],
  [transactionDeal, asNobody(() => PAIR)],
  [marketDepth, asNobody(() => PAIR)],
  [officeCurrencySave, asOwner((scene) => ({ code: scene.newCurrencyCode() }))],
  [
    officeMarketAdd,
    asOwner(async (scene) => {
      const { id } = await scene
        .operator('owner')
        .ask(officeCurrencySave, { code: scene.newCurrencyCode() });
      return {
        base: String(id),
        quote: '3',
        tick_size: '0.01',
        lot_size: '0.001',
        maker_fee_bps: '10',
        taker_fee_bps: '20',
        min_total: '1',
        max_quantity: '1000',
        max_open_orders: '100',
        band_bps: '0',
        slippage_bps: '0',
        status: 'open',
        is_display: '0',
        open_microtrade: '0',
      };
    }),
  ],
  [
    officeMarketSave,
    asOwner(async (scene) => {
      const [market] = await scene.operator('owner').ask(officeMarkets, {});
      return Object.fromEntries(
        Object.entries(market ?? {})
          .filter(([name]) => Object.hasOwn(officeMarketSave.input.properties, name))
          .map(([name, value]) => [name, String(value)]),
      );
    }),
  ],
];
