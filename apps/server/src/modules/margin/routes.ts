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
import type { CurrencyId, MarketId, UserId } from '@meridian/core/ids';
import type { Event } from '@meridian/core/events';
import type { MarginCommand } from '@meridian/core/margin/margin-commands';
import type { MarginOrderEnd } from '@meridian/core/margin/margin-events';
import type { Accepted } from '@meridian/core/outcome';
import { formatPrice } from '@meridian/money/market-scale';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { submit } from '../../gateway/submit.ts';
import { askedRequest, type AskedRequest, type LivePosition } from './live-position.ts';
import type { LiveView } from '../live-view.ts';
import { isPlay, PLAY_ID } from '../market/play-money.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { Fault } from '../../fault.ts';
import { textOf } from '../../texts.ts';
import { filterOfCall, pairOfMarket, type PairFilter } from '../market/translate.ts';
import { FillWaits } from './fill-waits.ts';
import type { PositionStatus } from './margin-tables.ts';
import { isAskedUnder, ownRequest, remember } from './own-requests.ts';
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
  termsChanged,
  turnPosition,
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

/** With the gate that lets a call read rows of events that it knows. */
interface Gated extends MarginServices {
  readonly gate: ProjectionGate;
}

/** The index of a live feed comes each second, its oldest quote within two. */
const FILL_WAIT_MS = 3_000;
/** Refusals that tell the customer why a market order came to nothing. */
const VOIDED: Readonly<Partial<Record<string, 'fill_slipped' | 'fill_timed_out'>>> = {
  slippage: 'fill_slipped',
  timeout: 'fill_timed_out',
};
const WHICH = ['all', 'long', 'short'] as const;

/** Leveraged contracts. Their owner is the session's user, never one of the input. */
export function registerMarginRoutes(gateway: CallRegistry, services: MarginServices): void {
  const { engine, live, queries } = services;
  const gate = new ProjectionGate(queries);
  const gated: Gated = { ...services, gate };
  const waits = new FillWaits(live, services.fillWaitMs ?? FILL_WAIT_MS);
  gateway.registerCall(marginDeal, ({ input, session }) => {
    const pair = contractPairOfCall(live, input);
    const terms = live.margin.terms(pair.market.id);
    if (terms === undefined) throw new Refusal('market_unknown');
    return offerAnswer(live, pair, { terms, user: session.user });
  });
  gateway.registerCall(marginSubmit, (context) => submitOrder(gated, waits, context));
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
  gateway.registerCall(marginClose, (context) => close(gated, waits, context));
  gateway.registerCall(
    marginSetStops,
    async ({ input, session: { user }, idempotencyKey: key, language }) => {
      const position = await positionOf(gated, user, input.id);
      if (position === undefined) throw new Refusal('position_not_found');
      const pair = pairOfMarket(live, position.market as MarketId);
      await submit(engine, setStops(input, pair, { user, key }));
      return done(textOf(language, 'answer.margin.stopsSet'));
    },
  );
  gateway.registerCall(marginCloseMany, (context) => closeMany(services, waits, context));
  gateway.registerCall(marginAdd, async (context) => {
    await submit(engine, await marginChange(gated, 'margin.addMargin', context));
    return done(textOf(context.language, 'answer.margin.marginAdded'));
  });
  gateway.registerCall(marginRemove, (context) => removeMargin(gated, waits, context));
  gateway.registerCall(marginReverse, (context) => reverse(gated, waits, context));
  gateway.registerCall(marginCancel, (context) => cancel(gated, waits, context));
}

