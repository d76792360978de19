import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { DepthState } from '../../../realtime/depth-feed.ts';
import type { LiveDepth } from '../../../realtime/depth.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import type { Market } from '../../../shared/market/market.ts';
import { groupedTicks } from '../model/book-groups.ts';
import type { OwnPrices } from '../model/own-prices.ts';
import { BookPainter, type BookSlot } from './book-painter.ts';

const ROW_HEIGHT = 20;
const TOUCH_ROW_HEIGHT = 24;
const MIDDLE_HEIGHT = 48;
const FEWEST_ROWS = 5;
const MOST_ROWS = 60;
/** Rows before the room for them is known. */
const FIRST_ROWS = 16;

export interface PaintedBook {
  readonly asks: RefObject<HTMLDivElement | null>;
  readonly bids: RefObject<HTMLDivElement | null>;
  readonly ratio: RefObject<HTMLDivElement | null>;
  readonly state: DepthState;
  /** Lots from the best price of a side down to a row of it. */
  readonly sumAt: (side: 'asks' | 'bids', row: HTMLElement) => number | undefined;
}

interface BookLook {
  readonly market: Market;
  readonly group: number;
  readonly rowCount: number;
  readonly own: OwnPrices;
  /** Whether the book is in view: nothing is painted out of view. */
  readonly isSeen: boolean;
}

/**
 * Paints both sides at each change of the book. React renders for changes of the feed's state
 * alone.
 */
export function usePaintedBook(depth: LiveDepth | undefined, look: BookLook): PaintedBook {
  const { market, group, rowCount, own, isSeen } = look;
  const language = useLanguage();
  const asks = useRef<HTMLDivElement>(null);
  const bids = useRef<HTMLDivElement>(null);
  const ratio = useRef<HTMLDivElement>(null);
  const painters = useRef<{ asks: BookPainter; bids: BookPainter }>(undefined);
  const [state, setState] = useState<DepthState>('loading');
  const shownState = useRef(state);
  useLayoutEffect(() => {
    if (depth === undefined || asks.current === null || bids.current === null) return undefined;
    const options = (side: 'asks' | 'bids') => ({
      market,
      group,
      language,
      own: new Set(own[side].map((ticks) => groupedTicks(ticks, side, group))),
    });
    const [askPainter, bidPainter] = [
      new BookPainter(slotsOf(asks.current), options('asks')),
      new BookPainter(slotsOf(bids.current), options('bids')),
    ];
    painters.current = { asks: askPainter, bids: bidPainter };
    const paint = (): void => {
      const { book } = depth.feed;
      const [sold, bought] = [askPainter.read(book, 'asks'), bidPainter.read(book, 'bids')];
      askPainter.paint(Math.max(sold, bought));
      bidPainter.paint(Math.max(sold, bought));
      paintRatio(ratio.current, { sold, bought });
      tell();
    };
    const tell = (): void => {
      const { state: next } = depth.feed;
      if (next !== shownState.current) setState((shownState.current = next));
    };
    paint();
    return depth.subscribe(isSeen ? paint : tell);
    // Markets of one key are equal.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [depth, market.key, group, language, rowCount, own, isSeen]);
  return { asks, bids, ratio, state, sumAt: (side, row) => painters.current?.[side].sumAt(row) };
}

/** Shares of the shown quantities, in whole percent: the wider half is the side with more of it. */
function paintRatio(
  element: HTMLElement | null,
  { sold, bought }: { readonly sold: number; readonly bought: number },
): void {
  if (element === null) return;
  const percent = sold + bought === 0 ? 50 : Math.round((bought / (sold + bought)) * 100);
  const text = String(percent);
  if (element.dataset['bought'] === text) return;
  element.dataset['bought'] = text;
  element.style.setProperty('--bought', `${percent}%`);
  const [bidText, askText] = element.querySelectorAll('span');
  if (bidText !== undefined) bidText.textContent = `${percent}%`;
  if (askText !== undefined) askText.textContent = `${100 - percent}%`;
}

/** How many rows a side has room for. @param sideCount sides that share the height */
export function useRowCount(sides: RefObject<HTMLElement | null>, sideCount: 1 | 2): number {
  const [count, setCount] = useState(FIRST_ROWS);
  // Before the first paint, so that no rows are painted that there is no room for.
  useLayoutEffect(() => {
    const { current } = sides;
    if (current === null) return undefined;
    const measure = (): void => {
      const rowHeight = matchMedia('(pointer: coarse)').matches ? TOUCH_ROW_HEIGHT : ROW_HEIGHT;
      const room = Math.floor((current.clientHeight - MIDDLE_HEIGHT) / sideCount / rowHeight);
      setCount(Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, room)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [sides, sideCount]);
  return count;
}

function slotsOf(side: HTMLElement): BookSlot[] {
  return [...side.querySelectorAll('button')].map((row) => {
    const [price, quantity, sum, bar] = row.children as unknown as [
      HTMLElement,
      HTMLElement,
      HTMLElement,
      HTMLElement,
    ];
    return { row, price, quantity, sum, bar };
  });
}
