import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type Visitor } from './browser.ts';
import { arrive, goWithin, inParallel, type Stored } from './front.ts';
import { FeedTap } from './feed-tap.ts';
import { SpotScreen } from './spot-screen.ts';

const ARTICLE = '/components/noticeDetail?id=1901';
/** Attacks that a hostile editor might try; only words may remain of them. */
const HOSTILE = [
  '<p>Fair words.</p>',
  '<script>window.owned = "script"</script>',
  '<img src="/nowhere.png" alt="The lost picture" onerror="window.owned = \'onerror\'">',
  '<svg><script>window.owned = "svg"</script></svg>',
  '<a href="javascript:window.owned = \'link\'">press me</a>',
  '<iframe srcdoc="<script>parent.owned = 1</script>"></iframe>',
  '<form action="https://elsewhere.example"><button>send</button></form>',
  '<p style="position:fixed;inset:0" onmouseover="window.owned = \'hover\'">over all</p>',
].join('');

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
});

async function visiting(
  look: (visitor: Visitor) => Promise<void>,
  stored: Stored = {},
): Promise<void> {
  const visitor = await arrive(browser, { stored });
  try {
    await look(visitor);
  } finally {
    await visitor.leave();
  }
}

describe('a visitor', () => {
  test('reads the market and a notice', async () => {
    await visiting(async ({ page, problems }) => {
      await page.goto('/quotation');
      const main = page.getByRole('main');
      const price = main.getByRole('row').filter({ hasText: 'BTC' }).first();
      await expect
        .poll(async () => (await price.textContent()) ?? '', { timeout: 15_000 })
        .toMatch(/\d[\d,]*\.\d/);
      const before = await main.textContent();
      await expect.poll(() => main.textContent(), { timeout: 15_000 }).not.toBe(before);

      await page.goto('/noticeList');
      const first = main.getByRole('listitem').getByRole('link').first();
      const title = (await first.locator('strong').textContent()) ?? '';
      await first.click();
      await page.waitForURL(/\/components\/noticeDetail\?id=\d+/);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(title.length).toBeGreaterThan(3);
      expect(problems).toEqual([]);
    });
  });

  test('begins at the top of a page that is opened by its address, and finds one again where it was left', async () => {
    await visiting(async ({ page }) => {
      await page.goto('/');
      const scrolled = () => page.evaluate(() => scrollY);
      // The page scrolls as far as its loaded content reaches.
      await expect.poll(() => page.evaluate(() => scrollTo(0, 300)).then(scrolled)).toBe(300);
      await page.goto('/quotation');
      await page.getByRole('main').getByRole('row').nth(5).waitFor();
      expect(await scrolled()).toBe(0);
      await page.goBack();
      // The page scrolls as far as its first content reaches.
      await expect.poll(scrolled).toBeGreaterThan(200);
    });
  });

  test('changes language and theme and keeps them', async () => {
    await visiting(async ({ page, problems }) => {
      await page.goto('/dealCenter');
      const banner = page.getByRole('banner');
      await banner
        .getByRole('button', { name: 'Switch to day mode' })
        .or(banner.getByRole('button', { name: 'Switch to night mode' }))
        .waitFor();
      const before = await page.locator('html').getAttribute('data-theme');
      await banner.getByRole('button', { name: /^Switch to/ }).click();
      const after = before === 'night' ? 'day' : 'night';
      expect(await page.locator('html').getAttribute('data-theme')).toBe(after);
      await banner.getByRole('button', { name: 'Language' }).hover();
      await banner.getByRole('button', { name: 'Español' }).click();
      await banner.getByRole('link', { name: 'Iniciar sesión' }).waitFor();

      const kept = async (): Promise<unknown> => ({
        theme: await page.locator('html').getAttribute('data-theme'),
        language: await page.locator('html').getAttribute('lang'),
        stored: await page.evaluate(() => [
          localStorage.getItem('night_mode'),
          localStorage.getItem('locale'),
          localStorage.getItem('lang'),
        ]),
      });
      const chosen = {
        theme: after,
        language: 'es',
        stored: [after === 'night' ? '1' : '0', 'es', 'es'],
      };
      expect(await kept()).toEqual(chosen);
      // No flash: the theme is right before the first paint, so before any module runs.
      await page.route(/\/assets\/.*\.js$/, () => undefined);
      await page.reload({ waitUntil: 'commit' });
      await page.waitForFunction(() => document.body !== null);
      expect(await kept()).toEqual(chosen);
      await page.unroute(/\/assets\/.*\.js$/);
      await page.reload();
      await banner.getByRole('link', { name: 'Iniciar sesión' }).waitFor();
      expect(await kept()).toEqual(chosen);
      expect(problems).toEqual([]);
    });
  });

  test('searches a pair and lands on its trading page', async () => {
    await visiting(async ({ page, problems }) => {
      await page.goto('/quotation');
      await page.getByRole('main').getByRole('searchbox').fill('eth');
      await page.getByRole('main').getByRole('link', { name: 'ETH/USDT' }).first().click();
      await page.waitForURL(/\/(dealCenter|leverdealCenter)/);
      await goWithin(page, '/dealCenter');
      await expect.poll(() => page.title()).toContain('ETH/USDT');
      await page
        .getByRole('region', { name: 'Order book' })
        .locator('button[data-price]:enabled')
        .first()
        .waitFor();

      const list = page.getByRole('region', { name: 'Markets' });
      await page.keyboard.press('/');
      await page.keyboard.type('link');
      await list.getByRole('listitem').getByRole('button').filter({ hasText: 'LINK/USDT' }).click();
      await expect.poll(() => page.title()).toContain('LINK/USDT');
      expect(await page.evaluate(() => localStorage.getItem('symbol'))).toBe('LINK/USDT');
      expect(problems).toEqual([]);
    });
  });

  test('sees that the market is silent, and that it is back', async () => {
    await visiting(async ({ page }) => {
      const tap = await FeedTap.on(page);
      await new SpotScreen(page).open();
      const status = page.getByRole('banner').getByRole('status');
      await status.filter({ hasText: 'Live' }).waitFor();
      tap.takeOver();
      await status.filter({ hasText: 'Delayed' }).waitFor({ timeout: 5_000 });
      tap.giveBack();
      await status.filter({ hasText: 'Live' }).waitFor({ timeout: 5_000 });
    });
  });
});

