import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, Visitor } from './browser.ts';
import { MarginScreen } from './margin-screen.ts';
import { Operator } from './operator.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

const SOON = { timeout: 20_000 };

/** The first number of an English text, where a loss has a true minus sign. */
function figureOf(text: string): number {
  return Number(/[−-]?[\d,]+(?:\.\d+)?/.exec(text)?.[0].replaceAll(',', '').replace('−', '-'));
}

describe('what a customer owns is told as it is', () => {
  let browser: Browser;
  let server: ServerProcess;
  let visitor: Visitor;
  let screen: MarginScreen;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launchBrowser(), ServerProcess.start()]);
    visitor = await Visitor.arrive(browser, server.url);
    screen = new MarginScreen(visitor.page);
    await new SpotScreen(visitor.page).logIn('demo@meridian.test', 'Demo1234');
  });
  afterAll(async () => {
    await browser.close();
    await server.remove();
  });

  const card = (name: string): Locator => visitor.page.getByRole('region', { name, exact: true });

  test('open profit and loss counts in the contract wallet and in the total, and both move with the index', async () => {
    const { page } = visitor;
    await screen.arrive('/leverdealCenter');
    await screen.open('Long', 10, 1_000);
    await page.goto('/lever');
    const row = page.getByRole('row').filter({ has: page.getByRole('cell') });
    const figureIn = async (column: string): Promise<number> =>
      figureOf(await row.locator(`td[data-label="${column}"]`).innerText());
    await expect.poll(() => figureIn('Open profit or loss'), SOON).not.toBe(0);
    // Read in one call: an index price may come between two.
    await expect
      .poll(async () => {
        const text = await row.innerText();
        const [available = 0, held = 0, profit = 0, worth = 0] = (
          text.replace('USDT', '').match(/[−-]?[\d,]+\.\d+/g) ?? []
        ).map(figureOf);
        return Math.abs(available + held + profit - worth) < 0.02 && profit !== 0;
      }, SOON)
      .toBe(true);
    const first = figureOf(await card('Equity').innerText());
    await expect.poll(async () => figureOf(await card('Equity').innerText()), SOON).not.toBe(first);
    await page.goto('/');
    const total = async (): Promise<number> =>
      figureOf((await card('Total assets').innerText()).replace('Total assets', ''));
    const before = await total();
    await expect.poll(total, SOON).not.toBe(before);
  });

  test('positions of all markets and both sides are in one list, with their actions in sight', async () => {
    const { page } = visitor;
    await screen.arrive('/leverdealCenter');
    await screen.open('Short', 10, 77);
    await page.getByRole('tab', { name: 'Positions (2)' }).waitFor();
    await screen.choose('ETH');
    const own = page.getByRole('region', { name: 'Positions', exact: true });
    await screen.ofLots(1_000).waitFor();
    await screen.ofLots(77).waitFor();
    await own.getByRole('group', { name: 'Side' }).getByRole('button', { name: 'Short' }).click();
    await screen.ofLots(1_000).waitFor({ state: 'detached' });
    await own.getByRole('group', { name: 'Side' }).getByRole('button', { name: 'All' }).click();
    await own.getByLabel('This pair only').click();
    await own.getByText('Nothing here yet.').waitFor();
    await own.getByLabel('This pair only').click();
    for (const width of [390, 834, 1280, 1366, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      for (const name of ['Close', 'TP/SL']) {
        const button = screen.ofLots(77).getByRole('button', { name, exact: true });
        // The list is drawn anew where it changes between rows and cards.
        await expect
          .poll(
            async () => {
              const box = await button.boundingBox();
              return box !== null && box.x >= 0 && box.x + box.width <= width;
            },
            { message: `${name} at ${width}` },
          )
          .toBe(true);
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    // The name of the market leads to it.
    await screen.ofLots(77).getByRole('button', { name: 'BTC/USDT' }).click();
    await screen.form().getByRole('button', { name: 'Go long BTC' }).waitFor();
    await screen.closeAll('shorts only');
    await page.getByRole('tab', { name: 'Positions (1)' }).waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test('a sell order stands in the list of orders as soon as it is placed, in every market', async () => {
    const { page } = visitor;
    const spot = new SpotScreen(page);
    await spot.open();
    const price = String(
      Math.ceil(Number(await spot.bestPrice('Sell').getAttribute('data-price')) * 1.05),
    );
    await spot.placeLimit('Sell', { price, quantity: '0.01' });
    await page.getByRole('tab', { name: 'Current orders (1)' }).waitFor();
    await spot.ordersIn('BTC/USDT').getByText('Sell').waitFor();
    await page
      .getByRole('region', { name: 'Markets' })
      .getByRole('button', { name: /^XRP/ })
      .click();
    await page.getByRole('heading', { name: /XRP\/USDT/ }).waitFor();
    await spot.ordersIn('BTC/USDT').waitFor();
    await page
      .getByRole('region', { name: 'Orders', exact: true })
      .getByLabel('This pair only')
      .click();
    await page.getByText('No open orders.').waitFor();
  });

  test('an open page learns what an operator changes: the fee, then that a market takes no orders', async () => {
    const { page } = visitor;
    const spot = new SpotScreen(page);
    await spot.open();
    await page
      .getByRole('region', { name: 'Markets' })
      .getByRole('button', { name: /^EOS/ })
      .click();
    await spot.form('Buy').getByText('Fee 0.1%').waitFor();
    const operator = await Operator.logIn(server.url);
    await operator.change('EOS/USDT', { taker_fee_bps: '25' });
    await spot.form('Buy').getByText('Fee 0.25%').waitFor();
    await operator.change('EOS/USDT', { taker_fee_bps: '25', status: 'cancelOnly' });
    await page
      .getByText('This market takes no new orders at present. Open orders can be cancelled.')
      .first()
      .waitFor();
    expect(await spot.form('Buy').getByRole('button', { name: 'Buy EOS' }).isDisabled()).toBe(true);
    await operator.change('EOS/USDT', { status: 'open' });
    await expect
      .poll(() => spot.form('Buy').getByRole('button', { name: 'Buy EOS' }).isDisabled())
      .toBe(false);
  });

  test('a tab that was open before a login in another tab follows that account', async () => {
    const person = await Visitor.arrive(browser, server.url);
    const early = new SpotScreen(person.page);
    await early.open();
    const late = new SpotScreen(await person.context.newPage());
    await late.logIn('demo@meridian.test', 'Demo1234');
    await late.open();
    await late.placeLimit('Buy', { price: await late.priceBelowMarket(5), quantity: '0.0123' });
    await early.orders('0.0123').waitFor();
    await late.revoke('0.0123');
    await early.orders('0.0123').waitFor({ state: 'detached' });
    expect(person.problems).toEqual([]);
    await person.leave();
  });
});
