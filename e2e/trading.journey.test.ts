import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AccountScreen } from './account-screen.ts';
import { launchBrowser, Visitor } from './browser.ts';
import { CuttableLine } from './cuttable-line.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

const PASSWORD = 'plover 42 dunes';
/** The screen is right again within this time after a dropped connection. */
const RECOVERY_MS = 2_000;

let browser: Browser;
let server: ServerProcess;
let visitor: Visitor;
let screen: SpotScreen;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), ServerProcess.start()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});
beforeEach(async () => {
  visitor = await Visitor.arrive(browser, server.url);
  screen = new SpotScreen(visitor.page);
});
afterEach(async () => {
  await visitor.leave();
});

describe('a stranger', () => {
  test('sees the market, and is asked to log in or register where he would trade', async () => {
    await screen.open();
    await visitor.page.getByRole('img', { name: /BTC\/USDT chart.*last price [\d.,]+/ }).waitFor();
    for (const side of ['Buy', 'Sell'] as const) {
      const form = await screen.showForm(side);
      await form.getByRole('link', { name: 'Log in' }).waitFor();
      expect(await form.getByRole('link', { name: 'Register' }).count()).toBe(1);
      expect(await form.getByRole('button', { name: `${side} BTC` }).count()).toBe(0);
    }
    expect(visitor.problems).toEqual([]);
  });

  test('is told what is wrong with a login', async () => {
    const { page } = visitor;
    await page.goto('/components/login');
    await page.getByLabel('E-mail or phone number').fill('nobody@example.com');
    await page.getByLabel('Password', { exact: true }).fill('Wrong1234');
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'The account or the password is wrong.' })
      .waitFor();
    expect(visitor.problems).toEqual([]);
  });
});

describe('a person', () => {
  test('registers, gets play money, trades, and finds everything again after the server was killed', async () => {
    const { page } = visitor;
    const email = `journey-${Date.now()}@example.com`;
    const account = new AccountScreen(page, server.url);
    await account.begin({ email }, 'Germany');
    await account.open(email, PASSWORD);
    await screen.open();
    await page.getByRole('button', { name: 'Get demo funds' }).first().click();
    await screen
      .form('Buy')
      .getByText(/^10,000\.0+ USDT$/)
      .waitFor();

    const price = await screen.priceBelowMarket(2);
    await screen.placeLimit('Buy', { price, quantity: '0.0101' });
    await screen.orders('0.0101').waitFor();
    await screen.revoke('0.0101');
    await screen.orders('0.0101').waitFor({ state: 'detached' });

    await screen.placeMarket('Buy', '0.0202');
    await screen.showOrders('Order history');
    await screen.orders('0.0202').filter({ hasText: 'Dealt' }).waitFor();
    await screen.orders('0.0101').filter({ hasText: 'Cancelled by you' }).waitFor();

    // Another resting order, so that each list has an order to keep across the restart.
    await screen.placeLimit('Buy', { price, quantity: '0.0303' });
    await screen.showOrders('Current orders');
    await screen.orders('0.0303').waitFor();

    await server.kill();
    await server.start();

    await page.reload();
    await screen.orders('0.0303').waitFor();
    await screen.showOrders('Order history');
    await screen.orders('0.0202').filter({ hasText: 'Dealt' }).waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test('is told what is wrong with an order, beside the field', async () => {
    await screen.logIn('demo@meridian.test', 'Demo1234');
    await screen.open();
    const form = screen.form('Buy');
    await screen.placeLimit('Buy', { price: '', quantity: '' });
    await form.getByText('Enter a buy price greater than 0.').waitFor();
    await form.getByText('Enter a buy quantity greater than 0.').waitFor();
    expect(await form.getByLabel('Price', { exact: true }).getAttribute('aria-invalid')).toBe(
      'true',
    );

    await form.getByLabel('Price', { exact: true }).fill('1e5');
    // Invalid input stays as typed, with an error.
    expect(await form.getByLabel('Price', { exact: true }).inputValue()).toBe('1e5');
    await form.getByText('Write this number as 1,234.5 or 1234.5').waitFor();

    await screen.placeLimit('Buy', { price: await screen.priceBelowMarket(1), quantity: '9999' });
    await form.getByText('Your balance is not sufficient.').waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test('takes back all orders that are listed at once, and those alone', async () => {
    const { page } = visitor;
    await screen.logIn('demo2@meridian.test', 'Demo1234');
    await screen.open();
    await screen.placeLimit('Buy', { price: await screen.priceBelowMarket(2), quantity: '0.0111' });
    await screen.placeLimit('Buy', { price: await screen.priceBelowMarket(3), quantity: '0.0112' });
    await screen.placeLimit('Sell', {
      price: await screen.priceBelowMarket(-2),
      quantity: '0.0113',
    });
    for (const quantity of ['0.0111', '0.0112', '0.0113']) await screen.orders(quantity).waitFor();
    await screen.listSide('Sell');
    await screen.orders('0.0111').waitFor({ state: 'detached' });
    expect(await screen.revokeAll()).toMatch(/^1 open order: All pairs, Sell\./);
    await page.getByRole('status').getByText('1 of 1 order cancelled.').waitFor();
    await screen.listSide('All');
    for (const quantity of ['0.0111', '0.0112']) await screen.orders(quantity).waitFor();
    expect(await screen.orders('0.0113').count()).toBe(0);
    expect(await screen.revokeAll()).toMatch(/^2 open orders: All pairs, Buy and sell\./);
    await page.getByText('No open orders.').waitFor();
    await screen.showOrders('Order history');
    await screen.orders('0.0111').filter({ hasText: 'Cancelled by you' }).waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test('sees the truth again within two seconds of a dropped connection', async () => {
    const line = await CuttableLine.to(server.url);
    const traveller = await Visitor.arrive(browser, line.url);
    try {
      const { page } = traveller;
      const there = new SpotScreen(page);
      await there.logIn('demo2@meridian.test', 'Demo1234');
      await there.open();
      await there.placeLimit('Buy', { price: await there.priceBelowMarket(2), quantity: '0.0123' });
      await there.orders('0.0123').waitFor();
      const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';

      line.cut();
      await page
        .getByRole('banner')
        .getByRole('status')
        .filter({ hasText: /Connecting|Offline/ })
        .waitFor();
      await revokeBuys(token);
      line.join();
      const joinedMs = performance.now();
      await there.orders('0.0123').waitFor({ state: 'detached', timeout: RECOVERY_MS });
      await page
        .getByRole('banner')
        .getByRole('status')
        .filter({ hasText: 'Live' })
        .waitFor({ timeout: RECOVERY_MS });
      expect(performance.now() - joinedMs).toBeLessThan(RECOVERY_MS);
    } finally {
      await traveller.leave();
      line.close();
    }
  });
});

/** Revokes all buy orders of a user through calls, past the browser. */
async function revokeBuys(token: string): Promise<void> {
  const call = async (path: string, fields: Record<string, string>): Promise<unknown> => {
    const answer = await fetch(server.url + path, {
      method: 'POST',
      headers: { Authorization: token },
      body: new URLSearchParams(fields),
    });
    return ((await answer.json()) as { message: unknown }).message;
  };
  const { list } = (await call('/api/transaction_in', { page: '1' })) as { list: { id: number }[] };
  for (const { id } of list) await call('/api/transaction_del', { id: String(id), type: 'in' });
}
