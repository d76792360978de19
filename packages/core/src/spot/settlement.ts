import { SYSTEM } from '../ledger/accounts.ts';
import type { ListedMarket } from '../catalog/listings.ts';
import type { CurrencyId } from '../ids.ts';
import { AT, type InvariantChecks } from '../invariants.ts';
import { MAX_CURRENCY_ID, type AccountSlot, type HoldSlot, type Ledger } from '../ledger/ledger.ts';

/** One side of a trade as the ledger sees it. */
export interface TradeSide {
  readonly hold: HoldSlot;
  readonly baseAccount: AccountSlot;
  readonly quoteAccount: AccountSlot;
  readonly feeBps: number;
}

/** Moves the money of trades: what was held is paid, what is received loses its fee, and the fee's fraction of a unit goes to `rounding`. */
export class Settlement {
  readonly #ledger: Ledger;
  readonly #checks: InvariantChecks;
  readonly #feeAccounts = new Int32Array(MAX_CURRENCY_ID + 1).fill(-1);
  readonly #roundingAccounts = new Int32Array(MAX_CURRENCY_ID + 1).fill(-1);

  constructor(ledger: Ledger, checks: InvariantChecks) {
    this.#ledger = ledger;
    this.#checks = checks;
  }

  /** Pays base from the seller's hold to the buyer and quote from the buyer's hold to the seller. */
  settle(trade: number, market: ListedMarket, legs: { base: bigint; quote: bigint; buyer: TradeSide; seller: TradeSide }): void {
    const { base, quote, buyer, seller } = legs;
    const note = { reason: 'trade', subject: trade, reference: '' } as const;
    this.#checks.counts[AT.B7]++;
    this.#ledger.spend(buyer.hold, quote, note);
    this.#ledger.spend(seller.hold, base, note);
    this.#ledger.post(buyer.baseAccount, base, note);
    this.#ledger.post(seller.quoteAccount, quote, note);
    this.#payFee(trade, buyer.baseAccount, market.settings.base, base * BigInt(buyer.feeBps));
    this.#payFee(trade, seller.quoteAccount, market.settings.quote, quote * BigInt(seller.feeBps));
  }

  /** @param scaled fee times 10,000: its whole units go to `fees`; a fraction costs the payer one unit, which goes to `rounding` */
  #payFee(trade: number, payer: AccountSlot, currency: CurrencyId, scaled: bigint): void {
    const whole = scaled / 10_000n;
    const hasFraction = whole * 10_000n !== scaled;
    const fee = hasFraction ? whole + 1n : whole;
    this.#checks.check('L8', fee * 10_000n >= scaled && fee * 10_000n - scaled < 10_000n, 'a fee is rounded by a unit or more');
    if (fee === 0n) return;
    const note = { reason: 'fee', subject: trade, reference: '' } as const;
    this.#ledger.post(payer, -fee, note);
    if (whole > 0n) this.#ledger.post(this.#account(this.#feeAccounts, SYSTEM.fees, currency), whole, note);
    if (hasFraction) this.#ledger.post(this.#account(this.#roundingAccounts, SYSTEM.rounding, currency), 1n, note);
  }

  #account(cache: Int32Array, owner: number, currency: CurrencyId): AccountSlot {
    if (cache[currency] < 0) cache[currency] = this.#ledger.open(owner, 'spot', currency);
    return cache[currency];
  }
}

/** What a side pays of what it receives: rounded up to a whole unit. */
export function feeOf(received: bigint, feeBps: number): bigint {
  return (received * BigInt(feeBps) + 9_999n) / 10_000n;
}
