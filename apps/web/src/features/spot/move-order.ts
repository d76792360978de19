import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { refreshAccount } from '../../realtime/account-feed.ts';
import { fixed, grouped } from '../../shared/figures.ts';
import { localValues } from '../../shared/local-values.ts';
import type { Meaning } from '../../shared/http/intentions.ts';
import { sendMoney, type MoneyRequest } from '../../shared/http/money-call.ts';
import { useLanguage } from '../../shared/i18n/language.ts';
import { translate } from '../../shared/i18n/translate.ts';
import type { Market } from '../../shared/market/market.ts';
import { isLoggedIn, sameSession } from '../../shared/session.ts';
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

interface Move {
  readonly market: Market;
  readonly order: OpenOrder;
  readonly price: string;
  /** The quantity that is to remain in its place. */
  readonly wanted: string;
}

/** Moves own orders of a market, one after the other, and says which are on their way. */
export function useMoveOrder(market: Market) {
  const client = useQueryClient();
  const [moving, setMoving] = useState<ReadonlySet<string>>(new Set());
  const isMoving = useRef(false);
  const move = async (
    order: OpenOrder,
    price: string,
    wanted = order.remainingQuantity,
  ): Promise<void> => {
    if (isMoving.current) return;
    isMoving.current = true;
    setMoving(new Set([String(order.id)]));
    try {
      await moveOrder({ market, order, price, wanted }, () => refreshAccount(client));
    } finally {
      isMoving.current = false;
      setMoving(new Set());
    }
  };
  return { move, moving };
}

/**
 * Moves an own order to another price: cancels it, and places its unfilled quantity, or a wanted
 * one, anew. Both are calls of their own, so the order loses its place in the queue, and may end
 * without a new one: each end is told. A fill in between is not placed again. Where the session has
 * ended meanwhile nothing is placed, and the person of the next one is told nothing.
 * @param refresh refetches what either call has changed
 */
export async function moveOrder(
  { market, order, price, wanted }: Move,
  refresh: () => unknown,
): Promise<void> {
  const { id, baseId, quoteId, side } = order;
  const isSame = sameSession();
  // A cancellation of its own: one that was asked for otherwise, or for another move, is no reason
  // to place the order again, and the server refuses to cancel twice.
  const meaning = { besides: { to: price, wanted } };
  const cancelled = await answerOf(revokeOrder, { input: { id, side }, meaning, refresh });
  if (!isSame()) return tellOfEnd();
  if (cancelled === 'unanswered') return tell('error', 'chartTool.moved.unanswered', {});
  if (!cancelled.isDone) return tell('error', 'chartTool.moved.notCancelled', cancelled);
  const ended = await endedOrder(order);
  if (!isSame()) return tellOfEnd();
  if (ended === undefined)
    return tell('error', 'chartTool.moved.unknown', { price: shown(market, order.price) });
  const seen = { known: order.filledQuantity, wanted };
  const next = movedOrder(ended, seen, market.scale);
  if (next === undefined) return tell('info', 'chartTool.moved.filled', {});
  const { quantity, isPostOnly, selfTrade, filledMeanwhile } = next;
  const replacing: OrderRequest = {
    ...{ baseId, quoteId, mode: 'limit', timeInForce: 'gtc', price, quantity },
    ...(isPostOnly && { isPostOnly }),
    selfTrade,
  };
  const placed = await answerOf(side === 'buy' ? placeBuy : placeSell, {
    input: replacing,
    meaning: { besides: { moved: id } },
    refresh,
  });
  if (!isSame()) return tellOfEnd();
  const figures = {
    from: shown(market, order.price),
    price: shown(market, price),
    quantity: `${local(quantity)} ${order.base}`,
    filled: `${local(filledMeanwhile)} ${order.base}`,
  };
  if (placed === 'unanswered') return tell('error', 'chartTool.moved.unanswered', {});
  if (!placed.isDone) return tell('error', 'chartTool.moved.notPlaced', { ...figures, ...placed });
  const done = filledMeanwhile === '' ? 'done' : 'doneInPart';
  const traded = tradedAtOnce(market, placed.input, placedOrder(placed.output));
  tell('success', `chartTool.moved.${done}`, figures, traded);
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

/** A session that ran out leaves its person before the page, who has to look at the orders. */
function tellOfEnd(): void {
  if (!isLoggedIn()) tell('error', 'chartTool.moved.unanswered', {});
}

interface Asking<Input> {
  readonly input: Input;
  readonly meaning: Meaning;
  readonly refresh: () => unknown;
}

/** The outcome of a money call. A failure that is reported elsewhere has no reason here. */
async function answerOf<Input, Output>(
  request: MoneyRequest<Input, Output>,
  { input, meaning, refresh }: Asking<Input>,
): Promise<Answer<Input, Output>> {
  const told: { answer: Answer<Input, Output> } = { answer: { isDone: false, reason: '' } };
  await sendMoney(
    request,
    input,
    {
      onDone: (output, sent) => (told.answer = { isDone: true, output, input: sent }),
      onFailed: ({ message }, isAnswered) =>
        (told.answer = isAnswered ? { isDone: false, reason: message } : 'unanswered'),
      refresh,
    },
    meaning,
  );
  return told.answer;
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
