import { formatPrice, formatQuantity } from '@meridian/money/market-scale';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useLiveDepth, type LiveDepth } from '../../../realtime/depth.ts';
import type { BookRow } from '../../../shared/book/book.ts';
import { lineColour } from '../../../shared/chart/chart-colour.ts';
import {
  DEPTH_SHARES,
  depthAt,
  depthCurve,
  fittingShare,
  type DepthCurve,
  type DepthReading,
} from '../../../shared/chart/depth-curve.ts';
import { fixed, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { PALETTES } from '../../../shared/styles/tokens.ts';
import { useLook } from '../../../shared/theme.ts';
import { Empty } from '../../../shared/ui/states.tsx';
import styles from './chart-depth.module.css';
import { paintDepth } from './depth-painter.ts';

const MOST_LEVELS = 500;
/** Steps of the cursor over the whole width, for keys. */
const KEY_STEPS = 100;

interface ChartDepthProps {
  readonly market: Market;
  /** The page's book; without it one is opened. */
  readonly depth: LiveDepth | undefined;
}

/** The book as two curves: the quantity between the middle and each price. */
export function ChartDepth({ market, depth }: ChartDepthProps) {
  return depth === undefined ? (
    <OpenedDepth market={market} />
  ) : (
    <DepthPicture market={market} depth={depth} />
  );
}

function OpenedDepth({ market }: { readonly market: Market }) {
  const depth = useLiveDepth(market);
  return depth === undefined ? null : <DepthPicture market={market} depth={depth} />;
}

function DepthPicture({ market, depth }: { readonly market: Market; readonly depth: LiveDepth }) {
  const t = useTranslate();
  const language = useLanguage();
  const [share, setShare] = useState<number>();
  /** The place of the cursor as a share of the width; undefined without one. */
  const [cursor, setCursor] = useState<number>();
  const [curve, setCurve] = useState<DepthCurve>();
  useCurve(depth, share, setCurve);
  const reading =
    curve === undefined || cursor === undefined
      ? undefined
      : depthAt(curve, curve.from + cursor * (curve.to - curve.from));
  const { place, canvas } = usePainting(curve, reading === undefined ? undefined : cursor, market);
  const zoom = (step: -1 | 1): void => {
    const at = DEPTH_SHARES.findIndex((each) => each === curve?.share);
    const next = DEPTH_SHARES[at + step];
    if (next !== undefined) setShare(next);
  };
  if (curve === undefined && depth.feed.state === 'empty')
    return <Empty>{t('chartTool.depth.empty')}</Empty>;
  const figures = figuresOf(reading, market, language);
  return (
    <div className={styles['depth']}>
      <DepthHead figures={figures} share={percentText(curve?.share, language)} onZoom={zoom} />
      <div
        ref={place}
        className={styles['picture']}
        role="slider"
        tabIndex={0}
        aria-label={t('chartTool.depth.title', { pair: market.symbol })}
        aria-valuemin={0}
        aria-valuemax={KEY_STEPS}
        aria-valuenow={Math.round((cursor ?? 0.5) * KEY_STEPS)}
        aria-valuetext={t('chartTool.depth.reading', figures)}
        onPointerMove={({ currentTarget, clientX }) => {
          const box = currentTarget.getBoundingClientRect();
          setCursor(within((clientX - box.left) / box.width));
        }}
        onPointerLeave={() => setCursor(undefined)}
        onKeyDown={(event: KeyboardEvent) => {
          const step = STEPS[event.key];
          if (step === undefined) return;
          event.preventDefault();
          setCursor(within((cursor ?? 0.5) + step / KEY_STEPS));
        }}
      >
        <canvas ref={canvas} />
      </div>
    </div>
  );
}

/**
 * The line over the curves: price, sum and distance at the cursor, and the share of the book in
 * view with its buttons.
 */
function DepthHead({
  figures,
  share,
  onZoom,
}: {
  readonly figures: ReturnType<typeof figuresOf>;
  readonly share: string;
  readonly onZoom: (step: -1 | 1) => void;
}) {
  const t = useTranslate();
  const shown = [
    ['spot.price', figures.price],
    ['chartTool.depth.sum', figures.sum],
    ['chartTool.depth.distance', figures.distance],
  ] as const;
  const steps = [
    ['chart.zoomOut', '−', 1],
    ['chart.zoomIn', '+', -1],
  ] as const;
  return (
    <div className={styles['head']}>
      <p aria-hidden="true">
        {shown.map(([name, text]) => (
          <span key={name}>
            {t(name)} <b>{text}</b>
          </span>
        ))}
      </p>
      <span className={styles['share']}>±{share}</span>
      {steps.map(([name, sign, step]) => (
        <button
          key={name}
          type="button"
          aria-label={t(name)}
          title={t(name)}
          onClick={() => onZoom(step)}
        >
          {sign}
        </button>
      ))}
    </div>
  );
}

/** Paints the curve whenever it, its cursor, the look or the size changes. */
function usePainting(curve: DepthCurve | undefined, cursor: number | undefined, market: Market) {
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const look = useLook();
  const language = useLanguage();
  useEffect(() => {
    const { scale, priceDecimals, quantityDecimals } = market;
    const palette = PALETTES[look.theme];
    const paint = (): void => {
      if (canvas.current === null || place.current === null || curve === undefined) return;
      paintDepth(canvas.current, place.current, curve, {
        colours: {
          up: lineColour(look, 'up'),
          down: lineColour(look, 'down'),
          text: palette['text-3'],
          line: palette['line-strong'],
          grid: palette.line,
        },
        cursor,
        price: (ticks) =>
          fixed(formatPrice(Math.max(1, Math.round(ticks)), scale), priceDecimals, { language }),
        quantity: (lots) =>
          fixed(formatQuantity(Math.round(lots), scale), quantityDecimals, { language }),
      });
    };
    paint();
    const sizes = new ResizeObserver(paint);
    if (place.current !== null) sizes.observe(place.current);
    return () => sizes.disconnect();
  }, [curve, cursor, look, language, market]);
  return { place, canvas };
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share));
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
};

