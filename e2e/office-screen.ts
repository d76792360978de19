/** Page object of the office, by role and name. */
import type { Locator, Page } from 'playwright-core';
import { rowsSaying } from './rows.ts';

/** An operator who proposes changes, and one who decides them. */
export const OPERATOR = { account: 'admin@meridian.test', password: 'Admin1234' };
export const APPROVER = { account: 'approver@meridian.test', password: 'Admin1234' };
export const SECOND_APPROVER = { account: 'approver2@meridian.test', password: 'Admin1234' };

export class OfficeScreen {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async logIn({ account, password } = OPERATOR): Promise<void> {
    await this.openLogin();
    await this.#page.getByLabel('Account').fill(account);
    await this.#page.getByLabel('Password').fill(password);
    await this.#page.getByRole('button', { name: 'Log in' }).click();
    await this.#page.getByRole('menuitem', { name: 'Dashboard' }).waitFor();
  }

  async openLogin(): Promise<void> {
    await this.#page.goto('/office/');
    await this.#page.getByRole('heading', { name: 'Meridian office' }).waitFor();
  }

  /** Opens an area of the menu. */
  async open(area: string): Promise<void> {
    await this.#page.getByRole('menuitem', { name: area, exact: true }).click();
    await this.#page.getByRole('heading', { level: 1, name: area }).waitFor();
  }

  /** Rows of the shown list with exactly this text in a cell, such as the name of an account. */
  rows(text: string): Locator {
    return rowsSaying(this.#page.locator('body'), text);
  }
}
