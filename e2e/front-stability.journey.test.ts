import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { launchBrowser, Visitor } from './browser.ts';
import { FeedTap } from './feed-tap.ts';
import { rendersOf, shiftsOf, watchRenders, watchShifts } from './page-probes.ts';

const LIVE_MS = 20_000;
const MOST_SHIFT = 0.02;
const DEPTH_MS = 10_000;
const DEPTH_EVERY_MS = 50;
/** By then the page has finished the loading after its first paint, and React its rendering. */
const SETTLED_MS = 3_000;

const PAGES = ['/', '/dealCenter', '/quotation', '/match'];
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
});

describe('nothing moves under the finger', () => {
  test('on a desk and on a phone, while pages load and in 20 seconds of a live market', async () => {
    // In parallel: each of them mostly waits.
    const watched = PAGES.flatMap((path) => [
      shiftsDuring(path, 'desk'),
      shiftsDuring(path, 'phone'),
    ]);
    const moved = (await Promise.all(watched)).filter(({ total }) => total > MOST_SHIFT);
    expect(moved).toEqual([]);
  });
});

async function shiftsDuring(
  path: string,
  device: 'desk' | 'phone',
): Promise<{ page: string; total: number; worst: string }> {
  const visitor = await Visitor.arrive(
    browser,
    inject('frontUrl'),
    device === 'phone' ? PHONE : {},
  );
  await watchShifts(visitor.context);
  await visitor.page.goto(path);
  await visitor.page.waitForTimeout(LIVE_MS);
  const shifts = await shiftsOf(visitor.page);
  await visitor.leave();
  return { page: `${path} on a ${device}`, ...shifts };
}

describe('a busy book', () => {
  test('makes React render nothing outside the book', async () => {
    const visitor = await Visitor.arrive(browser, inject('frontUrl'));
    await watchRenders(visitor.context);
    const tap = await FeedTap.on(visitor.page);
    await visitor.page.goto('/dealCenter');
    await expect.poll(() => tap.isReady, { timeout: 10_000 }).toBe(true);
    await visitor.page.waitForTimeout(SETTLED_MS);
    tap.takeOver();
    // Waits until events from before the takeover are painted.
    await visitor.page.waitForTimeout(DEPTH_EVERY_MS * 4);
    await rendersOf(visitor.page);

    const { pushes, repaints } = await pushDepthFor(visitor.page, tap, DEPTH_MS);
    expect(repaints, 'the book shows what was pushed').toBeGreaterThan(pushes / 4);
    const outside = (await rendersOf(visitor.page))
      .map((areas) => areas.filter((area) => area !== 'book'))
      .filter((areas) => areas.length > 0);
    await visitor.leave();
    expect(outside).toEqual([]);
  });
});

/**
 * Pushes 20 changes a second. `repaints` counts changes of the book's text, which proves that the
 * pushes arrive.
 */
async function pushDepthFor(
  page: Page,
  tap: FeedTap,
  forMs: number,
): Promise<{ pushes: number; repaints: number }> {
  const counted = await page.evaluateHandle(() => {
    const count = { repaints: 0 };
    const book = document.querySelector('[data-area="book"]');
    if (book !== null)
      new MutationObserver(() => count.repaints++).observe(book, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    return count;
  });
  let pushes = 0;
  for (const endMs = performance.now() + forMs; performance.now() < endMs; pushes++) {
    tap.pushDepth();
    await page.waitForTimeout(DEPTH_EVERY_MS);
  }
  return { pushes, repaints: await counted.evaluate(({ repaints }) => repaints) };
}
