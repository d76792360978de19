import type { Browser, Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, SHOWN_WITHIN_MS } from './browser.ts';
import { FeedTap } from './feed-tap.ts';
import { arrive, inParallel, logInOnce, type Stored } from './front.ts';

const LANES = 3;

/**
 * A part of a page, and its look while its call is slow, empty, failed, or made without a session.
 */
interface Part {
  readonly name: string;
  readonly address: string;
  /** The call that feeds it. */
  readonly call: string;
  readonly place: (page: Page) => Locator;
  /** An empty answer and its text; left out if the answer cannot be empty. */
  readonly empty?: { readonly message: unknown; readonly says: string | RegExp };
  /** The content once the call works again. */
  readonly content: (place: Locator) => Locator;
  /** For a customer's own data: a visitor sees a request to log in instead. */
  readonly asksToLogIn?: boolean;
  /** Greyed, with its age, while the connection is silent. */
  readonly goesStale?: boolean;
  /**
   * `quietly`: the page is complete without the call, because the part is left out or the socket
   * brings the data.
   */
  readonly failsAs?: 'quietly';
  /** `place`: while loading, only its room is reserved. */
  readonly loadsAs?: 'place';
  /** Opens it on the page. */
  readonly open?: (page: Page) => Promise<void>;
}

const region = (name: string) => (page: Page) =>
  page.getByRole('region', { name, exact: true }).first();
const rows = (place: Locator): Locator => place.getByRole('row').nth(1);
const tab = (name: string) => async (page: Page) =>
  page.getByRole('tab', { name, exact: true }).click();
const NO_ORDERS = { list: [], total: 0, page: 1, limit: 10 };

const NO_LOCKS = { data: [], page: 1, limit: 20 };

