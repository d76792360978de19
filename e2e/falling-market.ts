/**
 * A recording for the replay that falls for a day, for journeys that need a fall whenever they get
 * to it: in a recorded crash a slow machine comes too late, and meets the rise that follows.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';

const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 0, 1);
/** Minutes before the start: the history of the chart. */
const HISTORY = 120;
const FALLING = 24 * 60;
const PRICE = 40_000;
/** Half a per mille a minute: at thirty times the speed half a per cent in twenty seconds. */
const PART_LEFT = 0.9995;

/**
 * Writes the recording into a folder.
 * @param speed how many minutes of it pass in one
 * @returns the setting FEED that plays it
 */
export function fallingFeed(folder: string, speed: number): string {
  const lines = ['open_time_ms,open,high,low,close,volume'];
  let open = PRICE;
  for (let minute = -HISTORY; minute < FALLING; minute++) {
    const close = minute < 0 ? open : open * PART_LEFT;
    const prices = [open, open, close, close].map((price) => price.toFixed(2));
    lines.push([START_MS + minute * MINUTE_MS, ...prices, '10'].join(','));
    open = close;
  }
  const file = path.join(folder, 'BTCUSDT-1m-falling.csv');
  writeFileSync(file, `${lines.join('\n')}\n`);
  return `replay:${file}?speed=${speed}&start=${START_MS}`;
}
