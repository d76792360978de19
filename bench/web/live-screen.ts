import type { Locator, Page } from 'playwright-core';
import type { Visitor } from '../../e2e/browser.ts';
import { FeedLine } from '../../e2e/feed-line.ts';
import type { FeedTap } from '../../e2e/feed-tap.ts';
import { shiftsOf, watchShifts } from '../../e2e/page-probes.ts';
import { SpotScreen } from '../../e2e/spot-screen.ts';
import type { Figure } from '../report.ts';
import { arriveWith, logIn, quantile, slowDown, type Bench, type DeviceName } from './stage.ts';

const BARS = {
  desktop: { fps: 58, longTasksPerMinute: 0, inpMs: 100, pixelMs: 100 },
  phone: { fps: 50, longTasksPerMinute: 2, inpMs: 200, pixelMs: 150 },
} as const;
const SETTLE_MS = 3_000;
const NORMAL_RATE = 20;
const STORM_RATE = 100;

interface PaintNotes {
  painted: { price: string; quantity: string; atMs: number }[];
  /** From when until when no book was shown. */
  unseen: [fromMs: number, toMs: number][];
}

/** The page's own records while it is watched. */
interface Notes extends PaintNotes {
  frames: number[];
  longTasks: number[];
  /** Duration of the slowest event of each interaction, by its id. */
  interactions: Record<string, number>;
}
type NotingWindow = Window & { notes: Notes };

interface Sent {
  readonly price: string;
  readonly quantity: string;
  readonly atMs: number;
}

/**
 * The trading page of a customer under a feed of valid events injected into its socket (book,
 * ticker, trades and the chart's bar, each so many times a second), in place of the server's own,
 * which are too few.
 */
export async function measureLiveScreen(bench: Bench): Promise<Figure[]> {
  const session = await logIn(bench);
  const figures: Figure[] = [];
  for (const device of ['desktop', 'phone'] as const) {
    for (const rate of [NORMAL_RATE, STORM_RATE]) {
      const line = await FeedLine.to(bench.url);
      const load = { device, rate, session, tap: line.tap };
      const measured = await underLoad({ ...bench, url: line.url }, load).catch(
        (error: unknown): Figure[] => [
          {
            name: `${device}, ${rate}/s of each`,
            measured: `not measured: ${String(error).split('\n')[0] ?? ''}`,
            target: '',
            isMet: false,
          },
        ],
      );
      line.close();
      figures.push(...measured);
    }
  }
  return figures;
}

