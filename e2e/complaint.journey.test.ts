/**
 * A complaint with a picture, its answer in the office, and the places where the customer reads it.
 */
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults, axeFaultsOfOffice } from './axe.ts';
import { launchBrowser, SHOWN_WITHIN_MS, Visitor } from './browser.ts';
import { OfficeScreen } from './office-screen.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

const PASSWORD = 'Demo1234';
const CUSTOMER = 'demo@meridian.test';
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const NAMED = /Complaint \d+: Deposit/;

let browser: Browser;
let server: ServerProcess;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), ServerProcess.start()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('a customer complains with a picture, support answers, the customer reads it and closes', async () => {
  const customer = await arrive('dark');
  const { page } = customer;
  await new SpotScreen(page).logIn(CUSTOMER, PASSWORD);
  await page.goto('/');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Complaint' }).click();
  await page.getByText('You have not complained about anything.').waitFor();
  await isWhole(page, 'empty page');
  await page.getByRole('button', { name: 'Send complaint' }).click();
  await page.getByText('Write what happened.').waitFor();
  await page.getByLabel('Order number').fill('4711');
  await page.getByLabel('What happened?').fill('My deposit is missing.\n<b>Since noon.</b>');
  await addPicture(page);
  await page.getByRole('button', { name: 'Send complaint' }).click();
  await page.getByText(/^Complaint \d+ is with customer service\.$/).waitFor();
  const row = page.getByRole('listitem').filter({ hasText: NAMED });
  await row.getByText('With customer service').waitFor();

  const office = await arrive('light');
  const desk = new OfficeScreen(office.page);
  await desk.logIn();
  await desk.open('Complaints');
  await desk.rows(CUSTOMER).first().getByRole('link', { name: 'Deposit' }).click();
  await office.page.getByText('My deposit is missing.').waitFor();
  await office.page.getByRole('button', { name: /^Enlarge: Customer,/ }).waitFor();
  expect(await axeFaultsOfOffice(office.page), 'complaint in the office').toEqual([]);

  // An addition of the customer must be read before the answer goes out, and the draft stays.
  await row.getByRole('button', { name: /^Read/ }).click();
  const thread = page.getByRole('dialog');
  await thread.getByLabel('Your reply').fill('It was 500 USDT.');
  await thread.getByRole('button', { name: 'Send', exact: true }).click();
  await thread.getByText('It was 500 USDT.').waitFor();
  await office.page.getByRole('textbox', { name: 'Answer' }).fill('It is credited now.');
  await office.page.getByRole('button', { name: 'Send answer' }).click();
  await office.page.getByText('It was 500 USDT.').waitFor();
  await office.page.getByRole('button', { name: 'Send answer' }).click();
  await office.page.getByText(/^Customer service, /).waitFor();

  // The open page shows it by itself.
  await thread.getByText('It is credited now.').waitFor();
  await thread.getByRole('img', { name: 'Picture 1' }).first().waitFor();
  await isWhole(page, 'thread');

  await page.goto('/accountMessage');
  const message = page.getByRole('listitem').filter({ hasText: 'Customer service has answered' });
  await message.getByRole('link', { name: 'Complaints' }).click();
  await page.waitForURL(/\/complaint\?id=\d+$/);
  await thread.getByText('It is credited now.').waitFor();
  await thread.getByText('Answered').waitFor();
  await thread.getByRole('button', { name: 'Close complaint' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close complaint' }).click();
  await thread.getByText('Closed').first().waitFor();
  expect(await thread.getByLabel('Your reply').count()).toBe(0);

  await desk.open('Complaints');
  await office.page.getByText('No complaint in this state.').waitFor();
  expect(await axeFaultsOfOffice(office.page), 'queue').toEqual([]);
  for (const visitor of [customer, office]) {
    expect(visitor.problems).toEqual([]);
    await visitor.leave();
  }
});

test('a customer reports a merchant, and operators see it beside the trader', async () => {
  const customer = await arrive('dark');
  const { page } = customer;
  await new SpotScreen(page).logIn(CUSTOMER, PASSWORD);
  await page.goto('/fiatradCenter');
  await page
    .getByRole('table', { name: 'Ads' })
    .locator('a[href^="/c2cTrader?id="]')
    .first()
    .click();
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').selectOption({ label: 'Tries to cheat' });
  await dialog.getByLabel('What happened?').fill('Asks to pay to another account.');
  await isWhole(page, 'report');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await page.getByText(/^Your report is with customer service\./).waitFor();

  const office = await arrive('light');
  const desk = new OfficeScreen(office.page);
  await desk.logIn();
  await desk.open('Complaints');
  await office.page.getByRole('link', { name: 'Report of a trader: Tries to cheat' }).click();
  await office.page.getByText('Asks to pay to another account.').waitFor();
  await office.page.getByRole('link', { name: 'Record among P2P traders' }).click();
  await office.page.getByRole('heading', { level: 1, name: 'P2P traders' }).waitFor();
  for (const visitor of [customer, office]) {
    expect(visitor.problems).toEqual([]);
    await visitor.leave();
  }
});

async function arrive(colorScheme: 'dark' | 'light'): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser, server.url, {
    reducedMotion: 'reduce',
    colorScheme,
  });
  visitor.page.setDefaultTimeout(SHOWN_WITHIN_MS);
  return visitor;
}

/** No faults of accessibility, and nothing wider than the window, at a desk and on a phone. */
async function isWhole(page: Page, what: string): Promise<void> {
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    expect(await axeFaults(page), `${what} at ${size.width}`).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
      `${what} at ${size.width}`,
    ).toBeLessThanOrEqual(size.width);
  }
}

async function addPicture(page: Page): Promise<void> {
  const buffer = await sharp({
    create: { width: 320, height: 200, channels: 3, background: '#336699' },
  })
    .jpeg()
    .toBuffer();
  await page
    .getByLabel('Picture 1', { exact: true })
    .setInputFiles({ name: 'receipt.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByRole('button', { name: 'Remove: Picture 1' }).waitFor();
  await page.getByRole('progressbar').waitFor({ state: 'hidden' });
}
