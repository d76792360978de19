import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser, Visitor } from './browser.ts';
import { fallingFeed } from './falling-market.ts';
import { MarginScreen } from './margin-screen.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

const SHARED =
  process.env['MERIDIAN_SHARED'] ?? path.resolve(import.meta.dirname, '..', '..', 'shared');
const RECORDING = path.join(SHARED, 'data', 'klines', 'BTCUSDT-1m-2021-04-20_2021-05-20.csv.gz');
/** At this speed the market falls by half a per cent in twenty seconds. */
const FALLING_SPEED = 30;
/**
 * A quarter of an hour before the fall from 37,700 to 32,500, slow enough for a warning: a long at
 * twenty times is liquidated at its end.
 */
const FALL = `replay:${RECORDING}?speed=15&start=2021-05-19T12:40Z`;
const CRASH_MS = 90_000;

describe('leveraged contracts in a falling market', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'meridian-fall-'));
  let browser: Browser;
  let server: ServerProcess;
  let visitor: Visitor;
  let screen: MarginScreen;
  beforeAll(async () => {
    const FEED = fallingFeed(folder, FALLING_SPEED);
    [browser, server] = await Promise.all([launchBrowser(), ServerProcess.start({ FEED })]);
    visitor = await Visitor.arrive(browser, server.url);
    screen = new MarginScreen(visitor.page);
    await new SpotScreen(visitor.page).logIn('demo@meridian.test', 'Demo1234');
  });
  afterAll(async () => {
    await browser.close();
    await server.remove();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    await screen.arrive('/leverdealCenter');
  });

  test(
    'a long moves with the index, and its stop-loss triggers',
    { timeout: CRASH_MS },
    async () => {
      const row = await screen.openFilled('Long', 5, 123);
      const first = await screen.profitOf(row);
      await expect.poll(() => screen.profitOf(row), { timeout: 20_000 }).not.toBe(first);
      const priceIn = async (column: string): Promise<number> =>
        Number((await row.locator(`td[data-label="${column}"]`).innerText()).replaceAll(',', ''));
      // Half a per cent below: the fall reaches it within half a minute, and not while the dialog
      // is open.
      const lower = Math.min(await priceIn('Entry price'), await priceIn('Mark price'));
      await row.getByRole('button', { name: 'TP/SL' }).click();
      await visitor.page
        .getByRole('dialog')
        .getByLabel('Stop-loss')
        .fill((lower * 0.995).toFixed(2));
      await visitor.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await visitor.page
        .getByRole('status')
        .getByText('Stop-loss carried out')
        .first()
        .waitFor({ timeout: CRASH_MS });
      await row.waitFor({ state: 'detached' });
      await screen.show('Closed');
      await screen.ofLots(123, 'Long').waitFor();
      expect(await screen.profitOf(screen.ofLots(123, 'Long'))).toMatch(/^[−-]/);
    },
  );

  test('a limit short rests and is revoked', async () => {
    await screen.open('Short', 10, 11, '90000');
    await screen.show('Entrusted');
    await screen.ofLots(11, 'Short').getByRole('button', { name: 'Cancel' }).click();
    await visitor.page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Cancel order' })
      .click();
    await screen.show('Revoked');
    expect(
      await screen.ofLots(11, 'Short').locator('td[data-label="Limit price"]').innerText(),
    ).toBe('90,000.00');
  });

  test('all orders that wait and are listed are revoked at once, and those alone', async () => {
    await screen.open('Short', 10, 12, '90000');
    await screen.open('Short', 10, 13, '91000');
    await screen.open('Long', 10, 14, '20000');
    await screen.show('Entrusted');
    await screen.ofLots(14, 'Long').waitFor();
    await screen.listSide('Short');
    await screen.ofLots(14).waitFor({ state: 'detached' });
    expect(await screen.revokeAll()).toMatch(/^2 orders that wait: All pairs, Short\./);
    await visitor.page.getByRole('status').getByText('2 of 2 orders cancelled.').waitFor();
    await screen.listSide('All');
    await screen.ofLots(13).waitFor({ state: 'detached' });
    expect(await screen.ofLots(12).count()).toBe(0);
    await screen.ofLots(14).waitFor();
    expect(await screen.revokeAll()).toMatch(/^1 order that waits: All pairs, Long and short\./);
    await screen.ofLots(14).waitFor({ state: 'detached' });
    await screen.show('Revoked');
    for (const lots of [12, 13, 14]) await screen.ofLots(lots).waitFor();
  });

  test('all positions are closed at once', async () => {
    await screen.openFilled('Long', 10, 31);
    await screen.openFilled('Short', 10, 32);
    await screen.closeAll();
    await screen.show('Closed');
    await screen.ofSide('Short').first().waitFor();
    await screen.show('Holding');
    await visitor.page.getByText('Nothing here yet.').waitFor();
  });
});

describe.skipIf(!existsSync(RECORDING))(
  'a recorded fall (skipped where ../shared/data is absent)',
  () => {
    let browser: Browser;
    let server: ServerProcess;
    beforeAll(async () => {
      [browser, server] = await Promise.all([launchBrowser(), ServerProcess.start({ FEED: FALL })]);
    });
    afterAll(async () => {
      await browser.close();
      await server.remove();
    });

    test(
      'liquidates whoever risks everything, who loses no more than the account',
      { timeout: 3 * CRASH_MS },
      async () => {
        const visitor = await Visitor.arrive(browser, server.url);
        const screen = new MarginScreen(visitor.page);
        await new SpotScreen(visitor.page).logIn('demo@meridian.test', 'Demo1234');
        await screen.arrive('/leverdealCenter');
        const price = Number(
          (await screen.form().getByLabel('Price', { exact: true }).inputValue()).replaceAll(
            ',',
            '',
          ),
        );
        // Nearly all of the demo's 20,000 USDT as margin, at twenty times.
        const lots = Math.floor(350_000 / (price * 0.001));
        const row = await screen.openFilled('Long', 20, lots);
        // Announced at once, for screen readers too: first the warnings, then the liquidation.
        await visitor.page
          .getByRole('alert')
          .getByText('Liquidation is close')
          .first()
          .waitFor({ timeout: CRASH_MS });
        await row.waitFor({ state: 'detached', timeout: CRASH_MS });
        await visitor.page.getByRole('alert').getByText('Position liquidated').first().waitFor();
        await screen.show('Closed');
        await screen.ofLots(lots, 'Long').waitFor();
        expect(
          await screen
            .form()
            .getByText(/^[−-]\d/)
            .count(),
        ).toBe(0);
        expect(visitor.problems).toEqual([]);
      },
    );
  },
);
