/**
 * A withdrawal is confirmed in its own dialog, by a passkey or by a code of the authenticator, with
 * errors at the field.
 */
import { generate } from 'otplib';
import pg from 'pg';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AccountScreen } from './account-screen.ts';
import { axeFaults } from './axe.ts';
import { launchBrowser, SHOWN_WITHIN_MS, Visitor } from './browser.ts';
import { ServerProcess } from './server-process.ts';

const PASSWORD = 'plover 42 dunes';
const HALF_MINUTE_S = 30;
/** Belongs to no customer. It has no letters, so its checksum is right. */
const TARGET = `0x${'42'.repeat(20)}`;
const PHONE = { width: 390, height: 844 };

let browser: Browser;
let server: ServerProcess;
beforeAll(async () => {
  [browser, server] = await Promise.all([
    launchBrowser(),
    ServerProcess.start({ CHAIN_LOCAL: 'on', RATE_LIMITS: 'off' }),
  ]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

async function ask<T>(
  token: string,
  path: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<T> {
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { authorization: token },
    body: new URLSearchParams(fields),
  });
  const { type, message } = (await answer.json()) as { type: string; message: T };
  expect(type, `${path}: ${JSON.stringify(message)}`).toBe('ok');
  return message;
}

async function sql(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** A virtual platform authenticator whose user always consents. */
async function plugInDevice(page: Page): Promise<void> {
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/**
 * Gives the page's account a passkey and an authenticator, and clears the time of that in the
 * table. The core still holds withdrawals back.
 */
async function addFactors(page: Page): Promise<string> {
  const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
  const { secret } = await ask<{ secret: string }>(token, '/api/safe/totp_begin');
  await ask(token, '/api/safe/totp_enable', {
    code: await generate({ secret, epoch: Date.now() / 1000 - HALF_MINUTE_S }),
  });
  await page.goto('/accountSet');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add passkey' });
  await dialog.getByLabel('Name').fill('My key');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Remove My key' }).waitFor();
  await sql('UPDATE users SET withdrawals_held_until = NULL');
  await sql('UPDATE sessions SET stepped_up_at = NULL');
  return secret;
}

/** Fills the form in and opens the dialog. */
async function begin(page: Page, amount: string): Promise<{ sheet: Locator; dialog: Locator }> {
  await page.goto('/change');
  await page.getByRole('button', { name: 'Withdraw: USDT' }).click();
  const sheet = page.getByRole('dialog', { name: 'Withdraw USDT' });
  await sheet.getByRole('textbox', { name: 'Withdrawal address' }).fill(TARGET);
  await sheet.getByRole('textbox', { name: 'Amount', exact: true }).fill(amount);
  await sheet.getByRole('button', { name: 'Withdraw', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Confirm withdrawal' });
  await dialog.getByText(TARGET).waitFor();
  return { sheet, dialog };
}

test('by the finger or by a code, with no other question; the wrong one is told at its field', async () => {
  await expect
    .poll(
      async () =>
        (await (await fetch(`${server.url}/api/wallet/networks`)).text()).includes(
          '"is_withdraw_open":1',
        ),
      { timeout: 30_000 },
    )
    .toBe(true);
  // WebAuthn needs a host name, not an IP address.
  const visitor = await Visitor.arrive(browser, server.url.replace('127.0.0.1', 'localhost'), {
    reducedMotion: 'reduce',
    viewport: PHONE,
  });
  const { page } = visitor;
  page.setDefaultTimeout(SHOWN_WITHIN_MS);
  await plugInDevice(page);
  const account = new AccountScreen(page, server.url);
  const email = `confirms-${Date.now()}@example.com`;
  await account.begin({ email }, 'Germany');
  await account.open(email, PASSWORD);
  await ask((await page.evaluate(() => localStorage.getItem('token'))) ?? '', '/api/demo/faucet');
  const secret = await addFactors(page);

  const { dialog } = await begin(page, '50');
  await dialog
    .getByRole('group', { name: 'Confirm with' })
    .getByRole('button', { name: 'Authenticator code' })
    .click();
  expect(await axeFaults(page)).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(PHONE.width);
  const withdraw = dialog.getByRole('button', { name: 'Withdraw' });
  await withdraw.click();
  await dialog.getByText('This is needed to go on.').waitFor();
  const field = dialog.getByLabel('Authenticator code', { exact: true });
  await field.fill('000000');
  await withdraw.click();
  await dialog.getByText('The code is wrong or was already used.').waitFor();
  await expect
    .poll(() => field.evaluate((element) => element === document.activeElement))
    .toBe(true);
  // The right code gets as far as the core, which alone knows of the hold.
  await field.fill(await generate({ secret }));
  await field.press('Enter');
  const held = page
    .getByRole('dialog', { name: 'Withdraw USDT' })
    .getByText('Withdrawals are on hold for 24 hours after a security change');
  await held.waitFor();
  expect(await dialog.count()).toBe(0);
  expect(await account.stepUpQuestion().count()).toBe(0);

  const again = (await begin(page, '60')).dialog;
  await again.getByText('Your browser will ask for your passkey.').waitFor();
  await again.getByRole('button', { name: 'Use passkey' }).click();
  await held.waitFor();
  expect(await again.count()).toBe(0);
  expect(await account.stepUpQuestion().count()).toBe(0);
  expect(visitor.problems).toEqual([]);
  await visitor.leave();
});
