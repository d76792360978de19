import type { KLineData } from 'klinecharts';
import { describe, expect, it, vi } from 'vitest';
import { LiveBars } from './live-bars.ts';

const bar = (minute: number, close: number): KLineData => ({
  timestamp: minute * 60_000,
  open: close,
  high: close,
  low: close,
  close,
});

/** A chart that has bars up to minute 10, and fetches missed ones when it is told to. */
function scene({ isEmpty = false, restMs = 0 } = {}) {
  const shown: [number, number][] = [];
  const asked: number[] = [];
  const fetches: PromiseWithResolvers<readonly KLineData[]>[] = [];
  const reloads: true[] = [];
  const live = new LiveBars({
    newest: () => (isEmpty ? undefined : 10 * 60_000),
    loadSince: (fromMs) => {
      asked.push(fromMs / 60_000);
      const fetch = Promise.withResolvers<readonly KLineData[]>();
      fetches.push(fetch);
      return fetch.promise;
    },
    show: ({ timestamp, close }) => shown.push([timestamp / 60_000, close]),
    reload: () => reloads.push(true),
    restMs,
  });
  const answer = async (bars: readonly KLineData[] | 'failed') => {
    const fetch = fetches.shift();
    if (bars === 'failed') fetch?.reject(new Error('no answer'));
    else fetch?.resolve(bars);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { live, shown, asked, reloads, answer };
}

describe('live bars of a chart', () => {
  it('are shown as they come', () => {
    const { live, shown } = scene();
    live.take(bar(10, 1));
    live.take(bar(11, 2));
    expect(shown).toEqual([
      [10, 1],
      [11, 2],
    ]);
  });

  it('wait for the missed ones before them, and are newer than a fetched one of their time', async () => {
    const { live, shown, asked, answer } = scene();
    void live.refresh();
    live.take(bar(13, 6));
    live.take(bar(13, 7));
    expect(shown).toEqual([]);
    await answer([bar(13, 5), bar(12, 4), bar(11, 3), bar(10, 2), bar(9, 1)]);
    expect(asked).toEqual([10]);
    expect(shown).toEqual([
      [10, 2],
      [11, 3],
      [12, 4],
      [13, 7],
    ]);
    live.take(bar(14, 8));
    expect(shown.at(-1)).toEqual([14, 8]);
  });

  it('are fetched once more if that is asked for meanwhile, however often', async () => {
    const { live, asked, answer } = scene();
    void live.refresh();
    void live.refresh();
    void live.refresh();
    expect(asked).toHaveLength(1);
    await answer([]);
    expect(asked).toHaveLength(2);
    await answer([]);
    expect(asked).toHaveLength(2);
  });

  it('are all fetched anew where a gap would stay', async () => {
    const { live, shown, reloads, answer } = scene();
    void live.refresh();
    live.take(bar(13, 6));
    await answer('failed');
    expect([shown, reloads]).toEqual([[], [true]]);
  });

  it('wait after a fetch that failed: what it missed is fetched before the next one', async () => {
    const { live, shown, asked, reloads, answer } = scene();
    void live.refresh();
    await answer('failed');
    live.take(bar(12, 3));
    expect(shown).toEqual([]);
    await answer([bar(11, 2)]);
    live.take(bar(13, 4));
    expect([shown, asked, reloads]).toEqual([
      [
        [11, 2],
        [12, 3],
        [13, 4],
      ],
      [10, 10],
      [],
    ]);
  });

  it('are all fetched anew where there is nothing to join them to', () => {
    const { live, asked, reloads } = scene({ isEmpty: true });
    void live.refresh();
    expect([asked, reloads]).toEqual([[], [true]]);
  });

  it('are forgotten with what they waited for', async () => {
    const { live, shown, asked, answer } = scene();
    void live.refresh();
    void live.refresh();
    live.take(bar(13, 6));
    live.forget();
    await answer([bar(11, 3)]);
    expect([shown, asked]).toEqual([[], [10]]);
    void live.refresh();
    await answer([]);
    expect(asked).toHaveLength(2);
  });

  it('are shown to who looks again: the last one, or all since the newest', async () => {
    const { live, shown, asked, answer } = scene();
    live.setSeen(false);
    live.take(bar(10, 1));
    live.take(bar(10, 2));
    expect(shown).toEqual([]);
    live.setSeen(true);
    expect(shown).toEqual([[10, 2]]);
    live.setSeen(false);
    live.take(bar(11, 3));
    live.take(bar(12, 3));
    live.take(bar(12, 4));
    live.setSeen(true);
    expect(asked).toEqual([10]);
    await answer([bar(10, 2), bar(11, 3), bar(12, 4)]);
    expect(shown.slice(1)).toEqual([
      [10, 2],
      [11, 3],
      [12, 4],
    ]);
  });

  it('that come while the chart rests are shown at its next drawing, each as it was last', async () => {
    vi.useFakeTimers();
    const { live, shown } = scene({ restMs: 250 });
    live.take(bar(10, 1));
    live.take(bar(10, 2));
    live.take(bar(10, 3));
    live.take(bar(11, 4));
    expect(shown).toEqual([[10, 1]]);
    vi.advanceTimersByTime(249);
    expect(shown).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(shown.slice(1)).toEqual([
      [10, 3],
      [11, 4],
    ]);
    live.take(bar(11, 5));
    expect(shown).toHaveLength(3);
    vi.advanceTimersByTime(250);
    expect(shown.at(-1)).toEqual([11, 5]);
    vi.advanceTimersByTime(1_000);
    live.take(bar(12, 6));
    expect(shown.at(-1)).toEqual([12, 6]);
    vi.useRealTimers();
  });

  it('that wait for a drawing are not lost to a refresh, nor to who looks away', async () => {
    const { live, shown, answer } = scene({ restMs: 20 });
    live.take(bar(10, 1));
    live.take(bar(11, 2));
    void live.refresh();
    live.take(bar(11, 3));
    await answer([bar(10, 1), bar(11, 1)]);
    expect(shown.slice(1)).toEqual([
      [10, 1],
      [11, 3],
    ]);
    live.take(bar(11, 4));
    live.setSeen(false);
    live.take(bar(11, 5));
    await new Promise((resolve) => setTimeout(resolve, 40));
    live.setSeen(true);
    expect(shown.slice(3)).toEqual([[11, 5]]);
    live.take(bar(11, 6));
    live.forget();
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(shown).toHaveLength(4);
  });
});
