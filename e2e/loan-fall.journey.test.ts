/**
 * A customer borrows against ether, is warned and partly liquidated in a recorded fall, and repays.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, SHOWN_WITHIN_MS, Visitor } from './browser.ts';
import { Operator } from './operator.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

const SHARED =
  process.env['MERIDIAN_SHARED'] ?? path.resolve(import.meta.dirname, '..', '..', 'shared');
const RECORDING = path.join(SHARED, 'data', 'klines', 'ETHUSDT-1m-2021-04-20_2021-05-20.csv.gz');
/**
 * Minutes before ether fell from 2,680 to 1,960 USDT on 19 May 2021, ten times as fast. One venue
 * moves the mark price by a fifth of a percent each second at most, so the levels are near.
 */
const FEED = `replay:${RECORDING}?speed=10&start=2021-05-19T12:35Z`;
const NEAR = {
  initial_bps: '6500',
  warn_1_bps: '6600',
  warn_2_bps: '6700',
  warn_3_bps: '6800',
  liquidation_bps: '7200',
};
const FALLEN_WITHIN_MS = 240_000;

describe.skipIf(!existsSync(RECORDING))(
  'a loan in a recorded fall (skipped where ../shared/data is absent)',
  () => {
    let browser: Browser;
    let server: ServerProcess;
    let visitor: Visitor;
    let page: Page;
    beforeAll(async () => {
      [browser, server] = await Promise.all([launchBrowser(), ServerProcess.start({ FEED })]);
      await (await Operator.logIn(server.url)).changeLoans('ETH/USDT', NEAR);
      visitor = await Visitor.arrive(browser, server.url, { reducedMotion: 'reduce' });
      ({ page } = visitor);
      page.setDefaultTimeout(SHOWN_WITHIN_MS);
      await new SpotScreen(page).logIn('demo@meridian.test', 'Demo1234');
    });
    afterAll(async () => {
      await browser.close();
      await server.remove();
    });

    test('is taken with all that follows from it in sight', { timeout: 90_000 }, async () => {
      await page.goto('/loan');
      await page.getByRole('button', { name: 'USDT against ETH' }).click();
      const form = card('Borrow USDT against ETH');
      await form.getByLabel('Collateral', { exact: true }).fill('10');
      // Prices move ten times as fast: the most that was allowed a moment ago may be too much now.
      await expect.poll(() => isTaken(form), { timeout: 60_000 }).toBe(true);
      await loan().waitFor();
      expect(await loan().innerText()).toContain('No warning');
    });

    test('says beforehand what a price would sell', async () => {
      const simulator = card('What if the price falls?');
      await simulator.getByLabel('Loan', { exact: true }).selectOption({ index: 1 });
      await simulator.getByText('Nothing would be sold at this price.').waitFor();
      await simulator
        .getByRole('group', { name: 'Part of the price now' })
        .getByRole('button', { name: '75%' })
        .click();
      await simulator.getByText(/^About [\d.,]+ ETH would be sold/).waitFor();
    });

    test('is warned of three times, and sold in part', { timeout: FALLEN_WITHIN_MS }, async () => {
      await loan()
        .getByText(/^Warning [123] of 3/)
        .first()
        .waitFor({ timeout: FALLEN_WITHIN_MS });
      await loan().getByRole('button', { name: 'History' }).click();
      const sold = loan()
        .getByText(/^Sold [\d.,]+ ETH at/)
        .first();
      await sold.waitFor({ timeout: FALLEN_WITHIN_MS });
      const history = await loan().innerText();
      for (const level of [1, 2, 3]) expect(history).toContain(`Warning ${level} of 3 at`);
      for (const channel of ['Inbox:', 'Mail:', 'Open page:']) expect(history).toContain(channel);
    });

    test('is repaid, and shows how it ended', async () => {
      await loan().getByRole('button', { name: 'Repay' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Repay' }).click();
      await loan().waitFor({ state: 'detached' });
      const ended = card('Ended loans').getByRole('row', { name: /Loan 1/ });
      await ended.getByText('Repaid').waitFor();
      await page.goto('/accountMessage');
      for (const title of ['Loan repaid', 'Collateral of your loan was sold'])
        await page.getByText(title).first().waitFor();
      expect(visitor.problems).toEqual([]);
    });

    /** Asks for nearly all that the collateral allows. Whether the loan was made. */
    async function isTaken(form: Locator): Promise<boolean> {
      await form
        .getByRole('group', { name: 'Share of what the collateral allows' })
        .getByRole('button', { name: '100%' })
        .click();
      await form.getByRole('button', { name: 'Borrow' }).click();
      const question = page.getByRole('alertdialog');
      for (const text of ['1st warning', 'Liquidation', 'Interest a day'])
        expect(await question.getByText(text).first().isVisible()).toBe(true);
      await question.getByRole('button', { name: 'Borrow' }).click();
      const isMade = await loan()
        .waitFor({ timeout: 4_000 })
        .then(() => true)
        .catch(() => false);
      if (!isMade) await page.keyboard.press('Escape');
      return isMade;
    }

    function card(name: string): Locator {
      return page.getByRole('region', { name, exact: true });
    }

    function loan(): Locator {
      return page.getByRole('article', { name: 'Loan 1' });
    }
  },
);
