import type { CallInput, CallOutput } from '@meridian/contract/schema/call';
import {
  LEVER_STATUS,
  LEVER_TYPE,
  type LeverPosition,
  type LeverTradeEvent,
  type marginAdd,
  type marginClose,
  type marginDeal,
  type marginPositions,
  type marginReverse,
  type marginSetStops,
  type marginSubmit,
} from '@meridian/contract/margin/calls';
import type { CurrencyId, MarketId, UserId } from '@meridian/core/ids';
import type {
  AddMargin,
  ClosePosition,
  MarginTerms,
  OpenPosition,
  PositionSide,
  ReducePositions,
  RemoveMargin,
  ReversePosition,
  SeenMarginTerms,
  SetStops,
} from '@meridian/core/margin/margin-commands';
import { termOf } from '@meridian/core/margin/margin-commands-check';
import type { PriceTicks, QuantityLots } from '@meridian/money/amount';
import { formatDecimal, formatFixed, parseDecimal } from '@meridian/money/decimal';
import {
  formatAveragePrice,
  formatPrice,
  formatQuantity,
  parsePrice,
} from '@meridian/money/market-scale';
import { Refusal } from '../../gateway/refusal.ts';
import type { LastClose } from './live.ts';
import type { LivePosition } from './live-position.ts';
import type { LiveView } from '../live-view.ts';
import { PLAY_ID, priceMarketOf } from '../market/play-money.ts';
import { amountOf, bpsOf } from '../market/currency-of-call.ts';
import { onGrid } from '../market/on-grid.ts';
import { percent } from '../market/percent.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import {
  depthLevel,
  pairOf,
  pairOfCall,
  symbolOf,
  type Pair,
  type WireFilter,
} from '../market/translate.ts';
import { cnyText, oneCoin } from '../market/valuation.ts';
import type { PositionStatus } from './margin-tables.ts';
import type { PositionRow } from './queries.ts';
import { equity, liquidationOf, maintenanceOf, profitOf, type Standing } from './standing.ts';

/** Least and most of a term that is a share of the contract value. */
const TERM_BPS = [0, 1_000] as const;
const LEVELS = 20;
const RECENT_TRADES = 20;
/** The lots that the panel proposes, where they are within the bounds. */
const PROPOSED_LOTS = [1, 5, 10, 20, 50, 100, 500];

interface By {
  readonly user: UserId;
  readonly key: string | undefined;
}

/** The command that a call of `lever/submit` asks for. The core adds the spread. */
export function openPosition(
  input: CallInput<typeof marginSubmit>,
  pair: Pair,
  terms: MarginTerms,
  { user, key }: By,
): OpenPosition {
  const isMarketOrder = Number(input.status) === 1;
  if (!isMarketOrder && input.target_price === undefined)
    throw new Refusal('field_missing', { field: 'target_price' });
  return {
    kind: 'margin.open',
    user,
    market: pair.market.id,
    side: Number(input.type) === LEVER_TYPE.long ? 'long' : 'short',
    type: isMarketOrder ? 'market' : 'limit',
    leverage: input.multiple,
    lots: lotsOf(input.share, terms),
    priceTicks: isMarketOrder
      ? (0 as PriceTicks)
      : onGrid(parsePrice(input.target_price ?? '', pair.scale), 'target_price'),
    ...(isMarketOrder && input.worst_price !== undefined
      ? { worstTicks: onGrid(parsePrice(input.worst_price, pair.scale), 'worst_price') }
      : {}),
    ...stopsOf(input, pair),
    ...(Number(input.isolated ?? 0) === 1 ? { isIsolated: true } : {}),
    ...seenTerms(input),
    ...withKey(key),
  };
}

/** The command that a call of `lever/reverse` asks for. */
export function turnPosition(
  input: CallInput<typeof marginReverse>,
  { user, key }: By,
): ReversePosition {
  if (input.id === 0) throw new Refusal('position_not_found');
  return {
    kind: 'margin.reverse',
    user,
    position: input.id,
    ...seenTerms(input),
    ...withKey(key),
  };
}