/** Follows the book. The first view holds most of it near the touch; later ones are the user's. */
function useCurve(
  depth: LiveDepth,
  share: number | undefined,
  onCurve: (curve: DepthCurve | undefined) => void,
): void {
  const first = useRef<number>(undefined);
  useEffect(() => {
    const rows = (): BookRow[] =>
      Array.from({ length: MOST_LEVELS }, () => ({ ticks: 0, lots: 0, sum: 0 }));
    const [bids, asks] = [rows(), rows()];
    const read = (): void => {
      const { book } = depth.feed;
      const sides = [
        bids.slice(0, book.rows('bids', 1, bids)),
        asks.slice(0, book.rows('asks', 1, asks)),
      ] as const;
      if (sides[0].length + sides[1].length > 0) first.current ??= fittingShare(...sides);
      onCurve(depthCurve(...sides, share ?? first.current ?? 0.01));
    };
    read();
    return depth.subscribe(read);
  }, [depth, share, onCurve]);
}

function figuresOf(reading: DepthReading | undefined, market: Market, language: string) {
  if (reading === undefined) return { price: MISSING, sum: MISSING, distance: MISSING };
  const { ticks, sum, distance } = reading;
  return {
    price: fixed(formatPrice(ticks, market.scale), market.priceDecimals, { language }),
    sum: `${fixed(formatQuantity(sum, market.scale), market.quantityDecimals, { language })} ${market.base}`,
    distance: percentText(distance / 100, language, true),
  };
}

function percentText(share: number | undefined, language: string, hasSign = false): string {
  if (share === undefined) return MISSING;
  return new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 2,
    ...(hasSign ? { signDisplay: 'exceptZero' as const, minimumFractionDigits: 2 } : {}),
  }).format(share);
}
