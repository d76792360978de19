import { Type } from 'typebox';
import { DecimalOut } from '../schema/answers.ts';
import { defineCall } from '../schema/call.ts';
import { inOffice, OfficeDone } from '../schema/office-call.ts';
import { Id, ProposalReason, Text, withExamples } from '../schema/scalars.ts';

export const officeFeeTiers = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/fee_tiers',
  permission: 'markets.write',
  summary: 'Tiers of the fees of spot trades, with how many customers have each now',
  input: Type.Object({}),
  output: Type.Object({
    currency: Type.Integer({ description: '0 without tiers' }),
    currency_name: Type.String(),
    tiers: Type.Array(
      Type.Object({
        volume: DecimalOut,
        maker_fee_bps: Type.Integer({ description: 'below zero for a rebate' }),
        taker_fee_bps: Type.Integer(),
        customers: Type.Integer(),
      }),
    ),
  }),
});

export const officeFeeTiersSave = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/fee_tiers_save',
  permission: 'markets.write',
  change: 'proposal',
  summary:
    'Sets all tiers: a journaled command. They hold at once, and volumes stay unless the currency changes',
  input: Type.Object({
    reason: ProposalReason,
    currency: withExamples(Id, [3]),
    tiers: Type.Optional(
      withExamples(
        Text(
          900,
          'up to 20 of volume:maker_fee_bps:taker_fee_bps, with commas; absent for none. A maker rate below zero is a rebate: at most 100, and below the lowest taker rate',
        ),
        ['10000:8:9,100000:6:8'],
      ),
    ),
  }),
  output: OfficeDone,
});