/** The terms that the customer saw; absent where the call does not say. */
function seenTerms({
  seen_spread: spread,
  seen_fee: fee,
  seen_slippage: slippage,
}: Omit<CallInput<typeof marginReverse>, 'id'>): SeenMarginTerms {
  return {
    ...(spread === undefined ? {} : { seenSpreadBps: bpsOf(spread, TERM_BPS, 'seen_spread') }),
    ...(fee === undefined ? {} : { seenFeeBps: bpsOf(fee, TERM_BPS, 'seen_fee') }),
    ...(slippage === undefined
      ? {}
      : { seenSlippageBps: bpsOf(slippage, TERM_BPS, 'seen_slippage') }),
  };
}

/** With the present terms, which may have changed once more since they refused. */
export function termsChanged(live: LiveView, market: MarketId | undefined): Refusal {
  const terms = market === undefined ? undefined : live.margin.terms(market);
  return new Refusal('margin_terms_changed', {
    spread: percent(terms?.spreadBps ?? 0),
    fee: percent(terms?.feeBps ?? 0),
    slippage: percent(terms === undefined ? 0 : termOf(terms, 'slippageBps')),
  });
}

/** The command that a call of `lever/close` asks for. The core knows how many lots there are. */
export function closePosition(
  { id, share, target_price: price }: CallInput<typeof marginClose>,
  pair: Pair | undefined,
  { user, key }: By,
): ClosePosition {
  // No position has number 0, and the core would call it malformed.
  if (id === 0) throw new Refusal('position_not_found');
  const lots = share === undefined ? {} : { lots: wholeLots(share) };
  const close = { kind: 'margin.close', user, position: id, ...lots, ...withKey(key) } as const;
  if (price === undefined) return close;
  if (pair === undefined) throw new Refusal('position_not_found');
  return { ...close, priceTicks: onGrid(parsePrice(price, pair.scale), 'target_price') };
}

/** The command that adds margin to an isolated position, or takes some back. */
export function changeMargin(
  kind: 'margin.addMargin' | 'margin.removeMargin',
  { id, number }: CallInput<typeof marginAdd>,
  { pair, user, key }: By & { readonly pair: Pair },
): AddMargin | RemoveMargin {
  return {
    kind,
    user,
    position: id,
    amount: amountOf(number, pair.quote, 'number'),
    ...withKey(key),
  };
}

/** The command that a call of `lever/submit` with `reduce_only` asks for. */
export function reducePositions(
  input: CallInput<typeof marginSubmit>,
  pair: Pair,
  { user, key }: By,
): ReducePositions {
  const { worst_price: worst, target_profit_price: profit, stop_loss_price: loss } = input;
  if ([worst, profit, loss].some((price) => price !== undefined))
    throw new Refusal('reduce_only_alone');
  const isMarketOrder = Number(input.status) === 1;
  if (!isMarketOrder && input.target_price === undefined)
    throw new Refusal('field_missing', { field: 'target_price' });
  return {
    kind: 'margin.reduce',
    user,
    market: pair.market.id,
    side: Number(input.type) === LEVER_TYPE.long ? 'long' : 'short',
    lots: wholeLots(input.share),
    priceTicks: isMarketOrder
      ? 0
      : onGrid(parsePrice(input.target_price ?? '', pair.scale), 'target_price'),
    ...withKey(key),
  };
}

function wholeLots(text: string): number {
  const parsed = parseDecimal(text, 0);
  if (!parsed.ok || parsed.units <= 0n || parsed.units > BigInt(Number.MAX_SAFE_INTEGER))
    throw new Refusal('lots_not_whole', { field: 'share' });
  return Number(parsed.units);
}

/** Whole lots within the bounds of the market. */
function lotsOf(text: string, { minLots, maxLots }: MarginTerms): QuantityLots {
  const parsed = parseDecimal(text, 0);
  if (!parsed.ok || parsed.units <= 0n) throw new Refusal('lots_not_whole', { field: 'share' });
  if (parsed.units < BigInt(minLots))
    throw new Refusal('lots_too_few', { field: 'share', min: String(minLots) });
  if (parsed.units > BigInt(maxLots))
    throw new Refusal('lots_too_many', { field: 'share', max: String(maxLots) });
  return Number(parsed.units) as QuantityLots;
}

