import type { Chart, registerOverlay, YAxis } from 'klinecharts';
import { PALETTES } from '../styles/tokens.ts';
import { lineColour, type ChartLook } from './chart-colour.ts';

const LINE = 'ownLine';
const FILLS = 'ownFills';
const MARK = 5;
const MARK_DISTANCE = 8;

/** A price of one's own that is marked across the chart. */
export interface OwnLine {
  readonly id: string;
  /** Its colour: that of rises, of falls, or of a warning. */
  readonly look: 'up' | 'down' | 'warn' | 'plain';
  /** Plain decimal. */
  readonly price: string;
  /** The price for people, beside the axis. */
  readonly text: string;
}

/** A trade of one's own. */
export interface OwnFill {
  readonly id: string;
  readonly timeMs: number;
  /** Plain decimal. */
  readonly price: string;
  readonly side: 'buy' | 'sell';
}

/** Told where a line is drawn, in pixels from the top; undefined where it is out of sight. */
type Placed = (id: string, y: number | undefined) => void;

/** Tells the heights of the labels beside the axis, by line; none for a line out of sight. */
type LabelHeights = (
  lines: readonly OwnLine[],
  at: { readonly chart: Chart; readonly axis: YAxis; readonly height: number },
) => ReadonlyMap<string, number>;

/** The parts of a chart that its own things need. This file is fetched without the library. */
export interface OwnParts {
  readonly chart: Chart;
  readonly look: ChartLook;
  /** Of the candles. */
  readonly pane: string;
  readonly registerOverlay: typeof registerOverlay;
}

/** Own orders, positions and fills on a chart. */
export class ChartOwn {
  readonly #chart: Chart;
  readonly #pane: string;
  #look: ChartLook;
  #lines: readonly OwnLine[] = [];
  #fills: readonly OwnFill[] = [];
  #placed: Placed = () => undefined;
  #heights: LabelHeights = () => new Map();

  constructor({ chart, look, pane, registerOverlay: register }: OwnParts) {
    this.#chart = chart;
    this.#look = look;
    this.#pane = pane;
    registerLine(register);
    registerFills(register);
  }

  /** @param placed is called at each drawing, for each line */
  showLines(lines: readonly OwnLine[], placed: Placed, heights: LabelHeights): void {
    this.#placed = placed;
    this.#heights = heights;
    for (const { id } of this.#lines)
      if (!lines.some((line) => line.id === id)) this.#chart.removeOverlay({ id: `own-${id}` });
    this.#lines = lines;
    for (const line of lines) {
      const overlay = this.#overlay(line);
      if (!this.#chart.overrideOverlay(overlay) && !this.#has(line.id))
        this.#chart.createOverlay(overlay);
    }
  }

  showFills(fills: readonly OwnFill[]): void {
    this.#fills = fills;
    this.#chart.removeOverlay({ id: FILLS });
    if (fills.length === 0) return;
    this.#chart.createOverlay({
      name: FILLS,
      id: FILLS,
      lock: true,
      points: fills.map(({ timeMs, price }) => ({ timestamp: timeMs, value: Number(price) })),
      extendData: () => ({
        sides: fills.map(({ side }) => side),
        up: lineColour(this.#look, 'up'),
        down: lineColour(this.#look, 'down'),
        edge: PALETTES[this.#look.theme]['bg-1'],
      }),
    });
  }

  setLook(look: ChartLook): void {
    this.#look = look;
    this.showLines(this.#lines, this.#placed, this.#heights);
    this.showFills(this.#fills);
  }

  #has(id: string): boolean {
    return this.#chart.getOverlays({ id: `own-${id}` }).length > 0;
  }

  #overlay({ id, look, price, text }: OwnLine) {
    const palette = PALETTES[this.#look.theme];
    const colour =
      look === 'warn'
        ? palette.warn
        : look === 'plain'
          ? palette['text-2']
          : lineColour(this.#look, look);
    const extended: Extended = {
      colour,
      ink: palette['bg-1'],
      text,
      place: (y) => this.#placed(id, y),
      labelAt: (axis, height) =>
        this.#heights(this.#lines, { chart: this.#chart, axis, height }).get(id),
    };
    return {
      name: LINE,
      id: `own-${id}`,
      paneId: this.#pane,
      lock: true,
      points: [{ value: Number(price) }],
      extendData: () => extended,
    };
  }
}

interface Extended {
  readonly colour: string;
  readonly ink: string;
  readonly text: string;
  readonly place: (y: number | undefined) => void;
  /** The height of its label; undefined out of sight. */
  readonly labelAt: (axis: YAxis, height: number) => number | undefined;
}

/** Makes the line known to the chart library. */
function registerLine(register: typeof registerOverlay): void {
  register<() => Extended>({
    name: LINE,
    totalStep: 2,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: ({ overlay, coordinates, bounding }) => {
      const y = coordinates[0]?.y ?? -1;
      const { colour, place } = overlay.extendData();
      place(y >= 0 && y <= bounding.height ? y : undefined);
      return {
        type: 'line',
        attrs: {
          coordinates: [
            { x: 0, y },
            { x: bounding.width, y },
          ],
        },
        styles: { style: 'dashed', dashedValue: [4, 3], color: colour, size: 1 },
        ignoreEvent: true,
      };
    },
    createYAxisFigures: ({ overlay, coordinates, bounding, yAxis }) => {
      const { colour, ink, text, labelAt } = overlay.extendData();
      const isLeft = yAxis?.isFromZero() ?? true;
      const y = yAxis === null ? undefined : labelAt(yAxis, bounding.height);
      return {
        type: 'text',
        attrs: {
          x: isLeft ? 0 : bounding.width,
          y: y ?? coordinates[0]?.y ?? -1,
          text,
          align: isLeft ? 'left' : 'right',
          baseline: 'middle',
        },
        styles: { color: ink, backgroundColor: colour, borderColor: colour, size: 11 },
        ignoreEvent: true,
      };
    },
  });
}

/** Makes the marks of fills known to it. */
function registerFills(register: typeof registerOverlay): void {
  register<() => FillMarks>({
    name: FILLS,
    totalStep: 2,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: ({ overlay, coordinates, bounding }) => {
      const { sides, up, down, edge } = overlay.extendData();
      return coordinates.flatMap(({ x, y }, at) => {
        if (x < -MARK || x > bounding.width + MARK) return [];
        const isBuy = sides[at] === 'buy';
        // The mark of a buy points up to its price from below, that of a sell down from above.
        const tip = isBuy ? y + MARK_DISTANCE : y - MARK_DISTANCE;
        const foot = isBuy ? tip + 2 * MARK : tip - 2 * MARK;
        return {
          type: 'polygon',
          attrs: {
            coordinates: [
              { x, y: tip },
              { x: x - MARK, y: foot },
              { x: x + MARK, y: foot },
            ],
          },
          styles: {
            style: 'stroke_fill',
            color: isBuy ? up : down,
            borderColor: edge,
            borderSize: 1,
          },
          ignoreEvent: true,
        };
      });
    },
  });
}

interface FillMarks {
  readonly sides: readonly ('buy' | 'sell')[];
  readonly up: string;
  readonly down: string;
  readonly edge: string;
}
