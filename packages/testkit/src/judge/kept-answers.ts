/** Idempotency: the first answer to a key of a user, for a day, and for the newest million keys. */
import { hash } from 'node:crypto';
import type { RecordedCommand } from './rules.ts';

const DAY_MS = 86_400_000;
const MOST = 1_000_000;

/** What a command was answered. */
export type Answer = { readonly ok: false; readonly rejection: string } | { readonly ok: true; readonly order?: number; readonly id?: number; readonly status?: string; readonly filledLots?: number; readonly filledNotional?: string };

interface Kept {
  readonly content: string;
  readonly timeMs: number;
  readonly answer: Answer;
}

export class KeptAnswers {
  readonly #kept = new Map<string, Kept>();

  forgetOld(timeMs: number): void {
    for (const [name, kept] of this.#kept) {
      if (kept.timeMs > timeMs - DAY_MS) return;
      this.#kept.delete(name);
    }
  }

  find(user: number, key: string, command: RecordedCommand): Answer | 'other content' | undefined {
    const kept = this.#kept.get(`${user} ${key}`);
    if (kept === undefined) return undefined;
    return kept.content === contentOf(command) ? kept.answer : 'other content';
  }

  keep(user: number, key: string, at: { command: RecordedCommand; timeMs: number; answer: Answer }): void {
    this.#kept.set(`${user} ${key}`, { content: contentOf(at.command), timeMs: at.timeMs, answer: at.answer });
    if (this.#kept.size <= MOST) return;
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined) this.#kept.delete(oldest);
  }

  /** User, key, time and answer of each, oldest first. */
  *all(): Generator<{ name: string; timeMs: number; answer: Answer }> {
    for (const [name, { timeMs, answer }] of this.#kept) yield { name, timeMs, answer };
  }
}

function contentOf({ key: _key, ...content }: RecordedCommand): string {
  return hash('sha256', JSON.stringify(content), 'base64');
}
