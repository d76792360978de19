import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccountScreen, forgetProofs } from './account-screen.ts';
import { launchBrowser, Visitor } from './browser.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

const PASSWORD = 'Demo1234';
const TICKET_MS = 60_000;
/** Two opposite tickets of one price lose together, unless the price stands still. */
const ROUNDS = 4;

describe('own limits of seconds contracts', () => {
  let browser: Browser;
  let server: ServerProcess;
  let visitor: Visitor;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launchBrowser(), ServerProcess.start()]);
    visitor = await Visitor.arrive(browser, server.url);
    await new SpotScreen(visitor.page).logIn('demo@meridian.test', PASSWORD);
  });
  afterAll(async () => {
    await browser.close();
    await server.remove();
  });

  const form = (): Locator => visitor.page.getByRole('region', { name: 'Open a contract' });
  const up = (): Locator => form().getByRole('button', { name: 'Up' });
  const limits = (): Locator => visitor.page.getByRole('dialog', { name: 'My limits' });
  const part = (name: string): Locator => limits().getByRole('region', { name });

  /** Asks the server as a program would, beside the page. */
  async function ask(path: string, fields?: Record<string, string>): Promise<unknown> {
    return visitor.page.evaluate(
      async ([asked, body]) => {
        const headers = {
          authorization: localStorage.getItem('token') ?? '',
          lang: 'en',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        };
        const answer = await fetch(asked, {
          headers,
          ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        });
        return (await answer.json()) as unknown;
      },
      [path, fields] as const,
    );
  }

  const submit = (type: '1' | '2', number: string): Promise<unknown> =>
    ask('/api/microtrade/submit', {
      match_id: '1',
      currency_id: '3',
      type,
      seconds: '30',
      number,
    });

  async function lostToday(): Promise<number> {
    const { message } = (await ask('/api/microtrade/limits')) as {
      message: { losses: { currency_id: number; lost: string }[] };
    };
    return Number(message.losses.find(({ currency_id }) => currency_id === 3)?.lost);
  }

  async function running(): Promise<number> {
    const { message } = (await ask('/api/microtrade/lists?status=1')) as {
      message: { data: unknown[] };
    };
    return message.data.length;
  }

  test('a limit of the loss is set', async () => {
    await visitor.page.goto('/secondDealCenter');
    await form().getByRole('button', { name: 'My limits' }).click();
    const loss = part('Loss a day, USDT');
    await loss.getByText('No limit').waitFor();
    await loss.getByLabel('Most loss a day').fill('105');
    await loss.getByRole('button', { name: 'Set limit' }).click();
    await loss.getByText('105 USDT a day.').waitFor();
    await limits().getByRole('button', { name: 'Close' }).last().click();
    await form().getByRole('button', { name: '30 s' }).click();
    await form().getByLabel('Amount', { exact: true }).first().fill('100');
    expect(await up().isEnabled()).toBe(true);
    await form().getByLabel('Amount', { exact: true }).first().fill('110');
    await form()
      .getByText(/above your own limit: 105 USDT are left/)
      .waitFor();
    expect(await up().isDisabled()).toBe(true);
  });

  test(
    'after a loss the form says what is left, and the server refuses',
    { timeout: (ROUNDS + 1) * TICKET_MS },
    async () => {
      for (let round = 0; round < ROUNDS && (await lostToday()) === 0; round++) {
        await Promise.all([submit('1', '50'), submit('2', '50')]);
        await expect.poll(running, { timeout: TICKET_MS, interval: 1_000 }).toBe(0);
      }
      expect(await lostToday()).toBeGreaterThan(0);
      await form().getByLabel('Amount', { exact: true }).first().fill('100');
      await form()
        .getByText(/above your own limit/)
        .waitFor();
      expect(await up().isDisabled()).toBe(true);
      expect(await submit('1', '100')).toMatchObject({ code: 'seconds_loss_limit' });
    },
  );

  test('a raised limit waits, and a stricter one withdraws it', async () => {
    await form().getByRole('button', { name: 'My limits' }).click();
    const loss = part('Loss a day, USDT');
    await loss.getByLabel('Most loss a day').fill('500');
    await loss.getByRole('button', { name: 'Set limit' }).click();
    const waits = loss.getByText(/^From .* \(UTC\+8\): 500 USDT\./);
    await waits.waitFor();
    await loss.getByText('105 USDT a day.').waitFor();
    expect(await submit('1', '100')).toMatchObject({ code: 'seconds_loss_limit' });
    await loss.getByLabel('Most loss a day').fill('100');
    await loss.getByRole('button', { name: 'Set limit' }).click();
    await waits.waitFor({ state: 'detached' });
    await loss.getByText('100 USDT a day.').waitFor();
  });

  test('a break asks who is there and whether, and then takes no contract', async () => {
    const { page } = visitor;
    await forgetProofs(server.databaseUrl);
    const pause = part('Break and self-exclusion');
    await pause.getByLabel('Length').selectOption('7 days');
    await pause.getByRole('button', { name: 'Begin', exact: true }).click();
    await pause.getByText('This cannot be taken back.').waitFor();
    await pause.getByRole('button', { name: 'Begin, without a way back' }).click();
    await new AccountScreen(page, server.url).stepUp('Login password', PASSWORD);
    await pause.getByText(/^You are on a break until/).waitFor();
    await limits().getByRole('button', { name: 'Close' }).last().click();
    await form()
      .getByText(/^You are on a break until/)
      .waitFor();
    expect(await up().isDisabled()).toBe(true);
    await form().getByLabel('Amount', { exact: true }).first().fill('10');
    expect(await submit('1', '10')).toMatchObject({ code: 'seconds_on_break' });
    await page.goto('/accountMessage');
    await page.getByText('Your break from seconds contracts has begun').first().waitFor();
    await page.getByText('A looser limit on your seconds contracts was asked for').waitFor();
    expect(visitor.problems).toEqual([]);
  });
});
