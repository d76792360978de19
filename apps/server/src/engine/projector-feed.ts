/**
 * Sends durable batches to the projector and tracks its position. The engine never waits for it:
 * when more than `maxLag` commands are on the way, the feed stops sending, and the projector
 * regenerates the events from the journal (projector/event-replay.ts) until it is near the head
 * again. Then the feed keeps new durable batches until the projector has reached them, and goes on
 * live.
 *
 * Batches on the way, and batches kept, are never more than `maxLag` commands and a batch. The
 * projector refuses gaps and skips repeats (J6), so in every case each command is projected once or
 * the projector stops.
 */
import type { Applied } from '@meridian/core/events';
import type { JournalHead } from '../journal/journal.ts';
import type { PositionMessage, ToProjector } from '../projector/projector-messages.ts';

/** The engine's end of the port to the projector: a `MessagePort`, or the simulator's. */
export interface ProjectorPort {
  postMessage(message: ToProjector): void;
  on(event: 'message', listener: (message: PositionMessage) => void): unknown;
  close(): void;
}

/** Commands that may be on the way to the projector. */
export const MAX_PROJECTOR_LAG = 50_000;

export class ProjectorFeed {
  readonly #port: ProjectorPort;
  readonly #head: () => JournalHead;
  readonly #maxLag: number;
  /** The projector has been sent everything up to here, or told to read it. */
  #sentSeq = 0;
  #durableSeq = 0;
  #projectedSeq: number | undefined;
  /** False while the projector reads the journal. */
  #isLive = true;
  /**
   * Batches after `#sentSeq`, once the projector is near; undefined where it has to read those too.
   */
  #kept: (readonly Applied[])[] | undefined;
  #keptCommands = 0;
  #checks = 0;
  /** Called when the projector reports an impossible position. */
  onBroken: (reason: Error) => void = (reason) => {
    throw reason;
  };
  /** Called with false when the feed stops sending, and with true when it is live again. */
  onLive: (isLive: boolean) => void = () => undefined;
  #waiting: { seq: number; resolve: () => void }[] = [];

  /** @param head the end of the journal: the projector may read up to it */
  constructor(port: ProjectorPort, head: () => JournalHead, maxLag = MAX_PROJECTOR_LAG) {
    this.#port = port;
    this.#head = head;
    this.#maxLag = maxLag;
    port.on('message', (message: PositionMessage) => this.#moved(message.seq));
  }

  /** Number of durable commands that are not projected. */
  get lag(): number {
    return Math.max(0, this.#durableSeq - (this.#projectedSeq ?? 0));
  }

  /** Number of comparisons of a position with the batches sent (J6). */
  get checks(): number {
    return this.#checks;
  }

  get isLive(): boolean {
    return this.#isLive;
  }

  /** The projector's position at the start. */
  async start(): Promise<number> {
    if (this.#projectedSeq === undefined) await this.reached(0);
    return this.#projectedSeq ?? 0;
  }

  /** Takes a durable batch. */
  send(applied: readonly Applied[]): void {
    this.#durableSeq = applied.at(-1)?.seq ?? this.#durableSeq;
    if (this.#isLive && this.#sentSeq - (this.#projectedSeq ?? 0) < this.#maxLag)
      this.#post(applied);
    else if (this.#isLive) this.#setLive(false);
    else this.#keep(applied);
  }

  /** Settles when everything up to `seq` is in the read models. */
  reached(seq: number): Promise<void> {
    if (this.#projectedSeq !== undefined && this.#projectedSeq >= seq) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ seq, resolve }));
  }

  /**
   * Lets the projector end after the batches that it has received. The next start reads the rest.
   */
  close(): void {
    this.#port.close();
  }

  #post(applied: readonly Applied[]): void {
    this.#sentSeq = Math.max(this.#sentSeq, applied.at(-1)?.seq ?? 0);
    this.#port.postMessage({ type: 'batch', applied });
  }

  #keep(applied: readonly Applied[]): void {
    if (this.#kept === undefined) return;
    this.#kept.push(applied);
    this.#keptCommands += applied.length;
    if (this.#keptCommands > this.#maxLag) this.#kept = undefined;
  }

  #moved(seq: number): void {
    // The first position belongs to earlier runs: recovery compares it with the journal.
    if (this.#projectedSeq !== undefined && this.#isImpossible(seq, this.#projectedSeq)) return;
    this.#projectedSeq = seq;
    const ready = this.#waiting.filter((waiting) => waiting.seq <= seq);
    this.#waiting = this.#waiting.filter((waiting) => waiting.seq > seq);
    for (const { resolve } of ready) resolve();
    if (!this.#isLive && seq >= this.#sentSeq) this.#catchUp();
  }

  /**
   * A position never goes back, and never past the batches sent: the projector would have projected
   * commands that nobody sent.
   */
  #isImpossible(seq: number, lastSeq: number): boolean {
    this.#checks++;
    if (seq >= lastSeq && seq <= Math.max(this.#sentSeq, lastSeq)) return false;
    this.onBroken(
      new Error(
        `invariant J6 does not hold: the projector went from ${lastSeq} to ${seq}, and was given ${this.#sentSeq}`,
      ),
    );
    return true;
  }

  /**
   * The projector has reached the end of its reading: it goes on with the kept batches, or reads
   * on.
   */
  #catchUp(): void {
    if (this.#kept !== undefined) {
      const kept = this.#kept;
      this.#kept = undefined;
      this.#setLive(true);
      for (const applied of kept) this.#post(applied);
      return;
    }
    const head = this.#head();
    const isNear = head.seq - this.#sentSeq <= this.#maxLag / 2;
    if (isNear) {
      this.#kept = [];
      this.#keptCommands = 0;
    }
    this.#sentSeq = head.seq;
    this.#port.postMessage({ type: 'catchUp', head });
  }

  #setLive(isLive: boolean): void {
    this.#isLive = isLive;
    this.onLive(isLive);
  }
}