async function close(
  services: Gated,
  waits: FillWaits,
  { input, session, idempotencyKey: key, language }: CallContext<typeof marginClose>,
): Promise<CallOutput<typeof marginClose>> {
  const { live } = services;
  const position = await positionOf(services, session.user, input.id);
  const pair = position && pairOfMarket(live, position.market as MarketId);
  const command = closePosition(input, pair, { user: session.user, key });
  const { isRepeated } = await submitSeen(services, command, undefined);
  const answer = (word: 'inList' | 'closed' | 'closePlaced' | 'closing' | 'reduced') =>
    done(textOf(language, `answer.margin.${word}`));
  const request = input.target_price === undefined ? 'close' : 'limitClose';
  const own = ownRequest(live.margin, { id: input.id, request }, { key, isRepeated });
  const isHere = (): boolean => live.margin.position(input.id) !== undefined;
  if (own === undefined) return answer(isHere() ? 'inList' : 'closed');
  if (request === 'limitClose' && (!isRepeated || own.end === undefined))
    return answer('closePlaced');
  await waits.until(session.user, () => own.end !== undefined);
  if (own.end === undefined) return answer('closing');
  if (request === 'limitClose' && isHere()) return answer('inList');
  if (own.end !== 'done') throw new Refusal('fill_timed_out');
  return { ...answer(isHere() ? 'reduced' : 'closed'), ...closedOf(live, input.id, own) };
}

/** Lots, price and profit of the last close of a position, where it is that of the request. */
function closedOf(
  live: LiveView,
  id: number,
  own: AskedRequest | undefined,
): Pick<CallOutput<typeof marginClose>, 'closed'> {
  const close = live.margin.lastClose(id);
  return close === undefined || close.asked !== own
    ? {}
    : { closed: closedFields(close, pairOfMarket(live, close.market)) };
}

async function marginChange(
  services: Gated,
  kind: 'margin.addMargin' | 'margin.removeMargin',
  { input, session: { user }, idempotencyKey: key }: CallContext<typeof marginAdd>,
) {
  const position = await positionOf(services, user, input.id);
  if (position === undefined) throw new Refusal('position_not_found');
  const pair = pairOfMarket(services.live, position.market as MarketId);
  return changeMargin(kind, input, { pair, user, key });
}

/** A position of a user, closed or not: a repeated call may find it closed. */
async function positionOf({ live, queries, gate }: Gated, user: UserId, id: number) {
  const position = live.margin.position(id);
  if (position !== undefined) return position.user === user ? position : undefined;
  await gate.reached(live.seq);
  return await ownPosition(queries, user, id);
}

/** Margin leaves with the first younger index: the answer waits for it. */
async function removeMargin(
  services: Gated,
  waits: FillWaits,
  context: CallContext<typeof marginRemove>,
): Promise<CallOutput<typeof marginRemove>> {
  const { live } = services;
  const { input, session, language } = context;
  const command = await marginChange(services, 'margin.removeMargin', context);
  const { isRepeated } = await submitSeen(services, command, undefined);
  const key = context.idempotencyKey;
  const own = ownRequest(live.margin, { id: input.id, request: 'removal' }, { key, isRepeated });
  if (own === undefined) return done(textOf(language, 'answer.margin.inList'));
  await waits.until(session.user, () => own.end !== undefined);
  if (own.end === undefined) return done(textOf(language, 'answer.margin.marginLeaving'));
  if (own.end === 'liquidation') return done(textOf(language, 'answer.margin.inList'));
  if (own.end !== 'done')
    throw new Refusal(own.end === 'timeout' ? 'fill_timed_out' : 'margin_below_initial');
  return done(textOf(language, 'answer.margin.marginRemoved'));
}

