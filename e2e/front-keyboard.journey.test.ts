import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser, type Visitor } from './browser.ts';
import { arrive, DEMO_ACCOUNT, logInOnce, type Stored } from './front.ts';
import { SpotScreen } from './spot-screen.ts';

// Bar 20. No test here uses the mouse: `reach` presses Tab until the focus arrives, as a person
// would.
const MOST_TABS = 160;

let browser: Browser;
let session: Stored;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  session = await logInOnce(browser, { ...DEMO_ACCOUNT, account: 'demo2@meridian.test' });
});
afterAll(async () => {
  await browser.close();
});
beforeEach(async ({ task }) => {
  visitor = await arrive(browser, { stored: task.name.startsWith('logged in') ? session : {} });
  page = visitor.page;
});
afterEach(async () => {
  expect(visitor.problems).toEqual([]);
  await visitor.leave();
});

/** The login form takes the focus when it appears: a Tab before that would lose its place. */
async function openLogin(): Promise<void> {
  await page.goto('/components/login');
  await page.getByRole('main').getByRole('textbox').first().waitFor();
}

describe('with the keyboard alone', () => {
  test('one skips the header, and finds one’s way through it', async () => {
    await new SpotScreen(page).open();
    await page.keyboard.press('Tab');
    expect(await focused()).toContain('Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
    await page.goto('/dealCenter');
    await reach('Markets');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/quotation$/);
    // The focus must move into the new page, for people who cannot see it.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null))
      .toBe(true);
  });

  test('one searches a market and opens it', async () => {
    await new SpotScreen(page).open();
    await page.keyboard.press('/');
    await page.keyboard.type('eth');
    await reach(/^ETH\/USDT/);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.title()).toContain('ETH/USDT');
  });

  test('one changes the language', async () => {
    await openLogin();
    await reach('Language');
    await reach('Español');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('es');
  });

  test('one changes night and day', async () => {
    await openLogin();
    const before = await page.locator('html').getAttribute('data-theme');
    await reach(/^Switch to/);
    await page.keyboard.press('Space');
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).not.toBe(before);
  });

  test('logged in, one places an order and cancels it', async () => {
    const screen = new SpotScreen(page);
    await screen.open();
    const price = await screen.priceBelowMarket(3);
    await page.keyboard.press('b');
    await reach('Price', screen.form('Buy').getByLabel('Price', { exact: true }));
    await type(price);
    await reach('Quantity', screen.form('Buy').getByLabel('Quantity', { exact: true }));
    await type('0.0117');
    await page.keyboard.press('Enter');
    await screen.orders('0.0117').waitFor();

    await reach(/^Cancel order 0\.0117/);
    await page.keyboard.press('Enter');
    await screen.orders('0.0117').waitFor({ state: 'detached' });
  });

  test('logged in, one takes a price from the book and a share of the balance', async () => {
    const screen = new SpotScreen(page);
    await screen.open();
    const first = screen.bestPrice('Buy');
    await reach('best bid', first);
    await page.keyboard.press('ArrowDown');
    expect(
      await first.evaluate(
        (element) =>
          element !== document.activeElement &&
          element.parentElement === document.activeElement?.parentElement,
      ),
    ).toBe(true);
    // The book moves: the price under the focus at the moment of the key counts.
    await page.evaluate(() =>
      addEventListener(
        'keydown',
        () =>
          (document.body.dataset['pressed'] =
            (document.activeElement as HTMLElement).dataset['price'] ?? ''),
        { capture: true, once: true },
      ),
    );
    await page.keyboard.press('Enter');
    const price = await page.evaluate(() => document.body.dataset['pressed'] ?? '');
    expect(price).toMatch(/^\d/);
    await expect
      .poll(async () =>
        Number(
          (await screen.form('Buy').getByLabel('Price', { exact: true }).inputValue()).replaceAll(
            ',',
            '',
          ),
        ),
      )
      .toBeCloseTo(Number(price), 1);
    await reach('share', screen.form('Buy').getByRole('slider'));
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(() => screen.form('Buy').getByLabel('Quantity', { exact: true }).inputValue())
      .not.toBe('');
  });

  test('one logs in', async () => {
    await page.goto('/components/login');
    await reach('account', page.getByLabel('E-mail or phone number'));
    await page.keyboard.type(DEMO_ACCOUNT.account);
    await reach('password', page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(DEMO_ACCOUNT.password);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.pathname.includes('login'));
  });

  test('one reads a notice', async () => {
    await page.goto('/noticeList');
    const first = page.getByRole('main').getByRole('listitem').getByRole('link').first();
    await first.waitFor();
    await reach('first notice', first);
    await page.keyboard.press('Enter');
    await page.waitForURL(/noticeDetail\?id=\d+/);
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
});

/**
 * Presses Tab until the focus is on `target`, or on an element of that name. The focus ring must be
 * visible there.
 */
async function reach(name: string | RegExp, target?: ReturnType<Page['locator']>): Promise<void> {
  for (let tab = 0; tab < MOST_TABS; tab++) {
    const isThere =
      target === undefined
        ? matches(await focused(), name)
        : await target.evaluate((element) => element === document.activeElement).catch(() => false);
    if (isThere) {
      expect(await hasRing(), `the focus is seen on ${String(name)}`).toBe(true);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(
    `${String(name)} was not reached by ${MOST_TABS} tabs; the focus is on "${await focused()}"`,
  );
}

function matches(text: string, name: string | RegExp): boolean {
  return typeof name === 'string' ? text === name : name.test(text);
}

/** Name of the focused element. */
async function focused(): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim();
  });
}

/**
 * Whether the focused element shows a ring, its own or that of the field around it, inside the
 * window.
 */
async function hasRing(): Promise<boolean> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return false;
    const { top, bottom, height } = element.getBoundingClientRect();
    const isSeen = height > 0 && bottom > 0 && top < innerHeight;
    const ringed = [
      element,
      ...[element.parentElement, element.parentElement?.parentElement].filter(
        (one) => one instanceof Element,
      ),
    ];
    return (
      isSeen &&
      ringed.some(
        (one) =>
          one.matches(':focus-visible, :focus-within') &&
          (getComputedStyle(one).outlineStyle !== 'none' ||
            getComputedStyle(one).boxShadow !== 'none'),
      )
    );
  });
}

/** Replaces the content of a field. */
async function type(text: string): Promise<void> {
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}
