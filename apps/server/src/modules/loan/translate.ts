import type {
  LoanEventOut,
  LoanOfferOut,
  LoanOut,
  LoanTermsOut,
} from '@meridian/contract/loan/calls';
import type { LoanOffer, LoanTerms } from '@meridian/core/loan/loan-commands';
import type { Loan } from '@meridian/core/loan/loan-events';
import { formatDecimal } from '@meridian/money/decimal';
import { formatPrice, formatQuantity } from '@meridian/money/market-scale';
import type { LiveView } from '../live-view.ts';
import { percent, percentOfPpb, yearRate } from '../market/percent.ts';
import { pairOfMarket, type Pair } from '../market/translate.ts';
import type { LifeSums, StoredEvent, StoredLoan, ToldBy } from './queries.ts';
import { sumsOf } from './sums.ts';

function termsOut(terms: LoanTerms): LoanTermsOut {
  return {
    hour_rate: percentOfPpb(terms.ratePpb),
    year_rate: yearRate(terms.ratePpb),
    initial_rate: percent(terms.initialBps),
    warn_rates: terms.warnBps.map(percent),
    liquidation_rate: percent(terms.liquidationBps),
    liquidation_fee_rate: percent(terms.feeBps),
    sale_bound_rate: percent(terms.boundBps),
  };
}

function coinsOf({ market, base, quote }: Pair) {
  return {
    collateral_id: base.id,
    collateral_name: base.code,
    currency_id: quote.id,
    currency_name: quote.code,
    currency_match: market.id,
  };
}

/** An offer, with the numbers that a sale follows from. */
export function offerOut(live: LiveView, offer: LoanOffer): LoanOfferOut {
  const pair = pairOfMarket(live, offer.market);
  const { market, quote, scale } = pair;
  const mark = live.mark(market.id);
  const money = (units: bigint): string => formatDecimal(units, quote.scale);
  return {
    id: offer.id,
    ...coinsOf(pair),
    min_number: money(offer.min),
    max_number: money(offer.max),
    ...termsOut(offer.terms),
    lendable: money(live.loan.lendable(offer.product)),
    price: mark === 0 ? '' : formatPrice(mark, scale),
    price_step: money(market.tickSize),
    number_step: formatQuantity(1, scale),
    min_worth: money(market.minNotional),
    max_sale: formatQuantity(market.maxQuantityLots, scale),
    trade_fee_rate: percent(market.takerFeeBps),
  };
}

/** A loan that is owed. @param timeMs the exchange's clock */
export function loanOut(live: LiveView, loan: Loan, timeMs: number): LoanOut {
  const pair = pairOfMarket(live, loan.market);
  const sums = sumsOf(live, loan, timeMs);
  const money = (units: bigint): string => formatDecimal(units, pair.quote.scale);
  return {
    ...fieldsOf(pair, loan),
    interest_due: money(sums.interest),
    debt: money(sums.debt),
    ltv: sums.ltvBps === undefined ? '' : percent(sums.ltvBps),
    warn_prices: sums.warnTicks.map((ticks) => formatPrice(ticks, pair.scale)),
    liquidation_price: formatPrice(sums.liquidationTicks, pair.scale),
    next_interest_at: sums.nextHourMs,
    ended_at: 0,
    borrowed: '',
    repaid: '',
    interest_paid: '',
    fees_paid: '',
  };
}

/** A loan that is over: its borrower owes nothing. */
export function endedLoanOut(
  live: LiveView,
  loan: StoredLoan,
  sums: LifeSums | undefined,
): LoanOut {
  const pair = pairOfMarket(live, loan.market);
  const money = (units = 0n): string => formatDecimal(units, pair.quote.scale);
  return {
    ...fieldsOf(pair, loan),
    interest_due: '0',
    debt: '0',
    ltv: '',
    warn_prices: [],
    liquidation_price: '',
    next_interest_at: 0,
    ended_at: loan.endedMs,
    borrowed: money(sums?.borrowed),
    repaid: money(sums?.repaid),
    interest_paid: money(sums?.interest),
    fees_paid: money(sums?.fees),
  };
}

function fieldsOf(pair: Pair, loan: Loan) {
  return {
    id: loan.id,
    offer_id: loan.offer,
    ...coinsOf(pair),
    pledged: formatDecimal(loan.pledged, pair.base.scale),
    principal: formatDecimal(loan.principal, pair.quote.scale),
    level: loan.warnings,
    state: loan.state,
    opened_at: loan.openedMs,
    terms: termsOut(loan.terms),
  };
}

/** A step of a loan. @param told mails and sockets that carried it */
export function eventOut(live: LiveView, row: StoredEvent, told: readonly ToldBy[]): LoanEventOut {
  const pair = pairOfMarket(live, row.market);
  const { base, quote, scale } = pair;
  const money = (units: bigint): string => formatDecimal(units, quote.scale);
  const coins = (units: bigint): string => formatDecimal(units, base.scale);
  const isOfCoins = row.kind === 'added' || row.kind === 'removed';
  const isSale = row.kind === 'liquidated';
  return {
    kind: row.kind,
    at: Number(row.time_ms),
    number: isOfCoins ? coins(row.amount) : money(row.amount),
    interest: money(row.interest),
    pledged: coins(row.pledged),
    principal: money(row.principal),
    level: row.level,
    price: row.mark_ticks === 0n ? '' : formatPrice(Number(row.mark_ticks), scale),
    debt: row.kind === 'warned' ? money(row.debt) : '',
    channels: row.kind === 'warned' ? channelsOut(row, told) : [],
    order_id: Number(row.order_id),
    sold: isSale ? coins(row.sold) : '',
    proceeds: isSale ? money(row.proceeds) : '',
    fee: isSale ? money(row.fee) : '',
    average_price: row.sold === 0n ? '' : averagePrice(pair, row),
    missing: row.kind === 'lost' ? money(row.missing) : '',
  };
}

/** The inbox has every warning from the moment when it happened. */
export function channelsOut(
  { time_ms }: Pick<StoredEvent, 'time_ms'>,
  told: readonly ToldBy[],
): LoanEventOut['channels'] {
  return [
    { channel: 'inbox', at: Number(time_ms) },
    ...told.map(({ channel, atMs: at }) => ({ channel, at })),
  ];
}

/** Proceeds of one sold coin after the fee of the trade, rounded down. */
function averagePrice({ base, quote }: Pair, { proceeds, sold }: StoredEvent): string {
  return formatDecimal((proceeds * 10n ** BigInt(base.scale)) / sold, quote.scale);
}
