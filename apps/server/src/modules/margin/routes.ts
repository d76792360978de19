import { createHash } from 'node:crypto';
import type { CallInput, CallOutput } from '@meridian/contract/schema/call';
import {
  LEVER_STATUS,
  LEVER_TYPE,
  marginCloseMany,
  marginCancel,
  marginClose,
  marginDeal,
  marginAllPositions,
  marginPositions,
  marginSetStops,
  marginSubmit,
  POSITIONS_PER_PAGE,
} from '@meridian/contract/margin/calls';
import type { Command } from '@meridian/core/commands';
import type { Accepted } from '@meridian/core/outcome';
import type { MarketId, UserId } from '@meridian/core/ids';
import type { PositionSide } from '@meridian/core/margin/margin-commands';
import { termOf } from '@meridian/core/margin/margin-commands-check';
import type { MarginOrderEnd } from '@meridian/core/margin/margin-events';
import { formatDecimal } from '@meridian/money/decimal';
import { formatPrice, formatQuantity } from '@meridian/money/market-scale';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { LivePosition } from './live-position.ts';
import type { LiveView } from '../live-view.ts';
import { isPlay, PLAY_ID, priceMarketOf } from '../market/play-money.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { depthLevel, pairOf, pairOfCall, pairOfMarket, type Pair } from '../market/translate.ts';
import { cnyText, oneCoin } from '../market/valuation.ts';
import { FillWaits } from './fill-waits.ts';
import { DONE } from './messages.ts';
import { positionsOf } from './queries.ts';
import {
  livePosition,
  marginCurrencies,
  openPosition,
  setStops,
  standingFields,
  storedPosition,
  withKey,
} from './translate.ts';

export interface MarginServices {
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
  readonly queries: Queries;
  /** How long an answer waits for the fill, milliseconds; 3,000 unless told otherwise. */
  readonly fillWaitMs?: number;
}

/** The index of a live feed comes each second, its oldest quote within two. */
const FILL_WAIT_MS = 3_000;
/** What the customer is told of a market order that came to nothing. */
const VOIDED: Readonly<Partial<Record<MarginOrderEnd, 'fill_slipped' | 'fill_timed_out'>>> = {
  slippage: 'fill_slipped',
  timeout: 'fill_timed_out',
};
const LEVELS = 20;
const RECENT_TRADES = 20;
/** The lots that the panel proposes, where they are within the bounds. */
const PROPOSED_LOTS = [1, 5, 10, 20, 50, 100, 500];
const WHICH = ['all', 'long', 'short'] as const;

/** Leveraged contracts. Whose they are, the session says: never the input. */
export function registerMarginRoutes(gateway: CallRegistry, services: MarginServices): void {
  const { engine, live, queries } = services;
  const gate = new ProjectionGate(queries);
  const waits = new FillWaits(live, services.fillWaitMs ?? FILL_WAIT_MS);
  gateway.registerCall(marginDeal, (context) => deal(live, context));
  gateway.registerCall(marginSubmit, (context) => submitOrder(services, waits, context));
  gateway.registerCall(marginPositions, async (context) => {
    const status = Number(context.input.status);
    if (status === LEVER_STATUS.waiting || status === LEVER_STATUS.open)
      return { message: liveList(live, context, status) };
    await gate.reached(live.seq);
    return { message: await storedList(services, context, status) };
  });
  gateway.registerCall(marginAllPositions, async (context) => {
    await gate.reached(live.seq);
    const currency =
      context.input.legal_id ?? live.market(live.margin.allTerms()[0]?.market ?? 0)?.quote ?? 0;
    return {
      order: await storedList(services, context, undefined),
      ...standingFields(live, live.margin.standing(context.session.user, currency)),
    };
  });
  gateway.registerCall(marginClose, async ({ input, session, idempotencyKey: key, language }) => {
    await submit(engine, {
      kind: 'margin.close',
      user: session.user,
      position: positionId(input.id),
      ...withKey(key),
    });
    await waits.until(session.user, () => live.margin.position(input.id)?.isClosing !== true);
    const position = live.margin.position(input.id);
    if (position?.isClosing === false) throw new Refusal('fill_timed_out');
    return done(DONE[language][position === undefined ? 'closed' : 'closing']);
  });
  gateway.registerCall(
    marginSetStops,
    async ({ input, session, idempotencyKey: key, language }) => {
      const position = live.margin.position(input.id);
      if (position?.user !== session.user) throw new Refusal('position_not_found');
      await submit(
        engine,
        setStops(input, pairOfMarket(live, position.market), { user: session.user, key }),
      );
      return done(DONE[language].stopsSet);
    },
  );
  gateway.registerCall(marginCloseMany, async (context) => {
    await closeMany(services, context);
    const { user } = context.session;
    const isWaiting = (): boolean => live.margin.positions(user).some(({ isClosing }) => isClosing);
    await waits.until(user, () => !isWaiting());
    return done(DONE[context.language][isWaiting() ? 'closing' : 'allClosed']);
  });
  gateway.registerCall(marginCancel, async ({ input, session, idempotencyKey: key, language }) => {
    const isOrder = live.margin.position(input.id)?.status === 'waiting';
    await submit(engine, {
      kind: 'margin.cancel',
      user: session.user,
      position: positionId(input.id),
      ...withKey(key),
    });
    const isWaiting = (): boolean => isPending(live.margin.position(input.id));
    await waits.until(session.user, () => !isWaiting());
    // The price that was made before it came first: the order is filled, or the position closed.
    if (!isWaiting() && (live.margin.position(input.id) === undefined) !== isOrder)
      throw new Refusal('position_not_waiting');
    return done(DONE[language][isWaiting() ? 'revoking' : 'revoked']);
  });
}

