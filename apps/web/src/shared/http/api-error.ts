/** Why a call gave nothing: the server refused it, it could not be reached (`code` is then `network`), or did not answer in time (`timeout`). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** `error`, or `999` where the session is over. */
  readonly type: string;
  /** Code of the error catalogue. */
  readonly code: string;

  /** @param message text for the person, in their language */
  constructor(message: string, { type, code }: { type: string; code: string }) {
    super(message);
    this.type = type;
    this.code = code;
  }
}

export const SESSION_OVER = '999';

/** The call needs a proof that it is still the owner, and none was given. */
export function isStepUpWanted(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'step_up_required';
}

/** Nobody knows whether a call that did not come back was done. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'network' || error.code === 'timeout');
}

/** A refusal stays one, and who waited in vain once is told. What did not arrive, or met a broken server, may do better. */
export function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof ApiError) || error.code === 'network';
}