async function reverse(
  services: Gated,
  waits: FillWaits,
  { input, session: { user }, idempotencyKey: key, language }: CallContext<typeof marginReverse>,
): Promise<CallOutput<typeof marginReverse>> {
  const { live } = services;
  const before = await positionOf(services, user, input.id);
  const command = turnPosition(input, { user, key });
  const { isRepeated } = await submitSeen(services, command, before?.market as MarketId);
  const answer = (word: 'reversing' | 'inList' | 'closed' | 'reversed') =>
    done(textOf(language, `answer.margin.${word}`));
  const own = ownRequest(live.margin, { id: input.id, request: 'close' }, { key, isRepeated });
  if (own === undefined) {
    const position = live.margin.position(input.id);
    const status = position?.isClosing === true ? 0 : 1;
    return { ...answer(position === undefined ? 'closed' : 'inList'), id: 0, status };
  }
  await waits.until(user, () => own.end !== undefined);
  if (own.end === undefined) return { ...answer('reversing'), id: 0, status: 0 };
  if (own.end !== 'done') throw new Refusal(VOIDED[own.end] ?? 'fill_refused');
  const last = live.margin.lastClose(input.id);
  const closed = closedOf(live, input.id, own);
  // A stop or a liquidation may have come first.
  if (last?.asked !== own || last.reason !== 'reversed')
    return { ...answer('closed'), id: 0, status: 1, ...closed };
  // The other side alone is opened at that moment without an order that waited.
  const other = live.margin
    .positions(user)
    .find(
      ({ market, placedAtMs, openedAtMs }) =>
        market === last.market && placedAtMs === last.timeMs && openedAtMs === last.timeMs,
    );
  return { ...answer('reversed'), id: other?.id ?? 0, status: 1, ...closed };
}

async function cancel(
  services: Gated,
  waits: FillWaits,
  { input, session, idempotencyKey: key, language }: CallContext<typeof marginCancel>,
): Promise<CallOutput<typeof marginCancel>> {
  const { live } = services;
  const before = live.margin.position(input.id);
  const hasWaited = isPending(before);
  const isOrder = before?.status === 'waiting';
  const lots = before?.lots;
  const { isRepeated } = await submitSeen(
    services,
    {
      kind: 'margin.cancel',
      user: session.user,
      position: positionId(input.id),
      ...withKey(key),
    },
    undefined,
  );
  const answer = (word: 'inList' | 'revoked' | 'revoking') =>
    done(textOf(language, `answer.margin.${word}`));
  // A cancel that the fold has ended already has no record: nothing would end it.
  if (!isRepeated && isPending(live.margin.position(input.id)))
    before?.asked.set('cancel', askedRequest(key));
  else if (!isRepeated) before?.asked.delete('cancel');
  const own = ownRequest(live.margin, { id: input.id, request: 'cancel' }, { key, isRepeated });
  if (own?.end === 'late') throw new Refusal('position_not_waiting');
  // It is a call of before, repeated: nothing waits that it could cancel, or another request does.
  if (isRepeated && (!hasWaited || own === undefined || own.end !== undefined)) {
    const isDone = own?.end === 'done' && !hasWaited;
    const end = await endOfOrder(services, session.user, input.id);
    return answer(isDone || end === 'cancelled' ? 'revoked' : 'inList');
  }
  const isWaiting = (): boolean => isPending(live.margin.position(input.id));
  await waits.until(session.user, () => !isWaiting());
  if (isWaiting()) return answer('revoking');
  // A price that was made before the revocation came first: the order is filled, lots are closed.
  const isLeft = isOrder
    ? live.margin.position(input.id) === undefined && live.margin.lastClose(input.id) === undefined
    : live.margin.position(input.id)?.lots === lots;
  if (!isLeft) throw new Refusal('position_not_waiting');
  return answer('revoked');
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
  const which = WHICH[Number(context.input.type) as 0 | 1 | 2];
  const { quote } = filterOfCall(context.input);
  const currencies = marginCurrencies(live).filter((currency) =>
    quote === undefined ? !isPlay(currency) : currency === quote,
  );
  const isOne = ({ market, side }: LivePosition): boolean =>
    (which === 'all' || side === which) && currencies.includes(pairOfMarket(live, market).quote.id);
  const before = live.margin
    .positions(user)
    .filter((position) => position.status === 'open' && isOne(position));
  const { isRepeated, isPart } = await sendCloses(services, context, { which, currencies });
  const left = live.margin
    .positions(user)
    .filter((position) => position.status === 'open' && isOne(position));
  const asked = left
    .filter((position) =>
      isRepeated ? isAskedUnder(position, 'close', context.idempotencyKey) : position.isClosing,
    )
    .flatMap((position) => position.asked.get('close') ?? []);
  // Of a repeated call, others may have been opened since.
  const isUnknown = isPart || (isRepeated && asked.length < left.length);
  const isPartDone = isRepeated && hasClosed(live, context.idempotencyKey);
  const word = isUnknown ? 'inList' : await endOfCloses(waits, user, { asked, isPartDone });
  return {
    ...done(textOf(context.language, `answer.margin.${word ?? 'allClosed'}`)),
    closed: before.flatMap(({ id, asked }) => {
      const isHere = live.margin.position(id) !== undefined;
      const { closed } = isHere ? {} : closedOf(live, id, asked.get('close'));
      return closed === undefined ? [] : { id, ...closed };
    }),
  };
}

