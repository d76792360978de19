import type { AreaParts } from '../area-parts.ts';
import type { CurrencyId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Rules } from '../rules.ts';
import { HouseDebts } from './house-debts.ts';
import type { MarginBook } from './margin-book.ts';
import type { MarginEvent } from './margin-events.ts';
import { couldWin, type MarginMarket } from './margin-market.ts';
import { ownMargin, profitAt, sizeOf, valueOf, type Entry, type Position } from './position.ts';

/**
 * The other side of all contracts. Owns the house's debts, and promises that it could pay the most
 * that open positions may win (M8).
 */
export class MarginHouse {
  readonly debts: HouseDebts;
  readonly #book: MarginBook;
  readonly #ledger: Ledger;
  readonly #checks: InvariantChecks;
  readonly #rules: Rules;

  constructor({ ledger, events, checks, rules }: AreaParts<MarginEvent>, book: MarginBook) {
    this.#book = book;
    this.#ledger = ledger;
    this.#checks = checks;
    this.#rules = rules;
    this.debts = new HouseDebts(ledger, events);
  }

  /** The house's margin wallet, quote units. */
  funds(currency: CurrencyId): bigint {
    const account = this.#ledger.find(SYSTEM.house, 'margin', currency);
    return account < 0 ? 0n : this.#ledger.available(account);
  }

  /**
   * Amount that may leave the house's margin wallet: all but the possible profits of open positions
   * and the house's debts.
   */
  free(currency: CurrencyId): bigint {
    return this.#rules.houseBacksContracts
      ? this.funds(currency) - this.#needed(currency)
      : this.funds(currency);
  }

  /**
   * Why the house refuses a position.
   * @param closing a position that closes at the index before, of the same market
   */
  cannotTake(
    market: MarginMarket,
    position: Position,
    { value }: Entry,
    closing?: Position,
  ): 'exposure' | 'house' | undefined {
    const { terms, listed, exposure, sizes } = market;
    const { quote } = listed.settings;
    if (exposure[position.side] + value > terms.exposureCap) return 'exposure';
    if (this.#rules.houseBacksContracts) {
      const { side } = position;
      const after = {
        ...market,
        exposure: { ...exposure, [side]: exposure[side] + value },
        sizes: { ...sizes, [side]: sizes[side] + sizeOf(position) },
      };
      if (closing !== undefined) {
        after.exposure[closing.side] -= valueOf(closing, closing.entryTicks);
        after.sizes[closing.side] -= sizeOf(closing);
      }
      const paid = closing === undefined ? 0n : this.#paidFor(closing);
      const funds = this.funds(quote) - paid;
      if (funds < this.#needed(quote) - couldWin(market) + couldWin(after)) return 'house';
    }
    return undefined;
  }

  /**
   * Amount that the house pays for a position that closes at the index; below zero the amount that
   * it gets: of an isolated loss no more than the margin and the balance of the insurance.
   */
  #paidFor(closing: Position): bigint {
    const { indexTicks, settings } = closing.market;
    const profit = profitAt(closing, indexTicks);
    if (!closing.isIsolated || profit >= 0n) return profit;
    const insurance = this.#ledger.find(SYSTEM.insurance, 'spot', settings.quote);
    const most = ownMargin(closing) + (insurance < 0 ? 0n : this.#ledger.available(insurance));
    return -profit < most ? profit : -most;
  }

  /** Pays debts from money that reached the house, oldest first. */
  payDebts(): void {
    for (const { user, currency } of this.debts.pay())
      this.#book.knownAccount(user, currency)?.bind();
  }

  /** M8: while there is a debt the house's wallet is empty. */
  verify(): void {
    for (const currency of this.debts.currencies())
      this.#checks.check(
        'M8',
        this.funds(currency) === 0n,
        `the house has money of currency ${currency} and owes profits`,
      );
  }

  /**
   * Amount that the house must have: the possible profits of a currency's open positions, and its
   * debts.
   */
  #needed(currency: CurrencyId): bigint {
    let needed = this.debts.total(currency);
    for (const market of this.#book.markets())
      if (market.listed.settings.quote === currency) needed += couldWin(market);
    return needed;
  }
}