/** The command that a call of `lever/setstop` asks for. */
export function setStops(
  input: CallInput<typeof marginSetStops>,
  { scale }: Pair,
  { user, key }: By,
): SetStops {
  const levels = {
    takeProfitTicks: stopTicks(input.target_profit_price, 'target_profit_price', scale),
    stopLossTicks: stopTicks(input.stop_loss_price, 'stop_loss_price', scale),
  };
  return { kind: 'margin.stops', user, position: input.id, ...levels, ...withKey(key) };
}

/** The stops that travel with an order; nothing where it names none. */
function stopsOf(
  {
    target_profit_price: profit,
    stop_loss_price: loss,
  }: Pick<CallInput<typeof marginSubmit>, 'target_profit_price' | 'stop_loss_price'>,
  { scale }: Pair,
): Pick<OpenPosition, 'takeProfitTicks' | 'stopLossTicks'> {
  return {
    ...(profit === undefined
      ? {}
      : { takeProfitTicks: stopTicks(profit, 'target_profit_price', scale) }),
    ...(loss === undefined ? {} : { stopLossTicks: stopTicks(loss, 'stop_loss_price', scale) }),
  };
}

/** A mark price on the grid of the market; 0 for none. */
function stopTicks(text: string, field: string, scale: Pair['scale']): number {
  return /^0+(?:\.0+)?$/.test(text) ? 0 : onGrid(parsePrice(text, scale), field);
}

export function withKey(key: string | undefined): { key?: string } {
  return key === undefined ? {} : { key };
}

/** The pair of a call: also one of a contest. */
export function contractPairOfCall(
  live: LiveView,
  ids: { legal_id: number; currency_id: number },
): Pair {
  if (ids.legal_id !== PLAY_ID) return pairOfCall(live, ids);
  const market = live.playMarkets().find(({ base }) => base === ids.currency_id);
  if (market === undefined) throw new Refusal('market_unknown');
  return pairOf(live, market);
}

/** The page, the side and the currencies that a call asks for. */
export interface ListInput extends WireFilter {
  page?: number;
  type?: CallInput<typeof marginPositions>['type'];
}

const STATUS_OF: ReadonlyMap<number, PositionStatus> = new Map(
  (Object.keys(LEVER_STATUS) as PositionStatus[]).map((status) => [LEVER_STATUS[status], status]),
);

export function statusOf({ status }: CallInput<typeof marginPositions>): PositionStatus {
  const found = STATUS_OF.get(Number(status));
  if (found === undefined) throw new Error(`the contract lets a status ${status} through`);
  return found;
}

/** The side that a list is about; undefined for both. */
export function sideOf({ type }: ListInput): PositionSide | undefined {
  if (type === undefined) return undefined;
  return Number(type) === LEVER_TYPE.long ? 'long' : 'short';
}

/** The contents of a market's panel: its terms, the account, and the prices that it goes by. */
export function offerAnswer(
  live: LiveView,
  pair: Pair,
  { terms, user }: { readonly terms: MarginTerms; readonly user: UserId },
): CallOutput<typeof marginDeal> {
  const { market, scale, quote } = pair;
  const standing = live.margin.standing(user, quote.id);
  const prices = priceMarketOf(market.id);
  const { bids, asks } = live.depth(prices, LEVELS);
  const level = (each: Parameters<typeof depthLevel>[0]): { price: string; number: string } => {
    const [price, number] = depthLevel(each, scale);
    return { price, number };
  };
  const { priceTicks } = live.index(market.id);
  const shares = PROPOSED_LOTS.filter((lots) => lots >= terms.minLots && lots <= terms.maxLots);
  return {
    multiple: {
      muit: terms.leverages.map((value) => ({ value })),
      share: shares.map((value) => ({ value })),
    },
    lever_share_limit: { min: terms.minLots, max: terms.maxLots },
    all_levers: [...standing.open, ...standing.isolated]
      .filter((position) => position.market === market.id)
      .map((position) => livePosition(live, position, standing)),
    ...standingFields(live, standing),
    last_price: priceTicks === 0 ? '0' : formatPrice(priceTicks, scale),
    is_open: terms.isOpen ? 1 : 0,
    lever_share_num: formatDecimal(terms.lotSize, scale.baseScale),
    spread: percent(terms.spreadBps),
    lever_trade_fee: percent(terms.feeBps),
    slippage: percent(termOf(terms, 'slippageBps')),
    overnight_fee: percent(terms.overnightBps),
    maintenance: String(terms.maintenancePercent),
    my_transaction: live.recentTrades(prices, RECENT_TRADES).map((trade) => ({
      price: formatPrice(trade.priceTicks, scale),
      number: formatQuantity(trade.quantityLots, scale),
      time: trade.timeMs,
    })),
    lever_transaction: { in: bids.map(level), out: asks.map(level) },
    ExRAte: cnyText(live, [oneCoin(quote)]),
  };
}

