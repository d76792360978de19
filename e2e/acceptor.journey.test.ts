/** A disputed deal with an acceptor: statements of both sides, pictures, and a ruling. */
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults, axeFaultsOfOffice } from './axe.ts';
import { launchBrowser, SHOWN_WITHIN_MS, Visitor } from './browser.ts';
import { APPROVER, OfficeScreen } from './office-screen.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

const PASSWORD = 'Demo1234';

let browser: Browser;
let server: ServerProcess;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), ServerProcess.start()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('a dispute has words and pictures of both sides, and an operator reads them before ruling', async () => {
  const person = await arrive('dark');
  const { page } = person;
  await new SpotScreen(page).logIn('demo@meridian.test', PASSWORD);
  await page.goto('/rechargeMoney');
  await page
    .getByRole('button', { name: /^Buy USDT from/ })
    .first()
    .click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Amount in CNY').fill('725');
  await form.getByLabel('Your mobile phone').fill('13800000000');
  await form.getByLabel('Account you pay from').fill('6222000000');
  await form.getByRole('button', { name: 'Submit deal' }).click();
  await act(page, 'I have transferred');
  await page.getByText(/^Without the seller's answer an operator decides/).waitFor();
  await act(page, 'Dispute', 'The coins stay held until an operator decides.');
  await say(page, 'I paid at noon. Here is the receipt.', true);
  expect(await axeFaults(page), 'statements').toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth),
    'on a phone',
  ).toBeLessThanOrEqual(390);

  const acceptor = await arrive('light');
  await new SpotScreen(acceptor.page).logIn('demo2@meridian.test', PASSWORD);
  await acceptor.page.goto('/aceite');
  await say(acceptor.page, 'Nothing is in my account.', false);
  await acceptor.page.getByText('I paid at noon. Here is the receipt.').waitFor();
  await acceptor.page.getByText('Pictures for the operator: 1').waitFor();

  const office = await arrive('light');
  await new OfficeScreen(office.page).logIn(APPROVER);
  await new OfficeScreen(office.page).open('Acceptor deals');
  await office.page.getByRole('button', { name: /^Pay deal/ }).click();
  const ruling = office.page.getByRole('dialog');
  await ruling.getByText('I paid at noon. Here is the receipt.').waitFor();
  await ruling.getByText('Nothing is in my account.').waitFor();
  await ruling.getByRole('button', { name: 'Enlarge: Buyer, picture 1' }).waitFor();
  expect(await axeFaultsOfOffice(office.page)).toEqual([]);
  await ruling.getByLabel('Reason').fill('The receipt names the right account.');
  await ruling.getByRole('button', { name: 'Pay the buyer' }).click();

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await page.getByText('Decided for the buyer: The receipt names the right account.').waitFor();
  for (const visitor of [person, acceptor, office]) {
    expect(visitor.problems).toEqual([]);
    await visitor.leave();
  }
});

async function arrive(colorScheme: 'dark' | 'light'): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser, server.url, {
    reducedMotion: 'reduce',
    colorScheme,
  });
  visitor.page.setDefaultTimeout(SHOWN_WITHIN_MS);
  return visitor;
}

/** Presses a button at the newest deal, and confirms it. */
async function act(page: Page, name: string, note = ''): Promise<void> {
  await page
    .getByRole('table', { name: 'Deals' })
    .getByRole('button', { name, exact: true })
    .click();
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await question.getByText(note).first().waitFor();
  await question.getByRole('button', { name, exact: true }).click();
}

async function say(page: Page, text: string, withPicture: boolean): Promise<void> {
  await page.getByRole('button', { name: /^Statements on deal/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What happened').fill(text);
  if (withPicture) {
    const buffer = await sharp({
      create: { width: 320, height: 200, channels: 3, background: '#336699' },
    })
      .jpeg()
      .toBuffer();
    const sent = page.waitForResponse((response) => response.url().includes('/api/upload'));
    await dialog
      .getByLabel('Picture 1', { exact: true })
      .setInputFiles({ name: 'receipt.jpg', mimeType: 'image/jpeg', buffer });
    await sent;
    await dialog.getByRole('button', { name: 'Remove: Picture 1' }).waitFor();
    await dialog.getByRole('progressbar').waitFor({ state: 'hidden' });
  }
  await dialog.getByRole('button', { name: 'Send statement' }).click();
  await dialog.getByRole('listitem').filter({ hasText: text }).waitFor();
}
