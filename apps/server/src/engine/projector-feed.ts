/** Sends durable batches to the projector's thread and knows how far it is: the bound on what is on the way between them. */
import type { Applied } from '@meridian/core/events';
import type { BatchMessage, PositionMessage } from '../projector/projector-thread.ts';

/** The engine's end of the way to the projector: a `MessagePort`, or the simulator's. */
export interface ProjectorPort {
  postMessage(message: BatchMessage): void;
  on(event: 'message', listener: (message: PositionMessage) => void): unknown;
  close(): void;
}

/** Commands that may be durable but not yet projected. Beyond it the engine waits and its queue fills. */
export const MAX_PROJECTOR_LAG = 50_000;

export class ProjectorFeed {
  readonly #port: ProjectorPort;
  readonly #maxLag: number;
  #sentSeq = 0;
  #projectedSeq: number | undefined;
  /** Called after each new position. */
  onPosition: () => void = () => undefined;
  #waiting: { seq: number; resolve: () => void }[] = [];

  constructor(port: ProjectorPort, maxLag = MAX_PROJECTOR_LAG) {
    this.#port = port;
    this.#maxLag = maxLag;
    port.on('message', (message: PositionMessage) => this.#moved(message.seq));
  }

  get lag(): number {
    return Math.max(0, this.#sentSeq - (this.#projectedSeq ?? 0));
  }

  get hasRoom(): boolean {
    return this.lag < this.#maxLag;
  }

  /** The position that the projector starts with. */
  async start(): Promise<number> {
    if (this.#projectedSeq === undefined) await this.reached(0);
    return this.#projectedSeq ?? 0;
  }

  send(applied: readonly Applied[]): void {
    this.#sentSeq = applied.at(-1)?.seq ?? this.#sentSeq;
    this.#port.postMessage({ type: 'batch', applied } satisfies BatchMessage);
  }

  /** Settles when everything up to `seq` is in the read models. */
  reached(seq: number): Promise<void> {
    if (this.#projectedSeq !== undefined && this.#projectedSeq >= seq) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ seq, resolve }));
  }

  /** Lets the projector end when it has written what it got. */
  close(): void {
    this.#port.close();
  }

  #moved(seq: number): void {
    this.#projectedSeq = seq;
    const ready = this.#waiting.filter((waiting) => waiting.seq <= seq);
    this.#waiting = this.#waiting.filter((waiting) => waiting.seq > seq);
    for (const { resolve } of ready) resolve();
    this.onPosition();
  }
}
