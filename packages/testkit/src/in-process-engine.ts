import { createHash } from 'node:crypto';
import type { Command } from '@meridian/core/commands';
import type { Applied } from '@meridian/core/events';
import { canonicalSnapshot, Exchange } from '@meridian/core/exchange';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';

/**
 * The engine's interface over the real core, without thread or journal: for tests of code that uses
 * the engine. Each command is its own batch and counts as durable at once; engine time advances by
 * one millisecond a command.
 */
export class InProcessEngine {
  readonly exchange = new Exchange();
  readonly status = 'running' as const;
  readonly #listeners: ((batch: readonly Applied[]) => void)[] = [];
  #timeMs: number;

  constructor(timeMs = Date.UTC(2026, 0, 5, 12)) {
    this.#timeMs = timeMs;
  }

  get timeMs(): number {
    return this.#timeMs;
  }

  /** Advances engine time. */
  advance(ms: number): void {
    this.#timeMs += ms;
  }

  submit(command: Command): Promise<Applied & { readonly isUnchanged?: true }> {
    const { seq } = this.exchange;
    const applied = this.exchange.apply(command, ++this.#timeMs);
    // Only the caller receives the answer to a command that changed nothing.
    if (this.exchange.seq === seq) return Promise.resolve({ ...applied, isUnchanged: true });
    for (const listener of this.#listeners) listener([applied]);
    return Promise.resolve(applied);
  }

  onDurable(listener: (batch: readonly Applied[]) => void): void {
    this.#listeners.push(listener);
  }

  recovered(): Promise<ExchangeSnapshot> {
    return Promise.resolve(this.exchange.snapshot());
  }

  stateHash(): Promise<{ seq: number; hash: string }> {
    const hash = createHash('sha256')
      .update(canonicalSnapshot(this.exchange.snapshot()))
      .digest('hex');
    return Promise.resolve({ seq: this.exchange.seq, hash });
  }
}
