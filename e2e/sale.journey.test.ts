/**
 * Two verified customers commit to a token sale that is wanted too much, and one to a crowdfunding
 * that misses its target. After the end the allotment is verified on the page and by the script,
 * coins become free, and the crowdfunding has given everything back.
 */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AccountScreen } from './account-screen.ts';
import { axeFaults } from './axe.ts';
import { launchBrowser, SHOWN_WITHIN_MS, Visitor } from './browser.ts';
import { DEMO_ACCOUNT } from './front.ts';
import { Operator } from './operator.ts';
import { lastingFaults, overflowOf } from './page-probes.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

const DAY_MS = 86_400_000;
/** Time until the sales open, so that the page shows them before. */
const OPENS_AFTER_MS = 30_000;
const TEST_MS = 180_000;
const SALE = 'Harbour sale';
const CROWD = 'Quartz bridge';
const WIDTHS = [1440, 768, 390];
const SCRIPT = path.join(import.meta.dirname, '../scripts/recompute-sale.mjs');
const [USDT, DEMO_COIN] = [3, 12];

let browser: Browser;
let server: ServerProcess;
let visitor: Visitor;
/** USDT of the first customer before any commitment. */
let usdtAtFirst: number;
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

/** Forty lots of 1,000 coins for 250 USDT, open for a day. */
const lotsFrom = (opens: number) => ({
  ...{ about: 'Coins of the harbour.', paper: '/components/noticeDetail?id=1023' },
  ...{ currency: DEMO_COIN, paid_in: USDT, lot_number: '1000', lot_price: '250', lots: 40 },
  ...{ min_number: '500', max_number: '20000', opens_ms: opens, closes_ms: opens + DAY_MS },
});

/** A sale of which a quarter is free at once, and a crowdfunding. */
async function announce(): Promise<void> {
  const operator = await Operator.logIn(server.url);
  const opens = Date.now() + OPENS_AFTER_MS;
  const shared = lotsFrom(opens);
  await operator.announceSale({
    ...shared,
    ...{ title: SALE, kind: 'sale', cap_number: '20000', free_bps: 2_500 },
    ...{ cliff_ms: opens + 3 * DAY_MS, instalments: 4, instalment_ms: 30 * DAY_MS },
  });
  await operator.announceSale({
    ...shared,
    ...{ title: CROWD, kind: 'crowd', target: '6000', cap_number: '5000', free_bps: 10_000 },
  });
}

const logIn = (account: string = DEMO_ACCOUNT.account): Promise<unknown> =>
  new SpotScreen(visitor.page).logIn(account, DEMO_ACCOUNT.password);
const card = (title = SALE): Locator =>
  visitor.page
    .getByRole('listitem')
    .filter({ has: visitor.page.getByRole('heading', { name: title, exact: true }) });
const own = (title = SALE): Locator => card(title).getByRole('region', { name: 'Your commitment' });
/** Waits until a line of facts says that: the page asks anew after a commitment. */
const says = (place: Locator, name: string, text: string | RegExp): Promise<void> =>
  expect
    .poll(() => place.locator(`dt:text-is("${name}") + dd`).innerText(), {
      timeout: SHOWN_WITHIN_MS,
    })
    .toEqual(typeof text === 'string' ? text : expect.stringMatching(text));
const list = (): Locator => visitor.page.getByRole('region', { name: 'My commitments' }).first();

/** Available balance of a coin in the spot wallet, as its page shows it. */
async function available(coin: string): Promise<number> {
  const { page } = visitor;
  const before = new URL(page.url()).pathname;
  await page.goto('/change');
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: coin, exact: true }) });
  const cell = row.getByRole('cell').nth(1);
  await cell.filter({ hasText: /\d/ }).waitFor();
  const text = await cell.innerText();
  await page.goto(before);
  return Number(text.replaceAll(',', ''));
}

async function commit(title: string, amount: string, shown: string): Promise<void> {
  await card(title).getByLabel('Amount', { exact: true }).fill(amount);
  await card(title)
    .getByRole('button', { name: `Commit ${shown} USDT` })
    .click();
  const dialog = visitor.page.getByRole('alertdialog', { name: `Commit ${shown} USDT?` });
  await dialog.getByText('You can add to it, but not lower it or take it back.').waitFor();
  expect(await axeFaults(visitor.page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Commit', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await visitor.page.getByText(`${shown} USDT committed.`).first().waitFor();
}

/** Faults of access and layout at all widths, in both themes. */
async function faultsOfPage(): Promise<string[]> {
  const { page } = visitor;
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const fault of await lastingFaults(page, () => overflowOf(page)))
      faults.push(`at ${width}: ${fault}`);
    for (const fault of await axeFaults(page)) faults.push(`at ${width}: ${fault}`);
  }
  await page.setViewportSize({ width: WIDTHS[0] ?? 0, height: 900 });
  return faults;
}

