import { Type, type Static } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { DecimalText, Id, Page, withExamples } from '../schema/scalars.ts';
import { DecimalOut, Done as DoneText } from '../schema/answers.ts';

/** `type` on the wire. */
export const TICKET_TYPE = { up: 1, down: 2 } as const;
/** `status` on the wire. */
export const TICKET_STATUS = { running: 1, closed: 3 } as const;
/** The default currency: USDT. */
export const DEFAULT_MICRO_CURRENCY = 3;

const Percent = Type.String({ description: 'percent' });

/** A user's balances for seconds contracts in one currency; zeros for a visitor. */
const UserWallet = Type.Object({
  balance: DecimalOut,
  lock_balance: DecimalOut,
  insurance_balance: Type.String({ description: 'what the own insurance could still pay today' }),
  micro_with_insurance: Type.String({ description: 'balance and insurance_balance together' }),
});

const InsuranceType = Type.Object({
  id: Type.Integer(),
  currency_id: Type.Integer(),
  premium_ratio: Percent,
  cover_ratio: Type.String({ description: 'percent of a loss that is paid' }),
  min_amount: DecimalOut,
  max_amount: DecimalOut,
  days: Type.Integer(),
});

/** A running insurance of the user. `net`: profit less loss of its tickets since the last claim. */
const UserInsurance = Type.Object({
  id: Type.Integer(),
  insurance_type: Type.Integer(),
  amount: DecimalOut,
  cover_ratio: Percent,
  net: DecimalOut,
  claims_today: Type.Integer(),
  end_time_ms: Type.Integer({ description: 'milliseconds UTC' }),
});

const inSeconds = { area: 'seconds' } as const;
const Choice = { match_id: Type.Optional(Id), currency_id: Type.Optional(Id) };

export const PayableCurrency = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  logo: Type.String(),
  decimals: Type.Integer({ description: 'that an amount of it can have' }),
  micro_numbers: Type.Array(DecimalOut, { description: 'stakes that are proposed' }),
  micro_trade_fee: Percent,
  is_open: Type.Enum([0, 1], { description: 'whether contracts are taken' }),
  user_wallet: UserWallet,
  insurance_types: Type.Array(InsuranceType),
  user_insurance: Type.Union([UserInsurance, Type.Null()]),
});
export type PayableCurrency = Static<typeof PayableCurrency>;

export const payableCurrencies = defineCall({
  ...inSeconds,
  method: 'GET',
  path: '/api/microtrade/payable_currencies',
  access: 'optional',
  summary: 'Currencies that seconds contracts are paid in',
  input: Type.Object({ match_id: Type.Optional(Id) }),
  output: Type.Array(PayableCurrency),
});

export const SecondsOption = Type.Object({
  seconds: Type.Integer(),
  profit_ratio: Percent,
  minnum: DecimalOut,
  maxnum: DecimalOut,
});
export type SecondsOption = Static<typeof SecondsOption>;

export const secondsOptions = defineCall({
  ...inSeconds,
  method: 'GET',
  path: '/api/microtrade/seconds',
  access: 'public',
  summary: 'Durations that are offered, with their ratios and bounds',
  input: Type.Object(Choice),
  output: Type.Array(SecondsOption),
});

export const secondsSubmit = defineCall({
  ...inSeconds,
  method: 'POST',
  path: '/api/microtrade/submit',
  access: 'private',
  summary:
    'Opens a seconds contract. The price, the ratio and the outcome are not part of it: seen_payout and seen_fee, percent as they are told, refuse it where the terms have others',
  input: Type.Object({
    match_id: withExamples(Id, [1]),
    currency_id: withExamples(Id, [3]),
    type: Type.Enum([1, 2, '1', '2'], { description: '1 up, 2 down' }),
    seconds: withExamples(Id, [30, 60]),
    number: withExamples(DecimalText, ['10', '50']),
    seen_payout: Type.Optional(withExamples(DecimalText, ['80'])),
    seen_fee: Type.Optional(withExamples(DecimalText, ['2'])),
  }),
  output: Type.Object({ type: Type.Literal('ok'), message: Type.String(), id: Type.Integer() }),
  envelope: 'bare',
  money: true,
});

/**
 * A ticket. It contains all that its settlement follows from: both ticks, and the rule of its
 * opening.
 */
