import type { ErrorCode, ErrorParams } from '@meridian/contract/errors';

/**
 * A call is refused: an expected answer with a code of the catalogue, never a bug. The error
 * boundary turns it into the answer.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams;

  /** @param params for the `{name}` places of the code's message; `field` is a name of the wire */
  constructor(code: ErrorCode, params: ErrorParams = {}) {
    // An answer, not a bug: nobody reads where it came from, and taking the stack costs as much as
    // the rest of a refused call.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(code);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'Refusal';
    this.code = code;
    this.params = params;
  }
}

/** The refusal of a caller who has to wait that long; undefined where there is no wait. */
export function tooMany(seconds: number): Refusal | undefined {
  return seconds === 0 ? undefined : new Refusal('too_many_requests', { seconds });
}