/** Bar 22: every panel that shows the answer of a call. A new one belongs in this table. */
const PARTS: readonly Part[] = [
  {
    name: 'spot: markets',
    address: '/dealCenter',
    call: '/api/currency/quotation_new',
    place: (page) => page.getByRole('main'),
    content: (place) =>
      place.getByRole('region', { name: 'Markets' }).getByRole('listitem').first(),
  },
  {
    name: 'spot: book',
    address: '/dealCenter',
    call: '/api/market/depth',
    place: region('Order book'),
    content: (place) => place.locator('button[data-price]:enabled').first(),
    goesStale: true,
    failsAs: 'quietly',
  },
  {
    name: 'spot: recent trades',
    address: '/dealCenter',
    call: '/api/currency/new_tradehistory',
    place: region('Recent trades'),
    content: rows,
    goesStale: true,
    failsAs: 'quietly',
  },
  {
    name: 'spot: chart',
    address: '/dealCenter',
    call: '/api/currency/new_timeshar',
    place: region('Chart'),
    content: (place) => place.locator('canvas').first(),
  },
  {
    name: 'spot: coin',
    address: '/dealCenter',
    call: '/api/currency/detail',
    place: region('Orders'),
    content: (place) => place.getByRole('heading', { name: /BTC/ }),
    open: tab('Info'),
  },
  {
    name: 'spot: current orders',
    address: '/dealCenter',
    call: '/api/transaction_open',
    place: region('Orders'),
    empty: { message: NO_ORDERS, says: /No open orders/ },
    content: (place) =>
      place
        .getByText(/No open orders/)
        .or(rows(place))
        .first(),
    asksToLogIn: true,
  },
  {
    name: 'spot: order history',
    address: '/dealCenter',
    call: '/api/transaction_complete',
    place: region('Orders'),
    empty: { message: NO_ORDERS, says: /No orders have ended yet/ },
    content: (place) =>
      place
        .getByText(/No orders have ended yet/)
        .or(rows(place))
        .first(),
    asksToLogIn: true,
    open: tab('Order history'),
  },
  {
    name: 'home: tiles',
    address: '/',
    call: '/api/currency/quotation_new',
    place: (page) => page.getByRole('main'),
    empty: { message: [], says: /No pairs/ },
    content: (place) => place.getByRole('link', { name: /BTC/ }).first(),
  },
  {
    name: 'home: news',
    address: '/',
    call: '/api/news/list',
    place: (page) => page.getByRole('main'),
    empty: { message: { list: [], total: 0, page: 1, limit: 20 }, says: 'Markets' },
    content: (place) => place.getByRole('link', { name: /BTC/ }).first(),
    failsAs: 'quietly',
    loadsAs: 'place',
  },
  {
    name: 'notices',
    address: '/noticeList',
    call: '/api/news/list',
    place: (page) => page.getByRole('main'),
    empty: {
      message: { list: [], total: 0, page: 1, limit: 20 },
      says: 'There is nothing here yet.',
    },
    content: (place) => place.getByRole('listitem').first(),
  },
  {
    name: 'an article',
    address: '/components/noticeDetail?id=1901',
    call: '/api/news/detail',
    place: (page) => page.getByRole('main'),
    content: (place) => place.getByRole('heading', { level: 1 }),
  },
  {
    name: 'help centre',
    address: '/help',
    call: '/api/news/list',
    place: (page) => page.getByRole('main'),
    empty: {
      message: { list: [], total: 0, page: 1, limit: 20 },
      says: 'There is nothing here yet.',
    },
    content: (place) => place.getByRole('listitem').first(),
  },
  {
    name: 'quotation',
    address: '/quotation',
    call: '/api/currency/quotation_new',
    place: (page) => page.getByRole('main'),
    empty: { message: [], says: /No pairs/ },
    content: (place) => place.getByRole('link', { name: 'BTC/USDT' }).first(),
  },
  {
    name: 'P2P market',
    address: '/fiatradCenter',
    call: '/api/c2c/coins',
    place: region('P2P market'),
    empty: { message: [], says: /P2P market is not open now/ },
    content: (place) => place.getByRole('table', { name: 'Ads' }),
  },
  {
    name: 'P2P market: ads',
    address: '/fiatradCenter',
    call: '/api/c2c_deal_platform',
    place: region('P2P market'),
    empty: { message: { data: [], page: 1, limit: 10 }, says: /No ads fit/ },
    content: (place) =>
      place
        .getByText(/No ads fit/)
        .or(rows(place))
        .first(),
  },
  {
    name: 'P2P: coins held',
    address: '/c2cEscrow',
    call: '/api/c2c/escrow',
    place: region('Coins held for P2P orders'),
    empty: { message: { time_ms: 1, coins: [] }, says: /P2P market is not open now/ },
    content: (place) => place.getByRole('cell', { name: 'USDT', exact: true }),
  },
  {
    name: 'P2P: form of an ad',
    address: '/c2c',
    call: '/api/c2c/coins',
    place: (page) => page.getByRole('main'),
    empty: { message: [], says: /P2P market is not open now/ },
    content: (place) => place.getByLabel('Price of 1 USDT'),
  },
  {
    name: 'P2P: own ads',
    address: '/c2cRelease',
    call: '/api/c2c/seller_trade',
    place: region('Live ads'),
    empty: { message: { data: [], page: 1, limit: 10, is_away: 0 }, says: /no live ads/ },
    content: (place) =>
      place
        .getByText(/no live ads/)
        .or(rows(place))
        .first(),
  },
  {
    name: 'complaints: own ones',
    address: '/complaint',
    call: '/api/complaint/list',
    place: region('My complaints'),
    empty: { message: { list: [], page: 1, limit: 20 }, says: /not complained about anything/ },
    content: (place) => place.getByText(/not complained about anything/),
  },
  {
    name: 'wealth: products',
    address: '/wealth',
    call: '/api/wealth/getProfitList',
    place: region('Products'),
    empty: { message: { data: [] }, says: 'There are no products now.' },
    content: (place) => place.getByRole('heading', { name: 'USDT, 7 days' }),
  },
  {
    name: 'wealth: own locks',
    address: '/wealth',
    call: '/api/wealth/getMyprofit',
    place: region('My records'),
    empty: { message: NO_LOCKS, says: 'Nothing is locked yet.' },
    content: (place) => place.getByText('Nothing is locked yet.').or(rows(place)).first(),
    asksToLogIn: true,
  },
  {
    name: 'pledge: products',
    address: '/pledge',
    call: '/api/pledge/list',
    place: region('Products'),
    empty: { message: { data: [] }, says: 'There are no products now.' },
    content: (place) => place.getByRole('heading', { name: 'BTC, 30 days' }),
  },
  {
    name: 'savings: products',
    address: '/savings',
    call: '/api/savings/list',
    place: region('Products'),
    empty: { message: { data: [] }, says: 'There are no products now.' },
    content: (place) => place.getByRole('heading', { name: 'USDT savings' }),
  },
  {
    name: 'savings: own',
    address: '/savings',
    call: '/api/savings/my',
    place: region('My savings'),
    empty: { message: { data: [] }, says: 'You have no savings yet.' },
    content: (place) => place.getByText('You have no savings yet.').or(rows(place)).first(),
    asksToLogIn: true,
  },
  {
    name: 'savings: rates',
    address: '/savings',
    call: '/api/savings/rates',
    place: region('Rates of past days'),
    empty: { message: NO_LOCKS, says: 'No day is over yet.' },
    content: (place) => place.getByText('No day is over yet.').or(rows(place)).first(),
  },
  {
    name: 'earn: balance sheet',
    address: '/earn',
    call: '/api/earn/balance_sheet',
    place: region('Balance sheet of the products'),
    empty: { message: { data: [] }, says: 'There are no products now.' },
    content: rows,
  },
  {
    name: 'earn: calendar',
    address: '/earn',
    call: '/api/earn/calendar',
    place: region('What comes free when'),
    empty: { message: { data: [] }, says: 'Nothing is locked now.' },
    content: (place) => place.getByText('Nothing is locked now.').or(rows(place)).first(),
    asksToLogIn: true,
  },
  {
    name: 'earn: statement of interest',
    address: '/earn',
    call: '/api/earn/statement',
    place: region('Interest day by day'),
    empty: { message: NO_LOCKS, says: 'No interest yet.' },
    content: (place) => place.getByText('No interest yet.').or(rows(place)).first(),
  },
  {
    name: 'fee: levels and rates',
    address: '/fees',
    call: '/api/fee/tiers',
    place: (page) => page.getByRole('main'),
    empty: {
      message: { currency_id: 0, currency_name: '', days: 30, list: [], my: null },
      says: 'Each trade pays the rates of its market.',
    },
    content: rows,
  },
  {
    name: 'sale: token sales',
    address: '/sale',
    call: '/api/sale/list',
    place: region('Token sales'),
    empty: { message: [], says: 'No token sale is announced.' },
    content: (place) => place.getByRole('heading').first(),
  },
  {
    name: 'sale: crowdfunding',
    address: '/crowd',
    call: '/api/crowd/list',
    place: region('Crowdfunding'),
    empty: { message: [], says: 'No crowdfunding is announced.' },
    content: (place) => place.getByRole('heading').first(),
  },
  {
    name: 'sale: own commitments',
    address: '/sale',
    call: '/api/sale/my',
    place: region('My commitments'),
    empty: { message: [], says: 'You have not committed anything yet.' },
    content: (place) =>
      place.getByText('You have not committed anything yet.').or(rows(place)).first(),
    asksToLogIn: true,
  },
  {
    name: 'vote: rounds',
    address: '/vote',
    call: '/api/vote/list',
    place: region('Listing votes'),
    empty: { message: [], says: 'No vote is announced.' },
    content: (place) => place.getByRole('heading').first(),
  },
  {
    name: 'launch: new coins',
    address: '/upstart',
    call: '/api/upstart',
    place: region('New coins'),
    empty: { message: [], says: 'No new coin is announced.' },
    content: (place) => place.getByRole('heading').first(),
  },
];

