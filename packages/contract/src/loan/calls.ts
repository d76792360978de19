import { Type, type Static } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { All, DecimalText, Id, Page, withExamples } from '../schema/scalars.ts';
import { DecimalOut } from '../schema/answers.ts';

/** Steps of a loan in one answer, the newest ones. */
export const MOST_LOAN_EVENTS = 200;
export const LOAN_STATES = ['active', 'repaid', 'liquidated', 'lost'] as const;
/** Kinds of events in the life of a loan. */
export const LOAN_EVENT_KINDS = [
  'borrowed',
  'repaid',
  'added',
  'removed',
  'calmed',
  'covered',
  'warned',
  'liquidated',
  'lost',
] as const;
/** How a warning reached the borrower. */
export const WARNING_CHANNELS = ['inbox', 'mail', 'socket', 'push'] as const;

const Percent = Type.String({ description: 'percent' });
const Ratio = Type.String({ description: "percent of the collateral's worth (LTV)" });
const Ratios = Type.Array(Ratio, { minItems: 3, maxItems: 3 });
const Ms = Type.Integer({ description: 'milliseconds UTC' });

/** Terms at which a loan is made. It keeps them for its whole life. */
const terms = {
  hour_rate: Type.String({ description: 'percent of the principal for an hour that has begun' }),
  year_rate: Type.String({ description: 'the same for 365 days, without compounding' }),
  initial_rate: Type.String({
    description: 'the highest LTV of a new loan, which a liquidation restores; percent',
  }),
  warn_rates: Ratios,
  liquidation_rate: Type.String({ description: 'from this LTV on collateral is sold; percent' }),
  liquidation_fee_rate: Type.String({ description: 'percent of what a sale brings' }),
  sale_bound_rate: Type.String({
    description: 'the furthest below the index that collateral is sold; percent',
  }),
};
export const LoanTermsOut = Type.Object(terms);
export type LoanTermsOut = Static<typeof LoanTermsOut>;

const coins = {
  collateral_id: Type.Integer(),
  collateral_name: Type.String(),
  currency_id: Type.Integer(),
  currency_name: Type.String(),
  currency_match: Type.Integer({ description: 'the market that prices the collateral' }),
};

export const LoanOfferOut = Type.Object({
  id: Type.Integer(),
  ...coins,
  min_number: DecimalOut,
  max_number: DecimalOut,
  ...terms,
  lendable: Type.String({ description: 'what savers can lend now' }),
  price: Type.String({ description: "the mark price, '' before there is one" }),
  // Figures from which a client computes the exact size of a liquidation sale beforehand.
  price_step: DecimalOut,
  number_step: Type.String({ description: 'the smallest part of the collateral that is sold' }),
  min_worth: Type.String({ description: 'the least worth of a sale' }),
  max_sale: Type.String({ description: 'the most collateral of one sale' }),
  trade_fee_rate: Percent,
});
export type LoanOfferOut = Static<typeof LoanOfferOut>;

export const LoanOut = Type.Object({
  id: Type.Integer(),
  offer_id: Type.Integer(),
  ...coins,
  pledged: Type.String({ description: 'collateral that is held in the spot wallet' }),
  principal: DecimalOut,
  interest_due: DecimalOut,
  debt: Type.String({ description: 'principal and interest' }),
  ltv: Type.String({ description: "percent, now at the mark price; '' where there is none" }),
  level: Type.Integer({ minimum: 0, maximum: 3, description: 'warnings that stand' }),
  state: Type.Enum([...LOAN_STATES]),
  warn_prices: Type.Array(DecimalOut, {
    description: 'the prices at which each warning comes; none where it is over',
  }),
  liquidation_price: Type.String({ description: "'' where it is over" }),
  opened_at: Ms,
  next_interest_at: Type.Integer({ description: 'milliseconds UTC, 0 where it is over' }),
  ended_at: Type.Integer({ description: 'milliseconds UTC, 0 while it runs' }),
  borrowed: Type.String({ description: "principal at first; '' while it runs, as the following" }),
  repaid: Type.String({ description: 'principal that the borrower paid, by sales too' }),
  interest_paid: DecimalOut,
  fees_paid: Type.String({ description: 'of liquidations' }),
  terms: LoanTermsOut,
});
export type LoanOut = Static<typeof LoanOut>;