/**
 * Closes the positions of some accounts, one after the other.
 * @returns whether the call had asked for all of that before, and whether an account refused it
 * after another had not
 */
async function sendCloses(
  { engine, live }: MarginServices,
  { session: { user }, idempotencyKey: key }: CallContext<typeof marginCloseMany>,
  { which, currencies }: { which: (typeof WHICH)[number]; currencies: readonly CurrencyId[] },
): Promise<{ readonly isRepeated: boolean; readonly isPart: boolean }> {
  let hasClosed = false;
  let isRepeated = true;
  for (const [index, currency] of currencies.entries()) {
    const own = withKey(partKey(key, index));
    try {
      const { events, ...answer } = await engine.submit({
        ...{ kind: 'margin.closeAll', user, which, currency },
        ...own,
      });
      if (!answer.outcome.ok) throw new Refusal(answer.outcome.rejection);
      hasClosed = true;
      remember(live.margin, events, key);
      if (answer.isUnchanged !== true) isRepeated = false;
    } catch (error) {
      if (error instanceof Refusal && error.code === 'position_not_found') continue;
      const isTold = error instanceof Refusal || error instanceof Fault;
      if (!hasClosed || !isTold) throw error;
      return { isRepeated, isPart: true };
    }
  }
  if (!hasClosed) throw new Refusal('position_not_found');
  return { isRepeated, isPart: false };
}

/** Whether a call under a key has closed a position that is gone. */
function hasClosed(live: LiveView, key: string | undefined): boolean {
  return key !== undefined && live.margin.hasClosedUnder(key);
}

/**
 * Waits for closes that were asked for. Refuses a call none of whose closes came about.
 * @returns the word for closes that wait, or that only the list tells of; undefined where all of
 * them came about
 */
