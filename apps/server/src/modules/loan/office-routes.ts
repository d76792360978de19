import { LOAN_BOUNDS } from '@meridian/contract/loan/bounds';
import {
  officeLoanCover,
  officeLoanOffers,
  officeLoanOfferSave,
  officeLoans,
  officeLoanSums,
} from '@meridian/contract/loan/office';
import { saversRate } from '@meridian/contract/loan/savers-rate';
import type { CallInput, CallOutput } from '@meridian/contract/schema/call';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { LoanOffer, LoanTerms } from '@meridian/core/loan/loan-commands';
import { paysAtBound } from '@meridian/core/loan/loan-sums';
import { formatDecimal } from '@meridian/money/decimal';
import { formatPrice } from '@meridian/money/market-scale';
import { inTurn, submitAudited } from '../../gateway/audited-change.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { onlyCloses } from '../../gateway/tightens.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { textOf } from '../../texts.ts';
import { accountsOf, customerIds } from '../account/customer-search.ts';
import { listShown } from '../account/customers-shown.ts';
import { requireOther } from '../account/own-account.ts';
import type { LiveView } from '../live-view.ts';
import { amountOf, wholeWithin } from '../market/currency-of-call.ts';
import { isPlayMarket } from '../market/play-money.ts';
import { percent, yearRate, yearRateOfDays } from '../market/percent.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { pairOfMarket, symbolOf } from '../market/translate.ts';
import {
  channelsOf,
  everybodysLoans,
  warningsOf,
  type StoredEvent,
  type StoredLoan,
  type ToldBy,
} from './queries.ts';
import type { LoanServices } from './routes.ts';
import { sumsOf } from './sums.ts';
import { channelsOut } from './translate.ts';

const [, MOST_LEVEL_BPS] = LOAN_BOUNDS.levelBps;
/** Highest number of an offer that the core takes. */
const MOST_OFFERS = 1_023;

/**
 * Loans as operators see them. They change the terms of loans from then on, and let the house pay
 * for a lost loan; no call here sells collateral or changes a loan that runs.
 */
export function registerLoanOfficeRoutes(gateway: CallRegistry, services: LoanServices): void {
  const { live } = services;
  const gate = new ProjectionGate(services.queries);
  const oneAtATime = inTurn();
  gateway.registerCall(officeLoanOffers, () =>
    live.loan.offers().map((offer) => offerRow(live, offer)),
  );
  gateway.registerCall(
    officeLoanOfferSave,
    (context) => oneAtATime(() => saveOffer(services, context)),
    onlyCloses('is_open'),
  );
  gateway.registerCall(officeLoans, async (context) => {
    await gate.reached(live.seq);
    return loansPage(services, context);
  });
  gateway.registerCall(officeLoanSums, () => sumsByProduct(live));
  gateway.registerCall(officeLoanCover, (context) =>
    oneAtATime(() => coverLoan(services, context)),
  );
}

async function saveOffer(
  { engine, live }: LoanServices,
  { input, audit }: CallContext<typeof officeLoanOfferSave>,
): Promise<{ id: number }> {
  const offers = live.loan.offers();
  const before = input.id === undefined ? undefined : live.loan.offer(input.id);
  if (input.id !== undefined && before === undefined)
    throw new Refusal('loan_closed', { field: 'id' });
  const id = before?.id ?? Math.max(0, ...offers.map((each) => each.id)) + 1;
  if (id > MOST_OFFERS) throw new Refusal('number_range', { field: 'id' });
  const offer = offerOf(live, id, input);
  const { lendable: _now, ...after } = offerRow(live, offer);
  const logged = before === undefined ? {} : { before: settingsOf(live, before) };
  await submitAudited(
    engine,
    audit,
    {
      action: before === undefined ? 'loan.offer' : 'loan.change',
      subject: `loan offer ${id}`,
      ...logged,
      after,
    },
    { kind: 'loan.offer', offer },
  );
  return { id };
}

/** The row of an offer without its lendable amount, which changes by itself. */
function settingsOf(live: LiveView, offer: LoanOffer): object {
  const { lendable: _now, ...settings } = offerRow(live, offer);
  return settings;
}