const inLoans = { area: 'loan' } as const;

export const loanOffers = defineCall({
  ...inLoans,
  method: 'GET',
  path: '/api/loan/offers',
  access: 'public',
  summary: 'Loans of one coin against another that can be taken now',
  input: Type.Object({}),
  output: Type.Array(LoanOfferOut),
});

export const loanMy = defineCall({
  ...inLoans,
  method: 'GET',
  path: '/api/loan/my',
  access: 'private',
  summary: 'Own loans, newest first: those that run, or those that are over',
  input: Type.Object({
    page: Type.Optional(Page),
    status: Type.Optional(
      Type.Enum(['active', 'ended'], { description: '`active` by default: what is owed now' }),
    ),
  }),
  output: Type.Object({
    data: Type.Array(LoanOut),
    page: Type.Integer(),
    limit: Type.Integer(),
    now: Type.Integer({ description: "the exchange's clock, milliseconds UTC" }),
  }),
});

const Channel = Type.Object({ channel: Type.Enum([...WARNING_CHANNELS]), at: Ms });

/** A step of a loan. A field that a kind does not have is ''. */
export const LoanEventOut = Type.Object({
  kind: Type.Enum([...LOAN_EVENT_KINDS]),
  at: Ms,
  number: Type.String({ description: 'coins that moved: principal, or collateral' }),
  interest: Type.String({ description: 'that was paid' }),
  pledged: Type.String({ description: 'collateral afterwards' }),
  principal: Type.String({ description: 'principal afterwards' }),
  level: Type.Integer({ description: 'of a warning, 1 to 3; else 0' }),
  price: Type.String({ description: 'the mark price of a warning or of a sale' }),
  debt: Type.String({ description: 'at a warning' }),
  channels: Type.Array(Channel, { description: 'how a warning was told, and when' }),
  order_id: Type.Integer({ description: 'of a sale, 0 where there was none' }),
  sold: Type.String({ description: 'collateral that was sold' }),
  proceeds: Type.String({ description: 'what the sale brought after the fee of the trade' }),
  fee: Type.String({ description: 'of the liquidation' }),
  average_price: Type.String({ description: 'proceeds for one coin of the collateral' }),
  missing: Type.String({ description: 'principal that nobody has paid; not owed by the borrower' }),
});
export type LoanEventOut = Static<typeof LoanEventOut>;

export const loanEvents = defineCall({
  ...inLoans,
  method: 'GET',
  path: '/api/loan/events',
  access: 'private',
  summary: `What happened to an own loan, the newest ${MOST_LOAN_EVENTS} steps: warnings with time and channel, sales with amounts and fee`,
  input: Type.Object({ id: withExamples(Id, [1]) }),
  output: Type.Array(LoanEventOut),
});

const Done = Type.Object({ type: Type.Literal('ok'), message: Type.String(), id: Type.Integer() });

export const loanBorrow = defineCall({
  ...inLoans,
  method: 'POST',
  path: '/api/loan/borrow',
  access: 'private',
  summary: 'Borrows from savers against coins of the spot wallet, which stay there and are held',
  input: Type.Object({
    id: withExamples(Id, [1]),
    collateral_number: withExamples(DecimalText, ['1']),
    number: withExamples(DecimalText, ['1000']),
  }),
  output: Done,
  envelope: 'bare',
  money: true,
});

export const loanRepay = defineCall({
  ...inLoans,
  method: 'POST',
  path: '/api/loan/repay',
  access: 'private',
  summary:
    'Pays interest first, then principal: an amount or all from the spot wallet, or by an open quote that converts the collateral',
  input: Type.Object({
    id: withExamples(Id, [1]),
    number: Type.Optional(withExamples(DecimalText, ['100'])),
    all: Type.Optional(All),
    quote_id: Type.Optional(Id),
  }),
  output: Done,
  envelope: 'bare',
  money: true,
});

export const loanCollateral = defineCall({
  ...inLoans,
  method: 'POST',
  path: '/api/loan/collateral',
  access: 'private',
  summary: 'Adds collateral to an own loan, or takes what it does not need',
  input: Type.Object({
    id: withExamples(Id, [1]),
    direction: Type.Enum(['add', 'remove']),
    number: withExamples(DecimalText, ['0.1']),
  }),
  output: Done,
  envelope: 'bare',
  money: true,
});
