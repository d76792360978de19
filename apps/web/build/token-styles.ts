import type { Plugin } from 'vite';
import { DIRECTION_PRESETS, PALETTES, type Palette } from '../src/shared/styles/tokens.ts';

const NAME = 'virtual:token-styles.css';
const RESOLVED = '\0virtual:token-styles.css';

/**
 * Gives `virtual:token-styles.css`: the tokens of src/shared/styles/tokens.ts as CSS custom
 * properties.
 */
export function tokenStyles(): Plugin {
  return {
    name: 'meridian:token-styles',
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? tokenCss() : undefined),
  };
}

/**
 * The rules apply to whichever element carries `data-theme` and `data-direction` (both), so that a
 * part of a page can be shown in another theme than the rest. Exported for its test.
 */
export function tokenCss(): string {
  const rules = [];
  for (const theme of ['night', 'day'] as const) {
    const palette = PALETTES[theme];
    rules.push(
      rule(`[data-theme='${theme}']`, [
        `color-scheme: ${theme === 'night' ? 'dark' : 'light'}`,
        ...Object.entries(palette).map(([name, colour]) => `--${name}: ${colour}`),
      ]),
    );
    for (const [preset, { up, down }] of Object.entries(DIRECTION_PRESETS)) {
      rules.push(
        rule(`[data-theme='${theme}'][data-direction='${preset}']`, [
          ...direction(palette, 'up', up),
          ...direction(palette, 'down', down),
        ]),
      );
    }
  }
  return rules.join('\n');
}

function direction(
  palette: Palette,
  name: 'up' | 'down',
  hue: 'green' | 'red' | 'blue' | 'orange',
): string[] {
  const bar = palette['bar-strength'];
  return [
    `--${name}: ${palette[hue]}`,
    `--${name}-fill: ${palette[`${hue}-fill`]}`,
    `--${name}-bar: color-mix(in srgb, ${palette[hue]} ${bar}, transparent)`,
  ];
}

function rule(selector: string, declarations: readonly string[]): string {
  return `${selector} {\n${declarations.map((one) => `  ${one};`).join('\n')}\n}`;
}
