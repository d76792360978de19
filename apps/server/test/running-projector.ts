import type { Applied } from '@meridian/core/events';
import { Client } from 'pg';
import { Projector } from '../src/projector/projector.ts';

/** The real projector, on this thread. */
export class RunningProjector {
  readonly #projector: Projector;
  readonly #client: Client;
  readonly #ended: Promise<void>;
  #held: Applied[] | undefined;

  private constructor(client: Client) {
    this.#client = client;
    this.#projector = new Projector(client, () => undefined);
    this.#ended = this.#projector.run();
  }

  static async start(url: string): Promise<RunningProjector> {
    const client = new Client({ connectionString: url });
    await client.connect();
    return new RunningProjector(client);
  }

  push(batch: readonly Applied[]): void {
    if (this.#held === undefined) this.#projector.push(batch);
    else this.#held.push(...batch);
  }

  hold(): void {
    this.#held ??= [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    this.#projector.push(held);
  }

  async stop(): Promise<void> {
    this.#projector.stop();
    await this.#ended;
    await this.#client.end();
  }
}
