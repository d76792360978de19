import { formatPrice, parsePrice } from '@meridian/money/market-scale';
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { labelHeights } from '../../../shared/chart/axis-labels.ts';
import { ChartOwn, type OwnLine, type OwnParts } from '../../../shared/chart/chart-own.ts';
import type { ChartTerminal } from '../../../shared/chart/chart-state.ts';
import { useTerminalChart } from '../../../shared/chart/chart-store.ts';
import type { OwnMark, OwnOnChart } from '../../../shared/chart/own-on-chart.ts';
import type { PriceChart } from '../../../shared/chart/price-chart.ts';
import { spreadLabels } from '../../../shared/chart/spread-labels.ts';
import { ARROWS, fixed } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { daysAndClock } from '../../../shared/ui/time-left.ts';
import { useSecondsLeft } from '../../../shared/ui/use-seconds-left.ts';
import styles from './chart-own-layer.module.css';

interface ChartOwnLayerProps {
  readonly chart: PriceChart;
  readonly market: Market;
  readonly terminal: ChartTerminal;
  readonly own: OwnOnChart;
}

/** A price that an order or a stop shall move to, in whole steps, not yet agreed to. */
interface Draft {
  readonly id: string;
  readonly ticks: number;
  readonly isDragged: boolean;
}

/** Steps that PageUp and PageDown move a price by, and Shift with an arrow. */
const LONG_STEP = 10;
/** A label is 20 pixels high. */
const LABEL_GAP = 22;

/**
 * Own orders, positions, tickets, alerts and fills on the chart: their labels, and the handles that
 * move orders and stops.
 */
export function ChartOwnLayer({ chart, market, terminal, own }: ChartOwnLayerProps) {
  const { hasOrders, hasPositions, hasFills, hasAlerts } = useTerminalChart(terminal);
  const [draft, setDraft] = useState<Draft>();
  const place = useRef<HTMLDivElement>(null);
  const marks = own.marks.filter(({ kind }) =>
    kind === 'order' ? hasOrders : kind === 'alert' ? hasAlerts : hasPositions,
  );
  const priceOf = (mark: OwnMark): string =>
    draft?.id === mark.id ? formatPrice(draft.ticks, market.scale) : mark.price;
  const language = useLanguage();
  const drawn = marks.map((mark): OwnLine => {
    const price = priceOf(mark);
    const text = fixed(price, market.priceDecimals, { language });
    return { id: mark.id, look: lookOf(mark), price, text };
  });
  useLines(chart, drawn, place);
  const fills = hasFills ? own.fills : undefined;
  useEffect(() => {
    const shown = chart.ownBy(makeOwn);
    shown.showFills(fills ?? []);
    return () => shown.showFills([]);
  }, [chart, fills]);
  // An order or a stop that is gone cannot be moved any more.
  const isGone = draft !== undefined && !marks.some(({ id }) => id === draft.id);
  useEffect(() => {
    if (isGone) setDraft(undefined);
  }, [isGone]);
  const moverOf = ({ kind }: OwnMark) =>
    kind === 'order' ? own.onMoveOrder : isStop(kind) ? own.onMoveStop : undefined;
  return (
    <div className={styles['layer']} ref={place}>
      {marks.map((mark) => (
        <Mark
          key={mark.id}
          mark={mark}
          market={market}
          chart={chart}
          draft={draft?.id === mark.id ? draft : undefined}
          isBusy={(own.moving?.size ?? 0) > 0}
          onDraft={moverOf(mark) && setDraft}
          onMove={(price) => {
            setDraft(undefined);
            moverOf(mark)?.(mark.id, price);
          }}
        />
      ))}
    </div>
  );
}

/**
 * Draws the lines, and keeps each label at the height of its line. Labels of tickets, of which
 * some are opened at nearly one price, make room for each other; a handle stays at its price.
 */
