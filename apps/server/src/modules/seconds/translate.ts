import {
  DEFAULT_MICRO_CURRENCY,
  type MicroOrder,
  type OwnLossLimit,
  type PayableCurrency,
  type PublicTicket,
  type SecondsOption,
} from '@meridian/contract/seconds/calls';
import type { Currency } from '@meridian/core/catalog/catalog';
import type { CurrencyId, MarketId, UserId } from '@meridian/core/ids';
import { limitAt, NO_LIMIT, utcDay } from '@meridian/core/seconds/own-limit';
import type {
  Direction,
  InsuranceOffer,
  SecondsTerms,
} from '@meridian/core/seconds/seconds-commands';
import type { TicketClosed } from '@meridian/core/seconds/seconds-events';
import { shanghaiDay } from '@meridian/core/timers/shanghai-day';
import { formatDecimal } from '@meridian/money/decimal';
import { formatPrice } from '@meridian/money/market-scale';
import type { LivePolicy, LiveTicket } from './live.ts';
import type { LiveView } from '../live-view.ts';
import { percent } from '../market/percent.ts';
import { logoPath, pairOfMarket, symbolOf } from '../market/translate.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import type { ClosedTicketRow } from './queries.ts';

const FULL_BPS = 10_000n;
const MAX_CLAIMS_A_DAY = 2;

/**
 * The open terms of a market, one for each currency. Without a market, the terms of the first
 * market that has the currency. The default currency comes first.
 */
export function termsOf(live: LiveView, market: MarketId | undefined): SecondsTerms[] {
  const seen = new Set<CurrencyId>();
  const offered = live.seconds.terms().filter((terms) => {
    if (
      (market !== undefined && terms.market !== market) ||
      seen.has(terms.currency) ||
      live.market(terms.market)?.hasSeconds !== true
    )
      return false;
    seen.add(terms.currency);
    return true;
  });
  return offered.sort(
    (a, b) =>
      Number(b.currency === DEFAULT_MICRO_CURRENCY) - Number(a.currency === DEFAULT_MICRO_CURRENCY),
  );
}

export function payableCurrency(
  live: LiveView,
  terms: SecondsTerms,
  user: UserId | undefined,
): PayableCurrency {
  const currency = currencyOf(live, terms.currency);
  const text = (units: bigint): string => formatDecimal(units, currency.scale);
  const policy = user === undefined ? undefined : live.seconds.policy(user, currency.id);
  const { available, held } =
    user === undefined ? { available: 0n, held: 0n } : live.balance(user, 'seconds', currency.id);
  const cover = policy === undefined ? 0n : coverLeft(policy, live.timeMs);
  return {
    id: currency.id,
    name: currency.code,
    logo: logoPath(currency),
    decimals: currency.scale,
    micro_numbers: terms.amounts.map(text),
    micro_trade_fee: percent(terms.feeBps),
    is_open: terms.isOpen ? 1 : 0,
    user_wallet: {
      balance: text(available),
      lock_balance: text(held),
      insurance_balance: text(cover),
      micro_with_insurance: text(available + cover),
    },
    insurance_types: live.seconds
      .offers()
      .filter((offer) => offer.isOpen && offer.currency === currency.id)
      .map((offer) => insuranceType(offer, currency)),
    user_insurance: policy === undefined ? null : userInsurance(policy, currency, live.timeMs),
  };
}

/** A user's own limit of the loss in a currency, and the rest of it today. */
export function lossLimitRow(
  live: LiveView,
  user: UserId,
  { currency: id, nowMs }: { readonly currency: CurrencyId; readonly nowMs: number },
): OwnLossLimit {
  const { code, scale } = currencyOf(live, id);
  const text = (units: bigint): string => formatDecimal(units, scale);
  const textOrNull = (units: bigint | null): string | null => (units === null ? null : text(units));
  const own = live.seconds.ownLimits(user).losses.find(({ currency }) => currency === id);
  const { limit: set, day, lost: sum } = own ?? { limit: NO_LIMIT, day: 0, lost: 0n };
  const limit = limitAt<bigint>(set, nowMs);
  const lost = day === utcDay(nowMs) && sum > 0n ? sum : 0n;
  const open = live.balance(user, 'seconds', id).held;
  const left = limit === null ? null : limit - lost - open;
  return {
    currency_id: id,
    currency_name: code,
    decimals: scale,
    limit: textOrNull(limit),
    next: set.nextAtMs <= nowMs ? null : { limit: textOrNull(set.next), from_ms: set.nextAtMs },
    lost: text(lost),
    open: text(open),
    left: left === null ? null : text(left > 0n ? left : 0n),
  };
}

function insuranceType(
  { id, premiumBps, coverBps, minInsured, maxInsured, days }: InsuranceOffer,
  currency: Currency,
): PayableCurrency['insurance_types'][number] {
  const bounds = {
    min_amount: formatDecimal(minInsured, currency.scale),
    max_amount: formatDecimal(maxInsured, currency.scale),
  };
  return {
    id,
    currency_id: currency.id,
    premium_ratio: percent(premiumBps),
    cover_ratio: percent(coverBps),
    ...bounds,
    days,
  };
}

function userInsurance(
  policy: LivePolicy,
  currency: Currency,
  timeMs: number,
): NonNullable<PayableCurrency['user_insurance']> {
  const { id, offer, insured, coverBps, net, endsMs } = policy;
  const amounts = {
    amount: formatDecimal(insured, currency.scale),
    net: formatDecimal(net, currency.scale),
  };
  return {
    id,
    insurance_type: offer,
    ...amounts,
    cover_ratio: percent(coverBps),
    claims_today: claimsToday(policy, timeMs),
    end_time_ms: endsMs,
  };
}

