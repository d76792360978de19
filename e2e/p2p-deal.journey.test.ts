/** A P2P order from its ad to the coins, as both of its sides see it in a browser. */
import type { Browser, Locator, Page, Route } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from './axe.ts';
import { launchBrowser } from './browser.ts';
import { P2pScreen, passDay, USDT } from './p2p-screen.ts';
import { ServerProcess } from './server-process.ts';

/** A merchant of the house releases some seconds after the payment. */
const HOUSE_RELEASES_WITHIN_MS = 30_000;

let browser: Browser;
let server: ServerProcess;
let [seller, buyer]: P2pScreen[] = [];
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), ServerProcess.start()]);
  seller = await P2pScreen.arrive(browser, server, 'demo2@meridian.test', 'light');
  buyer = await P2pScreen.arrive(browser, server, 'demo@meridian.test', 'dark');
  await passDay(server);
  await seller.fund('1000');
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('an ad is published and taken, the order paid, spoken about and released, and both sides have what it says', async () => {
  const [sold, bought] = both();
  const before = await Promise.all([sold.coins(), bought.coins()]);
  await sold.publish('100', '7.05');
  const id = await bought.buyAllAt('7.05');
  await sold.openOrder(id);
  await sold.heading("Waiting for the buyer's payment").waitFor();
  await bought.heading('Pay the seller').waitFor();
  await bought.page.getByRole('timer', { name: 'Time left to pay' }).waitFor();
  await bought.page.getByText('6222000011112222').waitFor();
  await bought.page.getByText('705.00 CNY', { exact: true }).waitFor();
  await bought.isWhole('an order to pay');

  await bought.page.getByRole('button', { name: 'Cancel the order' }).click();
  await bought.page.getByRole('alertdialog').getByText('Cancellations left today: 3').waitFor();
  await bought.page.getByRole('button', { name: 'Keep the order' }).click();
  await bought.confirm('I have paid');
  await bought.heading('Waiting for the seller to release').waitFor();

  // The seller's page hears of it by itself.
  await sold.heading('Check your account, then release').waitFor();
  await talk(sold.page, bought.page);

  await sold.page.getByRole('button', { name: 'Release the coins' }).click();
  await release(sold.page);
  await sold.heading('Completed').waitFor();
  await bought.heading('Completed').waitFor();
  await bought.page.getByText('100 USDT are in your P2P account.').waitFor();

  const after = await Promise.all([sold.coins(), bought.coins()]);
  expect(after.map(({ available }, side) => available - (before[side]?.available ?? 0))).toEqual([
    -100, 100,
  ]);
  expect(after.map(({ held }) => held)).toEqual([0, 0]);
  expect(after.map(({ newest }) => newest)).toEqual(['-100', '100']);
  await bought.page.goto('/c2cOrder');
  await bought.page.getByRole('button', { name: `Buy USDT No. ${id}` }).waitFor();
  await bought.isWhole('own orders');
  await bought.page.getByRole('tab', { name: 'Cancelled' }).click();
  await bought.page.getByText('No orders yet.').waitFor();
  expect([sold.visitor.problems, bought.visitor.problems]).toEqual([[], []]);
});

test('what came too late says what was faster, and the page tells the rest', async () => {
  const [sold, bought] = both();
  const id = await sold.sellTo(bought, '20');
  for (const side of [sold, bought]) await side.openOrder(id);
  await bought.page.getByRole('button', { name: 'I have paid' }).click();
  await bought.call('POST', '/api/c2c/user_legal_pay_cancel', { id });
  await bought.heading('You cancelled this order').waitFor();
  await sold.heading('The buyer cancelled this order').waitFor();
  expect(await bought.page.getByRole('button', { name: 'I have paid' }).count()).toBe(0);
  await bought.page.getByText('Do not pay for it any more.').waitFor();
});

test('a message is noticed on another page, and on the other part of the order', async () => {
  const [sold, bought] = both();
  const id = await sold.sellTo(bought, '20');
  const say = (as: P2pScreen, text: string): Promise<unknown> =>
    as.call('POST', '/api/c2c/chat_send', { id, client_id: text, text });
  await sold.page.goto('/quotation');
  await bought.page.setViewportSize({ width: 390, height: 844 });
  await bought.openOrder(id);
  await bought.heading('Pay the seller').waitFor();
  await say(bought, 'Is it you?');
  // `waitFor` would put the toast away before it looks.
  const told = sold.page.getByText(`The buyer wrote to you in the chat of P2P order ${id}.`);
  await expect.poll(() => told.isVisible()).toBe(true);
  await say(sold, 'It is.');
  const chat = bought.page.getByRole('button', { name: /^Chat/ });
  await expect.poll(() => chat.textContent()).toContain('1 unread message');
  await chat.click();
  await expect.poll(() => chat.textContent()).toBe('Chat');
  await bought.page.setViewportSize({ width: 1440, height: 900 });
  await bought.call('POST', '/api/c2c/user_legal_pay_cancel', { id });
});

