import type { RecentTrade } from '@meridian/contract/market/calls';
import type { TransactionEvent } from '@meridian/contract/market/events';
import { useEffect, useState } from 'react';
import { apiCall } from '../shared/http/api-call.ts';
import { pairKey, type Pair } from '../shared/market/market.ts';
import { connection } from './connection.ts';
import { frames } from './frame-scheduler.ts';
import { keyOf, wirePair } from './market-translate.ts';
import { mergeTrades, type Trade } from './merge-trades.ts';

const fetchTrades = apiCall('GET /api/currency/new_tradehistory');

interface RecentTrades {
  /** Newest first; undefined until the first answer. */
  readonly trades: readonly Trade[] | undefined;
  readonly failed: boolean;
}

const NOTHING: RecentTrades = { trades: undefined, failed: false };

/**
 * The newest trades of a market, live. Owns the list; `show` is called with it at most once a
 * paint, and not while nobody sees it.
 */
export class LiveTrades {
  readonly #pair: Pair;
  readonly #show: (state: RecentTrades) => void;
  #trades: readonly Trade[] = [];
  #shown: readonly Trade[] | undefined;
  #isSeen = true;
  #isOver = false;
  readonly #paint = (): void => {
    if (this.#shown === this.#trades || (this.#shown !== undefined && !this.#isSeen)) return;
    this.#shown = this.#trades;
    this.#show({ trades: this.#trades, failed: false });
  };

  constructor(pair: Pair, show: (state: RecentTrades) => void) {
    this.#pair = pair;
    this.#show = show;
  }

  /** Starts to follow the market. Returns the function that ends it for good. */
  open(): () => void {
    const key = pairKey(this.#pair);
    const ends = [
      connection().on<TransactionEvent>('transaction', (event) => {
        if (keyOf(event) === key) this.#add(event.list);
      }),
      connection().onConnect(() => this.load()),
      connection().subscribe({ channel: 'transaction', ...wirePair(this.#pair) }),
    ];
    this.load();
    return () => {
      this.#isOver = true;
      frames().cancel(this.#paint);
      for (const end of ends) end();
    };
  }

  /** Fetches the list, since the server does not repeat events that a lost connection missed. */
  load(): void {
    fetchTrades(wirePair(this.#pair)).then(
      (answer) => !this.#isOver && this.#add(answer),
      // Shown trades stay. Where there are none yet, the page says that the request failed.
      () =>
        !this.#isOver &&
        this.#trades.length === 0 &&
        this.#show({ trades: undefined, failed: true }),
    );
  }

  setSeen(isSeen: boolean): void {
    this.#isSeen = isSeen;
    if (isSeen && this.#shown !== undefined) this.#paint();
  }

  #add(more: readonly RecentTrade[]): void {
    this.#trades = mergeTrades(this.#trades, more.map(tradeOf));
    frames().request(this.#paint);
  }
}

function tradeOf({ id, time, price, amount, direction }: RecentTrade): Trade {
  return { id, timeMs: time, price, quantity: amount, takerSide: direction };
}

/** @param isSeen whether anybody sees them: the first ones come in any case */
export function useRecentTrades(
  { baseId, quoteId }: Pair,
  isSeen = true,
): RecentTrades & { readonly reload: () => void } {
  const [state, setState] = useState(NOTHING);
  const [live, setLive] = useState<LiveTrades>();
  useEffect(() => {
    setState(NOTHING);
    const opened = new LiveTrades({ baseId, quoteId }, setState);
    setLive(opened);
    return opened.open();
  }, [baseId, quoteId]);
  useEffect(() => live?.setSeen(isSeen), [live, isSeen]);
  return { ...state, reload: () => live?.load() };
}
