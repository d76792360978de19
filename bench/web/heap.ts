import type { Page } from 'playwright-core';
import { SpotScreen } from '../../e2e/spot-screen.ts';
import type { Figure } from '../report.ts';
import { arriveWith, type Bench } from './stage.ts';

const MOST_GROWTH_MB = 10;
/** Caches are full by then: later growth would be unbounded. */
const WARM_UP = 20;
const LOOK_MS = 250;
const MB = 2 ** 20;

/** Heap that the page retains after many switches of the market, and after showing a live one. */
export async function measureHeap(bench: Bench): Promise<Figure[]> {
  const visitor = await arriveWith(bench, 'desktop');
  const { page } = visitor;
  await new SpotScreen(page).open();
  await switchMarkets(page, WARM_UP);
  const before = await heapBytes(page);
  await switchMarkets(page, bench.switches);
  const after = await heapBytes(page);
  await page.waitForTimeout(bench.minutes * 60_000);
  const later = await heapBytes(page);
  await visitor.leave();
  const growth = (from: number, to: number): number => (to - from) / MB;
  return [
    {
      name: `${bench.switches} switches of the market`,
      measured: `${growth(before, after).toFixed(1)} MB more than ${(before / MB).toFixed(1)}`,
      target: `at most ${MOST_GROWTH_MB} MB`,
      isMet: growth(before, after) <= MOST_GROWTH_MB,
    },
    {
      name: `and ${bench.minutes} minutes of a live market`,
      measured: `${growth(before, later).toFixed(1)} MB`,
      target: `at most ${MOST_GROWTH_MB} MB (30 minutes)`,
      isMet: growth(before, later) <= MOST_GROWTH_MB,
    },
  ];
}

async function switchMarkets(page: Page, times: number): Promise<void> {
  const rows = page
    .getByRole('region', { name: 'Markets' })
    .getByRole('listitem')
    .getByRole('button')
    .filter({ hasText: '/' });
  const count = await rows.count();
  for (let at = 0; at < times; at++) {
    await rows.nth(at % count).click();
    await page.waitForTimeout(LOOK_MS);
  }
}

async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  // Twice, because objects freed by the first collection may have held others.
  for (let round = 0; round < 2; round++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}
