interface Delivery {
  readonly id: bigint;
  readonly user_id: bigint;
}

/**
 * Attempts under way, at most one of each delivery. Owns their number, of all customers and of one,
 * by which the callers bound how long a slow receiver keeps others waiting. An attempt that throws
 * is told to `onTrouble`, and is over.
 */
export class Attempts {
  readonly #underWay = new Map<bigint, { readonly user: bigint; readonly done: Promise<void> }>();
  readonly #onTrouble: (delivery: bigint, trouble: string) => void;

  constructor(onTrouble: (delivery: bigint, trouble: string) => void) {
    this.#onTrouble = onTrouble;
  }

  get size(): number {
    return this.#underWay.size;
  }

  /** Deliveries that are attempted now. */
  deliveries(): bigint[] {
    return [...this.#underWay.keys()];
  }

  /** How many are of a customer. */
  countOf(user: bigint): number {
    return [...this.#underWay.values()].filter((each) => each.user === user).length;
  }

  /** @throws {Error} where the delivery is attempted already */
  begin({ id, user_id: user }: Delivery, attempt: () => Promise<void>): void {
    if (this.#underWay.has(id)) throw new Error(`delivery ${id} is attempted twice`);
    const done = attempt()
      .catch((error: unknown) => this.#onTrouble(id, String(error)))
      .finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, { user, done });
  }

  /** Settles after the attempts under way. */
  async idle(): Promise<void> {
    await Promise.all([...this.#underWay.values()].map(({ done }) => done));
  }
}
