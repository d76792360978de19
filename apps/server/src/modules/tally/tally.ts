import { Rounds } from '../../rounds.ts';
import type { Audience, SocketFeed } from '../../gateway/sockets/frames.ts';

/** Counts the seconds of this process. */
export class Tally implements SocketFeed {
  seconds = 0;
  readonly rounds = new Rounds(() => Promise.resolve(void this.seconds++), {
    everyMs: 1_000,
    onTrouble: () => undefined,
  });
  #told = 0;
  #audience: Audience | undefined;

  tell(audience: Audience): this {
    this.#audience = audience;
    return this;
  }

  flush(): void {
    if (this.#told === this.seconds) return;
    this.#told = this.seconds;
    for (const user of this.#audience?.watched() ?? [])
      this.#audience?.notify(user, 'tally', { seconds: this.seconds });
  }
}
