import { Type, type Static } from 'typebox';
import { DecimalOut, Done } from '../schema/answers.ts';
import { defineCall } from '../schema/call.ts';
import { All, DecimalText, Id, NearPage, withExamples } from '../schema/scalars.ts';

/** Rows of a page of locks, of days of savings, and of the statement of interest. */
export const EARN_ROWS = 20;
/** `status` of a lock on the wire. */
export const LOCK_STATUS = { ongoing: 1, finished: 2 } as const;

const inEarn = { area: 'earn' } as const;
const ShanghaiTime = Type.String({ description: 'YYYY-MM-DD HH:mm:ss, Asia/Shanghai' });
const Day = Type.String({ description: 'YYYY-MM-DD, Asia/Shanghai' });
const DailyRate = Type.String({ description: 'percent a day, of the principal' });

const LockProduct = Type.Object({
  id: Type.Integer(),
  currency_id: Type.Integer(),
  currency_name: Type.String(),
  decimals: Type.Integer({ description: 'that an amount can have' }),
  period: Type.Integer({ description: 'full days, from midnight to midnight in Shanghai' }),
  min_single_limit: DecimalOut,
  max_single_limit: DecimalOut,
  min_daily_return_rate: DailyRate,
  number: Type.String({ description: "what the caller has locked in it, '0' for a guest" }),
  exists: Type.Enum([0, 1], { description: '1 while the caller has an ongoing lock of it' }),
  early_keep_rate: Type.String({
    description: "percent of the paid interest that an early exit keeps; '' without early exit",
  }),
  capacity_left: DecimalOut,
  today_left: DecimalOut,
  funded_left: Type.String({
    description: 'the largest amount whose whole interest its source can still reserve',
  }),
  starts_at: Type.Integer({ description: 'seconds UTC, if it is bought now' }),
  ends_at: Type.Integer({ description: 'seconds UTC, if it is bought now' }),
});
export type LockProduct = Static<typeof LockProduct>;

const OwnLock = Type.Object({
  id: Type.Integer(),
  product_id: Type.Integer(),
  show_add_time: ShanghaiTime,
  show_end_time: ShanghaiTime,
  caution_money: Type.String({ description: 'the principal' }),
  status: Type.Enum([1, 2], { description: '1 ongoing, 2 finished' }),
  product: Type.Object({
    currency_name: Type.String(),
    period: Type.Integer(),
    min_daily_return_rate: DailyRate,
  }),
  interest_paid: DecimalOut,
  interest_total: Type.String({ description: 'of the whole term' }),
  reserved: Type.String({
    description: "interest of the rest of the term, at the product's source",
  }),
  days_paid: Type.Integer(),
  next_pay_at: Type.Integer({ description: 'seconds UTC, 0 where it is over' }),
  renews: Type.Enum([0, 1]),
  can_exit: Type.Enum([0, 1]),
  exit_keeps: Type.String({ description: "interest that an exit now would keep, '' without one" }),
  ended_by: Type.Enum(['', 'matured', 'exited', 'collected']),
  renewed_by: Type.Integer({ description: 'the lock that renews it, 0 for none' }),
});
export type OwnLock = Static<typeof OwnLock>;

const Products = Type.Object({ data: Type.Array(LockProduct) });
const Locks = Type.Object({
  data: Type.Array(OwnLock),
  page: Type.Integer(),
  limit: Type.Integer(),
});
const Bought = Type.Object({ text: Done, id: Type.Integer({ description: 'of the lock' }) });
const purchase = {
  id: withExamples(Id, [1]),
  number: withExamples(DecimalText, ['100']),
  renews: Type.Optional(Type.Enum(['0', '1'], { description: '0 by default' })),
};
const pageInput = Type.Object({ page: Type.Optional(NearPage) });

export const wealthProducts = defineCall({
  ...inEarn,
  method: 'GET',
  path: '/api/wealth/getProfitList',
  access: 'optional',
  summary: 'Products that lock coins for a term at a fixed rate',
  input: Type.Object({}),
  output: Products,
});

export const wealthLocks = defineCall({
  ...inEarn,
  method: 'GET',
  path: '/api/wealth/getMyprofit',
  access: 'private',
  summary: 'Own locks, newest first',
  input: pageInput,
  output: Locks,
});

export const wealthBuy = defineCall({
  ...inEarn,
  method: 'POST',
  path: '/api/wealth/buyProfit',
  access: 'private',
  money: true,
  summary:
    'Locks coins of the spot wallet for the term of a product. The terms are those of the exchange',
  input: Type.Object(purchase),
  output: Bought,
});

export const wealthExit = defineCall({
  ...inEarn,
  method: 'POST',
  path: '/api/wealth/redeem',
  access: 'private',
  money: true,
  summary: 'Ends an own lock before its term, where its terms allow that',
  input: Type.Object({ id: Id }),
  output: Done,
});

