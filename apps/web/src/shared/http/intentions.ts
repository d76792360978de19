import type { Brand } from '@meridian/money/brand';
import { isAnswer } from './api-error.ts';

/**
 * The name of one intention: what is sent under it happens once, however often it is sent. Only
 * `Intentions` makes one.
 */
export type IntentionKey = Brand<string, 'IntentionKey'>;

const KEY_BYTES = 16;

/** What the server said, and when the same was tried first, where that try had no answer. */
interface Answered<Output> {
  readonly output: Output;
  readonly sinceMs: number | undefined;
}

/**
 * The intentions of one money call that the server has not answered. What is meant is the input:
 * the same input is the same intention until the server has said what became of it, another input
 * is another one. They live as long as the page, longer than a form or a dialog: whoever closes one
 * and opens it again asks after the same thing, and does not do it twice.
 */
export class Intentions {
  readonly #unanswered = new Map<
    string,
    { readonly key: IntentionKey; readonly sinceMs: number }
  >();

  /**
   * Sends an input under the key of its intention, and forgets the key with the answer. A lost
   * answer, a fault of the server or the end of the session tells nothing of what was sent before:
   * the key stays. Throws what `send` throws.
   * @param meant what an intention is besides its input: "close all" means what is open at the time
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
