import type { DepthCurve, DepthLevel } from '../../../shared/chart/depth-curve.ts';

interface DepthLook {
  readonly colours: {
    readonly up: string;
    readonly down: string;
    readonly text: string;
    readonly line: string;
    readonly grid: string;
  };
  /** Place of the cursor as a share of the width. */
  readonly cursor: number | undefined;
  readonly price: (ticks: number) => string;
  readonly quantity: (lots: number) => string;
}

const FONT = "11px 'Inter var', system-ui, sans-serif";
const FOOT = 22;
const PRICES = 5;
const QUANTITIES = 4;
/** Share of the height above the highest step. */
const AIR = 0.08;

/** Draws a depth curve into a canvas of the size of its place. */
export function paintDepth(
  canvas: HTMLCanvasElement,
  place: HTMLElement,
  curve: DepthCurve,
  look: DepthLook,
): void {
  const { clientWidth: width, clientHeight: height } = place;
  const ratio = window.devicePixelRatio;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.scale(ratio, ratio);
  context.font = FONT;
  const high = height - FOOT;
  const x = (ticks: number): number =>
    ((ticks - curve.from) / Math.max(1, curve.to - curve.from)) * width;
  const y = (lots: number): number => high - (lots / Math.max(1, curve.most)) * high * (1 - AIR);
  paintSide(context, curve.bids, { x, y, high, end: 0, colour: look.colours.up });
  paintSide(context, curve.asks, { x, y, high, end: width, colour: look.colours.down });
  paintScale(context, curve, look, { x, y, width, height });
  if (look.cursor === undefined) return;
  context.strokeStyle = look.colours.line;
  context.setLineDash([4, 3]);
  context.beginPath();
  context.moveTo(look.cursor * width, 0);
  context.lineTo(look.cursor * width, high);
  context.stroke();
  context.setLineDash([]);
}

function paintSide(
  context: CanvasRenderingContext2D,
  levels: readonly DepthLevel[],
  at: {
    readonly x: (ticks: number) => number;
    readonly y: (lots: number) => number;
    readonly high: number;
    /** Where the curve ends, at the side of the picture. */
    readonly end: number;
    readonly colour: string;
  },
): void {
  const [best] = levels;
  if (best === undefined) return;
  const steps: [number, number][] = [[at.x(best.ticks), at.high]];
  for (const { ticks, sum } of levels) {
    const [, before] = steps.at(-1) ?? [0, at.high];
    steps.push([at.x(ticks), before], [at.x(ticks), at.y(sum)]);
  }
  steps.push([at.end, steps.at(-1)?.[1] ?? at.high]);
  context.beginPath();
  for (const [x, y] of steps) context.lineTo(x, y);
  context.strokeStyle = at.colour;
  context.lineWidth = 1.5;
  context.stroke();
  context.lineTo(at.end, at.high);
  context.closePath();
  context.globalAlpha = 0.16;
  context.fillStyle = at.colour;
  context.fill();
  context.globalAlpha = 1;
  context.lineWidth = 1;
}

function paintScale(
  context: CanvasRenderingContext2D,
  curve: DepthCurve,
  { colours, price, quantity }: DepthLook,
  at: {
    readonly x: (ticks: number) => number;
    readonly y: (lots: number) => number;
    readonly width: number;
    readonly height: number;
  },
): void {
  context.fillStyle = colours.text;
  context.strokeStyle = colours.grid;
  context.textBaseline = 'middle';
  const count = at.width < 480 ? 3 : PRICES;
  for (let step = 0; step < count; step++) {
    const share = step / (count - 1);
    const text = price(curve.from + share * (curve.to - curve.from));
    context.textAlign = step === 0 ? 'left' : step === count - 1 ? 'right' : 'center';
    const inset = step === 0 ? 6 : step === count - 1 ? -6 : 0;
    context.fillText(text, share * at.width + inset, at.height - FOOT / 2);
  }
  context.textAlign = 'right';
  for (let step = 1; step <= QUANTITIES; step++) {
    const lots = (curve.most * step) / QUANTITIES;
    context.fillText(quantity(lots), at.width - 6, at.y(lots) + 8);
  }
  context.beginPath();
  context.moveTo(0, at.height - FOOT);
  context.lineTo(at.width, at.height - FOOT);
  context.moveTo(at.x(curve.middle), 0);
  context.lineTo(at.x(curve.middle), at.height - FOOT);
  context.stroke();
}