export const wealthRenew = defineCall({
  ...inEarn,
  method: 'POST',
  path: '/api/wealth/renew',
  access: 'private',
  money: true,
  summary: 'Sets whether an own lock, also one of pledge interest, renews at its end',
  input: Type.Object({ id: Id, renews: Type.Enum(['0', '1']) }),
  output: Done,
});

export const wealthExitTable = defineCall({
  ...inEarn,
  method: 'GET',
  path: '/api/wealth/exit_table',
  access: 'public',
  cost: 5,
  summary: 'What an amount in a product, also one of pledge interest, is paid by each day',
  input: Type.Object({
    id: withExamples(Id, [1]),
    number: withExamples(DecimalText, ['100']),
  }),
  output: Type.Array(
    Type.Object({
      day: Type.Integer({ description: 'full days, from 1' }),
      interest: Type.String({ description: 'paid by the end of the day' }),
      kept: Type.String({
        description: "what an exit after that day keeps of it; '' without early exit",
      }),
    }),
  ),
});

export const pledgeProducts = defineCall({
  ...inEarn,
  method: 'GET',
  path: '/api/pledge/list',
  access: 'optional',
  summary: 'Products of pledge interest',
  input: Type.Object({}),
  output: Products,
});

export const pledgeLocks = defineCall({
  ...inEarn,
  method: 'GET',
  path: '/api/pledge/my',
  access: 'private',
  summary: 'Own pledges, newest first: under pledge (1) or completed (2)',
  input: pageInput,
  output: Locks,
});

export const pledgeBuy = defineCall({
  ...inEarn,
  method: 'POST',
  path: '/api/pledge/buy',
  access: 'private',
  money: true,
  summary: 'Pledges coins of the spot wallet for the term of a product',
  input: Type.Object(purchase),
  output: Bought,
});

export const pledgeExit = defineCall({
  ...inEarn,
  method: 'POST',
  path: '/api/pledge/redeem',
  access: 'private',
  money: true,
  summary: 'Ends an own pledge before its term, where its terms allow that',
  input: Type.Object({ id: Id }),
  output: Done,
});

const SavingsProduct = Type.Object({
  id: Type.Integer(),
  currency_id: Type.Integer(),
  currency_name: Type.String(),
  decimals: Type.Integer({ description: 'that an amount can have' }),
  rate: Type.String({ description: 'percent a day, of the running day' }),
  next_rate: Type.String({
    description: 'percent a day that is wanted for the days to come: as far as it is funded',
  }),
  min_single_limit: DecimalOut,
  max_limit: Type.String({ description: 'of all that a customer has in it' }),
  number: Type.String({ description: "what the caller has in it, '0' for a guest" }),
  capacity_left: DecimalOut,
  today_left: DecimalOut,
  lend_rate: Type.String({ description: 'percent of the principal that may be lent' }),
  idle: Type.String({ description: 'principal that is not lent: what can be redeemed at once' }),
  is_auto: Type.Enum([0, 1], { description: '1 while the caller saves what is idle each day' }),
  auto_keep: Type.String({ description: "what stays in the spot wallet; '' without auto-save" }),
  starts_at: Type.Integer({ description: 'seconds UTC: when coins that come now begin to earn' }),
});
export type SavingsProduct = Static<typeof SavingsProduct>;

export const savingsProducts = defineCall({
  ...inEarn,
  method: 'GET',
  path: '/api/savings/list',
  access: 'optional',
  summary: 'Savings, which can be redeemed at any time at a rate that may change each day',
  input: Type.Object({}),
  output: Type.Object({ data: Type.Array(SavingsProduct) }),
});

const OwnSaving = Type.Object({
  id: Type.Integer({ description: 'of the product' }),
  currency_name: Type.String(),
  number: Type.String({ description: 'all principal' }),
  earning: DecimalOut,
  pending: Type.String({ description: 'principal that begins to earn at the next midnight' }),
  interest: Type.String({ description: 'earned and not paid out, rounded down' }),
  redeemable: Type.String({ description: 'principal that can be redeemed now' }),
  rate: DailyRate,
});
export type OwnSaving = Static<typeof OwnSaving>;

export const savingsOwn = defineCall({
  ...inEarn,
  method: 'GET',
  path: '/api/savings/my',
  access: 'private',
  summary: 'Own savings',
  input: Type.Object({}),
  output: Type.Object({ data: Type.Array(OwnSaving) }),
});

export const savingsBuy = defineCall({
  ...inEarn,
  method: 'POST',
  path: '/api/savings/buy',
  access: 'private',
  money: true,
  summary: 'Moves coins of the spot wallet into savings',
  input: Type.Object({
    id: withExamples(Id, [1]),
    number: withExamples(DecimalText, ['100']),
  }),
  output: Done,
});

export const savingsRedeem = defineCall({
  ...inEarn,
  method: 'POST',
  path: '/api/savings/redeem',
  access: 'private',
  money: true,
  summary: 'Takes coins out of own savings, with all interest so far: an amount, or all',
  input: Type.Object({
    id: withExamples(Id, [1]),
    number: Type.Optional(DecimalText),
    all: Type.Optional(All),
  }),
  output: Done,
});

