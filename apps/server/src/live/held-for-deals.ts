import type { CurrencyId } from '@meridian/core/ids';
import type { Posted } from '@meridian/core/ledger/posting';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';

/** The kind of a hold's owner, as postings name it. */
const DEAL = 'deal';

/**
 * Counts the coins that the ledger holds for deals of the marketplace, by currency, from balances
 * and postings alone. It knows no deal, so that its sums can be compared with the sum of the deals.
 */
export class HeldForDeals {
  readonly #held = new Map<CurrencyId, bigint>();

  /** In a p2p wallet nothing is held but coins of deals, bonds, and coins that appeals hold. */
  load({ accounts, p2p }: Pick<ExchangeSnapshot, 'accounts' | 'p2p'>): void {
    this.#held.clear();
    for (const { wallet, currency, held } of accounts)
      if (wallet === 'p2p') this.#add(currency, BigInt(held));
    for (const { bond } of p2p.traders)
      if (bond !== null) this.#add(bond.currency, -BigInt(bond.amount));
    const deals = new Map(p2p.deals.map((deal) => [deal.id, deal]));
    for (const { deal, held } of p2p.appeals)
      for (const { wallet, amount } of held) {
        const currency = deals.get(deal)?.currency;
        if (wallet === 'p2p' && currency !== undefined) this.#add(currency, -BigInt(amount));
      }
  }

  post({ currency, held, reference }: Posted): void {
    if (reference === DEAL) this.#add(currency, held);
  }

  of(currency: CurrencyId): bigint {
    return this.#held.get(currency) ?? 0n;
  }

  #add(currency: CurrencyId, units: bigint): void {
    this.#held.set(currency, this.of(currency) + units);
  }
}
