/**
 * Something of the environment failed (database, feed, engine, clock): expected, named, handled at
 * one boundary. Never a rejection, never a bug.
 */
export type FaultCode =
  | 'engine_busy'
  | 'engine_stopped'
  | 'cancel_only'
  | 'quarantined'
  | 'database_unavailable'
  | 'feed_unavailable'
  | 'configuration_invalid'
  | 'journal_corrupt'
  | 'journal_fenced'
  | 'journal_newer'
  | 'state_differs'
  | 'clock_wrong'
  | 'history_behind';

export class Fault extends Error {
  readonly code: FaultCode;
  constructor(code: FaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Fault';
    this.code = code;
  }
}

/** Faults of a command that was not journaled, and never will be: see `Engine.submit`. */
const NOTHING_DONE: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'engine_busy',
  'cancel_only',
  'quarantined',
]);

export function hasDoneNothing(error: unknown): boolean {
  return error instanceof Fault && NOTHING_DONE.has(error.code);
}
