import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { LANGUAGES } from '@meridian/contract/languages';
import type { Browser, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { launchBrowser, Visitor } from './browser.ts';

// Budgets of a first visit until it is usable, as gzipped bytes. A broken budget is met by loading
// later, not by a higher budget.
const KB = 1024;
const HOME_JS = 150 * KB;
const TRADE_JS = 200 * KB;
const CHART_JS = 70 * KB;
const CSS = 20 * KB;
const CATALOGUE = 15 * KB;

const CHART_FILE = /\/price-chart-[^/]+\.js$/;
const EARLY_FILE = /^\/assets\/early-pages-[^/]+\.js$/;
const CATALOGUE_FILE = new RegExp(`/(${LANGUAGES.join('|')})-[^/]+\\.js$`);

interface Fetched {
  readonly path: string;
  readonly kind: 'script' | 'stylesheet';
  readonly gzipBytes: number;
}

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
});

describe('the first visit', () => {
  test('to the home page fetches no more code than is allowed', async () => {
    const fetched = await firstVisit('/');
    expect(sum(fetched, 'script'), list(fetched)).toBeLessThanOrEqual(HOME_JS);
    expect(
      fetched.some(({ path }) => CHART_FILE.test(path)),
      'the chart of the trading page',
    ).toBe(false);
  });

  test.each(['/dealCenter', '/leverdealCenter'])(
    'to %s fetches no more code than is allowed, and then at most 70 KB for the chart',
    async (path) => {
      const fetched = await firstVisit(path, { last: 'canvas' });
      const chart = fetched.filter((one) => CHART_FILE.test(one.path));
      const rest = fetched.filter((one) => !CHART_FILE.test(one.path));
      expect(chart).toHaveLength(1);
      expect(sum(chart, 'script')).toBeLessThanOrEqual(CHART_JS);
      expect(sum(rest, 'script'), list(rest)).toBeLessThanOrEqual(TRADE_JS);
    },
  );

  test.each([
    '/',
    '/dealCenter',
    '/leverdealCenter',
    '/quotation',
    '/noticeList',
    '/components/login',
  ])('to %s fetches at most 20 KB of style', async (path) => {
    const fetched = await firstVisit(path);
    expect(sum(fetched, 'stylesheet')).toBeGreaterThan(0);
    expect(sum(fetched, 'stylesheet'), list(fetched)).toBeLessThanOrEqual(CSS);
  });

  test.each(LANGUAGES)(
    'in %s fetches this language only, at most 15 KB of it',
    async (language) => {
      const fetched = await firstVisit('/', { stored: { locale: language, lang: language } });
      const catalogues = fetched.filter(({ path }) => CATALOGUE_FILE.test(path));
      expect(catalogues.map(({ path }) => CATALOGUE_FILE.exec(path)?.[1])).toEqual([language]);
      expect(sum(catalogues, 'script')).toBeLessThanOrEqual(CATALOGUE);
    },
  );
});

/** Files that terminals share. */
const SHARED = ['terminal', 'common', 'market'];

describe('the code of a page', () => {
  test.each([
    { address: '/', files: ['home', 'market'], texts: 1 },
    { address: '/dealCenter', files: ['spot', ...SHARED], texts: 2 },
    { address: '/#/dealCenter', files: ['spot', ...SHARED], texts: 2 },
    { address: '/leverdealCenter', files: ['contracts', ...SHARED], texts: 3 },
    { address: '/secondDealCenter', files: ['seconds', ...SHARED, 'sheet'], texts: 4 },
    {
      address: '/dealCenter/BTC_USDT',
      files: ['spot', ...SHARED, 'sheet'],
      texts: 2,
      isPhone: true,
    },
  ])(
    'of $address is asked for before the entry runs, and none in vain',
    async ({ address, files, texts, isPhone = false }) => {
      const visit = { stored: { locale: 'es', lang: 'es' }, isPhone };
      const used = pathsOf(await firstVisit(address, { ...visit, without: 'early' }));
      const early = pathsOf(await firstVisit(address, { ...visit, without: 'entry' }));
      const named = (name: string) => early.filter((file) => file.startsWith(`/assets/${name}-`));
      for (const name of ['home', 'spot', 'contracts', 'seconds', ...SHARED, 'sheet'])
        expect(new Set(named(name).map((file) => path.extname(file))), name).toEqual(
          new Set(files.includes(name) ? ['.css', '.js'] : []),
        );
      expect(named('es')).toHaveLength(texts);
      expect(early.filter((file) => !used.includes(file) && !EARLY_FILE.test(file))).toEqual([]);
    },
  );
});