function claimsToday({ day, claims }: LivePolicy, timeMs: number): number {
  return day === shanghaiDay(timeMs) ? claims : 0;
}

function coverLeft(policy: LivePolicy, timeMs: number): bigint {
  return (
    BigInt(MAX_CLAIMS_A_DAY - claimsToday(policy, timeMs)) *
    ((policy.insured * BigInt(policy.coverBps)) / FULL_BPS)
  );
}

export function secondsOptionsOf(
  live: LiveView,
  { currency, durations }: SecondsTerms,
): SecondsOption[] {
  const { scale } = currencyOf(live, currency);
  return durations.map(({ seconds, payoutBps, minStake, maxStake }) => ({
    seconds,
    profit_ratio: percent(payoutBps),
    minnum: formatDecimal(minStake, scale),
    maxnum: formatDecimal(maxStake, scale),
  }));
}

/** A ticket that runs. @param now the exchange's clock */
export function runningOrder(live: LiveView, ticket: LiveTicket, now: number): MicroOrder {
  const { fee, profit, openTick, openTicks } = ticket;
  const pair = pairOfMarket(live, ticket.market);
  const { scale } = currencyOf(live, ticket.currency);
  return {
    ...ticketFields(live, { ...ticket, id: ticket.ticket }),
    status: 1,
    fee: formatDecimal(fee, scale),
    open_price: openTick === 0 ? '' : formatPrice(openTicks, pair.scale),
    end_price: '',
    fact_profits: formatDecimal(profit, scale),
    net_profits: formatDecimal(profit - fee, scale),
    result: '',
    remain_milli_seconds: Math.max(0, ticket.dueMs - now),
    open_tick: openTick,
    end_tick: 0,
  };
}

/** A ticket that has just ended, from its closing event and the ticket as it was opened. */
export function endedOrder(live: LiveView, ticket: LiveTicket, closed: TicketClosed): MicroOrder {
  const { fee: charged } = closed;
  return closedOrder(live, { ...ticket, ...closed, id: ticket.ticket, charged });
}

export function closedOrder(live: LiveView, row: ClosedTicketRow): MicroOrder {
  const pair = pairOfMarket(live, row.market);
  const { scale } = currencyOf(live, row.currency);
  return {
    ...ticketFields(live, row),
    status: 3,
    fee: formatDecimal(row.charged, scale),
    open_price: row.openTick === 0 ? '' : formatPrice(row.openTicks, pair.scale),
    end_price: row.settleTick === 0 ? '' : formatPrice(row.settleTicks, pair.scale),
    fact_profits: formatDecimal(row.profit, scale),
    net_profits: formatDecimal(row.profit - row.charged, scale),
    result: row.result,
    remain_milli_seconds: 0,
    open_tick: row.openTick,
    end_tick: row.settleTick,
  };
}

/**
 * The public fields of a ticket: named one by one, so that a field that is added to a ticket stays
 * with its owner.
 */
export function publicTicket(live: LiveView, row: ClosedTicketRow): PublicTicket {
  const {
    id,
    match_id,
    symbol_name,
    type,
    seconds,
    profit_ratio,
    create_time,
    create_time_ms,
    end_time_ms,
    max_tick_age_ms,
    open_delay_ms,
    min_sources,
    open_tick,
    open_price,
    end_tick,
    end_price,
    result,
  } = closedOrder(live, row);
  return {
    id,
    match_id,
    symbol_name,
    type,
    seconds,
    profit_ratio,
    create_time,
    create_time_ms,
    end_time_ms,
    max_tick_age_ms,
    open_delay_ms,
    min_sources,
    open_tick,
    open_price,
    end_tick,
    end_price,
    result,
  };
}

interface AnyTicket {
  readonly id: number;
  readonly market: MarketId;
  readonly currency: CurrencyId;
  readonly direction: Direction;
  readonly seconds: number;
  readonly stake: bigint;
  readonly payoutBps: number;
  readonly openedMs: number;
  readonly dueMs: number;
  readonly maxTickAgeMs: number;
  readonly openDelayMs: number | null;
  readonly minSources: number;
}

function ticketFields(
  live: LiveView,
  {
    id,
    market,
    currency,
    direction,
    seconds,
    stake,
    payoutBps,
    openedMs,
    dueMs,
    maxTickAgeMs,
    openDelayMs,
    minSources,
  }: AnyTicket,
) {
  const { code, scale } = currencyOf(live, currency);
  return {
    id,
    match_id: market,
    symbol_name: symbolOf(pairOfMarket(live, market)),
    currency_id: currency,
    currency_name: code,
    type: direction === 'up' ? (1 as const) : (2 as const),
    seconds,
    number: formatDecimal(stake, scale),
    profit_ratio: percent(payoutBps),
    create_time: shanghaiTime(openedMs),
    create_time_ms: openedMs,
    end_time_ms: dueMs,
    max_tick_age_ms: maxTickAgeMs,
    open_delay_ms: openDelayMs,
    min_sources: minSources,
  };
}

export function currencyOf(live: LiveView, id: CurrencyId): Currency {
  const currency = live.currency(id);
  if (currency === undefined)
    throw new Error(`seconds contracts are offered in currency ${id}, which is not listed`);
  return currency;
}