/** How an account stands, as the wire has it. */
export function standingFields(live: LiveView, standing: Standing) {
  const scale = live.currency(standing.currency)?.scale ?? 0;
  const ratio = standing.ratioBps;
  return {
    hazard_rate: ratio === undefined ? '0' : formatFixed(ratio, 2),
    equity_all: formatDecimal(equity(standing), scale),
    profits_all: formatDecimal(standing.profits, scale),
    margins_all: formatDecimal(standing.margins, scale),
    maintenance_all: formatDecimal(maintenanceOf(standing), scale + 2),
    user_lever: formatDecimal(standing.available, scale),
  };
}

/** Fields that a row of the live view and a row of the table share. */
interface Core {
  readonly id: number;
  readonly side: PositionSide;
  readonly leverage: number;
  readonly lots: number;
  readonly unit: bigint;
  readonly priceTicks: number;
  readonly indexTicks: number;
  readonly entryTicks: number;
  readonly margin: bigint;
  readonly fee: bigint;
  readonly takeProfitTicks: number;
  readonly stopLossTicks: number;
  readonly overnight: bigint;
}

function coreFields(core: Core, pair: Pair) {
  const { scale, market, base, quote } = pair;
  const price = (ticks: number): string => (ticks === 0 ? '0' : formatPrice(ticks, scale));
  const money = (units: bigint): string => formatDecimal(units, scale.quoteScale);
  const lotSize = (core.unit * 10n ** BigInt(scale.baseScale)) / scale.tickSize;
  return {
    id: core.id,
    type: LEVER_TYPE[core.side],
    legal_id: market.quote,
    currency_id: market.base,
    symbol: symbolOf({ ...pair, base, quote }),
    multiple: core.leverage,
    share: core.lots,
    number: formatDecimal(lotSize * BigInt(core.lots), scale.baseScale),
    origin_price: price(core.priceTicks === 0 ? core.indexTicks : core.priceTicks),
    price: price(core.entryTicks),
    target_profit_price: price(core.takeProfitTicks),
    stop_loss_price: price(core.stopLossTicks),
    origin_caution_money: money(core.margin),
    trade_fee: money(core.fee),
    overnight_money: money(core.overnight),
  };
}

/** An order that waits or an open position, as it stands now. */
export function livePosition(
  live: LiveView,
  position: LivePosition,
  standing: Standing,
): LeverPosition {
  const market = live.market(position.market);
  if (market === undefined)
    throw new Error(`position ${position.id} is in market ${position.market}, which is not listed`);
  const pair = pairOf(live, market);
  const isOpen = position.status === 'open';
  const profit = isOpen ? profitOf(live, position) : 0n;
  const left = position.margin + position.added + profit;
  const liquidation = isOpen ? liquidationOf(live, position, standing) : undefined;
  const index = live.index(market.id).priceTicks;
  return {
    ...coreFields(position, pair),
    status: LEVER_STATUS[position.status],
    update_price: formatPrice(position.entryTicks, pair.scale),
    now_price: index === 0 ? '0' : formatPrice(index, pair.scale),
    mark_price: index === 0 ? '0' : formatPrice(live.mark(market.id), pair.scale),
    is_closing: position.isClosing ? 1 : 0,
    isolated: position.isIsolated ? 1 : 0,
    added_caution_money: formatDecimal(position.added, pair.scale.quoteScale),
    leaving_caution_money: formatDecimal(position.removing, pair.scale.quoteScale),
    closing_share: position.closingLots,
    limit_close_share: position.limitClose?.lots ?? 0,
    limit_close_price:
      position.limitClose === undefined
        ? '0'
        : formatPrice(position.limitClose.priceTicks, pair.scale),
    caution_money: formatDecimal(left > 0n ? left : 0n, pair.scale.quoteScale),
    profits: formatDecimal(profit, pair.scale.quoteScale),
    liquidation_price: liquidation === undefined ? '' : formatPrice(liquidation, pair.scale),
    transaction_time: shanghaiTime(isOpen ? position.openedAtMs : position.placedAtMs),
    handle_time: '',
    complete_time: '',
    create_time_ms: position.placedAtMs,
    reason: '',
    bad_debt: '0',
  };
}

