/** A limit on requests: `burst` at once, then `perSecond`. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** The requests of a key, as the time that pays them off. */
interface Bucket {
  debtMs: number;
  atMs: number;
  /** The part that was not reported to other processes yet, and the time of its first request. */
  unsaidMs: number;
  unsaidSinceMs: number;
}

/** The requests of a key since they were last reported to other processes. */
export interface Use {
  readonly key: string;
  readonly addedMs: number;
  /** Age of the first of these requests. */
  readonly ageMs: number;
}

const GENERATION = 50_000;

/**
 * Token buckets, one for each key (an address, a user), in memory. Promises at most two generations
 * of them, so that a flood of addresses cannot fill the memory: those that were not used for
 * longest are dropped. `SharedLimits` shares and keeps their counts, where there is one.
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
  /** Keys with requests that were not reported yet; undefined where nobody asks for them. */
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
   * The requests since they were last reported, of so many keys at most: those that asked first.
   * Other keys wait for the next report.
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
   * Takes over the count of all processes for the key. The count never falls below that of this
   * process.
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

/** Makes a limiter, by the name of its limit. */
export type LimiterOf = (kind: string, rate: Rate) => RateLimiter<string>;

/** Limiters that count in this process alone. */
export const ownLimiter: LimiterOf = (_kind, rate) => new RateLimiter(rate);

/**
 * The limit of all requests of a network: calls, pages, documents, pictures, sockets. In ordinary
 * calls.
 */
export const ADDRESS_RATE: Rate = { perSecond: 100, burst: 400 };
/**
 * The same for all /64 of an IPv6 /48: a company or a careless provider gives a /48 to one
 * customer.
 */
export const SITE_RATE: Rate = { perSecond: 800, burst: 3_200 };
/**
 * Every request of a user's sessions to the API, from any address, but for those that end
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