/** Whether an order still waits, or a position for its close. */
function isPending(position: LivePosition | undefined): boolean {
  return position?.status === 'waiting' || position?.isClosing === true;
}

/**
 * Closes the positions of the account whose currency is named; else those of all accounts in real
 * money.
 */
async function closeMany(
  { engine, live }: MarginServices,
  { input, session: { user }, idempotencyKey }: CallContext<typeof marginCloseMany>,
): Promise<void> {
  const which = WHICH[Number(input.type) as 0 | 1 | 2];
  const currencies = marginCurrencies(live).filter((currency) =>
    input.legal_id === undefined ? !isPlay(currency) : currency === input.legal_id,
  );
  let hasClosed = false;
  for (const [index, currency] of currencies.entries()) {
    const { outcome } = await engine.submit({
      kind: 'margin.closeAll',
      user,
      which,
      currency,
      ...withKey(partKey(idempotencyKey, index)),
    });
    if (!outcome.ok && outcome.rejection !== 'position_not_found')
      throw new Refusal(outcome.rejection);
    hasClosed ||= outcome.ok;
  }
  if (!hasClosed) throw new Refusal('position_not_found');
}

/**
 * A key is for one command, and each part of a call that is made again must be the same one: each
 * has its own, made of the call's.
 */
function partKey(key: string | undefined, index: number): string | undefined {
  return key === undefined || index === 0
    ? key
    : createHash('sha256').update(`${key} ${index}`).digest('hex');
}

/**
 * Gives a command to the engine. The answer is durable when it arrives; a rejection becomes a
 * refusal of the same code.
 */
async function submit(engine: MarginServices['engine'], command: Command): Promise<Accepted> {
  const { outcome } = await engine.submit(command);
  if (!outcome.ok) throw new Refusal(outcome.rejection);
  return outcome;
}

function done(message: string): CallOutput<typeof marginClose> {
  return { type: 'ok', message };
}

/** No position has number 0, and the core would call it malformed. */
function positionId(id: number): number {
  if (id === 0) throw new Refusal('position_not_found');
  return id;
}

async function submitOrder(
  { engine, live }: MarginServices,
  waits: FillWaits,
  { input, session, idempotencyKey: key, language }: CallContext<typeof marginSubmit>,
): Promise<CallOutput<typeof marginSubmit>> {
  const pair = contractPairOfCall(live, input);
  const terms = live.margin.terms(pair.market.id);
  if (terms === undefined) throw new Refusal('market_unknown');
  const { id = 0, status } = await submit(
    engine,
    openPosition(input, pair, terms, { user: session.user, key }),
  );
  const isMarketOrder = Number(input.status) === 1;
  if (isMarketOrder && status !== 'filled')
    await waits.until(session.user, () => live.margin.position(id)?.status !== 'waiting');
  const isWaiting = status !== 'filled' && live.margin.position(id)?.status === 'waiting';
  const voided = live.margin.voidReason(id);
  if (isMarketOrder && voided !== undefined) throw new Refusal(VOIDED[voided] ?? 'fill_refused');
  const isOpen = status === 'filled' || (isMarketOrder && !isWaiting);
  return {
    type: 'ok',
    message: DONE[language][isOpen ? 'opened' : isMarketOrder ? 'waiting' : 'placed'],
    id,
    status: isOpen ? 1 : 0,
  };
}

