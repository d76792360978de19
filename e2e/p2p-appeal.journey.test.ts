/**
 * A merchant of the P2P market and an appeal about one of its orders: a bond, the mark, the
 * statements and evidence of both sides, and two operators who divide the coins and cut the bond.
 */
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults, axeFaultsOfOffice } from './axe.ts';
import { launchBrowser } from './browser.ts';
import { APPROVER, OPERATOR, SECOND_APPROVER, visitOffice } from './office-screen.ts';
import { P2pScreen, passDay } from './p2p-screen.ts';
import { ServerProcess } from './server-process.ts';

const REASON = 'The bank statement names half of the amount.';

let browser: Browser;
let server: ServerProcess;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), ServerProcess.start()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test(
  'a merchant posts a bond, is named, loses an appeal, and two operators cut the bond',
  { timeout: 180_000 },
  async () => {
    const merchant = await P2pScreen.arrive(browser, server, 'demo2@meridian.test', 'light');
    const buyer = await P2pScreen.arrive(browser, server, 'demo@meridian.test', 'dark');
    await passDay(server);
    await merchant.fund('2500');
    await postBond(merchant);
    await nameMerchant();
    await buyer.page.goto('/fiatradCenter');

    const id = await merchant.sellTo(buyer, '1000');
    await buyer.openOrder(id);
    await buyer.confirm('I have paid');
    const before = await Promise.all([merchant.coins(), buyer.coins()]);
    await appeal(merchant, id);
    await buyer.heading('An appeal is open').waitFor();
    await answer(buyer);

    await rule(APPROVER, async (page) => {
      await page.getByLabel('To the buyer, USDT').fill('400');
      await page.getByLabel('Fault').click();
      await page.getByRole('option', { name: 'The seller', exact: true }).click();
      await page.getByLabel('From the bond, USDT').fill('100');
    });
    // One operator moves nothing.
    expect(await Promise.all([merchant.coins(), buyer.coins()])).toEqual(before);
    await rule(SECOND_APPROVER, async (page) => {
      await page.getByText('Ruled once; a second operator has to rule the same').waitFor();
    });

    for (const side of [buyer, merchant]) {
      await side.heading('Decided by an operator').waitFor();
      await side.page.getByText('Buyer: 400 USDT. Seller: 600 USDT.').waitFor();
      await side.page.getByText("From the merchant's bond: 100").waitFor();
      await side.page.getByText(REASON).first().waitFor();
      await side.isWhole('an order that was ruled on');
    }
    const [sold, bought] = await Promise.all([merchant.coins(), buyer.coins()]);
    expect(bought.available - (before[1]?.available ?? 0)).toBe(500);
    expect(sold.available - (before[0]?.available ?? 0)).toBe(600);
    expect(sold.held).toBe(900);
    await merchant.page.goto('/c2cTrader');
    await merchant.page.getByText('900 USDT are set aside.').waitFor();
    for (const side of [merchant, buyer]) {
      expect(side.visitor.problems).toEqual([]);
      await side.visitor.leave();
    }
  },
);

/** On the own page. */
async function postBond({ page }: P2pScreen): Promise<void> {
  await page.goto('/c2cTrader');
  await page.getByLabel('Bond', { exact: true }).fill('1000');
  await page.getByRole('button', { name: 'Post the bond' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Post the bond' }).click();
  await page.getByText(/^1,000 USDT are set aside\. The exchange decides/).waitFor();
}

/** One operator proposes the mark, another one agrees. */
async function nameMerchant(): Promise<void> {
  await visitOffice(browser, server, OPERATOR, async (page, office) => {
    await office.open('P2P traders');
    await page.getByRole('button', { name: /^Name merchant: de/ }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Known for years.');
    await page.getByRole('dialog').getByRole('button', { name: 'Name merchant' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });
  await visitOffice(browser, server, APPROVER, async (page, office) => {
    await office.open('Proposals');
    await page.getByRole('button', { name: /^Approve proposal/ }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('As agreed.');
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await page.getByText('No change in this state.').waitFor();
  });
}

/** The seller states the problem and shows a picture. */
async function appeal(screen: P2pScreen, id: number): Promise<void> {
  const { page } = screen;
  await screen.openOrder(id);
  await page.getByRole('button', { name: 'Open an appeal' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open an appeal' });
  await dialog.getByLabel('Reason').selectOption({ label: 'The amount is wrong' });
  await dialog.getByLabel('What happened').fill('Half of it has come.');
  const buffer = await sharp({
    create: { width: 320, height: 200, channels: 3, background: '#993366' },
  })
    .png()
    .toBuffer();
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'statement.png', mimeType: 'image/png', buffer });
  await dialog.getByText('statement.png').waitFor();
  expect(await axeFaults(page), 'the form of an appeal').toEqual([]);
  await dialog.getByRole('button', { name: 'Open an appeal' }).click();
  await screen.heading('An appeal is open').waitFor();
}

async function answer({ page }: P2pScreen): Promise<void> {
  await page.getByText('Half of it has come.').waitFor();
  await page.getByLabel('Your answer').fill('I have paid all of it.');
  const form = page.locator('form').filter({ has: page.getByLabel('Your answer') });
  await form.getByRole('button', { name: 'Send', exact: true }).click();
  const said = page.getByRole('list', { name: 'Statements' }).getByRole('listitem');
  await said.filter({ hasText: 'I have paid all of it.' }).waitFor();
}

/** An operator opens the appeal and rules on it. */
async function rule(operator: typeof APPROVER, fill: (page: Page) => Promise<void>): Promise<void> {
  await visitOffice(browser, server, operator, async (page, office) => {
    await office.open('P2P appeals');
    const row = page.getByRole('row').filter({ hasText: 'Another amount arrived' });
    await row.getByRole('link', { name: '1', exact: true }).click();
    await page.getByText('Half of it has come.').waitFor();
    await page.getByText('I have paid all of it.').waitFor();
    expect(await axeFaultsOfOffice(page), 'an appeal in the office').toEqual([]);
    await page.getByRole('button', { name: 'Rule', exact: true }).click();
    await fill(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill(REASON);
    await dialog.getByRole('button', { name: 'Rule', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  });
}