async function endOfCloses(
  waits: FillWaits,
  user: UserId,
  { asked, isPartDone }: { readonly asked: readonly AskedRequest[]; readonly isPartDone: boolean },
): Promise<'closing' | 'inList' | undefined> {
  await waits.until(user, () => asked.every(({ end }) => end !== undefined));
  if (asked.some(({ end }) => end === undefined)) return 'closing';
  const kept = asked.filter(({ end }) => end !== 'done');
  if (kept.length === 0) return undefined;
  if (kept.length === asked.length && !isPartDone) throw new Refusal('fill_timed_out');
  return 'inList';
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

interface Submitted extends Accepted {
  readonly events: readonly Event[];
  /**
   * Whether it asked for nothing new. The state of now tells nothing of the request of then, which
   * others may have followed.
   */
  readonly isRepeated: boolean;
}

/** Terms of now are told where they refuse a command whose customer saw others. */
async function submitSeen(
  { engine, live }: Pick<MarginServices, 'engine' | 'live'>,
  command: MarginCommand,
  market: MarketId | undefined,
): Promise<Submitted> {
  const { outcome, events, isUnchanged = false } = await engine.submit(command);
  if (outcome.ok) return { ...outcome, events, isRepeated: isUnchanged };
  if (outcome.rejection === 'margin_terms_changed') throw termsChanged(live, market);
  throw new Refusal(outcome.rejection);
}

/** No position has number 0, and the core would call it malformed. */
function positionId(id: number): number {
  if (id === 0) throw new Refusal('position_not_found');
  return id;
}

async function submitOrder(
  services: Gated,
  waits: FillWaits,
  { input, session, idempotencyKey: key, language }: CallContext<typeof marginSubmit>,
): Promise<CallOutput<typeof marginSubmit>> {
  const { engine, live } = services;
  const pair = contractPairOfCall(live, input);
  if (Number(input.reduce_only ?? 0) === 1)
    return await reduce({ engine, live }, waits, { input, session, idempotencyKey: key, language });
  const terms = live.margin.terms(pair.market.id);
  if (terms === undefined) throw new Refusal('market_unknown');
  const command = openPosition(input, pair, terms, { user: session.user, key });
  const { id = 0, status, isRepeated } = await submitSeen(services, command, command.market);
  const isMarketOrder = Number(input.status) === 1;
  if (isMarketOrder && status !== 'filled')
    await waits.until(session.user, () => live.margin.position(id)?.status !== 'waiting');
  const position = live.margin.position(id);
  const reason = isRepeated
    ? await endOfOrder(services, session.user, id)
    : live.margin.voidReason(id);
  if (isMarketOrder && reason !== undefined) throw new Refusal(VOIDED[reason] ?? 'fill_refused');
  const isWaiting = status !== 'filled' && position?.status === 'waiting';
  const isOpen = status === 'filled' || (!isWaiting && (isMarketOrder || isRepeated));
  const word = isOpen ? 'opened' : isMarketOrder ? 'waiting' : 'placed';
  return {
    ...done(textOf(language, `answer.margin.${reason === undefined ? word : 'inList'}`)),
    id,
    status: isOpen ? 1 : 0,
    price: position?.status === 'open' ? formatPrice(position.entryTicks, pair.scale) : '',
  };
}

/** Why an order of before came to nothing; undefined where it has not. */
async function endOfOrder(
  services: Gated,
  user: UserId,
  id: number,
): Promise<MarginOrderEnd | undefined> {
  const order = await positionOf(services, user, id);
  if (order === undefined || !('reason' in order) || order.status !== 'cancelled') return undefined;
  return (order.reason as MarginOrderEnd | null) ?? 'margin';
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
  const submitted = await submitSeen({ engine, live }, command, command.market);
  const { id = 0, isRepeated, events } = submitted;
  remember(live.margin, events, key);
  const isOne = ({ market, side }: LivePosition): boolean =>
    market === command.market && side !== command.side;
  const request = command.priceTicks > 0 ? 'limitClose' : 'close';
  const own = isRepeated
    ? live.margin
        .positions(user)
        .filter((position) => isOne(position) && isAskedUnder(position, request, key))
        .flatMap(({ asked }) => asked.get(request) ?? [])
    : events.flatMap((event) =>
        event.type === 'positionClosing' ? (live.margin.asked(event.position, 'close') ?? []) : [],
      );
  if (request === 'limitClose' && (!isRepeated || own.some(({ end }) => end === undefined)))
    return { ...done(textOf(language, 'answer.margin.closePlaced')), id, status: 0, price: '' };
  const isUnknown = request === 'limitClose' || (isRepeated && own.length === 0);
  const isPartDone = isRepeated && hasClosed(live, key);
  const end = isUnknown ? 'inList' : await endOfCloses(waits, user, { asked: own, isPartDone });
  const word = end ?? 'reduced';
  return {
    ...done(textOf(language, `answer.margin.${word}`)),
    id,
    status: word === 'closing' ? 0 : 1,
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
