import { Type, type Static } from 'typebox';
import { DecimalOut } from '../schema/answers.ts';
import { defineCall } from '../schema/call.ts';

/** The highest tier and how it is reached look at so many days before today. */
export const FEE_VOLUME_DAYS = 30;

const Percent = Type.String({ description: 'percent; a market whose own rate is lower keeps it' });

export const FeeTierRow = Type.Object({
  level: Type.Integer({ description: 'from 1' }),
  volume: DecimalOut,
  maker_fee: Percent,
  taker_fee: Percent,
});
export type FeeTierRow = Static<typeof FeeTierRow>;

export const feeTiers = defineCall({
  method: 'GET',
  path: '/api/fee/tiers',
  access: 'optional',
  area: 'fee',
  summary:
    'Tiers of the fees of spot trades, least volume first. A tier holds for a Shanghai day, by the volume of the 30 days before it',
  input: Type.Object({}),
  output: Type.Object({
    currency_id: Type.Integer({ description: 'of volumes; 0 without tiers' }),
    currency_name: Type.String({ description: "'' without tiers" }),
    days: Type.Integer(),
    list: Type.Array(FeeTierRow),
    my: Type.Union([
      Type.Object({
        level: Type.Integer({ description: '0 below the first tier' }),
        volume: Type.String({ description: 'of the 30 days before today; plain decimal' }),
        today: Type.String({ description: 'of today, which counts from tomorrow on' }),
        tomorrow: Type.String({ description: 'what counts tomorrow, as of now' }),
      }),
      Type.Null({ description: 'for a guest' }),
    ]),
  }),
});
