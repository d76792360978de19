import { LANGUAGES } from '@meridian/contract/languages';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test, vi } from 'vitest';
import { DIRECTION_PRESETS } from './styles/tokens.ts';

const SCRIPT = readFileSync(new URL('../../public/look.js', import.meta.url), 'utf8');
type Stored = Readonly<Record<string, string>>;

/** A browser with this storage (undefined: forbidden) and this system preference for the day. */
function browser(stored: Stored | undefined, prefersDay: boolean) {
  const getItem = (key: string): string | null => {
    if (stored === undefined) throw new Error('forbidden');
    return stored[key] ?? null;
  };
  return {
    localStorage: { getItem },
    matchMedia: () => ({ matches: prefersDay }),
    document: { documentElement: { dataset: {} as Record<string, string>, lang: '' } },
  };
}

/** The look that the script sets before the first paint. */
function painted(stored: Stored | undefined, prefersDay: boolean) {
  const surroundings = browser(stored, prefersDay);
  runInNewContext(SCRIPT, surroundings);
  const { dataset, lang } = surroundings.document.documentElement;
  return { ...dataset, lang };
}

/** The look that the application sets a moment later. */
async function decided(stored: Stored | undefined, prefersDay: boolean) {
  vi.resetModules();
  const surroundings = browser(stored, prefersDay);
  for (const [name, value] of Object.entries(surroundings)) vi.stubGlobal(name, value);
  const [{ useLook }, { useLanguage }] = await Promise.all([
    import('./theme.ts'),
    import('./i18n/language.ts'),
  ]);
  return { ...useLook.getState(), lang: useLanguage.getState() };
}

afterEach(() => vi.unstubAllGlobals());

const CASES: readonly (Stored | undefined)[] = [
  undefined,
  {},
  { night_mode: '1' },
  { night_mode: '0' },
  { night_mode: 'x', direction_colours: 'purple', locale: 'tlh' },
  ...Object.keys(DIRECTION_PRESETS).map((direction_colours) => ({ direction_colours })),
  ...LANGUAGES.map((locale) => ({ locale })),
  { lang: 'ko' },
  { locale: 'xx', lang: 'ko' },
];

test.each(CASES)('the first paint of %o is that of the application', async (stored) => {
  for (const prefersDay of [false, true])
    expect(painted(stored, prefersDay)).toEqual(await decided(stored, prefersDay));
});
