import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { axeFaults } from './axe.ts';
import { launchBrowser, Visitor } from './browser.ts';
import { ChartScreen } from './chart-screen.ts';
import { MarginScreen } from './margin-screen.ts';
import { coveredByToasts } from './page-probes.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

const SOON = { timeout: 20_000 };

describe('orders on positions', () => {
  let browser: Browser;
  let server: ServerProcess;
  let visitor: Visitor;
  let page: Page;
  let screen: MarginScreen;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launchBrowser(), ServerProcess.start()]);
  });
  beforeEach(async () => {
    visitor = await Visitor.arrive(browser, server.url);
    page = visitor.page;
    await new SpotScreen(page).logIn('demo@meridian.test', 'Demo1234');
    screen = new MarginScreen(page);
    await screen.arrive('/leverdealCenter');
  });
  afterEach(async () => {
    expect(visitor.problems).toEqual([]);
    await visitor.leave();
  });
  afterAll(async () => {
    await browser.close();
    await server.remove();
  });

  const asked = (): Locator => page.getByRole('alertdialog');

  /** Presses a choice in the menu of a row. */
  async function choose(row: Locator, name: string): Promise<void> {
    await row.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  }

  /** Waits for a toast; PRICE and PROFIT stand for figures in USDT. */
  async function told(text: RegExp): Promise<void> {
    const source = text.source
      .replace('PRICE', String.raw`[\d,]+\.\d\d`)
      .replace('PROFIT', String.raw`(?:[+−][\d,]+\.\d\d|0\.00) USDT`);
    await page.getByRole('status').getByText(new RegExp(source)).waitFor(SOON);
  }

  test('half of a position closes in three presses, all of it reverses in three', async () => {
    const row = await screen.openFilled('Long', 10, 20);
    const chart = page.getByRole('region', { name: 'Chart', exact: true });
    await chart.getByText('Entry 0.02000').waitFor();
    await row.getByRole('button', { name: 'Close', exact: true }).click();
    await asked().getByRole('button', { name: '50%' }).click();
    await asked().getByText('10 lots stay open.').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await asked().getByRole('button', { name: 'Close', exact: true }).click();
    const half = screen.ofLots(10, 'Long');
    // Told with the price and the profit of these lots, where nothing that is pressed next stands.
    await told(
      /^Part of the position closed: Long BTC\/USDT, 10 lots at PRICE, realised P\/L PROFIT/,
    );
    expect(await coveredByToasts(page)).toEqual([]);
    await half.waitFor(SOON);
    await chart.getByText('Entry 0.01000').waitFor();

    await choose(half, 'Reverse');
    await asked().getByRole('button', { name: 'Reverse', exact: true }).click();
    await told(
      /^Position reversed: Long → Short BTC\/USDT, 10 lots at PRICE, realised P\/L PROFIT/,
    );
    const short = screen.ofLots(10, 'Short');
    await short.waitFor(SOON);
    expect(await half.count()).toBe(0);

    await short.getByRole('button', { name: 'Close', exact: true }).click();
    await asked().getByRole('button', { name: 'Close', exact: true }).click();
    await told(/^Position closed: Short BTC\/USDT, 10 lots at PRICE, realised P\/L PROFIT/);
    await short.waitFor({ state: 'detached', ...SOON });
    await chart.getByText('Entry').waitFor({ state: 'detached' });
  });

  test('a close at a price waits in its row, and is cancelled', async () => {
    const row = await screen.openFilled('Long', 10, 12);
    await row.getByRole('button', { name: 'Close', exact: true }).click();
    await asked().getByRole('button', { name: 'Limit', exact: true }).click();
    await asked().getByLabel('Lots to close', { exact: true }).fill('13');
    await asked().getByRole('button', { name: 'Close', exact: true }).click();
    await asked().getByText('Enter 1 to 12 lots.').waitFor();
    await asked().getByLabel('Lots to close', { exact: true }).fill('5');
    await asked().getByLabel('Price', { exact: true }).fill('900000');
    await asked().getByRole('button', { name: 'Close', exact: true }).click();
    await row.getByText('closes 5 lots at 900,000.00').waitFor(SOON);
    await page.getByRole('tab', { name: 'Open orders (1)' }).click();
    const order = screen.ofLots(5);
    await order.getByText('Close long').waitFor();
    await order.getByText('5 lots').waitFor();
    await order.getByText('900,000.00', { exact: true }).waitFor();
    await order.getByRole('button', { name: 'Cancel', exact: true }).click();
    await asked().getByText('5 lots, at 900,000').waitFor();
    await asked().getByRole('button', { name: 'Keep', exact: true }).click();
    await screen.show('Holding');
    await choose(row, 'Cancel the close');
    await asked().getByRole('button', { name: 'Cancel the close', exact: true }).click();
    await row.getByText('closes 5 lots').waitFor({ state: 'detached', ...SOON });
    await row.waitFor({ timeout: 5_000 });
    await screen.closeAll();
  });

  test('a stop that is pulled on the chart is asked about at its new price', async () => {
    const row = await screen.openFilled('Long', 10, 8);
    const chart = new ChartScreen(page);
    await chart.drawn();
    // Its scale has room for a stop below the market.
    await chart.panel.getByRole('button', { name: '1h', exact: true }).click();
    await row.getByRole('button', { name: 'TP/SL' }).click();
    const dialog = page.getByRole('dialog', { name: /^TP\/SL · BTC/ });
    const field = dialog.getByLabel('Stop-loss', { exact: true });
    const mark = (await dialog.locator('dd').nth(2).innerText()).replaceAll(',', '');
    const first = (Number(mark) * 0.99).toFixed(2);
    await field.fill(first);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached', ...SOON });
    const handle = chart.handle(/^SL/);
    await handle.waitFor(SOON);
    const grip = await handle.boundingBox();
    if (grip === null) throw new Error('the handle is out of sight');
    const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + 30, { steps: 5 });
    await page.mouse.up();
    await dialog.waitFor();
    const wanted = Number((await field.inputValue()).replaceAll(',', ''));
    expect(wanted).toBeLessThan(Number(first));
    const plain = (price: number): string =>
      price.toLocaleString('en-US', { minimumFractionDigits: 2 });
    // Nothing is sent yet. A list behind a dialog has no roles.
    await page
      .getByText(plain(Number(first)), { exact: true })
      .first()
      .waitFor(SOON);
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByText(plain(wanted), { exact: true }).waitFor(SOON);
    await screen.closeAll();
  });

  test('stops travel with an order, and a reduce-only order opens nothing', async () => {
    const form = screen.form();
    await form.getByRole('checkbox', { name: 'TP/SL' }).click();
    await form.getByLabel('Stop-loss', { exact: true }).fill('900000');
    await screen.sizeIn('Lots');
    await form.getByLabel('Lots', { exact: true }).fill('7');
    await form.getByRole('button', { name: 'Go long BTC' }).click();
    await form.getByText('The stop-loss must lie on the losing side of').waitFor();
    await form.getByLabel('Stop-loss', { exact: true }).fill('1000');
    await form.getByLabel('Take-profit', { exact: true }).fill('900000');
    await form.getByText('Long').first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await form.getByRole('button', { name: 'Go long BTC' }).click();
    const question = page.getByRole('dialog', { name: 'Confirm the order' });
    await question.getByText('900,000.00 USDT').waitFor();
    await question.getByRole('button', { name: 'Go long BTC' }).click();
    const row = screen.ofLots(7, 'Long');
    await row.waitFor(SOON);
    await row.getByText('900,000.00').waitFor();
    await row.getByText('1,000.00', { exact: true }).waitFor();

    await form.getByRole('checkbox', { name: 'Reduce only' }).click();
    await form.getByLabel('Lots', { exact: true }).fill('7');
    await form.getByRole('button', { name: 'Go short BTC' }).click();
    await question.getByRole('button', { name: 'Go short BTC' }).click();
    await row.waitFor({ state: 'detached', ...SOON });
    expect(await screen.ofSide('Short').count()).toBe(0);
  });

  test('terms that are not those of the form open nothing, and are told', async () => {
    const offer = /\/api\/lever\/deal\b/;
    await page.route(offer, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { message: Record<string, unknown> };
      body.message['lever_trade_fee'] = '0.01';
      await route.fulfill({ response, json: body });
    });
    await screen.arrive('/leverdealCenter');
    const form = screen.form();
    await screen.sizeIn('Lots');
    await form.getByLabel('Lots', { exact: true }).fill('6');
    const question = page.getByRole('dialog', { name: 'Confirm the order' });
    const send = async (): Promise<void> => {
      await form.getByRole('button', { name: 'Go long BTC' }).click();
      await question.getByRole('button', { name: 'Go long BTC' }).click();
    };
    await form.getByRole('button', { name: 'Go long BTC' }).click();
    await question.getByText('Fee (0.01%)').waitFor();
    await page.unroute(offer);
    await question.getByRole('button', { name: 'Go long BTC' }).click();
    await page.getByText(/^The terms have changed: the spread is [\d.]+% now, the fee/).waitFor();
    await question.waitFor({ state: 'detached' });
    expect(await screen.ofLots(6).count()).toBe(0);
    // The form has the present terms by now.
    await send();
    await screen.ofLots(6, 'Long').waitFor(SOON);
    await screen.closeAll();
  });

  test('margin that is added to an isolated position moves its liquidation away', async () => {
    const form = screen.form();
    await form.getByRole('button', { name: 'Isolated', exact: true }).click();
    const row = await screen.openFilled('Long', 50, 9);
    await row.getByText('Isolated').waitFor();
    const before = await liquidationOf(row);
    await choose(row, 'Margin');
    const dialog = page.getByRole('dialog', { name: /^Margin · BTC/ });
    await dialog.getByLabel('Amount', { exact: true }).fill('99999999');
    await dialog.getByRole('button', { name: 'Add', exact: true }).last().click();
    await dialog.getByText(/^At most /).waitFor();
    await dialog.getByLabel('Amount', { exact: true }).fill('90');
    const promised = await dialog.locator('dd').last().innerText();
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add', exact: true }).last().click();
    await dialog.waitFor({ state: 'detached', ...SOON });
    // 90 USDT are 10,000 of the price of 0.009 BTC.
    await expect.poll(() => liquidationOf(row), SOON).toBeCloseTo(before - 10_000, -1);
    expect(await liquidationOf(row)).toBeCloseTo(Number(promised.replaceAll(',', '')), 1);

    await choose(row, 'Margin');
    await dialog.getByRole('button', { name: 'Take back', exact: true }).first().click();
    await dialog.getByLabel('Amount', { exact: true }).fill('40');
    await dialog.getByRole('button', { name: 'Take back', exact: true }).last().click();
    await dialog.waitFor({ state: 'detached', ...SOON });
    await expect.poll(() => liquidationOf(row), SOON).toBeGreaterThan(before - 6_000);
    await screen.closeAll();
    await page.reload();
    await form.getByRole('button', { name: 'Isolated', pressed: true }).waitFor();
  });
});

/** The sixth figure of a row. */
async function liquidationOf(row: Locator): Promise<number> {
  const text = await row.locator('td').nth(5).innerText();
  return Number(text.replaceAll(',', ''));
}
