/** A customer borrows against bitcoins, asks what a price would sell, and repays. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, Visitor } from './browser.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

const SHOWN_WITHIN_MS = 15_000;
describe('a loan', () => {
  let browser: Browser;
  let server: ServerProcess;
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launchBrowser(), ServerProcess.start()]);
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
    const form = card('Borrow USDT against BTC');
    await form.getByLabel('Collateral', { exact: true }).fill('1');
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
      .getByRole('button', { name: '50%' })
      .click();
    await simulator.getByText(/^About [\d.,]+ BTC would be sold/).waitFor();
  });

  test('is repaid, and shows how it ended', async () => {
    await loan().getByRole('button', { name: 'Repay' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Repay' }).click();
    await loan().waitFor({ state: 'detached' });
    const ended = card('Ended loans').getByRole('row', { name: /Loan 1/ });
    await ended.getByText('Repaid').waitFor();
    await page.goto('/accountMessage');
    await page.getByText('Loan repaid').first().waitFor();
    expect(visitor.problems).toEqual([]);
  });

  function card(name: string): Locator {
    return page.getByRole('region', { name, exact: true });
  }

  function loan(): Locator {
    return page.getByRole('article', { name: 'Loan 1' });
  }
});
