import { Type, type Static } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { DecimalText, Id, Page, Text, withExamples } from '../schema/scalars.ts';
import { DecimalOut } from '../schema/answers.ts';

/** `type` of a position on the wire. */
export const LEVER_TYPE = { long: 1, short: 2 } as const;
/** `status` of a position on the wire. */
export const LEVER_STATUS = { waiting: 0, open: 1, closed: 3, cancelled: 4 } as const;

const TimeOut = Type.String({
  description: "YYYY-MM-DD HH:mm:ss, Asia/Shanghai; '' where it has not come",
});
const pair = { legal_id: withExamples(Id, [3]), currency_id: withExamples(Id, [1]) };

/** A position, or the order before it. */
export const LeverPosition = Type.Object({
  id: Type.Integer(),
  type: Type.Enum([1, 2], { description: '1 long, 2 short' }),
  status: Type.Enum([0, 1, 3, 4], { description: '0 waits, 1 open, 3 closed, 4 revoked' }),
  legal_id: Type.Integer(),
  currency_id: Type.Integer(),
  symbol: Type.String({ description: 'COIN/LEGAL' }),
  multiple: Type.Integer(),
  share: Type.Integer({
    description: 'lots that are open; once closed, those that were opened',
  }),
  number: Type.String({ description: 'lots x lot size, in the coin' }),
  origin_price: Type.String({
    description:
      'index that it was opened at; limit of an order; 0 while a market order waits for a price that is younger',
  }),
  price: Type.String({ description: 'entry price: with the spread' }),
  update_price: Type.String({
    description:
      'the same; close price once closed: the average of all that was closed, each part with its lots',
  }),
  now_price: Type.String({ description: 'index; close price once closed' }),
  mark_price: Type.String({
    description:
      'the smoothed index that profits, stops and liquidation go by; close price once closed',
  }),
  is_closing: Type.Enum([0, 1], {
    description:
      '1: its owner has asked to close it, and it waits for a price that is younger; lever/cancel takes that back',
  }),
  isolated: Type.Enum([0, 1], {
    description:
      '1: it has a margin of its own, is liquidated by that alone, and costs no more; it is in none of the figures of the account but available',
  }),
  added_caution_money: Type.String({
    description: 'margin of an isolated position beyond origin_caution_money',
  }),
  leaving_caution_money: Type.String({
    description: "of that, what leaves with the next price if the position can spare it; '0'",
  }),
  closing_share: Type.Integer({
    description: 'lots that the waiting close names: a part, or all; 0 where none waits',
  }),
  limit_close_share: Type.Integer({
    description:
      'lots of a close that waits until the index is at its price; 0 where none waits; lever/cancel takes it back',
  }),
  limit_close_price: Type.String({ description: "its price; '0' for none" }),
  target_profit_price: Type.String({ description: "'0' for none" }),
  stop_loss_price: Type.String({ description: "'0' for none" }),
  origin_caution_money: Type.String({
    description: 'margin of the open lots; once closed, of all that were opened',
  }),
  caution_money: Type.String({
    description: 'margin, what was added, and profit: what closing would free, not below 0',
  }),
  trade_fee: DecimalOut,
  overnight_money: Type.String({ description: 'of all nights so far; taken on closing' }),
  profits: Type.String({
    description:
      'at the mark price; once closed what was really gained or lost, by parts closed before too',
  }),
  liquidation_price: Type.String({
    description:
      "mark price at which the account would be liquidated if no other market moved; '' where none would",
  }),
  transaction_time: TimeOut,
  handle_time: TimeOut,
  complete_time: TimeOut,
  create_time_ms: Type.Integer({ description: 'milliseconds UTC' }),
  reason: Type.String({
    description:
      "why it ended: closed, limit, reversed, takeProfit, stopLoss, liquidated, cover; cancelled, liquidation, cover, margin, exposure, house, slippage, timeout for an order; '' before",
  }),
  bad_debt: Type.String({ description: 'part of the loss that insurance and house bore' }),
});
export type LeverPosition = Static<typeof LeverPosition>;

