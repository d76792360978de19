/**
 * Entries of the menus that depend on the operators' settings: the forum, the application, a
 * merchant's shop.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { arrive, logInOnce, type Stored } from './front.ts';

let browser: Browser;
let session: Stored;
beforeAll(async () => {
  browser = await launchBrowser();
  session = await logInOnce(browser);
});
afterAll(() => browser.close());

/** Answers a call as the server does, with other fields. */
async function withFields(page: Page, path: string, fields: object): Promise<void> {
  const isCall = (url: URL): boolean => url.pathname === path;
  await page.route(isCall, async (route) => {
    const response = await route.fetch();
    const { message, ...answer } = (await response.json()) as { readonly message: object };
    await route.fulfill({ response, json: { ...answer, message: { ...message, ...fields } } });
  });
}

test('the forum leads where operators have set, and is not there without a link', async () => {
  const visitor = await arrive(browser, { stored: session });
  const { page } = visitor;
  const more = page.getByRole('button', { name: 'More' });
  await page.goto('/help');
  await more.click();
  await page.getByRole('link', { name: 'White papers' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.getByText('Forum', { exact: true }).count()).toBe(0);

  await withFields(page, '/api/custorm', { forum_url: 'https://forum.example/?u={id}' });
  await page.mouse.move(0, 600);
  await page.reload();
  await more.click();
  const link = page.getByRole('link', { name: 'Forum' });
  await link.waitFor();
  expect(await link.getAttribute('href')).toBe(`https://forum.example/?u=${session['user_id']}`);
  expect(await link.getAttribute('rel')).toContain('noopener');
  expect(visitor.problems).toEqual([]);
  await visitor.leave();
});

test('an application is offered where operators have set its address, and nowhere else', async () => {
  const visitor = await arrive(browser, { stored: session });
  const { page } = visitor;
  const sign = page.getByRole('button', { name: 'Download the app' });
  const offer = page.getByRole('heading', { name: 'Take the markets with you' });
  const isThere = page.getByRole('button', { name: 'Customer service' });
  await page.goto('/');
  await isThere.waitFor();
  await page.waitForLoadState('networkidle');
  expect([await sign.count(), await offer.count()]).toEqual([0, 0]);

  await withFields(page, '/api/custorm', { app_url: 'https://apps.example' });
  await page.reload();
  await sign.waitFor();
  await offer.waitFor();
  expect(visitor.problems).toEqual([]);
  await visitor.leave();
});

test('who becomes a merchant finds the own shop in the menu of the account', async () => {
  const visitor = await arrive(browser, { stored: session });
  const { page } = visitor;
  await page.goto('/help');
  const menu = page.getByRole('button', { name: /^Account/ });
  await menu.click();
  await page.getByRole('link', { name: 'Security settings' }).waitFor();
  expect(await page.getByRole('link', { name: 'My shop' }).count()).toBe(0);
  await page.mouse.move(0, 600);
  await page.getByRole('link', { name: 'Security settings' }).waitFor({ state: 'hidden' });

  // The office names a merchant meanwhile: the next look at the menu has it.
  await withFields(page, '/api/user/info', { is_seller: 1 });
  await menu.hover();
  await page.getByRole('link', { name: 'My shop' }).click();
  await page.waitForURL(/\/c2cTrader$/);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(visitor.problems).toEqual([]);
  await visitor.leave();
});
