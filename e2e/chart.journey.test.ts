import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser, Visitor } from './browser.ts';
import { ChartScreen } from './chart-screen.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

let browser: Browser;
let server: ServerProcess;
let visitor: Visitor;
let spot: SpotScreen;
let chart: ChartScreen;

beforeAll(async () => {
  [browser, server] = await Promise.all([
    launchBrowser(),
    ServerProcess.start({ RATE_LIMITS: 'off' }),
  ]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});
beforeEach(async () => {
  visitor = await Visitor.arrive(browser, server.url);
  spot = new SpotScreen(visitor.page);
  chart = new ChartScreen(visitor.page);
});
afterEach(async () => {
  await visitor.leave();
});

/** Opens the spot page on a market, from the list of all. */
async function openMarket(pair: string): Promise<void> {
  const { page } = visitor;
  await page.goto('/quotation');
  await page.getByRole('main').getByRole('link', { name: pair }).first().click();
  await expect.poll(() => page.title()).toContain(pair);
  await chart.drawn();
}

describe('the chart', () => {
  test('keeps an indicator and a trend line for their market, and not for another', async () => {
    await openMarket('BTC/USDT');
    await chart.addIndicator(/^RSI/);
    await chart.indicator('RSI 6 12 24').waitFor();
    await chart.draw('Trend line', [
      [0.3, 0.3],
      [0.6, 0.5],
    ]);
    expect(await chart.drawings()).toEqual(['Trend line']);

    await visitor.page.reload();
    await chart.drawn();
    await chart.indicator('RSI 6 12 24').waitFor();
    expect(await chart.drawings()).toEqual(['Trend line']);

    await openMarket('ETH/USDT');
    await chart.indicator('MA 15').waitFor();
    expect(await chart.indicator('RSI 6 12 24').count()).toBe(0);
    expect(await chart.drawings()).toEqual([]);

    await openMarket('BTC/USDT');
    await chart.indicator('RSI 6 12 24').waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test('draws with keys alone', async () => {
    await spot.open();
    await chart.drawn();
    await chart.tool('Draw').press('Enter');
    const menu = visitor.page.getByRole('dialog', { name: 'Draw', exact: true });
    await menu.getByRole('button', { name: 'Trend line', exact: true }).press('Enter');
    const hint = chart.panel.getByRole('application');
    await expect.poll(() => hint.evaluate((one) => one === document.activeElement)).toBe(true);
    for (const key of ['Enter', 'ArrowRight', 'Shift+ArrowUp', 'Enter'])
      await visitor.page.keyboard.press(key);
    await hint.waitFor({ state: 'detached' });
    expect(await chart.drawings()).toEqual(['Trend line']);
  });

  test('has the parameters of an indicator in a dialog, and takes it off from the legend', async () => {
    await spot.open();
    await chart.drawn();
    await chart.indicator('MA 15').click();
    const dialog = visitor.page.getByRole('dialog', { name: 'Indicators' });
    await dialog.getByLabel('Parameter 1').fill('0');
    expect(await dialog.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Parameter 1').fill('99');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await chart.indicator('MA 99').waitFor();
    await chart.panel.getByRole('button', { name: 'Remove MA 99' }).focus();
    await visitor.page.keyboard.press('Enter');
    await expect.poll(() => chart.indicator('MA 99').count()).toBe(0);
  });

  test('shows four hours, a second, and what is starred', async () => {
    await spot.open();
    await chart.drawn();
    for (const interval of ['4h', '1s']) {
      const menu = await chart.open('All intervals');
      await menu.getByRole('button', { name: interval, exact: true }).click();
      await chart.panel
        .getByRole('group', { name: 'Interval' })
        .getByRole('button', { name: interval, exact: true })
        .and(visitor.page.locator('[aria-pressed=true]'))
        .waitFor();
      await chart.drawn();
      expect(await chart.picture.getAttribute('aria-label')).toContain(`interval ${interval}`);
    }
    const menu = await chart.open('All intervals');
    await menu.getByRole('button', { name: 'Show 30m in the toolbar' }).click();
    await visitor.page.keyboard.press('Escape');
    const shown = chart.panel.getByRole('group', { name: 'Interval' });
    expect(await shown.getByRole('button', { name: '30m', exact: true }).count()).toBe(0);
    expect(visitor.problems).toEqual([]);
  });

  test('fills the screen, becomes the depth of the book, and a picture', async () => {
    await spot.open();
    await chart.drawn();
    await chart.tool('Full screen').click();
    await expect
      .poll(() => visitor.page.evaluate(() => document.fullscreenElement !== null))
      .toBe(true);
    const menu = await chart.open('Chart settings');
    await menu.getByRole('button', { name: 'Hollow' }).click();
    await visitor.page.keyboard.press('Escape');
    await chart.tool('Leave full screen').click();
    await expect.poll(() => visitor.page.evaluate(() => document.fullscreenElement)).toBeNull();

    const download = visitor.page.waitForEvent('download');
    await chart.tool('Save as picture').click();
    expect((await download).suggestedFilename()).toBe('BTC-USDT.png');

    await chart.tool('Depth').click();
    const depth = chart.panel.getByRole('slider', { name: 'Depth chart of BTC/USDT' });
    // The makers' orders stand near the touch: the first view is not pressed together by others.
    await expect
      .poll(() => chart.panel.getByText(/^±[\d.]+%$/).innerText())
      .toMatch(/^±[0-2](?:\.|%)/);
    await depth.focus();
    for (let times = 0; times < 3; times++) await visitor.page.keyboard.press('PageDown');
    await expect
      .poll(() => depth.getAttribute('aria-valuetext'))
      .toMatch(/^Price [\d,.]+, cumulative [\d,.]+ BTC, -[\d.]+% from the middle$/);
    expect(visitor.problems).toEqual([]);
  });

  test('leaves a vertical swipe of a finger to the page, and takes the one across', async () => {
    const phone = await Visitor.arrive(browser, server.url, {
      viewport: { width: 390, height: 640 },
      isMobile: true,
      hasTouch: true,
    });
    const { page } = phone;
    await page.goto('/dealCenter');
    const screen = new ChartScreen(page);
    await screen.drawn();
    const session = await page.context().newCDPSession(page);
    const middle = async (): Promise<{ x: number; y: number }> => {
      const box = await screen.picture.boundingBox();
      if (box === null) throw new Error('the chart is not there');
      return { x: Math.round(box.x + box.width / 3), y: Math.round(box.y + box.height / 2) };
    };
    const swipe = async (dx: number, dy: number): Promise<void> => {
      const { x, y } = await middle();
      const touch = (
        type: 'touchStart' | 'touchMove' | 'touchEnd',
        points: { x: number; y: number }[],
      ) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
      await touch('touchStart', [{ x, y }]);
      for (let step = 1; step <= 10; step++)
        await touch('touchMove', [{ x: x + (dx * step) / 10, y: y + (dy * step) / 10 }]);
      await touch('touchEnd', []);
      // A tap on a page that still scrolls only stops it.
      await page.waitForTimeout(1_000);
    };
    const scrolled = (): Promise<number> => page.evaluate(() => scrollY);
    /** High and low of the bar that a tap shows. A tap elsewhere takes the crosshair away. */
    const bar = async (): Promise<string[]> => {
      const { x, y } = await middle();
      await page.touchscreen.tap(x, y);
      await page.waitForTimeout(600);
      const read = await page
        .locator('[data-area=chart] :is([data-name=high], [data-name=low])')
        .allTextContents();
      await page.touchscreen.tap(x + 100, y);
      await page.waitForTimeout(600);
      return read;
    };
    // The first bar of a new minute, which comes some seconds later, would move the others.
    const left = 60_000 - (Date.now() % 60_000);
    if (left < 40_000) await page.waitForTimeout(left + 8_000);
    const before = await bar();
    await swipe(10, -120);
    await expect.poll(scrolled).toBeGreaterThan(60);
    await swipe(10, 160);
    await expect.poll(scrolled).toBe(0);
    expect(await bar()).toEqual(before);
    await swipe(120, 10);
    expect(await scrolled()).toBe(0);
    expect(await bar()).not.toEqual(before);
    // Between 27 and 45 degrees: the library alone would take neither this nor the one above.
    await swipe(-120, 85);
    expect(await scrolled()).toBe(0);
    expect(await bar()).toEqual(before);
    // The crosshair that a tap elsewhere has taken away leaves no figures of its bar.
    const close = page.locator('[data-area=chart] [data-name=close]').first();
    const summary = (): Promise<string | null> => screen.picture.getAttribute('aria-label');
    await expect
      .poll(async () => (await summary())?.includes(`last price ${await close.textContent()},`))
      .toBe(true);
    const tools = await screen.open('Draw');
    await tools.getByRole('button', { name: 'Trend line', exact: true }).click();
    await screen.panel.getByRole('application').waitFor();
    await swipe(10, -120);
    expect(await scrolled()).toBe(0);
    expect(phone.problems).toEqual([]);
    await phone.leave();
  });

  test('lets a finger hold a drawing that it comes near to', async () => {
    const phone = await Visitor.arrive(browser, server.url, {
      viewport: { width: 390, height: 640 },
      isMobile: true,
      hasTouch: true,
    });
    const { page } = phone;
    await page.goto('/dealCenter');
    const screen = new ChartScreen(page);
    await screen.drawn();
    const box = await screen.picture.boundingBox();
    if (box === null) throw new Error('the chart is not there');
    const [x, y] = [Math.round(box.x + 100), Math.round(box.y + box.height / 2)];
    const menu = await screen.open('Draw');
    await menu.getByRole('button', { name: 'Horizontal line', exact: true }).click();
    await screen.panel.getByRole('application').waitFor();
    await page.touchscreen.tap(x, y);
    await screen.panel.getByRole('application').waitFor({ state: 'detached' });
    const session = await page.context().newCDPSession(page);
    /** Pulls up by 100 pixels from so far below the line. */
    const pull = async (below: number): Promise<void> => {
      for (let step = 0; step <= 10; step++)
        await session.send('Input.dispatchTouchEvent', {
          type: step === 0 ? 'touchStart' : 'touchMove',
          touchPoints: [{ x: x + 60, y: y + below - 10 * step }],
        });
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    const scrolled = (): Promise<number> => page.evaluate(() => scrollY);
    await pull(10);
    // A page that scrolled after all would do so within a second.
    await page.waitForTimeout(1_000);
    expect(await scrolled()).toBe(0);
    // The line went with the finger, so the page takes the next one.
    await pull(10);
    await expect.poll(scrolled).toBeGreaterThan(40);
    expect(phone.problems).toEqual([]);
    await phone.leave();
  });

  test('rests while another panel of a phone stands in its place, and is right again after it', async () => {
    const { page } = visitor;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/dealCenter');
    await chart.drawn();
    const show = (name: string): Promise<void> =>
      page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
    const close = page.locator('[data-area=chart] [data-name=close]').first();
    const traded = page.locator('[data-area=trades] tbody td').first();
    const priceIn = (text: string | null): string | undefined => /[\d,.]+/.exec(text ?? '')?.[0];
    await show('Trades');
    await page.waitForTimeout(500);
    const resting = priceIn(await close.textContent());
    expect(resting).toBeDefined();
    await expect.poll(async () => priceIn(await traded.textContent())).not.toBe(resting);
    expect(priceIn(await close.textContent())).toBe(resting);
    await show('Chart');
    await expect.poll(async () => priceIn(await close.textContent())).not.toBe(resting);
    expect(visitor.problems).toEqual([]);
  });

  test('compares with another market', async () => {
    await spot.open();
    await chart.drawn();
    const menu = await chart.open('Compare');
    await menu.getByLabel('Search').fill('eth/');
    await menu.getByRole('button', { name: 'ETH/USDT' }).click();
    await chart.panel.getByText(/^[+-]?\d+\.\d\d%$/).waitFor();
    await chart.panel.getByRole('button', { name: 'Stop comparing with ETH/USDT' }).focus();
    await visitor.page.keyboard.press('Enter');
    expect(await chart.panel.getByText('ETH/USDT').count()).toBe(0);
  });
});

test('an order is moved on the chart, with a pointer and with keys', async () => {
  await spot.logIn('demo@meridian.test', 'Demo1234');
  await spot.open();
  await chart.drawn();
  // Its scale has room for an order below the market.
  await chart.panel.getByRole('button', { name: '1h', exact: true }).click();
  const price = await spot.priceBelowMarket(0.1);
  await spot.placeLimit('Buy', { price, quantity: '0.031' });
  const handle = chart.handle(/^Buy 0\.031/);
  await handle.waitFor();
  const grip = await handle.boundingBox();
  if (grip === null) throw new Error('the handle is out of sight');
  const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2];
  await visitor.page.mouse.move(x, y);
  await visitor.page.mouse.down();
  await visitor.page.mouse.move(x, y + 30, { steps: 5 });
  await visitor.page.mouse.up();
  const asked = await chart.panel.getByRole('group', { name: /^Move to [\d,.]+\?$/ }).innerText();
  const wanted = /[\d,]+\.\d+/.exec(asked)?.[0] ?? '';
  expect(Number(wanted.replaceAll(',', ''))).toBeLessThan(Number(price));
  await chart.panel.getByRole('button', { name: `Move to ${wanted}`, exact: true }).click();
  await spot.orders('0.031').filter({ hasText: wanted }).waitFor();
  await visitor.page.getByText(/^Order moved: 0\.031 BTC from/).waitFor();

  await expect.poll(() => handle.getAttribute('aria-valuetext')).toBe(wanted);
  const before = Number(await handle.getAttribute('aria-valuenow'));
  await handle.focus();
  await visitor.page.keyboard.press('PageDown');
  await expect
    .poll(async () => Number(await handle.getAttribute('aria-valuenow')))
    .toBe(before - 10);
  const next = (await handle.getAttribute('aria-valuetext')) ?? '';
  await visitor.page.keyboard.press('Enter');
  await visitor.page.keyboard.press('Enter');
  await spot.orders('0.031').filter({ hasText: next }).waitFor();
  expect(await spot.orders('0.031').count()).toBe(1);
  expect(visitor.problems).toEqual([]);
});
