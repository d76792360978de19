import { networkOf } from '../../gateway/client-addresses.ts';

interface Failures {
  count: number;
  lastMs: number;
}

const FORGOTTEN_AFTER_MS = 15 * 60_000;
const FIRST_DELAY_MS = 5_000;
const LONGEST_DELAY_MS = 5 * 60_000;
const MOST_KEYS = 100_000;
/** Failures that cost nothing yet. Many people can share an address. */
const FREE_FAILURES = { account: 5, address: 20 } as const;

/**
 * Slows guessing: after five failures of an account, or twenty of an address, each further one doubles the wait. Known and
 * unknown accounts are treated alike. Owns the counts in memory: a restart forgets them. An attempt counts before it is
 * judged, so that attempts in parallel do not escape; a success takes its account's count back.
 */
export class LoginDelays {
  readonly #nowMs: () => number;
  readonly #failures = new Map<string, Failures>();

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  /** Counts an attempt. Returns 0 when it may go on, else the whole seconds to wait. */
  attempt(account: string, address: string): number {
    const waitMs = Math.max(this.#waitMs(`account ${account}`, FREE_FAILURES.account), this.#waitMs(`address ${networkOf(address)}`, FREE_FAILURES.address));
    if (waitMs > 0) return Math.ceil(waitMs / 1000);
    this.#count(`account ${account}`);
    this.#count(`address ${networkOf(address)}`);
    return 0;
  }

  /** The attempt was right. */
  succeeded(account: string, address: string): void {
    this.#failures.delete(`account ${account}`);
    const ofAddress = this.#failures.get(`address ${networkOf(address)}`);
    if (ofAddress !== undefined) ofAddress.count--;
  }

  #waitMs(key: string, free: number): number {
    const failures = this.#failures.get(key);
    if (failures === undefined || failures.count < free) return 0;
    const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures.count - free, 10));
    return failures.lastMs + delayMs - this.#nowMs();
  }

  #count(key: string): void {
    const nowMs = this.#nowMs();
    const failures = this.#failures.get(key);
    const count = failures === undefined || nowMs - failures.lastMs > FORGOTTEN_AFTER_MS ? 1 : failures.count + 1;
    // Set anew, so that the order of the map is the order of use and the oldest goes first.
    this.#failures.delete(key);
    this.#failures.set(key, { count, lastMs: nowMs });
    if (this.#failures.size > MOST_KEYS) this.#failures.delete(this.#failures.keys().next().value ?? key);
  }
}
