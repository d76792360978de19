import type { Outcome } from '@meridian/core/outcome';

const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;
const MAX_USER_KEYS = 20_000;
/** Beyond so many keys of all users, a new key costs its user their oldest one, down to these. */
const MAX_KEYS = 1_000_000;
const SURE_USER_KEYS = 50;

interface KeptAnswer {
  readonly content: string;
  readonly timeMs: number;
  readonly outcome: Outcome;
}

/** The naive side of idempotency keys: answers by user and key, and the order of their arrival. */
export class NaiveKeys {
  readonly #answers = new Map<string, KeptAnswer>();
  /** Names of the keys of each user, oldest first. */
  readonly #namesOf = new Map<number, string[]>();

  /** In order of arrival, and so of time: once one key is young enough, all later ones are. */
  forgetOld(timeMs: number): void {
    for (const [name, answer] of this.#answers) {
      if (timeMs - answer.timeMs < KEY_LIFETIME_MS) break;
      this.#answers.delete(name);
    }
  }

  answer(user: number, key: string): KeptAnswer | undefined {
    return this.#answers.get(`${user} ${key}`);
  }

  keep(user: number, key: string, answer: KeptAnswer): void {
    const name = `${user} ${key}`;
    this.#answers.set(name, answer);
    const own = (this.#namesOf.get(user) ?? []).filter(
      (each) => this.#answers.has(each) && each !== name,
    );
    own.push(name);
    this.#namesOf.set(user, own);
    const [oldest] = own;
    const isCrowded = this.#answers.size > MAX_KEYS && own.length > SURE_USER_KEYS;
    if ((own.length > MAX_USER_KEYS || isCrowded) && oldest !== undefined)
      this.#answers.delete(oldest);
  }
}
