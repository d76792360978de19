/**
 * A customer converts, lets a quote run out, sweeps dust, and starts and ends a recurring purchase.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, SHOWN_WITHIN_MS, Visitor } from './browser.ts';
import { APPROVER, OPERATOR, visitOffice } from './office-screen.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

/** A quote stays for ten seconds. */
const RUNS_OUT_WITHIN_MS = 14_000;
const TEST_MS = 120_000;

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

const give = (page: Page): Locator => page.getByLabel('Amount you give');
const receive = (page: Page): Locator => page.getByLabel('Amount you receive');
const askButton = (page: Page): Locator => page.getByRole('button', { name: 'Get a quote' });
const acceptButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Accept and convert' });
const quoted = async (page: Page, term: string): Promise<string> =>
  page
    .getByRole('region', { name: 'Firm quote' })
    .locator(`dt:text-is("${term}") + dd`)
    .innerText();

async function accept(page: Page): Promise<void> {
  await acceptButton(page).click();
  await page.getByText(/^You gave .* and received /).waitFor();
}

test('a visitor sees the form, and the way to log in', async () => {
  const { page } = visitor;
  await page.goto('/convert');
  await give(page).fill('100');
  await page.locator('form').getByRole('link', { name: 'Log in' }).waitFor();
  await page.getByText(/^About 0\.00[\d]+ BTC now$/).waitFor();
  expect(await askButton(page).count()).toBe(0);
});

test(
  'money becomes coins at exactly what the quote shows, and coins money again',
  { timeout: TEST_MS },
  async () => {
    const { page } = visitor;
    await new SpotScreen(page).logIn('demo@meridian.test', 'Demo1234');
    await page.goto('/');
    await page.getByRole('link', { name: 'Convert', exact: true }).click();
    await give(page).fill('1000');
    await askButton(page).click();
    await acceptButton(page).waitFor();
    const got = await quoted(page, 'You receive');
    expect(await quoted(page, 'You give')).toBe('1,000 USDT');
    // The margin is 10 basis points on the worse of index and book.
    const spread = /^([\d.]+) USDT \((\d+) bps\)$/.exec(
      await quoted(page, 'Cost against the index'),
    );
    expect(Number(spread?.[2])).toBeGreaterThan(9);
    // Money and basis points are of one moment, but for a step of the index between them.
    expect(Number(spread?.[1]) / 0.1 - Number(spread?.[2])).toBeLessThan(5);
    const book = /^1 BTC = [\d,.]+ USDT \((\d+) bps?\)$/;
    const inBook = book.exec(await quoted(page, 'Same amount in the order book, before fees'));
    expect(Number(inBook?.[1])).toBeLessThan(10);
    expect(await quoted(page, 'Index')).toMatch(/^1 BTC = [\d,.]+ USDT$/);
    await page.getByRole('timer').waitFor();
    await accept(page);
    await page.getByText(`You gave 1,000 USDT and received ${got}.`).waitFor();
    await page.getByRole('cell', { name: got }).waitFor();
    await page.getByRole('button', { name: 'Convert again' }).click();
    await page.getByRole('button', { name: 'Swap the two coins' }).click();
    // The other amount is typed: the one to be received.
    await receive(page).fill('500');
    await askButton(page).click();
    await acceptButton(page).waitFor();
    expect(await quoted(page, 'You receive')).toBe('500 USDT');
    expect(await give(page).inputValue()).toBe((await quoted(page, 'You give')).split(' ')[0]);
    await accept(page);
    await page.getByRole('button', { name: 'Convert again' }).click();
    const rows = page.getByRole('table').getByRole('row');
    await expect.poll(() => rows.count(), { timeout: SHOWN_WITHIN_MS }).toBe(3);
  },
);

test(
  'a quote runs out, says so, and one press asks for a new one',
  { timeout: TEST_MS },
  async () => {
    const { page } = visitor;
    await page.reload();
    await give(page).fill('0.1');
    await askButton(page).click();
    await page.getByText('At least 1 USDT.').waitFor();
    await give(page).fill('200');
    await askButton(page).click();
    await acceptButton(page).waitFor();
    await page
      .getByText('This quote has run out. Nothing was converted.')
      .waitFor({ timeout: RUNS_OUT_WITHIN_MS });
    expect(await acceptButton(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Get a new quote' }).click();
    await accept(page);
    await page.getByText(/^You gave 200 USDT/).waitFor();
  },
);

test('small balances are swept into one coin', { timeout: TEST_MS }, async () => {
  const { page } = visitor;
  await page.goto('/convert');
  // A little ADA, of which the demo's customer has none.
  await page.getByLabel('You receive', { exact: true }).selectOption({ label: 'ADA' });
  await give(page).fill('2');
  await askButton(page).click();
  await accept(page);
  await page.getByRole('tab', { name: 'Small balances' }).click();
  const sweep = page.getByRole('button', { name: 'Convert 1 balance' });
  await sweep.waitFor();
  await page.getByText('Balances worth no more than 5 USDT.').waitFor();
  await page.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Convert 0 balances' }).waitFor();
  await page.getByRole('checkbox').click();
  await sweep.click();
  await page.getByText('Small balances converted.').waitFor();
  await page.getByText('You have no balance worth 5 USDT or less.').waitFor();
});

test('a recurring purchase is started and switched off', { timeout: TEST_MS }, async () => {
  const { page } = visitor;
  await page.getByRole('tab', { name: 'Recurring purchases' }).click();
  await give(page).fill('50');
  await page.getByRole('button', { name: '14 days' }).click();
  await page.getByText(/^First on .* \(UTC\+8\)/).waitFor();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const row = page.getByRole('listitem').filter({ hasText: '50 USDT into BTC, every 14 days' });
  await row.getByText(/^Next on /).waitFor();
  await row.getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click();
  await page.getByText('No recurring purchase runs.').waitFor();
  expect(visitor.problems).toEqual([]);
});

test('the office sees it, and two operators fund the desk', { timeout: TEST_MS }, async () => {
  await visitOffice(browser, server, OPERATOR, async (page, office) => {
    await office.open('Conversions');
    await page.getByText('1,000 USDT').first().waitFor();
    await office.open('Hedges');
    await page.getByText('House buys').first().waitFor();
    await office.open('Convert terms');
    await page.getByText('Index and book of BTC/USDT').waitFor();
    await office.open('Convert desk');
    await page.getByRole('button', { name: 'Fund the desk in BTC' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount in BTC').fill('2');
    await dialog.getByLabel('Reason').fill('More for the weekend');
    await dialog.getByRole('button', { name: 'Propose' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
  await visitOffice(browser, server, APPROVER, async (page, office) => {
    await office.open('Proposals');
    await page.getByText('Move 2 BTC from the house to the convert desk').waitFor();
  });
});
