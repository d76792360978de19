/**
 * A failed call: the server refused it, it could not be reached (`code` is then `network`), or did
 * not answer in time (`timeout`).
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** `error`, or `999` after the end of the session. */
  readonly type: string;
  /** Code of the error catalogue. */
  readonly code: string;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Seconds after which a limit on requests lets the call through; 0 without such a limit. */
  readonly waitSeconds: number;

  /** @param message text for the person, in their language */
  constructor(
    message: string,
    {
      type = 'error',
      code,
      status = 0,
      waitSeconds = 0,
    }: { type?: string; code: string; status?: number; waitSeconds?: number },
  ) {
    super(message);
    this.type = type;
    this.code = code;
    this.status = status;
    this.waitSeconds = waitSeconds;
  }
}

/** Codes of calls without an answer. */
export const UNREACHABLE = 'network';
export const TIMED_OUT = 'timeout';

export const SESSION_OVER = '999';
/** HTTP status of a business outcome, including refusals. */
const OUTCOME = 200;
const LIMITED = 429;
/** Faults of a command that the exchange did not take, and never will: nothing was journaled. */
const NOT_TAKEN: readonly string[] = ['engine_busy', 'cancel_only', 'quarantined'];

/** Whether the call needs a step-up that the session does not have. */
export function isStepUpWanted(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'step_up_required';
}

/** Whether it is unknown if the server did the call, because no answer came back. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && (error.code === UNREACHABLE || error.code === TIMED_OUT);
}

/**
 * Whether a failure is the outcome of a call that was sent under a key: a business outcome (200) to
 * a caller with a valid session and proof. A fault or a limit on a second try tells nothing about
 * the first.
 */
export function isAnswer(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status === OUTCOME &&
    error.type !== SESSION_OVER &&
    !isStepUpWanted(error)
  );
}

/**
 * Whether the server did nothing of this try, and says so: a limit on requests, a session that is
 * over, a proof that is wanted first, a fault of a command that the exchange did not take.
 */
export function isUndone(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.status === LIMITED ||
      error.type === SESSION_OVER ||
      isStepUpWanted(error) ||
      NOT_TAKEN.includes(error.code))
  );
}

/**
 * Whether a retry may succeed. A refusal would repeat, and a person who waited for a timeout is
 * told instead. A call that did not arrive, or met a broken server, may succeed.
 */
export function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof ApiError) || error.code === UNREACHABLE;
}