/** Starts the server anew, so long after the first start. */
async function pass(aheadMs: number): Promise<void> {
  expect(visitor.problems).toEqual([]);
  await visitor.leave();
  await server.kill();
  await server.start(aheadMs);
  await arrive();
  await logIn();
}

test('a sale is announced with its terms, and opens by itself', { timeout: TEST_MS }, async () => {
  const { page } = visitor;
  await announce();
  await page.goto('/');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Token sales' }).click();
  await card().getByText('Announced', { exact: true }).waitFor();
  expect(await card().getByRole('link', { name: 'Log in' }).count()).toBe(0);
  await says(card(), 'Price of a coin', '0.25 USDT');
  await says(card(), 'On offer', '40,000 MRD for 10,000 USDT');
  await says(
    card(),
    'Release of bought coins',
    /^25% right after the end, the rest in 4 instalments from .{19} \(UTC\+8\) on, one every 30 days$/,
  );
  await card().getByText('Text of the terms').click();
  await card()
    .getByText(/^\{"id":\d+,"kind":"sale",.*"instalments":4,/)
    .waitFor();
  await card()
    .getByText('Open', { exact: true })
    .waitFor({ timeout: OPENS_AFTER_MS + SHOWN_WITHIN_MS });
  await card().getByRole('link', { name: 'Log in' }).waitFor();
  expect(await card().getByRole('textbox').count()).toBe(0);
  expect(await faultsOfPage()).toEqual([]);
});

test('who is not verified is led there', { timeout: TEST_MS }, async () => {
  const { page } = visitor;
  const screen = new AccountScreen(page, server.url);
  const email = 'newcomer@example.org';
  await screen.begin({ email }, 'Germany');
  await screen.open(email, 'plover 42 dunes');
  await page.goto('/sale');
  await card().getByRole('link', { name: 'Verify your identity' }).click();
  await page.waitForURL(/\/authentication$/);
  await visitor.leave();
  await arrive();
});

test('two people commit, after the page has said what follows', { timeout: TEST_MS }, async () => {
  await logIn();
  const { page } = visitor;
  await page.goto('/sale');
  usdtAtFirst = await available('USDT');
  const field = card().getByLabel('Amount', { exact: true });
  for (const [amount, fault] of [
    ['600', 'Whole lots only: a multiple of 250 USDT.'],
    ['250', 'At least 500 USDT per person.'],
    ['20250', 'You can add at most 20,000 USDT.'],
  ] as const) {
    await field.fill(amount);
    await card().getByText(fault).waitFor();
    await card().getByRole('button', { name: 'Commit', exact: true }).click();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
  }
  await field.fill('5000');
  const estimate = 'If the sale ended now (estimate)';
  await says(card(), estimate, '20,000 MRD: all of it');
  await commit(SALE, '5000', '5,000');
  await commit(SALE, '250', '250');
  await own().getByText('5,250 USDT', { exact: true }).waitFor();
  await says(card(), 'You can still add at most', '14,750 USDT');
  await page.goto('/crowd');
  await commit(CROWD, '4000', '4,000');
  await says(card(CROWD), estimate, 'None yet: below the target');
  expect(await available('USDT')).toBe(usdtAtFirst - 9_250);
  await visitor.leave();
  await arrive();
  await logIn('demo2@meridian.test');
  await visitor.page.goto('/sale');
  await card().getByLabel('Amount', { exact: true }).fill('20000');
  // 20,000 of 25,250 for forty lots: 31 lots and a part of one.
  await says(card(), estimate, 'At least 31,000 MRD: your pro rata share');
  await commit(SALE, '20000', '20,000');
  await own().waitFor();
  await says(card(), 'Subscription', '2.52× what is offered');
  await says(card(), 'People', '2');
  await card().getByText('You have committed the most that one person can.').waitFor();
  expect(await faultsOfPage()).toEqual([]);
});

test(
  'after the end the allotment is verified, on the page and by the script',
  { timeout: TEST_MS },
  async () => {
    await pass(2 * DAY_MS);
    const { page } = visitor;
    await page.goto('/sale');
    await card().getByText('Coins being released').waitFor();
    expect(await card().getByRole('textbox').count()).toBe(0);
    // 21 of 101 lots for forty: eight and a remainder that is the smaller one.
    const got = { Committed: '5,250 USDT', Allotted: '8,000 MRD', Paid: '2,000 USDT' };
    for (const [name, text] of Object.entries({
      ...got,
      'Given back': '3,250 USDT',
      'Not free yet': '6,000 MRD',
    }))
      await says(own(), name, text);
    const check = card().getByRole('region', { name: 'Verify the allotment' });
    await check.getByRole('button', { name: 'Verify', exact: true }).click();
    await check
      .getByText('Equal: the rules give exactly this allotment. Entries recomputed: 2.')
      .waitFor();
    await check
      .getByText('The published terms, title and description have the hashes that were recorded')
      .waitFor();
    await check
      .getByText('Your entry 1 is right: 8,000 MRD for 2,000 USDT, 3,250 USDT given back.')
      .waitFor();
    await says(check, 'Allotted', '40,000 MRD');
    expect(await faultsOfPage()).toEqual([]);
    const download = page.waitForEvent('download');
    await check.getByRole('button', { name: 'Download entries (JSON)' }).click();
    const file = await download;
    const name = file.suggestedFilename();
    expect(name).toMatch(/^sale-\d+\.json$/);
    await check.getByText(`node scripts/recompute-sale.mjs ${name}`).waitFor();
    const saved = await file.path();
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, saved], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.split('\n')).toContain('1,525000000000,800000000000,200000000000,325000000000');
    expect((JSON.parse(await readFile(saved, 'utf8')) as { entries: unknown[] }).entries).toEqual([
      {
        ...{ entry: 1, committed: '525000000000', allotted: '800000000000' },
        ...{ paid: '200000000000', refunded: '325000000000' },
      },
      expect.objectContaining({ allotted: '3200000000000' }),
    ]);
    const row = list().getByRole('row').filter({ hasText: SALE });
    await row.getByText('Settled').waitFor();
    await row.getByText('8,000 MRD').waitFor();
    expect(await available('MRD')).toBe(2_000);
  },
);

