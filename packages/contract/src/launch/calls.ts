import { Type } from 'typebox';
import { TimeOut } from '../schema/answers.ts';
import { defineCall } from '../schema/call.ts';

/** States of a coin that is introduced, as its `type`. */
export const UPSTART_TYPES = { upcoming: 1, running: 2, over: 3 } as const;

const UpstartCoin = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  cid: Type.Integer({ description: 'currency, 0 before the coin is listed' }),
  currency_name: Type.String({ description: "'' before it is listed" }),
  currency_match: Type.Integer({ description: 'market that trades it, 0 without one' }),
  index: Type.Integer({ description: 'place in the list' }),
  type: Type.Enum([...Object.values(UPSTART_TYPES)], {
    description: '1 upcoming, 2 running, 3 over',
  }),
  faxing: Type.String({
    description: 'issued: what the ledger of the exchange has of the coin; plain decimal',
  }),
  start_planned: Type.String({ description: 'planned amount in all; plain decimal' }),
  start_time: TimeOut,
  start_price: Type.String({ description: 'in USDT; plain decimal' }),
  end_time: TimeOut,
  pdf_path: Type.String({ description: "address of the white paper, '' without one" }),
});

export const upstart = defineCall({
  method: 'GET',
  path: '/api/upstart',
  access: 'public',
  area: 'launch',
  summary: 'New coins with their plan, by place. The list is there under both names',
  input: Type.Object({}),
  output: Type.Object({
    type: Type.Literal('ok'),
    message: Type.Array(UpstartCoin),
    data: Type.Array(UpstartCoin),
  }),
  envelope: 'bare',
});