function deal(
  live: LiveView,
  { input, session }: CallContext<typeof marginDeal>,
): CallOutput<typeof marginDeal> {
  const pair = contractPairOfCall(live, input);
  const { market, scale, quote } = pair;
  const terms = live.margin.terms(market.id);
  if (terms === undefined) throw new Refusal('market_unknown');
  const standing = live.margin.standing(session.user, quote.id);
  const prices = priceMarketOf(market.id);
  const { bids, asks } = live.depth(prices, LEVELS);
  const level = (each: Parameters<typeof depthLevel>[0]): { price: string; number: string } => {
    const [price, number] = depthLevel(each, scale);
    return { price, number };
  };
  const percent = (bps: number): string => formatDecimal(BigInt(bps), 2);
  const { priceTicks } = live.index(market.id);
  const shares = PROPOSED_LOTS.filter((lots) => lots >= terms.minLots && lots <= terms.maxLots);
  return {
    multiple: {
      muit: terms.leverages.map((value) => ({ value })),
      share: shares.map((value) => ({ value })),
    },
    lever_share_limit: { min: terms.minLots, max: terms.maxLots },
    all_levers: standing.open
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

/** The pair of a call: also one of a contest. */
function contractPairOfCall(live: LiveView, ids: { legal_id: number; currency_id: number }): Pair {
  if (ids.legal_id !== PLAY_ID) return pairOfCall(live, ids);
  const market = live.playMarkets().find(({ base }) => base === ids.currency_id);
  if (market === undefined) throw new Refusal('market_unknown');
  return pairOf(live, market);
}

type Filter = {
  legal_id?: number;
  currency_id?: number;
  page?: number;
  type?: CallInput<typeof marginPositions>['type'];
};

function liveList(
  live: LiveView,
  { input, session }: { input: Filter; session: { user: UserId } },
  status: number,
) {
  const { page = 1 } = input;
  const markets = marketsOf(live, input);
  const side = sideOf(input);
  const wanted = status === LEVER_STATUS.open ? 'open' : 'waiting';
  const found = live.margin
    .positions(session.user)
    .filter(
      (position) =>
        position.status === wanted &&
        markets.includes(position.market) &&
        position.side === (side ?? position.side),
    );
  const data = found
    .slice((page - 1) * POSITIONS_PER_PAGE, page * POSITIONS_PER_PAGE)
    .map((position) => asItStands(live, position));
  return { data, total: found.length, page };
}

async function storedList(
  { live, queries }: MarginServices,
  { input, session }: { input: Filter; session: { user: UserId } },
  status: number | undefined,
) {
  const { page = 1 } = input;
  const { rows, total } = await positionsOf(queries, session.user, {
    page,
    markets: marketsOf(live, input),
    side: sideOf(input),
    status,
  });
  const data = rows.map((row) => {
    const position = live.margin.position(row.id);
    return position === undefined
      ? storedPosition(row, pairOfMarket(live, row.market))
      : asItStands(live, position);
  });
  return { data, total, page };
}

/** The side that a list is about; undefined for both. */
function sideOf({ type }: Filter): PositionSide | undefined {
  if (type === undefined) return undefined;
  return Number(type) === LEVER_TYPE.long ? 'long' : 'short';
}

function asItStands(live: LiveView, position: Parameters<typeof livePosition>[1]) {
  return livePosition(
    live,
    position,
    live.margin.standing(position.user, pairOfMarket(live, position.market).quote.id),
  );
}

/**
 * The markets that a list is about: of one base currency, of one legal currency, of both or of any.
 * Those in play money only where it is named.
 */
function marketsOf(live: LiveView, { currency_id: base, legal_id: quote }: Filter): MarketId[] {
  const markets = quote === PLAY_ID ? live.playMarkets() : live.markets();
  return markets
    .filter(
      (market) =>
        (base === undefined || market.base === base) &&
        (quote === undefined || market.quote === quote),
    )
    .map(({ id }) => id);
}
