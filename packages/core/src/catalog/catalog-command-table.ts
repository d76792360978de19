import type { CommandTable } from '../command-table.ts';
import { decodeAmount, encodeAmount } from '../amount-field.ts';
import type { CatalogCommand } from './catalog-commands.ts';
import type { Market } from './catalog.ts';

export const CATALOG_COMMANDS: CommandTable<CatalogCommand> = {
  'currency.list': { lane: 'system' },
  'market.list': {
    fields: { market: { encode: encodeMarket, decode: decodeMarket } },
    freesMoney: true,
    lane: 'system',
  },
};

function encodeMarket({ tickSize, lotSize, minNotional, ...rest }: Market): unknown {
  return {
    ...rest,
    tickSize: encodeAmount(tickSize),
    lotSize: encodeAmount(lotSize),
    minNotional: encodeAmount(minNotional),
  };
}

function decodeMarket(market: Market): Market {
  return {
    ...market,
    tickSize: decodeAmount(market.tickSize),
    lotSize: decodeAmount(market.lotSize),
    minNotional: decodeAmount(market.minNotional),
  };
}
