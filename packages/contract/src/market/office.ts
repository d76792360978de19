import { Type } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { DecimalText, Id, ProposalReason, Text } from '../schema/scalars.ts';
import { OfficeDone, inOffice } from '../schema/office-call.ts';

const currencyRow = {
  id: Type.Integer(),
  code: Type.String(),
  scale: Type.Integer({ description: 'decimals of the smallest unit; it never changes' }),
  markets: Type.Integer({ description: 'markets that trade it' }),
};
export const officeCurrencies = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/currencies',
  permission: 'any',
  summary: 'Currencies that accounts can be held in',
  input: Type.Object({}),
  output: Type.Array(Type.Object(currencyRow)),
});
export const officeCurrencySave = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/currency_save',
  permission: 'markets.write',
  change: 'proposal',
  summary:
    'Lists a currency (without id), or changes the code of a listed one: a journaled command',
  input: Type.Object({
    reason: ProposalReason,
    id: Type.Optional(Id),
    code: Text(10, '2 to 10 upper case letters and digits'),
    scale: Type.Optional(
      Type.Enum(['8', '7', '6', '5', '4', '3', '2', '1', '0'], {
        description:
          'decimals of the smallest unit, of a new currency; 8 where left out. All coins together must stay below 2^63 of these units',
      }),
    ),
  }),
  output: Type.Object({ id: Type.Integer() }),
});
const STATUSES = ['open', 'cancelOnly', 'closed'] as const;
const flag = Type.Enum([0, 1]);
const marketRow = {
  id: Type.Integer(),
  symbol: Type.String(),
  base: Type.Integer(),
  quote: Type.Integer(),
  tick_size: Type.String(),
  lot_size: Type.String(),
  maker_fee_bps: Type.Integer(),
  taker_fee_bps: Type.Integer(),
  min_total: Type.String({ description: 'least worth of an order, in quote currency' }),
  max_quantity: Type.String({ description: 'most of one order, in base currency' }),
  max_open_orders: Type.Integer({ description: 'of one user' }),
  band_bps: Type.Integer({
    description: 'how far from the index orders may be; 0: no band, no index needed',
  }),
  slippage_bps: Type.Integer({
    description:
      'how far from the best price and from the index a market order stops; 0: no cap but the band',
  }),
  status: Type.Enum([...STATUSES]),
  is_display: flag,
  open_microtrade: flag,
};
const marketRules = {
  maker_fee_bps: Id,
  taker_fee_bps: Id,
  min_total: DecimalText,
  max_quantity: DecimalText,
  max_open_orders: Id,
  band_bps: Id,
  slippage_bps: Id,
  status: Type.Enum([...STATUSES]),
  is_display: Type.Enum(['0', '1']),
  open_microtrade: Type.Enum(['0', '1']),
};
export const officeMarkets = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/markets',
  permission: 'markets.write',
  summary: 'Markets with their rules',
  input: Type.Object({}),
  output: Type.Array(Type.Object(marketRow)),
});
export const officeMarketAdd = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/market_add',
  permission: 'markets.write',
  change: 'proposal',
  summary: 'Lists a market: a journaled command. Its currencies, tick and lot can never be changed',
  input: Type.Object({
    reason: ProposalReason,
    base: Id,
    quote: Id,
    tick_size: DecimalText,
    lot_size: DecimalText,
    ...marketRules,
  }),
  output: Type.Object({ id: Type.Integer() }),
});
export const officeMarketSave = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/market_save',
  permission: 'markets.write',
  change: 'proposal',
  summary:
    'Changes the rules of a market: a journaled command. Tick and lot of a listed market stay',
  input: Type.Object({ reason: ProposalReason, id: Id, ...marketRules }),
  output: OfficeDone,
});