async function underLoad(
  bench: Bench,
  {
    device,
    rate,
    session,
    tap,
  }: {
    device: DeviceName;
    rate: number;
    session: Readonly<Record<string, string>>;
    tap: FeedTap;
  },
): Promise<Figure[]> {
  const visitor = await arriveWith(bench, device, session);
  const { page } = visitor;
  await watchShifts(visitor.context);
  await openBook(page, device);
  while (!tap.isReady) await page.waitForTimeout(100);
  await page.waitForTimeout(SETTLE_MS);
  tap.takeOver();
  await slowDown(page, device);
  await takeNotes(page);
  const feed = startFeed(tap, rate);
  const { quiet, used } = await watchAndUse(visitor, { device, seconds: bench.seconds }).finally(
    () => feed.stop(),
  );
  const { total, worst } = await shiftsOf(page);
  await visitor.leave();

  const { fps, longTasksPerMinute, inpMs, pixelMs } = BARS[device];
  const name = `${device}, ${rate}/s of each`;
  const delays = delaysOf(feed.sent, {
    painted: [...quiet.painted, ...used.painted],
    unseen: [...quiet.unseen, ...used.unseen],
  });
  const inp = Math.max(...Object.values(used.interactions), 0);
  const longPerMinute = (quiet.longTasks.length / bench.seconds) * 60;
  const frames = framesPerSecond(quiet.frames);
  const p95 = quantile(delays, 0.95);
  const isStorm = rate === STORM_RATE;
  const responsive: Figure = {
    name: `${name}: slowest of ${Object.keys(used.interactions).length} interactions`,
    measured: `${Math.round(inp)} ms`,
    target: `at most ${inpMs} ms`,
    isMet: inp <= inpMs,
  };
  const shown = `${frames.toFixed(1)} fps`;
  const tasks = `${longPerMinute.toFixed(1)} a minute${quiet.longTasks.length > 0 ? `, longest ${Math.round(Math.max(...quiet.longTasks))} ms` : ''}`;
  const pixels = `p95 ${Math.round(p95)} ms, p50 ${Math.round(quantile(delays, 0.5))} ms of ${delays.length}`;
  if (isStorm) {
    return [
      responsive,
      { name: `${name}: frames`, measured: shown, target: '' },
      { name: `${name}: tasks over 50 ms`, measured: tasks, target: '' },
      { name: `${name}: message to pixel`, measured: pixels, target: '' },
    ];
  }
  return [
    {
      name: `${name}: layout shift, all of it`,
      measured: total.toFixed(4) + (total > 0.02 ? ` (${worst})` : ''),
      target: 'at most 0.02',
      isMet: total <= 0.02,
    },
    responsive,
    {
      name: `${name}: frames`,
      measured: shown,
      target: `at least ${fps} fps`,
      isMet: frames >= fps,
    },
    {
      name: `${name}: tasks over 50 ms`,
      measured: tasks,
      target: `at most ${longTasksPerMinute} a minute`,
      isMet: longPerMinute <= longTasksPerMinute,
    },
    {
      name: `${name}: message to pixel`,
      measured: pixels,
      target: `p95 at most ${pixelMs} ms`,
      isMet: p95 <= pixelMs,
    },
  ];
}

/** A phone shows one panel at a time: here the book, which changes most. */
async function openBook(page: Page, device: DeviceName): Promise<void> {
  await page.goto('/dealCenter');
  if (device === 'phone')
    await page.getByRole('main').getByText('Book', { exact: true }).first().tap();
  await new SpotScreen(page).bestPrice('Buy').waitFor();
}

/** Pushes `rate` events of each kind a second until stopped. */
function startFeed(
  tap: FeedTap,
  rate: number,
): { readonly sent: readonly Sent[]; readonly stop: () => void } {
  const sent: Sent[] = [];
  let due = 0;
  const startedMs = performance.now();
  const timer = setInterval(() => {
    const wanted = ((performance.now() - startedMs) / 1000) * rate;
    for (; due < wanted; due++) {
      const atMs = Date.now();
      sent.push({ ...tap.pushDepth(), atMs });
      tap.pushTicker();
      tap.pushTrade();
      tap.pushBar();
    }
  }, 5);
  return { sent, stop: () => clearInterval(timer) };
}

/** Watches the page first idle, then in use. */
async function watchAndUse(
  visitor: Visitor,
  { device, seconds }: { device: DeviceName; seconds: number },
): Promise<{ quiet: Notes; used: Notes }> {
  await visitor.page.waitForTimeout(seconds * 1000);
  const quiet = await notesOf(visitor.page);
  await useTheForm(visitor, device);
  return { quiet, used: await notesOf(visitor.page) };
}

