import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from './axe.ts';
import { launchBrowser, Visitor } from './browser.ts';
import { MarginScreen } from './margin-screen.ts';
import { coveredByToasts } from './page-probes.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

const PHONE = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
} as const;
const FINGER = 44;
const SOON = { timeout: 20_000 };

describe('the terminal of contracts', () => {
  let browser: Browser;
  let server: ServerProcess;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launchBrowser(), ServerProcess.start()]);
  });
  afterAll(async () => {
    await browser.close();
    await server.remove();
  });

  async function trader(options = {}): Promise<{ visitor: Visitor; screen: MarginScreen }> {
    const visitor = await Visitor.arrive(browser, server.url, options);
    await new SpotScreen(visitor.page).logIn('demo@meridian.test', 'Demo1234');
    return { visitor, screen: new MarginScreen(visitor.page) };
  }

  test('fills the window: a tall chart, and the buttons in sight', async () => {
    const { visitor, screen } = await trader();
    const { page } = visitor;
    await screen.arrive('/leverdealCenter');
    // Until the chart is fetched, another region holds its place.
    await page.getByRole('img', { name: /chart/ }).waitFor();
    const chart = await page.getByRole('region', { name: 'Chart', exact: true }).boundingBox();
    expect(chart?.height).toBeGreaterThanOrEqual(480);
    for (const [width, height] of [
      [1920, 1080],
      [1440, 900],
      [1366, 768],
      [1280, 720],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => overflow(page), SOON).toEqual({ right: 0, below: 0 });
      for (const name of ['Go long BTC', 'Go short BTC'])
        expect(await isInSight(page, name), `${name} at ${width}`).toBe(true);
    }
    // With every field open, the costs of the order stand over the buttons.
    await page.setViewportSize({ width: 1440, height: 900 });
    const form = screen.form();
    await form.getByRole('checkbox', { name: 'TP/SL' }).click();
    await form.getByLabel('Stop-loss', { exact: true }).waitFor();
    const foot = await form.getByRole('button', { name: 'Go long BTC' }).boundingBox();
    for (const name of [/^Fee/, /^Est\. liq\. price/]) {
      const row = await form.getByRole('row', { name }).boundingBox();
      expect((row?.y ?? Infinity) + (row?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
    }
    await form.getByRole('checkbox', { name: 'TP/SL' }).click();
    expect(await page.getByRole('contentinfo').count()).toBe(0);
    await visitor.leave();
  });

  test('shows a visitor the same form, with the login in place of its buttons', async () => {
    const visitor = await Visitor.arrive(browser, server.url);
    const screen = new MarginScreen(visitor.page);
    await screen.arrive('/leverdealCenter');
    await screen.form().getByRole('link', { name: 'Log in' }).waitFor();
    expect(
      await screen.form().getByRole('textbox', { name: 'Leverage', exact: true }).inputValue(),
    ).toBe('10');
    await screen.sizeIn('USDT');
    await screen.form().getByLabel('Size', { exact: true }).fill('5000');
    await screen
      .form()
      .getByText(/^\d+ lots · /)
      .waitFor();
    expect(await axeFaults(visitor.page)).toEqual([]);
    expect(visitor.problems).toEqual([]);
    await visitor.leave();
  });

  test('keeps the leverage of each market, and sends a size in USDT as the lots that it shows', async () => {
    const { visitor, screen } = await trader();
    const { page } = visitor;
    await screen.arrive('/leverdealCenter');
    const form = screen.form();
    const leverage = form.getByRole('textbox', { name: 'Leverage', exact: true });
    expect(await leverage.inputValue()).toBe('10');
    await form.getByRole('button', { name: '50×' }).click();
    await page.reload();
    await form.getByRole('button', { name: '50×' }).waitFor();
    expect(await leverage.inputValue()).toBe('50');
    await screen.choose('ETH');
    expect(await leverage.inputValue()).toBe('10');
    await screen.choose('BTC');
    expect(await leverage.inputValue()).toBe('50');

    await screen.sizeIn('USDT');
    await form.getByLabel('Size', { exact: true }).fill('5000');
    const sent = await form.getByText(/^\d+ lots · /).innerText();
    const lots = Number(/^\d+/.exec(sent)?.[0]);
    expect(lots).toBeGreaterThan(0);
    await form.getByRole('button', { name: 'Go long BTC' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('50×').waitFor();
    await dialog.getByRole('button', { name: 'Go long BTC' }).click();
    await screen.ofLots(lots, 'Long').waitFor(SOON);

    // The dock lists the position beside any market, and leads back to its own.
    await screen.choose('ETH');
    const row = screen.ofLots(lots, 'Long');
    await row.waitFor();
    await row.getByRole('button', { name: 'BTC/USDT' }).click();
    await form.getByRole('button', { name: 'Go long BTC' }).waitFor();
    await screen.show('Assets');
    await screen.positions().getByRole('link', { name: 'Transfer' }).first().waitFor();
    await screen.show('Holding');
    expect(await axeFaults(page)).toEqual([]);
    await screen.closeAll();
    await page
      .getByRole('status')
      .getByText(/^1 of 1 position closed/)
      .waitFor(SOON);
    expect(visitor.problems).toEqual([]);
    await visitor.leave();
  });

  test('opens, sees and closes a position on a phone with one hand', async () => {
    const { visitor, screen } = await trader(PHONE);
    const { page } = visitor;
    await page.goto('/leverdealCenter');
    const bar = page.getByRole('main');
    const long = bar.getByRole('button', { name: 'Long', exact: true }).last();
    await long.waitFor();
    const box = await long.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(FINGER);
    // In reach of a thumb: in the lower third of the window.
    expect(box?.y).toBeGreaterThan((PHONE.viewport.height * 2) / 3);
    for (const name of ['Book', 'Trades', 'Info', 'Chart'])
      await page
        .getByRole('group', { name: 'Panels' })
        .getByRole('button', { name, exact: true })
        .click();
    await long.click();
    const sheet = page.getByRole('dialog', { name: 'BTC/USDT' });
    await sheet.getByRole('region', { name: 'Order book' }).waitFor();
    await sheet.getByText('Spot book, for reference.').waitFor();
    await sheet.getByLabel('Size', { exact: true }).fill('0.021');
    // The button that sends stays over the fields; the field with the focus scrolls out from below
    // it.
    await sheet.getByRole('checkbox', { name: 'Reduce only' }).focus();
    expect(await axeFaults(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Go long BTC' }).click();
    await page
      .getByRole('dialog', { name: 'Confirm the order' })
      .getByRole('button', { name: 'Go long BTC' })
      .click();
    await sheet.waitFor({ state: 'detached', ...SOON });
    const row = screen.ofLots(21, 'Long');
    await row.waitFor(SOON);
    const close = row.getByRole('button', { name: 'Close', exact: true });
    expect((await close.boundingBox())?.height).toBeGreaterThanOrEqual(FINGER);
    expect(await overflow(page)).toMatchObject({ right: 0 });
    expect(await axeFaults(page)).toEqual([]);
    await close.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByText(/^Position closed: /).waitFor(SOON);
    // Three lines on a phone may reach the name of the pair below the header.
    const covered = await coveredByToasts(page);
    expect(covered.filter((name) => name !== 'BTC/USDT, choose another pair')).toEqual([]);
    await row.waitFor({ state: 'detached', ...SOON });
    expect(visitor.problems).toEqual([]);
    await visitor.leave();
  });
});

/** Pixels by which the page is wider and higher than its window. */
function overflow(page: Page): Promise<{ right: number; below: number }> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
    return { right: scrollWidth - clientWidth, below: scrollHeight - clientHeight };
  });
}

async function isInSight(page: Page, name: string): Promise<boolean> {
  const button = page.getByRole('button', { name, exact: true });
  const [box, size] = [await button.boundingBox(), page.viewportSize()];
  return (
    box !== null &&
    size !== null &&
    box.y >= 0 &&
    box.y + box.height <= size.height &&
    box.x + box.width <= size.width
  );
}
