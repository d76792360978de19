import { SYSTEM } from '../ledger/accounts.ts';
import { bigintOf } from '../bigint-of.ts';
import type { ListedMarket } from '../catalog/listings.ts';
import type { CurrencyId } from '../ids.ts';
import { AT, InvariantError, type InvariantChecks } from '../invariants.ts';
import { MAX_CURRENCY_ID, type AccountSlot, type HoldSlot, type Ledger } from '../ledger/ledger.ts';

/** One side of a trade as the ledger sees it. */
export interface TradeSide {
  /** What it pays with. */
  readonly hold: HoldSlot;
  readonly receiver: AccountSlot;
  readonly received: bigint;
  readonly feeBps: number;
  /** Taken from what it received (`feeOf`). */
  readonly fee: bigint;
}

/**
 * Moves the money of trades: what was held is paid, what is received loses its fee, and the fee's
 * fraction of a unit goes to `rounding`.
 */
export class Settlement {
  readonly #ledger: Ledger;
  readonly #checks: InvariantChecks;
  readonly #feeAccounts = new Int32Array(MAX_CURRENCY_ID + 1).fill(-1);
  readonly #roundingAccounts = new Int32Array(MAX_CURRENCY_ID + 1).fill(-1);

  constructor(ledger: Ledger, checks: InvariantChecks) {
    this.#ledger = ledger;
    this.#checks = checks;
  }

  /**
   * Pays base from the seller's hold to the buyer and quote from the buyer's hold to the seller,
   * then the fee of each. Each trade balances by itself (B7): two that are wrong by the same amount
   * do not make up for each other.
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
    // Nothing but trades posts in an order's command.
    if (ledger.imbalance(settings.base) !== 0n || ledger.imbalance(settings.quote) !== 0n) {
      throw new InvariantError('B7', `trade ${trade} does not sum to zero`);
    }
  }

  /**
   * Whole units of the exact fee go to `fees`; a fraction costs the payer one unit, which goes to
   * `rounding`.
   */
  #payFee(
    trade: number,
    { receiver, received, feeBps, fee }: TradeSide,
    currency: CurrencyId,
  ): void {
    const scaled = received * bigintOf(feeBps);
    const excess = fee * FULL_BPS - scaled;
    this.#checks.counts[AT.L8]++;
    if (excess < 0n || excess >= FULL_BPS)
      throw new InvariantError('L8', 'a fee is rounded by a unit or more');
    if (fee === 0n) return;
    const whole = excess === 0n ? fee : fee - 1n;
    this.#ledger.post(receiver, 0n - fee, 'fee', trade, '');
    if (whole > 0n)
      this.#ledger.post(
        this.#account(this.#feeAccounts, SYSTEM.fees, currency),
        whole,
        'fee',
        trade,
        '',
      );
    if (excess > 0n)
      this.#ledger.post(
        this.#account(this.#roundingAccounts, SYSTEM.rounding, currency),
        1n,
        'fee',
        trade,
        '',
      );
  }

  #account(cache: Int32Array, owner: number, currency: CurrencyId): AccountSlot {
    if (cache[currency] < 0) cache[currency] = this.#ledger.open(owner, 'spot', currency);
    return cache[currency];
  }
}

const FULL_BPS = 10_000n;

/** What a side pays of what it receives: rounded up to a whole unit. */
export function feeOf(received: bigint, feeBps: number): bigint {
  return (received * bigintOf(feeBps) + 9_999n) / FULL_BPS;
}
