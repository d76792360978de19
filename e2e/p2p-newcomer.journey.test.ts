/** A newcomer of the demo buys and sells in the P2P market, alone and by the screen. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, SHOWN_WITHIN_MS, Visitor } from './browser.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

/** A merchant of the house pays after three seconds, and releases after five. */
const MERCHANT_WITHIN_MS = 30_000;
const MINUTE_MS = 60_000;
const COMPLETED = 'Completed';

let browser: Browser;
let server: ServerProcess;
let newcomer: Visitor;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), ServerProcess.start()]);
  newcomer = await Visitor.arrive(browser, server.url, { reducedMotion: 'reduce' });
  newcomer.page.setDefaultTimeout(SHOWN_WITHIN_MS);
  await new SpotScreen(newcomer.page).logIn('demo@meridian.test', 'Demo1234');
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('500 CNY become coins, and the coins money again, within a minute each', async () => {
  const { page } = newcomer;
  const boughtAfterMs = await timed(() => buyFor(page, '500'));
  const bought = await p2pBalance(page);
  expect(Number(bought)).toBeGreaterThan(50);
  const soldAfterMs = await timed(() => sellAll(page, bought));
  expect(await p2pBalance(page)).toBe('0');
  expect(boughtAfterMs).toBeLessThan(MINUTE_MS);
  expect(soldAfterMs).toBeLessThan(MINUTE_MS);
  expect(newcomer.problems).toEqual([]);
}, 180_000);

async function buyFor(page: Page, money: string): Promise<void> {
  await page.goto('/fiatradCenter');
  await page.getByLabel('I want to pay').fill(money);
  const dialog = await takeBest(page, 'Buy USDT');
  await dialog.getByRole('button', { name: 'Buy USDT' }).click();
  await page.waitForURL(/\/c2cOrder\?id=\d+$/);
  await heading(page, 'Pay the seller').waitFor();
  await page.getByRole('button', { name: 'I have paid' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'I have paid' }).click();
  await heading(page, COMPLETED).waitFor({ timeout: MERCHANT_WITHIN_MS });
}

async function sellAll(page: Page, coins: string): Promise<void> {
  await page.goto('/fiatradCenter');
  await page.getByRole('button', { name: 'Sell', exact: true }).first().click();
  await page.getByLabel('I want to receive').fill('400');
  const dialog = await takeBest(page, 'Sell USDT');
  await dialog.getByRole('button', { name: 'Max' }).click();
  await dialog.getByText(`${coins} USDT`).first().waitFor();
  await dialog.getByRole('button', { name: 'Sell USDT' }).click();
  await page.waitForURL(/\/c2cOrder\?id=\d+$/);
  const toRelease = heading(page, 'Check your account, then release');
  await toRelease.waitFor({ timeout: MERCHANT_WITHIN_MS });
  await page.getByRole('button', { name: 'Release the coins' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('radio', { name: /^An account of Demo Merchant/ }).click();
  await question.getByRole('checkbox').click();
  await question.getByRole('button', { name: `Release ${coins} USDT` }).click();
  await heading(page, COMPLETED).waitFor();
}

/** Presses the best offer. @returns the dialog of the order */
async function takeBest(page: Page, name: string): Promise<Locator> {
  await page.getByRole('region', { name: 'Best offer' }).getByRole('button', { name }).click();
  return page.getByRole('dialog', { name });
}

/** USDT of the P2P account, as the page of assets shows them. */
async function p2pBalance(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const answer = await fetch('/api/wallet/detail', {
      method: 'POST',
      headers: {
        authorization: localStorage.getItem('token') ?? '',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ currency: 3 }),
    });
    return ((await answer.json()) as { message: { legal_balance: string } }).message.legal_balance;
  });
}

function heading(page: Page, name: string): Locator {
  return page.getByRole('heading', { name, exact: true });
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}
