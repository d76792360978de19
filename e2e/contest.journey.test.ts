import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccountScreen } from './account-screen.ts';
import { axeFaults } from './axe.ts';
import { launchBrowser, SHOWN_WITHIN_MS, Visitor } from './browser.ts';
import { MarginScreen } from './margin-screen.ts';
import { rowsSaying } from './rows.ts';
import { ServerProcess } from './server-process.ts';

/** The server ranks every few seconds, and the page polls every few seconds. */
const RANKED_MS = 30_000;
const JOURNEY_MS = 120_000;

describe('the contract contest', () => {
  let browser: Browser;
  let server: ServerProcess;
  let visitor: Visitor;
  beforeAll(async () => {
    [browser, server] = await Promise.all([
      launchBrowser(),
      ServerProcess.start({ CONTEST: 'on' }),
    ]);
    visitor = await Visitor.arrive(browser, server.url, { reducedMotion: 'reduce' });
    visitor.page.setDefaultTimeout(SHOWN_WITHIN_MS);
  });
  afterAll(async () => {
    await browser.close();
    await server.remove();
  });

  const ranking = (): Locator => visitor.page.getByRole('table', { name: 'Ranking' });
  const ownRow = (): Locator => rowsSaying(ranking(), 'You');

  test('a visitor sees the season, its ranking and its rules, and is asked to log in', async () => {
    const { page } = visitor;
    await page.goto('/match');
    await page.getByRole('timer', { name: 'Ends in' }).waitFor();
    await page.getByText('1,040 USDT').waitFor();
    await ranking()
      .getByRole('row')
      .filter({ hasText: '***' })
      .first()
      .waitFor({ timeout: RANKED_MS });
    expect(await ownRow().count()).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
    await page.goto('/match/trade');
    await page.getByRole('button', { name: 'Log in to join' }).click();
    await page.waitForURL('**/components/login');
  });

  test(
    'who joins trades with play money, is ranked by it, and has no real position',
    { timeout: JOURNEY_MS },
    async () => {
      const { page } = visitor;
      const account = 'contestant@meridian.test';
      const accounts = new AccountScreen(page, server.url);
      await accounts.begin({ email: account }, 'Germany');
      await accounts.open(account, 'plover 42 dunes');

      await page.goto('/match');
      await page.getByRole('button', { name: 'Join', exact: true }).click();
      await page.getByRole('dialog').getByText('10,000 PLAY').waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await page.getByRole('dialog').getByRole('button', { name: 'Join', exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Trade now' }).click();

      const screen = new MarginScreen(page);
      await screen
        .form()
        .getByText(/^10,000\.0000 PLAY/)
        .waitFor();
      expect(await screen.form().getByRole('link', { name: 'Transfer' }).count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Get demo funds' }).count()).toBe(0);
      await screen.open('Long', 10, 57);
      const row = screen.ofLots(57);
      await row.getByText('BTC/PLAY').waitFor();
      expect(await axeFaults(page)).toEqual([]);
      const first = await screen.profitOf(row);
      await expect.poll(() => screen.profitOf(row), { timeout: RANKED_MS }).not.toBe(first);

      await page.getByRole('link', { name: 'Ranking and rules' }).click();
      await ownRow().waitFor({ timeout: RANKED_MS });
      const equity = (): Promise<string> =>
        ownRow().locator('td[data-label="Equity (PLAY)"]').innerText();
      // Opening cost a fee and the spread, and the price moves.
      await expect.poll(equity, { timeout: RANKED_MS }).not.toBe('10,000.00');
      const before = await equity();
      await expect.poll(equity, { timeout: RANKED_MS }).not.toBe(before);

      await page.goto('/leverdealCenter');
      await screen
        .form()
        .getByText(/^0\.0000 USDT/)
        .waitFor();
      await page.getByText('Nothing here yet.').waitFor();
      // There is no real position to close, and the call for real positions finds none either.
      expect(await page.getByRole('button', { name: 'Close all', exact: true }).isDisabled()).toBe(
        true,
      );
      expect(await page.evaluate(closeEverythingReal)).toContain('The position was not found.');
      await page.goto('/leverList');
      await page.getByText('Nothing here yet.').waitFor();

      await screen.arrive('/match/trade');
      await row.waitFor();
      await screen.closeAll();
      await row.waitFor({ state: 'detached' });
      await screen.show('Closed');
      await row.waitFor();
      expect(visitor.problems).toEqual([]);
    },
  );
});

/** Runs in the page. */
async function closeEverythingReal(): Promise<string> {
  const headers = { authorization: localStorage.getItem('token') ?? '', lang: 'en' };
  const answer = await fetch('/api/lever/batch_close', {
    method: 'POST',
    headers,
    body: new URLSearchParams({ type: '0' }),
  });
  return answer.text();
}
