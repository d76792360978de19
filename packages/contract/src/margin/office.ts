import { Type } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { DecimalText, Id, ProposalReason, Text, withExamples } from '../schema/scalars.ts';
import { DecimalOut, TimeOut, listOf } from '../schema/answers.ts';
import {
  Bps,
  contractListInput,
  Flag,
  HouseAccount,
  OfficeDone,
  inOffice,
} from '../schema/office-call.ts';

/**
 * Leveraged contracts for operators. Their changes apply to positions and tickets opened later: no
 * call of the office takes the id of an open one, and none names a price or a result.
 */

export const officeMarginTerms = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/margin_terms',
  permission: 'contracts.read',
  summary: 'What leveraged contracts are opened under, for each market that is listed',
  input: Type.Object({}),
  output: Type.Array(
    Type.Object({
      id: Type.Integer({ description: 'of the market' }),
      symbol: Type.String(),
      base_name: Type.String(),
      quote_name: Type.String(),
      is_offered: Type.Boolean({
        description: 'false where the market never had terms: all else is empty then',
      }),
      leverages: Type.Array(Type.Integer()),
      lot_size: Type.String({ description: 'base currency' }),
      min_lots: Type.Integer(),
      max_lots: Type.Integer(),
      spread_bps: Type.Integer(),
      fee_bps: Type.Integer(),
      overnight_bps: Type.Integer(),
      maintenance_percent: Type.Integer(),
      exposure_cap: Type.String({ description: 'quote currency, for each side' }),
      is_open: Type.Boolean(),
      fill_delay_ms: Type.Integer({
        description:
          'an order fills at the first index whose quotes are all younger by more than this',
      }),
      fill_timeout_ms: Type.Integer({ description: 'how long it waits for one before it is void' }),
      slippage_bps: Type.Integer({
        description: 'how far from the index of the command a market order may fill',
      }),
      liquidation_fee_bps: Type.Integer({
        description: 'of the contract value, from what a liquidation leaves, to insurance',
      }),
      house_move_bps: Type.Integer({
        description: 'the house must be able to pay for a move of this size',
      }),
      min_sources: Type.Integer({ description: 'an index of fewer venues opens nothing' }),
    }),
  ),
});
export const officeMarginTermsSave = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/margin_terms_save',
  permission: 'contracts.write',
  change: 'proposal',
  summary:
    'Changes what leveraged contracts of a market are opened under: a journaled command. Open positions keep what they have',
  input: Type.Object({
    reason: ProposalReason,
    id: withExamples(Id, [1]),
    leverages: withExamples(Text(120, '1 to 20 whole numbers up to 1,000, with commas'), [
      '5,10,20',
    ]),
    lot_size: withExamples(DecimalText, ['0.001']),
    min_lots: withExamples(Id, [1]),
    max_lots: withExamples(Id, [100_000]),
    spread_bps: Bps,
    fee_bps: Bps,
    overnight_bps: Bps,
    maintenance_percent: withExamples(Id, [30]),
    exposure_cap: withExamples(DecimalText, ['20000000']),
    open: Flag,
    fill_delay_ms: Type.Optional(withExamples(Id, [100])),
    fill_timeout_ms: Type.Optional(withExamples(Id, [10_000])),
    slippage_bps: Type.Optional(Bps),
    liquidation_fee_bps: Type.Optional(Bps),
    house_move_bps: Type.Optional(withExamples(Id, [1_000])),
    min_sources: Type.Optional(withExamples(Id, [1])),
  }),
  output: OfficeDone,
});
export const officeMarginPositions = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/margin_positions',
  permission: 'contracts.read',
  summary: 'Open positions of everybody, newest first',
  input: Type.Object(contractListInput),
  output: listOf({
    id: Type.Integer(),
    user: Type.Integer(),
    account: Type.String(),
    market: Type.Integer(),
    symbol: Type.String(),
    quote_name: Type.String(),
    side: Type.Enum(['long', 'short']),
    leverage: Type.Integer(),
    lots: Type.Integer(),
    number: Type.String({ description: 'base currency' }),
    entry_price: DecimalOut,
    mark_price: Type.String({ description: 'the index' }),
    liquidation_price: Type.String({
      description: "if no other market moved; '' where nothing would do it",
    }),
    take_profit_price: Type.String({ description: "'' for none" }),
    stop_loss_price: Type.String({ description: "'' for none" }),
    value: Type.String({ description: 'at entry' }),
    margin: DecimalOut,
    fee: DecimalOut,
    overnight: DecimalOut,
    profit: Type.String({ description: 'at the index, nights aside' }),
    margin_ratio: Type.String({ description: 'of the account that it belongs to, percent' }),
    maintenance_percent: Type.Integer(),
    opened_time: TimeOut,
  }),
});
export const officeMarginExposure = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/margin_exposure',
  permission: 'contracts.read',
  summary:
    'What customers are long and short in each market, beside its cap, and the accounts that pay them',
  input: Type.Object({}),
  output: Type.Object({
    markets: Type.Array(
      Type.Object({
        market: Type.Integer(),
        symbol: Type.String(),
        quote_name: Type.String(),
        long: DecimalOut,
        short: DecimalOut,
        cap: Type.String({ description: 'of each side' }),
        positions: Type.Integer(),
        profits: Type.String({ description: 'of customers, at the mark price' }),
        is_open: Type.Boolean(),
      }),
    ),
    accounts: Type.Array(HouseAccount),
  }),
});
