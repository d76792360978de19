/** Idempotency: the first answer to a key of a user, for a day, and for the newest 20,000 keys of that user. */
import { hash } from 'node:crypto';
import type { RecordedCommand } from './rules.ts';

const DAY_MS = 86_400_000;
const MOST = 20_000;

/** What a command was answered. */
export type Answer = { readonly ok: false; readonly rejection: string } | { readonly ok: true; readonly order?: number; readonly id?: number; readonly status?: string; readonly filledLots?: number; readonly filledNotional?: string; readonly cancelled?: number };

interface Kept {
  readonly content: string;
  readonly timeMs: number;
  readonly answer: Answer;
}

export class KeptAnswers {
  readonly #kept = new Map<string, Kept>();
  readonly #counts = new Map<number, number>();

  forgetOld(timeMs: number): void {
    for (const [name, kept] of this.#kept) {
      if (kept.timeMs > timeMs - DAY_MS) return;
      this.#forget(name);
    }
  }

  find(user: number, key: string, command: RecordedCommand): Answer | 'other content' | undefined {
    const kept = this.#kept.get(`${user} ${key}`);
    if (kept === undefined) return undefined;
    return kept.content === contentOf(command) ? kept.answer : 'other content';
  }

  keep(user: number, key: string, at: { command: RecordedCommand; timeMs: number; answer: Answer }): void {
    this.#kept.set(`${user} ${key}`, { content: contentOf(at.command), timeMs: at.timeMs, answer: at.answer });
    const count = (this.#counts.get(user) ?? 0) + 1;
    this.#counts.set(user, count);
    if (count <= MOST) return;
    for (const name of this.#kept.keys()) if (name.startsWith(`${user} `)) return this.#forget(name);
  }

  #forget(name: string): void {
    this.#kept.delete(name);
    const user = Number(name.slice(0, name.indexOf(' ')));
    this.#counts.set(user, (this.#counts.get(user) ?? 1) - 1);
  }

  /** User, key, time and answer of each, oldest first. */
  *all(): Generator<{ name: string; timeMs: number; answer: Answer }> {
    for (const [name, { timeMs, answer }] of this.#kept) yield { name, timeMs, answer };
  }
}

/** What the user asked: approvals and the day's limit of a withdrawal are the server's. */
function contentOf({ key: _key, ...content }: RecordedCommand): string {
  const own = content.kind === 'custody.withdraw' ? { ...content, approvals: undefined, dayLimit: undefined } : content;
  return hash('sha256', JSON.stringify(own), 'base64');
}
