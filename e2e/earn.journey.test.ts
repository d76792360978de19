import { readFile } from 'node:fs/promises';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, Visitor } from './browser.ts';
import { DEMO_ACCOUNT } from './front.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

/** A term of seven full days, and the rest of the day on which it was bought. */
const TERM_MS = 8 * 86_400_000;
const RESTARTS_WITHIN_MS = 180_000;

describe('coins that earn', () => {
  let browser: Browser;
  let server: ServerProcess;
  let visitor: Visitor;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launchBrowser(), ServerProcess.start()]);
    visitor = await Visitor.arrive(browser, server.url);
  });
  afterAll(async () => {
    await browser.close();
    await server.remove();
  });

  const card = (title: string): Locator =>
    visitor.page.getByRole('listitem').filter({
      has: visitor.page.getByRole('heading', { name: title, exact: true }),
    });
  const region = (name: string): Locator => visitor.page.getByRole('region', { name }).first();
  const dialog = (): Locator => visitor.page.getByRole('dialog');
  const logIn = async (): Promise<void> =>
    await new SpotScreen(visitor.page).logIn(DEMO_ACCOUNT.account, DEMO_ACCOUNT.password);

  test('a visitor sees the products, and where their interest comes from', async () => {
    const { page } = visitor;
    await page.goto('/wealth');
    await card('USDT, 7 days').getByRole('button', { name: 'Log in' }).waitFor();
    await card('USDT, 30 days').getByText('keeps 50% of the interest').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Where the yield comes from' }).click();
    const sheet = region('Balance sheet of the products');
    await sheet.getByRole('row').filter({ hasText: 'Lock-up wealth · USDT, 7 days' }).waitFor();
    await sheet.getByText("The insurance's part of what borrowers pay is 15%.").waitFor();
  });

  test('a purchase says what follows from it, and its interest is reserved', async () => {
    const { page } = visitor;
    await logIn();
    await page.goto('/wealth');
    await card('USDT, 7 days').getByRole('button', { name: 'Buy' }).click();
    await dialog().getByLabel('Amount', { exact: true }).fill('1000');
    await dialog().getByText('The interest of the whole term is reserved: 0.958902 USDT').waitFor();
    await dialog().getByRole('button', { name: 'Lock 1,000 USDT' }).click();
    await dialog().waitFor({ state: 'detached' });
    await region('My records').getByText('0 of 7 days').waitFor();
    await region('My records').getByRole('row').filter({ hasText: '5.00%' }).waitFor();
    const bought = card('USDT, 7 days').getByRole('button', { name: 'Already bought' });
    await bought.waitFor();
    expect(await bought.isDisabled()).toBe(true);
    await page.goto('/earn');
    const row = region('Balance sheet of the products')
      .getByRole('row')
      .filter({ hasText: 'Lock-up wealth · USDT, 7 days' });
    await row.getByText('0.958902', { exact: true }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Calendar file (ICS)' }).click();
    expect((await download).suggestedFilename()).toBe('unlocks.ics');
  });

  test('coins go into savings', async () => {
    const { page } = visitor;
    await page.goto('/savings');
    await card('USDT savings').getByRole('button', { name: 'Save', exact: true }).click();
    await dialog().getByLabel('Amount', { exact: true }).fill('500');
    const shown = await dialog().innerText();
    // 109,589 billionths a day.
    expect(shown).toMatch(/Rate of a year\s+4\.00%/);
    expect(shown).toMatch(/Interest a day \(estimate\)\s+0\.0547945 USDT/);
    await dialog().getByRole('button', { name: 'Save 500 USDT' }).click();
    await dialog().waitFor({ state: 'detached' });
    await region('My savings').getByRole('row').filter({ hasText: 'USDT' }).waitFor();
    await page.goto('/finance');
    const saved = region('Accounts').getByRole('row').filter({ hasText: 'Savings' });
    await saved.getByText('500.00').waitFor();
  });

  test(
    'after the term all is paid, and savings come out with their interest',
    { timeout: RESTARTS_WITHIN_MS },
    async () => {
      await visitor.leave();
      await server.kill();
      await server.start(TERM_MS);
      visitor = await Visitor.arrive(browser, server.url);
      const { page } = visitor;
      await logIn();
      await page.goto('/wealth');
      const records = region('My records');
      await records.getByText('7 of 7 days').waitFor();
      await records.getByText('Finished').waitFor();
      await records.getByText('0.958902 / 0.958902').waitFor();
      await card('USDT, 7 days').getByRole('button', { name: 'Buy' }).waitFor();
      await page.goto('/savings');
      const own = region('My savings').getByRole('row').filter({ hasText: 'USDT' });
      // Seven days of 500 at 109,589 billionths a day.
      await own.getByText('0.38356150').or(own.getByText('0.3835615')).first().waitFor();
      await own.getByRole('button', { name: 'Redeem' }).click();
      await dialog().getByRole('button', { name: 'Redeem all' }).click();
      await dialog().waitFor({ state: 'detached' });
      await region('My savings').getByText('You have no savings yet.').waitFor();
      await page.goto('/earn');
      const days = region('Interest day by day').getByRole('row');
      await days.filter({ hasText: 'Lock-up wealth · USDT, 7 days, lock 1' }).first().waitFor();
      await days
        .filter({ hasText: 'Coin bank · USDT' })
        .getByText('0.0547945 USDT')
        .first()
        .waitFor();
      const download = page.waitForEvent('download');
      await region('Interest day by day').getByRole('button', { name: 'Export CSV' }).click();
      const file = await readFile(await (await download).path(), 'utf8');
      expect(file.split('\r\n')[0]).toBe(
        'Day (UTC+8),Product,Coin,Principal,Rate a day (%),Formula,Interest',
      );
      expect(file).toContain('"Lock-up wealth · USDT, 7 days, lock 1",USDT,1000,0.0136986,');
      expect(visitor.problems).toEqual([]);
    },
  );
});
