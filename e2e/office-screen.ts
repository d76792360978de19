/** Page object of the office, by role and name. */
import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { SHOWN_WITHIN_MS, Visitor } from './browser.ts';
import { rowsSaying } from './rows.ts';
import type { ServerProcess } from './server-process.ts';

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

/** A visit of the office by one operator, in which nothing goes wrong. */
export async function visitOffice(
  browser: Browser,
  server: ServerProcess,
  operator: typeof OPERATOR,
  work: (page: Page, office: OfficeScreen) => Promise<void>,
): Promise<void> {
  const visitor = await Visitor.arrive(browser, server.url, { reducedMotion: 'reduce' });
  visitor.page.setDefaultTimeout(SHOWN_WITHIN_MS);
  const office = new OfficeScreen(visitor.page);
  await office.logIn(operator);
  await work(visitor.page, office);
  expect(visitor.problems).toEqual([]);
  await visitor.leave();
}