function offerOf(
  live: LiveView,
  id: number,
  input: CallInput<typeof officeLoanOfferSave>,
): LoanOffer {
  const market = live.market(input.market);
  if (market === undefined || isPlayMarket(market.id))
    throw new Refusal('market_unknown', { field: 'market' });
  const product = live.loan.product(input.product);
  if (product?.currency !== market.quote) throw new Refusal('earn_closed', { field: 'product' });
  const { quote } = pairOfMarket(live, market.id);
  const [min, max] = [
    amountOf(input.min_number, quote, 'min_number'),
    amountOf(input.max_number, quote, 'max_number'),
  ];
  if (max < min) throw new Refusal('input_invalid', { field: 'max_number' });
  const terms = termsOf(input);
  if (!paysAtBound(terms, market)) throw new Refusal('input_invalid', { field: 'bound_bps' });
  return {
    id,
    market: market.id,
    product: product.id,
    min,
    max,
    terms,
    isOpen: input.open === '1',
  };
}

/** Each level is above the one before it. */
function termsOf(input: CallInput<typeof officeLoanOfferSave>): LoanTerms {
  const initialBps = wholeWithin(input.initial_bps, LOAN_BOUNDS.initialBps, 'initial_bps');
  const above = (
    field: 'warn_1_bps' | 'warn_2_bps' | 'warn_3_bps' | 'liquidation_bps',
    last: number,
  ) => wholeWithin(input[field], [last + 1, MOST_LEVEL_BPS], field);
  const first = above('warn_1_bps', initialBps);
  const second = above('warn_2_bps', first);
  const third = above('warn_3_bps', second);
  return {
    ratePpb: wholeWithin(input.rate_ppb, LOAN_BOUNDS.ratePpb, 'rate_ppb'),
    fundBps: wholeWithin(input.fund_bps, LOAN_BOUNDS.fundBps, 'fund_bps'),
    initialBps,
    warnBps: [first, second, third],
    liquidationBps: above('liquidation_bps', third),
    feeBps: wholeWithin(input.fee_bps, LOAN_BOUNDS.feeBps, 'fee_bps'),
    boundBps: wholeWithin(input.bound_bps, LOAN_BOUNDS.boundBps, 'bound_bps'),
  };
}

function offerRow(
  live: LiveView,
  { id, market, product, min, max, terms, isOpen }: LoanOffer,
): CallOutput<typeof officeLoanOffers>[number] {
  const pair = pairOfMarket(live, market);
  const text = (units: bigint): string => formatDecimal(units, pair.quote.scale);
  return {
    id,
    market,
    symbol: symbolOf(pair),
    product,
    currency_name: pair.quote.code,
    min_number: text(min),
    max_number: text(max),
    rate_ppb: terms.ratePpb,
    year_rate: yearRate(terms.ratePpb),
    fund_bps: terms.fundBps,
    initial_bps: terms.initialBps,
    warn_1_bps: terms.warnBps[0],
    warn_2_bps: terms.warnBps[1],
    warn_3_bps: terms.warnBps[2],
    liquidation_bps: terms.liquidationBps,
    fee_bps: terms.feeBps,
    bound_bps: terms.boundBps,
    lendable: text(live.loan.lendable(product)),
    warning: warningOf(live, market, terms),
    is_open: isOpen,
  };
}

/**
 * Says that borrowers pay savers less than open savings of the coin promise, even where all that
 * may be lent is lent; '' where they do not. An operator may want that, and both operators are to
 * know it.
 */
function warningOf(live: LiveView, market: number, terms: LoanTerms): string {
  const { quote } = pairOfMarket(live, market);
  const savings = live.earn
    .products()
    .filter(({ kind, currency, isOpen }) => kind === 'savings' && currency === quote.id && isOpen);
  const found = saversRate(terms, savings);
  if (found === undefined || found.broughtPpb >= found.promisedPpb) return '';
  const [paid, owed] = [found.broughtPpb, found.promisedPpb].map(yearRateOfDays);
  return `Brings savers ${paid}% a year at most, with ${percent(found.lendBps)}% lent; savings of ${quote.code} promise ${owed}%.`;
}

