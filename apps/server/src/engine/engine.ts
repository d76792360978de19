import type { Command } from '@meridian/core/commands';
import type { Applied } from '@meridian/core/events';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';

/** A command with its effects, for its caller. */
export interface Answer extends Applied {
  /** Set where it changed nothing: it was refused, or repeated one of before under its key. */
  readonly isUnchanged?: true;
}

/**
 * The engine for the rest of the server. The implementation is a thread (engine-client.ts); tests
 * may host it in process.
 */
export interface Engine {
  /**
   * Sequences and applies a command. The promise settles only after the command is durable. A
   * command that changes nothing (refused, or repeated) is in no journal: its promise settles once
   * the state behind the answer is durable, with the `seq` of the command before it. Faults:
   * `engine_busy` (queue full), `cancel_only` and `quarantined` (see quarantine/): nothing was
   * journaled; `engine_stopped`: it may or may not have happened.
   */
  submit(command: Command): Promise<Answer>;
  /**
   * Called with each batch after it is durable, in order, without gaps, from the first command
   * after `recovered()`.
   */
  onDurable(listener: (batch: readonly Applied[]) => void): void;
  /** The state at the end of recovery. `onDurable` continues exactly after its `seq`. */
  recovered(): Promise<ExchangeSnapshot>;
  /** SHA-256 of the canonical snapshot at a durable sequence number. */
  stateHash(): Promise<{ seq: number; hash: string }>;
  readonly status: 'recovering' | 'running' | 'stopped';
}
