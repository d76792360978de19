import { Type, type Static } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { DecimalText, Id, Page, Text, withExamples } from '../schema/scalars.ts';
import { DecimalOut, TimeOut } from '../schema/answers.ts';
import { PLAN_DAYS } from './bounds.ts';

/** Past times of a plan that a list shows. */
export const PLAN_RUNS_SHOWN = 5;
export const PLAN_SKIPS = [
  'spread',
  'balance',
  'price',
  'closed',
  'limit',
  'stopped',
  'missed',
] as const;

const inConvert = { area: 'convert' } as const;
const Ms = Type.Integer({ description: 'milliseconds UTC' });
const SpreadBps = Type.Integer({
  description: 'by how much it is worse than the index, basis points, rounded up',
});
const BookBps = Type.Union([Type.Integer(), Type.Null()], {
  description: 'the same of the order book alone; null where the book has too little',
});

export const ConvertPair = Type.Object({
  currency_id: Type.Integer(),
  currency_name: Type.String(),
  decimals: Type.Integer({ description: 'that an amount of it can have' }),
  is_hub: Type.Boolean({ description: 'whether all others are priced against it' }),
  min: DecimalOut,
  max: DecimalOut,
  step: Type.String({
    description: 'the amount that is typed, of either side, is a multiple of it',
  }),
  margin_bps: Type.Integer({ description: "the desk's part" }),
  cap_bps: Type.Integer({ description: 'furthest that a price may be from the index' }),
  index_price: Type.String({
    description: "of one coin in the hub; '' while there is none that is current",
  }),
  hour_left: Type.String({ description: 'what the desk still gives of it this hour' }),
  desk_left: Type.String({ description: 'what the desk has of it that no quote promises' }),
});
export type ConvertPair = Static<typeof ConvertPair>;

export const convertPairs = defineCall({
  ...inConvert,
  method: 'GET',
  path: '/api/convert/pairs',
  access: 'public',
  summary: 'Currencies that convert into each other, with their bounds',
  input: Type.Object({}),
  output: Type.Array(ConvertPair),
});

export const ConvertQuote = Type.Object({
  id: Type.Integer(),
  from_id: Type.Integer(),
  to_id: Type.Integer(),
  from_number: Type.String({ description: 'what is given' }),
  to_number: Type.String({ description: 'what is received' }),
  spread_bps: SpreadBps,
  book_bps: BookBps,
  price: Type.String({ description: 'of `to` for one of `from`, rounded down' }),
  index_price: Type.String({
    description: "the same at the index of now; '' without a current one",
  }),
  book_price: Type.String({
    description:
      "the same in the order books of now, for these amounts and before fees; '' where they have too little",
  }),
  cost: Type.String({ description: 'worth at the index that is lost, in the hub, rounded up' }),
  cost_name: Type.String({ description: 'currency of `cost`' }),
  expires_at: Ms,
  now: Type.Integer({ description: "the exchange's clock, milliseconds UTC" }),
});
export type ConvertQuote = Static<typeof ConvertQuote>;

export const convertQuote = defineCall({
  ...inConvert,
  method: 'POST',
  path: '/api/convert/quote',
  access: 'private',
  summary:
    'Asks for a firm price: for ten seconds the desk holds what it promises. The same key brings the same quote',
  input: Type.Object({
    from_id: withExamples(Id, [3]),
    to_id: withExamples(Id, [1]),
    number: withExamples(DecimalText, ['100']),
    side: Type.Enum(['from', 'to'], { description: 'which of the two amounts `number` is' }),
    // Of a loan of one's own: its collateral pays, by `loan/repay` with `quote_id`.
    loan_id: Type.Optional(Id),
  }),
  output: ConvertQuote,
  money: true,
});

const Answer = Type.Object({
  type: Type.Literal('ok'),
  message: Type.String(),
  id: Type.Integer(),
});

export const convertAccept = defineCall({
  ...inConvert,
  method: 'POST',
  path: '/api/convert/accept',
  access: 'private',
  summary: 'Converts at the amounts of an open quote of one’s own, once',
  input: Type.Object({ id: Id }),
  output: Answer,
  envelope: 'bare',
  money: true,
});

