import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type Visitor } from './browser.ts';
import { ADDRESSES, arrive, goWithin, inParallel, logInOnce, PHONE, settle, type Stored } from './front.ts';
import { clippedText, overflowOf } from './page-probes.ts';
import { pseudoCatalogue } from './pseudo-catalogue.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const STANDARD: RunOptions = { runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }, resultTypes: ['violations'] };
/** All that changes with the theme is colour. */
const COLOURS: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] }, resultTypes: ['violations'] };
const LANES = 2;
const DESK = { width: 1280, height: 800 };
/** WCAG 1.4.10: 1280 wide at 400 %; and the same at 200 %. */
const NARROW = { width: 320, height: 640 };
const ZOOMED = { width: 640, height: 400 };

let browser: Browser;
let session: Stored;
beforeAll(async () => {
  browser = await launchBrowser();
  session = await logInOnce(browser);
});
afterAll(async () => {
  await browser.close();
});

describe('every page', () => {
  test.each([
    ['logged out', false],
    ['logged in', true],
  ] as const)('%s has no fault that axe knows, by night and by day', async (_who, isLoggedIn) => {
    const faults: string[] = [];
    await walk({ isLoggedIn }, async (page, address) => {
      for (const fault of await axeFaults(page)) faults.push(`${address} ${fault}`);
    });
    expect(faults).toEqual([]);
  });

  test('on a phone has no fault that axe knows', async () => {
    const faults: string[] = [];
    await walk({ isLoggedIn: true, phone: true }, async (page, address) => {
      for (const fault of await axeFaults(page)) faults.push(`${address} ${fault}`);
    });
    expect(faults).toEqual([]);
  });

  test('fits a window of 320 pixels, and one at 200 percent, without sideways scrolling', async () => {
    const faults: string[] = [];
    await walk({ isLoggedIn: true }, async (page, address) => {
      for (const size of [NARROW, ZOOMED]) {
        await page.setViewportSize(size);
        for (const fault of await overflowOf(page)) faults.push(`${address} at ${size.width}: ${fault}`);
      }
    });
    expect(faults).toEqual([]);
  });

  test('has room for words that are half as long again', async () => {
    const faults: string[] = [];
    const prepare = async ({ context }: Visitor): Promise<void> => {
      await context.route(/\/en-[^/]+\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body: pseudoCatalogue() }));
    };
    await walk({ isLoggedIn: true, prepare }, async (page, address) => {
      for (const size of [DESK, NARROW]) {
        await page.setViewportSize(size);
        for (const fault of await clippedText(page)) faults.push(`${address} at ${size.width}: ${fault}`);
      }
    });
    expect(faults).toEqual([]);
  });
});

interface Walk {
  readonly isLoggedIn: boolean;
  readonly phone?: boolean;
  readonly prepare?: (visitor: Visitor) => Promise<void>;
}

/** Goes through all addresses that this visitor may see. */
async function walk({ isLoggedIn, phone = false, prepare }: Walk, look: (page: Page, address: string) => Promise<void>): Promise<void> {
  const visitors = await Promise.all(
    Array.from({ length: LANES }, async () => {
      const visitor = await arrive(browser, { stored: { night_mode: '1', ...(isLoggedIn ? session : {}) }, reducedMotion: 'reduce', ...(phone ? PHONE : { viewport: DESK }) });
      await prepare?.(visitor);
      await visitor.page.goto('/components/login');
      // The theme changes between two looks: nothing may be half way then.
      await visitor.page.addStyleTag({ content: '* { transition: none !important; animation: none !important; }' });
      return visitor;
    }),
  );
  const addresses = ADDRESSES.filter(({ isPrivate }) => isLoggedIn || !isPrivate).map(({ address }) => address);
  await inParallel(addresses, LANES, async (address, lane) => {
    const { page } = visitors[lane] as Visitor;
    await goWithin(page, address);
    await settle(page);
    await look(page, address);
    if (!phone) await page.setViewportSize(DESK);
  });
  for (const visitor of visitors) await visitor.leave();
}

/** Everything by night, colours once more by day. */
async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const faults: string[] = [];
  for (const [theme, options] of [
    ['night', STANDARD],
    ['day', COLOURS],
  ] as const) {
    const { violations } = await page.evaluate(
      async ([name, run]) => {
        document.documentElement.dataset['theme'] = name;
        const { axe } = window as unknown as { axe: { run: (root: Document, options: RunOptions) => Promise<AxeResults> } };
        return axe.run(document, run);
      },
      [theme, options] as const,
    );
    for (const { id, nodes } of violations) for (const { html, failureSummary } of nodes.slice(0, 3)) faults.push(`by ${theme}: ${id} ${html.slice(0, 160)} ${(failureSummary ?? '').split('\n')[1] ?? ''}`);
  }
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'night'));
  return faults;
}