function useLines(
  chart: PriceChart,
  drawn: readonly OwnLine[],
  place: RefObject<HTMLDivElement | null>,
): void {
  const key = JSON.stringify(drawn);
  useEffect(() => {
    const shown = JSON.parse(key) as OwnLine[];
    const tickets = new Map<string, number>();
    const placed = (id: string, y: number | undefined): void => {
      const label = labelOf(place, id);
      if (label === undefined) return;
      label.style.visibility = y === undefined ? 'hidden' : 'visible';
      if (label.dataset['kind'] !== 'ticket') return moveTo(label, y);
      if (y === undefined) tickets.delete(id);
      else tickets.set(id, y);
      const room = { gap: LABEL_GAP, height: place.current?.clientHeight ?? 0 };
      for (const [ticket, free] of spreadLabels(tickets, room))
        moveTo(labelOf(place, ticket), free);
    };
    chart.ownBy(makeOwn).showLines(shown, placed, labelHeights);
  }, [chart, key, place]);
  useEffect(() => () => chart.ownBy(makeOwn).showLines([], () => undefined, labelHeights), [chart]);
}

function makeOwn(parts: OwnParts): ChartOwn {
  return new ChartOwn(parts);
}

function labelOf(place: RefObject<HTMLElement | null>, id: string): HTMLElement | undefined {
  const selector = `[data-mark='${CSS.escape(id)}']`;
  return place.current?.querySelector<HTMLElement>(selector) ?? undefined;
}

function moveTo(label: HTMLElement | undefined, y: number | undefined): void {
  if (label !== undefined && y !== undefined) label.style.transform = `translateY(${y}px)`;
}

function isStop(kind: OwnMark['kind']): boolean {
  return kind === 'takeProfit' || kind === 'stop';
}

function lookOf({ kind, side }: OwnMark): OwnLine['look'] {
  if (kind === 'liquidation') return 'warn';
  if (isStop(kind) || kind === 'alert') return 'plain';
  return side === 'buy' ? 'up' : 'down';
}

interface MarkProps {
  readonly mark: OwnMark;
  readonly market: Market;
  readonly chart: PriceChart;
  readonly draft: Draft | undefined;
  readonly isBusy: boolean;
  /** Missing where it cannot be moved. */
  readonly onDraft: ((draft: Draft | undefined) => void) | undefined;
  readonly onMove: (price: string) => void;
}

function Mark({ mark, market, chart, draft, isBusy, onDraft, onMove }: MarkProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { kind, side, quantity, endMs } = mark;
  const confirm = useRef<HTMLButtonElement>(null);
  const chip = useRef<HTMLButtonElement>(null);
  const takeBack = (): void => {
    chip.current?.focus();
    onDraft?.(undefined);
  };
  const parsed = parsePrice(mark.price, market.scale);
  const ticks: number = parsed.ok ? parsed.value : 0;
  const write = (price: string): string => fixed(price, market.priceDecimals, { language });
  const shown = write(draft === undefined ? mark.price : formatPrice(draft.ticks, market.scale));
  const name = useName(mark);
  const label = [name, quantity].filter((word) => word !== '').join(' ');
  const onPulled = isStop(kind) ? onMove : undefined;
  const handle = useHandle({
    id: mark.id,
    ticks,
    draft,
    chart,
    market,
    onDraft,
    onPulled,
    confirm,
  });
  return (
    <div className={styles['mark']} data-mark={mark.id} data-kind={kind} data-look={lookOf(mark)}>
      {onDraft === undefined ? (
        <span className={styles['chip']}>
          {(kind === 'ticket' || kind === 'alert') && (
            <span aria-hidden="true">{ARROWS[side === 'buy' ? 'up' : 'down']} </span>
          )}
          {label}
          {endMs !== undefined && <TimeLeft endMs={endMs} />}
        </span>
      ) : (
        <button
          type="button"
          ref={chip}
          className={styles['chip']}
          role="slider"
          aria-orientation="vertical"
          aria-label={t('chartTool.moveOrder', { order: label })}
          aria-valuenow={draft?.ticks ?? ticks}
          aria-valuetext={shown}
          aria-busy={isBusy || undefined}
          disabled={isBusy}
          {...handle}
        >
          ⇕ {label}
          {draft !== undefined && ` → ${shown}`}
        </button>
      )}
      {draft !== undefined && !draft.isDragged && (
        <MoveQuestion
          price={shown}
          confirm={confirm}
          onYes={() => onMove(formatPrice(draft.ticks, market.scale))}
          onNo={takeBack}
        />
      )}
    </div>
  );
}

