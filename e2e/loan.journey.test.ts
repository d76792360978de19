/**
 * A customer borrows against bitcoins, reads how much collateral a price would sell, and repays.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, SHOWN_WITHIN_MS, Visitor } from './browser.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

describe('a loan', () => {
  let browser: Browser;
  let server: ServerProcess;
  let visitor: Visitor;
  let page: Page;
  let borrowed: string;
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
    for (const text of ['1st warning', 'Liquidation', 'Interest a year', '9.00%', 'Interest a day'])
      expect(await question.getByText(text).first().isVisible()).toBe(true);
    const asked = /Borrow ([\d,.]+) USDT\?/.exec(await question.innerText())?.[1] ?? 'nothing';
    // The question repeats the text of the field, which may end with zeros.
    borrowed = `${Number(asked.replaceAll(',', '')).toLocaleString('en', { maximumFractionDigits: 8 })} USDT`;
    await question.getByRole('button', { name: 'Borrow' }).click();
    await loan().waitFor();
    const shown = await loan().innerText();
    expect(shown).toContain('No warning');
    expect(shown).toMatch(/Interest a year\s+9\.00%/);
    expect(shown).toMatch(/Liquidation\s+83\.3%\s+at [\d,.]+ USDT/);
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
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Collateral that comes free').waitFor();
    await dialog.getByRole('button', { name: 'A part' }).click();
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('1000');
    const before = Number((await sum(dialog, 'Debt')).replaceAll(/[^\d.]/g, ''));
    const after = Number((await sum(dialog, 'Debt afterwards')).replaceAll(/[^\d.]/g, ''));
    expect(before - after).toBeCloseTo(1_000, 6);
    expect(await sum(dialog, 'Collateral afterwards')).toBe('1 BTC');
    await dialog.getByRole('button', { name: 'Repay 1,000 USDT' }).click();
    await dialog.waitFor({ state: 'detached' });
    await loan().getByRole('button', { name: 'Repay' }).click();
    await dialog.getByRole('button', { name: 'Repay' }).click();
    await loan().waitFor({ state: 'detached' });
    const ended = card('Ended loans').getByRole('row', { name: /Loan 1/ });
    await ended.getByText('Repaid').waitFor();
    expect(await ended.innerText()).toContain(borrowed);
    await ended.getByRole('button', { name: 'History' }).click();
    await page.getByRole('dialog').getByText(`Borrowed ${borrowed} against 1 BTC`).waitFor();
    await page.goto('/accountMessage');
    await page.getByText('Loan repaid').first().waitFor();
    expect(visitor.problems).toEqual([]);
  });

  async function sum(dialog: Locator, term: string): Promise<string> {
    return dialog.locator(`dt:text-is("${term}") + dd`).innerText();
  }

  function card(name: string): Locator {
    return page.getByRole('region', { name, exact: true });
  }

  function loan(): Locator {
    return page.getByRole('article', { name: 'Loan 1' });
  }
});
