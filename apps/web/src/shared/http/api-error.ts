/**
 * Why a call gave nothing: the server refused it, it could not be reached (`code` is then
 * `network`), or did not answer in time (`timeout`).
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** `error`, or `999` where the session is over. */
  readonly type: string;
  /** Code of the error catalogue. */
  readonly code: string;
  /** HTTP status; 0 where nothing came back. */
  readonly status: number;
  /** After which a limit on requests lets the call through; 0 where none stopped it. */
  readonly waitSeconds: number;

  /** @param message text for the person, in their language */
  constructor(
    message: string,
    {
      type,
      code,
      status = 0,
      waitSeconds = 0,
    }: { type: string; code: string; status?: number; waitSeconds?: number },
  ) {
    super(message);
    this.type = type;
    this.code = code;
    this.status = status;
    this.waitSeconds = waitSeconds;
  }
}

export const SESSION_OVER = '999';
/** HTTP status of a business outcome, refusals too. */
const OUTCOME = 200;

/** The call needs a proof that it is still the owner, and none was given. */
export function isStepUpWanted(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'step_up_required';
}

/** Nobody knows whether a call that did not come back was done. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'network' || error.code === 'timeout');
}

/**
 * Whether a failure says what became of a call that was sent under a key: a business outcome (200),
 * by someone whose session and proof were good. A fault or a limit that a second try met says
 * nothing of the first.
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
 * A refusal stays one, and who waited in vain once is told. What did not arrive, or met a broken
 * server, may do better.
 */
export function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof ApiError) || error.code === 'network';
}