export const MicroOrder = Type.Object({
  id: Type.Integer(),
  match_id: Type.Integer(),
  symbol_name: Type.String(),
  currency_id: Type.Integer(),
  currency_name: Type.String(),
  type: Type.Enum([1, 2]),
  status: Type.Enum([1, 3]),
  seconds: Type.Integer(),
  number: DecimalOut,
  fee: Type.String({ description: 'held while it runs; what was charged once it is closed' }),
  profit_ratio: Percent,
  open_price: Type.String({
    description: "'' while it waits for its first tick, and where none came",
  }),
  end_price: Type.String({ description: "'' while it runs, and where it is void" }),
  fact_profits: Type.String({
    description: 'won, or lost of the stake (negative); what could be won while it runs',
  }),
  net_profits: Type.String({
    description: 'the same with the fee taken off: what the wallet gains or loses',
  }),
  result: Type.Enum(['', 'won', 'lost', 'drawn', 'void']),
  remain_milli_seconds: Type.Integer(),
  create_time: Type.String({ description: 'YYYY-MM-DD HH:mm:ss, Asia/Shanghai' }),
  create_time_ms: Type.Integer(),
  end_time_ms: Type.Integer({
    description: 'opening time and duration; ticks at or before it count',
  }),
  open_tick: Type.Integer({ description: 'number of the tick in the public file, 0 for none' }),
  end_tick: Type.Integer({ description: 'the same of the settle price' }),
  max_tick_age_ms: Type.Integer({
    description: 'an end price with quotes older than this makes it void',
  }),
  open_delay_ms: Type.Union([Type.Integer(), Type.Null()], {
    description:
      'the open price is the first tick whose quotes are all younger than the opening by more than this; null for old contracts: the first tick at least 100 ms after it',
  }),
  min_sources: Type.Integer({
    description: 'a tick of fewer venues is passed over as the open price',
  }),
});
export type MicroOrder = Static<typeof MicroOrder>;

export const secondsTickets = defineCall({
  ...inSeconds,
  method: 'GET',
  path: '/api/microtrade/lists',
  access: 'private',
  summary: 'Own seconds contracts, newest first',
  input: Type.Object({
    page: Type.Optional(Page),
    status: Type.Optional(
      Type.Enum([1, 3, '1', '3'], { description: '1 running (by default), 3 closed' }),
    ),
    match_id: Type.Optional(Id),
    limit: Type.Optional(Id),
  }),
  output: Type.Object({
    data: Type.Array(MicroOrder),
    page: Type.Integer(),
    limit: Type.Integer(),
    now: Type.Integer({ description: "the exchange's clock, milliseconds UTC" }),
  }),
});

/** Public fields of a closed ticket: enough to recompute it, without its owner and its amounts. */
const PUBLIC_FIELDS = [
  ...([
    'id',
    'match_id',
    'symbol_name',
    'type',
    'seconds',
    'profit_ratio',
    'create_time',
    'create_time_ms',
    'end_time_ms',
    'max_tick_age_ms',
    'open_delay_ms',
    'min_sources',
  ] as const),
  ...(['open_tick', 'open_price', 'end_tick', 'end_price', 'result'] as const),
] as const;
export const PublicTicket = Type.Pick(MicroOrder, [...PUBLIC_FIELDS]);
export type PublicTicket = Static<typeof PublicTicket>;

export const secondsTicket = defineCall({
  ...inSeconds,
  method: 'GET',
  path: '/api/microtrade/ticket',
  access: 'public',
  summary: 'A closed seconds contract by its number, as far as it takes to recompute it',
  input: Type.Object({ id: withExamples(Id, [1]) }),
  output: PublicTicket,
});

const Done = Type.Object({ type: Type.Literal('ok'), message: Type.String(), id: Type.Integer() });

export const insuranceBuy = defineCall({
  ...inSeconds,
  method: 'POST',
  path: '/api/microtrade/insurance_buy',
  access: 'private',
  summary: 'Insures an amount of the seconds wallet',
  input: Type.Object({
    insurance_type: withExamples(Id, [1]),
    number: withExamples(DecimalText, ['100']),
  }),
  output: Done,
  envelope: 'bare',
  money: true,
});

export const insuranceCancel = defineCall({
  ...inSeconds,
  method: 'POST',
  path: '/api/microtrade/insurance_cancel',
  access: 'private',
  summary: 'Ends the own insurance early: nothing of its price comes back',
  input: Type.Object({ id: Id }),
  output: Done,
  envelope: 'bare',
  money: true,
});

/** Days of a break, and from `EXCLUSION_DAYS` on of a self-exclusion. Neither ends early. */
export const BREAK_DAYS = [1, 7, 30, 183, 365, 1_826] as const;
export const EXCLUSION_DAYS = 183;
/** Minutes of a day. */
export const MOST_LIMIT_MINUTES = 1_440;

