/** Columns of the terminal on a desk. `side` is the form, with the trades below it. */
export const COLUMNS = ['markets', 'chart', 'book', 'side'] as const;
export type Column = (typeof COLUMNS)[number];

/** `pro`: the form at the side. `classic`: the form below the chart, both sides of it at once. */
export const FRAMES = ['pro', 'classic'] as const;
export type Frame = (typeof FRAMES)[number];

/**
 * Bounds and first sizes of the panels that can be resized, in pixels: the chart takes the rest.
 */
export const SIZES = {
  markets: { least: 200, most: 360, first: 260 },
  book: { least: 220, most: 420, first: 264 },
  side: { least: 280, most: 420, first: 300 },
  dock: { least: 140, most: 480, first: 224 },
} as const;
export type Sized = keyof typeof SIZES;

export interface TerminalLayout {
  readonly frame: Frame;
  /** From left to right. */
  readonly columns: readonly Column[];
  /** Undefined until somebody folds or unfolds the list: then the width of the window decides. */
  readonly hasMarkets: boolean | undefined;
  readonly hasTrades: boolean;
  readonly sizes: Readonly<Record<Sized, number>>;
}

/** Below this width a first visitor's list of markets is folded away. */
export const ROOM_FOR_MARKETS = 1400;

export function firstLayout(frame: Frame = 'pro'): TerminalLayout {
  return {
    frame,
    columns: frame === 'pro' ? COLUMNS : ['book', 'chart', 'markets', 'side'],
    hasMarkets: undefined,
    hasTrades: true,
    sizes: {
      markets: SIZES.markets.first,
      book: SIZES.book.first,
      side: SIZES.side.first,
      dock: SIZES.dock.first,
    },
  };
}

/** A layout as it was kept; parts that are no longer valid are as on a first visit. */
export function readLayout(text: string | undefined): TerminalLayout {
  const kept = parsed(text);
  const first = firstLayout(FRAMES.find((frame) => frame === kept['frame']));
  const columns = Array.isArray(kept['columns']) ? kept['columns'] : [];
  const isWhole =
    columns.length === COLUMNS.length && COLUMNS.every((column) => columns.includes(column));
  const sizes = record(kept['sizes']);
  return {
    frame: first.frame,
    columns: isWhole ? (columns as Column[]) : first.columns,
    hasMarkets: typeof kept['hasMarkets'] === 'boolean' ? kept['hasMarkets'] : undefined,
    hasTrades: kept['hasTrades'] !== false,
    sizes: Object.fromEntries(
      (Object.keys(SIZES) as Sized[]).map((name) => {
        const size = sizes[name];
        return [name, typeof size === 'number' ? bounded(name, size) : first.sizes[name]];
      }),
    ) as TerminalLayout['sizes'],
  };
}

/** The size that a panel can have nearest to `size`, in whole pixels. */
export function bounded(name: Sized, size: number): number {
  const { least, most, first } = SIZES[name];
  return Number.isFinite(size) ? Math.round(Math.min(most, Math.max(least, size))) : first;
}

export function resized(layout: TerminalLayout, name: Sized, size: number): TerminalLayout {
  return { ...layout, sizes: { ...layout.sizes, [name]: bounded(name, size) } };
}

/** The layout with a column one place further left (-1) or right (1), where there is one. */
export function moved(layout: TerminalLayout, column: Column, by: 1 | -1): TerminalLayout {
  const shown = columnsOf(layout, true);
  const from = shown.indexOf(column);
  const other = shown[from + by];
  if (from === -1 || other === undefined) return layout;
  const columns = layout.columns.map((one) =>
    one === column ? other : one === other ? column : one,
  );
  return { ...layout, columns };
}

/** Columns that are shown. The classic frame has no column for the form. */
export function columnsOf(layout: TerminalLayout, hasMarkets: boolean): readonly Column[] {
  return layout.columns.filter((column) => {
    if (layout.frame === 'classic' && column === 'side') return false;
    if (column !== 'markets' || hasMarkets) return true;
    return layout.frame === 'classic' && layout.hasTrades;
  });
}

/** The grid as style sheets write it: widths of the columns, and the area of each cell. */
export function gridOf(
  layout: TerminalLayout,
  hasMarkets: boolean,
): { readonly columns: string; readonly areas: string } {
  const shown = columnsOf(layout, hasMarkets);
  const cells = shown.map((column, place) => {
    const isAtEdge = place === 0 || place === shown.length - 1;
    return cellsOf(layout, column, { hasMarkets, isAtEdge });
  });
  return {
    columns: shown
      .map((column) => (column === 'chart' ? 'minmax(0, 1fr)' : `${layout.sizes[column]}px`))
      .join(' '),
    areas: [0, 1, 2].map((row) => `'${cells.map((cell) => cell[row]).join(' ')}'`).join(' '),
  };
}

/** Areas of a column from top to bottom. A side at an edge goes down beside the orders. */
function cellsOf(
  { frame, hasTrades }: TerminalLayout,
  column: Column,
  { hasMarkets, isAtEdge }: { readonly hasMarkets: boolean; readonly isAtEdge: boolean },
): readonly [string, string, string] {
  if (column === 'side') {
    const below = hasTrades ? 'trades' : 'form';
    return ['form', below, isAtEdge ? below : 'orders'];
  }
  if (frame === 'pro') return [column, column, 'orders'];
  if (column === 'chart') return ['chart', 'form', 'orders'];
  if (column === 'book') return ['book', 'book', 'orders'];
  return [hasMarkets ? 'markets' : 'trades', hasTrades ? 'trades' : 'markets', 'orders'];
}

function parsed(text: string | undefined): Record<string, unknown> {
  try {
    return record(text === undefined ? {} : JSON.parse(text));
  } catch {
    return {};
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
