/**
 * Recreates docs/screenshots: `node_modules/.bin/node e2e/take-screenshots.ts`, or only the pages
 * given by name. Each page at three widths, by night and by day, in English and in the longest
 * language.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser, Visitor } from './browser.ts';
import { MarginScreen } from './margin-screen.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

const TARGET = path.join(import.meta.dirname, '..', 'docs', 'screenshots');
const PAGES = {
  home: '/',
  quotation: '/quotation',
  spot: '/dealCenter',
  contracts: '/leverdealCenter',
  seconds: '/secondDealCenter',
  news: '/noticeList',
  login: '/components/login',
};
/** Photographed as a customer who has orders and a position. */
const TERMINALS = ['spot', 'contracts', 'seconds'];
const WINDOWS = [
  { viewport: { width: 1440, height: 900 } },
  { viewport: { width: 834, height: 1112 }, hasTouch: true },
  { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
];
const THEMES = { night: '1', day: '0' };
const LANGUAGES = ['en', 'es'];
const QUALITY = 80;
/** Long enough for some trades and bars of the server's own. */
const MARKET_AGE_MS = 20_000;
const LOOK_AFTER_MS = 2_500;
type Stored = Record<string, string>;

const wanted = process.argv.slice(2);
mkdirSync(TARGET, { recursive: true });
const [browser, server] = await Promise.all([
  launchBrowser(),
  ServerProcess.start({ RATE_LIMITS: 'off' }),
]);
try {
  const customer = await customerWithOrders();
  for (const [name, address] of Object.entries(PAGES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const window of WINDOWS) {
      for (const [theme, night_mode] of Object.entries(THEMES)) {
        for (const language of LANGUAGES) {
          const settings = { night_mode, locale: language, lang: language, direction_asked: '1' };
          const file = path.join(
            TARGET,
            `${name}-${window.viewport.width}-${theme}-${language}.jpg`,
          );
          await photograph(browser, {
            address,
            file,
            window,
            stored: TERMINALS.includes(name) ? { ...customer, ...settings } : settings,
          });
        }
      }
    }
  }
} finally {
  await browser.close();
  await server.remove();
}

/** A logged-in customer's storage, after two resting orders and an open position. */
async function customerWithOrders(): Promise<Stored> {
  const visitor = await Visitor.arrive(browser, server.url);
  const screen = new SpotScreen(visitor.page);
  await screen.logIn('demo@meridian.test', 'Demo1234');
  await screen.open();
  await screen.placeLimit('Buy', { price: await screen.priceBelowMarket(1), quantity: '0.0125' });
  await screen.placeLimit('Buy', { price: await screen.priceBelowMarket(2), quantity: '0.0250' });
  const contracts = new MarginScreen(visitor.page);
  await contracts.arrive(PAGES.contracts);
  await contracts.openFilled('Long', 10, 50);
  await visitor.page.waitForTimeout(MARKET_AGE_MS);
  const stored = await visitor.page.evaluate(() => ({ ...localStorage }) as Stored);
  await visitor.leave();
  return stored;
}

async function photograph(
  from: Browser,
  {
    address,
    file,
    window,
    stored,
  }: { address: string; file: string; window: (typeof WINDOWS)[number]; stored: Stored },
): Promise<void> {
  const visitor = await Visitor.arrive(from, server.url, { ...window, reducedMotion: 'reduce' });
  await visitor.context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
  await visitor.page.goto(address);
  await visitor.page.waitForLoadState('networkidle').catch(() => undefined);
  await visitor.page.waitForTimeout(LOOK_AFTER_MS);
  await visitor.page.screenshot({ path: file, type: 'jpeg', quality: QUALITY });
  await visitor.leave();
}
