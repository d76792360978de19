import type { Output } from '@meridian/contract/client/named-calls';
import type { MarketDepthEvent } from '@meridian/contract/market/events';
import type { MarketScale } from '@meridian/money/market-scale';
import { Book } from '../shared/book/book.ts';

export type DepthSnapshot = Output<'GET /api/market/depth'>;

interface DepthSources {
  readonly scale: MarketScale;
  /** Asks for a snapshot of the book. */
  readonly fetchSnapshot: () => Promise<DepthSnapshot>;
  /** Calls back after a delay: a snapshot that failed is requested again only then. */
  readonly later: (callback: () => void) => void;
  /** Called after each change of the book. */
  readonly onChange: () => void;
  /** A clock, in milliseconds. */
  readonly now: () => number;
}

/**
 * The most changes that are kept while a snapshot is on its way. With more of them the snapshot is
 * too old to be of use.
 */
const MOST_BUFFERED = 500;
/** A book without an event for so long is replaced by a new snapshot. */
const SILENCE_MS = 5_000;

/**
 * The state of the shown book. A book that was right once stays `ready` while a new snapshot is on
 * its way.
 */
export type DepthState = 'loading' | 'failed' | 'empty' | 'ready';
/** Number of failed snapshots before the first book, after which the state is `failed`. */
const FAILURES_UNTIL_SAID = 2;

/**
 * Keeps a book equal to the server's. Owns the book and its place in the sequence. Changes are kept
 * while a snapshot is on its way, then those after it are applied. After a gap in the sequence, a
 * wrong checksum, a crossed book, a level off the grid or a long silence the book counts as wrong
 * and starts over from a new snapshot.
 */
export class DepthFeed {
  readonly book: Book;
  readonly #sources: DepthSources;
  #seq = 0;
  #buffer: MarketDepthEvent[] = [];
  /** Counts attempts, so that an answer to an earlier one is ignored. */
  #attempt = 0;
  #isSynced = false;
  #isClosed = false;
  #heardMs: number;
  #hadBook = false;
  #failures = 0;

  constructor(sources: DepthSources) {
    this.#sources = sources;
    this.book = new Book(sources.scale);
    this.#heardMs = sources.now();
  }

  /** Whether the book was proven equal to the server's and no change was missed since. */
  get isSynced(): boolean {
    return this.#isSynced;
  }

  get state(): DepthState {
    if (!this.#hadBook) return this.#failures < FAILURES_UNTIL_SAID ? 'loading' : 'failed';
    return this.book.best('bids') === undefined && this.book.best('asks') === undefined
      ? 'empty'
      : 'ready';
  }

  /** The book's place in the server's sequence. */
  get seq(): number {
    return this.#seq;
  }

  /** Counts the book as wrong, keeps it on the screen, and takes a new snapshot. */
  restart(): void {
    if (this.#isClosed) return;
    this.#isSynced = false;
    this.#buffer = [];
    const attempt = ++this.#attempt;
    const isCurrent = (): boolean =>
      attempt === this.#attempt && !this.#isSynced && !this.#isClosed;
    this.#sources.fetchSnapshot().then(
      (snapshot) => {
        if (isCurrent()) this.#install(snapshot);
      },
      () => {
        this.#failures++;
        this.#sources.onChange();
        this.#sources.later(() => isCurrent() && this.restart());
      },
    );
  }

  /** Takes a new snapshot after a long silence. To be called again and again. */
  watch(): void {
    if (this.#isSynced && this.#sources.now() - this.#heardMs >= SILENCE_MS) this.restart();
  }

  take(event: MarketDepthEvent): void {
    if (this.#isClosed) return;
    this.#heardMs = this.#sources.now();
    if (event.kind === 'snapshot') {
      if (!this.#isSynced || event.seq > this.#seq) this.#install(event);
    } else if (!this.#isSynced) {
      this.#buffer.push(event);
      if (this.#buffer.length > MOST_BUFFERED) this.restart();
    } else {
      this.#applyChange(event);
    }
  }

  close(): void {
    this.#isClosed = true;
  }

  #install({
    seq,
    bids,
    asks,
    checksum,
  }: Pick<MarketDepthEvent, 'seq' | 'bids' | 'asks' | 'checksum'>): void {
    if (!this.#update(() => this.book.replace({ bids, asks }), checksum)) return;
    this.#seq = seq;
    this.#isSynced = true;
    this.#hadBook = true;
    this.#failures = 0;
    this.#heardMs = this.#sources.now();
    const buffered = this.#buffer;
    this.#buffer = [];
    for (const event of buffered) if (this.#isSynced) this.#applyChange(event);
    this.#sources.onChange();
  }

  #applyChange(event: MarketDepthEvent): void {
    if (event.seq <= this.#seq) return;
    if (event.prev_seq > this.#seq) {
      this.restart();
      return;
    }
    if (!this.#update(() => this.book.change(event), event.checksum)) return;
    this.#seq = event.seq;
    this.#sources.onChange();
  }

  /** Whether the book is right after `update`. Where it is not, a new snapshot is on its way. */
  #update(update: () => void, checksum: number): boolean {
    try {
      update();
      if (!this.book.isCrossed() && this.book.checksum() === checksum) return true;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
    // Not at once: a server that is wrong repeatedly must not be asked without a pause.
    this.#isSynced = false;
    const attempt = ++this.#attempt;
    this.#sources.later(() => attempt === this.#attempt && this.restart());
    return false;
  }
}