const None = Type.Optional(
  Type.Enum(['1'], { description: 'no limit, in place of a figure; it goes after 24 hours' }),
);
const OrNone = Type.Union([DecimalOut, Type.Null()], { description: 'null: no limit' });
const FromMs = Type.Integer({ description: 'milliseconds UTC' });

export const OwnLossLimit = Type.Object({
  currency_id: Type.Integer(),
  currency_name: Type.String(),
  decimals: Type.Integer({ description: 'that an amount of it can have' }),
  limit: OrNone,
  next: Type.Union([Type.Object({ limit: OrNone, from_ms: FromMs }), Type.Null()], {
    description: 'what replaces it, 24 hours after it was asked for',
  }),
  lost: Type.String({ description: 'today (UTC), fees included, less what was won; 0 or more' }),
  open: Type.String({ description: 'what open contracts could lose' }),
  left: Type.Union([DecimalOut, Type.Null()], {
    description: 'what a contract may still lose, fee included; null without a limit',
  }),
});
export type OwnLossLimit = Static<typeof OwnLossLimit>;

export const OwnLimits = Type.Object({
  losses: Type.Array(OwnLossLimit),
  minutes: Type.Object({
    limit: Type.Union([Type.Integer(), Type.Null()], { description: 'null: no limit' }),
    next: Type.Union([
      Type.Object({ limit: Type.Union([Type.Integer(), Type.Null()]), from_ms: FromMs }),
      Type.Null(),
    ]),
    ends_ms: Type.Integer({
      description: "end of today's time, milliseconds UTC; 0 before the first contract of the day",
    }),
  }),
  break: Type.Union([
    Type.Object({ days: Type.Integer(), is_exclusion: Type.Enum([0, 1]), ends_ms: FromMs }),
    Type.Null(),
  ]),
  day_ends_ms: Type.Integer({ description: 'end of the day of the limits, milliseconds UTC' }),
  now: Type.Integer({ description: "the exchange's clock, milliseconds UTC" }),
});
export type OwnLimits = Static<typeof OwnLimits>;

export const ownLimits = defineCall({
  ...inSeconds,
  method: 'GET',
  path: '/api/microtrade/limits',
  access: 'private',
  summary: 'Own limits of seconds contracts, what is left of them today, and the own break',
  input: Type.Object({}),
  output: OwnLimits,
});

export const lossLimitSet = defineCall({
  ...inSeconds,
  method: 'POST',
  path: '/api/microtrade/loss_limit',
  access: 'private',
  summary:
    'Limits the own loss of a day (UTC) in a currency: a lower limit at once, a higher one or none after 24 hours',
  input: Type.Object({
    currency_id: withExamples(Id, [3]),
    number: Type.Optional(withExamples(DecimalText, ['100'])),
    none: None,
  }),
  output: DoneText,
  money: true,
});

export const timeLimitSet = defineCall({
  ...inSeconds,
  method: 'POST',
  path: '/api/microtrade/time_limit',
  access: 'private',
  summary:
    'Limits the minutes of a day (UTC) from its first contract on: fewer at once, more or no limit after 24 hours',
  input: Type.Object({ minutes: Type.Optional(withExamples(Id, [60])), none: None }),
  output: DoneText,
  money: true,
});

export const breakBegin = defineCall({
  ...inSeconds,
  method: 'POST',
  path: '/api/microtrade/break',
  access: 'private',
  summary:
    'Begins a break (1, 7, 30 days) or a self-exclusion (183, 365, 1826), which nobody can end early. Needs a step-up',
  input: Type.Object({ days: withExamples(Id, [1]) }),
  output: DoneText,
  money: true,
});

/**
 * A price that reached the exchange: its number, its time (milliseconds UTC), the price, the time
 * of its oldest quote, and its number of venues.
 */
const Tick = Type.Tuple([
  Type.Integer(),
  Type.Integer(),
  DecimalOut,
  Type.Integer(),
  Type.Integer(),
]);

/** Most ticks of one answer of `secondsTicks`; the file of a day has all. */
export const MOST_TICKS = 5_000;

export const secondsTicks = defineCall({
  ...inSeconds,
  method: 'GET',
  path: '/api/microtrade/tick_list',
  access: 'public',
  summary:
    'Index prices of a market between two moments, as the journal has them: enough to recompute a contract',
  input: Type.Object({
    match_id: withExamples(Id, [1]),
    from_ms: withExamples(Id, [1_700_000_000_000]),
    to_ms: withExamples(Id, [1_700_000_060_000]),
  }),
  output: Type.Object({
    symbol: Type.String(),
    ticks: Type.Array(Tick),
    is_complete: Type.Boolean({ description: 'false where there are more' }),
  }),
});
