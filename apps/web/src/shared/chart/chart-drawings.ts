import type { Chart, Overlay, OverlayCreate } from 'klinecharts';
import { PALETTES, type Theme } from '../styles/tokens.ts';
import { CANDLES } from './chart-indicators.ts';
import {
  TOOL_POINTS,
  type Drawing,
  type DrawingColour,
  type DrawingPoint,
  type DrawingTool,
} from './drawings.ts';

const GROUP = 'drawings';
/** Steps of the cursor that keys move, in pixels. */
const STEP = 8;
const LONG_STEP = 40;

export interface DrawingState {
  readonly isMagnetic: boolean;
  readonly areLocked: boolean;
  readonly areHidden: boolean;
}

export interface NewDrawing {
  readonly tool: DrawingTool;
  readonly colour: DrawingColour;
  readonly text?: string;
}

/** Drawings over the candles, made by hand with a pointer or with keys. */
export class ChartDrawings {
  readonly #chart: Chart;
  /** Called with a drawing that is new, was moved, or is gone. */
  readonly #onChange: (id: string, drawing: Drawing | undefined) => void;
  readonly #onEnd: () => void;
  #theme: Theme;
  #state: DrawingState = { isMagnetic: false, areLocked: false, areHidden: false };
  #shown: readonly Drawing[] = [];
  /** Set while this class adds or removes drawings itself, so that no removal is reported. */
  #isShowing = false;
  #begun: Begun | undefined;
  /** Set while a pointer holds a drawing. */
  #isHeld = false;
  #cursor = { x: 0, y: 0 };

  constructor(
    chart: Chart,
    {
      theme,
      onChange,
      onEnd,
    }: {
      readonly theme: Theme;
      readonly onChange: (id: string, drawing: Drawing | undefined) => void;
      /** Called when a begun drawing is complete, or was given up. */
      readonly onEnd: () => void;
    },
  ) {
    this.#chart = chart;
    this.#theme = theme;
    this.#onChange = onChange;
    this.#onEnd = onEnd;
  }

  show(drawings: readonly Drawing[]): void {
    if (drawings === this.#shown) return;
    this.#shown = drawings;
    this.#isShowing = true;
    for (const { id } of this.#chart.getOverlays({ groupId: GROUP }))
      if (!drawings.some((one) => one.id === id) && id !== this.#begun?.id)
        this.#chart.removeOverlay({ id });
    for (const { id, tool, points, colour, text } of drawings) {
      if (this.#chart.getOverlays({ id }).length > 0) continue;
      this.#chart.createOverlay({
        ...this.#overlay(id, { tool, colour, ...(text === undefined ? {} : { text }) }),
        points: points.map((point) => ({ ...point })),
      });
    }
    this.#isShowing = false;
  }

  setState(state: DrawingState): void {
    this.#state = state;
    const { areLocked: lock, areHidden } = state;
    this.#chart.overrideOverlay({
      groupId: GROUP,
      lock,
      visible: !areHidden,
      mode: this.#mode(),
    });
  }

