import { expect, it } from 'vitest';
import { around, daysOf, ticksFor } from './day-file.ts';
import type { PublicTick } from './verify.ts';

const TICKET = { openedAtMs: 10_000, dueAtMs: 12_000 };
const HASH = 'a'.repeat(64);

/** Lines of a file with a tick each half second, and how many of them were read. */
async function* file(read: { lines: number }, fromMs = 0, toMs = 100_000): AsyncGenerator<string> {
  yield 'tick,time_ms,price,quoted_ms,sources,hash';
  for (let timeMs = fromMs; timeMs < toMs; timeMs += 500) {
    read.lines++;
    yield `${timeMs / 500},${timeMs},${timeMs}.5,${timeMs === 9_500 ? '9400,3' : ','},${HASH}`;
  }
}

const times = (ticks: readonly PublicTick[]): number[] => ticks.map(([, timeMs]) => timeMs);

it('keeps the ticks of the time and three on either side, and reads no further', async () => {
  const read = { lines: 0 };
  const ticks = await ticksFor(TICKET, file(read));
  expect(ticks.slice(0, 2)).toEqual([
    [17, 8_500, '8500.5', 8_500, 1],
    [18, 9_000, '9000.5', 9_000, 1],
  ]);
  expect(ticks[2]).toEqual([19, 9_500, '9500.5', 9_400, 3]);
  expect(times(ticks)).toEqual([
    8_500, 9_000, 9_500, 10_000, 10_500, 11_000, 11_500, 12_000, 12_500, 13_000, 13_500,
  ]);
  expect(read.lines).toBe(28);
});

it('takes what there is where the feed stood still', async () => {
  expect(times(await ticksFor(TICKET, file({ lines: 0 }, 0, 10_500)))).toEqual([
    8_500, 9_000, 9_500, 10_000,
  ]);
  expect(await ticksFor(TICKET, file({ lines: 0 }, 0, 0))).toEqual([]);
});

it.each([
  '',
  '1,2',
  `1,2,3,${HASH}`,
  `1,2,3,,${HASH}`,
  `1,2,3,,,${HASH}x`,
  `1,2,-3,,,${HASH}`,
  `1,2,3,x,,${HASH}`,
  `1,2,3,,x,${HASH}`,
  '<html>',
])('%j is no line of a file', async (line) => {
  async function* lines(): AsyncGenerator<string> {
    yield line;
  }
  await expect(ticksFor(TICKET, lines())).rejects.toThrow('no line');
});

it('shows the tick that counted among its neighbours, or where it would have been', async () => {
  const ticks = await ticksFor(TICKET, file({ lines: 0 }));
  expect(times(around(ticks, ticks[4], 0))).toEqual([
    9_000, 9_500, 10_000, 10_500, 11_000, 11_500, 12_000,
  ]);
  expect(times(around(ticks, undefined, 12_000))).toEqual([
    10_500, 11_000, 11_500, 12_000, 12_500, 13_000, 13_500,
  ]);
  expect(times(around(ticks, undefined, 0))).toEqual([8_500, 9_000, 9_500]);
});

it('needs two files where midnight passes', () => {
  const dayOf = (timeMs: number): string => String(Math.floor(timeMs / 11_000));
  expect(daysOf(TICKET, dayOf)).toEqual(['0', '1']);
  expect(daysOf({ ...TICKET, openedAtMs: 11_000 }, dayOf)).toEqual(['1']);
});
