/** The components by themselves: the gallery, which is part of development builds only. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { build, preview, type PreviewServer } from 'vite';
import { launchBrowser, Visitor } from './browser.ts';
import { overflowOf } from './page-probes.ts';

const WEB = path.resolve(import.meta.dirname, '..', 'apps', 'web');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PRESETS = ['red-up', 'red-up-blue-down', 'blue-orange'];

let browser: Browser;
let site: PreviewServer;
let address: string;
let visitor: Visitor;
const outDir = mkdtempSync(path.join(tmpdir(), 'meridian-gallery-'));

beforeAll(async () => {
  const shared = {
    root: WEB,
    configFile: path.join(WEB, 'vite.config.ts'),
    logLevel: 'silent',
    mode: 'development',
    build: { outDir, emptyOutDir: true },
  } as const;
  await build(shared);
  site = await preview({ ...shared, preview: { host: '127.0.0.1', port: 0 } });
  address = site.resolvedUrls?.local[0] ?? '';
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await site.close();
  rmSync(outDir, { recursive: true, force: true });
});
beforeEach(async () => {
  visitor = await arrive();
});
afterEach(async () => {
  expect(visitor.problems).toEqual([]);
  await visitor.leave();
});

/** The gallery has no server: calls of the frame around it fail. */
async function arrive(options: Parameters<typeof Visitor.arrive>[2] = {}): Promise<Visitor> {
  const one = await Visitor.arrive(browser, address, { colorScheme: 'dark', ...options });
  await one.page.route(/\/(api|wss)\//, (route) => route.abort());
  await one.page.goto('/gallery');
  await block(one.page, 'overlays').waitFor();
  return one;
}

/** One block of the gallery, in its night theme. */
function block(page: Page, id: string): Locator {
  return page.locator(`#${id} [data-theme='night']`);
}

const STANDARD: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  resultTypes: ['violations'],
};
const COLOURS: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast'] },
  resultTypes: ['violations'],
};

async function axeFaults(page: Page, options: RunOptions): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(async (chosen) => {
    const { axe } = window as unknown as {
      axe: { run: (where: object, options: object) => Promise<AxeResults> };
    };
    return axe.run({ include: ['#root'] }, chosen);
  }, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent?.slice(0, 40) ?? '');

