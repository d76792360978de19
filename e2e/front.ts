/** The web application as a visitor meets it: identity, storage, and the list of pages. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { inject } from 'vitest';
import { ROWS } from '../apps/web/src/app/route-table.ts';
import { Visitor } from './browser.ts';
import { SpotScreen } from './spot-screen.ts';

export type Stored = Readonly<Record<string, string>>;

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
export const DEMO_ACCOUNT = { account: 'demo@meridian.test', password: 'Demo1234' };

/** Every address of the application, as a visitor types it. */
export const ADDRESSES = ROWS.map(({ path, isPrivate = false }) => ({
  address: exampleOf(path),
  isPrivate,
}));

/** A first visit to the shared server, with settings of an earlier one if given. */
export async function arrive(
  browser: Browser,
  { stored = {}, ...options }: BrowserContextOptions & { readonly stored?: Stored } = {},
): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser, inject('frontUrl'), options);
  if (Object.keys(stored).length > 0) await visitor.context.addInitScript(keepOnce, stored);
  return visitor;
}

/** The storage after a login: created once, and given to each visitor who is to be logged in. */
export async function logInOnce(
  browser: Browser,
  { account, password } = DEMO_ACCOUNT,
): Promise<Stored> {
  const visitor = await arrive(browser);
  await new SpotScreen(visitor.page).logIn(account, password);
  await visitor.page.waitForFunction(() => localStorage.getItem('user_id') !== null);
  const stored = await visitor.page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
  await visitor.leave();
  return stored;
}

/** Navigates within the application without a reload, as a link does. */
export async function goWithin(page: Page, address: string): Promise<void> {
  const isSamePage = await page.evaluate((to) => {
    const before = location.pathname;
    (document.activeElement as HTMLElement | null)?.blur();
    history.pushState(
      { key: Math.random().toString(36).slice(2), usr: null, idx: history.length },
      '',
      to,
    );
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
    return location.pathname === before;
  }, address);
  // The old page stays until the code of the next one has loaded, which takes the focus.
  if (!isSamePage) await page.waitForFunction(hasFocusInside);
  await settle(page);
  // Content that the page loads afterwards must not take the focus away.
  if (!isSamePage && !(await page.evaluate(hasFocusInside)))
    throw new Error(`${address} has lost the focus while it was loading`);
}

/** Runs in the page. */
function hasFocusInside(): boolean {
  return document.querySelector('main')?.contains(document.activeElement) === true;
}

/** Waits until no part of a page shows that it is loading. */
export async function settle(page: Page): Promise<void> {
  await page.getByRole('main').first().waitFor();
  await page.waitForFunction(
    () =>
      document.querySelector('main [role="status"][aria-label="Loading"]') === null &&
      (document.querySelector('main')?.textContent ?? '') !== '',
    undefined,
    { timeout: 10_000 },
  );
}

/** Applies `work` to all items, so many at a time. */
export async function inParallel<Item>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item, lane: number) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const run = async (lane: number): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item, lane);
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)));
}

/** Only on the first page of the visit: later changes by the visitor stay. */
function keepOnce(entries: Stored): void {
  if (sessionStorage.getItem('visited') !== null) return;
  sessionStorage.setItem('visited', 'yes');
  for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
}

/** Pages about one item need its id. */
function exampleOf(path: string): string {
  return path.startsWith('/components/noticeDetail') ? `${path}?id=1901` : path;
}
