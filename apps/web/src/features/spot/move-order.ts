import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ApiError } from '@meridian/contract/client/api-error';
import { refreshAccount } from '../../realtime/account-feed.ts';
import { fixed, grouped } from '../../shared/figures.ts';
import { localValues } from '../../shared/local-values.ts';
import type { Meaning } from '../../shared/http/intentions.ts';
import { useMoneyCall, type MoneyRequest } from '../../shared/http/money-call.ts';
import { useLanguage } from '../../shared/i18n/language.ts';
import { translate } from '../../shared/i18n/translate.ts';
import type { Market } from '../../shared/market/market.ts';
import { showToast } from '../../shared/ui/toasts.ts';
import { placeBuy, placedOrder, placeSell } from './api.ts';
import { movedOrder } from './model/moved-order.ts';
import { orderTold, type PlacedOrder } from './model/order-told.ts';
import type { OrderRequest } from './model/trade-inputs.ts';
import type { FinishedOrder, OpenOrder } from './model/order.ts';
import { finishedOrdersPage, revokeOrder } from './orders-api.ts';

/** Pages of ended orders in which the cancelled one is looked for: it is among the newest. */
const PAGES = 3;
/** The history is written a moment after the cancellation is answered. */
const TRIES = 4;
const PAUSE_MS = 400;
const SHOWN_MS = 8_000;

/**
 * Moves an own order to another price: cancels it, and places its unfilled quantity, or a wanted
 * one, anew. Both are calls of their own, so the order loses its place in the queue, and may end
 * without a new one: each end is told. A fill in between is not placed again.
 */
export function useMoveOrder(market: Market) {
  const client = useQueryClient();
  const [moving, setMoving] = useState<ReadonlySet<string>>(new Set());
  const refresh = (): void => refreshAccount(client);
  const cancel = useAnswer(revokeOrder, refresh);
  const place = {
    buy: useAnswer(placeBuy, refresh),
    sell: useAnswer(placeSell, refresh),
  };
  const mark = (id: number, isUnderWay: boolean): void =>
    setMoving((before) => {
      const after = new Set(before);
      if (isUnderWay) after.add(String(id));
      else after.delete(String(id));
      return after;
    });
  const isMoving = useRef(false);
  const move = async (
    order: OpenOrder,
    price: string,
    wanted = order.remainingQuantity,
  ): Promise<void> => {
    // One after the other: an answer belongs to the order that waits for it.
    if (isMoving.current) return;
    isMoving.current = true;
    mark(order.id, true);
    try {
      const cancelled = await cancel({ id: order.id, side: order.side });
      if (cancelled === 'unanswered') return tell('error', 'chartTool.moved.unanswered', {});
      if (!cancelled.isDone) return tell('error', 'chartTool.moved.notCancelled', cancelled);
      const ended = await endedOrder(order);
      if (ended === undefined)
        return tell('error', 'chartTool.moved.unknown', { price: shown(market, order.price) });
      const seen = { known: order.filledQuantity, wanted };
      const next = movedOrder(ended, seen, market.scale);
      if (next === undefined) return tell('info', 'chartTool.moved.filled', {});
      const { quantity, isPostOnly, selfTrade, filledMeanwhile } = next;
      const { baseId, quoteId, side } = order;
      const replacing: OrderRequest = {
        ...{ baseId, quoteId, mode: 'limit', timeInForce: 'gtc', price, quantity },
        ...(isPostOnly && { isPostOnly }),
        selfTrade,
      };
      const placed = await place[side](replacing, { besides: { moved: order.id } });
      const figures = {
        from: shown(market, order.price),
        price: shown(market, price),
        quantity: `${local(quantity)} ${order.base}`,
        filled: `${local(filledMeanwhile)} ${order.base}`,
      };
      if (placed === 'unanswered') tell('error', 'chartTool.moved.unanswered', {});
      else if (!placed.isDone)
        tell('error', 'chartTool.moved.notPlaced', { ...figures, ...placed });
      else {
        const done = filledMeanwhile === '' ? 'done' : 'doneInPart';
        const { output, input } = placed;
        const traded = tradedAtOnce(market, input, placedOrder(output));
        tell('success', `chartTool.moved.${done}`, figures, traded);
      }
    } finally {
      isMoving.current = false;
      mark(order.id, false);
    }
  };
  return { move, moving };
}

/** A moved order that meets the other side trades there, which "moved" alone does not tell. */
function tradedAtOnce(
  market: Market,
  order: OrderRequest,
  placed: PlacedOrder,
): string | undefined {
  const told = orderTold(market, order, placed);
  if (told === undefined || told.id === 'spot.told.open') return undefined;
  const detail = translate(told.id, localValues(told.values, useLanguage.getState()));
  return `${placed.message}: ${detail}`;
}

type Answer<Input, Output> =
  | { readonly isDone: true; readonly output: Output; readonly input: Input }
  | { readonly isDone: false; readonly reason: string }
  | 'unanswered';

/** A money call that returns a promise of its outcome. */
function useAnswer<Input, Output>(request: MoneyRequest<Input, Output>, refresh: () => void) {
  const waiting = useRef((_answer: Answer<Input, Output>): void => undefined);
  const { send } = useMoneyCall(request, {
    onDone: (output, input) => waiting.current({ isDone: true, output, input }),
    onFailed: ({ message }: ApiError, isAnswered) =>
      waiting.current(isAnswered ? { isDone: false, reason: message } : 'unanswered'),
    refresh,
  });
  return (input: Input, meaning?: Meaning): Promise<Answer<Input, Output>> =>
    new Promise((resolve, reject) => {
      waiting.current = resolve;
      // Where the failure is reported elsewhere (the session is over) neither was called.
      send(input, meaning).then(() => resolve({ isDone: false, reason: '' }), reject);
    });
}

/** The order as it ended; undefined where the history does not tell. */
async function endedOrder({
  id,
  side,
  baseId,
  quoteId,
}: OpenOrder): Promise<FinishedOrder | undefined> {
  for (let tried = 0; tried < TRIES; tried++) {
    if (tried > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    for (let page = 1; page <= PAGES; page++) {
      const orders = await finishedOrdersPage({ side, baseId, quoteId }, page).catch(() => []);
      const found = orders.find((one) => one.id === id);
      if (found !== undefined) return found;
      if (orders.length === 0) break;
    }
  }
  return undefined;
}

function shown({ priceDecimals }: Market, price: string): string {
  return fixed(price, priceDecimals, { language: useLanguage.getState() });
}

function local(figure: string): string {
  return grouped(figure, useLanguage.getState());
}

function tell(
  kind: 'success' | 'error' | 'info',
  text: `chartTool.moved.${'done' | 'doneInPart' | 'filled' | 'unknown' | 'unanswered' | 'notCancelled' | 'notPlaced'}`,
  values: object,
  detail?: string,
): void {
  const told = translate(text, values as Record<string, string>);
  showToast(kind, [told, detail].filter(Boolean).join(' '), SHOWN_MS);
}