/** The figures of an account in one legal currency. */
const Standing = {
  hazard_rate: Type.String({
    description:
      "(available + margins + profits) / margins in percent, 2 decimals; '0' without positions",
  }),
  equity_all: Type.String({
    description:
      'all that the account would have if its orders were cancelled and its positions closed now; not below 0',
  }),
  profits_all: Type.String({ description: 'of all open positions, nights taken off' }),
  margins_all: DecimalOut,
  maintenance_all: Type.String({
    description:
      'equity (available + margins + profits) below which the account is liquidated: the sum of each margin times its maintenance ratio',
  }),
  user_lever: Type.String({ description: 'available in the lever wallet' }),
};

const Choice = Type.Object({ value: Type.Integer() });
const PriceNumber = Type.Object({ price: DecimalOut, number: DecimalOut });

export const marginDeal = defineCall({
  method: 'POST',
  path: '/api/lever/deal',
  access: 'private',
  area: 'margin',
  summary: 'What the trade panel of a market needs',
  input: Type.Object(pair),
  output: Type.Object({
    multiple: Type.Object({ muit: Type.Array(Choice), share: Type.Array(Choice) }),
    lever_share_limit: Type.Object({ min: Type.Integer(), max: Type.Integer() }),
    all_levers: Type.Array(LeverPosition, { description: 'own open positions of the market' }),
    ...Standing,
    last_price: Type.String({ description: 'index' }),
    is_open: Type.Enum([0, 1]),
    lever_share_num: Type.String({ description: 'one lot in the coin' }),
    spread: Type.String({ description: 'percent, added for a long and taken for a short' }),
    lever_trade_fee: Type.String({ description: 'percent of the contract value, on opening' }),
    slippage: Type.String({
      description:
        'percent that a market order may fill away from the index, and that a short holds for above it or its price',
    }),
    overnight_fee: Type.String({
      description: 'percent of the contract value, each midnight (Asia/Shanghai)',
    }),
    maintenance: Type.String({
      description: 'margin ratio below which positions are liquidated, percent',
    }),
    my_transaction: Type.Array(
      Type.Object({
        price: DecimalOut,
        number: DecimalOut,
        time: Type.Integer({ description: 'milliseconds UTC' }),
      }),
    ),
    lever_transaction: Type.Object({ in: Type.Array(PriceNumber), out: Type.Array(PriceNumber) }),
    ExRAte: Type.String({ description: 'CNY for one unit of the legal currency' }),
  }),
});

/** Terms as `lever/deal` told them, percent: the call is refused where the market has others. */
const seen = {
  seen_spread: Type.Optional(withExamples(DecimalText, ['0.02'])),
  seen_fee: Type.Optional(withExamples(DecimalText, ['0.05'])),
  seen_slippage: Type.Optional(withExamples(DecimalText, ['0.5'])),
};

const Done = Type.Object({ type: Type.Literal('ok'), message: Type.String() });
const closed = {
  share: Type.Integer({ description: 'lots that were closed' }),
  price: Type.String({ description: 'index that closed them' }),
  profits: Type.String({
    description: 'what those lots gained or lost, without the fee of their nights',
  }),
};