/** A key of every schema. The server checks input; pages take constants from `bounds.ts`. */
const SCHEMA = '~kind';

test.each(['web', 'office'])('no code of the %s has a schema of the contract', (application) => {
  const assets = path.join(import.meta.dirname, '../apps', application, 'dist/assets');
  const code = readdirSync(assets).filter((name) => name.endsWith('.js'));
  expect(code).not.toEqual([]);
  const has = code.filter((name) => readFileSync(path.join(assets, name), 'utf8').includes(SCHEMA));
  expect(has).toEqual([]);
});

interface FirstVisit {
  /** Settings of an earlier visit. */
  readonly stored?: Readonly<Record<string, string>>;
  /** Selects the part of the page that arrives last. */
  readonly last?: string;
  readonly isPhone?: boolean;
  /** This code never arrives: what it would ask for is not asked for by it. */
  readonly without?: 'entry' | 'early';
}

/** All code and styles of a first visit, until the network is quiet. */
async function firstVisit(
  path: string,
  { stored = {}, last = 'main', isPhone = false, without }: FirstVisit = {},
): Promise<Fetched[]> {
  const visitor = await Visitor.arrive(
    browser,
    inject('frontUrl'),
    isPhone ? { viewport: { width: 390, height: 844 }, isMobile: true } : {},
  );
  await visitor.context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
  if (without !== undefined) {
    const html = await (await fetch(inject('frontUrl'))).text();
    const [entry = ''] = /\/assets\/index-[^"]+\.js/.exec(html) ?? [];
    const unwanted = without === 'entry' ? `**${entry}` : '**/assets/early-pages-*.js';
    await visitor.context.route(unwanted, (route) => route.abort());
  }
  const fetched: Promise<Fetched>[] = [];
  const measure = (response: Response): void => {
    const kind = response.request().resourceType();
    if (kind !== 'script' && kind !== 'stylesheet') return;
    fetched.push(
      response.body().then((body) => ({
        path: new URL(response.url()).pathname,
        kind,
        gzipBytes: gzipSync(body, { level: 9 }).length,
      })),
    );
  };
  visitor.page.on('response', measure);
  await visitor.page.goto(path);
  if (without === 'entry') await visitor.page.waitForLoadState('networkidle');
  else await untilQuiet(visitor.page, last);
  // The bodies of later answers are gone with the page.
  visitor.page.off('response', measure);
  const all = await Promise.all(fetched);
  await visitor.leave();
  return all;
}

/**
 * Code fetches code: waits until the page has fetched all code that it needs without a click. On a
 * slow machine the network is quiet before the last part is asked for.
 */
async function untilQuiet(page: Page, last: string): Promise<void> {
  await page.locator(last).first().waitFor();
  await page.waitForLoadState('networkidle');
}

function pathsOf(fetched: readonly Fetched[]): string[] {
  return fetched.map(({ path: file }) => file);
}

function sum(fetched: readonly Fetched[], kind: Fetched['kind']): number {
  return fetched
    .filter((one) => one.kind === kind)
    .reduce((total, { gzipBytes }) => total + gzipBytes, 0);
}

function list(fetched: readonly Fetched[]): string {
  return fetched
    .map(({ path, gzipBytes }) => `${(gzipBytes / KB).toFixed(1)} KB ${path}`)
    .join('\n');
}
