import type { Command } from '@meridian/core/commands';
import type { TransferId, TransferKind } from '@meridian/core/ledger/transfer-id';
import type { SeededRandom } from './seeded-random.ts';

/**
 * Numbers of transfers: mostly the next one, some that were used, some far ahead. Owns the numbers
 * and commands that it gave, for each kind.
 */
export class TransferStream {
  readonly #random: SeededRandom;
  readonly #next = new Map<TransferKind, number>();
  readonly #sent: Command[] = [];

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  id<Kind extends TransferKind>(kind: Kind): TransferId<Kind> {
    const next = this.#next.get(kind) ?? 1;
    const draw = this.#random.next();
    if (draw < 0.15) return { kind, number: this.#random.between(1, next) };
    if (draw < 0.2)
      return {
        kind,
        number: this.#random.pick([next + this.#random.between(1, 5), Number.MAX_SAFE_INTEGER]),
      };
    this.#next.set(kind, next + 1);
    return { kind, number: next };
  }

  /**
   * Keeps a command, or repeats an earlier one of its kind instead, like a server that was stopped
   * between answer and note.
   */
  sent<Sent extends Command>(command: Sent): Sent {
    const earlier = this.#sent
      .filter((each): each is Sent => each.kind === command.kind)
      .slice(-10);
    if (earlier.length > 0 && this.#random.chance(0.25)) return this.#random.pick(earlier);
    this.#sent.push(command);
    if (this.#sent.length > 100) this.#sent.shift();
    return command;
  }
}
