import { createHash } from 'node:crypto';
import type { CallOutput } from '@meridian/contract/schema/call';
import { POSITIONS_PER_PAGE } from '@meridian/contract/margin/bounds';
import {
  marginAdd,
  marginCloseMany,
  marginCancel,
  marginClose,
  marginDeal,
  marginAllPositions,
  marginPositions,
  marginRemove,
  marginReverse,
  marginSetStops,
  marginSubmit,
} from '@meridian/contract/margin/calls';
import type { MarketId, UserId } from '@meridian/core/ids';
import type { MarginOrderEnd } from '@meridian/core/margin/margin-events';
import { formatPrice } from '@meridian/money/market-scale';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { submit } from '../../gateway/submit.ts';
import type { LivePosition } from './live-position.ts';
import type { LiveView } from '../live-view.ts';
import { isPlay, PLAY_ID } from '../market/play-money.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { textOf } from '../../texts.ts';
import { filterOfCall, pairOfMarket, type PairFilter } from '../market/translate.ts';
import { FillWaits } from './fill-waits.ts';
import type { PositionStatus } from './margin-tables.ts';
import { ownPosition, positionsOf } from './queries.ts';
import {
  changeMargin,
  closedFields,
  closePosition,
  contractPairOfCall,
  livePosition,
  marginCurrencies,
  offerAnswer,
  openPosition,
  reducePositions,
  setStops,
  sideOf,
  standingFields,
  statusOf,
  storedPosition,
  withKey,
  type ListInput,
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
/** Refusals that tell the customer why a market order came to nothing. */
const VOIDED: Readonly<Partial<Record<MarginOrderEnd, 'fill_slipped' | 'fill_timed_out'>>> = {
  slippage: 'fill_slipped',
  timeout: 'fill_timed_out',
};
const WHICH = ['all', 'long', 'short'] as const;

/** Leveraged contracts. Their owner is the session's user, never one of the input. */
export function registerMarginRoutes(gateway: CallRegistry, services: MarginServices): void {
  const { engine, live, queries } = services;
  const gate = new ProjectionGate(queries);
  const waits = new FillWaits(live, services.fillWaitMs ?? FILL_WAIT_MS);
  gateway.registerCall(marginDeal, ({ input, session }) => {
    const pair = contractPairOfCall(live, input);
    const terms = live.margin.terms(pair.market.id);
    if (terms === undefined) throw new Refusal('market_unknown');
    return offerAnswer(live, pair, { terms, user: session.user });
  });
  gateway.registerCall(marginSubmit, (context) => submitOrder(services, waits, context));
  gateway.registerCall(marginPositions, async (context) => {
    const status = statusOf(context.input);
    if (status === 'waiting' || status === 'open')
      return { message: liveList(live, context, status) };
    await gate.reached(live.seq);
    return { message: await storedList(services, context, status) };
  });
  gateway.registerCall(marginAllPositions, async (context) => {
    await gate.reached(live.seq);
    const currency =
      filterOfCall(context.input).quote ??
      live.market(live.margin.allTerms()[0]?.market ?? 0)?.quote ??
      0;
    return {
      order: await storedList(services, context, undefined),
      ...standingFields(live, live.margin.standing(context.session.user, currency)),
    };
  });
  gateway.registerCall(marginClose, (context) => close(services, waits, context));
  gateway.registerCall(
    marginSetStops,
    async ({ input, session, idempotencyKey: key, language }) => {
      const position = live.margin.position(input.id);
      if (position?.user !== session.user) throw new Refusal('position_not_found');
      await submit(
        engine,
        setStops(input, pairOfMarket(live, position.market), { user: session.user, key }),
      );
      return done(textOf(language, 'answer.margin.stopsSet'));
    },
  );
  gateway.registerCall(marginCloseMany, (context) => closeMany(services, waits, context));
  gateway.registerCall(marginAdd, async (context) => {
    await submit(engine, marginChange(live, 'margin.addMargin', context));
    return done(textOf(context.language, 'answer.margin.marginAdded'));
  });
  gateway.registerCall(marginRemove, (context) => removeMargin(services, waits, context));
  gateway.registerCall(marginReverse, async (context) => {
    const { input, session } = context;
    // A repeated call finds the position closed.
    if (live.margin.position(input.id) === undefined) await gate.reached(live.seq);
    const before =
      live.margin.position(input.id) ?? (await ownPosition(queries, session.user, input.id));
    return await reverse(services, waits, context, before);
  });
  gateway.registerCall(marginCancel, (context) => cancel(services, waits, context));
}

async function close(
  { engine, live }: MarginServices,
  waits: FillWaits,
  { input, session, idempotencyKey: key, language }: CallContext<typeof marginClose>,
): Promise<CallOutput<typeof marginClose>> {
  const found = live.margin.position(input.id);
  const own = found?.user === session.user ? found : undefined;
  const pair = own && pairOfMarket(live, own.market);
  await submit(engine, closePosition(input, pair, { user: session.user, key }));
  if (input.target_price !== undefined) return done(textOf(language, 'answer.margin.closePlaced'));
  await waits.until(session.user, () => live.margin.position(input.id)?.isClosing !== true);
  const position = live.margin.position(input.id);
  // Not compared with the lots of before: a repeated call finds the position as it is after it.
  if (position?.isClosing === false && live.margin.voidReason('close', input.id) !== undefined)
    throw new Refusal('fill_timed_out');
  const word = position === undefined ? 'closed' : position.isClosing ? 'closing' : 'reduced';
  const closed = word === 'closing' ? undefined : closedOf(live, input.id);
  return { ...done(textOf(language, `answer.margin.${word}`)), ...(closed && { closed }) };
}

/** What the last close of a position brought; undefined where that is not known any more. */
function closedOf(live: LiveView, id: number): ReturnType<typeof closedFields> | undefined {
  const close = live.margin.lastClose(id);
  return close && closedFields(close, pairOfMarket(live, close.market));
}

function marginChange(
  live: LiveView,
  kind: 'margin.addMargin' | 'margin.removeMargin',
  { input, session: { user }, idempotencyKey: key }: CallContext<typeof marginAdd>,
) {
  const position = live.margin.position(input.id);
  if (position?.user !== user) throw new Refusal('position_not_found');
  return changeMargin(kind, input, { pair: pairOfMarket(live, position.market), user, key });
}

/** Margin leaves with the first younger index: the answer waits for it. */
async function removeMargin(
  { engine, live }: MarginServices,
  waits: FillWaits,
  context: CallContext<typeof marginRemove>,
): Promise<CallOutput<typeof marginRemove>> {
  const { input, session, language } = context;
  await submit(engine, marginChange(live, 'margin.removeMargin', context));
  const isWaiting = (): boolean => (live.margin.position(input.id)?.removing ?? 0n) > 0n;
  await waits.until(session.user, () => !isWaiting());
  if (isWaiting()) return done(textOf(language, 'answer.margin.marginLeaving'));
  const voided = live.margin.voidReason('removal', input.id);
  if (voided !== undefined && live.margin.position(input.id) !== undefined)
    throw new Refusal(voided === 'timeout' ? 'fill_timed_out' : 'margin_below_initial');
  return done(textOf(language, 'answer.margin.marginRemoved'));
}

/** @param before the position as it is, or was; undefined for none of the caller's */
async function reverse(
  { engine, live }: MarginServices,
  waits: FillWaits,
  { input, session: { user }, idempotencyKey: key, language }: CallContext<typeof marginReverse>,
  before: Pick<LivePosition, 'market' | 'side'> | undefined,
): Promise<CallOutput<typeof marginReverse>> {
  await submit(engine, {
    kind: 'margin.reverse',
    user,
    position: positionId(input.id),
    ...withKey(key),
  });
  await waits.until(user, () => live.margin.position(input.id)?.isClosing !== true);
  const position = live.margin.position(input.id);
  if (position?.isClosing === false)
    throw new Refusal(
      VOIDED[live.margin.voidReason('close', input.id) ?? 'margin'] ?? 'fill_refused',
    );
  const answer = { type: 'ok', message: textOf(language, 'answer.margin.reversing') } as const;
  if (position !== undefined) return { ...answer, id: 0, status: 0 };
  const other = live.margin
    .positions(user)
    .find(
      ({ id, market, side }) => id > input.id && market === before?.market && side !== before.side,
    );
  // A stop or a liquidation may have come first.
  const word = other === undefined ? 'closed' : 'reversed';
  const message = textOf(language, `answer.margin.${word}`);
  const closed = closedOf(live, input.id);
  return { ...answer, message, id: other?.id ?? 0, status: 1, ...(closed && { closed }) };
}

async function cancel(
  { engine, live }: MarginServices,
  waits: FillWaits,
  { input, session, idempotencyKey: key, language }: CallContext<typeof marginCancel>,
): Promise<CallOutput<typeof marginCancel>> {
  const isOrder = live.margin.position(input.id)?.status === 'waiting';
  await submit(engine, {
    kind: 'margin.cancel',
    user: session.user,
    position: positionId(input.id),
    ...withKey(key),
  });
  const isWaiting = (): boolean => isPending(live.margin.position(input.id));
  await waits.until(session.user, () => !isWaiting());
  // A price that was made before the revocation came first: the order is filled, or the position
  // closed.
  if (!isWaiting() && (live.margin.position(input.id) === undefined) !== isOrder)
    throw new Refusal('position_not_waiting');
  return done(textOf(language, `answer.margin.${isWaiting() ? 'revoking' : 'revoked'}`));
}

/** Whether an order still waits, or a position for one of its closes. */
function isPending(position: LivePosition | undefined): boolean {
  return (
    position?.status === 'waiting' ||
    position?.isClosing === true ||
    position?.limitClose !== undefined
  );
}

async function closeMany(
  services: MarginServices,
  waits: FillWaits,
  context: CallContext<typeof marginCloseMany>,
): Promise<CallOutput<typeof marginCloseMany>> {
  const { live } = services;
  const { user } = context.session;
  const before = live.margin.positions(user).filter(({ status }) => status === 'open');
  await sendCloses(services, context);
  const isWaiting = (): boolean => live.margin.positions(user).some(({ isClosing }) => isClosing);
  await waits.until(user, () => !isWaiting());
  const word = isWaiting() ? 'closing' : 'allClosed';
  return {
    ...done(textOf(context.language, `answer.margin.${word}`)),
    closed: before.flatMap(({ id }) => {
      const fields = live.margin.position(id) === undefined ? closedOf(live, id) : undefined;
      return fields === undefined ? [] : { id, ...fields };
    }),
  };
}

/**
 * Closes the positions of the account whose currency is named; else those of all accounts in real
 * money.
 */
async function sendCloses(
  { engine, live }: MarginServices,
  { input, session: { user }, idempotencyKey }: CallContext<typeof marginCloseMany>,
): Promise<void> {
  const which = WHICH[Number(input.type) as 0 | 1 | 2];
  const { quote } = filterOfCall(input);
  const currencies = marginCurrencies(live).filter((currency) =>
    quote === undefined ? !isPlay(currency) : currency === quote,
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
 * The key of one part of a call. A key is for one command, and a repeated call must repeat the keys
 * of its parts: each is made of the call's key.
 */
function partKey(key: string | undefined, index: number): string | undefined {
  return key === undefined || index === 0
    ? key
    : createHash('sha256').update(`${key} ${index}`).digest('hex');
}

function done(message: string): { type: 'ok'; message: string } {
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
  if (Number(input.reduce_only ?? 0) === 1)
    return await reduce({ engine, live }, waits, { input, session, idempotencyKey: key, language });
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
  const voided = live.margin.voidReason('order', id);
  if (isMarketOrder && voided !== undefined) throw new Refusal(VOIDED[voided] ?? 'fill_refused');
  const isOpen = status === 'filled' || (isMarketOrder && !isWaiting);
  const position = live.margin.position(id);
  return {
    type: 'ok',
    message: textOf(
      language,
      `answer.margin.${isOpen ? 'opened' : isMarketOrder ? 'waiting' : 'placed'}`,
    ),
    id,
    status: isOpen ? 1 : 0,
    price: position?.status === 'open' ? formatPrice(position.entryTicks, pair.scale) : '',
  };
}

/** Closes positions of the other side; the answer waits for it where the order names no price. */
async function reduce(
  { engine, live }: Pick<MarginServices, 'engine' | 'live'>,
  waits: FillWaits,
  {
    input,
    session: { user },
    idempotencyKey: key,
    language,
  }: Pick<CallContext<typeof marginSubmit>, 'input' | 'session' | 'idempotencyKey' | 'language'>,
): Promise<CallOutput<typeof marginSubmit>> {
  const command = reducePositions(input, contractPairOfCall(live, input), { user, key });
  const { id = 0 } = await submit(engine, command);
  if (command.priceTicks > 0)
    return { ...done(textOf(language, 'answer.margin.closePlaced')), id, status: 0, price: '' };
  const isWaiting = (): boolean =>
    live.margin
      .positions(user)
      .some(
        ({ market, side, isClosing }) =>
          market === command.market && side !== command.side && isClosing,
      );
  await waits.until(user, () => !isWaiting());
  const word = isWaiting() ? 'closing' : 'reduced';
  return {
    type: 'ok',
    message: textOf(language, `answer.margin.${word}`),
    id,
    status: isWaiting() ? 0 : 1,
    price: '',
  };
}

function liveList(
  live: LiveView,
  { input, session }: { input: ListInput; session: { user: UserId } },
  status: 'waiting' | 'open',
) {
  const { page = 1 } = input;
  const markets = marketsOf(live, filterOfCall(input));
  const side = sideOf(input);
  const found = live.margin
    .positions(session.user)
    .filter(
      (position) =>
        position.status === status &&
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
  { input, session }: { input: ListInput; session: { user: UserId } },
  status: PositionStatus | undefined,
) {
  const { page = 1 } = input;
  const { rows, total } = await positionsOf(queries, session.user, {
    page,
    markets: marketsOf(live, filterOfCall(input)),
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

function asItStands(live: LiveView, position: Parameters<typeof livePosition>[1]) {
  return livePosition(
    live,
    position,
    live.margin.standing(position.user, pairOfMarket(live, position.market).quote.id),
  );
}

/**
 * The markets that a list is about: of one base currency, of one quote currency, of both or of any.
 * Those in play money only where it is named.
 */
function marketsOf(live: LiveView, { base, quote }: PairFilter): MarketId[] {
  const markets = quote === PLAY_ID ? live.playMarkets() : live.markets();
  return markets
    .filter(
      (market) =>
        (base === undefined || market.base === base) &&
        (quote === undefined || market.quote === quote),
    )
    .map(({ id }) => id);
}