export const marginSubmit = defineCall({
  method: 'POST',
  path: '/api/lever/submit',
  access: 'private',
  area: 'margin',
  summary:
    'Opens a position at the market or places an order. A market order fills at the first index that is younger than it; the answer waits for that, some seconds at most (status 0: it still waits). target_profit_price and stop_loss_price hold from the fill on, judged by the mark price. seen_spread, seen_fee and seen_slippage, percent as they are told, refuse it where the terms have others',
  input: Type.Object({
    ...pair,
    multiple: withExamples(Id, [10, 20]),
    share: withExamples(DecimalText, ['10', '1']),
    type: Type.Enum([1, 2, '1', '2'], { description: '1 long, 2 short' }),
    status: Type.Enum([0, 1, '0', '1'], { description: '1 market, 0 limit' }),
    target_price: Type.Optional(withExamples(DecimalText, ['59000', '61000'])),
    worst_price: Type.Optional(withExamples(DecimalText, ['60100'])),
    target_profit_price: Type.Optional(withExamples(DecimalText, ['66000', '0'])),
    stop_loss_price: Type.Optional(withExamples(DecimalText, ['55000', '0'])),
    isolated: Type.Optional(
      Type.Enum([0, 1, '0', '1'], { description: '1: with a margin of its own; 0 cross' }),
    ),
    reduce_only: Type.Optional(
      Type.Enum([0, 1, '0', '1'], {
        description:
          '1: closes share lots of own positions of the other side in this market, oldest first, and opens nothing; multiple and the seen terms are not looked at, id is that of the oldest',
      }),
    ),
    ...seen,
  }),
  output: Type.Object({
    type: Type.Literal('ok'),
    message: Type.String(),
    id: Type.Integer(),
    status: Type.Enum([0, 1]),
    price: Type.String({
      description: "entry price of the position that it opened; '' where none is open",
    }),
  }),
  envelope: 'bare',
  money: true,
});

const Positions = Type.Object({
  data: Type.Array(LeverPosition),
  total: Type.Integer({ description: 'on all pages' }),
  page: Type.Integer(),
});
const filter = {
  legal_id: Type.Optional(Id),
  currency_id: Type.Optional(Id),
  page: Type.Optional(Page),
};

export const marginPositions = defineCall({
  method: 'POST',
  path: '/api/lever/my_trade',
  access: 'private',
  area: 'margin',
  summary: 'Own positions and orders of a status, newest first, 10 a page',
  input: Type.Object({
    ...filter,
    type: Type.Optional(
      Type.Enum([1, 2, '1', '2'], { description: 'only long (1) or only short (2) ones' }),
    ),
    status: Type.Enum([0, 1, 3, 4, '0', '1', '3', '4'], {
      description: '0 waits, 1 open, 3 closed, 4 revoked',
    }),
  }),
  output: Type.Object({ message: Positions }),
});

export const marginAllPositions = defineCall({
  method: 'POST',
  path: '/api/lever/dealall',
  access: 'private',
  area: 'margin',
  summary: 'Own positions and orders of every status, newest first, 10 a page',
  input: Type.Object(filter),
  output: Type.Object({ order: Positions, ...Standing }),
});

export const marginClose = defineCall({
  method: 'POST',
  path: '/api/lever/close',
  access: 'private',
  area: 'margin',
  summary:
    'Closes a position, or some of its lots, at the first index that is younger; the answer waits for it, some seconds at most. With target_price it waits until the index is there, or better, and the answer does not',
  input: Type.Object({
    id: Id,
    share: Type.Optional(withExamples(DecimalText, ['5', '1'])),
    target_price: Type.Optional(withExamples(DecimalText, ['61000', '59000'])),
  }),
  output: Type.Object({
    ...Done.properties,
    closed: Type.Optional(
      Type.Object(closed, {
        description: 'omitted while the close waits, and where it is not known any more',
      }),
    ),
  }),
  envelope: 'bare',
  money: true,
});

const changeOfMargin = {
  method: 'POST',
  access: 'private',
  area: 'margin',
  input: Type.Object({ id: Id, number: withExamples(DecimalText, ['10', '1']) }),
  output: Done,
  envelope: 'bare',
  money: true,
} as const;

export const marginAdd = defineCall({
  ...changeOfMargin,
  path: '/api/lever/add_margin',
  summary: 'Moves free money of the lever wallet to the margin of an isolated position',
});

export const marginRemove = defineCall({
  ...changeOfMargin,
  path: '/api/lever/remove_margin',
  summary:
    'Takes added margin of an isolated position back at the first index that is younger, if it keeps the initial margin of its value there; the answer waits for it, some seconds at most',
});

