import type { KLineData } from 'klinecharts';

/** The chart that live bars are drawn on. */
export interface LiveBarsChart {
  /** Start of its newest bar, milliseconds; undefined if no missed bars can be joined to it. */
  readonly newest: () => number | undefined;
  /** Bars from `fromMs` until now, in any order. */
  readonly loadSince: (fromMs: number) => Promise<readonly KLineData[]>;
  /** Draws a bar that is the newest one or comes after it. */
  readonly show: (data: KLineData) => void;
  /** Fetches all bars again. */
  readonly reload: () => void;
}

/**
 * Live bars on their way to a chart. Owns those that wait: for missed ones that are being fetched,
 * or for somebody who sees the chart. It shows bars in the order of their times and leaves out
 * none.
 */
export class LiveBars {
  readonly #chart: LiveBarsChart;
  #isSeen = true;
  /** The newest bar that came while nobody saw the chart, and whether others came before it. */
  #unseen: { readonly data: KLineData; readonly isOneOfMany: boolean } | undefined;
  /**
   * Bars that came while missed ones are fetched. Shown at once they would be newer than those,
   * and the library takes no bar before its last.
   */
  #held: Map<number, KLineData> | undefined;
  #isRefreshDue = false;

  constructor(chart: LiveBarsChart) {
    this.#chart = chart;
  }

  /** Takes a bar that came live. */
  take(data: KLineData): void {
    if (this.#held !== undefined) {
      this.#held.set(data.timestamp, data);
      return;
    }
    if (this.#isSeen) return this.#chart.show(data);
    const { data: before = data, isOneOfMany = false } = this.#unseen ?? {};
    this.#unseen = { data, isOneOfMany: isOneOfMany || before.timestamp !== data.timestamp };
  }

  /** While nobody sees it, bars are not drawn; it is up to date when somebody does. */
  setSeen(isSeen: boolean): void {
    this.#isSeen = isSeen;
    const unseen = this.#unseen;
    if (!isSeen || unseen === undefined) return;
    this.#unseen = undefined;
    if (unseen.isOneOfMany) void this.refresh();
    else this.#chart.show(unseen.data);
  }

  /** Fetches the bars since the newest one and shows them before those that come meanwhile. */
  async refresh(): Promise<void> {
    if (this.#held !== undefined) {
      this.#isRefreshDue = true;
      return;
    }
    const newest = this.#chart.newest();
    if (newest === undefined) return this.#chart.reload();
    const held = new Map<number, KLineData>();
    this.#held = held;
    const missed = await this.#chart.loadSince(newest).catch(() => undefined);
    if (this.#held !== held) return;
    this.#held = undefined;
    // A gap that nothing shows would be untrue: it fails as a whole, with a way to try again.
    if (missed === undefined && held.size > 0) return this.#chart.reload();
    const bars = new Map((missed ?? []).map((data) => [data.timestamp, data]));
    for (const [time, data] of held) bars.set(time, data);
    for (const data of [...bars.values()].sort((a, b) => a.timestamp - b.timestamp))
      if (data.timestamp >= newest) this.take(data);
    if (!this.#isRefreshDue) return;
    this.#isRefreshDue = false;
    await this.refresh();
  }

  /** Forgets all bars that wait: those of the chart are fetched anew, or it is closed. */
  forget(): void {
    this.#held = undefined;
    this.#unseen = undefined;
    this.#isRefreshDue = false;
  }
}
