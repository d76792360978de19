/**
 * Idempotency: keeps the first answer to a key of a user, for a day, and for the newest 20,000 keys
 * of that user; under the first rules for the newest million keys of all users. From rules 3 on, a
 * new key beyond a million costs its user their own oldest one.
 */
import { hash } from 'node:crypto';
import type { RecordedCommand } from './rules.ts';

const DAY_MS = 86_400_000;
const MOST = 20_000;
const MOST_OF_ALL = 1_000_000;
/** So many keys of each user are kept even beyond the common limit. */
const SURE = 50;

/** The answer to a command. */
export type Answer =
  | { readonly ok: false; readonly rejection: string }
  | {
      readonly ok: true;
      readonly order?: number;
      readonly id?: number;
      readonly status?: string;
      readonly filledLots?: number;
      readonly filledNotional?: string;
      readonly cancelled?: number;
    };

export function refuse(rejection: string): Answer {
  return { ok: false, rejection };
}

interface Kept {
  readonly content: string;
  /** Under the first rules the whole command was compared, with the server's fields. */
  readonly isFirst: boolean;
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

  find(
    user: number,
    key: string,
    { command, timeMs }: { command: RecordedCommand; timeMs: number },
  ): Answer | 'other content' | undefined {
    const kept = this.#kept.get(`${user} ${key}`);
    if (kept === undefined || kept.timeMs <= timeMs - DAY_MS) return undefined;
    return kept.content === contentOf(command, kept.isFirst) ? kept.answer : 'other content';
  }

  keep(
    user: number,
    key: string,
    {
      command,
      timeMs,
      answer,
      isFirst,
      isBounded,
    }: {
      command: RecordedCommand;
      timeMs: number;
      answer: Answer;
      isFirst: boolean;
      isBounded: boolean;
    },
  ): void {
    this.forgetOld(timeMs);
    this.#kept.set(`${user} ${key}`, {
      content: contentOf(command, isFirst),
      timeMs,
      answer,
      isFirst,
    });
    this.#counts.set(user, (this.#counts.get(user) ?? 0) + 1);
    if (isFirst) {
      const [oldest] = this.#kept.keys();
      if (this.#kept.size > MOST_OF_ALL && oldest !== undefined) this.#forget(oldest);
      return;
    }
    while ((this.#counts.get(user) ?? 0) > MOST) this.#forget(this.#oldestOf(user));
    if (isBounded && this.#kept.size > MOST_OF_ALL && (this.#counts.get(user) ?? 0) > SURE)
      this.#forget(this.#oldestOf(user));
  }

  #oldestOf(user: number): string {
    for (const name of this.#kept.keys()) if (name.startsWith(`${user} `)) return name;
    throw new Error(`no key of user ${user} is kept`);
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

/**
 * The user's own fields: approvals and the day's limit of a withdrawal are the server's, like the
 * level of a trader.
 */
function contentOf({ key: _key, ...content }: RecordedCommand, isFirst: boolean): string {
  const own =
    content.kind === 'custody.withdraw' && !isFirst
      ? {
          ...content,
          approvals: undefined,
          dayLimit: undefined,
          risks: undefined,
          mostFee: undefined,
        }
      : (content.kind === 'p2p.publish' || content.kind === 'p2p.deal') && !isFirst
        ? { ...content, level: undefined, registeredDays: undefined }
        : content.kind === 'vote.cast'
          ? { ...content, level: undefined, person: undefined, tracker: undefined }
          : content.kind === 'sale.commit'
            ? { ...content, level: undefined, person: undefined }
            : content;
  return hash('sha256', JSON.stringify(own), 'base64');
}
