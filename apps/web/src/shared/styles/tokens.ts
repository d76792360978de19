/**
 * The single source of all colours. The build makes CSS custom properties from them
 * (build/token-styles.ts), the chart takes its theme from them, a test recomputes the contrast of
 * each pair.
 *
 * Palette → meaning (`text-1`, `danger`) → direction (`up`, `down`, chosen by a preset). Direction
 * is never used for success or failure, nor the reverse.
 */
const NIGHT = {
  'bg-0': '#0B0E13',
  'bg-1': '#12161D',
  'bg-2': '#1A202A',
  'bg-3': '#232B37',
  'text-1': '#E9EDF3',
  'text-2': '#A9B4C2',
  'text-3': '#8592A3',
  line: '#2A3340',
  'line-strong': '#6E7D90',
  accent: '#5B9DFF',
  focus: '#8AB8FF',
  'accent-fill': '#2F6FE0',
  green: '#2BC48A',
  red: '#FF6B77',
  blue: '#4DA3FF',
  orange: '#FF9F43',
  'green-fill': '#0B7A53',
  'red-fill': '#C8323F',
  'blue-fill': '#0A63C9',
  'orange-fill': '#9A4F00',
  'violet-fill': '#6D3FC0',
  'teal-fill': '#0B6E7F',
  warn: '#F2B33D',
  success: '#2BC48A',
  danger: '#FF6B77',
  'success-fill': '#0B7A53',
  'danger-fill': '#C8323F',
  'on-fill': '#FFFFFF',
  shade: '#0000008C',
  shadow: '0 8px 32px #00000066',
  'bar-strength': '16%',
} as const;

export type Palette = Readonly<Record<keyof typeof NIGHT, string>>;

const DAY: Palette = {
  'bg-0': '#F4F6F9',
  'bg-1': '#FFFFFF',
  'bg-2': '#F7F9FB',
  'bg-3': '#E9EDF2',
  'text-1': '#11161D',
  'text-2': '#47525F',
  'text-3': '#5C6876',
  line: '#DDE3EA',
  'line-strong': '#7B8794',
  accent: '#1D5FD1',
  focus: '#1D5FD1',
  'accent-fill': '#1D5FD1',
  green: '#08764F',
  red: '#C02634',
  blue: '#0A63C9',
  orange: '#9A4F00',
  'green-fill': '#08764F',
  'red-fill': '#C02634',
  'blue-fill': '#0A63C9',
  'orange-fill': '#9A4F00',
  'violet-fill': '#6D3FC0',
  'teal-fill': '#0B6E7F',
  warn: '#8A5A00',
  success: '#08764F',
  danger: '#C02634',
  'success-fill': '#08764F',
  'danger-fill': '#C02634',
  'on-fill': '#FFFFFF',
  shade: '#0B0E1373',
  shadow: '0 8px 32px #0B0E1333',
  'bar-strength': '12%',
};

export type Theme = 'night' | 'day';
export const PALETTES: Readonly<Record<Theme, Palette>> = { night: NIGHT, day: DAY };

/** Lines of a chart's indicators, in the order in which they are used. */
export const CHART_LINES: Readonly<Record<Theme, readonly string[]>> = {
  night: ['#F2B33D', '#5B9DFF', '#A9B4C2', '#B794F6', '#3CC7D6', '#F286C4'],
  day: ['#8A5A00', '#1D5FD1', '#47525F', '#6D3FC0', '#0B6E7F', '#B0256F'],
};

/** Colours of rises and falls. Switched only by the user. */
export const DIRECTION_PRESETS = {
  'green-up': { up: 'green', down: 'red' },
  'red-up': { up: 'red', down: 'green' },
  'red-up-blue-down': { up: 'red', down: 'blue' },
  'blue-orange': { up: 'blue', down: 'orange' },
} as const;
export type DirectionPreset = keyof typeof DIRECTION_PRESETS;
