import type { Engine } from '../engine/engine.ts';
import { Fault } from '../fault.ts';

const PERIOD_MS = 1_000;

/**
 * Tells the engine each second that time has passed, so that due acts happen even while nobody
 * trades and no price comes. It owns its timer and the command in flight, of which there is at most
 * one: a slow engine is not told twice. The time is the engine's own stamp; a second that is missed
 * is made up for by the next one.
 */
export class ClockRunner {
  readonly #engine: Pick<Engine, 'submit' | 'status'>;
  #timer: NodeJS.Timeout | undefined;
  #flight: Promise<void> | undefined;

  constructor(engine: Pick<Engine, 'submit' | 'status'>) {
    this.#engine = engine;
  }

  start(): void {
    this.#timer = setInterval(() => {
      if (this.#engine.status === 'running')
        this.#flight ??= this.#tick().finally(() => (this.#flight = undefined));
    }, PERIOD_MS);
  }

  /** Settles after the command in flight, if any. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#flight;
  }

  async #tick(): Promise<void> {
    try {
      await this.#engine.submit({ kind: 'clock.tick' });
    } catch (error) {
      // A busy engine is told in a second; a stopped one ends the server.
      if (!(error instanceof Fault)) throw error;
    }
  }
}
