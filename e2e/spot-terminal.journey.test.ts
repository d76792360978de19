/** The terminal of spot trading, used by a trader who knows other exchanges. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser, SHOWN_WITHIN_MS, Visitor } from './browser.ts';
import { DEMO_ACCOUNT } from './front.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

let server: ServerProcess;
let browser: Browser;
let visitor: Visitor;
let page: Page;
let screen: SpotScreen;
beforeAll(async () => {
  [server, browser] = await Promise.all([ServerProcess.start(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});
beforeEach(async () => {
  visitor = await Visitor.arrive(browser, server.url);
  ({ page } = visitor);
  page.setDefaultTimeout(SHOWN_WITHIN_MS);
  screen = new SpotScreen(page);
});
afterEach(async () => {
  await visitor.leave();
});

const shown = { timeout: SHOWN_WITHIN_MS };

describe('the market', () => {
  test('stands in the address, and its price in the title', async () => {
    await screen.open();
    await page.waitForURL(/\/dealCenter\/BTC_USDT$/);
    await expect.poll(() => page.title(), shown).toMatch(/^[\d,]+\.\d\d BTC\/USDT/);
    await page.getByRole('button', { name: /^ETH\/USDT/ }).click();
    await page.waitForURL(/\/dealCenter\/ETH_USDT$/);
    await page.goto('/dealCenter/xrp_usdt');
    await page.waitForURL(/\/dealCenter\/XRP_USDT$/);
    expect(visitor.problems).toEqual([]);
  });

  test.each(['NO_SUCH', '%00', '%zz', 'BTC%2FUSDT'])(
    'is the chosen one where the address names none, and the page says so: %s',
    async (pair) => {
      for (const terminal of ['/dealCenter', '/leverdealCenter', '/secondDealCenter']) {
        await page.goto(`${terminal}/${pair}`);
        await page.getByText('not traded here. You see BTC/USDT.').waitFor();
        await page.waitForURL(new RegExp(`${terminal}/BTC_USDT$`));
      }
      expect(visitor.problems).toEqual([]);
    },
  );

  test('is chosen by its button, which leads to the search and never hides the list', async () => {
    await screen.open();
    const button = page.getByRole('button', { name: 'BTC/USDT, choose another pair' });
    const list = page.getByRole('region', { name: 'Markets' });
    const hasFocus = () => list.evaluate((place) => place.contains(document.activeElement));
    for (const press of [1, 2]) {
      await button.click();
      expect(await hasFocus(), `press ${press}`).toBe(true);
    }
    // Where it is folded away, it is there until a pair is chosen.
    await page.setViewportSize({ width: 1280, height: 800 });
    await list.waitFor({ state: 'detached' });
    await button.click();
    await expect.poll(hasFocus, shown).toBe(true);
    await page.keyboard.type('eth');
    await list.getByRole('button', { name: /^ETH\/USDT/ }).click();
    await list.waitFor({ state: 'detached' });
    await page.waitForURL(/\/dealCenter\/ETH_USDT$/);
    expect(visitor.problems).toEqual([]);
  });

  test('is of the tab: two tabs trade two pairs, also after a reload', async () => {
    await page.goto('/dealCenter/BTC_USDT');
    const other = await visitor.context.newPage();
    await other.goto('/dealCenter/ETH_USDT');
    await other.getByRole('heading', { name: /ETH\/USDT/ }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: /BTC\/USDT/ }).waitFor();
    await other.reload();
    await other.getByRole('heading', { name: /ETH\/USDT/ }).waitFor();
    await expect.poll(() => other.title(), shown).toContain('ETH/USDT');
    await expect.poll(() => page.title(), shown).toContain('BTC/USDT');
  });
});

describe('the layout', () => {
  const boxOf = async (name: string) => {
    const box = await page.locator(`[data-area="${name}"]`).boundingBox();
    if (box === null) throw new Error(`${name} is not on the page`);
    return box;
  };

  test('has a chart of 480 px, the form beside it, and nothing to scroll', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await screen.open();
    await page.locator('[data-area="chart"] canvas').first().waitFor();
    const [chart, form] = [await boxOf('chart'), await boxOf('form')];
    const stage = await page.getByRole('img', { name: /chart/ }).boundingBox();
    expect(stage?.height).toBeGreaterThanOrEqual(480);
    expect(form.x).toBeGreaterThanOrEqual(chart.x + chart.width);
    const rest = await page.evaluate(
      () => document.documentElement.scrollHeight - document.documentElement.clientHeight,
    );
    expect(rest).toBe(0);
  });

  test('of one’s own is there again after a reload and a restart of the server', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await screen.open();
    await page.getByRole('button', { name: 'Layout' }).click();
    const dialog = page.getByRole('dialog', { name: 'Layout' });
    await dialog.getByRole('button', { name: 'Move left: Order book' }).click();
    await dialog.getByRole('switch', { name: 'List of markets' }).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const edge = page.getByRole('separator', { name: 'Width of the order book' });
    const before = await boxOf('book');
    await edge.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await boxOf('book')).width).toBe(before.width + 32);
    const own = { book: await boxOf('book'), chart: await boxOf('chart') };
    expect(own.book.x).toBeLessThan(own.chart.x);

    await server.kill();
    await server.start();
    await page.reload();
    await screen.bestPrice('Buy').waitFor();
    expect({ book: await boxOf('book'), chart: await boxOf('chart') }).toEqual(own);
    expect(await page.locator('[data-area="markets"]').count()).toBe(0);

    await page.getByRole('button', { name: 'Layout' }).click();
    await dialog.getByRole('button', { name: 'Classic' }).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const [chart, form] = [await boxOf('chart'), await boxOf('form')];
    expect(form.y).toBeGreaterThanOrEqual(chart.y + chart.height);
    // 480 for the drawing, and its tools.
    expect(chart.height).toBeGreaterThanOrEqual(516);
    expect(await screen.form('Buy').isVisible()).toBe(true);
    expect(await screen.form('Sell').isVisible()).toBe(true);
  });

  test('is drawn with the pointer too', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await screen.open();
    const before = await boxOf('orders');
    const edge = await page.getByRole('separator', { name: 'Height of the orders' }).boundingBox();
    if (edge === null) throw new Error('no edge');
    await page.mouse.move(edge.x + edge.width / 2, edge.y + 4);
    await page.mouse.down();
    await page.mouse.move(edge.x + edge.width / 2, edge.y - 36, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await boxOf('orders')).height).toBe(before.height + 40);
  });
});

describe('the form', () => {
  beforeEach(async () => {
    await screen.logIn(DEMO_ACCOUNT.account, DEMO_ACCOUNT.password);
    await screen.open();
  });

  const toast = (text: string | RegExp) => page.getByRole('status').getByText(text).waitFor();

  test('places post-only orders, which are refused where they would trade', async () => {
    const form = await screen.showForm('Buy');
    await form.getByRole('checkbox', { name: 'Post-only' }).click();
    await form.getByText('Only ever rests in the book').waitFor();
    const above = await screen.priceBelowMarket(-1);
    await screen.placeLimit('Buy', { price: above, quantity: '0.0141' });
    await page
      .getByText('The post-only order would have traded at once, so it was not placed.')
      .waitFor();
    await page.getByRole('button', { name: 'Buy orders', exact: true }).click();
    await page.getByLabel('Price grouping').selectOption('1000');
    // As near as the rows of one side reach.
    const below = await screen.priceBelowMarket(0.15);
    await screen.placeLimit('Buy', { price: below, quantity: '0.0142' });
    await screen.orders('0.0142').waitFor();
    expect(await screen.orders('0.0141').count()).toBe(0);
    const own = page.getByRole('region', { name: 'Order book' }).locator('button[data-own]');
    await own.first().waitFor();
    await screen.revoke('0.0142');
    await expect.poll(() => own.count(), shown).toBe(0);
  });

  test('places IOC orders, which leave nothing behind', async () => {
    const form = await screen.showForm('Buy');
    await form.getByLabel('Time in force').selectOption('ioc');
    expect(await form.getByRole('checkbox', { name: 'Post-only' }).isDisabled()).toBe(true);
    const below = await screen.priceBelowMarket(1);
    await screen.placeLimit('Buy', { price: below, quantity: '0.0151' });
    await toast('Nothing could be traded; the order was cancelled');
    await screen.showOrders('Order history');
    await screen.orders('0.0151').filter({ hasText: 'Limit, IOC' }).waitFor();
  });

  test('spends what is typed as the total, and asks before where that is wanted', async () => {
    const form = await screen.showForm('Buy');
    await form.getByRole('button', { name: 'Order settings' }).click();
    const settings = page.getByRole('dialog', { name: 'Order settings' });
    await settings.getByRole('switch', { name: /^Ask before an order/ }).click();
    await page.keyboard.press('Escape');
    await settings.waitFor({ state: 'detached' });

    await page.getByRole('tab', { name: 'Market', exact: true }).click();
    await form.getByLabel('Total', { exact: true }).fill('100');
    await expect
      .poll(() => form.getByLabel('Quantity', { exact: true }).inputValue(), shown)
      .toMatch(/^0\.000\d+/);
    await form.getByRole('button', { name: 'Buy BTC' }).click();
    const question = page.getByRole('alertdialog', { name: 'Buy BTC' });
    const quantity = await question
      .getByText(/^0\.000\d+ BTC$/)
      .first()
      .innerText();
    await question.getByRole('button', { name: 'Buy BTC' }).click();
    await question.waitFor({ state: 'detached' });
    await screen.showOrders('Order history');
    await screen.orders(quantity.replace(' BTC', '')).waitFor();
    await page
      .getByRole('status')
      .getByText(/^Order filled: 0\.000\d+ BTC for /)
      .waitFor();
    expect(await form.getByLabel('Total', { exact: true }).inputValue()).toBe('');
  });

  test('asks nothing on behalf of somebody who has logged out in another tab', async () => {
    const form = await screen.showForm('Buy');
    await form.getByRole('button', { name: 'Order settings' }).click();
    const settings = page.getByRole('dialog', { name: 'Order settings' });
    await settings.getByRole('switch', { name: /^Ask before an order/ }).click();
    await page.keyboard.press('Escape');
    await settings.waitFor({ state: 'detached' });
    await screen.placeLimit('Buy', { price: await screen.priceBelowMarket(2), quantity: '0.0161' });
    const question = page.getByRole('alertdialog', { name: 'Buy BTC' });
    await question.waitFor();

    const other = await visitor.context.newPage();
    await other.goto('/dealCenter');
    await other.getByRole('button', { name: /^Account number/ }).click();
    await other.getByRole('button', { name: 'Log out' }).click();
    await other.waitForURL(/login/);
    await question.waitFor({ state: 'detached' });
    expect(await form.getByLabel('Quantity', { exact: true }).inputValue()).toBe('');
  });

  test('takes shares of the balance and revokes what is listed by single keys', async () => {
    const form = await screen.showForm('Buy');
    const quantity = form.getByLabel('Quantity', { exact: true });
    const typed = async () => Number((await quantity.inputValue()).replaceAll(',', ''));
    await page.getByRole('heading', { name: 'Order book' }).click();
    // Before the balance is known there is no share of it.
    const pressed = async () => {
      await page.keyboard.press('4');
      return typed();
    };
    await expect.poll(pressed, shown).toBeGreaterThan(0);
    const all = await typed();
    await page.keyboard.press('2');
    await expect.poll(typed, shown).toBeCloseTo(all / 2, 3);
    // In a field a digit is a digit.
    await quantity.fill('0.0161');
    await quantity.press('4');
    expect(await typed()).toBe(0.01614);

    const below = await screen.priceBelowMarket(1);
    await screen.placeLimit('Buy', { price: below, quantity: '0.0161' });
    await screen.orders('0.0161').waitFor();
    await page.getByRole('heading', { name: 'Order book' }).click();
    await page.keyboard.press('x');
    const asked = page.getByRole('alertdialog', { name: 'Cancel all these orders?' });
    await asked.getByRole('button', { name: 'Cancel all' }).click();
    await asked.waitFor({ state: 'detached' });
    await expect.poll(() => screen.orders('0.0161').count(), shown).toBe(0);
  });

  test('steps the price by keys and buttons, and takes the best one', async () => {
    const form = await screen.showForm('Buy');
    const price = form.getByLabel('Price', { exact: true });
    await price.fill('50000');
    await price.press('ArrowUp');
    expect(await price.inputValue()).toBe('50,000.01');
    await form.getByRole('button', { name: 'Lower: Price' }).click();
    await form.getByRole('button', { name: 'Lower: Price' }).click();
    expect((await price.inputValue()).replace(',', '')).toBe('49999.99');
    await form.getByRole('button', { name: 'BBO' }).click();
    await expect
      .poll(async () => Number((await price.inputValue()).replaceAll(',', '')), shown)
      .toBeGreaterThan(60_000);
  });
});