describe('every component', () => {
  test('has no fault that axe knows, in both themes and with each choice of direction colours', async () => {
    expect(await axeFaults(visitor.page, STANDARD)).toEqual([]);
    for (const preset of PRESETS) {
      await visitor.page
        .getByRole('group', { name: 'Direction colours' })
        .getByRole('button', { name: preset, exact: true })
        .click();
      expect(await axeFaults(visitor.page, COLOURS), preset).toEqual([]);
    }
  });

  test('fits a phone of 320', async () => {
    const other = await arrive({
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      isMobile: true,
    });
    expect(await overflowOf(other.page)).toEqual([]);
    await other.leave();
  });

  test('has targets of 24 pixels and more with a mouse, of 44 with a finger', async () => {
    for (const [least, options] of [
      [24, {}],
      [44, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
    ] as const) {
      const other = await arrive(options);
      const small = await other.page
        .locator('#buttons, #fields, #choices, #navigation')
        .locator('button, input, select, textarea, [role=slider]')
        .evaluateAll((targets, size) => {
          const reach = (element: Element): number => {
            const { height } = (
              element.matches('input, select, textarea') ? element.parentElement! : element
            ).getBoundingClientRect();
            const spread = getComputedStyle(element, '::before');
            return spread.position === 'absolute'
              ? Math.max(height, Number.parseFloat(spread.height))
              : height;
          };
          return targets
            .filter(
              (target) => target.getBoundingClientRect().height > 0 && reach(target) < size - 0.5,
            )
            .map((target) => `${target.className} ${target.textContent} ${reach(target)}`);
        }, least);
      expect([...new Set(small)], `${least} px`).toEqual([]);
      await other.leave();
    }
  });
});

describe('a menu', () => {
  const button = (): Locator =>
    block(visitor.page, 'navigation').getByRole('button', { name: /^Language/ });
  const menu = (): Locator => visitor.page.getByRole('menu');

  test('opens by hovering, stays when its button is pressed, and chooses', async () => {
    await button().hover();
    await menu().waitFor();
    await button().click();
    expect(await menu().count()).toBe(1);
    await menu().getByRole('menuitemradio', { name: '日本語' }).click();
    await menu().waitFor({ state: 'detached' });
    await button().filter({ hasText: '日本語' }).waitFor();
  });

  test('that was opened by hovering closes when the pointer leaves, and gives the focus back', async () => {
    const before = block(visitor.page, 'navigation').getByRole('tab', { name: 'Current orders' });
    await before.focus();
    await button().hover();
    await menu().waitFor();
    await visitor.page.mouse.move(5, 5);
    await menu().waitFor({ state: 'detached' });
    await expect.poll(() => focused(visitor.page)).toBe('Current orders');
  });

  test('does not open under the pointer of somebody who types', async () => {
    const field = block(visitor.page, 'fields').getByRole('textbox', { name: 'Quantity' });
    await field.focus();
    await button().hover();
    await visitor.page.waitForTimeout(300);
    expect(await menu().count()).toBe(0);
  });

  test('works by keyboard alone', async () => {
    const { page } = visitor;
    await button().focus();
    await page.keyboard.press('Enter');
    await menu().locator('[data-highlighted]').waitFor();
    await page.keyboard.press('ArrowDown');
    await menu().locator('[data-highlighted]').filter({ hasText: '한국어' }).waitFor();
    await page.keyboard.press('Enter');
    await button().filter({ hasText: '한국어' }).waitFor();
    expect(await focused(page)).toContain('한국어');
    await page.keyboard.press('Enter');
    await menu().waitFor();
    await page.keyboard.press('Escape');
    await menu().waitFor({ state: 'detached' });
  });
});

describe('controls', () => {
  test('a slider moves by its keys, its buttons and with its number field', async () => {
    const { page } = visitor;
    const choices = block(page, 'choices');
    const slider = choices.getByRole('slider').nth(1);
    const field = choices.getByRole('textbox', { name: 'Quantity' });
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    expect(await slider.getAttribute('aria-valuetext')).toBe('51%');
    expect(await field.inputValue()).toBe('2.04');
    await choices.getByRole('button', { name: '75%' }).nth(1).click();
    expect(await field.inputValue()).toBe('3');
    await field.fill('1');
    expect(await slider.getAttribute('aria-valuetext')).toBe('25%');
  });

  test('a press anywhere on a row presses its button; headings sort, reverse and let go', async () => {
    const table = block(visitor.page, 'tables').getByRole('table').first();
    const row = table.getByRole('row', { name: /XRP/ });
    await row.click();
    expect(await row.getByRole('button', { name: 'XRP/USDT' }).getAttribute('aria-current')).toBe(
      'true',
    );
    const heading = table.getByRole('columnheader', { name: 'Change' });
    const orders: (string | null)[] = [];
    for (let press = 0; press < 3; press++) {
      await heading.getByRole('button').click();
      orders.push(await heading.getAttribute('aria-sort'));
    }
    expect(orders).toEqual(['descending', 'ascending', 'none']);
  });

  test('copying says whether it worked', async () => {
    const { page, context } = visitor;
    const copy = block(page, 'buttons').getByRole('button', { name: 'Copy: Address' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await copy.click();
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      '0x52908400098527886E0F7030069857D2E4169EE7',
    );
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await copy.click();
    await page.getByRole('alert').filter({ hasText: 'Could not copy' }).waitFor();
  });

  test('a countdown is announced at a minute, not each second', async () => {
    const { page } = visitor;
    await page.clock.install();
    const figures = block(page, 'figures');
    await figures.getByRole('button', { name: 'Start' }).click();
    const announced = figures.getByRole('status').filter({ hasText: 'Time to pay' });
    await page.clock.runFor(4_000);
    expect(await announced.count()).toBe(0);
    await page.clock.runFor(3_000);
    expect(await announced.textContent()).toBe('Time to pay: 60 seconds left');
    await page.clock.runFor(15_000);
    expect(await announced.textContent()).toBe('Time to pay: 60 seconds left');
    expect(await figures.getByRole('timer').textContent()).toBe('00:43');
  });
});

describe('overlays', () => {
  const open = (name: string): Promise<void> =>
    block(visitor.page, 'overlays').getByRole('button', { name, exact: true }).click();

  test.each(['Dialog', 'Sheet right', 'Sheet left'])(
    '%s takes the focus and gives it back',
    async (name) => {
      const { page } = visitor;
      await open(name);
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(
        true,
      );
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => focused(page)).toBe(name);
    },
  );

  test('a question that cannot be taken back begins at its way out, and a press beside it is no answer', async () => {
    const { page } = visitor;
    await open('ConfirmDialog');
    const dialog = page.getByRole('alertdialog', { name: 'Cancel this order?' });
    await dialog.waitFor();
    expect(await focused(page)).toBe('Keep');
    await page.mouse.click(5, 300);
    expect(await dialog.count()).toBe(1);
    await dialog.getByRole('button', { name: 'Keep' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  test('putting a toast away does not close the dialog under it', async () => {
    const { page } = visitor;
    await open('Error');
    await open('Dialog');
    const toast = page.locator('[data-kind=error]');
    await toast.getByLabel('Close').click();
    await toast.waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog').count()).toBe(1);
  });
});

test('a live figure flashes at most twice in a second, and not for those who asked for stillness', async () => {
  // Times of the flashes of each figure, which lie 500 ms apart; a busy page notes one late.
  const flashes = async (page: Page): Promise<number[][]> => {
    await page.evaluate(() => {
      const seen = window as unknown as { flashes: Map<Element, number[]> };
      seen.flashes = new Map();
      const { animate } = Element.prototype;
      Element.prototype.animate = function (...what) {
        seen.flashes.set(this, [...(seen.flashes.get(this) ?? []), performance.now()]);
        return animate.apply(this, what);
      };
    });
    const move = block(page, 'figures').getByRole('button', { name: 'Move' });
    await move.evaluate(async (button: HTMLElement) => {
      for (let press = 0; press < 30; press++) {
        button.click();
        await new Promise((done) => setTimeout(done, 40));
      }
    });
    return page.evaluate(() => {
      const seen = window as unknown as { flashes: Map<Element, number[]> };
      return [...seen.flashes.values()];
    });
  };
  const moving = await flashes(visitor.page);
  expect(moving, 'four figures show the moving price').toHaveLength(4);
  for (const times of moving) {
    expect(times.length).toBeGreaterThan(1);
    const distances = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(Math.min(...distances)).toBeGreaterThan(400);
  }
  const still = await arrive({ reducedMotion: 'reduce' });
  expect(await flashes(still.page)).toEqual([]);
  await still.leave();
});