  recolour(theme: Theme): void {
    this.#theme = theme;
    for (const { id, colour } of this.#shown)
      this.#chart.overrideOverlay({ id, styles: this.#styles(colour) });
  }

  /** Begins a drawing, whose points are set next. */
  begin(id: string, drawing: NewDrawing): void {
    this.giveUp();
    this.#begun = { id, drawing, points: [] };
    this.#chart.createOverlay({ ...this.#overlay(id, drawing), visible: true, lock: false });
    const size = this.#chart.getSize(CANDLES, 'main');
    this.#cursor = { x: (size?.width ?? 0) / 2, y: (size?.height ?? 0) / 2 };
  }

  giveUp(): void {
    if (this.#begun === undefined) return;
    const { id } = this.#begun;
    this.#begun = undefined;
    this.#isShowing = true;
    this.#chart.removeOverlay({ id });
    this.#isShowing = false;
    this.#onEnd();
  }

  /** Whether what a finger does is for a drawing: it holds one, or sets the points of one. */
  get isTouched(): boolean {
    return this.#isHeld || this.#begun !== undefined;
  }

  /** A new touch holds nothing; the library tells no end of one that ended beside the candles. */
  letGo(): void {
    this.#isHeld = false;
  }

  /**
   * Moves the cursor with the arrow keys, sets a point with Enter, gives up with Escape.
   * @returns whether the key was one of these
   */
  press(key: string, isLong: boolean): boolean {
    if (this.#begun === undefined) return false;
    if (key === 'Escape') this.giveUp();
    else if (key === 'Enter') this.#setPoint(this.#begun);
    else if (key in MOVES) this.#move(key as keyof typeof MOVES, isLong ? LONG_STEP : STEP);
    else return false;
    return true;
  }

  #move(key: keyof typeof MOVES, step: number): void {
    const [dx, dy] = MOVES[key];
    const size = this.#chart.getSize(CANDLES, 'main');
    const within = (value: number, most = 0): number => Math.min(Math.max(0, value), most);
    this.#cursor = {
      x: within(this.#cursor.x + dx * step, size?.width),
      y: within(this.#cursor.y + dy * step, size?.height),
    };
    this.#chart.executeAction('onCrosshairChange', { ...this.#cursor, paneId: CANDLES });
  }

  #setPoint(begun: Begun): void {
    const { id, drawing, points } = begun;
    const [point] = this.#chart.convertFromPixel([this.#cursor], { paneId: CANDLES }) as {
      timestamp?: number;
      value?: number;
    }[];
    if (point?.value === undefined) return;
    points.push({
      ...(point.timestamp === undefined ? {} : { timestamp: point.timestamp }),
      value: point.value,
    });
    if (points.length < Math.max(TOOL_POINTS[drawing.tool], drawing.tool === 'brush' ? 2 : 1))
      return;
    this.#isShowing = true;
    this.#chart.removeOverlay({ id });
    this.#chart.createOverlay({
      ...this.#overlay(id, drawing),
      points: points.map((one) => ({ ...one })),
    });
    this.#isShowing = false;
    const [made] = this.#chart.getOverlays({ id });
    if (made !== undefined) this.#made(made, drawing);
  }

  #made({ id, points }: Overlay, { tool, colour, text }: NewDrawing): void {
    if (this.#begun?.id === id) this.#begun = undefined;
    const drawing: Drawing = {
      id,
      tool,
      points: points.map(({ timestamp, value }) => ({
        ...(timestamp === undefined ? {} : { timestamp }),
        ...(value === undefined ? {} : { value }),
      })),
      colour,
      ...(text === undefined ? {} : { text }),
    };
    this.#onChange(id, drawing);
    this.#onEnd();
  }

  #overlay(id: string, drawing: NewDrawing): OverlayCreate {
    const { tool, colour, text } = drawing;
    return {
      name: tool,
      groupId: GROUP,
      id,
      lock: this.#state.areLocked,
      visible: !this.#state.areHidden,
      mode: this.#mode(),
      styles: this.#styles(colour),
      ...(text === undefined ? {} : { extendData: text }),
      onDrawEnd: ({ overlay }) => this.#made(overlay, drawing),
      onPressedMoveStart: () => {
        this.#isHeld = true;
      },
      onPressedMoveEnd: ({ overlay }) => {
        this.#isHeld = false;
        this.#made(overlay, drawing);
      },
      onRemoved: ({ overlay }) => {
        if (!this.#isShowing) this.#onChange(overlay.id, undefined);
      },
    };
  }

  #mode() {
    return this.#state.isMagnetic ? ('weak_magnet' as const) : ('normal' as const);
  }

  #styles(colour: DrawingColour) {
    const palette = PALETTES[this.#theme];
    const color = palette[colour];
    return {
      line: { color },
      polygon: { color, borderColor: color },
      point: {
        color,
        borderColor: `${color}40`,
        activeColor: color,
        activeBorderColor: `${color}40`,
      },
      text: { color: palette['bg-1'], backgroundColor: color, borderColor: color, size: 11 },
    };
  }
}

/** A drawing whose points are being set. */
interface Begun {
  readonly id: string;
  readonly drawing: NewDrawing;
  readonly points: DrawingPoint[];
}

const MOVES = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
} as const;