interface MoveQuestionProps {
  readonly price: string;
  readonly confirm: RefObject<HTMLButtonElement | null>;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Whether an order is to be moved. */
function MoveQuestion({ price, confirm, onYes, onNo }: MoveQuestionProps) {
  const t = useTranslate();
  const question = t('chartTool.moveTo', { price });
  return (
    <span
      className={styles['question']}
      role="group"
      aria-label={question}
      onKeyDown={(event) => event.key === 'Escape' && onNo()}
    >
      <span className={styles['asked']}>{question}</span>
      <button
        ref={confirm}
        type="button"
        aria-label={t('chartTool.moveYes', { price })}
        onClick={onYes}
      >
        ✓
      </button>
      <button type="button" aria-label={t('chartTool.moveNo')} onClick={onNo}>
        ✕
      </button>
    </span>
  );
}

function useName({ kind, side }: OwnMark): string {
  const t = useTranslate();
  if (kind === 'order') return t(`chartTool.mark.${side}`);
  if (kind === 'ticket') return t(side === 'buy' ? 'seconds.up' : 'seconds.down');
  return t(`chartTool.mark.${kind}`);
}

/** Alone, so that nothing but it is rendered each second. */
function TimeLeft({ endMs }: { readonly endMs: number }) {
  const { clock } = daysAndClock(useSecondsLeft(endMs));
  return <> · {clock}</>;
}

/** A pointer that holds a handle. */
interface Grip {
  readonly pointer: number;
  /** Pixels from the middle of the handle. */
  readonly offset: number;
  /** The price that it was moved to, known before the page is rendered with it. */
  readonly ticks?: number;
}

interface HandleProps extends Pick<MarkProps, 'draft' | 'chart' | 'market' | 'onDraft'> {
  readonly id: string;
  /** Of the order or the stop as it stands. */
  readonly ticks: number;
  /** Called at the end of a pull, where the page itself asks about it. */
  readonly onPulled: ((price: string) => void) | undefined;
  readonly confirm: RefObject<HTMLButtonElement | null>;
}

/** Moves the price of an order or a stop by dragging, and with keys. */
function useHandle(props: HandleProps) {
  const { id, ticks, draft, chart, market, onDraft, onPulled, confirm } = props;
  const grip = useRef<Grip>(undefined);
  const set = (next: number, isDragged: boolean): void =>
    onDraft?.(next === ticks && !isDragged ? undefined : { id, ticks: next, isDragged });
  // Ticks of one unit of the quote currency, for a pointer's place only: whole ticks are sent.
  const perUnit = Number(10n ** BigInt(market.scale.quoteScale)) / Number(market.scale.tickSize);
  const heightOf = (event: PointerEvent): number =>
    event.clientY -
    (event.currentTarget.closest(`.${styles['layer']}`)?.getBoundingClientRect().top ?? 0);
  return {
    onPointerDown: (event: PointerEvent<HTMLButtonElement>): void => {
      const box = event.currentTarget.getBoundingClientRect();
      event.currentTarget.setPointerCapture(event.pointerId);
      grip.current = {
        pointer: event.pointerId,
        offset: event.clientY - (box.top + box.height / 2),
      };
    },
    onPointerMove: (event: PointerEvent<HTMLButtonElement>): void => {
      if (grip.current?.pointer !== event.pointerId) return;
      const next = chart.ticksAt(heightOf(event) - grip.current.offset, perUnit);
      if (next === undefined || next === (grip.current.ticks ?? draft?.ticks ?? ticks)) return;
      grip.current = { ...grip.current, ticks: next };
      set(next, true);
    },
    onPointerUp: (event: PointerEvent<HTMLButtonElement>): void => {
      if (grip.current?.pointer !== event.pointerId) return;
      const moved = grip.current.ticks;
      grip.current = undefined;
      if (moved === undefined) return;
      if (onPulled === undefined || moved === ticks) set(moved, false);
      else onPulled(formatPrice(moved, market.scale));
    },
    onPointerCancel: (): void => {
      grip.current = undefined;
      onDraft?.(undefined);
    },
    onKeyDown: (event: KeyboardEvent): void => {
      const from = draft?.ticks ?? ticks;
      const step = STEPS[event.key];
      if (step !== undefined)
        set(Math.max(1, from + step * (event.shiftKey ? LONG_STEP : 1)), false);
      else if (event.key === 'Escape' && draft !== undefined) onDraft?.(undefined);
      else if (event.key === 'Enter' && draft !== undefined) confirm.current?.focus();
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowDown: -1,
  PageUp: LONG_STEP,
  PageDown: -LONG_STEP,
};
