interface RoundsOptions {
  readonly everyMs: number;
  /** Is told why a round failed. The next one is made all the same. */
  readonly onTrouble: (trouble: string) => void;
}

/**
 * Does something again and again, one round at a time: who asks for a round while one is under way
 * waits for that one.
 */
export class Rounds {
  readonly #round: () => Promise<void>;
  readonly #options: RoundsOptions;
  #timer: ReturnType<typeof setInterval> | undefined;
  #underWay: Promise<void> | undefined;

  constructor(round: () => Promise<void>, options: RoundsOptions) {
    this.#round = round;
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), this.#options.everyMs);
  }

  /** Settles after the round under way, if any. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#underWay;
  }

  /** A round now. Never rejects. */
  look(): Promise<void> {
    this.#underWay ??= this.#round()
      .catch((error: unknown) => this.#options.onTrouble(String(error)))
      .finally(() => (this.#underWay = undefined));
    return this.#underWay;
  }
}
