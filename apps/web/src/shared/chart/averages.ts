import type { Palette } from '../styles/tokens.ts';

/**
 * The moving averages of the chart: their lengths in bars, and the colour token of line and label.
 */
export const AVERAGES = [
  { length: 15, colour: 'warn' },
  { length: 10, colour: 'accent' },
  { length: 20, colour: 'text-2' },
] as const satisfies readonly { readonly length: number; readonly colour: keyof Palette }[];
export type AverageLength = (typeof AVERAGES)[number]['length'];
