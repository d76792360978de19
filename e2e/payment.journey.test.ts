/** Buying coins through a payment gateway, the demo's own. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults, axeFaultsOfOffice } from './axe.ts';
import { launchBrowser, SHOWN_WITHIN_MS, Visitor } from './browser.ts';
import { APPROVER, OfficeScreen } from './office-screen.ts';
import { rowsSaying } from './rows.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

const ACCOUNT = 'demo@meridian.test';

let browser: Browser;
let server: ServerProcess;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), ServerProcess.start()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('who pays at the gateway sees the coins arrive; what is paid after it had ended, an operator credits or gives back', async () => {
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

  await payLate(person, { money: '142', coins: '20' });
  await available(page, '100,010');
  await payLate(person, { money: '213', coins: '30' });

  const office = await arrive();
  await new OfficeScreen(office.page).logIn(APPROVER);
  await decide(office.page, '142.00', {
    button: 'Credit',
    confirm: 'Credit',
    reason: 'Seen at the gateway.',
  });
  await decide(office.page, '213.00', {
    button: 'Give back',
    confirm: 'It was given back',
    reason: 'Paid twice.',
  });
  await page.reload();
  await payment(page, '142.00').getByText('Credited').waitFor();
  await payment(page, '213.00').getByText('Refunded').waitFor();
  await available(page, '100,030');
  await page.goto('/accountMessage');
  await page
    .getByText('Your payment for 30 USDT goes back the way it came. Reason: Paid twice.')
    .waitFor();
  for (const visitor of [person, office]) {
    expect(visitor.problems).toEqual([]);
    await visitor.leave();
  }
});

async function arrive(): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser, server.url, {
    reducedMotion: 'reduce',
    colorScheme: 'dark',
  });
  visitor.page.setDefaultTimeout(SHOWN_WITHIN_MS);
  return visitor;
}

/** The spot balance that the form shows. */
async function available(page: Page, coins: string): Promise<void> {
  await page.getByText(`${coins}.00000000 USDT`, { exact: true }).waitFor();
}

function payment(page: Page, money: string): Locator {
  return rowsSaying(page.getByRole('table', { name: 'Payments' }), `${money} CNY`);
}

/** Fills the form, checks the quote, and goes to the gateway. */
async function leaveFor(
  page: Page,
  { money, coins }: { money: string; coins: string },
): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('Account at the gateway').fill('payer@example.com');
  await main.getByLabel('Amount to pay').fill(money);
  await main.getByText(`${coins} USDT`, { exact: true }).first().waitFor();
  await main.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('heading', { name: 'Demo payment gateway' }).waitFor();
  await page.getByText(`${money}.00 CNY`).waitFor();
}

/**
 * Goes to the gateway, cancels there, and pays after all: its page is still open in another tab.
 */
async function payLate(
  { page, context }: Visitor,
  { money, coins }: { money: string; coins: string },
): Promise<void> {
  await leaveFor(page, { money, coins });
  await page.goto('/payment');
  const own = (tab: Page): Locator => payment(tab, `${money}.00`);
  await own(page).getByText('Waiting for payment').waitFor();
  const elsewhere = await context.newPage();
  await elsewhere.goto('/payment');
  for (const tab of [page, elsewhere])
    await own(tab)
      .getByRole('button', { name: `Pay ${money}.00 CNY` })
      .click();
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  await own(page).getByText('Not paid').waitFor();
  await elsewhere.getByRole('button', { name: 'Pay', exact: true }).click();
  await own(elsewhere).getByText('Under review').waitFor();
  await elsewhere.close();
}

/** Decides a payment under review, with a reason. */
async function decide(
  page: Page,
  money: string,
  { button, confirm, reason }: { button: string; confirm: string; reason: string },
): Promise<void> {
  const office = new OfficeScreen(page);
  await office.open('Payments');
  const row = office.rows(ACCOUNT).and(office.rows(`${money} CNY`));
  await row.waitFor();
  expect(await axeFaultsOfOffice(page)).toEqual([]);
  await row.getByRole('button', { name: new RegExp(`^${button}`) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(reason);
  expect(await axeFaultsOfOffice(page)).toEqual([]);
  await dialog.getByRole('button', { name: confirm, exact: true }).click();
  await row.waitFor({ state: 'detached' });
}
