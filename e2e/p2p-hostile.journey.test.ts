/** Scripts in everything that people write in the P2P market: readers see their letters. */
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { APPROVER, OPERATOR, visitOffice } from './office-screen.ts';
import { P2pScreen, passDay, USDT } from './p2p-screen.ts';
import { ServerProcess } from './server-process.ts';

/** A text that a reader must see letter by letter; `place` tells the texts apart. */
const hostile = (place: string): string =>
  `${place} "><img src=x onerror="window.hostile=1"><script>window.hostile=1</script>{{1+1}}`;
const FILE_NAME = '"><img src=x onerror=window.hostile=1>.png';
/** Content of a file that claims to be a picture. */
const PAGE_AS_PICTURE = '<!doctype html><script>window.hostile=1</script>';

let browser: Browser;
let server: ServerProcess;
let [seller, buyer]: P2pScreen[] = [];
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), ServerProcess.start()]);
  seller = await P2pScreen.arrive(browser, server, 'demo2@meridian.test', 'light');
  buyer = await P2pScreen.arrive(browser, server, 'demo@meridian.test', 'dark');
  await seller.call('POST', '/api/user/cash_save', {
    real_name: 'Ada Lovelace',
    bank_name: hostile('bank').slice(0, 60),
    bank_account: '6222000011112222',
  });
  await passDay(server);
  await seller.fund('500');
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test(
  'a script in an ad, a reply, a message, a file name, a statement or a report does nothing',
  { timeout: 180_000 },
  async () => {
    if (seller === undefined || buyer === undefined) throw new Error('nobody has arrived');
    await seller.call('POST', '/api/c2c_send', {
      currency_id: USDT,
      type: 'sell',
      price: '7.05',
      total_number: '100',
      way: 'bank',
      remark: hostile('remark'),
      auto_reply: hostile('reply'),
    });

    // The ad, as its owner and a buyer read it.
    await seller.page.goto('/c2cRelease');
    await seller.page.getByRole('tab', { name: 'I sell' }).click();
    await seller.page.getByRole('row').filter({ hasText: 'USDT/CNY' }).waitFor();
    await isInert(seller.page, 'own ads');
    await buyer.page.goto('/fiatradCenter');
    await buyer.page
      .getByRole('row')
      .filter({ hasText: 'de***@meridian.test' })
      .getByRole('button', { name: 'Buy USDT' })
      .click();
    const dialog = buyer.page.getByRole('dialog', { name: 'Buy USDT' });
    await dialog.getByText(hostile('remark')).waitFor();
    await isInert(buyer.page, 'the dialog of an order');
    await dialog.getByLabel('I pay', { exact: true }).fill('141');
    await dialog.getByRole('button', { name: 'Buy USDT' }).click();
    await buyer.page.waitForURL(/\/c2cOrder\?id=\d+$/);
    const id = Number(new URL(buyer.page.url()).searchParams.get('id'));

    // The order: bank, automatic reply, messages, a picture with a name.
    await buyer.page.getByText(hostile('bank').slice(0, 60)).waitFor();
    await seller.openOrder(id);
    for (const { page } of [buyer, seller]) await page.getByText(hostile('reply')).waitFor();
    await write(buyer.page, hostile('message'));
    await write(seller.page, hostile('answer'));
    await buyer.page.getByText(hostile('answer')).waitFor();
    await seller.page.getByText(hostile('message')).waitFor();
    await sendPicture(buyer.page);
    await seller.page.getByRole('button', { name: 'Open the picture' }).waitFor();
    for (const { page } of [buyer, seller]) await isInert(page, 'an order');

    // An appeal with a file that is no picture, then with a picture that has a hostile name.
    await buyer.confirm('I have paid');
    await seller.page.getByRole('button', { name: 'Open an appeal' }).click();
    const form = seller.page.getByRole('dialog', { name: 'Open an appeal' });
    await form.getByLabel('What happened').fill(hostile('statement'));
    const files = form.locator('input[type=file]');
    await files.setInputFiles({
      name: 'receipt.png',
      mimeType: 'image/png',
      buffer: Buffer.from(PAGE_AS_PICTURE),
    });
    await form.getByRole('alert').waitFor();
    await files.setInputFiles({ name: FILE_NAME, mimeType: 'image/png', buffer: await picture() });
    await form.getByText(FILE_NAME).waitFor();
    await form.getByRole('button', { name: 'Open an appeal' }).click();
    await seller.heading('An appeal is open').waitFor();
    await buyer.page.getByText(hostile('statement')).waitFor();
    for (const { page } of [buyer, seller]) await isInert(page, 'an appeal');
    await buyer.call('POST', '/api/complaint/report', {
      deal_id: id,
      reason: 'scam',
      text: hostile('report'),
    });

    await visitOffice(browser, server, OPERATOR, async (page, office) => {
      await office.open('P2P ads');
      await office.rows('demo2@meridian.test').getByText('Sells USDT').click();
      await page.getByText(hostile('remark')).waitFor();
      await page.getByText(hostile('reply')).waitFor();
      await isInert(page, 'ads of the office');
      await office.open('Complaints');
      await page.getByRole('link', { name: 'Report of a trader: Tries to cheat' }).click();
      await page.getByText(hostile('report')).waitFor();
      await isInert(page, 'a report in the office');
    });
    await visitOffice(browser, server, APPROVER, async (page, office) => {
      await office.open('P2P appeals');
      const row = page.getByRole('row').filter({ hasText: 'demo2@meridian.test' });
      await row.getByRole('link', { name: '1', exact: true }).click();
      for (const place of ['statement', 'message', 'answer'])
        await page.getByText(hostile(place)).first().waitFor();
      await isInert(page, 'an appeal in the office');
    });
    for (const { visitor } of [seller, buyer]) expect(visitor.problems).toEqual([]);
  },
);

/** Nothing that somebody wrote became an element, or ran. */
async function isInert(page: Page, place: string): Promise<void> {
  const found = await page.evaluate(() => ({
    ran: 'hostile' in window,
    elements: document.querySelectorAll('img[src="x"], [onerror]').length,
  }));
  expect(found, place).toEqual({ ran: false, elements: 0 });
}

async function write(page: Page, text: string): Promise<void> {
  const chat = page.getByRole('region', { name: 'Chat' });
  await chat.getByRole('textbox', { name: 'Message' }).fill(text);
  await chat.getByRole('button', { name: 'Send' }).click();
}

async function sendPicture(page: Page): Promise<void> {
  const chat = page.getByRole('region', { name: 'Chat' });
  await chat
    .locator('input[type=file]')
    .setInputFiles({ name: FILE_NAME, mimeType: 'image/png', buffer: await picture() });
  await chat.getByRole('button', { name: 'Send' }).click();
}

function picture(): Promise<Buffer> {
  return sharp({ create: { width: 320, height: 200, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
}