/**
 * An order or position from the table; one that is not over is given as the live view has it, by
 * the caller.
 */
export function storedPosition(row: PositionRow, pair: Pair): LeverPosition {
  const { scale } = pair;
  const isClosed = row.status === 'closed';
  const {
    price_ticks: priceTicks,
    index_ticks: indexTicks,
    entry_ticks: entryTicks,
    take_profit_ticks: takeProfitTicks,
    stop_loss_ticks: stopLossTicks,
  } = row;
  const closePrice =
    row.close_ticks === 0 ? formatPrice(entryTicks, scale) : averageClose(row, scale);
  return {
    ...coreFields(
      {
        ...row,
        overnight: row.overnight + row.parts_overnight,
        ...{ priceTicks, indexTicks, entryTicks, takeProfitTicks, stopLossTicks },
      },
      pair,
    ),
    status: LEVER_STATUS[row.status],
    update_price: closePrice,
    now_price: closePrice,
    mark_price: closePrice,
    is_closing: 0,
    isolated: row.is_isolated ? 1 : 0,
    added_caution_money: formatDecimal(row.added, scale.quoteScale),
    leaving_caution_money: '0',
    closing_share: 0,
    limit_close_share: 0,
    limit_close_price: '0',
    caution_money: formatDecimal(
      isClosed && row.margin + row.added + row.profit > 0n
        ? row.margin + row.added + row.profit
        : 0n,
      scale.quoteScale,
    ),
    profits: formatDecimal(row.profit, scale.quoteScale),
    liquidation_price: '',
    transaction_time: shanghaiTime(row.opened_ms === 0 ? row.placed_ms : row.opened_ms),
    handle_time: row.ended_ms === 0 ? '' : shanghaiTime(row.ended_ms),
    complete_time: row.ended_ms === 0 ? '' : shanghaiTime(row.ended_ms),
    create_time_ms: row.placed_ms,
    reason: row.reason ?? '',
    bad_debt: formatDecimal(row.bad_debt ?? 0n, scale.quoteScale),
  };
}

/** The lots that a call closed, their price and their profit. */
export function closedFields({ lots, closeTicks, profit }: LastClose, { scale }: Pair) {
  return {
    share: lots,
    price: formatPrice(closeTicks, scale),
    profits: formatDecimal(profit, scale.quoteScale),
  };
}

/** Average of all parts and the last close, each with its lots. */
function averageClose(
  {
    lots,
    closed_lots: closed,
    parts_lot_ticks: parts,
    close_ticks: last,
  }: Pick<PositionRow, 'lots' | 'closed_lots' | 'parts_lot_ticks' | 'close_ticks'>,
  scale: Pair['scale'],
): string {
  const all = BigInt(lots);
  return formatAveragePrice(parts + (all - closed) * BigInt(last), all, scale);
}

/** The legal currencies that margin is traded in, that of contests among them. */
export function marginCurrencies(live: LiveView): CurrencyId[] {
  return [
    ...new Set(live.margin.allTerms().flatMap(({ market }) => live.market(market)?.quote ?? [])),
  ];
}

/**
 * `lever_trade` of each legal currency that margin is traded in; of play money only for a user who
 * has some.
 */
export function accountEvents(live: LiveView, user: UserId): LeverTradeEvent[] {
  const { available, held } = live.balance(user, 'margin', PLAY_ID);
  const currencies = marginCurrencies(live).filter(
    (currency) => currency !== PLAY_ID || available + held > 0n,
  );
  return currencies.map((currency) => {
    const standing = live.margin.standing(user, currency);
    const trades = [...standing.open, ...standing.isolated].map((position) =>
      livePosition(live, position, standing),
    );
    return {
      type: 'lever_trade',
      legal_id: currency,
      trades_all: trades,
      trades_entrust: standing.waiting.map((position) => livePosition(live, position, standing)),
      ...standingFields(live, standing),
      profits: trades.map(({ id, profits }) => ({ id, profits })),
      seq: live.seq,
      ts: live.timeMs,
    };
  });
}
