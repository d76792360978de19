import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaultsOfOffice } from './axe.ts';
import { launchBrowser } from './browser.ts';
import { arrive, inParallel } from './front.ts';
import { OfficeScreen } from './office-screen.ts';

const LANES = 2;
const DESK = { width: 1280, height: 900 };

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});

/** Targets of the links in a part of the page, without duplicates. */
async function addressesIn(page: Page, part: 'menu' | 'main'): Promise<string[]> {
  const links =
    part === 'menu' ? page.getByRole('menuitem') : page.getByRole('main').getByRole('link');
  const all = await links.evaluateAll((found) =>
    found.map((link) => new URL((link as HTMLAnchorElement).href).hash),
  );
  return [...new Set(all)];
}

/** Pages behind a list: the form of a new record, and the page of its first row. */
async function placesWithin(page: Page, area: string): Promise<string[]> {
  const inside = (await addressesIn(page, 'main')).filter((address) =>
    address.startsWith(`${area}/`),
  );
  const isForm = (address: string): boolean => address.startsWith(`${area}/create`);
  return [inside.find(isForm), inside.find((address) => !isForm(address))].filter(
    (address) => address !== undefined,
  );
}

/** Goes to another page, which has another title. */
async function goTo(page: Page, address: string): Promise<void> {
  const title = page.locator('#react-admin-title');
  const before = await title.textContent();
  await page.goto(`/office/${address}`);
  await expect
    .poll(() => title.textContent(), {
      message: `${address} comes after ${before}`,
      timeout: 10_000,
    })
    .not.toBe(before);
  await hasLoaded(page);
}

/** Progress bars that show a share stay; only spinners are waited for. */
async function hasLoaded(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      (document.querySelector('main')?.textContent ?? '').trim() !== '' &&
      document.querySelector('[role="progressbar"]:not([aria-valuenow]), .MuiSkeleton-root') ===
        null,
  );
}

test(
  'every area of the office, its form and its first row have no fault that axe knows, by night and by day',
  { timeout: 600_000 },
  async () => {
    const lanes = await Promise.all(
      Array.from({ length: LANES }, async () => {
        const { page } = await arrive(browser, { viewport: DESK, reducedMotion: 'reduce' });
        await new OfficeScreen(page).logIn();
        return page;
      }),
    );
    const faults: string[] = [];
    const seen: string[] = [];
    const look = async (page: Page, address: string): Promise<void> => {
      seen.push(address);
      for (const fault of await axeFaultsOfOffice(page)) faults.push(`${address} ${fault}`);
    };
    const [dashboard = '', ...areas] = await addressesIn(lanes[0] as Page, 'menu');
    await hasLoaded(lanes[0] as Page);
    await look(lanes[0] as Page, dashboard);
    await inParallel(areas, LANES, async (area, lane) => {
      const page = lanes[lane] as Page;
      await goTo(page, area);
      await look(page, area);
      for (const address of await placesWithin(page, area)) {
        await goTo(page, address);
        await look(page, address);
      }
    });
    expect(faults).toEqual([]);
    expect(seen.length, seen.join(' ')).toBeGreaterThan(40);
  },
);
