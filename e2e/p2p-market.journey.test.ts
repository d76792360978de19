/**
 * An ad from its form to an order of another user, with the receipt settings that both have to save
 * on the way.
 */
import type { Browser, Page } from 'playwright-core';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from './axe.ts';
import { launchBrowser, SHOWN_WITHIN_MS, Visitor } from './browser.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

const PASSWORD = 'Demo1234';
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

let browser: Browser;
let server: ServerProcess;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), ServerProcess.start()]);
  await forgetAccounts();
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('an ad is published, seen by another account, and taken', async () => {
  const seller = await arrive('demo@meridian.test');
  await publish(seller.page);

  const visitor = await Visitor.arrive(browser, server.url);
  await visitor.page.goto('/fiatradCenter');
  await visitor.page.getByRole('link', { name: 'Log in to buy' }).first().waitFor();
  expect(await axeFaults(visitor.page), 'market of a visitor').toEqual([]);

  const buyer = await arrive('demo2@meridian.test');
  const { page } = buyer;
  await page.goto('/fiatradCenter');
  await page.getByLabel('I want to pay').fill('500');
  await page
    .getByRole('region', { name: 'Best offer' })
    .getByText(/^[\d.]+ USDT for 500\.00 CNY/)
    .waitFor();
  const toBuy = rowOf(page, 'de***@meridian.test').getByRole('button', { name: 'Buy USDT' });
  await toBuy.click();
  const dialog = page.getByRole('dialog', { name: 'Buy USDT' });
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'hidden' });
  await toBuy.click();
  await dialog.getByText('Payment within minutes.').waitFor();
  expect(await dialog.locator('dd').allTextContents()).toEqual([
    '7.15 CNY',
    '500.00 CNY',
    '69.93006993 USDT',
  ]);
  await dialog.getByLabel('I pay', { exact: true }).fill('1430.01');
  await dialog.getByRole('button', { name: 'Buy USDT' }).click();
  await dialog.getByText('At most 1,430.00 CNY.').waitFor();
  await dialog.getByRole('button', { name: 'Max' }).click();
  await dialog.getByLabel('I pay', { exact: true }).fill('500');
  await isWhole(page, 'order dialog');
  await dialog.getByRole('button', { name: 'Buy USDT' }).click();

  // A buyer's name is compared with the payer's: it has to be saved first. The page for it
  // opens by itself, and leads back.
  await page.waitForURL(/\/userSetting$/);
  await saveAccount(page, 'Grace Hopper');
  await page.getByRole('link', { name: 'Go back to where you were' }).click();
  await dialog.getByRole('button', { name: 'Buy USDT' }).click();
  await page.waitForURL(/\/c2cOrder\?id=\d+$/);

  await seller.page.goto('/c2cRelease');
  await seller.page.getByRole('tab', { name: 'I sell' }).click();
  await rowOf(seller.page, 'USDT/CNY').getByText('69.93006993 USDT').waitFor();
  await isWhole(seller.page, 'own ads');
  await endAd(seller.page);
  await page.goto('/fiatradCenter');
  await page.getByRole('table', { name: 'Ads' }).waitFor();
  expect(await rowOf(page, 'de***@meridian.test').count()).toBe(0);
  for (const person of [seller, visitor, buyer]) {
    expect(person.problems).toEqual([]);
    await person.leave();
  }
});

async function arrive(account: string): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser, server.url, { reducedMotion: 'reduce' });
  visitor.page.setDefaultTimeout(SHOWN_WITHIN_MS);
  await new SpotScreen(visitor.page).logIn(account, PASSWORD);
  return visitor;
}

/** Sells 200 USDT for 7.15 CNY, with an account that is saved on the way. */
async function publish(page: Page): Promise<void> {
  await page.goto('/transfer?currency=3&to=legal');
  await page.getByLabel('Amount').fill('500');
  await page.getByRole('main').getByRole('button', { name: 'Transfer', exact: true }).click();
  await page.getByRole('button', { name: 'Transfer now' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  await page.goto('/c2c');
  await page.getByRole('button', { name: 'I sell' }).click();
  await page.getByRole('button', { name: 'Publish an ad' }).click();
  await page.getByText('Enter a price above zero.').waitFor();
  await page.getByLabel('Price of 1 USDT').fill('7.15');
  await page.getByLabel('How much you sell in all').fill('200');
  await page.getByLabel('Remark').fill('Payment within minutes.');
  await page.getByRole('link', { name: 'Save an account' }).click();
  await saveAccount(page, 'Ada Lovelace');
  await passDay();
  await page.getByRole('link', { name: 'Go back to where you were' }).click();
  expect(await page.getByLabel('How much you sell in all').inputValue()).toBe('200');
  await page.getByLabel('Bank transfer').click();
  await isWhole(page, 'form of an ad');
  await page.getByRole('button', { name: 'Publish an ad' }).click();
  await page.waitForURL(/\/c2cRelease\?side=sell$/);
}

/** The login a moment ago is proof enough for that. */
async function saveAccount(page: Page, name: string): Promise<void> {
  await page.getByLabel('Real name').fill(name);
  await page.getByLabel('Bank', { exact: true }).fill('ICBC');
  await page.getByLabel('Bank account number').fill('6222000011112222');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').first().waitFor();
}

/** The accounts of the demo have saved accounts; these two people save theirs on the way. */
async function forgetAccounts(): Promise<void> {
  await asDatabase(
    "DELETE FROM payment_methods USING users WHERE users.id = user_id AND account LIKE 'demo%@meridian.test'",
  );
}

/** Nobody is paid to an account within a day after it was saved. */
async function passDay(): Promise<void> {
  await asDatabase("UPDATE payment_methods SET bank_since = bank_since - interval '1 day'");
}

async function asDatabase(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Changes an ad, pauses it and takes it back. */
async function endAd(page: Page): Promise<void> {
  const ad = rowOf(page, 'USDT/CNY');
  await ad.getByRole('link', { name: 'Change' }).click();
  await page.getByLabel('Price of 1 USDT').fill('7.2');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/c2cRelease\?side=sell$/);
  await page.getByRole('tab', { name: 'I sell' }).click();
  await ad.getByText('7.20 CNY').waitFor();
  await ad.getByRole('button', { name: 'Pause' }).click();
  await ad.getByText('Paused', { exact: true }).waitFor();
  await ad.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('You have no live ads here.').waitFor();
}

function rowOf(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text });
}

/** Nobody is kept out, and nothing is cut off on a phone. */
async function isWhole(page: Page, place: string): Promise<void> {
  expect(await axeFaults(page), place).toEqual([]);
  await page.setViewportSize(PHONE);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth),
    `${place} on a phone`,
  ).toBeLessThanOrEqual(PHONE.width);
  await page.setViewportSize(DESK);
}
