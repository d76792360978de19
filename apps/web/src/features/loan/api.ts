import { LOANS_PER_PAGE } from '@meridian/contract/loan/bounds';
import type { Output } from '@meridian/contract/client/named-calls';
import type {
  LoanEventOut,
  LoanOfferOut,
  LoanOut,
  LoanTermsOut,
} from '@meridian/contract/loan/calls';
import type { LoanEvent } from '@meridian/contract/loan/events';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { connection } from '../../realtime/connection.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { asking, moneyCall } from '../../shared/http/money-call.ts';
import { isLoggedIn, OWN } from '../../shared/session.ts';
import type { Loan, LoanOffer, LoanStep, LoanTerms } from './model/loan.ts';

/** Prices move, and with them every ratio. */
const LOOK_MS = 3_000;

const fetchOffers = apiCall('GET /api/loan/offers');
const fetchLoans = apiCall('GET /api/loan/my');
const fetchEvents = apiCall('GET /api/loan/events');

export const borrow = asking(
  moneyCall('POST /api/loan/borrow', 'bare'),
  ({ offer, pledged, amount }: { offer: number; pledged: string; amount: string }) => ({
    id: offer,
    collateral_number: pledged,
    number: amount,
  }),
);
/** Without an amount the whole debt is repaid. */
export const repay = asking(
  moneyCall('POST /api/loan/repay', 'bare'),
  ({ loan, amount }: { loan: number; amount: string | undefined }) => ({
    id: loan,
    ...(amount === undefined ? { all: '1' as const } : { number: amount }),
  }),
);
/** A quote for a part of the collateral: a firm price, valid for some seconds. */
export const askCollateralQuote = asking(
  moneyCall('POST /api/convert/quote'),
  ({ loan, amount }: { loan: Loan; amount: string }) => ({
    loan_id: loan.id,
    from_id: loan.collateralId,
    to_id: loan.coinId,
    side: 'from' as const,
    number: amount,
  }),
);
/** A price that holds until `endMs` of this machine's clock. */
export interface CollateralQuote {
  readonly id: number;
  readonly sold: string;
  readonly brings: string;
  /** Of one coin of the collateral. */
  readonly price: string;
  readonly spreadBps: number;
  readonly endMs: number;
}

export function collateralQuoteOf(
  made: Output<'POST /api/convert/quote'>,
  nowMs: number,
): CollateralQuote {
  const { id, from_number: sold, to_number: brings, expires_at, now } = made;
  // Four digits after the point, rounded down.
  const price = made.price.replace(/(\.\d{4})\d+$/, '$1');
  return { id, sold, brings, price, spreadBps: made.spread_bps, endMs: nowMs + expires_at - now };
}

/** Sells the collateral of a quote, and repays with the proceeds. */
export const repayByQuote = asking(
  moneyCall('POST /api/loan/repay', 'bare'),
  ({ loan, quote }: { loan: number; quote: number }) => ({ id: loan, quote_id: quote }),
);
export const moveCollateral = asking(
  moneyCall('POST /api/loan/collateral', 'bare'),
  (move: { loan: number; direction: 'add' | 'remove'; amount: string }) => ({
    id: move.loan,
    direction: move.direction,
    number: move.amount,
  }),
);

export const offersQuery = queryOptions({
  queryKey: ['loan', 'offers'],
  queryFn: async ({ signal }) => (await fetchOffers({}, { signal })).map(offerOf),
  refetchInterval: LOOK_MS,
});

export const loansQuery = queryOptions({
  queryKey: [OWN, 'loan', 'active'],
  queryFn: async ({ signal }) => (await fetchLoans({}, { signal })).data.map(loanOf),
  refetchInterval: LOOK_MS,
  enabled: isLoggedIn,
});

export const endedQuery = infiniteQueryOptions({
  queryKey: [OWN, 'loan', 'ended'],
  queryFn: async ({ pageParam, signal }) =>
    (await fetchLoans({ status: 'ended', page: pageParam }, { signal })).data.map(loanOf),
  initialPageParam: 1,
  getNextPageParam: (last, _pages, page) => (last.length === LOANS_PER_PAGE ? page + 1 : undefined),
});

/** The events of an own loan. */
export function stepsQuery(loan: number) {
  return queryOptions({
    queryKey: [OWN, 'loan', 'steps', loan],
    queryFn: async ({ signal }) => (await fetchEvents({ id: loan }, { signal })).map(stepOf),
  });
}

/** Fetches own loans and loan offers again. */
export function refreshLoans(client: QueryClient): void {
  for (const queryKey of [[OWN], offersQuery.queryKey]) void client.invalidateQueries({ queryKey });
}

/** Calls back with each change of an own loan. Returns the function that stops it. */
export function subscribeLoans(listener: () => void): () => void {
  return connection().on<LoanEvent>('loan', listener);
}

function offerOf(row: LoanOfferOut): LoanOffer {
  return {
    id: row.id,
    ...pairOf(row),
    least: row.min_number,
    most: row.max_number,
    lendable: row.lendable,
    price: row.price,
    terms: termsOf(row),
    rules: {
      priceStep: row.price_step,
      lot: row.number_step,
      leastWorth: row.min_worth,
      mostSold: row.max_sale,
      tradeFeeRate: row.trade_fee_rate,
    },
  };
}

function loanOf(row: LoanOut): Loan {
  return {
    id: row.id,
    offer: row.offer_id,
    ...pairOf(row),
    pledged: row.pledged,
    principal: row.principal,
    interestDue: row.interest_due,
    debt: row.debt,
    ltv: row.ltv,
    level: row.level,
    state: row.state,
    warnPrices: row.warn_prices,
    liquidationPrice: row.liquidation_price,
    openedMs: row.opened_at,
    nextInterestMs: row.next_interest_at,
    endedMs: row.ended_at,
    borrowed: row.borrowed,
    repaid: row.repaid,
    interestPaid: row.interest_paid,
    feesPaid: row.fees_paid,
    terms: termsOf(row.terms),
  };
}

function pairOf(
  row: Pick<LoanOut, 'collateral_id' | 'collateral_name' | 'currency_id' | 'currency_name'>,
) {
  return {
    collateralId: row.collateral_id,
    collateral: row.collateral_name,
    coinId: row.currency_id,
    coin: row.currency_name,
  };
}

function termsOf(row: LoanTermsOut): LoanTerms {
  return {
    hourRate: row.hour_rate,
    yearRate: row.year_rate,
    initialRate: row.initial_rate,
    warnRates: row.warn_rates,
    liquidationRate: row.liquidation_rate,
    liquidationFeeRate: row.liquidation_fee_rate,
    saleBoundRate: row.sale_bound_rate,
  };
}

function stepOf(row: LoanEventOut): LoanStep {
  return {
    kind: row.kind,
    atMs: row.at,
    amount: row.number,
    interest: row.interest,
    pledged: row.pledged,
    principal: row.principal,
    level: row.level,
    price: row.price,
    debt: row.debt,
    channels: row.channels.map(({ channel, at: atMs }) => ({ channel, atMs })),
    order: row.order_id,
    sold: row.sold,
    proceeds: row.proceeds,
    fee: row.fee,
    averagePrice: row.average_price,
  };
}