export const savingsAuto = defineCall({
  ...inEarn,
  method: 'POST',
  path: '/api/savings/auto',
  access: 'private',
  money: true,
  summary: 'Saves, after each midnight, what the spot wallet has beyond an amount',
  input: Type.Object({
    id: withExamples(Id, [1]),
    is_on: Type.Enum(['0', '1']),
    keep: Type.Optional(DecimalText),
  }),
  output: Done,
});

const RateDay = Type.Object({
  day: Day,
  rate: DailyRate,
  wanted: Type.String({ description: 'percent a day that was wanted' }),
  is_cut: Type.Enum([0, 1], { description: '1 where the source could not pay the wanted rate' }),
  earned_on: Type.String({ description: 'principal of all savers that earned' }),
  interest: Type.String({ description: 'that all savers were paid for it' }),
});
export type RateDay = Static<typeof RateDay>;

export const savingsRates = defineCall({
  ...inEarn,
  method: 'GET',
  path: '/api/savings/rates',
  access: 'public',
  summary: 'Days of a savings product that are over, newest first',
  input: Type.Object({ id: withExamples(Id, [1]), page: Type.Optional(NearPage) }),
  output: Type.Object({
    data: Type.Array(RateDay),
    page: Type.Integer(),
    limit: Type.Integer(),
  }),
});

const SheetRow = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum(['wealth', 'pledge', 'savings']),
  currency_name: Type.String(),
  period: Type.Integer({ description: 'days of a term, 0 for savings' }),
  is_open: Type.Enum([0, 1]),
  principal: Type.String({ description: 'of all customers' }),
  lent: Type.String({ description: 'principal that borrowers have' }),
  idle: Type.String({ description: 'principal that is not lent' }),
  reserved: Type.String({ description: 'interest that is promised and set aside' }),
  budget: Type.String({ description: 'what the source has beyond that' }),
  income_30d: Type.String({ description: 'interest of loans that came to the source' }),
  paid_30d: Type.String({ description: 'interest to customers, less what early exits gave back' }),
  insurance_rate: Type.String({
    description:
      "percent of borrowers' interest that the insurance gets, the largest where loans differ; '' where none is offered",
  }),
  losses_30d: Type.String({
    description: 'what the source paid for loans whose collateral did not suffice',
  }),
  months: Type.Union([DecimalOut, Type.Null()], {
    description:
      'how many 30 days the free budget lasts at the cost of the days that were paid; null without cost',
  }),
});
export type SheetRow = Static<typeof SheetRow>;

export const earnBalanceSheet = defineCall({
  ...inEarn,
  method: 'GET',
  path: '/api/earn/balance_sheet',
  access: 'public',
  cost: 2,
  summary: 'Where the interest of each product comes from',
  input: Type.Object({}),
  output: Type.Object({ data: Type.Array(SheetRow) }),
});

const Unlock = Type.Object({
  lock: Type.Integer(),
  product_id: Type.Integer(),
  kind: Type.Enum(['wealth', 'pledge']),
  currency_name: Type.String(),
  ends_at: Type.Integer({ description: 'seconds UTC' }),
  principal: DecimalOut,
  interest: Type.String({ description: 'of the whole term' }),
  renews: Type.Enum([0, 1]),
});
export type Unlock = Static<typeof Unlock>;

export const earnCalendar = defineCall({
  ...inEarn,
  method: 'GET',
  path: '/api/earn/calendar',
  access: 'private',
  summary: 'What of the own locks comes free when, soonest first',
  input: Type.Object({}),
  output: Type.Object({ data: Type.Array(Unlock) }),
});

const InterestDay = Type.Object({
  day: Day,
  product_id: Type.Integer(),
  kind: Type.Enum(['wealth', 'pledge', 'savings']),
  lock: Type.Integer({ description: '0 for savings' }),
  period: Type.Integer({ description: 'days of the term, 0 for savings' }),
  currency_name: Type.String(),
  principal: Type.String({ description: 'of an exit or a debt: the interest so far' }),
  rate: Type.String({ description: 'percent a day; of an exit: percent of `principal` kept' }),
  paid_days: Type.Integer({ description: 'days of the lock so far, 0 for savings' }),
  interest: Type.String({
    description: 'of the day; of savings with all its fractions; below zero where given back',
  }),
  formula: Type.Enum(['lock', 'savings', 'exit', 'debt'], {
    description:
      'lock: floor(principal × rate × paid_days) less the same of one day less; savings: principal × rate; exit: floor(principal × rate) less principal, which an early exit gives back; debt: the part of principal that belongs to the coins that paid a debt',
  }),
});
export type InterestDay = Static<typeof InterestDay>;

export const earnStatement = defineCall({
  ...inEarn,
  method: 'GET',
  path: '/api/earn/statement',
  access: 'private',
  summary: 'Interest of each day with what it was computed from, newest first',
  input: pageInput,
  output: Type.Object({
    data: Type.Array(InterestDay),
    page: Type.Integer(),
    limit: Type.Integer(),
  }),
});
