import type { UserId } from '@meridian/core/ids';
import type { SaleId, SaleTerms } from '@meridian/core/sale/sale-commands';
import type { SaleCommitmentTaken, SaleEvent, SaleState } from '@meridian/core/sale/sale-events';
import { decodeTerms } from '@meridian/core/sale/sale-terms';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import type { LiveArea, LiveFold } from '../../live/live-ground.ts';

/** A commitment that is not paid out. */
export interface LiveEntry {
  readonly entry: number;
  readonly committed: bigint;
}

/** A sale that is not over. */
export interface LiveSale {
  readonly terms: SaleTerms;
  state: Exclude<SaleState, 'done'>;
  readonly entries: Map<UserId, LiveEntry>;
  /** By all of them before the end, and of it at most the cap of each. */
  committed: bigint;
  demanded: bigint;
}

/** Bought coins that are not free yet. */
export interface LiveVesting {
  readonly sale: SaleId;
  readonly user: UserId;
  readonly left: bigint;
}

/**
 * Sales that are not over, and bought coins that are still bound, as the durable events left them.
 */
export class LiveSales implements LiveFold {
  readonly #sales = new Map<SaleId, LiveSale>();
  /** By entry. */
  readonly #vestings = new Map<number, LiveVesting>();

  load({ sale }: ExchangeSnapshot): void {
    this.#sales.clear();
    this.#vestings.clear();
    for (const { terms, state, entries } of sale.sales) {
      const loaded = newSale(decodeTerms(terms), state);
      for (const { user, entry, committed } of entries)
        setEntry(loaded, user, { entry, committed: BigInt(committed) });
      this.#sales.set(terms.id, loaded);
    }
    for (const { entry, sale: id, user, left } of sale.vestings)
      this.#vestings.set(entry, { sale: id, user, left: BigInt(left) });
  }

  fold(event: SaleEvent): void {
    switch (event.type) {
      case 'saleFunded':
        return;
      case 'saleAnnounced': {
        const { terms } = event;
        this.#sales.set(terms.id, newSale(terms, 'announced'));
        return;
      }
      case 'saleCommitted': {
        const { user, entry, committed } = event;
        setEntry(this.#sale(event.sale), user, { entry, committed });
        return;
      }
      case 'saleCommitmentTaken':
        this.#take(event);
        return;
      case 'saleSettled': {
        const { sale, user, entry, bound } = event;
        this.#sale(sale).entries.delete(user);
        if (bound > 0n) this.#vestings.set(entry, { sale, user, left: bound });
        return;
      }
      case 'saleVested': {
        const { sale, user, entry, left } = event;
        if (left > 0n) this.#vestings.set(entry, { sale, user, left });
        else this.#vestings.delete(entry);
        return;
      }
      case 'saleOpened':
        this.#sale(event.sale).state = 'open';
        return;
      case 'saleCancelled':
        this.#sale(event.sale).state = 'cancelled';
        return;
      case 'saleDecided':
        this.#sale(event.sale).state = event.state;
        return;
      case 'saleVesting':
        this.#sale(event.sale).state = 'vesting';
        return;
      case 'saleEnded':
        this.#sales.delete(event.sale);
    }
  }

  /** Undefined where it is over, or never was. */
  sale(id: SaleId): LiveSale | undefined {
    return this.#sales.get(id);
  }

  sales(): readonly LiveSale[] {
    return [...this.#sales.values()];
  }

  /** By entry. */
  vestings(): ReadonlyMap<number, LiveVesting> {
    return this.#vestings;
  }

  #take({ sale: id, user, entry, committed }: SaleCommitmentTaken): void {
    const sale = this.#sale(id);
    setEntry(sale, user, { entry, committed });
    if (committed === 0n) sale.entries.delete(user);
  }

  #sale(id: SaleId): LiveSale {
    const sale = this.#sales.get(id);
    if (sale === undefined) throw new RangeError(`sale ${id} is not known`);
    return sale;
  }
}

function newSale(terms: SaleTerms, state: LiveSale['state']): LiveSale {
  return { terms, state, entries: new Map(), committed: 0n, demanded: 0n };
}

function setEntry(sale: LiveSale, user: UserId, entry: LiveEntry): void {
  const before = sale.entries.get(user)?.committed ?? 0n;
  const { cap } = sale.terms;
  sale.entries.set(user, entry);
  sale.committed += entry.committed - before;
  sale.demanded += least(entry.committed, cap) - least(before, cap);
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

export const saleLive: LiveArea<LiveSales> = {
  takes: {
    saleFunded: true,
    saleAnnounced: true,
    saleOpened: true,
    saleCancelled: true,
    saleCommitted: true,
    saleCommitmentTaken: true,
    saleDecided: true,
    saleSettled: true,
    saleVested: true,
    saleVesting: true,
    saleEnded: true,
  },
  open: () => new LiveSales(),
};
