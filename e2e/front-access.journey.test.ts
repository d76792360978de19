import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from './axe.ts';
import { launchBrowser, type Visitor } from './browser.ts';
import {
  ADDRESSES,
  arrive,
  goWithin,
  inParallel,
  logInOnce,
  PHONE,
  settle,
  type Stored,
} from './front.ts';
import { clippedText, lastingFaults, overflowOf } from './page-probes.ts';
import { SpotScreen } from './spot-screen.ts';
import { PSEUDO, pseudoCatalogue } from './pseudo-catalogue.ts';

const LANES = 2;
const DESK = { width: 1280, height: 800 };
/** WCAG 1.4.10: 1280 wide at 400 %; and the same at 200 %. */
const NARROW = { width: 320, height: 640 };
const ZOOMED = { width: 640, height: 400 };

let browser: Browser;
let session: Stored;
beforeAll(async () => {
  browser = await launchBrowser();
  session = await logInOnce(browser);
});
afterAll(async () => {
  await browser.close();
});

describe('every page', { timeout: 600_000 }, () => {
  test.each([
    ['logged out', false],
    ['logged in', true],
  ] as const)('%s has no fault that axe knows, by night and by day', async (_who, isLoggedIn) => {
    const faults: string[] = [];
    await walk({ isLoggedIn }, async (page, address) => {
      for (const fault of await axeFaults(page)) faults.push(`${address} ${fault}`);
    });
    expect(faults).toEqual([]);
  });

  test('on a phone has no fault that axe knows', async () => {
    const faults: string[] = [];
    await walk({ isLoggedIn: true, phone: true }, async (page, address) => {
      for (const fault of await axeFaults(page)) faults.push(`${address} ${fault}`);
    });
    expect(faults).toEqual([]);
  });

  test('has no fault that axe knows with its menus, dialogs and errors open', async () => {
    const faults: string[] = [];
    await inParallel(OPENED, LANES, async ({ name, address, phone = false, open }) => {
      const visitor = await arrive(browser, {
        stored: { night_mode: '1', ...(address.startsWith('/components') ? {} : session) },
        reducedMotion: 'reduce',
        ...(phone ? PHONE : { viewport: DESK }),
      });
      const { page } = visitor;
      page.setDefaultTimeout(10_000);
      await page.goto(address);
      await settle(page);
      await open(page).catch((error: unknown) =>
        faults.push(`${name}: not opened: ${String(error).split('\n').slice(0, 4).join(' ')}`),
      );
      for (const fault of [...(await axeFaults(page)), ...visitor.forbidden])
        faults.push(`${name} ${fault}`);
      await visitor.leave();
    });
    expect(faults).toEqual([]);
  });

  test('fits a window of 320 pixels, and one at 200 percent, without sideways scrolling', async () => {
    const faults: string[] = [];
    await walk({ isLoggedIn: true }, async (page, address) => {
      for (const size of [NARROW, ZOOMED]) {
        await page.setViewportSize(size);
        for (const fault of await lastingFaults(page, () => overflowOf(page)))
          faults.push(`${address} at ${size.width}: ${fault}`);
      }
    });
    expect(faults).toEqual([]);
  });

  test('has room for words that are half as long again', async () => {
    const faults: string[] = [];
    const prepare = async ({ context }: Visitor): Promise<void> => {
      await context.route(/\/en-[^/]+\.js$/, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: pseudoCatalogue() }),
      );
    };
    await walk({ isLoggedIn: true, prepare }, async (page, address) => {
      for (const size of [DESK, NARROW]) {
        await page.setViewportSize(size);
        for (const fault of await lastingFaults(page, () => clippedText(page, PSEUDO)))
          faults.push(`${address} at ${size.width}: ${fault}`);
      }
    });
    expect(faults).toEqual([]);
  });
});

interface Opened {
  readonly name: string;
  readonly address: string;
  readonly phone?: boolean;
  /** Opens it, and waits until it is visible. */
  readonly open: (page: Page) => Promise<void>;
}

async function press(page: Page, button: string, opened: string): Promise<void> {
  await page.getByRole('button', { name: button }).first().click();
  await page.locator(opened).first().waitFor();
}