test('an allotment that was published wrong is found', { timeout: TEST_MS }, async () => {
  const { page } = visitor;
  await page.goto('/sale');
  const isCall = (url: URL): boolean => url.pathname === '/api/sale/entries';
  await page.route(isCall, async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replace('"800000000000"', '"900000000000"');
    await route.fulfill({ response, body: text });
  });
  const check = card().getByRole('region', { name: 'Verify the allotment' });
  await check.getByRole('button', { name: 'Verify', exact: true }).click();
  await check
    .getByText('Not equal: the rules give another allotment. Entries recomputed: 2.')
    .waitFor();
  await check
    .getByText('Your entry 1 is wrong. By the rules it gets 8,000 MRD for 2,000 USDT')
    .waitFor();
  await page.unroute(isCall);
});

test('a crowdfunding that misses its target gives back', { timeout: TEST_MS }, async () => {
  const { page } = visitor;
  await page.goto('/crowd');
  await card(CROWD).getByText('Target missed').waitFor();
  await card(CROWD).getByText('The target was missed. Everybody gets everything back.').waitFor();
  await says(own(CROWD), 'Given back', '4,000 USDT');
  await says(own(CROWD), 'Allotted', '0 MRD');
  const check = card(CROWD).getByRole('region', { name: 'Verify the allotment' });
  await check.getByRole('button', { name: 'Verify', exact: true }).click();
  await check
    .getByText('Equal: the rules give exactly this allotment. Entries recomputed: 1.')
    .waitFor();
  expect(await faultsOfPage()).toEqual([]);
  // Of the committed money only the price of the bought coins has left the balance.
  expect(await available('USDT')).toBe(usdtAtFirst - 2_000);
  await page.goto('/accountMessage');
  const message = page.getByRole('listitem').filter({ hasText: CROWD }).first();
  await message.getByRole('link', { name: 'Crowdfunding' }).click();
  await page.waitForURL(/\/crowd$/);
});

test('an instalment becomes free', { timeout: TEST_MS }, async () => {
  await pass(3 * DAY_MS + 3_600_000);
  await visitor.page.goto('/sale');
  await says(own(), 'Not free yet', '4,500 MRD');
  expect(await available('MRD')).toBe(3_500);
  expect(visitor.problems).toEqual([]);
});

test('a sale that operators cancel says why', { timeout: TEST_MS }, async () => {
  const { page } = visitor;
  const operator = await Operator.logIn(server.url);
  const title = 'Lantern sale';
  const free = { cap_number: '5000', free_bps: 10_000 };
  await operator.announceSale({
    ...lotsFrom(Date.now() + 5 * DAY_MS),
    ...free,
    title,
    kind: 'sale',
  });
  await page.reload();
  await card(title).getByText('Announced', { exact: true }).waitFor();
  await operator.cancelSale(title, 'The project gave up.');
  await page.reload();
  await card(title).getByText('This sale was cancelled. Everybody gets everything back.').waitFor();
  await card(title).getByText('Reason: The project gave up.').waitFor();
  expect(visitor.problems).toEqual([]);
});
