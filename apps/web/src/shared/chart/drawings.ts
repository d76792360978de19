/** The drawing tools, in the order of the menu: their names in the chart library. */
export const DRAWING_TOOLS = [
  'segment',
  'rayLine',
  'straightLine',
  'horizontalStraightLine',
  'horizontalRayLine',
  'horizontalSegment',
  'verticalStraightLine',
  'verticalRayLine',
  'verticalSegment',
  'priceLine',
  'priceChannelLine',
  'parallelStraightLine',
  'fibonacciLine',
  'brush',
  'simpleAnnotation',
  'simpleTag',
] as const;
export type DrawingTool = (typeof DRAWING_TOOLS)[number];

/** Number of points that are set by hand; a brush is drawn in one stroke. */
export const TOOL_POINTS: Readonly<Record<DrawingTool, number>> = {
  segment: 2,
  rayLine: 2,
  straightLine: 2,
  horizontalStraightLine: 1,
  horizontalRayLine: 2,
  horizontalSegment: 2,
  verticalStraightLine: 1,
  verticalRayLine: 2,
  verticalSegment: 2,
  priceLine: 1,
  priceChannelLine: 3,
  parallelStraightLine: 3,
  fibonacciLine: 2,
  brush: 1,
  simpleAnnotation: 1,
  simpleTag: 1,
};

/** These say something. */
export function hasText(tool: DrawingTool): boolean {
  return tool === 'simpleAnnotation' || tool === 'simpleTag';
}

/** Colours of drawings: names of tokens, which both themes have. */
export const DRAWING_COLOURS = ['accent', 'warn', 'orange', 'green', 'red', 'text-1'] as const;
export type DrawingColour = (typeof DRAWING_COLOURS)[number];

export interface DrawingPoint {
  /** Milliseconds UTC. */
  readonly timestamp?: number;
  /** Price, for display only. */
  readonly value?: number;
}

/** Something that was drawn on a chart, in times and prices. */
export interface Drawing {
  readonly id: string;
  readonly tool: DrawingTool;
  readonly points: readonly DrawingPoint[];
  readonly colour: DrawingColour;
  readonly text?: string;
}
export const LONGEST_TEXT = 80;
