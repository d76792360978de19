import type { TransferMade } from '@meridian/core/ledger/posting';
import { NumberRanges } from '@meridian/core/ledger/number-ranges';
import {
  TRANSFER_KINDS,
  type TransferId,
  type TransferKind,
} from '@meridian/core/ledger/transfer-id';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import type { LiveArea, LiveFold } from '../live/live-ground.ts';

/** Which transfer ids took effect, as the durable events left them. */
export class LiveTransfers implements LiveFold {
  readonly #made = new Map<TransferKind, NumberRanges>(
    TRANSFER_KINDS.map((kind) => [kind, new NumberRanges()]),
  );

  load({ transfers }: Pick<ExchangeSnapshot, 'transfers'>): void {
    for (const kind of TRANSFER_KINDS) {
      const ranges = new NumberRanges();
      ranges.restore(transfers[kind] ?? []);
      this.#made.set(kind, ranges);
    }
  }

  fold({ kind, number }: TransferMade): void {
    this.#made.get(kind)?.add(number);
  }

  has({ kind, number }: TransferId): boolean {
    return this.#made.get(kind)?.has(number) === true;
  }
}

export const transfersLive: LiveArea<LiveTransfers> = {
  takes: { transferMade: true },
  open: () => new LiveTransfers(),
};
