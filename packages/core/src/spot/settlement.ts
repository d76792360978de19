import { bigintOf } from '../bigint-of.ts';
import type { ListedMarket } from '../catalog/listings.ts';
import type { CurrencyId } from '../ids.ts';
import { AT, InvariantError, type InvariantChecks } from '../invariants.ts';
import { Fees } from '../ledger/fees.ts';
import type { AccountSlot, HoldSlot, Ledger } from '../ledger/ledger.ts';

/** One side of a trade for the ledger. */
export interface TradeSide {
  /** The hold that it pays from. */
  readonly hold: HoldSlot;
  readonly receiver: AccountSlot;
  readonly received: bigint;
  readonly feeBps: number;
  /** Taken from `received` (`feeOf`). */
  readonly fee: bigint;
}

/** Moves the money of trades: holds pay the receivers, and each receiver pays its fee. */
export class Settlement {
  readonly #ledger: Ledger;
  readonly #checks: InvariantChecks;
  readonly #fees: Fees;

  constructor(ledger: Ledger, checks: InvariantChecks) {
    this.#ledger = ledger;
    this.#checks = checks;
    this.#fees = new Fees(ledger, checks);
  }

  /**
   * Pays base from the seller's hold to the buyer and quote from the buyer's hold to the seller,
   * then the fee of each. Each trade balances by itself (B7): two opposite errors of one amount
   * cannot hide each other.
   */
  settle(trade: number, market: ListedMarket, buyer: TradeSide, seller: TradeSide): void {
    const ledger = this.#ledger;
    const { settings } = market;
    ledger.spend(buyer.hold, seller.received, 'trade', trade);
    ledger.spend(seller.hold, buyer.received, 'trade', trade);
    ledger.post(buyer.receiver, buyer.received, 'trade', trade, '');
    ledger.post(seller.receiver, seller.received, 'trade', trade, '');
    this.#payFee(trade, buyer, settings.base);
    this.#payFee(trade, seller, settings.quote);
    this.#checks.counts[AT.B7]++;
    // Only trades post in the command of an order.
    if (ledger.imbalance(settings.base) !== 0n || ledger.imbalance(settings.quote) !== 0n) {
      throw new InvariantError('B7', `trade ${trade} does not sum to zero`);
    }
  }

  #payFee(
    trade: number,
    { receiver, received, feeBps, fee }: TradeSide,
    currency: CurrencyId,
  ): void {
    this.#fees.take(receiver, fee, received * bigintOf(feeBps), currency, 'fee', trade, '');
  }
}
