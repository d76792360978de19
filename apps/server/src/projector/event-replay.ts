/**
 * Makes events anew from the journal, beside an engine that goes on: for a projector that the
 * engine has let go. Events are not stored, but the core is deterministic, so a replica of it gives
 * the same ones. Owns the replica, which stays between two calls (the second one goes on where the
 * first ended) until it is released.
 */
import { decodeCommand } from '@meridian/core/command-codec';
import type { Applied } from '@meridian/core/events';
import type { Exchange } from '@meridian/core/exchange';
import { recover } from '../engine/recovery.ts';
import type { Journal, JournalHead } from '../journal/journal.ts';

export interface ReplayParts {
  /** Opens the journal for reading, up to a row that is durable. */
  readonly openJournal: (head: JournalHead) => Promise<Journal>;
  readonly warn: (message: string) => void;
}

export class EventReplay {
  readonly #parts: ReplayParts;
  #replica: { readonly exchange: Exchange; readonly at: JournalHead } | undefined;

  constructor(parts: ReplayParts) {
    this.#parts = parts;
  }

  /**
   * Gives the events of the commands after `afterSeq`, up to the end, in order and in pages. Throws
   * the errors of recovery.
   * @param take settles when there is room for the next page
   */
  async events(
    afterSeq: number,
    head: JournalHead,
    take: (page: readonly Applied[]) => Promise<void>,
  ): Promise<void> {
    const journal = await this.#parts.openJournal(head);
    try {
      const exchange = await this.#replay(journal, afterSeq, take);
      this.#replica = { exchange, at: head };
    } finally {
      await journal.close();
    }
  }

  /** Gives the memory of the replica back. */
  release(): void {
    this.#replica = undefined;
  }

  async #replay(
    journal: Journal,
    afterSeq: number,
    take: (page: readonly Applied[]) => Promise<void>,
  ): Promise<Exchange> {
    const replica = this.#replica;
    if (replica?.at.seq !== afterSeq)
      return await recover({
        journal,
        projectedSeq: afterSeq,
        project: take,
        warn: this.#parts.warn,
      });
    for await (const page of journal.read(replica.at)) {
      await take(
        page.map(({ payload, timeMs }) => replica.exchange.apply(decodeCommand(payload), timeMs)),
      );
    }
    return replica.exchange;
  }
}
