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
  /** Milliseconds after a drawing in which bars wait for the next one; 0 draws each at once. */
  readonly restMs: number;
}

/**
 * Live bars on their way to a chart. Owns the bars that wait until missed ones are fetched, until
 * the chart is in sight, or until its next drawing. It shows bars in the order of their times and
 * leaves out none.
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
  /** Whether missed bars could not be fetched: they are, before another bar is shown. */
  #isBehind = false;
  /** Bars that came since the last drawing, while the chart rests. */
  readonly #resting = new Map<number, KLineData>();
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(chart: LiveBarsChart) {
    this.#chart = chart;
  }

  /** Takes a bar that came live. */
  take(data: KLineData): void {
    this.#takeAll([data]);
  }

  /** @param bars oldest first */
  #takeAll(bars: readonly KLineData[]): void {
    if (this.#held !== undefined) for (const data of bars) this.#held.set(data.timestamp, data);
    else if (!this.#isSeen) for (const data of bars) this.#keepUnseen(data);
    else if (this.#isBehind && bars.length > 0) {
      this.#isBehind = false;
      void this.refresh();
      this.#takeAll(bars);
    } else if (this.#rest !== undefined)
      for (const data of bars) this.#resting.set(data.timestamp, data);
    else if (bars.length > 0) {
      for (const data of bars) this.#chart.show(data);
      if (this.#chart.restMs > 0)
        this.#rest = setTimeout(() => this.#endRest(), this.#chart.restMs);
    }
  }

  #keepUnseen(data: KLineData): void {
    const { data: before = data, isOneOfMany = false } = this.#unseen ?? {};
    this.#unseen = { data, isOneOfMany: isOneOfMany || before.timestamp !== data.timestamp };
  }

  /** Takes the bars that came since the last drawing to where they belong now. */
  #endRest(): void {
    clearTimeout(this.#rest);
    this.#rest = undefined;
    const bars = [...this.#resting.values()];
    this.#resting.clear();
    this.#takeAll(bars);
  }

  /** A chart out of sight draws no bars; it is up to date when it comes into sight. */
  setSeen(isSeen: boolean): void {
    this.#isSeen = isSeen;
    this.#endRest();
    const unseen = this.#unseen;
    if (!isSeen || unseen === undefined) return;
    this.#unseen = undefined;
    if (unseen.isOneOfMany) void this.refresh();
    else this.#takeAll([unseen.data]);
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
    this.#endRest();
    const missed = await this.#chart.loadSince(newest).catch(() => undefined);
    if (this.#held !== held) return;
    this.#held = undefined;
    // A gap that nothing shows would be untrue: it fails as a whole, with a way to try again.
    if (missed === undefined && held.size > 0) return this.#chart.reload();
    this.#isBehind = missed === undefined;
    const bars = new Map((missed ?? []).map((data) => [data.timestamp, data]));
    for (const [time, data] of held) bars.set(time, data);
    this.#takeAll(
      [...bars.values()]
        .filter(({ timestamp }) => timestamp >= newest)
        .sort((a, b) => a.timestamp - b.timestamp),
    );
    if (!this.#isRefreshDue) return;
    this.#isRefreshDue = false;
    await this.refresh();
  }

  /** Forgets all bars that wait: those of the chart are fetched anew, or it is closed. */
  forget(): void {
    clearTimeout(this.#rest);
    this.#rest = undefined;
    this.#resting.clear();
    this.#held = undefined;
    this.#unseen = undefined;
    this.#isRefreshDue = false;
    this.#isBehind = false;
  }
}
