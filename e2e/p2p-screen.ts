/** The P2P market for one customer: its pages by role and name, and calls for the rest. */
import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import pg from 'pg';
import { expect } from 'vitest';
import { axeFaults } from './axe.ts';
import { SHOWN_WITHIN_MS, Visitor } from './browser.ts';
import type { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

const PASSWORD = 'Demo1234';
const DESK = { width: 1440, height: 900 };
/** A phone and a tablet. */
const SMALL = [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
];
export const USDT = 3;

export class P2pScreen {
  readonly visitor: Visitor;
  readonly page: Page;
  readonly #url: string;

  private constructor(visitor: Visitor, url: string) {
    this.visitor = visitor;
    this.page = visitor.page;
    this.#url = url;
  }

  /** A customer who has logged in, with an account to be paid into. */
  static async arrive(
    browser: Browser,
    server: ServerProcess,
    account: string,
    colorScheme: 'dark' | 'light',
  ): Promise<P2pScreen> {
    const options = { reducedMotion: 'reduce', colorScheme } as const;
    const visitor = await Visitor.arrive(browser, server.url, options);
    visitor.page.setDefaultTimeout(SHOWN_WITHIN_MS);
    await new SpotScreen(visitor.page).logIn(account, PASSWORD);
    const screen = new P2pScreen(visitor, server.url);
    await screen.#putToastsAway();
    await screen.call('POST', '/api/user/cash_save', {
      real_name: 'Ada Lovelace',
      bank_name: 'ICBC',
      bank_account: '6222000011112222',
    });
    return screen;
  }

  /**
   * Acts of the other side are told by toasts, at any moment, over the edge of the page. A toast
   * under a resting pointer stays, so a person closes it to reach the link beneath.
   */
  async #putToastsAway(): Promise<void> {
    const close = this.page.locator('[data-kind]').getByLabel('Close', { exact: true }).first();
    const put = async (): Promise<void> => {
      // It may go by itself meanwhile.
      await close.click({ timeout: 1_000 }).catch(() => undefined);
    };
    await this.page.addLocatorHandler(close, put, { noWaitAfter: true });
  }

  /** A call in the session of the page. */
  async call(
    method: 'GET' | 'POST',
    address: string,
    input: Readonly<Record<string, unknown>>,
  ): Promise<unknown> {
    const token = (await this.page.evaluate(() => localStorage.getItem('token'))) ?? '';
    const query =
      method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
    const answer = await fetch(`${this.#url}${address}${query}`, {
      method,
      headers: {
        lang: 'en',
        authorization: token,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      ...(method === 'POST' && { body: JSON.stringify(input) }),
    });
    const { type, message } = (await answer.json()) as { type: string; message: unknown };
    if (type !== 'ok') throw new Error(`${address}: ${String(message)}`);
    return message;
  }

  /** Moves USDT of the spot wallet to the P2P wallet. */
  async fund(number: string): Promise<void> {
    await this.call('POST', '/api/wallet/change', { currency_id: USDT, number, type: '2' });
  }

  /** Publishes an ad that sells USDT at 7.05 CNY; another customer takes all of it. */
  async sellTo(buyer: P2pScreen, quantity: string): Promise<number> {
    await this.call('POST', '/api/c2c_send', {
      currency_id: USDT,
      type: 'sell',
      price: '7.05',
      total_number: quantity,
      way: 'bank',
    });
    const { data } = (await this.call('GET', '/api/c2c/seller_trade', {})) as {
      data: readonly { id: number }[];
    };
    const { id } = (await buyer.call('POST', '/api/c2c/take', { id: data[0]?.id })) as {
      id: number;
    };
    return id;
  }

  /** Publishes an ad that sells USDT, by its form. */
  async publish(quantity: string, price: string): Promise<void> {
    const { page } = this;
    await page.goto('/c2c');
    await page.getByRole('button', { name: 'I sell' }).click();
    await page.getByLabel('Price of 1 USDT').fill(price);
    await page.getByLabel('How much you sell in all').fill(quantity);
    await page.getByLabel('Bank transfer').click();
    await page.getByRole('button', { name: 'Publish an ad' }).click();
    await page.waitForURL(/\/c2cRelease\?side=sell$/);
  }

  /** Buys all that the ad of a price offers, by its row. @returns the order's number */
  async buyAllAt(price: string): Promise<number> {
    const { page } = this;
    await page.goto('/fiatradCenter');
    const row = page.getByRole('row').filter({ hasText: `${price} CNY` });
    await row.getByRole('button', { name: 'Buy USDT' }).click();
    const dialog = page.getByRole('dialog', { name: 'Buy USDT' });
    await dialog.getByRole('button', { name: 'Max' }).click();
    await dialog.getByRole('button', { name: 'Buy USDT' }).click();
    await page.waitForURL(/\/c2cOrder\?id=\d+$/);
    return Number(new URL(page.url()).searchParams.get('id'));
  }

  /** Whole USDT of the P2P account, and the newest entry of its statement. */
  async coins() {
    const balance = (await this.call('POST', '/api/wallet/detail', { currency: USDT })) as {
      legal_balance: string;
      lock_legal_balance: string;
    };
    const log = (await this.call('POST', '/api/wallet/legal_log', {
      currency: USDT,
      type: '1',
    })) as { list: readonly { value: string }[] };
    return {
      available: Number(balance.legal_balance),
      held: Number(balance.lock_legal_balance),
      newest: log.list[0]?.value,
    };
  }

  async openOrder(id: number): Promise<void> {
    await this.page.goto(`/c2cOrder?id=${id}`);
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { name, exact: true });
  }

  /** Presses a button and the one of the same name in the question that follows. */
  async confirm(name: string): Promise<void> {
    await this.page.getByRole('button', { name }).click();
    await this.page.getByRole('alertdialog').getByRole('button', { name }).click();
  }

  /** Nobody is kept out, and nothing is cut off on a phone or a tablet. */
  async isWhole(place: string): Promise<void> {
    expect(await axeFaults(this.page), place).toEqual([]);
    for (const size of SMALL) {
      await this.page.setViewportSize(size);
      const width = await this.page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, `${place} at ${size.width}`).toBeLessThanOrEqual(size.width);
    }
    await this.page.setViewportSize(DESK);
  }
}

/** Nobody is paid to an account within a day after it was saved. */
export async function passDay(server: ServerProcess): Promise<void> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    await client.query("UPDATE payment_methods SET bank_since = bank_since - interval '1 day'");
  } finally {
    await client.end();
  }
}
