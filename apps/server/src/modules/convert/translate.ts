import type {
  ConvertPair,
  ConvertQuote,
  OwnConversion,
  OwnPlan,
} from '@meridian/contract/convert/calls';
import type { Currency } from '@meridian/core/catalog/catalog';
import type { ConvertTerms } from '@meridian/core/convert/convert-commands';
import type { Plan, Quote } from '@meridian/core/convert/convert-events';
import type { CurrencyId } from '@meridian/core/ids';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import { formatDecimal } from '@meridian/money/decimal';
import { formatPrice } from '@meridian/money/market-scale';
import type { LiveView } from '../live-view.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { legOf } from './leg.ts';
import { quotePrices, type Ratio } from './quote-prices.ts';
import type { ConversionRow, PlanRunRow, ShownQuote } from './queries.ts';

/** Decimals of a rate beyond those of its currency: one unit of a cheap coin buys little. */
const MORE_DECIMALS = 6;

/** A currency that conversions name; it was listed before. */
export function currencyOf(live: LiveView, id: CurrencyId): Currency {
  const currency = live.currency(id);
  if (currency === undefined) throw new Error(`currency ${id} converts, but is not listed`);
  return currency;
}

/** An amount of a currency in plain digits. */
export function textOfAmount(live: LiveView, id: CurrencyId, units: bigint): string {
  return formatDecimal(units, currencyOf(live, id).scale);
}

export function pairRow(live: LiveView, terms: ConvertTerms, now: number): ConvertPair {
  const { currency: id, market, marginBps, capBps, min, max, step, hourLimit } = terms;
  const { code, scale } = currencyOf(live, id);
  const text = (units: bigint): string => formatDecimal(units < 0n ? 0n : units, scale);
  return {
    currency_id: id,
    currency_name: code,
    decimals: scale,
    is_hub: market === 0,
    min: text(min),
    max: text(max),
    step: text(step),
    margin_bps: marginBps,
    cap_bps: capBps,
    hour_left: text(hourLimit - live.convert.givenIn(id, now)),
    index_price: indexPrice(live, terms),
    desk_left: text(live.balance(SYSTEM.convertDesk, 'spot', id).available),
  };
}

/** Index price of one coin in the hub; '' while none is current. */
function indexPrice(live: LiveView, { currency, market }: ConvertTerms): string {
  if (market === 0) return '1';
  const leg = legOf(live, currency);
  return leg?.market === undefined ? '' : formatPrice(leg.market.indexTicks, live.scale(market));
}

/** The amount received for one whole coin of the given currency, rounded down. */
export function rateOf(
  live: LiveView,
  {
    from,
    to,
    paid,
    received,
  }: Pick<Quote, 'from' | 'to'> & { readonly paid: bigint; readonly received: bigint },
): string {
  const [given, got] = [currencyOf(live, from), currencyOf(live, to)];
  const one = 10n ** BigInt(given.scale + MORE_DECIMALS);
  return formatDecimal((received * one) / paid, got.scale + MORE_DECIMALS);
}

export function quoteAnswer(live: LiveView, quote: ShownQuote, now: number): ConvertQuote {
  const { id, from, to, paid, received, spreadBps, bookBps, expiresMs } = quote;
  const { index, book, cost } = quotePrices(live, quote);
  const hub = live.convert.hub();
  const priceText = (ratio: Ratio | undefined): string =>
    ratio === undefined ? '' : rateOf(live, { from, to, ...ratio });
  return {
    id,
    from_id: from,
    to_id: to,
    from_number: textOfAmount(live, from, paid),
    to_number: textOfAmount(live, to, received),
    spread_bps: spreadBps,
    book_bps: bookBps,
    price: rateOf(live, quote),
    index_price: priceText(index),
    book_price: priceText(book),
    cost: hub === undefined || cost === undefined ? '' : textOfAmount(live, hub.currency, cost),
    cost_name: hub === undefined ? '' : currencyOf(live, hub.currency).code,
    expires_at: expiresMs,
    now,
  };
}

export function conversionRow(live: LiveView, row: ConversionRow): OwnConversion {
  const { kind, subject, from, to, paid, received, spreadBps, bookBps, timeMs } = row;
  return {
    kind,
    subject,
    from_id: from,
    from_name: currencyOf(live, from).code,
    to_id: to,
    to_name: currencyOf(live, to).code,
    from_number: textOfAmount(live, from, paid),
    to_number: textOfAmount(live, to, received),
    price: rateOf(live, row),
    spread_bps: spreadBps,
    book_bps: bookBps,
    time: shanghaiTime(timeMs),
    time_ms: timeMs,
  };
}

export function planRow(live: LiveView, plan: Plan, runs: readonly PlanRunRow[]): OwnPlan {
  const { id, from, to, amount, everyDays, minute, maxSpreadBps, nextMs } = plan;
  return {
    id,
    from_id: from,
    from_name: currencyOf(live, from).code,
    to_id: to,
    to_name: currencyOf(live, to).code,
    number: textOfAmount(live, from, amount),
    every_days: everyDays,
    minute,
    max_spread_bps: maxSpreadBps,
    next_time: shanghaiTime(nextMs),
    next_ms: nextMs,
    runs: runs.map((run) => ({
      due_time: shanghaiTime(run.dueMs),
      from_number: run.paid === null ? '' : textOfAmount(live, from, run.paid),
      to_number: run.received === null ? '' : textOfAmount(live, to, run.received),
      spread_bps: run.spreadBps,
      skipped: run.skipped ?? '',
    })),
  };
}
