/** Accessibility violations that axe finds on a page, in both themes. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { PALETTES } from '../apps/office/src/theme.ts';

type Theme = 'night' | 'day';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const STANDARD: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  resultTypes: ['violations'],
};
/** Only colour depends on the theme. */
const COLOURS: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast'] },
  resultTypes: ['violations'],
};
/** The theme changes between two checks: no transition may be under way then. */
const STILL = '* { transition: none !important; animation: none !important; }';

/**
 * All rules by night, colours once more by day. Leaves the page at night and without animations.
 */
export async function axeFaults(
  page: Page,
  setTheme: (page: Page, theme: Theme) => Promise<void> = setWebTheme,
): Promise<string[]> {
  await page.evaluate(AXE);
  await page.evaluate((style) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    document.adoptedStyleSheets = [sheet];
  }, STILL);
  const faults: string[] = [];
  for (const [theme, options] of [
    ['night', STANDARD],
    ['day', COLOURS],
  ] as const) {
    await setTheme(page, theme);
    const { violations } = await page.evaluate((run) => {
      const { axe } = window as unknown as {
        axe: { run: (root: Document, options: RunOptions) => Promise<AxeResults> };
      };
      return axe.run(document, run);
    }, options);
    for (const { id, nodes } of violations)
      for (const { html, failureSummary } of nodes.slice(0, 3))
        faults.push(
          `by ${theme}: ${id} ${html.slice(0, 160)} ${(failureSummary ?? '').split('\n')[1] ?? ''}`,
        );
  }
  await setTheme(page, 'night');
  return faults;
}

/** The office follows the theme of the operator's system. */
export function axeFaultsOfOffice(page: Page): Promise<string[]> {
  return axeFaults(page, setOfficeTheme);
}

async function setWebTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
}

async function setOfficeTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme === 'night' ? 'dark' : 'light' });
  await page.waitForFunction((colour) => {
    const probe = document.createElement('i');
    probe.style.color = colour;
    return getComputedStyle(document.body).backgroundColor === probe.style.color;
  }, PALETTES[theme]['bg-0']);
}