const FAILURE = {
  status: 500,
  contentType: 'application/json',
  body: '{"type":"error","code":"internal","message":"The server has a problem."}',
};

let browser: Browser;
let session: Stored;
beforeAll(async () => {
  browser = await launchBrowser();
  session = await logInOnce(browser);
});
afterAll(async () => {
  await browser.close();
});

// Dozens of visits in each: beside other work they take minutes.
describe('every panel', { timeout: 600_000 }, () => {
  test('says that it loads, then what went wrong, and is right again after one press', async () => {
    await checkEach(
      PARTS.filter(({ loadsAs }) => loadsAs === undefined),
      async (part, page) => {
        const answered = Promise.withResolvers<void>();
        const failing = addressOf(part);
        await page.route(failing, async (route) => {
          await answered.promise;
          await route.fulfill(FAILURE);
        });
        // Holds back events of the socket too, which could fill the part.
        const tap = await FeedTap.on(page);
        tap.takeOver();
        await visit(part, page);
        await part
          .place(page)
          .getByRole('status', { name: 'Loading' })
          .or(part.place(page).getByText('Loading', { exact: true }))
          .first()
          .waitFor();
        if (part.failsAs === 'quietly') return;
        tap.giveBack();
        answered.resolve();
        const alert = part
          .place(page)
          .getByRole('alert')
          .filter({ has: page.getByRole('button', { name: 'Try again' }) })
          .first();
        await alert.waitFor();
        await page.unroute(failing);
        const whole = part.content(part.place(page)).waitFor();
        // A page that asks again by itself may be whole before the press.
        const press = alert.getByRole('button', { name: 'Try again' }).click();
        await Promise.race([whole, press.catch(() => undefined)]);
        await whole;
      },
    );
  });

  test('says so when there is nothing', async () => {
    await checkEach(
      PARTS.filter(({ empty }) => empty !== undefined),
      async (part, page) => {
        await page.route(addressOf(part), answer(part.empty?.message));
        await visit(part, page);
        await part
          .place(page)
          .getByText(part.empty?.says ?? '')
          .first()
          .waitFor();
      },
    );
  });

  test('is right without its call where the socket brings the same, or the page is whole without it', async () => {
    await checkEach(
      PARTS.filter(({ failsAs }) => failsAs === 'quietly'),
      async (part, page) => {
        await page.route(addressOf(part), (route) => route.abort());
        await visit(part, page);
        await part.content(part.place(page)).waitFor({ timeout: 20_000 });
      },
    );
  });

  test('asks a visitor to log in where it is a customer’s own', async () => {
    await checkEach(
      PARTS.filter(({ asksToLogIn }) => asksToLogIn === true),
      async (part, page) => {
        await visit(part, page);
        await part.place(page).getByRole('link', { name: 'Log in' }).first().waitFor();
      },
      {},
    );
  });

  test('that is live greys and tells its age when the market falls silent, and comes back by itself', async () => {
    await checkEach(
      PARTS.filter(({ goesStale }) => goesStale === true),
      async (part, page) => {
        const tap = await FeedTap.on(page);
        await visit(part, page);
        await part.content(part.place(page)).waitFor();
        tap.takeOver();
        await part.place(page).getByText('Delayed').first().waitFor();
        tap.giveBack();
        await part.place(page).getByText('Delayed').first().waitFor({ state: 'detached' });
      },
    );
  });
});

/** Checks all parts, each in a visit of its own; names every one that fails. */
async function checkEach(
  parts: readonly Part[],
  look: (part: Part, page: Page) => Promise<void>,
  stored: Stored = session,
): Promise<void> {
  expect(parts.length).toBeGreaterThan(0);
  const failed: string[] = [];
  await inParallel(parts, LANES, async (part) => {
    const visitor = await arrive(browser, { stored });
    visitor.page.setDefaultTimeout(SHOWN_WITHIN_MS);
    await look(part, visitor.page).catch((error: unknown) =>
      failed.push(`${part.name}: ${String(error).split('\n').slice(0, 14).join(' ')}`),
    );
    await visitor.leave();
  });
  expect(failed).toEqual([]);
}

async function visit({ address, open }: Part, page: Page): Promise<void> {
  await page.goto(address);
  await open?.(page);
}

function addressOf({ call }: Part): (url: URL) => boolean {
  return ({ pathname }) => pathname === call;
}

function answer(message: unknown): (route: Route) => Promise<void> {
  return (route) =>
    route.fulfill({
      contentType: 'application/json',
      body: JSON.stringify({ type: 'ok', message }),
    });
}
