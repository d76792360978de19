/** A limit on requests: `burst` at once, then `perSecond`. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** What a key has asked for, in the time that pays it off. */
interface Bucket {
  debtMs: number;
  atMs: number;
  /** Of that, what other processes do not know of, and since when. */
  unsaidMs: number;
  unsaidSinceMs: number;
}

/** What a key has asked for since it was last said. */
export interface Use {
  readonly key: string;
  readonly addedMs: number;
  /** How long ago the first of it was. */
  readonly ageMs: number;
}

const GENERATION = 50_000;

/**
 * Token buckets, one for each key (an address, a user), in memory. Promises at most two generations
 * of them, so that a flood of addresses cannot fill the memory: those that were not used for
 * longest go. What they count is shared and kept by `SharedLimits`, where one is.
 */
export class RateLimiter<Key extends string | number = string | number> {
  readonly #rate: Rate;
  readonly #nowMs: () => number;
  /**
   * Used since the last change of generations, and before it. Dropping a whole map is cheaper than
   * finding its oldest entry.
   */
  #young = new Map<Key, Bucket>();
  #old = new Map<Key, Bucket>();
  /** Keys with something that was not said; undefined where nobody asks. */
  readonly #unsaid: Map<Key, Bucket> | undefined;

  /** @param isShared whether `uses` is called again and again */
  constructor(rate: Rate, nowMs: () => number = Date.now, isShared = false) {
    this.#rate = rate;
    this.#nowMs = nowMs;
    this.#unsaid = isShared ? new Map() : undefined;
  }

  /**
   * Takes one request of the key, or as many as it costs. Returns 0 when it may go on, else the
   * whole seconds to wait.
   */
  take(key: Key, cost = 1): number {
    const { perSecond, burst } = this.#rate;
    const nowMs = this.#nowMs();
    const bucket = this.#bucketOf(key, nowMs);
    const costMs = (cost * 1000) / perSecond;
    const tooMuchMs = bucket.debtMs + costMs - (burst * 1000) / perSecond;
    if (tooMuchMs > 0) return Math.max(1, Math.ceil(tooMuchMs / 1000));
    bucket.debtMs += costMs;
    this.#note(key, bucket, costMs);
    return 0;
  }

  /**
   * What was asked for since it was last said, of so many keys at most: the first ones that asked.
   * Others wait for the next time.
   */
  uses(most: number): Use[] {
    const uses: Use[] = [];
    const nowMs = this.#nowMs();
    for (const [key, bucket] of this.#unsaid ?? []) {
      if (uses.length === most) break;
      uses.push({
        key: String(key),
        addedMs: bucket.unsaidMs,
        ageMs: Math.max(0, nowMs - bucket.unsaidSinceMs),
      });
      this.#unsaid?.delete(key);
      bucket.unsaidMs = 0;
    }
    return uses;
  }

  /**
   * All processes together have counted that much of the key. It never counts less than this one
   * has.
   */
  learn(key: Key, debtMs: number): void {
    const bucket = this.#bucketOf(key, this.#nowMs());
    bucket.debtMs = Math.max(bucket.debtMs, debtMs + bucket.unsaidMs);
  }

  /** As of now. */
  #bucketOf(key: Key, nowMs: number): Bucket {
    const bucket = this.#young.get(key) ?? this.#rejuvenate(key, nowMs);
    // A clock that goes back pays nothing off.
    bucket.debtMs = Math.max(0, bucket.debtMs - Math.max(0, nowMs - bucket.atMs));
    bucket.atMs = nowMs;
    return bucket;
  }

  #note(key: Key, bucket: Bucket, costMs: number): void {
    if (this.#unsaid === undefined || this.#unsaid.size >= GENERATION) return;
    if (bucket.unsaidMs === 0) bucket.unsaidSinceMs = bucket.atMs;
    bucket.unsaidMs += costMs;
    this.#unsaid.set(key, bucket);
  }

  #rejuvenate(key: Key, nowMs: number): Bucket {
    const bucket = this.#old.get(key) ?? {
      debtMs: 0,
      atMs: nowMs,
      unsaidMs: 0,
      unsaidSinceMs: nowMs,
    };
    if (this.#young.size >= GENERATION) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, bucket);
    return bucket;
  }
}

/** Where limiters come from, by the name of what they limit. */
export type LimiterOf = (kind: string, rate: Rate) => RateLimiter<string>;

/** Limiters that count in this process alone. */
export const ownLimiter: LimiterOf = (_kind, rate) => new RateLimiter(rate);

/**
 * What a network asks for, by whatever door: calls, pages, documents, pictures, sockets. In
 * ordinary calls.
 */
export const ADDRESS_RATE: Rate = { perSecond: 100, burst: 400 };
/**
 * The same for all /64 of an IPv6 /48, which is what a company or a careless provider gives away
 * whole.
 */
export const SITE_RATE: Rate = { perSecond: 800, burst: 3_200 };
/**
 * Every request of a user's sessions to the API, from whatever address, but for those that end
 * something.
 */
export const USER_RATE: Rate = { perSecond: 50, burst: 200 };
/**
 * Calls that guess passwords or codes, ask for accounts or send messages: for each address, on top
 * of the others.
 */
export const SENSITIVE_RATE: Rate = { perSecond: 0.5, burst: 30 };
/** Long files of one kind, for each address: each is long work. */
export const FILE_RATE: Rate = { perSecond: 0.2, burst: 20 };
export const SENSITIVE_PATHS: ReadonlySet<string> = new Set([
  '/api/user/login',
  '/api/user/register',
  '/api/user/forget',
  '/api/user/passkey_begin',
  '/api/user/passkey_login',
  '/office/api/login',
  '/office/api/join',
  '/api/user/check_email',
  '/api/user/check_mobile',
  '/api/sms_mail',
  '/api/sms_send',
]);
/**
 * Calls that count for the network and not for the user: a stolen session that uses up its owner's
 * limit cannot keep the owner from ending it.
 */
export const ENDING_PATHS: ReadonlySet<string> = new Set([
  '/api/user/logout',
  '/api/safe/session_end',
  '/api/safe/sessions_end',
  '/api/wallet/cancel',
]);