describe('what goes wrong has a state', () => {
  test('an article with scripts in it shows its words and runs nothing', async () => {
    await visiting(async ({ page }) => {
      const article = {
        id: 1901,
        title: 'A <b>title</b>',
        abstract: '',
        thumbnail: '',
        update_time: '2026-01-01 00:00:00',
        c_id: 9,
        content: HOSTILE,
      };
      await page.route(
        ({ pathname }) => pathname === '/api/news/detail',
        async (route) => {
          const { message, ...rest } = (await (await route.fetch()).json()) as { message: object };
          await route.fulfill({ json: { ...rest, message: { ...message, ...article } } });
        },
      );
      await page.goto(ARTICLE);
      const main = page.getByRole('main');
      await main.getByText('Fair words.').waitFor();
      // A picture that fails to load leaves its description.
      await main.getByText('The lost picture').waitFor();
      await main.getByText('press me').click();
      await main.getByText('over all').hover();
      await page.waitForTimeout(200);
      expect(
        await page.evaluate(() => (window as unknown as { owned?: string }).owned),
      ).toBeUndefined();
      const left = await main.evaluate(
        (element) =>
          element.querySelectorAll(
            'script, iframe, form, [onerror], [onmouseover], [style*="fixed"], a[href^="javascript"]',
          ).length,
      );
      expect(left).toBe(0);
      expect(await main.getByRole('heading', { level: 1 }).textContent()).toBe('A <b>title</b>');
    });
  });

  test('an article that does not exist', async () => {
    await visiting(async ({ page }) => {
      for (const id of ['999999', 'abc', '', '1e3', '-1']) {
        await page.goto(`/components/noticeDetail?id=${id}`);
        await page
          .getByRole('main')
          .getByText('This article does not exist or is no longer available.')
          .waitFor();
      }
    });
  });

  test('a stored market that does not exist is the first one instead', async () => {
    const unknown = [
      ['3', '999'],
      ['999', '1'],
      ['-1', 'NaN'],
      ['[]', '{}'],
    ] as const;
    await inParallel(unknown, 4, ([legal_id, currency_id]) =>
      visiting(
        async ({ page, problems }) => {
          await new SpotScreen(page).open();
          expect(await page.title()).toContain('BTC/USDT');
          expect(problems).toEqual([]);
        },
        {
          legal_id,
          currency_id,
          symbol: 'NO/THING',
          priceScale: '?',
          favourites: '{"not":"a list"',
        },
      ),
    );
  });

  test('a stored language, look or session that nobody knows is the default', async () => {
    await visiting(
      async ({ page, problems }) => {
        await page.goto('/dealCenter');
        await page.getByRole('banner').getByRole('button', { name: 'Language' }).waitFor();
        expect(await page.locator('html').getAttribute('lang')).toBe('en');
        expect(['night', 'day']).toContain(await page.locator('html').getAttribute('data-theme'));
        expect(problems).toEqual([]);
      },
      {
        locale: 'tlh',
        lang: 'xx',
        night_mode: 'perhaps',
        direction_colours: 'plaid',
        shortcuts: 'maybe',
      },
    );
  });

  test('a session that is over leads to the login, once, and back', async () => {
    await visiting(
      async ({ page }) => {
        await page.goto('/accountSet');
        await page.waitForURL(/\/components\/login$/);
        expect(
          await page.evaluate(() => [
            localStorage.getItem('token'),
            localStorage.getItem('user_id'),
          ]),
        ).toEqual([null, null]);
        await page.getByLabel('E-mail or phone number').fill('demo@meridian.test');
        await page.getByLabel('Password', { exact: true }).fill('Demo1234');
        await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
        await page.waitForURL(/\/accountSet$/);
      },
      { token: 'nobody-has-this-token', user_id: '1', accountNum: '00000000001' },
    );
  });

  test.each([
    [
      'forbidden',
      () =>
        Object.defineProperty(window, 'localStorage', {
          get: () => {
            throw new DOMException('no', 'SecurityError');
          },
        }),
    ],
    [
      'full',
      () =>
        (Storage.prototype.setItem = () => {
          throw new DOMException('full', 'QuotaExceededError');
        }),
    ],
  ])(
    'storage that is %s: everything works, and lasts as long as the page',
    async (_how, breakStorage) => {
      const visitor = await arrive(browser);
      const { page, problems } = visitor;
      await page.addInitScript(breakStorage);
      await new SpotScreen(page).open();
      const banner = page.getByRole('banner');
      await banner.getByRole('button', { name: 'Language' }).hover();
      await banner.getByRole('button', { name: 'Español' }).click();
      await banner.getByRole('link', { name: 'Iniciar sesión' }).waitFor();
      await page.mouse.move(400, 500);
      await goWithin(page, '/components/login');
      await page.locator('input[autocomplete="username"]').fill('demo@meridian.test');
      await page.locator('input[type="password"]').fill('Demo1234');
      await page.getByRole('main').locator('button[type="submit"]').click();
      await page.waitForURL((url) => !url.pathname.includes('login'));
      expect(problems).toEqual([]);
      await visitor.leave();
    },
  );

  test.concurrent.each([
    [
      'answers 500',
      'The server has a problem right now',
      (page: Page) =>
        page.route('**/api/**', (route) => route.fulfill({ status: 500, body: 'oops' })),
    ],
    [
      'is not there',
      'The server cannot be reached',
      (page: Page) => page.route('**/api/**', (route) => route.abort()),
    ],
    [
      'never answers',
      'The server did not answer in time',
      (page: Page) => page.route('**/api/**', () => undefined),
    ],
  ])('an API that %s: pages say so and offer to try again', async (_what, says, breakApi) => {
    await visiting(async ({ page }) => {
      await breakApi(page);
      for (const address of ['/dealCenter', '/noticeList']) {
        await page.goto(address);
        const alert = page.getByRole('main').getByRole('alert').filter({ hasText: says }).first();
        // The page retries by itself before it gives up.
        await alert.waitFor({ timeout: 45_000 });
        await alert.getByRole('button', { name: 'Try again' }).waitFor();
      }
    });
  });

  test('an address that leads nowhere', async () => {
    await visiting(async ({ page, problems }) => {
      await page.goto('/no/such/page');
      await page.getByRole('main').getByText('There is no page at this address.').waitFor();
      expect(await page.getByRole('main').getByRole('link').count()).toBeGreaterThan(0);
      expect(problems).toEqual([]);
    });
  });

  test('code of a page that cannot be fetched', async () => {
    await visiting(async ({ page }) => {
      await page.goto('/components/login');
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).waitFor();
      // The file is gone after a deployment. A reload usually helps, so the page tries that first,
      // once.
      await page.route(/\/assets\/register-.*\.js$/, (route) => route.abort());
      await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
      await page.getByRole('button', { name: 'Try again' }).first().waitFor();
      await page.unroute(/\/assets\/register-.*\.js$/);
      await page.getByRole('button', { name: 'Try again' }).first().click();
      await page.getByRole('combobox', { name: 'Country or region' }).waitFor();
    });
  });
});
