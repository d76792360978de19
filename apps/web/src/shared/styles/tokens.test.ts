import { describe, expect, test } from 'vitest';
import { tokenCss } from '../../../build/token-styles.ts';
import { CHART_LINES, DIRECTION_PRESETS, PALETTES, type Palette, type Theme } from './tokens.ts';

type Colour = keyof Palette;
const SURFACES = ['bg-0', 'bg-1', 'bg-2', 'bg-3'] as const satisfies readonly Colour[];
const TEXTS = [
  'text-1',
  'text-2',
  'text-3',
  'accent',
  'green',
  'red',
  'blue',
  'orange',
  'warn',
  'success',
  'danger',
] as const satisfies readonly Colour[];
const FILLS = [
  'accent-fill',
  'green-fill',
  'red-fill',
  'blue-fill',
  'orange-fill',
  'violet-fill',
  'teal-fill',
  'success-fill',
  'danger-fill',
] as const satisfies readonly Colour[];
/** Backgrounds of tinted rows and live figures: panels, and rows under the pointer. */
const PANELS = ['bg-1', 'bg-2'] as const satisfies readonly Colour[];
const FLASH_STRENGTH = '12%';
const TEXT_CONTRAST = 4.5;
const EDGE_CONTRAST = 3;

function channels(hex: string): [number, number, number] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ];
}

function luminance(colour: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) =>
    value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: readonly number[], other: readonly number[]): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The visible colour of `colour` at `strength` over `ground`. */
function mixed(colour: string, ground: string, strength: string): number[] {
  const share = Number.parseInt(strength, 10) / 100;
  const below = channels(ground);
  return channels(colour).map((value, index) => value * share + (below[index] ?? 0) * (1 - share));
}

describe.each(['night', 'day'] as const)('%s', (theme) => {
  const palette = PALETTES[theme];

  test.each(TEXTS)('%s is readable on every surface', (text) => {
    for (const surface of SURFACES)
      expect(
        contrast(channels(palette[text]), channels(palette[surface])),
        `${text} on ${surface}`,
      ).toBeGreaterThanOrEqual(TEXT_CONTRAST);
  });

  test.each(FILLS)('white is readable on %s', (fill) => {
    expect(contrast(channels(palette['on-fill']), channels(palette[fill]))).toBeGreaterThanOrEqual(
      TEXT_CONTRAST,
    );
  });

  test('edges of controls and the focus ring are visible on every surface', () => {
    for (const surface of SURFACES) {
      expect(
        contrast(channels(palette['line-strong']), channels(palette[surface])),
        surface,
      ).toBeGreaterThanOrEqual(EDGE_CONTRAST);
      expect(
        contrast(channels(palette.focus), channels(palette[surface])),
        surface,
      ).toBeGreaterThanOrEqual(EDGE_CONTRAST);
    }
  });

  describe.each(Object.entries(DIRECTION_PRESETS))('%s', (_, preset) => {
    test.each(['up', 'down'] as const)(
      '%s is readable over its own depth bar and while it flashes',
      (direction) => {
        const colour = palette[preset[direction]];
        for (const panel of PANELS) {
          for (const strength of [palette['bar-strength'], FLASH_STRENGTH]) {
            const ground = mixed(colour, palette[panel], strength);
            for (const text of [colour, palette['text-1'], palette['text-2']])
              expect(
                contrast(channels(text), ground),
                `${text} over ${strength} on ${panel}`,
              ).toBeGreaterThanOrEqual(TEXT_CONTRAST);
          }
        }
      },
    );

    test('its two colours differ', () => expect(preset.up).not.toBe(preset.down));
  });
});

test('the style sheet has each colour of both themes and each direction preset', () => {
  const css = tokenCss();
  for (const theme of ['night', 'day'] as const) {
    for (const [name, colour] of Object.entries(PALETTES[theme]))
      expect(css).toContain(`--${name}: ${colour};`);
    for (const preset of Object.keys(DIRECTION_PRESETS))
      expect(css).toContain(`\n[data-theme='${theme}'][data-direction='${preset}']`);
  }
});

test.each(Object.keys(PALETTES) as Theme[])(
  'lines of indicators, whose figures are in their colour, stand out by %s',
  (theme) => {
    for (const colour of CHART_LINES[theme])
      expect(
        contrast(channels(colour), channels(PALETTES[theme]['bg-1'])),
        colour,
      ).toBeGreaterThanOrEqual(TEXT_CONTRAST);
  },
);
