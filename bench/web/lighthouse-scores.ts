import lighthouse from 'lighthouse';
import { freePort } from '../../apps/server/src/free-port.ts';
import { launchWholeBrowser } from '../../e2e/browser.ts';
import { median, type Figure } from '../report.ts';
import type { Bench } from './stage.ts';

interface Scores {
  readonly performance: number;
  readonly accessibility: number;
  readonly practices: number;
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
}

const PAGES = [
  { name: 'home', path: '/', performance: 90, tbtMs: 200 },
  { name: 'trade', path: '/dealCenter', performance: 80, tbtMs: 400 },
] as const;
const MOST_LCP_MS = 2_500;

/**
 * Lighthouse with its defaults for mobile: a processor four times slower, 1.6 Mbit/s and 150 ms,
 * both simulated.
 */
export async function measureLighthouse({ url, loads }: Bench): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, path, performance, tbtMs } of PAGES) {
    const runs: Scores[] = [];
    for (let load = 0; load < loads; load++) runs.push(await scoresOf(url + path));
    const middle = (key: keyof Scores): number => median(runs.map((run) => run[key]));
    const least = (label: string, value: number, target: number): Figure => ({
      name: `${name}: ${label}`,
      measured: String(Math.round(value)),
      target: target === 100 ? '100' : `at least ${target}`,
      isMet: value >= target,
    });
    figures.push(
      least('performance', middle('performance'), performance),
      least('accessibility', middle('accessibility'), 100),
      least('best practices', middle('practices'), 95),
      {
        name: `${name}: largest contentful paint`,
        measured: `${(middle('lcpMs') / 1000).toFixed(2)} s`,
        target: 'at most 2.5 s',
        isMet: middle('lcpMs') <= MOST_LCP_MS,
      },
      {
        name: `${name}: total blocking time`,
        measured: `${Math.round(middle('tbtMs'))} ms`,
        target: `at most ${tbtMs} ms`,
        isMet: middle('tbtMs') <= tbtMs,
      },
      {
        name: `${name}: layout shift while loading`,
        measured: middle('cls').toFixed(3),
        target: 'at most 0.02',
        isMet: middle('cls') <= 0.02,
      },
    );
  }
  return figures;
}

async function scoresOf(address: string): Promise<Scores> {
  const port = await freePort();
  const browser = await launchWholeBrowser([`--remote-debugging-port=${port}`]);
  try {
    const result = await lighthouse(address, {
      port,
      logLevel: 'error',
      output: 'json',
      onlyCategories: ['performance', 'accessibility', 'best-practices'],
    });
    if (result === undefined || result.lhr.runtimeError !== undefined)
      throw new Error(`Lighthouse: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
    const { categories, audits } = result.lhr;
    const score = (category: string): number => (categories[category]?.score ?? 0) * 100;
    const value = (audit: string): number => audits[audit]?.numericValue ?? Number.NaN;
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      practices: score('best-practices'),
      lcpMs: value('largest-contentful-paint'),
      tbtMs: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
    };
  } finally {
    await browser.close();
  }
}
