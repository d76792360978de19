const NAME = 'nodejs_eventloop_lag_max_seconds ';
/** Each look of the server at its own loop takes so long by itself. */
const RESOLUTION_MS = 10;

/**
 * The longest stop of a server's main thread since anybody last asked for its figures. Undefined
 * where these do not say it.
 */
export function stopOf(metrics: string): number | undefined {
  const seconds = metrics
    .split('\n')
    .find((line) => line.startsWith(NAME))
    ?.slice(NAME.length);
  return seconds === undefined ? undefined : Math.max(0, Number(seconds) * 1_000 - RESOLUTION_MS);
}