/** Menus and dialogs, which exist only after a click. A new one belongs in this table. */
const OPENED: readonly Opened[] = [
  {
    name: 'menu of languages',
    // Under the open menu lies nothing that axe would take for a target too small.
    address: '/complaint',
    open: (page) => press(page, 'Language', '[data-panel]'),
  },
  {
    name: 'settings',
    address: '/noticeList',
    open: (page) => press(page, 'Settings', '[data-panel]'),
  },
  {
    name: 'more places',
    address: '/noticeList',
    open: (page) => press(page, 'More', '[data-panel]'),
  },
  {
    name: 'menu of the account',
    address: '/noticeList',
    open: (page) => press(page, 'Account number', '[data-panel]'),
  },
  {
    name: 'menu of a phone',
    address: '/noticeList',
    phone: true,
    open: (page) => press(page, 'Menu', '[role="dialog"]'),
  },
  {
    name: 'list of shortcuts',
    address: '/dealCenter',
    open: (page) => press(page, 'Keyboard shortcuts', '[role="dialog"]'),
  },
  {
    name: 'chart as a table',
    address: '/dealCenter',
    open: (page) => press(page, 'Last 50 bars as a table', '[data-area="chart"] table'),
  },
  {
    name: 'markets as a drawer',
    address: '/dealCenter',
    phone: true,
    open: (page) => press(page, 'choose another pair', '[data-area="markets"][data-open]'),
  },
  { name: 'order form of a phone', address: '/dealCenter', phone: true, open: openSheet },
  { name: 'errors of the order form', address: '/dealCenter', open: submitNothing },
  { name: 'question before cancelling', address: '/dealCenter', open: askToRevoke },
  {
    name: 'errors of the login',
    address: '/components/login',
    open: (page) => pressIn(page, 'Log in'),
  },
  {
    name: 'errors of the registration',
    address: '/components/register',
    open: (page) => pressIn(page, 'Next'),
  },
];

async function openSheet(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Buy', exact: true }).last().click();
  await page.getByRole('dialog').waitFor();
}

async function submitNothing(page: Page): Promise<void> {
  const screen = new SpotScreen(page);
  await screen.placeLimit('Buy', { price: '', quantity: '' });
  await screen.form('Buy').getByText('Enter a buy price greater than 0.').waitFor();
}

async function askToRevoke(page: Page): Promise<void> {
  const screen = new SpotScreen(page);
  await screen.placeLimit('Buy', { price: await screen.priceBelowMarket(3), quantity: '0.0131' });
  await screen.orders('0.0131').waitFor();
  await page.getByRole('button', { name: 'Cancel all' }).click();
  await page.getByRole('alertdialog').waitFor();
}

async function pressIn(page: Page, button: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
}

interface Walk {
  readonly isLoggedIn: boolean;
  readonly phone?: boolean;
  readonly prepare?: (visitor: Visitor) => Promise<void>;
}

/** Visits all addresses that this visitor may see. */
async function walk(
  { isLoggedIn, phone = false, prepare }: Walk,
  look: (page: Page, address: string) => Promise<void>,
): Promise<void> {
  const visitors = await Promise.all(
    Array.from({ length: LANES }, async () => {
      const visitor = await arrive(browser, {
        stored: { night_mode: '1', ...(isLoggedIn ? session : {}) },
        reducedMotion: 'reduce',
        ...(phone ? PHONE : { viewport: DESK }),
      });
      await prepare?.(visitor);
      await visitor.page.goto('/components/login');
      await settle(visitor.page);
      return visitor;
    }),
  );
  const addresses = ADDRESSES.filter(({ isPrivate }) => isLoggedIn || !isPrivate).map(
    ({ address }) => address,
  );
  expect(addresses.length).toBeGreaterThan(8);
  await inParallel(addresses, LANES, async (address, lane) => {
    const { page } = visitors[lane] as Visitor;
    await goWithin(page, address);
    await look(page, address);
    if (!phone) await page.setViewportSize(DESK);
  });
  for (const visitor of visitors) {
    expect(visitor.forbidden).toEqual([]);
    await visitor.leave();
  }
}
