/**
 * Reads and verifies the journal in a thread of its own, while the caller applies the rows: on two
 * cores a replay takes as long as the slower of both. Same promises and faults as `readPages`.
 */
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Fault, type FaultCode } from '../fault.ts';
import type { JournalHead } from './journal.ts';

/** Pages that the reader may be ahead. */
const CREDIT = 4;

export interface Reading {
  readonly url: string;
  /**
   * The result of `pg_export_snapshot()`: the reader sees the database at that moment, without
   * later rows.
   */
  readonly moment: string;
  readonly after: JournalHead;
  readonly head: JournalHead;
}

export interface ReaderInput extends Reading {
  readonly credit: number;
}

/**
 * Messages of the thread: a page, one payload a line; then the end, or the fault that prevents it.
 */
export type PageMessage =
  | { readonly timesMs: Float64Array; readonly payloads: string }
  | { readonly isEnd: true }
  | { readonly fault: { readonly code: FaultCode; readonly message: string } };

/** A verified page. */
export interface ReadPage {
  readonly timesMs: Float64Array;
  readonly payloads: readonly string[];
}

/** All rows from one place of the chain up to another, in pages. */
export async function* readBeside(reading: Reading): AsyncGenerator<ReadPage> {
  const input: ReaderInput = { ...reading, credit: CREDIT };
  const reader = new Worker(new URL('./reader-thread.ts', import.meta.url), { workerData: input });
  try {
    for await (const [message] of on(reader, 'message') as AsyncIterable<[PageMessage]>) {
      if ('isEnd' in message) return;
      if ('fault' in message) throw new Fault(message.fault.code, message.fault.message);
      yield { timesMs: message.timesMs, payloads: message.payloads.split('\n') };
      reader.postMessage('one more');
    }
  } finally {
    await reader.terminate();
  }
}
