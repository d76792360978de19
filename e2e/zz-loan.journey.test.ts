/** A customer borrows against ether, is warned and partly liquidated in a recorded fall, and repays. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, Visitor } from './browser.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

const SHARED =
  process.env['MERIDIAN_SHARED'] ?? path.resolve(import.meta.dirname, '..', '..', 'shared');
const RECORDING = path.join(SHARED, 'data', 'klines', 'ETHUSDT-1m-2021-04-20_2021-05-20.csv.gz');
/**
 * Half an hour before ether fell from 2,680 to 1,960 USDT on 19 May 2021, ten times as fast: slow
 * enough for the mark price, which one venue moves by a fifth of a percent each second at most.
 */
const FEED = `replay:${RECORDING}?speed=10&start=2021-05-19T12:20Z`;
const SHOWN_WITHIN_MS = 15_000;
/** The fall is over after three and a half minutes, and a second one comes a minute later. */
const FALLEN_WITHIN_MS = 330_000;

describe.skipIf(!existsSync(RECORDING))(
  'a loan in a recorded fall (skipped where ../shared/data is absent)',
  () => {
    let browser: Browser;
    let server: ServerProcess;
    let visitor: Visitor;
    let page: Page;
    beforeAll(async () => {
      [browser, server] = await Promise.all([launchBrowser(), ServerProcess.start({ FEED })]);
      visitor = await Visitor.arrive(browser, server.url, { reducedMotion: 'reduce' });
      ({ page } = visitor);
      page.setDefaultTimeout(SHOWN_WITHIN_MS);
      await new SpotScreen(page).logIn('demo@meridian.test', 'Demo1234');
    });
    afterAll(async () => {
      await browser.close();
      await server.remove();
    });

    test('is taken with all that follows from it in sight', async () => {
      await page.goto('/loan');
      await page.getByRole('button', { name: 'USDT against ETH' }).click();
      const form = card('Borrow USDT against ETH');
      await form.getByLabel('Collateral', { exact: true }).fill('10');
      await form
        .getByRole('group', { name: 'Share of what the collateral allows' })
        .getByRole('button', { name: '100%' })
        .click();
      await form.getByRole('button', { name: 'Borrow' }).click();
      const question = page.getByRole('alertdialog');
      for (const text of ['1st warning', 'Liquidation', 'Interest a day'])
        expect(await question.getByText(text).first().isVisible()).toBe(true);
      await question.getByRole('button', { name: 'Borrow' }).click();
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
        .getByText('Warning 1 of 3')
        .or(loan().getByText('Warning 2 of 3'))
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

    function card(name: string): Locator {
      return page.getByRole('region', { name, exact: true });
    }

    function loan(): Locator {
      return page.getByRole('article', { name: 'Loan 1' });
    }
  },
);
