/**
 * A customer reaches every page by links from the home page and the menus, and each link leads to a
 * page.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROWS } from '../apps/web/src/app/route-table.ts';
import { goWithin } from './front.ts';
import { launchBrowser, Visitor } from './browser.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

const CRAWL_MS = 300_000;
/**
 * Addresses of the specification whose page stands at another address too, which is the one that
 * links name; and addresses that a user is sent to: after a payment, by a mail, out of a session.
 */
const ELSEWHERE = new Set([
  ...['/legalTrade', '/c2cTrade', '/accountCenter', '/coinRecord', '/legalAccount', '/setCash'],
  ...['/leverRecord', '/leverTransactions', '/leverTransaction', '/lever_manger', '/finanrec'],
  ...['/accountEntrust', '/transferLog', '/transfer', '/transferRecord'],
  ...['/success', '/freeze', '/components/login', '/components/register', '/forgetPwd'],
]);
/** Pages of something that this customer has not got: an ad, a deal, a ticket, a place. */
const OF_SOMETHING = new Set(['/c2cDetail', '/c2cVerify', '/secondVerify', '/match/trade']);

let browser: Browser;
let server: ServerProcess;
beforeAll(async () => {
  [browser, server] = await Promise.all([
    launchBrowser(),
    ServerProcess.start({ RATE_LIMITS: 'off' }),
  ]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

/** Addresses of our pages that links on the page name, with the query. */
async function linksOn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('a[href]')]
      .map((link) => new URL((link as HTMLAnchorElement).href))
      .filter(({ origin, pathname }) => origin === location.origin && !/^\/api/.test(pathname))
      .map(({ pathname, search }) => pathname + search),
  );
}

/** The path of the table: pages of two layouts stand under a prefix too. */
const bare = (address: string): string =>
  (address.split('?')[0] ?? '').replace(/^\/(?:account|new_account)(?=\/)/, '');

test(
  'every page is linked from a menu or from the page that it belongs to',
  { timeout: CRAWL_MS },
  async () => {
    const visitor = await Visitor.arrive(browser, server.url, { reducedMotion: 'reduce' });
    const { page } = visitor;
    await new SpotScreen(page).logIn('demo@meridian.test', 'Demo1234');
    await page.goto('/');
    const waiting = new Map<string, string>();
    const note = (found: readonly string[], from: string): void => {
      for (const address of found)
        if (!waiting.has(bare(address))) waiting.set(bare(address), `${from} -> ${address}`);
    };
    for (const menu of [/^Buy crypto/, /^More/, /^Account/]) {
      await page.getByRole('button', { name: menu }).first().click();
      note(await linksOn(page), 'the menus');
      await page.keyboard.press('Escape');
    }
    const missing: string[] = [];
    const visited = new Set<string>();
    for (;;) {
      const next = [...waiting].find(([path]) => !visited.has(path));
      if (next === undefined) break;
      const [path, way] = next;
      visited.add(path);
      await goWithin(page, way.split(' -> ')[1] ?? '/');
      if ((await page.getByRole('heading', { name: 'Page not found' }).count()) > 0)
        missing.push(way);
      note(await linksOn(page), path);
    }
    expect(missing).toEqual([]);
    expect(visited.size).toBeGreaterThan(50);
    const paths = ROWS.map((row) => row.path);
    const hidden = paths.filter(
      (path) => !visited.has(path) && !ELSEWHERE.has(path) && !OF_SOMETHING.has(path),
    );
    expect(hidden).toEqual([]);
    // Each exception is a page of the table.
    expect([...ELSEWHERE, ...OF_SOMETHING].filter((path) => !paths.includes(path))).toEqual([]);
  },
);
