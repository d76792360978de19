interface RoundsOptions {
  readonly everyMs: number;
  /** Called with the reason of a failed round. The next round comes all the same. */
  readonly onTrouble: (trouble: string) => void;
}

/** Work that goes on until it is stopped. */
export interface Runner {
  start(): void;
  /** Settles after the work under way, if any. */
  stop(): Promise<void>;
}

/** Runs a job repeatedly, never twice at once. A request during a run waits for that run. */
export class Rounds implements Runner {
  readonly #round: () => Promise<void>;
  readonly #options: RoundsOptions;
  #timer: ReturnType<typeof setInterval> | undefined;
  #underWay: Promise<void> | undefined;

  constructor(round: () => Promise<void>, options: RoundsOptions) {
    this.#round = round;
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.runOnce(), this.#options.everyMs);
  }

  /** Settles after the round under way, if any. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#underWay;
  }

  /** Runs the job now. Never rejects. */
  runOnce(): Promise<void> {
    this.#underWay ??= this.#round()
      .catch((error: unknown) => this.#options.onTrouble(String(error)))
      .finally(() => (this.#underWay = undefined));
    return this.#underWay;
  }
}
