import type { CallOutput } from '@meridian/contract/schema/call';
import { ORDERS_PER_PAGE } from '@meridian/contract/spot/bounds';
import {
  transactionComplete,
  transactionDel,
  transactionIn,
  transactionInList,
  transactionOpen,
  transactionOut,
  transactionOutList,
} from '@meridian/contract/spot/calls';
import type { Side } from '@meridian/core/catalog/side';
import type { MarketId } from '@meridian/core/ids';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { submit } from '../../gateway/submit.ts';
import type { LiveView } from '../live-view.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { textOf } from '../../texts.ts';
import { filterOfCall, pairOfCall, pairOfMarket, type PairFilter } from '../market/translate.ts';
import { fillsOf, finishedOrders } from './queries.ts';
import {
  cancelOrder,
  cancelStatus,
  finishedOrder,
  openOrder,
  orderAnswer,
  placeOrder,
} from './translate.ts';

export interface SpotServices {
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
  readonly queries: Queries;
}

/**
 * Placing, revoking and listing a user's orders. The session says whose account it is, never the
 * input.
 */
export function registerSpotRoutes(gateway: CallRegistry, services: SpotServices): void {
  const { engine, live, queries } = services;
  const gate = new ProjectionGate(queries);
  gateway.registerCall(transactionIn, (context) => place(services, context, 'buy'));
  gateway.registerCall(transactionOut, (context) => place(services, context, 'sell'));
  gateway.registerCall(transactionInList, (context) => openOrders(live, context, 'buy'));
  gateway.registerCall(transactionOutList, (context) => openOrders(live, context, 'sell'));
  gateway.registerCall(transactionOpen, (context) => openOrders(live, context));
  gateway.registerCall(transactionComplete, async (context) => {
    await gate.reached(live.seq);
    return history({ live, queries }, context);
  });
  gateway.registerCall(transactionDel, (context) => cancel(engine, context));
}

async function place(
  { engine, live }: SpotServices,
  { input, session, idempotencyKey: key, language }: CallContext<typeof transactionIn>,
  side: Side,
): Promise<CallOutput<typeof transactionIn>> {
  const pair = pairOfCall(live, input);
  const outcome = await submit(engine, placeOrder(input, pair, { user: session.user, side, key }));
  const answer = orderAnswer(outcome, pair);
  return { type: 'ok', message: textOf(language, `answer.spot.${answer.status}`), ...answer };
}

async function cancel(
  engine: SpotServices['engine'],
  { input, session, idempotencyKey: key, language }: CallContext<typeof transactionDel>,
): Promise<CallOutput<typeof transactionDel>> {
  const outcome = await submit(engine, cancelOrder(input.id, { user: session.user, key }));
  return {
    type: 'ok',
    message: textOf(language, 'answer.spot.revoked'),
    id: input.id,
    status: cancelStatus(outcome),
  };
}

/** @param side of both, where it is left out */
function openOrders(
  live: LiveView,
  { input, session }: CallContext<typeof transactionInList>,
  side?: Side,
): CallOutput<typeof transactionInList> {
  const { page = 1, from = 0, to = Infinity } = input;
  const markets = marketsOf(live, filterOfCall(input));
  const ofSide = live.openOrders(session.user, side === undefined ? {} : { side });
  const orders = ofSide.filter(
    ({ market, placedAtMs }) =>
      (markets === undefined || markets.includes(market)) && placedAtMs >= from && placedAtMs < to,
  );
  const list = orders
    .slice((page - 1) * ORDERS_PER_PAGE, page * ORDERS_PER_PAGE)
    .map((order) => openOrder(order, pairOfMarket(live, order.market)));
  return { list, page, total: orders.length };
}

async function history(
  { live, queries }: Pick<SpotServices, 'live' | 'queries'>,
  { input, session, language }: CallContext<typeof transactionComplete>,
): Promise<CallOutput<typeof transactionComplete>> {
  const { page = 1, type, from, to } = input;
  const markets = marketsOf(live, filterOfCall(input));
  const side = type === undefined ? undefined : type === 'in' ? 'buy' : 'sell';
  const orders =
    markets?.length === 0
      ? []
      : await finishedOrders(queries, session.user, { page, markets, side, from, to });
  const fills = await fillsOf(
    queries,
    orders.filter((order) => order.filledLots > 0).map((order) => order.id),
  );
  const list = orders.map((row) => {
    const order = finishedOrder(row, fills.get(row.id) ?? [], pairOfMarket(live, row.market));
    return { ...order, status_name: textOf(language, `orderStatus.${order.status}`) };
  });
  return { list, page };
}

/**
 * The markets that a list is about: of one base currency, of one quote currency, of both or
 * (undefined) of any.
 */
function marketsOf(live: LiveView, { base, quote }: PairFilter): MarketId[] | undefined {
  if (base === undefined && quote === undefined) return undefined;
  return live
    .markets()
    .filter(
      (market) =>
        (base === undefined || market.base === base) &&
        (quote === undefined || market.quote === quote),
    )
    .map((market) => market.id);
}
