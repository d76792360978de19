/** How many events a socket may send: a bucket that fills at a steady rate. */
export class EventBudget {
  readonly #capacity: number;
  readonly #perSecond: number;
  #left: number;
  #atMs: number;

  constructor(limits: { capacity: number; perSecond: number }, nowMs: number) {
    this.#capacity = limits.capacity;
    this.#perSecond = limits.perSecond;
    this.#left = limits.capacity;
    this.#atMs = nowMs;
  }

  /** Takes `cost` from the bucket; false, and nothing taken, where it holds less. */
  spend(cost: number, nowMs: number): boolean {
    this.#left = Math.min(
      this.#capacity,
      this.#left + ((nowMs - this.#atMs) * this.#perSecond) / 1_000,
    );
    this.#atMs = nowMs;
    if (this.#left < cost) return false;
    this.#left -= cost;
    return true;
  }
}
