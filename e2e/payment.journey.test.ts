/** Coins for money through a gateway, on the demo's own one. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults, axeFaultsOfOffice } from './axe.ts';
import { launchBrowser, Visitor } from './browser.ts';
import { OfficeScreen } from './office-screen.ts';
import { rowsSaying } from './rows.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

const ACCOUNT = 'demo@meridian.test';
const SHOWN_WITHIN_MS = 15_000;

let browser: Browser;
let server: ServerProcess;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), ServerProcess.start()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('who pays at the gateway sees the coins arrive; what is paid after it had ended, an operator credits', async () => {
  const person = await arrive();
  const { page } = person;
  await new SpotScreen(page).logIn(ACCOUNT, 'Demo1234');
  await page.goto('/payment');
  await available(page, '100,000');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  expect(await axeFaults(page), 'with errors').toEqual([]);

  await leaveFor(page, { money: '71', coins: '10' });
  expect(await axeFaults(page), 'at the gateway').toEqual([]);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await payment(page, '71.00').getByText('Credited').waitFor();
  await available(page, '100,010');
  expect(await axeFaults(page), 'with a payment').toEqual([]);

  await leaveFor(page, { money: '142', coins: '20' });
  await page.goto('/payment');
  await payment(page, '142.00').getByText('Waiting for payment').waitFor();
  const elsewhere = await person.context.newPage();
  await elsewhere.goto('/payment');
  for (const tab of [page, elsewhere]) await payment(tab, '142.00').getByRole('button', { name: 'Pay 142.00 CNY' }).click();
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  await payment(page, '142.00').getByText('Not paid').waitFor();
  await available(page, '100,010');

  // The gateway's page is still open in the other tab, and it is paid after all.
  await elsewhere.getByRole('button', { name: 'Pay', exact: true }).click();
  await payment(elsewhere, '142.00').getByText('Under review').waitFor();

  const office = await arrive();
  await credit(office.page);
  await page.reload();
  await payment(page, '142.00').getByText('Credited').waitFor();
  await available(page, '100,030');
  for (const visitor of [person, office]) {
    expect(visitor.problems).toEqual([]);
    await visitor.leave();
  }
});

async function arrive(): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser, server.url, { reducedMotion: 'reduce', colorScheme: 'dark' });
  visitor.page.setDefaultTimeout(SHOWN_WITHIN_MS);
  return visitor;
}

/** What the form says that the spot wallet has. */
async function available(page: Page, coins: string): Promise<void> {
  await page.getByText(`${coins}.00000000 USDT`, { exact: true }).waitFor();
}

function payment(page: Page, money: string): Locator {
  return rowsSaying(page.getByRole('table', { name: 'Payments' }), `${money} CNY`);
}

/** Fills the form, sees what it buys, and is at the gateway. */
async function leaveFor(page: Page, { money, coins }: { money: string; coins: string }): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('Account at the gateway').fill('payer@example.com');
  await main.getByLabel('Amount to pay').fill(money);
  await main.getByText(`${coins} USDT`, { exact: true }).first().waitFor();
  await main.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('heading', { name: 'Demo payment gateway' }).waitFor();
  await page.getByText(`${money}.00 CNY`).waitFor();
}

async function credit(page: Page): Promise<void> {
  const office = new OfficeScreen(page);
  await office.logIn();
  await office.open('Payments');
  const row = office.rows(ACCOUNT).and(office.rows('142.00 CNY'));
  await row.waitFor();
  expect(await axeFaultsOfOffice(page)).toEqual([]);
  await row.getByRole('button', { name: /^Credit/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Seen at the gateway.');
  expect(await axeFaultsOfOffice(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Credit' }).click();
  await row.waitFor({ state: 'detached' });
}
