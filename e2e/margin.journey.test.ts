import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser, Visitor } from './browser.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

const SHARED = process.env['MERIDIAN_SHARED'] ?? path.resolve(import.meta.dirname, '..', '..', 'shared');
const RECORDING = path.join(SHARED, 'data', 'klines', 'BTCUSDT-1m-2021-04-20_2021-05-20.csv.gz');
/** Half an hour before the deepest fall of 19 May 2021, thirty times as fast as it was. */
const FEED = `replay:${RECORDING}?speed=30&start=2021-05-19T12:30Z`;
/** Of the recorded fall: it takes a minute to halve what the margin covers. */
const CRASH_MS = 90_000;

describe.skipIf(!existsSync(RECORDING))('leveraged contracts in a recorded crash (skipped where ../shared/data is absent)', () => {
  let browser: Browser;
  let server: ServerProcess;
  let visitor: Visitor;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launchBrowser(), ServerProcess.start({ FEED })]);
    visitor = await Visitor.arrive(browser, server.url);
    await new SpotScreen(visitor.page).logIn('demo@meridian.test', 'Demo1234');
  });
  afterAll(async () => {
    await browser.close();
    await server.remove();
  });
  beforeEach(async () => {
    await visitor.page.goto('/leverdealCenter');
    await form().getByRole('button', { name: '10×' }).waitFor();
  });

  const form = (): Locator => visitor.page.getByRole('region', { name: 'Open a position' });
  const rows = (text: string): Locator => visitor.page.getByRole('region', { name: 'Positions', exact: true }).getByRole('row').filter({ hasText: text });
  const show = (list: string): Promise<void> => visitor.page.getByRole('tab', { name: list, exact: true }).click();
  const profitOf = (row: Locator): Promise<string> => row.locator('td[data-label="Profit"]').innerText();

  async function open(side: 'Long' | 'Short', leverage: number, lots: number, price?: string): Promise<void> {
    const action = side === 'Long' ? 'Go long BTC' : 'Go short BTC';
    await form().getByRole('button', { name: side, exact: true }).click();
    await form().getByRole('button', { name: price === undefined ? 'Market' : 'Limit', exact: true }).click();
    if (price !== undefined) await form().getByLabel('Price', { exact: true }).fill(price);
    await form().getByRole('button', { name: `${leverage}×`, exact: true }).click();
    await form().getByLabel('Lots', { exact: true }).fill(String(lots));
    await form().getByRole('button', { name: action }).click();
    await visitor.page.getByRole('dialog').getByRole('button', { name: action }).click();
    await visitor.page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  test('a limit short rests and is revoked', async () => {
    await open('Short', 10, 11, '90000');
    await show('Entrusted');
    await rows('90,000').or(rows('89,982')).getByRole('button', { name: 'Revoke' }).click();
    await visitor.page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await show('Revoked');
    await rows('89,982').waitFor();
  });

  test('a long moves with the index, and its stop-loss triggers', { timeout: CRASH_MS }, async () => {
    await open('Long', 5, 123);
    const row = rows('123');
    await row.waitFor();
    const first = await profitOf(row);
    await expect.poll(() => profitOf(row), { timeout: 20_000 }).not.toBe(first);
    const entry = Number((await row.locator('td[data-label="Open price"]').innerText()).replaceAll(',', ''));
    await row.getByRole('button', { name: 'Set stops' }).click();
    await visitor.page.getByRole('dialog').getByLabel('Stop-loss').fill((entry * 0.9995).toFixed(2));
    await visitor.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await row.waitFor({ state: 'detached', timeout: CRASH_MS });
    await show('Closed');
    await rows('123').waitFor();
    expect(await profitOf(rows('123'))).toMatch(/^[−-]/);
  });

  test('all positions are closed at once', async () => {
    await open('Long', 10, 31);
    await open('Short', 10, 32);
    await rows('31').first().waitFor();
    await visitor.page.getByRole('button', { name: 'Close many' }).click();
    await visitor.page.getByRole('button', { name: 'Close all' }).click();
    await show('Closed');
    await rows('Short').first().waitFor();
    await show('Holding');
    await visitor.page.getByText('Nothing here yet.').waitFor();
  });

  test('whoever risks everything is liquidated by the crash, and loses no more than the account', { timeout: 3 * CRASH_MS }, async () => {
    const price = Number((await form().getByLabel('Price', { exact: true }).inputValue()).replaceAll(',', ''));
    // Nearly all of the demo's 20,000 USDT as margin, a hundred times.
    const lots = Math.floor(1_750_000 / (price * 0.001));
    await open('Long', 100, lots);
    const size = lots.toLocaleString('en-US');
    await rows(size).waitFor();
    await rows(size).waitFor({ state: 'detached', timeout: 2 * CRASH_MS });
    await show('Closed');
    await rows(size).waitFor();
    expect(await form().getByText(/^[−-]\d/).count()).toBe(0);
    expect(visitor.problems).toEqual([]);
  });
});
