/**
 * A friend registers by the link of a customer, is verified, and trades: the next morning the
 * customer has a share of the fee, with a line on the page and in the statement.
 */
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AccountScreen } from './account-screen.ts';
import { axeFaults } from './axe.ts';
import { launchBrowser, SHOWN_WITHIN_MS, Visitor } from './browser.ts';
import { DEMO_ACCOUNT } from './front.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

const DAY_MS = 86_400_000;
/** The server tells the engine of new members every fifteen seconds. */
const MEMBERS_WITHIN_MS = 40_000;
const TEST_MS = 240_000;
const FRIEND = { email: 'friend@example.com', password: 'Harbour4821' };

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

async function come(account: string, password: string): Promise<SpotScreen> {
  await visitor.leave();
  await arrive();
  const spot = new SpotScreen(visitor.page);
  await spot.logIn(account, password);
  return spot;
}

const region = (name: string): Locator =>
  visitor.page.getByRole('region', { name, exact: true }).first();

async function ask<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

test('a friend registers by the link, and both are verified', { timeout: TEST_MS }, async () => {
  await new SpotScreen(visitor.page).logIn(DEMO_ACCOUNT.account, DEMO_ACCOUNT.password);
  const { page } = visitor;
  await page.goto('/');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Invitation rebate' }).click();
  await region('Your share of their fees')
    .getByText(/From .* 08:00:00 on: 20% \/ 10% \/ 5%/)
    .waitFor();
  await region('Shares that were paid').getByText('Nothing has been paid yet.').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Your code and whom you invited' }).click();
  const link = await page.getByText(/extension_code=/).innerText();
  await page.getByRole('button', { name: 'Picture to share' }).click();
  await page.getByRole('img', { name: /Picture with the invitation code/ }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the picture' }).click();
  const picture = await readFile(await (await saved).path());
  // Signature, width and height of a PNG. An empty one of this size has a few thousand bytes.
  expect(picture.toString('latin1', 1, 4)).toBe('PNG');
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1080, 1350]);
  expect(picture.length).toBeGreaterThan(20_000);
  await visitor.leave();
  await arrive();
  const screen = new AccountScreen(visitor.page, server.url);
  await screen.begin(
    { email: FRIEND.email },
    'Germany',
    new URL(link).pathname + new URL(link).search,
  );
  await screen.open(FRIEND.email, FRIEND.password);
  await ask(
    `update users set review_status = 'approved' where account in ('${FRIEND.email}', '${DEMO_ACCOUNT.account}')`,
  );
  await expect
    .poll(
      () =>
        ask(
          `select from rebate_members join users on id = user_id where is_member and account in ('${FRIEND.email}', '${DEMO_ACCOUNT.account}')`,
        ),
      {
        timeout: MEMBERS_WITHIN_MS,
      },
    )
    .toHaveLength(2);
});

test('the friend trades the next day', { timeout: TEST_MS }, async () => {
  await visitor.leave();
  await server.kill();
  await server.start(DAY_MS);
  await arrive();
  const spot = await come(FRIEND.email, FRIEND.password);
  const { page } = visitor;
  await spot.open();
  await page.getByRole('button', { name: 'Get demo funds' }).first().click();
  await spot.placeMarket('Buy', '0.01');
  await spot.showOrders('Order history');
  await spot.orders('0.01').first().waitFor();
  await come(DEMO_ACCOUNT.account, DEMO_ACCOUNT.password);
  await visitor.page.goto('/rebate');
  await region('Shares that were paid').getByText('Nothing has been paid yet.').waitFor();
});

test('the morning after, the share is there', { timeout: TEST_MS }, async () => {
  await visitor.leave();
  await server.kill();
  await server.start(2 * DAY_MS);
  await arrive();
  await come(DEMO_ACCOUNT.account, DEMO_ACCOUNT.password);
  const { page } = visitor;
  await expect
    .poll(() => ask('select id from rebate_lines'), { timeout: SHOWN_WITHIN_MS })
    .toHaveLength(1);
  await page.goto('/rebate');
  const line = region('Shares that were paid').getByRole('row').nth(1);
  await line.getByText(/fr\*+/).waitFor();
  const [fees = 0, rate = 0, share = 0] = await line
    .getByRole('cell')
    .allInnerTexts()
    .then((cells) => cells.slice(3).map((cell) => Number(cell.replace(/[^0-9.]/g, ''))));
  expect(rate).toBe(20);
  expect(fees).toBeGreaterThan(0);
  expect(share).toBe(Math.floor(fees * 0.2 * 1e8 + 1e-6) / 1e8);
  await page.goto('/coinRecord');
  await page.getByRole('row').filter({ hasText: 'Invitation rebate' }).first().waitFor();
  expect(visitor.problems).toEqual([]);
});
