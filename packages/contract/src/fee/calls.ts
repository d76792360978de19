import { Type, type Static } from 'typebox';
import { DecimalOut } from '../schema/answers.ts';
import { defineCall } from '../schema/call.ts';

/** The highest tier and how it is reached look at so many days before today. */
export const FEE_VOLUME_DAYS = 30;

const Percent = Type.String({ description: 'percent; a market whose own rate is lower keeps it' });

export const FeeTierRow = Type.Object({
  level: Type.Integer({ description: 'from 1' }),
  volume: DecimalOut,
  maker_fee: Type.String({
    description:
      "percent; below zero for what makers receive of the taker's fee, at most its rate less 0.01; a market whose own rate is lower keeps it",
  }),
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

const PercentOut = Type.String({ description: 'percent; plain decimal' });
const Pair = Type.String({ description: 'BASE/QUOTE' });

export const feeTerms = defineCall({
  method: 'GET',
  path: '/api/fee/terms',
  access: 'public',
  area: 'fee',
  summary: 'The charges of all open products except spot, as they are now',
  input: Type.Object({}),
  output: Type.Object({
    contracts: Type.Array(
      Type.Object({
        pair: Pair,
        fee: Type.String({ description: 'of the contract value, on opening; percent' }),
        spread: Type.String({ description: 'between index and open price; percent' }),
        overnight: Type.String({ description: 'for each midnight in Shanghai; percent' }),
        liquidation_fee: PercentOut,
      }),
    ),
    seconds: Type.Array(
      Type.Object({
        pair: Pair,
        currency_name: Type.String(),
        fee: Type.String({ description: 'of the stake, where it is won or lost; percent' }),
        least_payout: Type.String({ description: 'of the stake, of all durations; percent' }),
        most_payout: PercentOut,
      }),
    ),
    insurance: Type.Array(
      Type.Object({
        currency_name: Type.String(),
        premium: Type.String({ description: 'of the insured amount; percent' }),
        cover: Type.String({ description: 'part of a loss that is paid; percent' }),
        days: Type.Integer(),
      }),
    ),
    conversions: Type.Array(
      Type.Object({
        currency_name: Type.String(),
        margin: PercentOut,
        cap: Type.String({ description: 'the furthest from the index; percent' }),
      }),
    ),
    loans: Type.Array(
      Type.Object({
        pair: Type.String({ description: 'collateral/coin that is lent' }),
        year_rate: Type.String({ description: 'percent of 365 days, without compounding' }),
        fund_share: Type.String({ description: 'of the interest, to the insurance; percent' }),
        liquidation_fee: PercentOut,
      }),
    ),
    withdrawals: Type.Array(
      Type.Object({
        network: Type.String(),
        currency_name: Type.String(),
        fee: DecimalOut,
        least: DecimalOut,
      }),
    ),
  }),
});
