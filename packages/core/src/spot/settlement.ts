import { bigintOf } from '../bigint-of.ts';
import type { ListedMarket } from '../catalog/listings.ts';
import type { CurrencyId, UserId } from '../ids.ts';
import { AT, InvariantError, type InvariantChecks } from '../invariants.ts';
import { Fees } from '../ledger/fees.ts';
import type { AccountSlot, HoldSlot, Ledger } from '../ledger/ledger.ts';
import type { Rebates } from '../rebate/rebates.ts';

/** One side of a trade for the ledger. */
export interface TradeSide {
  readonly user: UserId;
  /** The hold that it pays from. */
  readonly hold: HoldSlot;
  readonly receiver: AccountSlot;
  readonly received: bigint;
  readonly feeBps: number;
  /** Taken from `received` (`feeOf`). */
  readonly fee: bigint;
  /** Of a taker: the part of the fee that the maker gets. Undefined where there is none. */
  readonly rebate: MakerRebate | undefined;
}

/** A part of a taker's fee that goes to the maker. */
export interface MakerRebate {
  /** The maker's account in the currency of that fee. */
  readonly to: AccountSlot;
  readonly amount: bigint;
}

/**
 * Moves the money of trades: holds pay the receivers, each receiver pays its fee, and a maker with
 * a rebate gets it from the taker's fee.
 */
export class Settlement {
  readonly #ledger: Ledger;
  readonly #checks: InvariantChecks;
  readonly #fees: Fees;
  readonly #rebates: Rebates;

  constructor({
    ledger,
    checks,
    rebates,
  }: {
    readonly ledger: Ledger;
    readonly checks: InvariantChecks;
    readonly rebates: Rebates;
  }) {
    this.#ledger = ledger;
    this.#checks = checks;
    this.#rebates = rebates;
    this.#fees = new Fees(ledger, checks);
  }

  /**
   * Pays base from the seller's hold to the buyer and quote from the buyer's hold to the seller,
   * then the fee of each. Inviters share in the rest of it after the maker's rebate. Each trade
   * balances by itself (B7): two opposite errors of one amount cannot hide each other.
   */
  settle(
    trade: number,
    market: ListedMarket,
    buyer: TradeSide,
    seller: TradeSide,
    timeMs: number,
  ): void {
    const ledger = this.#ledger;
    const { settings } = market;
    ledger.spend(buyer.hold, seller.received, 'trade', trade);
    ledger.spend(seller.hold, buyer.received, 'trade', trade);
    ledger.post(buyer.receiver, buyer.received, 'trade', trade, '');
    ledger.post(seller.receiver, seller.received, 'trade', trade, '');
    const buyerFee = this.#payFee(trade, buyer, settings.base);
    const sellerFee = this.#payFee(trade, seller, settings.quote);
    this.#checks.counts[AT.B7]++;
    // Only trades post in the command of an order.
    if (ledger.imbalance(settings.base) !== 0n || ledger.imbalance(settings.quote) !== 0n) {
      throw new InvariantError('B7', `trade ${trade} does not sum to zero`);
    }
    this.#rebates.count(buyer.user, seller.user, settings.base, buyerFee, timeMs);
    this.#rebates.count(seller.user, buyer.user, settings.quote, sellerFee, timeMs);
  }

  /** Returns the amount that `fees` keeps, in whole units. */
  #payFee(
    trade: number,
    { receiver, received, feeBps, fee, rebate }: TradeSide,
    currency: CurrencyId,
  ): bigint {
    const exact = received * bigintOf(feeBps);
    const taken = this.#fees.take(receiver, fee, exact, currency, 'fee', trade, '');
    if (rebate === undefined) return taken;
    return this.#fees.giveRebate(rebate.to, { amount: rebate.amount, taken }, currency, trade);
  }
}
