import fc from 'fast-check';

/** Seed of this run's random tests: `SEED` of the environment, else a new one. */
export const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const LONGEST_SHRINKING_MS = 60_000;

/**
 * Like `fc.assert`, but reports a failure by its seed and message alone: the message has the calls
 * as lines for a shell.
 */
export async function checkProperty<T>(
  property: fc.IAsyncProperty<T>,
  { runs, shrinks }: { runs: number; shrinks: boolean },
): Promise<void> {
  const out = await fc.check(property, {
    seed: SEED,
    numRuns: runs,
    endOnFailure: !shrinks,
    interruptAfterTimeLimit: LONGEST_SHRINKING_MS + runs * 5_000,
    markInterruptAsFailure: true,
  });
  if (!out.failed) return;
  const message =
    out.errorInstance instanceof Error
      ? (out.errorInstance.stack ?? out.errorInstance.message)
      : String(out.errorInstance);
  throw new Error(
    `SEED=${SEED} fails in run ${out.numRuns}, shrunk ${out.numShrinks} times (path ${String(out.counterexamplePath)}):\n${message}`,
  );
}
