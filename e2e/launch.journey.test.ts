/**
 * A visitor reads the plan of a new coin and its white paper; two operators open a market of the
 * coin, and its button leads there.
 */
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, SHOWN_WITHIN_MS, Visitor } from './browser.ts';
import { Operator } from './operator.ts';
import { ServerProcess } from './server-process.ts';

const TEST_MS = 120_000;
/** MRD/USDT. */
const MARKET = {
  base: '12',
  quote: '3',
  tick_size: '0.0001',
  lot_size: '0.1',
  maker_fee_bps: '10',
  taker_fee_bps: '10',
  min_total: '5',
  max_quantity: '1000000',
  max_open_orders: '200',
  band_bps: '0',
  slippage_bps: '0',
  status: 'open',
  is_display: '1',
  open_microtrade: '0',
};

let browser: Browser;
let server: ServerProcess;
let visitor: Visitor;
beforeAll(async () => {
  [browser, server] = await Promise.all([
    launchBrowser(),
    ServerProcess.start({ RATE_LIMITS: 'off' }),
  ]);
  visitor = await Visitor.arrive(browser, server.url, { reducedMotion: 'reduce' });
  visitor.page.setDefaultTimeout(SHOWN_WITHIN_MS);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

const coin = (name: string): Locator =>
  visitor.page.getByRole('listitem').filter({ has: visitor.page.getByRole('heading', { name }) });

test('a visitor finds new coins in the menu, with what the ledger has of each', async () => {
  const { page } = visitor;
  await page.goto('/');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'New coins' }).click();
  const meridian = coin('Meridian coin');
  await meridian.getByRole('img', { name: '40% of the planned amount is issued' }).waitFor();
  const text = await meridian.innerText();
  for (const part of ['Running', '40,000,000', '60,000,000', '100,000,000', '0.2500 USDT', 'MRD'])
    expect(text).toContain(part);
  expect(await meridian.getByRole('button', { name: 'Buy MRD' }).isDisabled()).toBe(true);
  // The demo sells it, so no market is its only way.
  await meridian.getByText(/It (?:is offered now|will be offered):/).waitFor();
  expect(await meridian.getByText(/once it has a market here/).count()).toBe(0);
  const harbour = coin('Harbour coin');
  expect(await harbour.innerText()).toContain('Upcoming');
  await harbour.getByText(/Planned from \d{4}-\d\d-\d\d 08:00:00/).waitFor();
});

test('the white paper is an article, and the old address leads to the page', async () => {
  const { page } = visitor;
  await page.getByRole('link', { name: 'White paper: Meridian coin' }).click();
  await page.getByRole('heading', { name: 'New coins', level: 1 }).waitFor();
  await page.getByText(/The Meridian coin \(MRD\) is the coin of the demo/).waitFor();
  await page.goto('/#/upstart');
  await coin('Meridian coin').waitFor();
});

test('the card of a coin leads to the sale of it', async () => {
  const { page } = visitor;
  for (const [kind, address] of [
    ['Token sales', '/sale'],
    ['Crowdfunding', '/crowd'],
  ] as const) {
    await page.goto('/upstart');
    await coin('Meridian coin').getByRole('link', { name: kind }).click();
    await page.waitForURL(new RegExp(`${address}$`));
    await page
      .getByRole('heading', { name: /^Meridian coin: / })
      .first()
      .waitFor();
  }
  await page.goto('/upstart');
});

test('with a market the button leads to it', { timeout: TEST_MS }, async () => {
  const { page } = visitor;
  const operator = await Operator.logIn(server.url);
  await operator.list(MARKET);
  await page.reload();
  await coin('Meridian coin').getByRole('button', { name: 'Buy MRD' }).click();
  await page.waitForURL(/dealCenter/);
  await page.getByText('MRD/USDT').locator('visible=true').first().waitFor();
  expect(visitor.problems).toEqual([]);
});
