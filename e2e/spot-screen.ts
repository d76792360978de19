/** Page object of the spot page, by role and name. */
import type { Locator, Page } from 'playwright-core';
import { escaped, rowsWhere } from './rows.ts';

export type Side = 'Buy' | 'Sell';

export class SpotScreen {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async logIn(account: string, password: string): Promise<void> {
    await this.#page.goto('/components/login');
    await this.#page.getByLabel('E-mail or phone number').fill(account);
    await this.#page.getByLabel('Password', { exact: true }).fill(password);
    await this.#page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await this.#page.waitForURL((url) => !url.pathname.includes('login'));
  }

  /** Opens the spot page and waits for a live market. */
  async open(): Promise<void> {
    await this.#page.goto('/dealCenter');
    await this.bestPrice('Buy').waitFor();
  }

  form(side: Side): Locator {
    return this.#trade().getByRole('group', { name: side, exact: true });
  }

  /** Brings the form of a side into view, where the two are one behind the other. */
  async showForm(side: Side): Promise<Locator> {
    const choice = this.#trade()
      .getByRole('group', { name: 'Side', exact: true })
      .getByRole('button', { name: side, exact: true });
    if (await choice.isVisible()) await choice.click();
    return this.form(side);
  }

  /** The best price of a side of the book: a click puts it into the form. */
  bestPrice(side: Side): Locator {
    return this.#page
      .getByRole('region', { name: 'Order book' })
      .getByRole('group', { name: `${side} orders` })
      .locator('button[data-price]:enabled')
      .first();
  }

  /**
   * An integer price that many percent below the best bid: the order rests, inside the price band.
   */
  async priceBelowMarket(percent: number): Promise<string> {
    const best = Number(await this.bestPrice('Buy').getAttribute('data-price'));
    return String(Math.floor(best * (1 - percent / 100)));
  }

  async placeLimit(side: Side, order: { price: string; quantity: string }): Promise<void> {
    await this.#page.getByRole('tab', { name: 'Limit', exact: true }).click();
    const form = await this.showForm(side);
    await form.getByLabel('Price', { exact: true }).fill(order.price);
    await form.getByLabel('Quantity', { exact: true }).fill(order.quantity);
    await this.#submit(side);
  }

  async placeMarket(side: Side, quantity: string): Promise<void> {
    await this.#page.getByRole('tab', { name: 'Market', exact: true }).click();
    const form = await this.showForm(side);
    await form.getByLabel('Quantity', { exact: true }).fill(quantity);
    await this.#submit(side);
  }

  async showOrders(list: 'Current orders' | 'Order history'): Promise<void> {
    await this.#page.getByRole('tab', { name: new RegExp(`^${list}( \\(\\d+\\))?$`) }).click();
  }

  /**
   * Rows of the shown list of orders with that quantity. Lists of ended orders show the filled
   * quantity before it.
   */
  orders(quantity: string): Locator {
    return rowsWhere(
      this.#orders(),
      'Quantity',
      new RegExp(`^(?:[\\d.,]+ / )?${escaped(quantity)}0*$`),
    );
  }

  /** Rows of the shown list of orders in that market. */
  ordersIn(pair: string): Locator {
    return rowsWhere(this.#orders(), 'Pair', pair);
  }

  async revoke(quantity: string): Promise<void> {
    await this.orders(quantity)
      .getByRole('button', { name: /^Cancel order/ })
      .click();
  }

  /** Hides the orders of the other side. */
  listSide(side: Side | 'All'): Promise<void> {
    return this.#orders().getByRole('button', { name: side, exact: true }).click();
  }

  /**
   * Revokes all listed orders.
   * @returns the confirmation's question
   */
  async revokeAll(): Promise<string> {
    await this.#orders().getByRole('button', { name: 'Cancel all' }).click();
    const asked = this.#page.getByRole('alertdialog');
    const text = await asked.getByRole('paragraph').innerText();
    await asked.getByRole('button', { name: 'Cancel all' }).click();
    await asked.waitFor({ state: 'detached' });
    return text;
  }

  #trade(): Locator {
    return this.#page.getByRole('region', { name: 'Trade', exact: true });
  }

  #orders(): Locator {
    return this.#page.getByRole('region', { name: 'Orders', exact: true });
  }

  async #submit(side: Side): Promise<void> {
    await this.form(side)
      .getByRole('button', { name: `${side} BTC` })
      .click();
  }
}