export const marginReverse = defineCall({
  method: 'POST',
  path: '/api/lever/reverse',
  access: 'private',
  area: 'margin',
  summary:
    'Closes a position whole and opens the other side with the same lots and leverage, both at the first index that is younger, or neither; the answer waits for it, some seconds at most (status 0: it still waits). The seen terms, percent as they are told, refuse it where the market has others when it is asked for',
  input: Type.Object({ id: Id, ...seen }),
  output: Type.Object({
    type: Type.Literal('ok'),
    message: Type.String(),
    id: Type.Integer({ description: 'of the new position; 0 while it waits' }),
    status: Type.Enum([0, 1]),
    closed: Type.Optional(
      Type.Object(closed, {
        description: 'of the position that was turned round; omitted while it waits',
      }),
    ),
  }),
  envelope: 'bare',
  money: true,
});

export const marginSetStops = defineCall({
  method: 'POST',
  path: '/api/lever/setstop',
  access: 'private',
  area: 'margin',
  summary: 'Sets take-profit and stop-loss of a position, judged by the mark price; 0 for none',
  input: Type.Object({
    id: Id,
    target_profit_price: withExamples(DecimalText, ['66000', '0']),
    stop_loss_price: withExamples(DecimalText, ['55000', '0']),
  }),
  output: Done,
  envelope: 'bare',
  money: true,
});

export const marginCloseMany = defineCall({
  method: 'POST',
  path: '/api/lever/batch_close',
  access: 'private',
  area: 'margin',
  summary:
    'Closes all own positions, or the long or the short ones; those in play money only where its legal_id is given',
  input: Type.Object({
    type: Type.Enum([0, 1, 2, '0', '1', '2'], { description: '0 all, 1 long, 2 short' }),
    legal_id: Type.Optional(Id),
  }),
  output: Type.Object({
    ...Done.properties,
    closed: Type.Array(Type.Object({ id: Type.Integer(), ...closed }), {
      description:
        'positions that were open at this call and are closed now: none of them is left to a repeated call',
    }),
  }),
  envelope: 'bare',
  money: true,
});

export const marginCancel = defineCall({
  method: 'POST',
  path: '/api/lever/cancel',
  access: 'private',
  area: 'margin',
  summary:
    'Revokes an order that waits, or the wishes to close a position that wait for their price',
  input: Type.Object({ id: Id }),
  output: Done,
  envelope: 'bare',
  money: true,
});

export const marginHistory = defineCall({
  method: 'POST',
  path: '/api/wallet/hzhistory',
  access: 'private',
  area: 'margin',
  summary: 'What moved the lever wallet, newest first, 10 a page',
  input: Type.Object({
    page: Type.Optional(Page),
    currency: Type.Optional(Id),
    type: Type.Optional(Text(16, 'ignored')),
  }),
  output: Type.Object({
    data: Type.Array(
      Type.Object({
        id: Type.Integer(),
        type: Type.String({ description: "what it was, in the caller's language" }),
        market: Type.String({ description: "coin/legal currency, '' for none" }),
        subject: Type.Integer({ description: 'number of the position, 0 for none' }),
        number: Type.String({ description: 'with a minus where it left' }),
        currency_name: Type.String(),
        add_time: TimeOut,
      }),
    ),
    page: Type.Integer(),
  }),
});

/**
 * `lever_trade`, to the owner only: all open positions and waiting orders of one legal currency at
 * present.
 */
export const LeverTradeEvent = Type.Object({
  type: Type.Literal('lever_trade'),
  legal_id: Type.Integer(),
  trades_all: Type.Array(LeverPosition),
  trades_entrust: Type.Array(LeverPosition),
  ...Standing,
  profits: Type.Array(Type.Object({ id: Type.Integer(), profits: DecimalOut })),
  seq: Type.Integer(),
  ts: Type.Integer({ description: 'milliseconds UTC' }),
});
export type LeverTradeEvent = Static<typeof LeverTradeEvent>;