test('an order that was not paid in time tells so', async () => {
  const [sold, bought] = both();
  const id = await sold.sellTo(bought, '20');
  const late = { pay_time_ms: Date.now() - 1_000 };
  await withAnswer(bought.page, late, async () => {
    await bought.openOrder(id);
    await bought.heading('The time to pay is over').waitFor();
    await bought.page.getByText('Do not pay any more: the order is being cancelled.').waitFor();
    expect(await bought.page.getByRole('button', { name: 'I have paid' }).count()).toBe(0);
  });
});

test('a merchant of the house releases by itself', { timeout: 90_000 }, async () => {
  const [, bought] = both();
  const { data } = (await bought.call('GET', '/api/c2c_deal_platform', {
    type: 'sell',
    currency_id: USDT,
    can_take: '1',
  })) as { data: readonly { id: number; is_merchant: number; ways: string[]; price: string }[] };
  const ad = data.find(({ is_merchant }) => is_merchant === 1);
  expect(ad, 'an ad of the house').toBeDefined();
  const { id } = (await bought.call('POST', '/api/c2c/take', {
    id: ad?.id,
    number: '30',
    way: ad?.ways[0],
  })) as { id: number };
  await bought.openOrder(id);
  await bought.confirm('I have paid');
  await bought.heading('Completed').waitFor({ timeout: HOUSE_RELEASES_WITHIN_MS });
  await bought.page.locator('a[href^="/c2cTrader"]').first().click();
  await bought.page.getByText('Completion, 30 days').waitFor();
  await bought.isWhole('a trader');
});

test('an order that nobody paid expires, and its coins are free again', async () => {
  const [sold, bought] = both();
  const before = await sold.coins();
  const id = await sold.sellTo(bought, '20');
  expect(await sold.coins()).toMatchObject({
    available: before.available - 20,
    held: before.held + 20,
  });
  await server.kill();
  await server.start(16 * 60_000);
  for (const side of [sold, bought]) {
    await side.openOrder(id);
    await side.heading('Expired: not paid in time').waitFor();
  }
  // The order of the test before has expired too.
  const all = before.available + before.held;
  expect(await sold.coins()).toMatchObject({ available: all, held: 0 });
});

function both(): [P2pScreen, P2pScreen] {
  if (seller === undefined || buyer === undefined) throw new Error('nobody has arrived');
  return [seller, buyer];
}

/** Messages of both sides, one of them a picture, on each other's page. */
async function talk(sold: Page, bought: Page): Promise<void> {
  const chats = [sold, bought].map((page) => page.getByRole('region', { name: 'Chat' }));
  const [ofSeller, ofBuyer] = chats as [Locator, Locator];
  await ofSeller.getByRole('textbox', { name: 'Message' }).fill('Nothing has come yet.');
  await ofSeller.getByRole('button', { name: 'Send' }).click();
  await ofBuyer.getByText('Nothing has come yet.').waitFor();
  const buffer = await sharp({
    create: { width: 320, height: 200, channels: 3, background: '#336699' },
  })
    .jpeg()
    .toBuffer();
  await ofBuyer
    .locator('input[type=file]')
    .setInputFiles({ name: 'receipt.jpg', mimeType: 'image/jpeg', buffer });
  await ofBuyer.getByRole('button', { name: 'Send' }).click();
  await ofSeller.getByRole('button', { name: 'Open the picture' }).waitFor();
}

/** The seller answers the questions of a release. A habit releases nothing: Enter does nothing. */
async function release(page: Page): Promise<void> {
  const question = page.getByRole('alertdialog');
  const button = question.getByRole('button', { name: 'Release 100 USDT' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
  await page.keyboard.press('Enter');
  expect(await button.isDisabled()).toBe(true);
  await question.getByRole('radio', { name: 'Another name' }).click();
  for (const name of ['Send it back and ask to cancel', 'Open an appeal', 'Accept it anyway'])
    await question.getByRole('button', { name }).waitFor();
  await question.getByRole('radio', { name: /^An account of/ }).click();
  const received = question.getByRole('checkbox', { name: /^I have received 705\.00 CNY/ });
  await received.click();
  expect(await axeFaults(page), 'the question before a release').toEqual([]);
  await button.press('Enter');
  await question.waitFor();
  await button.click();
}

/** Runs something while the answer about an order has other fields. */
async function withAnswer(
  page: Page,
  fields: Readonly<Record<string, unknown>>,
  work: () => Promise<void>,
): Promise<void> {
  const isDeal = (url: URL): boolean => url.pathname === '/api/c2c_deal';
  await page.route(isDeal, async (route: Route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { message: Record<string, unknown> };
    await route.fulfill({
      response: answer,
      json: { ...body, message: { ...body.message, ...fields } },
    });
  });
  try {
    await work();
  } finally {
    await page.unroute(isDeal);
  }
}
