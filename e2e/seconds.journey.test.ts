import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, Visitor } from './browser.ts';
import { ChartScreen } from './chart-screen.ts';
import { Operator } from './operator.ts';
import { coveredByToasts } from './page-probes.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

const TICKET_MS = 60_000;
/** The first second lasts longer: the ticket starts with the next price. */
const MOVES_MS = 5_000;
/** Together longer than two bars of a second. */
const [LOOKS, LOOK_MS] = [12, 200];

/** The first number of an English text, where a loss has a true minus sign. */
function figureOf(text: string): number {
  return Number(/[−-]?[\d,]+(?:\.\d+)?/.exec(text)?.[0].replaceAll(',', '').replace('−', '-'));
}

describe('seconds contracts', () => {
  let browser: Browser;
  let server: ServerProcess;
  let visitor: Visitor;
  /** The contract bought here, and its result. */
  let [publicPage, stated] = ['', ''];
  beforeAll(async () => {
    [browser, server] = await Promise.all([launchBrowser(), ServerProcess.start()]);
    visitor = await Visitor.arrive(browser, server.url);
  });
  afterAll(async () => {
    await browser.close();
    await server.remove();
  });

  const form = (): Locator => visitor.page.getByRole('region', { name: 'Open a contract' });
  const available = async (): Promise<number> =>
    figureOf(
      await form().locator('p').filter({ hasText: 'Available in the seconds wallet' }).innerText(),
    );
  const list = (): Locator => visitor.page.getByRole('region', { name: 'My contracts' });

  test('a visitor sees what is offered, and the way to log in', async () => {
    await visitor.page.goto('/secondDealCenter');
    await form().getByRole('button', { name: '30 s' }).waitFor();
    await form().getByRole('link', { name: 'Log in' }).waitFor();
    const index = visitor.page.getByRole('region', { name: 'Markets' }).locator('dl > div').first();
    await expect.poll(() => index.innerText()).toMatch(/^Index price\s+[\d,]+\.\d+$/);
    expect(await form().getByRole('button', { name: 'Up' }).count()).toBe(0);
  });

  test('the chart is a line of one second to a newcomer, and keeps what is chosen apart from spot', async () => {
    const { page } = visitor;
    const chart = new ChartScreen(page);
    const interval = (name: string): Locator =>
      chart.panel
        .getByRole('group', { name: 'Interval' })
        .getByRole('button', { name, exact: true });
    const pressed = page.locator('[aria-pressed=true]');
    await chart.drawn();
    await interval('1s').and(pressed).waitFor();
    expect(await chart.picture.getAttribute('aria-label')).toContain('interval 1s');
    const settings = await chart.open('Chart settings');
    await settings.getByRole('button', { name: 'Area' }).and(pressed).waitFor();
    await page.keyboard.press('Escape');
    // Each second is a new bar, and the legend has its figures too.
    const volume = chart.panel.getByRole('listitem').filter({ hasText: 'VOL' });
    await expect.poll(() => volume.innerText()).toMatch(/\d/);
    for (let looks = 0; looks < LOOKS; looks++) {
      await page.waitForTimeout(LOOK_MS);
      expect(await volume.innerText()).toMatch(/\d/);
    }
    await interval('5m').click();
    await page.reload();
    await chart.drawn();
    await interval('5m').and(pressed).waitFor();
    await page.goto('/dealCenter');
    await chart.drawn();
    await interval('1m').and(pressed).waitFor();
    expect(await interval('1s').count()).toBe(0);
    expect(visitor.problems).toEqual([]);
  });

  test(
    '30 seconds up: countdown, result, verified in the browser',
    { timeout: 2 * TICKET_MS },
    async () => {
      const { page } = visitor;
      await new SpotScreen(page).logIn('demo@meridian.test', 'Demo1234');
      await page.goto('/secondDealCenter');
      await form().getByRole('button', { name: '30 s' }).click();
      await form().getByLabel('Amount', { exact: true }).first().fill('100');
      const before = await available();
      // 80 % of 100 is paid and 2 % is charged: 1.02 of 1.80 must be won.
      await form().getByText('right 56.67% of the time').waitFor();
      await form().getByRole('button', { name: 'Up' }).click();
      await page
        .getByRole('dialog')
        .locator('dt:has-text("Net profit if right") + dd')
        .getByText('78 USDT')
        .waitFor();
      await page
        .getByRole('dialog')
        .locator('dt:has-text("Held, lost if wrong") + dd')
        .getByText('102 USDT')
        .waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Up' }).click();
      const running = list().getByRole('row').filter({ hasText: 'BTC/USDT' });
      await running.getByRole('timer').waitFor();
      const label = new ChartScreen(page).panel.getByText(/^▲ Up 100 USDT · 00:\d\d$/);
      const left = await running.getByRole('timer').innerText();
      await expect
        .poll(() => running.getByRole('timer').innerText(), { timeout: MOVES_MS })
        .not.toBe(left);
      // The index against the open price shows the result so far, and the gain of the wallet.
      await expect
        .poll(() => running.locator('td[data-label="If it ended now"]').innerText(), {
          timeout: MOVES_MS,
        })
        .toMatch(/^(?:Winning\s+\+78|Losing\s+[−-]102|Level\s+0) USDT$/);
      await label.waitFor();
      const labelled = await label.innerText();
      await expect.poll(() => label.innerText(), { timeout: MOVES_MS }).not.toBe(labelled);
      await running.waitFor({ state: 'detached', timeout: TICKET_MS });
      await label.waitFor({ state: 'detached' });
      await list().getByRole('tab', { name: 'Closed' }).click();
      const closed = list().getByRole('row').filter({ hasText: 'BTC/USDT' });
      // The wallet gains or loses the amount in the list.
      const net = figureOf(await closed.locator('td[data-label="Net profit or loss"]').innerText());
      expect([78, -102, 0]).toContain(net);
      await expect.poll(available).toBe(before + net);
      stated = await closed.getByText(/Won|Lost|returned/).innerText();
      await closed.getByRole('button', { name: 'Verify' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('It agrees: same prices, same result.').waitFor();
      publicPage =
        (await dialog
          .getByRole('link', { name: 'Public page of this contract' })
          .getAttribute('href')) ?? '';
    },
  );

  test('and by a stranger, from the public file of the day', async () => {
    const stranger = await Visitor.arrive(browser, server.url);
    const { page } = stranger;
    await page.goto('/secondVerify');
    await page.getByLabel('Contract no.').fill(publicPage.replace('/secondVerify?id=', ''));
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('It agrees: same prices, same result.').waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(publicPage);
    expect(
      await page
        .getByRole('table', { name: 'Compared' })
        .getByRole('row')
        .filter({ hasText: 'Result' })
        .innerText(),
    ).toContain(stated);
    await page
      .getByRole('region', { name: 'Prices around the open' })
      .first()
      .getByText('Open price')
      .waitFor();
    await page
      .getByRole('region', { name: 'Prices around the end' })
      .first()
      .getByText('End price')
      .waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: /^Price file of/ }).click();
    expect((await download).suggestedFilename()).toMatch(/^ticks-1-\d{4}-\d{2}-\d{2}\.csv$/);
    await page.goto('/secondVerify?id=999999');
    await page.getByText('No contract with this number has closed.').waitFor();
    expect(stranger.problems).toEqual([]);
    await stranger.leave();
  });

  test('an offer that changes ends its question, and opens nothing for who has not heard of it', async () => {
    const { page } = visitor;
    const operator = await Operator.logIn(server.url);
    const question = page.getByRole('dialog', { name: 'Open this contract?' });
    const ask = async (): Promise<void> => {
      await form().getByRole('button', { name: '30 s' }).click();
      await form().getByRole('button', { name: 'Up' }).click();
      await question.waitFor();
    };
    const shown = (ratio: string): Promise<void> =>
      form().getByRole('button', { name: '30 s' }).getByText(ratio).waitFor();
    await page.goto('/secondDealCenter');
    await ask();
    await operator.offerSeconds('30:7000:10:5000,60:8300:10:10000');
    await question.waitFor({ state: 'detached' });
    await shown('+70%');

    // A screen that still shows the earlier offer.
    const options = /\/api\/microtrade\/seconds\?/;
    await page.route(options, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace('"70"', '"80"'),
      });
    });
    await page.reload();
    await shown('+80%');
    await ask();
    await page.unroute(options);
    await question.getByRole('button', { name: 'Up' }).click();
    await page.getByText(/^The terms have changed: the payout is 70% now, the fee 2%/).waitFor();
    await question.waitFor({ state: 'detached' });
    await shown('+70%');
    expect(await list().getByRole('timer').count()).toBe(0);
  });

  test('on a phone both ways are at the thumb, before and in the form', async () => {
    const [width, height] = [390, 844];
    const phone = await Visitor.arrive(browser, server.url, { viewport: { width, height } });
    const { page } = phone;
    await new SpotScreen(page).logIn('demo2@meridian.test', 'Demo1234');
    await page.goto('/secondDealCenter');
    const isInSight = async (button: Locator): Promise<boolean> => {
      const box = await button.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= height;
    };
    for (const way of ['Up', 'Down'])
      expect(await isInSight(page.getByRole('button', { name: way, exact: true }))).toBe(true);
    await page.getByRole('button', { name: 'Down', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'BTC/USDT' });
    const index = sheet.getByText(/^Index price [\d,]+\.\d+$/);
    expect(await isInSight(index)).toBe(true);
    const first = await index.innerText();
    await expect.poll(() => index.innerText()).not.toBe(first);
    await sheet.getByRole('button', { name: '30 s' }).click();
    await sheet.getByLabel('Amount', { exact: true }).first().fill('50');
    for (const way of ['Up', 'Down'])
      expect(await isInSight(sheet.getByRole('button', { name: way }))).toBe(true);
    await sheet.getByRole('button', { name: 'Down' }).click();
    await page
      .getByRole('dialog', { name: 'Open this contract?' })
      .getByRole('button', { name: 'Down' })
      .click();
    // The pointer holds the toast: one that has gone covers nothing.
    await page.getByText('Contract opened').hover();
    await sheet.waitFor({ state: 'detached' });
    expect(await coveredByToasts(page)).toEqual([]);
    expect(await page.getByText('Contract opened').isVisible()).toBe(true);
    await page.getByRole('timer').first().waitFor();
    expect(phone.problems).toEqual([]);
    await phone.leave();
  });

  test('each market keeps its stake and duration over a reload, until the person logs out', async () => {
    const { page } = visitor;
    const amount = (): Locator => form().getByLabel('Amount', { exact: true }).first();
    const chosen = (seconds: number): Locator =>
      form().getByRole('button', { name: `${seconds} s`, pressed: true });
    const market = (pair: string): Locator =>
      page.getByRole('region', { name: 'Markets' }).getByRole('button', { name: pair });
    await page.goto('/secondDealCenter');
    await market('ETH/USDT').click();
    await expect.poll(() => amount().inputValue()).toBe('');
    await amount().fill('25.5');
    await form().getByRole('button', { name: '60 s' }).click();
    await market('BTC/USDT').click();
    await chosen(30).waitFor();
    // Of the contract that was opened here.
    expect(await amount().inputValue()).toBe('100');
    await market('ETH/USDT').click();
    await chosen(60).waitFor();
    await page.reload();
    await chosen(60).waitFor();
    expect(await amount().inputValue()).toBe('25.5');

    await page.getByRole('button', { name: /^Account number/ }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(/login/);
    await page.goBack();
    await chosen(30).waitFor();
    expect(await amount().inputValue()).toBe('');
    expect(visitor.problems).toEqual([]);
  });
});
