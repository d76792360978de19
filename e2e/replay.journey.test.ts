import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, Visitor } from './browser.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

const SHARED =
  process.env['MERIDIAN_SHARED'] ?? path.resolve(import.meta.dirname, '..', '..', 'shared');
const RECORDING = path.join(SHARED, 'data', 'klines', 'BTCUSDT-1m-2024-12.csv.gz');
/** Most relative distance of the last trade from the index, around which the bot quotes. */
const NEAR = 0.02;

interface Bar {
  readonly close: string;
  readonly history: boolean;
}

describe.skipIf(!existsSync(RECORDING))(
  'a recorded month as the feed (skipped where ../shared/data is absent)',
  () => {
    let browser: Browser;
    let server: ServerProcess;
    beforeAll(async () => {
      [browser, server] = await Promise.all([
        launchBrowser(),
        ServerProcess.start({ FEED: `replay:${RECORDING}` }),
      ]);
    });
    afterAll(async () => {
      await browser.close();
      await server.remove();
    });

    test('is what the chart shows', async () => {
      const visitor = await Visitor.arrive(browser, server.url);
      const { page } = visitor;
      const screen = new SpotScreen(page);
      await screen.open();
      const chart = page.getByRole('region', { name: 'Chart', exact: true });
      const asked = page.waitForResponse(
        (response) =>
          response.url().includes('new_timeshar') && response.url().includes('source=index'),
      );
      await chart.getByRole('button', { name: 'Index' }).click();
      const { data } = (await (await asked).json()) as { data: Bar[] };

      const recorded = recordedCloses();
      const past = data.filter(({ history }) => history);
      expect(past.length).toBeGreaterThan(100);
      expect(past.filter(({ close }) => !recorded.has(Number(close)))).toEqual([]);

      const label = (await chart.getByRole('img').getAttribute('aria-label')) ?? '';
      const shown = Number(/last price ([\d,.]+)/.exec(label)?.[1]?.replaceAll(',', ''));
      const index = Number(data.at(-1)?.close);
      expect(Math.abs(shown / index - 1)).toBeLessThan(NEAR);
      expect(visitor.problems).toEqual([]);
      await visitor.leave();
    });
  },
);

function recordedCloses(): Set<number> {
  const [head = '', ...rows] = gunzipSync(readFileSync(RECORDING)).toString().trim().split('\n');
  const column = head.split(',').indexOf('close');
  return new Set(rows.map((row) => Number(row.split(',')[column])));
}
