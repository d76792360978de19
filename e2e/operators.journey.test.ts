/** The invitation of an operator, and the uses of the authenticator. */
import { generate } from 'otplib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaultsOfOffice } from './axe.ts';
import { launchBrowser, Visitor } from './browser.ts';
import { APPROVER, OfficeScreen } from './office-screen.ts';
import { ServerProcess } from './server-process.ts';

const ANN = { account: 'ann@meridian.test', password: 'correct horse, battery' };

let browser: Browser;
let server: ServerProcess;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), ServerProcess.start()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

/** The link of the newest mail to an operator. */
async function linkTo(account: string): Promise<string> {
  const answer = await fetch(`${server.url}/api/demo/outbox?to=${encodeURIComponent(account)}`);
  const { message } = (await answer.json()) as { message: { text: string }[] };
  return /\/office\/#\/join\/[\w-]+/.exec(message[0]?.text ?? '')?.[0] ?? '';
}

/**
 * @param steps of half a minute from now: each code works once
 */
function codeOf(secret: string, steps: number): Promise<string> {
  return generate({ secret, epoch: Date.now() / 1000 + steps * 30 });
}

async function invite(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'New operator' }).click();
  await page.getByLabel('E-mail address').fill(ANN.account);
  await page.getByLabel('Name').fill('Ann');
  await page.getByLabel('Role').click();
  await page.getByRole('option', { name: 'Owner' }).click();
  await page.getByLabel('Reason').fill('We are short of hands.');
  expect(await axeFaultsOfOffice(page)).toEqual([]);
  await page.getByRole('button', { name: 'Invite' }).click();
}

/** The approver reads the change, and approves it. */
async function agree(page: Page): Promise<void> {
  const office = new OfficeScreen(page);
  await office.open('Dashboard');
  await office.open('Proposals');
  await page.getByRole('button', { name: /^Approve proposal/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('table', { name: 'Before and after' }).waitFor();
  await dialog.getByLabel('Reason').fill('As agreed.');
  expect(await axeFaultsOfOffice(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('No change in this state.').waitFor();
}

test('an operator is invited, joins with a password of her own, and confirms what she decides with her authenticator', async () => {
  const owner = await Visitor.arrive(browser, server.url, { reducedMotion: 'reduce' });
  const office = new OfficeScreen(owner.page);
  await office.openLogin();
  // The demo lists the operators that a visitor can log in as.
  for (const account of ['admin@meridian.test', 'approver@meridian.test'])
    await owner.page.getByText(account).waitFor();
  expect(await axeFaultsOfOffice(owner.page)).toEqual([]);
  await office.logIn();
  await office.open('Operators');
  await invite(owner.page);
  await owner.page.getByText('Proposed: it waits for another operator.').waitFor();
  const second = await Visitor.arrive(browser, server.url, { reducedMotion: 'reduce' });
  await new OfficeScreen(second.page).logIn(APPROVER);
  await agree(second.page);
  await office.open('Proposals');
  await office.open('Operators');
  const row = office.rows(ANN.account);
  await row.getByText('Invited', { exact: true }).waitFor();

  const ann = await Visitor.arrive(browser, server.url, { reducedMotion: 'reduce' });
  const { page } = ann;
  const link = await linkTo(ANN.account);
  await page.goto(link);
  await page.getByRole('heading', { name: 'Join the Meridian office' }).waitFor();
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('too short');
  await page.getByLabel('Password again').fill('too short');
  expect(await page.getByRole('button', { name: 'Join' }).isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(ANN.password);
  await page.getByLabel('Password again').fill(ANN.password);
  expect(await axeFaultsOfOffice(page)).toEqual([]);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('link', { name: 'To the login' }).click();

  const desk = new OfficeScreen(page);
  await desk.logIn(ANN);
  await desk.open('My account');
  const authenticator = page.getByRole('region', { name: 'Authenticator' });
  await authenticator.getByRole('textbox', { name: 'Password', exact: true }).fill(ANN.password);
  await authenticator.getByRole('button', { name: 'Set up authenticator' }).click();
  const secret = (await page.locator('code').textContent())?.trim() ?? '';
  await page.getByLabel('Code that it shows').fill(await codeOf(secret, -1));
  await page.getByRole('button', { name: 'Take into use' }).click();
  await page.getByText('In use').waitFor();
  expect(await axeFaultsOfOffice(page)).toEqual([]);

  // A decision about an approver: the code is asked for in the dialog, and again after a wrong one.
  await desk.open('Operators');
  await desk.rows('admin@meridian.test').getByRole('link').first().click();
  await page.getByLabel('Name').fill('Second pair of eyes');
  await page.getByLabel('Reason').fill('What they are called.');
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm with your authenticator' });
  await dialog.getByLabel('Authenticator code').fill('000000');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByRole('alert').waitFor();
  expect(await axeFaultsOfOffice(page)).toEqual([]);
  await dialog.getByLabel('Authenticator code').fill(await codeOf(secret, 0));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Proposed: it waits for another operator.').waitFor();
  await agree(second.page);
  await desk.open('Proposals');
  await desk.open('Operators');
  await page.getByText('Second pair of eyes').waitFor();

  // The link works once.
  await owner.page.goto(link);
  await owner.page.getByRole('textbox', { name: 'Password', exact: true }).fill(ANN.password);
  await owner.page.getByLabel('Password again').fill(ANN.password);
  await owner.page.getByRole('button', { name: 'Join' }).click();
  await owner.page.getByText('This link was used or is too old.').waitFor();
  expect([...owner.problems, ...second.problems, ...ann.problems]).toEqual([]);
  await Promise.all([owner.leave(), second.leave(), ann.leave()]);
});
