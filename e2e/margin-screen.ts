/** Page object of the leveraged-contracts terminal, with real or play money, by role and name. */
import type { Locator, Page } from 'playwright-core';

/** The tabs of the dock, by the status of their rows. */
const TABS = {
  Holding: 'Positions',
  Entrusted: 'Open orders',
  Closed: 'Position history',
  Revoked: 'Order history',
} as const;
/** Lots of BTC in a coin. */
const LOTS_IN_BTC = 1_000;

/** An order fills at prices younger than itself, after ten seconds at most. */
const FILLS_WITHIN_MS = 12_000;
const MOST_TRIES = 4;

export class MarginScreen {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Opens the terminal and waits until its form is ready. */
  async arrive(address: string): Promise<void> {
    await this.#page.goto(address);
    await this.form().getByRole('button', { name: '10×' }).waitFor();
  }

  form(): Locator {
    return this.#page.getByRole('region', { name: 'Open a position' });
  }

  /**
   * Rows (on a phone cards) of the shown list with so many lots of BTC.
   * @param side both if undefined
   */
  ofLots(lots: number, side?: 'Long' | 'Short'): Locator {
    const size = (lots / LOTS_IN_BTC).toLocaleString('en-US', { maximumFractionDigits: 3 });
    const rows = this.#rows(`${size} BTC`);
    return side === undefined ? rows : rows.and(this.ofSide(side));
  }

  /** Rows of the shown list with that side. */
  ofSide(side: 'Long' | 'Short'): Locator {
    return this.#rows(side);
  }

  #rows(text: string): Locator {
    return this.positions()
      .locator('tr, li')
      .filter({ has: this.#page.getByText(text, { exact: true }) });
  }

  show(list: keyof typeof TABS | 'Assets'): Promise<void> {
    const name = list === 'Assets' ? list : TABS[list];
    return this.#page.getByRole('tab', { name: new RegExp(`^${name}( \\(\\d+\\))?$`) }).click();
  }

  profitOf(row: Locator): Promise<string> {
    return row.locator('[data-figure="profit"]').innerText();
  }

  /** Chooses the market of a coin from the list over the chart. */
  async choose(coin: string): Promise<void> {
    await this.#page.getByRole('button', { name: 'Markets', exact: true }).click();
    await this.#page
      .getByRole('region', { name: 'Markets' })
      .getByRole('button', { name: new RegExp(`^${coin}/`) })
      .click();
    await this.form()
      .getByRole('button', { name: `Go long ${coin}` })
      .waitFor();
  }

  /** Chooses the unit that sizes are typed in. */
  sizeIn(unit: string): Promise<void> {
    return this.form()
      .getByRole('group', { name: 'Unit of the size' })
      .getByRole('button', { name: unit, exact: true })
      .click();
  }

  /**
   * @param price of a limit order; a market order if undefined
   */
  async open(
    side: 'Long' | 'Short',
    leverage: number,
    lots: number,
    price?: string,
  ): Promise<void> {
    const action = side === 'Long' ? 'Go long BTC' : 'Go short BTC';
    const form = this.form();
    await form
      .getByRole('button', { name: price === undefined ? 'Market' : 'Limit', exact: true })
      .click();
    if (price !== undefined) await form.getByLabel('Price', { exact: true }).fill(price);
    await form.getByRole('button', { name: `${leverage}×`, exact: true }).click();
    await this.sizeIn('Lots');
    await form.getByLabel('Lots', { exact: true }).fill(String(lots));
    await form.getByRole('button', { name: action }).click();
    await this.#page.getByRole('dialog').getByRole('button', { name: action }).click();
    await this.#page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  /**
   * Opens at the market's price and waits for the position. An order that the price has left behind
   * by more than the market allows is revoked, as it should be in a crash; a trader who wants the
   * position tries again.
   */
  async openFilled(side: 'Long' | 'Short', leverage: number, lots: number): Promise<Locator> {
    const row = this.ofLots(lots, side).first();
    for (let tries = 1; ; tries += 1) {
      await this.open(side, leverage, lots);
      const isOpen = await row.waitFor({ timeout: FILLS_WITHIN_MS }).then(
        () => true,
        () => false,
      );
      if (isOpen) return row;
      if (tries === MOST_TRIES)
        throw new Error(
          `${side} ${lots} was not filled in ${tries} tries; revoked: ${await this.#revoked()}`,
        );
    }
  }

  /** The newest revoked orders, with their reasons. */
  async #revoked(): Promise<string> {
    await this.show('Revoked');
    return (await this.positions().innerText()).slice(0, 600);
  }

  positions(): Locator {
    return this.#page.getByRole('region', { name: 'Positions', exact: true });
  }

  /** Hides positions and orders of the other side. */
  listSide(side: 'Long' | 'Short' | 'All'): Promise<void> {
    return this.positions().getByRole('button', { name: side, exact: true }).click();
  }

  /**
   * Revokes all listed pending orders.
   * @returns the confirmation's question
   */
  async revokeAll(): Promise<string> {
    await this.positions().getByRole('button', { name: 'Cancel all' }).click();
    const asked = this.#page.getByRole('alertdialog');
    const text = await asked.getByRole('paragraph').innerText();
    await asked.getByRole('button', { name: 'Cancel all' }).click();
    await asked.waitFor({ state: 'detached' });
    return text;
  }

  /** Closes all positions that this terminal shows, or those of a side. */
  async closeAll(
    which: 'all positions' | 'longs only' | 'shorts only' = 'all positions',
  ): Promise<void> {
    await this.positions().getByRole('button', { name: 'Close all', exact: true }).click();
    await this.#page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^Close ${which}`) })
      .click();
    await this.#page
      .getByRole('alertdialog')
      .getByRole('button', { name: `Close ${which}` })
      .click();
  }
}
