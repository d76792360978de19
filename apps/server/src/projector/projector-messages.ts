/** Messages between the engine's thread and the projector's thread. */
import type { Applied } from '@meridian/core/events';
import type { PackedBatch } from '../engine/batch-codec.ts';
import type { JournalHead } from '../journal/journal.ts';

/** To the projector: durable commands, in order. */
export interface BatchMessage {
  readonly type: 'batch';
  readonly applied: readonly Applied[];
}

/** The same as it crosses the threads. */
export interface PackedBatchMessage {
  readonly type: 'batch';
  readonly packed: PackedBatch;
}

/** To the projector: make the events after its position anew, from the journal up to here. */
export interface CatchUpMessage {
  readonly type: 'catchUp';
  readonly head: JournalHead;
}

export type ToProjector = BatchMessage | CatchUpMessage;
export type ToProjectorThread = PackedBatchMessage | CatchUpMessage;

/**
 * To the engine: everything up to `seq` is in the tables. Sent at the start, after each transaction
 * and after catching up.
 */
export interface PositionMessage {
  readonly type: 'position';
  readonly seq: number;
}
