/**
 * Keeps the answer to a costly question for a while. Callers who ask meanwhile share it; a failure
 * is not kept.
 * @param forMs how old an answer may be
 */
export function keptFor<T>(
  forMs: number,
  now: () => number,
  ask: () => Promise<T>,
): () => Promise<T> {
  let kept: { readonly atMs: number; readonly answer: Promise<T> } | undefined;
  return () => {
    const nowMs = now();
    if (kept !== undefined && nowMs >= kept.atMs && nowMs - kept.atMs < forMs) return kept.answer;
    const asked = { atMs: nowMs, answer: ask() };
    kept = asked;
    asked.answer.catch(() => {
      if (kept === asked) kept = undefined;
    });
    return asked.answer;
  };
}
