/**
 * The common ground of all measurements of the web application: the devices of the targets, and the
 * visitors.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { Visitor } from '../../e2e/browser.ts';
import { SpotScreen } from '../../e2e/spot-screen.ts';

export interface Bench {
  readonly url: string;
  readonly browser: Browser;
  readonly runs: number;
  readonly loads: number;
  readonly seconds: number;
  readonly switches: number;
  readonly minutes: number;
}

/**
 * Lighthouse's `phone` and `desktop`: processor so many times slower, line in bytes a second,
 * latency in ms.
 */
export const DEVICES = {
  desktop: {
    options: { viewport: { width: 1350, height: 940 } },
    slowdown: 1,
    line: { down: 10_240 * 128, up: 10_240 * 128, latencyMs: 40 },
  },
  phone: {
    options: {
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
    },
    slowdown: 4,
    line: { down: 1_600 * 128, up: 750 * 128, latencyMs: 150 },
  },
} as const satisfies Record<
  string,
  {
    options: BrowserContextOptions;
    slowdown: number;
    line: { down: number; up: number; latencyMs: number };
  }
>;
export type DeviceName = keyof typeof DEVICES;

/** Slows the page's processor down to the device's, and with `line` its connection too. */
export async function slowDown(
  page: Page,
  device: DeviceName,
  { line = false } = {},
): Promise<void> {
  const { slowdown, line: speed } = DEVICES[device];
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  if (!line) return;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: speed.latencyMs,
    downloadThroughput: speed.down,
    uploadThroughput: speed.up,
  });
}

/** A visitor with a device; with `stored`, the storage of an earlier visit. */
export async function arriveWith(
  { browser, url }: Bench,
  device: DeviceName,
  stored: Readonly<Record<string, string>> = {},
): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser, url, DEVICES[device].options);
  await visitor.context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
  return visitor;
}

/** The storage after a login. */
export async function logIn({ browser, url }: Bench): Promise<Record<string, string>> {
  const visitor = await Visitor.arrive(browser, url);
  await new SpotScreen(visitor.page).logIn('demo@meridian.test', 'Demo1234');
  await visitor.page.waitForFunction(() => localStorage.getItem('user_id') !== null);
  const stored = await visitor.page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
  await visitor.leave();
  return stored;
}

/** The value that the share `part` (0 to 1) of all values does not exceed. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}
