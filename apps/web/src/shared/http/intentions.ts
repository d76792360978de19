import type { Brand } from '@meridian/money/brand';
import { isAnswer } from '@meridian/contract/client/api-error';

/**
 * The key of one intention: requests with it take effect once, however often they are sent. Only
 * `Intentions` creates keys.
 */
export type IntentionKey = Brand<string, 'IntentionKey'>;

const KEY_BYTES = 16;

/** The server's answer, and the time of the first try if that had no answer. */
interface Answered<Output> {
  readonly output: Output;
  readonly sinceMs: number | undefined;
}

/**
 * The intentions of one money call that the server has not answered. The input identifies an
 * intention: the same input is the same intention until the server has answered it, another input
 * is another one. They live as long as the page, longer than a form or a dialog: closing and
 * reopening a form asks for the same intention's outcome, and does not repeat it.
 */
export class Intentions {
  readonly #unanswered = new Map<
    string,
    { readonly key: IntentionKey; readonly sinceMs: number }
  >();

  /**
   * Sends an input under the key of its intention, and drops the key after the answer. A lost
   * answer, a fault of the server or the end of the session tells nothing of earlier tries: the key
   * stays. Throws what `send` throws.
   * @param meant identifies the intention besides its input: "close all" means the positions that
   *   are open at the time
   */
  async send<Input, Output>(
    input: Input,
    send: (key: IntentionKey) => Promise<Output>,
    meant?: unknown,
  ): Promise<Answered<Output>> {
    const name = JSON.stringify([input, meant]);
    const before = this.#unanswered.get(name);
    const intention = before ?? { key: newKey(), sinceMs: Date.now() };
    this.#unanswered.set(name, intention);
    try {
      const output = await send(intention.key);
      this.#unanswered.delete(name);
      return { output, sinceMs: before?.sinceMs };
    } catch (error) {
      if (isAnswer(error)) this.#unanswered.delete(name);
      throw error;
    }
  }
}

/** 32 hexadecimal digits. Works without HTTPS too. */
function newKey(): IntentionKey {
  return Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('') as IntentionKey;
}
