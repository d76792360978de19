const NAME = 'nodejs_eventloop_lag_max_seconds ';
/** Resolution of the server's own measurement of its loop. */
const RESOLUTION_MS = 10;

/**
 * The longest stop of a server's main thread since the last reading of its figures. Undefined if
 * the figures lack it.
 */
export function stopOf(metrics: string): number | undefined {
  const seconds = metrics
    .split('\n')
    .find((line) => line.startsWith(NAME))
    ?.slice(NAME.length);
  return seconds === undefined ? undefined : Math.max(0, Number(seconds) * 1_000 - RESOLUTION_MS);
}
