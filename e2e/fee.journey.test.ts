/**
 * A visitor reads the fees of trades. Two operators set the tiers; a customer reaches one, and the
 * first order of the next day is cheaper.
 */
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, SHOWN_WITHIN_MS, Visitor } from './browser.ts';
import { DEMO_ACCOUNT } from './front.ts';
import { Operator } from './operator.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

const DAY_MS = 86_400_000;
const TEST_MS = 180_000;
const USDT = '3';

let browser: Browser;
let server: ServerProcess;
let visitor: Visitor;
beforeAll(async () => {
  [browser, server] = await Promise.all([
    launchBrowser(),
    ServerProcess.start({ RATE_LIMITS: 'off' }),
  ]);
  await arrive();
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

async function arrive(): Promise<void> {
  visitor = await Visitor.arrive(browser, server.url, { reducedMotion: 'reduce' });
  visitor.page.setDefaultTimeout(SHOWN_WITHIN_MS);
}

const logIn = async (): Promise<SpotScreen> => {
  const spot = new SpotScreen(visitor.page);
  await spot.logIn(DEMO_ACCOUNT.account, DEMO_ACCOUNT.password);
  return spot;
};
const region = (name: string): Locator =>
  visitor.page.getByRole('region', { name, exact: true }).first();
const fee = (spot: SpotScreen): Promise<string> => spot.form('Buy').getByText(/^Fee/).innerText();

test('a visitor finds the levels in the menu, and the rates of each market', async () => {
  const { page } = visitor;
  await page.goto('/');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Fees', exact: true }).first().click();
  const first = region('Levels').getByRole('row').filter({ hasText: 'Level 1' });
  expect(await first.innerText()).toMatch(/10,000 USDT\s+0\.07%\s+0\.09%/);
  await region('Your level').getByRole('link', { name: 'Log in' }).waitFor();
  const market = region('Spot markets').getByRole('row').filter({ hasText: 'BTC/USDT' });
  expect(await market.innerText()).toMatch(/0\.08%\s+0\.1%/);
  const rowOf = (card: string, text: string): Promise<string> =>
    region(card).getByRole('row').filter({ hasText: text }).first().innerText();
  expect(await rowOf('Contracts', 'BTC/USDT')).toMatch(/0\.05%\s+0\.02%\s+0\.03%/);
  expect(await rowOf('Seconds contracts', 'BTC/USDT')).toMatch(/2%\s+80% - 90%/);
  expect(await rowOf('Convert', 'BTC')).toMatch(/0\.1%\s+1%/);
});

test('what is traded today counts tomorrow', { timeout: TEST_MS }, async () => {
  const { page } = visitor;
  await (await Operator.logIn(server.url)).setFeeTiers(USDT, '100:4:5,1000000:1:2');
  const spot = await logIn();
  await page.goto('/fees');
  await region('Your level').getByText('100 USDT to level 1').waitFor();
  await spot.open();
  expect(await fee(spot)).toBe('Fee 0.1%');
  await spot.placeMarket('Buy', '0.01');
  await page.goto('/fees');
  await region('Your level').getByText('Level 1 from midnight (UTC+8) on.').waitFor();
  await region('Your level').getByText('Level 0', { exact: true }).waitFor();
  await spot.open();
  expect(await fee(spot)).toBe('Fee 0.1%');
});

test(
  'the next day the level is reached, and an order costs less',
  { timeout: TEST_MS },
  async () => {
    await visitor.leave();
    await server.kill();
    await server.start(DAY_MS);
    await arrive();
    const { page } = visitor;
    const spot = await logIn();
    await page.goto('/fees');
    await region('Your level').getByText('Level 1', { exact: true }).waitFor();
    await region('Levels').getByRole('row').filter({ hasText: 'Yours' }).waitFor();
    const market = region('Spot markets').getByRole('row').filter({ hasText: 'BTC/USDT' });
    expect(await market.innerText()).toMatch(/0\.08%\s*0\.04%\s+0\.1%\s*0\.05%/);
    await spot.open();
    // The market's rate stands there until the own one has come.
    await expect.poll(() => fee(spot), { timeout: SHOWN_WITHIN_MS }).toBe('Fee 0.05%');
    await spot.placeMarket('Buy', '0.01');
    await spot.showOrders('Order history');
    await spot.orders('0.01').first().waitFor();
    // Of 0.01 BTC that came: 0.1 % of the first order, 0.05 % of the second.
    const fees = await paidFees(page);
    expect(fees).toEqual(['0.000005', '0.00001']);
    expect(visitor.problems).toEqual([]);
  },
);

/** The fees of the customer's own orders, newest first. */
async function paidFees(page: Visitor['page']): Promise<string[]> {
  return page.evaluate(async () => {
    const token = localStorage.getItem('token') ?? '';
    const answer = await fetch('/api/transaction_complete', {
      method: 'POST',
      headers: { authorization: token, lang: 'en' },
    });
    const { message } = (await answer.json()) as {
      message: { list: { in_fee: string }[] };
    };
    return message.list.map(({ in_fee }) => in_fee);
  });
}