async function loansPage(
  { live, queries, now }: LoanServices,
  { input, audit }: CallContext<typeof officeLoans>,
): Promise<CallOutput<typeof officeLoans>> {
  const { page = 1, q, state } = input;
  const users = q === undefined ? undefined : await customerIds(queries, q);
  const { rows, total } = await everybodysLoans(queries, { page, users, state });
  const owners = rows.map(({ user }) => user);
  await audit(listShown('loans.list', input, owners));
  const accounts = await accountsOf(queries, owners);
  const warnings = await warningsOf(
    queries,
    rows.map(({ id }) => id),
  );
  const told = await channelsOf(queries, warnings);
  const timeMs = now();
  return {
    list: rows.map((row) => ({
      ...loanRow(live, row, timeMs),
      account: accounts.get(row.user) ?? '',
      warnings: warnings
        .filter(({ loan }) => Number(loan) === row.id)
        .map((warning) => warningRow(live, warning, told.get(warning.cause) ?? [])),
    })),
    total,
    page,
  };
}

function loanRow(live: LiveView, stored: StoredLoan, timeMs: number) {
  const pair = pairOfMarket(live, stored.market);
  const known = live.loan.loan(stored.id);
  const running = known?.state === 'active' ? known : undefined;
  const loan = running ?? stored;
  const sums = running && sumsOf(live, running, timeMs);
  return {
    id: loan.id,
    user: loan.user,
    symbol: symbolOf(pair),
    collateral_name: pair.base.code,
    currency_name: pair.quote.code,
    pledged: formatDecimal(loan.pledged, pair.base.scale),
    principal: formatDecimal(loan.principal, pair.quote.scale),
    debt: sums === undefined ? '' : formatDecimal(sums.debt, pair.quote.scale),
    ltv: sums?.ltvBps === undefined ? '' : percent(sums.ltvBps),
    level: loan.warnings,
    liquidation_price: sums === undefined ? '' : formatPrice(sums.liquidationTicks, pair.scale),
    state: loan.state,
    opened_time: shanghaiTime(loan.openedMs),
    ended_time: stored.endedMs === 0 ? '' : shanghaiTime(stored.endedMs),
  };
}

function warningRow(live: LiveView, row: StoredEvent, told: readonly ToldBy[]) {
  return {
    level: row.level,
    price: formatPrice(Number(row.mark_ticks), live.scale(row.market)),
    time: shanghaiTime(Number(row.time_ms)),
    channels: channelsOut(row, told),
  };
}

/** Sums of the savings that an offer lends from. */
function sumsByProduct(live: LiveView): CallOutput<typeof officeLoanSums> {
  const lending = new Set(live.loan.offers().map(({ product }) => product));
  return live.loan
    .products()
    .filter(({ id }) => lending.has(id))
    .map(({ id, currency, saved }) => {
      const { code, scale } = currencyOf(live, currency);
      const text = (units: bigint): string => formatDecimal(units, scale);
      const loans = [...live.loan.all()].filter(({ product }) => product === id);
      const lost = loans.filter(({ state }) => state === 'lost');
      return {
        product: id,
        currency_name: code,
        saved: text(saved),
        lent: text(live.loan.lent(id)),
        lost: text(lost.reduce((sum, { principal }) => sum + principal, 0n)),
        idle: text(live.loan.lendable(id)),
        loans: loans.length - lost.length,
        insurance: text(live.balance(SYSTEM.insurance, 'spot', currency).available),
      };
    });
}

function currencyOf(live: LiveView, id: number) {
  const currency = live.currency(id);
  if (currency === undefined) throw new Error(`savings are in currency ${id}, which is not listed`);
  return currency;
}

async function coverLoan(
  { engine, live, queries }: LoanServices,
  { input, audit, operator, language }: CallContext<typeof officeLoanCover>,
): Promise<string> {
  const loan = live.loan.loan(input.id);
  if (loan?.state !== 'lost') throw new Refusal('loan_not_found', { field: 'id' });
  await requireOther(queries, operator.operator, BigInt(loan.user));
  const { quote } = pairOfMarket(live, loan.market);
  await submitAudited(
    engine,
    audit,
    {
      action: 'loan.cover',
      subject: `loan ${loan.id}`,
      after: { missing: `${formatDecimal(loan.principal, quote.scale)} ${quote.code}` },
    },
    { kind: 'loan.cover', loan: loan.id },
  );
  return textOf(language, 'answer.done');
}
