/**
 * Two customers vote on a new coin: one changes the vote, takes it back and votes again. After the
 * end the counts are there, and the ballots that a voter counts anew.
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
const TITLE = 'Which coin should be listed next?';

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

const logIn = (account: string): Promise<unknown> =>
  new SpotScreen(visitor.page).logIn(account, DEMO_ACCOUNT.password);
const round = (title = TITLE): Locator =>
  visitor.page
    .getByRole('listitem')
    .filter({ has: visitor.page.getByRole('heading', { name: title }) });
const fact = (name: string): Locator =>
  round().locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]');

async function vote(option: string, button: string): Promise<void> {
  await round().getByRole('radio', { name: option }).click();
  await round().getByRole('button', { name: button, exact: true }).click();
  await round()
    .getByRole('radio', { name: new RegExp(`${option}.*Your vote`) })
    .waitFor();
}

test('a visitor finds the vote in the menu, and logs in to take part', async () => {
  const { page } = visitor;
  await page.goto('/');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Listing vote' }).click();
  await round().getByText('Lantern (LTN)', { exact: true }).waitFor();
  await round().getByText('Open', { exact: true }).waitFor();
  await round().getByText('Text of the terms').click();
  await round()
    .getByText(/^\{"title":"Which coin should be listed next\?",.*"endMs":\d+\}$/)
    .waitFor();
  await round().getByRole('link', { name: 'Log in' }).waitFor();
  expect(await round().getByRole('radio').count()).toBe(0);
});

test('a vote is cast, changed, taken back, and cast again', { timeout: TEST_MS }, async () => {
  const { page } = visitor;
  await logIn(DEMO_ACCOUNT.account);
  await page.goto('/vote');
  await vote('Lantern', 'Vote');
  expect(await fact('Ballots').innerText()).toBe('1');
  await vote('Quartz', 'Change vote');
  expect(await fact('Ballots').innerText()).toBe('1');
  await round().getByRole('button', { name: 'Take vote back' }).click();
  await round().getByRole('button', { name: 'Vote', exact: true }).waitFor();
  expect(await fact('Ballots').innerText()).toBe('0');
  await vote('Quartz', 'Vote');
  await visitor.leave();
  await arrive();
  await logIn('demo2@meridian.test');
  await visitor.page.goto('/vote');
  await vote('Lantern', 'Vote');
  expect(await fact('Ballots').innerText()).toBe('2');
  expect(visitor.problems).toEqual([]);
});

test('after the end the count is there, and is counted anew', { timeout: TEST_MS }, async () => {
  await visitor.leave();
  await server.kill();
  await server.start(15 * DAY_MS);
  await arrive();
  const { page } = visitor;
  await logIn(DEMO_ACCOUNT.account);
  await page.goto('/vote');
  await round().getByText('Ended', { exact: true }).waitFor();
  expect(await round().getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/Lantern \(LTN\)\s*1 \(50%\)/),
    expect.stringMatching(/Quartz \(QRZ\)\s*1 \(50%\)/),
    expect.stringMatching(/Harbour coin \(HBR\)\s*0 \(0%\)/),
  ]);
  await round()
    .getByText(/Your ballot for Quartz \(QRZ\) is in the list as [0-9a-f]{16}/)
    .waitFor();
  await round().getByRole('button', { name: 'Count the ballots myself' }).click();
  await round().getByText('2 published ballots counted: they give this result.').waitFor();
  await round().getByText('Your ballot is among them, for your option.').waitFor();
  await round()
    .getByText('Question, options and times have the hash that was recorded before the start.')
    .waitFor();
});

test('two operators announce a round, and cancel it', { timeout: TEST_MS }, async () => {
  const { page } = visitor;
  const operator = await Operator.logIn(server.url);
  const start = Date.now() + 16 * DAY_MS;
  await operator.openVote('Another coin?', ['One', 'Two'], [start, start + DAY_MS]);
  await page.reload();
  await round('Another coin?').getByText('Announced').waitFor();
  await operator.cancelVote('Another coin?');
  await page.reload();
  await round('Another coin?').getByText('This vote was cancelled. No ballot counts.').waitFor();
  expect(visitor.problems).toEqual([]);
});
