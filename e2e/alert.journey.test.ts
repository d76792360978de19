/** Price alerts, an order that is edited in its list, and the focus after a question. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { axeFaults } from './axe.ts';
import { launchBrowser, SHOWN_WITHIN_MS, Visitor } from './browser.ts';
import { DEMO_ACCOUNT } from './front.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

/** The simulated price moves by more than the distance of the alert well within this time. */
const MET_WITHIN_MS = 90_000;

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
  await screen.logIn(DEMO_ACCOUNT.account, DEMO_ACCOUNT.password);
  await screen.open();
});
afterEach(async () => {
  await visitor.leave();
});

const dialog = () => page.getByRole('dialog');

test('the form of an alert names a mistake once something was typed or sent', async () => {
  await page.getByRole('button', { name: 'Price alert' }).click();
  const price = dialog().getByLabel('Price', { exact: true });
  await price.waitFor();
  const mistake = dialog().getByText(/The price is there now|Enter a price greater/);
  expect(await mistake.count()).toBe(0);
  await price.fill('0');
  await dialog().getByText('Enter a price greater than 0.').waitFor();
  expect(visitor.problems).toEqual([]);
});

test('an alert is set while the chart fills the screen, and its price is marked there until it is deleted', async () => {
  const price = await screen.priceBelowMarket(0.5);
  const marks = page.locator('[data-area=chart] [data-mark][data-kind=alert]');
  await page.getByRole('button', { name: 'Full screen' }).click();
  await page.getByRole('button', { name: 'Leave full screen' }).waitFor();
  await page.getByRole('button', { name: 'Price alert' }).click();
  await dialog().getByLabel('Price', { exact: true }).fill(price);
  await dialog().getByRole('button', { name: 'Set alert' }).click();
  await dialog()
    .getByRole('button', { name: /^Delete the alert/ })
    .waitFor();
  expect(
    await page.evaluate(() => document.fullscreenElement?.contains(document.activeElement)),
  ).toBe(true);
  await marks.waitFor({ state: 'attached' });
  await dialog()
    .getByRole('button', { name: /^Delete the alert/ })
    .click();
  await marks.waitFor({ state: 'detached' });
  expect(visitor.problems).toEqual([]);
});

test(
  'an alert that is set in the terminal is announced when its price is met, and stands in the inbox',
  { timeout: MET_WITHIN_MS + 60_000 },
  async () => {
    for (const share of [-0.02, 0.02]) {
      // The book is out of reach behind the dialog.
      const price = await screen.priceBelowMarket(share);
      await page.getByRole('button', { name: 'Price alert' }).click();
      await dialog().getByLabel('Price', { exact: true }).fill(price);
      await dialog().getByLabel('Note (optional)').fill('look');
      await dialog().getByRole('button', { name: 'Set alert' }).click();
      await page.getByRole('status').getByText('Alert set: BTC/USDT').first().waitFor();
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
    }
    await page
      .getByText(/Price alert: (risen|fallen): BTC\/USDT: the last price has reached/)
      .first()
      .waitFor({ timeout: MET_WITHIN_MS });
    await page.goto('/accountMessage');
    await page
      .getByText(/Price alert: (risen|fallen)/)
      .first()
      .waitFor();
    await page
      .getByText(/Your note: look/)
      .first()
      .waitFor();
    await page.goto('/accountSet');
    await page.getByRole('heading', { name: 'Price alerts' }).waitFor();
    await page.getByText(/Met: /).first().waitFor();
    expect(visitor.problems).toEqual([]);
  },
);

test('the dialog of alerts is usable by everybody', async () => {
  await page.getByRole('button', { name: 'Price alert' }).click();
  await dialog().getByRole('button', { name: 'Set alert' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Price alert',
  );
});

test('an open order is edited in its list, and the focus is back after Cancel all is left', async () => {
  await screen.placeLimit('Buy', { price: await screen.priceBelowMarket(3), quantity: '0.0121' });
  await screen.orders('0.0121').getByRole('button', { name: /^Edit/ }).click();
  await dialog().getByLabel('Quantity', { exact: true }).fill('0.0122');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('status')
    .getByText(/^Order moved: 0.0122 BTC/)
    .waitFor();
  await screen.orders('0.0122').waitFor();
  await screen.orders('0.0121').waitFor({ state: 'detached' });

  // An order that is moved over the other side trades at once, and the message tells its fill.
  await screen.placeLimit('Buy', { price: await screen.priceBelowMarket(3), quantity: '0.0123' });
  const above = await screen.priceBelowMarket(-0.5);
  await screen.orders('0.0123').getByRole('button', { name: /^Edit/ }).click();
  await dialog().getByLabel('Price', { exact: true }).fill(above);
  await dialog().getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('status')
    .getByText(/^Order moved: 0.0123 BTC .* Order filled: 0.0123 BTC for [\d,.]+ USDT/)
    .waitFor();

  const all = page.getByRole('button', { name: 'Cancel all' });
  await all.click();
  await page.getByRole('alertdialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel all');
  expect(visitor.problems).toEqual([]);
});
