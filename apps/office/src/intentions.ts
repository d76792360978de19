import { isAnswer, isUndone } from '@meridian/contract/client/api-error';
import type { Input, Output } from '@meridian/contract/client/named-calls';
import { callUnderKey, type MoneyName } from './http.ts';

/** As long as the core remembers a key. */
const KEPT_MS = 24 * 60 * 60 * 1_000;

interface Unanswered {
  readonly key: string;
  readonly sinceMs: number;
  /** Time of the latest try: the core may know the key from then. */
  readonly lastMs: number;
}

/**
 * Calls of this tab that the server has not answered, by name and input. They outlive their dialog:
 * opened again with the same input, it repeats the same move. They outlive the session too, whose
 * end may be why there was no answer.
 */
const unanswered = new Map<string, Unanswered>();

interface Answered<N extends MoneyName> {
  readonly answer: Output<N>;
  /** Time of the first try, if that had no answer. */
  readonly sinceMs: number | undefined;
}

/**
 * Makes a call that moves money, once for each intention: the same call with the same input has the
 * same key until the server answers it. A lost answer or a fault of the server tells nothing of the
 * outcome, so that the next try asks for it. Throws `ApiError`.
 */
export async function callOnce<N extends MoneyName>(
  name: N,
  input: Input<N>,
): Promise<Answered<N>> {
  const intention = JSON.stringify([name, input]);
  const found = unanswered.get(intention);
  const before = found !== undefined && found.lastMs > Date.now() - KEPT_MS ? found : undefined;
  const { key, sinceMs } = before ?? { key: crypto.randomUUID(), sinceMs: Date.now() };
  unanswered.set(intention, { key, sinceMs, lastMs: Date.now() });
  try {
    const answer = await callUnderKey(name, input, key);
    unanswered.delete(intention);
    return { answer, sinceMs: before?.sinceMs };
  } catch (error) {
    if (isAnswer(error) || (before === undefined && isUndone(error))) unanswered.delete(intention);
    throw error;
  }
}
