/** Every form that moves money, on a connection that loses the answer: two presses move it once. */
import type { Browser, Locator, Page } from 'playwright-core';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccountScreen, forgetProofs } from './account-screen.ts';
import { launchBrowser, SHOWN_WITHIN_MS, Visitor } from './browser.ts';
import { MarginScreen } from './margin-screen.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';
import { SwallowingLine } from './swallowing-line.ts';

const PASSWORD = 'Demo1234';
const USDT = '3';

type Fields = Readonly<Record<string, string>>;

describe('after a lost answer a second press does nothing twice', () => {
  let browser: Browser;
  let server: ServerProcess;
  let line: SwallowingLine;
  let visitor: Visitor;
  let page: Page;
  let token = '';

  beforeAll(async () => {
    [browser, server] = await Promise.all([
      launchBrowser(),
      ServerProcess.start({ CHAIN_LOCAL: 'on', CONTEST: 'on', RATE_LIMITS: 'off' }),
    ]);
    line = await SwallowingLine.to(server.url);
    visitor = await Visitor.arrive(browser, line.url, { reducedMotion: 'reduce' });
    page = visitor.page;
    page.setDefaultTimeout(SHOWN_WITHIN_MS);
    await new SpotScreen(page).logIn('demo@meridian.test', PASSWORD);
    token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
    for (const to of ['lever', 'micro'])
      await ask('POST', '/api/wallet/change', {
        number: '1000',
        currency_id: USDT,
        from_field: 'change',
        to_field: to,
      });
  });
  afterAll(async () => {
    await browser.close();
    line.close();
    await server.remove();
  });

  /** Calls the server directly, past the line. */
  async function ask(
    method: 'GET' | 'POST',
    path: string,
    fields: Fields = {},
  ): Promise<Record<string, unknown>> {
    const form = new URLSearchParams(fields);
    const answer = await fetch(`${server.url}${path}${method === 'GET' ? `?${form}` : ''}`, {
      method,
      headers: { authorization: token, lang: 'en' },
      ...(method === 'POST' ? { body: form } : {}),
    });
    const body = (await answer.json()) as Record<string, unknown>;
    expect(body['type'], `${path}: ${JSON.stringify(body)}`).toBe('ok');
    return body;
  }

  async function listOf(
    method: 'GET' | 'POST',
    path: string,
    fields: Fields = {},
  ): Promise<readonly Record<string, unknown>[]> {
    const { message } = await ask(method, path, fields);
    const { list, data } = ((message as { message?: unknown }).message ?? message) as Record<
      'list' | 'data',
      Record<string, unknown>[] | undefined
    >;
    if (list === undefined && data === undefined) throw new Error(`${path} gave no list`);
    return list ?? data ?? [];
  }

  /**
   * Presses, gets no answer, presses again and sees the confirmation.
   * @param press presses the button that sends, and confirms before it
   * @param done appears when the answer has come
   */
  async function twice(path: string, press: () => Promise<void>, done: Locator): Promise<void> {
    line.keysOf(path);
    line.swallow(path);
    await press();
    await unanswered();
    expect(await done.count()).toBe(0);
    await press();
    await done.first().waitFor();
    if (!path.includes('payment')) await toast(/^It was done once, your try at /).waitFor();
    const keys = line.keysOf(path);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    await page.goto('about:blank');
  }

  /** The page says that no answer came. */
  async function unanswered(): Promise<void> {
    await expect
      .poll(async () => (await page.getByRole('alert').allInnerTexts()).join(), { timeout: 15_000 })
      .toContain('No answer came');
  }

  /** The toast with this text. */
  function toast(text: string | RegExp): Locator {
    return page.getByRole('status').getByText(text);
  }

  test('an order, and cancelling it', async () => {
    const screen = new SpotScreen(page);
    await screen.open();
    const price = await screen.priceBelowMarket(4);
    await screen.form('Buy').getByLabel('Price', { exact: true }).fill(price);
    await screen.form('Buy').getByLabel('Quantity', { exact: true }).fill('0.0117');
    await twice(
      '/api/transaction/in',
      () => screen.form('Buy').getByRole('button', { name: 'Buy BTC' }).click(),
      toast('Order placed'),
    );
    const placed = async () =>
      (await listOf('POST', '/api/transaction_open')).filter(
        ({ total_number: number }) => number === '0.0117',
      );
    expect(await placed()).toHaveLength(1);

    // After success, the same order again is a new intention with a new key.
    await ask('POST', '/api/transaction/in', {
      legal_id: USDT,
      currency_id: '1',
      mode: '2',
      price,
      num: '0.0117',
    });
    await screen.open();
    line.swallow('/api/transaction_del');
    await screen
      .orders('0.0117')
      .first()
      .getByRole('button', { name: /^Cancel order/ })
      .click();
    await unanswered();
    await expect.poll(async () => (await placed()).length).toBe(1);
  });

  test('a total, which buys another quantity at the second try', async () => {
    const screen = new SpotScreen(page);
    await screen.open();
    await page.getByRole('tab', { name: 'Market', exact: true }).click();
    const form = screen.form('Buy');
    await form.getByLabel('Total', { exact: true }).fill('9,000');
    const quantity = () => form.getByLabel('Quantity', { exact: true }).inputValue();
    await expect.poll(quantity).toMatch(/^0\.\d+$/);
    let first: string | undefined;
    const press = async (): Promise<void> => {
      const earlier = first;
      first ??= await quantity();
      // By more than the price takes back until the press.
      const change = async () => Math.abs(Number(await quantity()) - Number(earlier));
      if (earlier !== undefined)
        await expect.poll(change, { timeout: 60_000 }).toBeGreaterThan(0.000_015);
      await form.getByRole('button', { name: 'Buy BTC' }).click();
      if (earlier === undefined) return;
      // The first order is sent, whose size the form does not show any more: the page asks.
      const question = page.getByRole('alertdialog');
      await question
        .getByText(/^0\.\d+ BTC$/)
        .first()
        .waitFor();
      await question.getByRole('button', { name: 'Buy BTC' }).click();
    };
    await twice('/api/transaction/in', press, toast(/^Order filled/));
  });

  test('an order that is moved: the page says that nobody knows', async () => {
    const screen = new SpotScreen(page);
    await screen.open();
    await screen.placeLimit('Buy', { price: await screen.priceBelowMarket(4), quantity: '0.0118' });
    await screen.orders('0.0118').getByRole('button', { name: /^Edit/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Quantity', { exact: true }).fill('0.0119');
    line.swallow('/api/transaction/in');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page
      .getByText(/^No answer came, so nobody knows yet whether the order was moved/)
      .waitFor();
    await screen.orders('0.0119').waitFor();
    expect(await screen.orders('0.0118').count()).toBe(0);
  });

  test('a contract, and its end', async () => {
    const screen = new MarginScreen(page);
    await screen.arrive('/leverdealCenter');
    const form = screen.form();
    await form.getByRole('button', { name: '5×', exact: true }).click();
    await screen.sizeIn('Lots');
    await form.getByLabel('Lots', { exact: true }).fill('7');
    await form.getByRole('button', { name: 'Go long BTC' }).click();
    const dialog = page.getByRole('dialog');
    await twice(
      '/api/lever/submit',
      () => dialog.getByRole('button', { name: 'Go long BTC' }).click(),
      toast(/Position opened: Long BTC\/USDT, 0\.007 BTC, entry price [\d,.]+\./),
    );
    const open = () => listOf('POST', '/api/lever/my_trade', { status: '1' });
    await expect.poll(async () => (await open()).length).toBe(1);

    await screen.arrive('/leverdealCenter');
    await screen.ofLots(7, 'Long').getByRole('button', { name: 'Close', exact: true }).click();
    const question = page.getByRole('alertdialog');
    await twice(
      '/api/lever/close',
      () => question.getByRole('button', { name: 'Close', exact: true }).click(),
      toast(
        /Position closed: Long BTC\/USDT, 7 lots at [\d,]+\.\d\d, realised P\/L [+−]?[\d.]+ USDT\./,
      ),
    );
    await expect.poll(async () => (await open()).length).toBe(0);
    const closed = () => listOf('POST', '/api/lever/my_trade', { status: '3' });
    await expect.poll(async () => (await closed()).length).toBe(1);
  });

  test('a share of what is free, after the first try has made that less', async () => {
    const screen = new MarginScreen(page);
    await screen.arrive('/leverdealCenter');
    const form = screen.form();
    const path = '/api/lever/submit';
    const dialog = page.getByRole('dialog');
    const press = async (): Promise<void> => {
      await form.getByRole('button', { name: 'Go long BTC' }).click();
      await dialog.getByRole('button', { name: 'Go long BTC' }).click();
    };
    await form.getByRole('button', { name: '25%', exact: true }).click();
    line.keysOf(path);
    line.swallow(path);
    await press();
    await unanswered();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    // The page knows the position, so a quarter of the free balance is less than it was.
    await page.getByRole('tab', { name: 'Positions (1)' }).waitFor();
    await press();
    await toast(/^It was done once, your try at /).waitFor();
    expect(new Set(line.keysOf(path)).size).toBe(1);
    expect(await listOf('POST', '/api/lever/my_trade', { status: '1' })).toHaveLength(1);
    await ask('POST', '/api/lever/batch_close', { type: '0' });
    await page.goto('about:blank');
  });

  test('closing many', async () => {
    const screen = new MarginScreen(page);
    const order = { legal_id: USDT, currency_id: '1', multiple: '5', share: '3', status: '1' };
    for (const type of ['1', '2']) await ask('POST', '/api/lever/submit', { ...order, type });
    await screen.arrive('/leverdealCenter');
    await screen.ofLots(3, 'Long').waitFor();
    // With its first event the page knows the positions of all markets.
    await page.getByText(/^Cross open profit or loss/).waitFor();
    const question = page.getByRole('alertdialog');
    line.swallow('/api/lever/batch_close');
    await screen.closeAll('longs only');
    await unanswered();
    await expect
      .poll(() => question.getByRole('button', { name: 'Close longs only' }).isDisabled())
      .toBe(true);
    expect(await listOf('POST', '/api/lever/my_trade', { status: '1' })).toMatchObject([
      { type: 2 },
    ]);

    // The same request about another position is a new intention.
    await ask('POST', '/api/lever/submit', { ...order, type: '1' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await screen.ofLots(3, 'Long').waitFor();
    await screen.closeAll('longs only');
    await toast(
      /^1 of 1 position closed: Long BTC\/USDT, 3 lots at [\d,.]+, [+−]?[\d.]+ USDT\./,
    ).waitFor();
    expect(await listOf('POST', '/api/lever/my_trade', { status: '1' })).toMatchObject([
      { type: 2 },
    ]);
    await ask('POST', '/api/lever/batch_close', { type: '0' });
  });

  test('a ticket of seconds, and an insurance', async () => {
    await page.goto('/secondDealCenter');
    const form = page.getByRole('region', { name: 'Open a contract' });
    await form.getByRole('button', { name: '60 s' }).click();
    await form.getByLabel('Amount', { exact: true }).first().fill('100');
    await form.getByRole('button', { name: 'Up' }).click();
    await twice(
      '/api/microtrade/submit',
      () => page.getByRole('dialog').getByRole('button', { name: 'Up' }).click(),
      toast('Contract opened'),
    );
    const running = await listOf('GET', '/api/microtrade/lists', { status: '1' });
    const closed = await listOf('GET', '/api/microtrade/lists', { status: '3' });
    expect(running.length + closed.length).toBe(1);

    await page.goto('/secondDealCenter');
    line.swallow('/api/microtrade/insurance_buy');
    await form.getByRole('button', { name: 'Insure' }).click();
    await unanswered();
    // The page refetches, and then shows no button.
    await form.getByText(/ USDT insured, /).waitFor();
    expect(await form.getByRole('button', { name: 'Insure' }).count()).toBe(0);
    const premiums = (await listOf('POST', '/api/account/list', { account: 'micro' })).filter(
      (row) => /insurance/i.test(JSON.stringify(row)),
    );
    expect(premiums).toHaveLength(1);
  });

  test('a ticket of seconds whose page is loaded anew before the second press', async () => {
    const path = '/api/microtrade/submit';
    const form = page.getByRole('region', { name: 'Open a contract' });
    const press = async (): Promise<void> => {
      await form.getByRole('button', { name: 'Down' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Down' }).click();
    };
    await page.goto('/secondDealCenter');
    await form.getByRole('button', { name: '60 s' }).click();
    await form.getByLabel('Amount', { exact: true }).first().fill('55');
    line.keysOf(path);
    line.swallow(path);
    await press();
    await unanswered();
    await page.reload();
    await press();
    await toast(/^It was done once, your try at /).waitFor();
    expect(new Set(line.keysOf(path)).size).toBe(1);
    const tickets = await Promise.all(
      ['1', '3'].map((status) => listOf('GET', '/api/microtrade/lists', { status })),
    );
    expect(tickets.flat().filter(({ number }) => number === '55')).toHaveLength(1);
  });

  test('a transfer', async () => {
    const before = (await listOf('POST', '/api/wallet/transfers')).length;
    await page.goto('/transfer?from=change&to=lever');
    await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('123.5');
    await page.getByRole('main').getByRole('button', { name: 'Transfer', exact: true }).click();
    await twice(
      '/api/wallet/change',
      () => page.getByRole('dialog').getByRole('button', { name: 'Transfer now' }).click(),
      toast('Transfer complete'),
    );
    expect(await listOf('POST', '/api/wallet/transfers')).toHaveLength(before + 1);
  });

  test('a transfer whose page is loaded anew before the second press', async () => {
    const path = '/api/wallet/change';
    const before = (await listOf('POST', '/api/wallet/transfers')).length;
    const dialog = page.getByRole('dialog');
    const press = async (): Promise<void> => {
      await page.goto('/transfer?from=change&to=lever');
      await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('177.5');
      await page.getByRole('main').getByRole('button', { name: 'Transfer', exact: true }).click();

      await dialog.getByRole('button', { name: 'Transfer now' }).click();
    };
    line.keysOf(path);
    line.swallow(path);
    await press();
    await unanswered();
    await press();
    await toast(/^It was done once, your try at /).waitFor();
    expect(new Set(line.keysOf(path)).size).toBe(1);
    expect(await listOf('POST', '/api/wallet/transfers')).toHaveLength(before + 1);
  });

  test('a withdrawal, which is confirmed once, also where the dialog is opened anew', async () => {
    await expect
      .poll(async () => JSON.stringify(await ask('GET', '/api/wallet/networks')), {
        timeout: 90_000,
      })
      .toContain('"is_withdraw_open":1');
    const address = privateKeyToAddress(generatePrivateKey());
    await page.goto('/change');
    await page.getByRole('button', { name: 'Withdraw: USDT' }).click();
    const sheet = page.getByRole('dialog', { name: 'Withdraw USDT' });
    await sheet.getByRole('textbox', { name: 'Withdrawal address' }).fill(address);
    await sheet.getByRole('textbox', { name: 'Amount', exact: true }).fill('1,234.5');
    await forgetProofs(server.databaseUrl);
    const account = new AccountScreen(page, server.url);
    const dialog = page.getByRole('alertdialog');
    let isConfirmed = false;
    const press = async (): Promise<void> => {
      if (isConfirmed) await dialog.getByRole('button', { name: 'Cancel' }).click();
      else line.swallow('/api/wallet/confirm_begin');
      await sheet.getByRole('button', { name: 'Withdraw', exact: true }).click();
      if (!isConfirmed) {
        await account.stepUp('Login password', PASSWORD);
        // The message was sent, and the answer with the ticket was lost.
        await dialog.getByRole('button', { name: 'Try again' }).click();
        line.swallow('/api/wallet/out');
        await dialog
          .getByLabel('Verification code')
          .fill(await account.codeSentTo('demo@meridian.test'));
      } else {
        await dialog.getByText('You sent this before, and no answer came.').waitFor();
        expect(await dialog.getByLabel('Verification code').count()).toBe(0);
      }
      isConfirmed = true;
      await dialog.getByRole('button', { name: 'Withdraw' }).click();
    };
    await twice('/api/wallet/out', press, toast('Withdrawal submitted'));
    const asked = await listOf('POST', '/api/wallet/withdrawals');
    expect(asked.filter(({ number }) => number === '1234.5')).toHaveLength(1);
    const { message } = (await (
      await fetch(`${server.url}/api/demo/outbox?to=demo@meridian.test`)
    ).json()) as { message: { code: string }[] };
    expect(message.filter(({ code }) => code !== '')).toHaveLength(1);
  });

  test('a payment', async () => {
    await page.goto('/payment');
    const main = page.getByRole('main');
    await main.getByLabel('Account at the gateway').fill('payer@example.com');
    await main.getByLabel('Amount to pay').fill('1,234.5');
    await twice(
      '/api/payment/intent',
      () => main.getByRole('button', { name: 'Continue to payment' }).click(),
      page.getByRole('heading', { name: 'Demo payment gateway' }),
    );
    expect(await listOf('GET', '/api/payment/list')).toHaveLength(1);
  });

  test('a deal with an acceptor', async () => {
    await page.goto('/rechargeMoney');
    await page
      .getByRole('button', { name: /^Buy USDT from/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount in CNY').fill('500');
    await dialog.getByLabel('Your mobile phone').fill('13800000000');
    await dialog.getByLabel('Account you pay from').fill('6222000000');
    await twice(
      '/api/acceptor/deal',
      () => dialog.getByRole('button', { name: 'Submit deal' }).click(),
      toast('Deal submitted'),
    );
    expect(await listOf('GET', '/api/acceptor/my_deal', { as: 'user' })).toHaveLength(1);
  });

  test('play money of the faucet', async () => {
    await page.goto('/dealCenter');
    await twice(
      '/api/demo/faucet',
      () => page.getByRole('button', { name: 'Get demo funds' }).click(),
      toast(/^Demo funds/),
    );
  });

  test('the entry into a contest', async () => {
    await page.goto('/');
    await page.evaluate(() => localStorage.clear());
    const account = 'joins-once@meridian.test';
    const accounts = new AccountScreen(page, server.url);
    await accounts.begin({ email: account }, 'Germany');
    await accounts.open(account, 'plover 42 dunes');
    token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
    await page.goto('/match');
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    line.swallow('/api/contest/join');
    await page.getByRole('dialog').getByRole('button', { name: 'Join', exact: true }).click();
    await unanswered();
    // Here, too, no button is left.
    await page.getByRole('link', { name: 'Trade now' }).waitFor();
    expect(await page.getByRole('button', { name: 'Join', exact: true }).count()).toBe(0);
    const { play_legal_id: play } = (await ask('GET', '/api/contest/info'))['message'] as {
      play_legal_id: number;
    };
    const panel = (
      await ask('POST', '/api/lever/deal', { legal_id: String(play), currency_id: '1' })
    )['message'];
    expect(panel).toMatchObject({ user_lever: '10000' });
  });
});
