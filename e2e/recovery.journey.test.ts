/** Recovery of a forgotten password, from login to login. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { arrive } from './front.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
});

async function post(
  path: string,
  fields: Record<string, string>,
): Promise<{ type: string; message: string }> {
  const response = await fetch(inject('frontUrl') + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  return (await response.json()) as { type: string; message: string };
}

async function newestCode(to: string): Promise<string> {
  const { message } = (await (
    await fetch(`${inject('frontUrl')}/api/demo/outbox?to=${encodeURIComponent(to)}`)
  ).json()) as { message: { code: string }[] };
  return message[0]?.code ?? '';
}

test('a forgotten password is set anew with the code from the mailbox', async () => {
  const account = `forgetful-${Date.now()}@example.com`;
  await post('/api/sms_mail', { user_string: account });
  const registered = await post('/api/user/register', {
    type: 'email',
    user_string: account,
    code: await newestCode(account),
    password: 'First9876',
    re_password: 'First9876',
  });
  expect(registered.type).toBe('ok');
  const registrationCode = await newestCode(account);

  const visitor = await arrive(browser);
  const { page, problems } = visitor;
  const main = page.getByRole('main');
  await page.goto('/components/login');
  await main.getByRole('link', { name: 'Forgot password?' }).click();
  await main.getByRole('heading', { level: 1, name: 'Reset your password' }).waitFor();
  await main.getByLabel('E-mail', { exact: true }).fill('nothing');
  await main.getByRole('button', { name: 'Send code' }).click();
  await main.getByText('Enter a valid e-mail address.').waitFor();
  await main.getByLabel('E-mail', { exact: true }).fill(account);
  await main.getByRole('button', { name: 'Send code' }).click();
  await main.getByRole('button', { name: /Send again in \d+ s/ }).waitFor();
  await main.getByLabel('Verification code').fill('000000');
  await main.getByRole('button', { name: 'Next' }).click();
  await main.getByRole('alert').waitFor();
  await expect.poll(() => newestCode(account)).not.toBe(registrationCode);
  await main.getByLabel('Verification code').fill(await newestCode(account));
  await main.getByRole('button', { name: 'Next' }).click();

  await main.getByLabel('New password').fill('Second5678');
  await main.getByLabel('Repeat password').fill('Second567');
  await main.getByRole('button', { name: 'Set password' }).click();
  await main.getByText('The two passwords are not the same.').waitFor();
  await main.getByLabel('Repeat password').fill('Second5678');
  await main.getByRole('button', { name: 'Set password' }).click();
  await page.waitForURL(/\/components\/login$/);

  await main.getByLabel('E-mail or phone number').fill(account);
  await main.getByLabel('Password', { exact: true }).fill('First9876');
  await main.getByRole('button', { name: 'Log in' }).click();
  await main.getByRole('alert').waitFor();
  await main.getByLabel('Password', { exact: true }).fill('Second5678');
  await main.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL((url) => !url.pathname.includes('login'));
  expect(problems).toEqual([]);
  await visitor.leave();
});
