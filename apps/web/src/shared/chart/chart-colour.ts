import { DIRECTION_PRESETS, PALETTES, type DirectionPreset, type Theme } from '../styles/tokens.ts';

export interface ChartLook {
  readonly theme: Theme;
  readonly direction: DirectionPreset;
}

/** Colour of marked prices of this direction. */
export function lineColour({ theme, direction }: ChartLook, of: 'up' | 'down'): string {
  return PALETTES[theme][DIRECTION_PRESETS[direction][of]];
}
