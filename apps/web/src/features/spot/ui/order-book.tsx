import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import type { DepthState } from '../../../realtime/depth-feed.ts';
import type { LiveDepth } from '../../../realtime/depth.ts';
import { useTicker } from '../../../realtime/tickers.ts';
import { decimalsOf, formatDecimal, parseDecimal } from '@meridian/money/decimal';
import { ARROWS, fixed, grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { Panel } from '../../../shared/ui/panel.tsx';
import { Empty, Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { takePrice } from '../draft.ts';
import { BOOK_GROUPS, groupDecimals, groupStep } from '../model/book-groups.ts';
import { BookPainter, type BookSlot } from './book-painter.ts';
import { LiveBlock } from './live-block.tsx';
import styles from './order-book.module.css';

const ROW_HEIGHT = 20;
const TOUCH_ROW_HEIGHT = 24;
const MIDDLE_HEIGHT = 48;
const FEWEST_ROWS = 5;
const MOST_ROWS = 40;
const SUMMARY_EVERY_MS = 10_000;

interface OrderBookProps {
  readonly market: Market;
  readonly depth: LiveDepth | undefined;
}

/**
 * The book: asks over bids, bars for the depth, a click takes the price. React draws the rows once;
 * a painter fills them.
 */
export function OrderBook({ market, depth }: OrderBookProps) {
  const t = useTranslate();
  const [group, setGroup] = useState(1);
  const sides = useRef<HTMLDivElement>(null);
  const rowCount = useRowCount(sides);
  const { asks, bids, state } = usePaintedBook(depth, { market, group, rowCount });
  const decimals = groupDecimals(market, 1);
  return (
    <Panel
      title={t('book.title')}
      area="book"
      tools={<GroupMenu market={market} group={group} onChange={setGroup} />}
    >
      <LiveBlock>
        <div className={styles['columns']} aria-hidden="true">
          <span>
            {t('spot.price')} <small>({market.quote})</small>
          </span>
          <span>
            {t('spot.quantity')} <small>({market.base})</small>
          </span>
          <span>{t('book.sum')}</span>
        </div>
        <div
          className={styles['sides']}
          ref={sides}
          onClick={takeClicked}
          onKeyDown={moveInBook}
          onFocus={keepTabStop}
        >
          <div className={styles['asks']} ref={asks} role="group" aria-label={t('book.asks')}>
            <Rows key={`${market.key}:${rowCount}`} count={rowCount} direction="down" />
          </div>
          <div className={styles['middle']}>
            <LastPrice market={market} decimals={decimals} />
            <Spread depth={depth} market={market} decimals={decimals} />
          </div>
          <div className={styles['bids']} ref={bids} role="group" aria-label={t('book.bids')}>
            <Rows key={`${market.key}:${rowCount}`} count={rowCount} direction="up" />
          </div>
          {state !== 'ready' && (
            <div className={styles['cover']}>
              {state === 'loading' && <Skeleton rows={2 * rowCount} />}
              {state === 'failed' && (
                <Failure message={t('book.failed')} onRetry={() => depth?.feed.restart()} />
              )}
              {state === 'empty' && <Empty>{t('book.empty')}</Empty>}
            </div>
          )}
        </div>
      </LiveBlock>
    </Panel>
  );
}

/** Paints both sides at each change of the book. React hears of the feed's state alone. */
function usePaintedBook(
  depth: LiveDepth | undefined,
  {
    market,
    group,
    rowCount,
  }: { readonly market: Market; readonly group: number; readonly rowCount: number },
) {
  const language = useLanguage();
  const asks = useRef<HTMLDivElement>(null);
  const bids = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<DepthState>('loading');
  const shownState = useRef(state);
  useLayoutEffect(() => {
    if (depth === undefined || asks.current === null || bids.current === null) return undefined;
    const options = { market, group, language };
    const [askPainter, bidPainter] = [
      new BookPainter(slotsOf(asks.current), options),
      new BookPainter(slotsOf(bids.current), options),
    ];
    const paint = (): void => {
      const { book } = depth.feed;
      const longest = Math.max(askPainter.read(book, 'asks'), bidPainter.read(book, 'bids'));
      askPainter.paint(longest);
      bidPainter.paint(longest);
      const { state: next } = depth.feed;
      if (next !== shownState.current) setState((shownState.current = next));
    };
    paint();
    return depth.subscribe(paint);
    // Markets of one key are equal.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [depth, market.key, group, language, rowCount]);
  return { asks, bids, state };
}

function Rows({ count, direction }: { readonly count: number; readonly direction: 'up' | 'down' }) {
  return Array.from({ length: count }, (_, at) => (
    <button
      key={at}
      type="button"
      className={styles['row']}
      data-direction={direction}
      tabIndex={at === 0 ? 0 : -1}
      disabled
    >
      <span />
      <span />
      <span />
      <i aria-hidden="true" />
    </button>
  ));
}

function GroupMenu({
  market,
  group,
  onChange,
}: {
  readonly market: Market;
  readonly group: number;
  readonly onChange: (group: number) => void;
}) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <select
      className={styles['group']}
      aria-label={t('book.grouping')}
      value={group}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {BOOK_GROUPS.map((ticks) => (
        <option key={ticks} value={ticks}>
          {grouped(groupStep(market, ticks), language)}
        </option>
      ))}
    </select>
  );
}

function LastPrice({ market, decimals }: { readonly market: Market; readonly decimals: number }) {
  const language = useLanguage();
  const ticker = useTicker(market.key);
  const direction = ticker?.tick ?? 'flat';
  return (
    <strong className={direction === 'flat' ? undefined : direction}>
      {fixed(ticker?.price, decimals, { language })}{' '}
      <small aria-hidden="true">{ARROWS[direction]}</small>
    </strong>
  );
}

/**
 * What lies between best bid and best ask; and the same as a sentence for who asks for it, new
 * every 10 seconds. Both are written without React.
 */
function Spread({
  depth,
  market,
  decimals,
}: {
  readonly depth: LiveDepth | undefined;
  readonly market: Market;
  readonly decimals: number;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const shown = useRef<HTMLSpanElement>(null);
  const spoken = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (depth === undefined) return undefined;
    const paint = (): void => {
      const text = spreadOf(depth);
      const shownText = text === undefined ? '' : fixed(text, decimals, { language });
      if (shown.current !== null && shown.current.textContent !== shownText)
        shown.current.textContent = shownText;
    };
    const summarize = (): void => {
      const { book } = depth.feed;
      const [bid, ask, spread] = [book.best('bids'), book.best('asks'), spreadOf(depth)];
      if (spoken.current !== null && bid !== undefined && ask !== undefined && spread !== undefined)
        spoken.current.textContent = t('book.summary', { pair: market.symbol, bid, ask, spread });
    };
    paint();
    const end = depth.subscribe(paint);
    const timer = setInterval(summarize, SUMMARY_EVERY_MS);
    return () => {
      end();
      clearInterval(timer);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the words change with the language only
  }, [depth, market.symbol, decimals, language]);
  return (
    <span className={styles['spread']}>
      {t('book.spread')} <span ref={shown} />
      <span className="visually-hidden" ref={spoken} />
    </span>
  );
}

function spreadOf(depth: LiveDepth): string | undefined {
  const { book } = depth.feed;
  const [bid, ask] = [book.best('bids'), book.best('asks')];
  if (bid === undefined || ask === undefined) return undefined;
  const decimals = Math.max(decimalsOf(bid), decimalsOf(ask));
  const [low, high] = [parseDecimal(bid, decimals), parseDecimal(ask, decimals)];
  return low.ok && high.ok ? formatDecimal(high.units - low.units, decimals) : undefined;
}

/** How many rows a side has room for. */
function useRowCount(sides: { readonly current: HTMLElement | null }): number {
  const [count, setCount] = useState(16);
  useEffect(() => {
    const { current } = sides;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => {
      const rowHeight = matchMedia('(pointer: coarse)').matches ? TOUCH_ROW_HEIGHT : ROW_HEIGHT;
      const room = Math.floor((current.clientHeight - MIDDLE_HEIGHT) / 2 / rowHeight);
      setCount(Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, room)));
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [sides]);
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

function takeClicked(event: MouseEvent<HTMLElement>): void {
  const price = (event.target as HTMLElement).closest('button')?.dataset['price'];
  if (price !== undefined) takePrice(price);
}

/** Of the rows of a side the one that was last focused is where Tab comes back to. */
function keepTabStop({ target }: FocusEvent<HTMLElement>): void {
  if (!(target instanceof HTMLButtonElement)) return;
  for (const row of target.parentElement?.querySelectorAll('button') ?? [])
    row.tabIndex = row === target ? 0 : -1;
}

/**
 * Arrows walk the rows of both sides as they are seen: asks from the bottom up, then bids
 * downwards.
 */
function moveInBook(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step === undefined) return;
  const [asks, bids] = [...event.currentTarget.querySelectorAll('[role=group]')].map((side) => [
    ...side.querySelectorAll<HTMLButtonElement>('button:enabled'),
  ]);
  const rows = [...(asks ?? []).reverse(), ...(bids ?? [])];
  const next = rows[rows.indexOf(event.target as HTMLButtonElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
