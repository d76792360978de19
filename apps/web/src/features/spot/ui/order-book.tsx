import { decimalsOf, formatDecimal, parseDecimal } from '@meridian/money/decimal';
import { formatQuantity } from '@meridian/money/market-scale';
import {
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import type { LiveDepth } from '../../../realtime/depth.ts';
import { useTicker } from '../../../realtime/tickers.ts';
import { ARROWS, fixed, grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { localValues } from '../../../shared/local-values.ts';
import type { Market } from '../../../shared/market/market.ts';
import { useSession } from '../../../shared/session.ts';
import { DenseSelect } from '../../../shared/ui/dense-select.tsx';
import { Panel } from '../../../shared/ui/panel.tsx';
import { Empty, Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { useInSight } from '../../../shared/ui/use-in-sight.ts';
import { BOOK_GROUPS, groupDecimals, groupStep } from '../model/book-groups.ts';
import { NO_PRICES } from '../model/own-prices.ts';
import { useBookHover } from './book-hover.tsx';
import { LiveBlock } from './live-block.tsx';
import styles from './order-book.module.css';
import { usePaintedBook, useRowCount, type PaintedBook } from './use-painted-book.ts';

const OwnBookPrices = lazy(async () => ({
  default: (await import('./own-book-prices.tsx')).OwnBookPrices,
}));

const VIEWS = ['both', 'bids', 'asks'] as const;
type BookView = (typeof VIEWS)[number];
const SUMMARY_EVERY_MS = 10_000;
const PERCENT_DECIMALS = 3;

interface OrderBookProps {
  readonly market: Market;
  readonly depth: LiveDepth | undefined;
  /**
   * Called with a pressed price; where its sum was pressed, also with the quantity of all levels
   * down to it.
   */
  readonly onTake: (price: string, quantity?: string) => void;
}

/**
 * The book: asks over bids or one side alone, bars for the depth, dots at own orders. A click takes
 * the price, at the sum also the quantity. React draws the rows once; a painter fills them.
 */
export function OrderBook({ market, depth, onTake }: OrderBookProps) {
  const t = useTranslate();
  const [group, setGroup] = useState(1);
  const [view, setView] = useState<BookView>('both');
  const sides = useRef<HTMLDivElement>(null);
  const rowCount = useRowCount(sides, view === 'both' ? 2 : 1);
  const isLoggedIn = useSession((session) => session.token !== undefined);
  const [own, setOwn] = useState(NO_PRICES);
  const isSeen = useInSight(sides);
  const painted = usePaintedBook(depth, { market, group, rowCount, own, isSeen });
  const { asks, bids, ratio, state } = painted;
  const hover = useBookHover(sides, painted, { market, depth });
  const decimals = groupDecimals(market, 1);
  return (
    <Panel
      title={t('book.title')}
      area="book"
      tools={
        <span className={styles['tools']}>
          <ViewChoice view={view} onChange={setView} />
          <GroupMenu market={market} group={group} onChange={setGroup} />
        </span>
      }
    >
      {isLoggedIn && (
        <Suspense>
          <OwnBookPrices key={market.key} market={market} onChange={setOwn} />
        </Suspense>
      )}
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
          data-view={view}
          onClick={(event) => takeClicked(event, painted, { market, onTake })}
          onKeyDown={moveInBook}
          onFocus={keepTabStop}
          onBlur={resetTabStop}
          {...hover.handlers}
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
          {hover.shown}
          {state !== 'ready' && <Cover {...{ state, depth, rowCount }} />}
        </div>
        <div className={styles['ratio']} ref={ratio} role="img" aria-label={t('book.ratio')}>
          <span>--</span>
          <span>--</span>
        </div>
      </LiveBlock>
    </Panel>
  );
}

interface CoverProps {
  readonly state: Exclude<PaintedBook['state'], 'ready'>;
  readonly depth: LiveDepth | undefined;
  readonly rowCount: number;
}

/** Stands over the rows until there is a book. */
function Cover({ state, depth, rowCount }: CoverProps) {
  const t = useTranslate();
  return (
    <div className={styles['cover']}>
      {state === 'loading' && <Skeleton rows={2 * rowCount} />}
      {state === 'failed' && (
        <Failure message={t('book.failed')} onRetry={() => depth?.feed.restart()} />
      )}
      {state === 'empty' && <Empty>{t('book.empty')}</Empty>}
    </div>
  );
}

/** Pictures of the three views: which sides have rows. */
const VIEW_PICTURES = {
  both: ['var(--down)', 'var(--up)'],
  bids: ['var(--up)', 'var(--up)'],
  asks: ['var(--down)', 'var(--down)'],
} as const satisfies Record<BookView, readonly [string, string]>;

interface ViewChoiceProps {
  readonly view: BookView;
  readonly onChange: (view: BookView) => void;
}

function ViewChoice({ view, onChange }: ViewChoiceProps) {
  const t = useTranslate();
  return (
    <span className={styles['views']} role="group" aria-label={t('book.view')}>
      {VIEWS.map((name) => {
        const [upper, lower] = VIEW_PICTURES[name];
        return (
          <button
            key={name}
            type="button"
            aria-pressed={name === view}
            aria-label={t(`book.view.${name}`)}
            title={t(`book.view.${name}`)}
            onClick={() => onChange(name)}
          >
            <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
              <path d="M2 3h10M2 5.5h10" stroke={upper} strokeWidth="1.5" />
              <path d="M2 8.5h10M2 11h10" stroke={lower} strokeWidth="1.5" />
            </svg>
          </button>
        );
      })}
    </span>
  );
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
    <DenseSelect
      label={t('book.grouping')}
      value={String(group)}
      onChange={(ticks) => onChange(Number(ticks))}
      options={BOOK_GROUPS.map((ticks) => ({
        name: String(ticks),
        label: grouped(groupStep(market, ticks), language),
      }))}
    />
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
 * The spread between best bid and best ask, and the same as a sentence for screen readers, new
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
      const shownText =
        text === undefined
          ? ''
          : `${fixed(text, decimals, { language })} (${percentOf(text, depth, language)})`;
      if (shown.current !== null && shown.current.textContent !== shownText)
        shown.current.textContent = shownText;
    };
    const summarize = (): void => {
      const { book } = depth.feed;
      const [bid, ask, spread] = [book.best('bids'), book.best('asks'), spreadOf(depth)];
      if (spoken.current === null) return;
      spoken.current.textContent =
        bid === undefined || ask === undefined || spread === undefined
          ? ''
          : t('book.summary', localValues({ pair: market.symbol, bid, ask, spread }, language));
    };
    paint();
    summarize();
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

/** Share of the best ask. */
function percentOf(spread: string, depth: LiveDepth, language: string): string {
  const ask = depth.feed.book.best('asks') ?? '';
  const decimals = Math.max(decimalsOf(spread), decimalsOf(ask));
  const [part, whole] = [parseDecimal(spread, decimals), parseDecimal(ask, decimals)];
  if (!part.ok || !whole.ok || whole.units === 0n) return MISSING;
  const share = (part.units * 100n * 10n ** BigInt(PERCENT_DECIMALS)) / whole.units;
  return `${fixed(formatDecimal(share, PERCENT_DECIMALS), PERCENT_DECIMALS, { language })}%`;
}

function spreadOf(depth: LiveDepth): string | undefined {
  const { book } = depth.feed;
  const [bid, ask] = [book.best('bids'), book.best('asks')];
  if (bid === undefined || ask === undefined) return undefined;
  const decimals = Math.max(decimalsOf(bid), decimalsOf(ask));
  const [low, high] = [parseDecimal(bid, decimals), parseDecimal(ask, decimals)];
  return low.ok && high.ok ? formatDecimal(high.units - low.units, decimals) : undefined;
}

/** A click takes the price; at the sum it also takes the quantity of all levels down to there. */
function takeClicked(
  event: MouseEvent<HTMLElement>,
  book: PaintedBook,
  { market, onTake }: Pick<OrderBookProps, 'market' | 'onTake'>,
): void {
  const target = event.target as HTMLElement;
  const row = target.closest('button');
  const price = row?.dataset['price'];
  if (row === null || price === undefined) return;
  const side = row.dataset['direction'] === 'down' ? 'asks' : 'bids';
  const lots = target === row.children[2] ? book.sumAt(side, row) : undefined;
  onTake(price, lots === undefined ? undefined : formatQuantity(lots, market.scale));
}

/** Within a side the focused row is the one that Tab leaves from. */
function keepTabStop({ target }: FocusEvent<HTMLElement>): void {
  if (target instanceof HTMLButtonElement) setTabStop(target);
}

/** Tab comes back to the best row: another one may be empty by then, and take no focus. */
function resetTabStop({ target }: FocusEvent<HTMLElement>): void {
  const best = target.parentElement?.firstElementChild;
  if (best instanceof HTMLButtonElement) setTabStop(best);
}

function setTabStop(stop: HTMLButtonElement): void {
  for (const row of stop.parentElement?.querySelectorAll('button') ?? [])
    row.tabIndex = row === stop ? 0 : -1;
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
