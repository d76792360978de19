import type { Brand } from '@meridian/money/brand';
import { isAnswer, isUndone } from '@meridian/contract/client/api-error';
import { useSession, whenForgotten } from '../session.ts';
import { readStored, removeStored, writeStored } from '../stored.ts';

/**
 * The key of one intention: requests with it take effect once, however often they are sent. Only
 * `Intentions` creates keys.
 */
export type IntentionKey = Brand<string, 'IntentionKey'>;

const KEY_BYTES = 16;
/** As long as the server remembers a key. */
const KEPT_MS = 24 * 60 * 60 * 1_000;

interface Unanswered {
  readonly key: IntentionKey;
  readonly sinceMs: number;
  /** Time of the latest try: the server may know the key from then. */
  readonly lastMs?: number;
  readonly input: unknown;
  readonly about?: unknown;
}

/**
 * The server's answer, the input of its call, and the time of the first try if that had no answer.
 */
interface Answered<Input, Output> {
  readonly output: Output;
  readonly input: Input;
  readonly sinceMs: number | undefined;
}

/** The identity of an intention whose input alone does not identify it. */
export interface Meaning {
  /** Besides the input: "close all" means the positions that are open at the time. */
  readonly besides?: unknown;
  /**
   * In place of the input, where that is reckoned from moving prices, balances or terms (a total, a
   * share of the free balance), or equal to it. A later try sends the input of the first one, also
   * after a reload.
   */
  readonly typed?: unknown;
  /**
   * Besides `typed`: the thing that the call changes, where another call changes it back. Done,
   * that one ends the open tries of this one: the same input means to do it again after that. The
   * state of the thing is no part of the intention, since a lost try may have changed it: a second
   * press would do the same twice.
   */
  readonly about?: unknown;
  /**
   * Of a call that sets a value, whatever it was before: each try is a new intention. The key of an
   * earlier one would leave the value that was set since, here or on another device, and the page
   * would say that it is set. Setting a value twice does no more than once; only the wait of a
   * loosened limit begins again, which is the strict side, and stops are refused with
   * `change_pending` while the same ones wait for a price.
   */
  readonly isSetting?: true;
  /**
   * Of a call that the server proves or counts under its key before the exchange sees it: the key
   * stays where the exchange did nothing, because another one needs another proof, or counts again.
   */
  readonly isKeyUsed?: true;
}

/**
 * The intentions of one money call that the server has not answered. The input identifies an
 * intention: the same input is the same intention until the server has answered it, another input
 * is another one. They live as long as the page, longer than a form or a dialog: closing and
 * reopening a form asks for the same intention's outcome, and does not repeat it. Those that are
 * identified by typed values outlive the page too, as typed values may, and are those of all tabs.
 */
export class Intentions {
  readonly #call: string;
  readonly #unanswered = new Map<string, Unanswered>();

  /** @param call its name, which tells its intentions from others in the browser */
  constructor(call: string) {
    this.#call = call;
    whenForgotten(() => this.#unanswered.clear());
  }

  /**
   * Sends an input under the key of its intention, and drops the key after the answer, or where the
   * first try is known to have done nothing. A lost answer, a fault of the server or the end of the
   * session tells nothing of earlier tries: the key stays. Throws the errors of `send`.
   */
  async send<Input, Output>(
    input: Input,
    send: (key: IntentionKey, input: Input) => Promise<Output>,
    meaning: Meaning = {},
  ): Promise<Answered<Input, Output>> {
    const name = nameOf(input, meaning);
    const isSetting = meaning.isSetting === true;
    const before = isSetting ? undefined : this.#find(name);
    const { about } = meaning;
    const nowMs = Date.now();
    const intention = {
      ...(before ?? { key: newKey(), sinceMs: nowMs, input, about }),
      lastMs: nowMs,
    };
    const keep = (now: Unanswered | undefined): void => {
      // In one place only: another tab ends a stored intention, and memory would not know.
      if (meaning.typed !== undefined) this.#store(name, now);
      else if (now === undefined) this.#unanswered.delete(name);
      else this.#unanswered.set(name, now);
    };
    if (!isSetting) keep(intention);
    const first = intention.input as Input;
    try {
      const output = await send(intention.key, first);
      keep(undefined);
      if (about !== undefined) this.#endOpposites(about);
      return { output, input: first, sinceMs: before?.sinceMs };
    } catch (error) {
      const isDropped = before === undefined && meaning.isKeyUsed !== true && isUndone(error);
      if (isDropped || isAnswer(error)) keep(undefined);
      throw error;
    }
  }

  /** The input that another try of an intention would send; undefined where none is open. */
  unanswered(typed: unknown): unknown {
    return this.#find(nameOf(undefined, { typed }))?.input;
  }

  #find(name: string): Unanswered | undefined {
    const found = this.#unanswered.get(name);
    return found !== undefined && isKept(found) ? found : keptIntentions()[this.#call + name];
  }

  #store(name: string, intention: Unanswered | undefined): void {
    store({ ...keptIntentions(), [this.#call + name]: intention });
  }

  /** Ends the stored intentions of other calls about a thing. */
  #endOpposites(about: unknown): void {
    const isOpposite = ([name, one]: readonly [string, Unanswered]): boolean =>
      !name.startsWith(`${this.#call}{`) && JSON.stringify(one.about) === JSON.stringify(about);
    store(Object.fromEntries(Object.entries(keptIntentions()).filter((one) => !isOpposite(one))));
  }
}

function store(intentions: Readonly<Record<string, Unanswered | undefined>>): void {
  const all = JSON.stringify(intentions);
  if (all === '{}') removeStored('unanswered');
  else writeStored('unanswered', all);
}

/** The unanswered intentions of this browser whose keys the server still remembers. */
function keptIntentions(): Readonly<Record<string, Unanswered>> {
  try {
    const stored = JSON.parse(readStored('unanswered') ?? '{}') as Record<string, Unanswered>;
    return Object.fromEntries(Object.entries(stored).filter(([, one]) => isKept(one)));
  } catch {
    return {};
  }
}

/** Of a page of before, the time of the latest try is unknown. */
function isKept({ sinceMs, lastMs = sinceMs }: Unanswered): boolean {
  return lastMs > Date.now() - KEPT_MS;
}

/** Names an intention. The person is part of the name: two people share none. */
function nameOf(input: unknown, { besides, typed }: Meaning): string {
  const { userId } = useSession.getState();
  return JSON.stringify({ userId, ...(typed === undefined ? { input, besides } : { typed }) });
}

/** 32 hexadecimal digits. Works without HTTPS too. */
function newKey(): IntentionKey {
  return Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('') as IntentionKey;
}