export const OwnConversion = Type.Object({
  kind: Type.Enum(['quote', 'dust', 'plan']),
  subject: Type.Integer({ description: 'number of the quote or the plan, 0 for dust' }),
  from_id: Type.Integer(),
  from_name: Type.String(),
  to_id: Type.Integer(),
  to_name: Type.String(),
  from_number: DecimalOut,
  to_number: DecimalOut,
  price: Type.String({ description: 'of `to` for one of `from`, rounded down' }),
  spread_bps: SpreadBps,
  book_bps: BookBps,
  time: TimeOut,
  time_ms: Ms,
});
export type OwnConversion = Static<typeof OwnConversion>;

export const convertMy = defineCall({
  ...inConvert,
  method: 'GET',
  path: '/api/convert/my',
  access: 'private',
  summary: 'Own conversions, newest first, 20 a page',
  input: Type.Object({ page: Type.Optional(Page) }),
  output: Type.Object({
    list: Type.Array(OwnConversion),
    total: Type.Integer(),
    page: Type.Integer(),
  }),
});

export const DustRow = Type.Object({
  currency_id: Type.Integer(),
  currency_name: Type.String(),
  number: Type.String({ description: 'the whole balance' }),
  brings: Type.String({ description: 'what it would convert into now' }),
});
export type DustRow = Static<typeof DustRow>;

export const convertDust = defineCall({
  ...inConvert,
  method: 'GET',
  path: '/api/convert/dust',
  access: 'private',
  summary: 'Own balances that are small enough to be swept, and what each would bring now',
  input: Type.Object({ to_id: withExamples(Id, [3]) }),
  output: Type.Object({
    list: Type.Array(DustRow),
    most: Type.String({ description: 'the most that a balance may be worth' }),
    most_name: Type.String({ description: 'currency of `most`' }),
  }),
});

export const convertSweep = defineCall({
  ...inConvert,
  method: 'POST',
  path: '/api/convert/sweep',
  access: 'private',
  summary: 'Converts whole small balances at the price of the moment: all of them, or none',
  input: Type.Object({
    to_id: withExamples(Id, [3]),
    ids: withExamples(Text(400, 'ids of currencies, 1 to 50, with commas'), ['4,5']),
    least: withExamples(DecimalText, ['0']),
  }),
  output: Answer,
  envelope: 'bare',
  money: true,
});

const PlanRun = Type.Object({
  due_time: TimeOut,
  from_number: Type.String({ description: "'' where it was skipped" }),
  to_number: Type.String({ description: "'' where it was skipped" }),
  spread_bps: Type.Union([Type.Integer(), Type.Null()]),
  skipped: Type.Enum(['', ...PLAN_SKIPS], { description: "why; '' where it converted" }),
});
export const OwnPlan = Type.Object({
  id: Type.Integer(),
  from_id: Type.Integer(),
  from_name: Type.String(),
  to_id: Type.Integer(),
  to_name: Type.String(),
  number: Type.String({ description: 'given at each time' }),
  every_days: Type.Integer(),
  minute: Type.Integer({ description: 'of the Shanghai day' }),
  max_spread_bps: Type.Integer(),
  next_time: TimeOut,
  next_ms: Ms,
  runs: Type.Array(PlanRun, { description: 'the newest past times' }),
});
export type OwnPlan = Static<typeof OwnPlan>;

export const convertPlans = defineCall({
  ...inConvert,
  method: 'GET',
  path: '/api/convert/plans',
  access: 'private',
  summary: 'Own recurring purchases, with their last times',
  input: Type.Object({}),
  output: Type.Array(OwnPlan),
});

export const convertPlan = defineCall({
  ...inConvert,
  method: 'POST',
  path: '/api/convert/plan',
  access: 'private',
  summary: 'Begins a recurring purchase: gives an amount each so many days, at the price of then',
  input: Type.Object({
    from_id: withExamples(Id, [3]),
    to_id: withExamples(Id, [1]),
    number: withExamples(DecimalText, ['50']),
    every_days: withExamples(Id, PLAN_DAYS),
    minute: withExamples(Id, [480]),
    max_spread_bps: withExamples(Id, [100]),
  }),
  output: Answer,
  envelope: 'bare',
  money: true,
});

export const convertEndPlan = defineCall({
  ...inConvert,
  method: 'POST',
  path: '/api/convert/end_plan',
  access: 'private',
  summary: 'Ends a recurring purchase of one’s own',
  input: Type.Object({ id: Id }),
  output: Answer,
  envelope: 'bare',
  money: true,
});
