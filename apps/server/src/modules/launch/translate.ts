import { UPSTART_TYPES } from '@meridian/contract/launch/calls';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import type { Selectable } from 'kysely';
import type { LiveView } from '../live-view.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import type { LaunchTables } from './launch-tables.ts';

export type LaunchCoin = Selectable<LaunchTables['launch_coins']>;

/** Coins of markets that a new coin is traded for, the first one that is there. */
const QUOTES = ['USDT', 'BTC'];

/** A coin as a visitor sees it. @param now milliseconds */
export function upstartRow(live: LiveView, coin: LaunchCoin, now: number) {
  const [start, end] = [coin.start_at.getTime(), coin.end_at.getTime()];
  const { upcoming, running, over } = UPSTART_TYPES;
  return {
    id: Number(coin.id),
    name: coin.name,
    cid: Number(coin.currency ?? 0),
    currency_name: codeOf(live, coin),
    currency_match: marketOf(live, coin),
    index: coin.place,
    type: now < start ? upcoming : now < end ? running : over,
    faxing: issuedOf(live, coin),
    start_planned: plainOf(coin.planned),
    start_time: shanghaiTime(start),
    start_price: plainOf(coin.start_price),
    end_time: shanghaiTime(end),
    pdf_path: coin.paper,
  };
}

/** A coin as an operator sees it. @param now milliseconds */
export function officeCoinRow(live: LiveView, coin: LaunchCoin, now: number) {
  const [start, end] = [coin.start_at.getTime(), coin.end_at.getTime()];
  return {
    id: Number(coin.id),
    name: coin.name,
    currency: Number(coin.currency ?? 0),
    currency_name: codeOf(live, coin),
    index: coin.place,
    planned: plainOf(coin.planned),
    issued: issuedOf(live, coin),
    start_price: plainOf(coin.start_price),
    start_ms: start,
    start_time: shanghaiTime(start),
    end_ms: end,
    end_time: shanghaiTime(end),
    paper: coin.paper,
    has_begun: start <= now,
    is_shown: coin.is_shown,
  };
}

/** Decimals of the table's columns, for coins of any scale. */
export const PLAN_SCALE = 8;

/** A figure of the table without zeros at its end. */
export function plainOf(figure: string): string {
  const parsed = parseDecimal(figure, PLAN_SCALE);
  if (!parsed.ok) throw new Error(`${figure} is no figure of a plan`);
  return formatDecimal(parsed.units, PLAN_SCALE);
}

/** Coins that came in from outside and have not left: the holdings of customers and the house. */
function issuedOf(live: LiveView, { currency }: LaunchCoin): string {
  const listed = currency === null ? undefined : live.currency(Number(currency));
  if (listed === undefined) return '0';
  const { available } = live.balance(SYSTEM.outside, 'spot', listed.id);
  return formatDecimal(-available, listed.scale);
}

function codeOf(live: LiveView, { currency }: LaunchCoin): string {
  return currency === null ? '' : (live.currency(Number(currency))?.code ?? '');
}

/** The open market of a coin; 0 without one. */
function marketOf(live: LiveView, { currency }: LaunchCoin): number {
  if (currency === null) return 0;
  for (const code of QUOTES) {
    const quote = live.currencyByCode(code);
    const market = quote && live.marketByPair(Number(currency), quote.id);
    if (market?.isDisplayed === true && market.status === 'open') return market.id;
  }
  return 0;
}