async function takeNotes(page: Page): Promise<void> {
  await page.evaluate(() => {
    const notes: Notes = { frames: [], longTasks: [], interactions: {}, painted: [], unseen: [] };
    (window as unknown as NotingWindow).notes = notes;
    let unseenMs: number | undefined;
    const frame = (atMs: number): void => {
      notes.frames.push(atMs);
      const books = [...document.querySelectorAll('[data-area="book"]')];
      const isSeen = books.some((book) => book.checkVisibility());
      if (!isSeen) unseenMs ??= Date.now();
      else if (unseenMs !== undefined) {
        notes.unseen.push([unseenMs, Date.now()]);
        unseenMs = undefined;
      }
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) notes.longTasks.push(duration);
    }).observe({ type: 'longtask' });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
        if (entry.interactionId !== 0)
          notes.interactions[entry.interactionId] = Math.max(
            notes.interactions[entry.interactionId] ?? 0,
            entry.duration,
          );
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    // The change is made in an animation frame; a message posted there is delivered after that
    // frame is painted.
    const afterPaint = new MessageChannel();
    const waiting: { price: string; quantity: string }[] = [];
    afterPaint.port1.onmessage = () => {
      const atMs = Date.now();
      for (const row of waiting.splice(0)) notes.painted.push({ ...row, atMs });
    };
    new MutationObserver((changes) => {
      const rows = new Set(
        changes.map(({ target }) =>
          (target instanceof Element ? target : target.parentElement)?.closest<HTMLButtonElement>(
            '[data-area="book"] button[data-price]',
          ),
        ),
      );
      for (const row of rows)
        if (row?.checkVisibility())
          waiting.push({
            price: row.dataset['price'] ?? '',
            quantity: (row.children[1]?.textContent ?? '').replaceAll(',', ''),
          });
      if (waiting.length > 0) afterPaint.port2.postMessage(undefined);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

/** The records since the last call. */
async function notesOf(page: Page): Promise<Notes> {
  return page.evaluate(() => {
    const { notes } = window as unknown as NotingWindow;
    const taken = {
      frames: notes.frames.splice(0),
      longTasks: notes.longTasks.splice(0),
      interactions: { ...notes.interactions },
      painted: notes.painted.splice(0),
      unseen: notes.unseen.splice(0),
    };
    for (const id of Object.keys(notes.interactions))
      Reflect.deleteProperty(notes.interactions, id);
    return taken;
  });
}

/**
 * A customer's usual actions: types a quantity, takes a price from the book, changes tabs. On a
 * phone the form is a sheet.
 */
async function useTheForm({ page }: Visitor, device: DeviceName): Promise<void> {
  const screen = new SpotScreen(page);
  const isPhone = device === 'phone';
  // Taps at a position as a finger does, without waiting for the page to be stable.
  const press = async (target: Locator): Promise<void> => {
    await target.waitFor();
    const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {};
    if (isPhone) await page.touchscreen.tap(x + width / 2, y + height / 2);
    else await page.mouse.click(x + width / 2, y + height / 2);
  };
  for (let round = 0; round < 5; round++) {
    if (isPhone)
      await press(page.getByRole('main').getByRole('button', { name: 'Buy', exact: true }).last());
    await press(screen.form('Buy').getByLabel('Quantity', { exact: true }));
    await page.keyboard.type(`0.${round + 1}2`, { delay: 60 });
    if (isPhone) await press(page.getByRole('dialog').getByRole('button', { name: 'Close' }));
    else await press(screen.bestPrice('Buy'));
    await page.waitForTimeout(300);
    // On a phone the lists of orders are below the fold, so the panels are switched there.
    const [odd, even] = isPhone ? ['Trades', 'Book'] : ['Order history', 'Current orders'];
    await press(
      page
        .getByRole('main')
        .getByRole(isPhone ? 'button' : 'tab', { name: round % 2 === 0 ? odd : even, exact: true })
        .first(),
    );
    await page.waitForTimeout(300);
  }
  await page.waitForTimeout(500);
}

function framesPerSecond(frames: readonly number[]): number {
  const seconds = ((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / 1000;
  return (frames.length - 1) / seconds;
}

/**
 * Delay of each level that was both sent and seen. A level that was overtaken by its next change
 * was never painted; one that came while a phone showed no book could not be.
 */
function delaysOf(sent: readonly Sent[], { painted, unseen }: PaintNotes): number[] {
  const delays: number[] = [];
  const byPrice = Map.groupBy(painted, ({ price }) => price);
  for (const { price, quantity, atMs } of sent) {
    const seen = byPrice
      .get(price)
      ?.find((one) => one.atMs >= atMs && Number(one.quantity) === Number(quantity));
    if (seen === undefined || seen.atMs - atMs > 5_000) continue;
    const couldNot = unseen.some(([fromMs, toMs]) => fromMs <= seen.atMs && toMs >= atMs);
    if (!couldNot) delays.push(seen.atMs - atMs);
  }
  return delays;
}
