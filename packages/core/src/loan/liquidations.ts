import type { Amount, PriceTicks, QuantityLots } from '@meridian/money/amount';
import type { AreaParts } from '../area-parts.ts';
import type { ListedMarket } from '../catalog/listings.ts';
import { cappedPrice } from '../catalog/price-bounds.ts';
import type { EventSink } from '../event-sink.ts';
import type { MarketId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import { feeOf } from '../ledger/fees.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { newTrigger, TriggerHeap, type Trigger } from '../margin/trigger-heap.ts';
import type { Rules } from '../rules.ts';
import type { Spot } from '../spot/spot.ts';
import { TimerHeap } from '../timers/timer-heap.ts';
import { told, type LiveLoan, type LoanBook } from './loan-book.ts';
import type { LoanId } from './loan-commands.ts';
import type { LoanEvent } from './loan-events.ts';
import { debtOf, isWithinLevel, lotsToSell, nextHourMs, ticksOfLevel } from './loan-sums.ts';

/** Loans of a market that one command acts on: the rest waits for the next price or tick. */
const MOST_AT_ONCE = 50;
/** Loans whose hours begin in one command. */
const MOST_HOURS = 1_000;

/**
 * Watches the loans: at each fresh price it warns those that reach a level, three times, and sells
 * of those beyond the last one the smallest part that restores the initial ratio, through the book
 * and no further below the index than their terms say. Collateral that no order may sell is lost. A
 * stale price does nothing (N3). Levels are compared with the mark price, so that one venue's print
 * sells nothing.
 */
export class Liquidations {
  readonly #ledger: Ledger;
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<LoanEvent>;
  readonly #rules: Rules;
  readonly #spot: Spot;
  readonly #book: LoanBook;
  readonly #heaps = new Map<MarketId, TriggerHeap<LiveLoan>>();
  readonly #triggers = new Map<LoanId, Trigger<LiveLoan>>();
  readonly #hours = new TimerHeap();

  constructor(
    parts: AreaParts<LoanEvent> & {
      readonly spot: Spot;
      readonly book: LoanBook;
    },
  ) {
    this.#ledger = parts.ledger;
    this.#checks = parts.checks;
    this.#events = parts.events;
    this.#rules = parts.rules;
    this.#spot = parts.spot;
    this.#book = parts.book;
  }

  /** Begins to watch a loan. */
  begin(loan: LiveLoan, timeMs: number): void {
    loan.hourMs = nextHourMs(loan, timeMs);
    this.#hours.add(loan.hourMs, loan.id);
    this.watch(loan, timeMs);
  }

  /** Watches a loan of a snapshot as it was watched before. */
  restore(loan: LiveLoan): void {
    if (loan.state !== 'active') return;
    this.#hours.add(loan.hourMs, loan.id);
    this.watch(loan, loan.watchedMs);
  }

  /** Waits for the price of the loan's next level, after its debt or its collateral changed. */
  watch(loan: LiveLoan, timeMs: number): void {
    const known = this.#triggers.get(loan.id);
    const heap = this.#heapOf(loan.market);
    if (known !== undefined) heap.remove(known);
    if (loan.state !== 'active') {
      this.#triggers.delete(loan.id);
      this.#hours.remove(loan.id);
      return;
    }
    loan.watchedMs = timeMs;
    const trigger = known ?? newTrigger(loan);
    this.#triggers.set(loan.id, trigger);
    const { warnBps, liquidationBps } = loan.terms;
    const level = warnBps[loan.warnings] ?? liquidationBps;
    const market = this.#book.marketOf(loan);
    heap.add(trigger, ticksOfLevel(debtOf(loan, timeMs), loan.pledged, market, level));
  }

  /** Warnings that no longer stand are taken back: the next fall warns anew. */
  calm(loan: LiveLoan, timeMs: number): boolean {
    const market = this.#book.marketOf(loan);
    if (loan.warnings === 0 || !isFresh(market, timeMs)) return false;
    const { warnBps } = loan.terms;
    const below = { levelBps: warnBps[0] - 1, ticks: market.markTicks };
    if (!isWithinLevel(debtOf(loan, timeMs), loan.pledged, market, below)) return false;
    loan.warnings = 0;
    return true;
  }

  /** Hours that begin raise debts; prices that were reached are acted on. */
  onTime(timeMs: number): void {
    for (let count = 0; count < MOST_HOURS;) {
      const id = this.#hours.takeBefore(timeMs + 1);
      if (id < 0) break;
      const loan = this.#book.get(id);
      // An ended loan does not count: a restored exchange does not know it any more.
      if (loan === undefined || loan.state !== 'active') continue;
      count++;
      loan.hourMs = nextHourMs(loan, timeMs);
      this.#hours.add(loan.hourMs, id);
      if (this.calm(loan, timeMs)) this.#book.tell(loan, 'calmed', 0n, 0n);
      this.watch(loan, timeMs);
    }
    for (const id of [...this.#heaps.keys()].sort((a, b) => a - b)) this.onPrice(id, timeMs);
  }

  onPrice(id: MarketId, timeMs: number): void {
    const heap = this.#heaps.get(id);
    if (heap === undefined || heap.size === 0) return;
    const market = this.#book.marketOf({ market: id });
    if (!isFresh(market, timeMs)) return;
    /** Those that were sold, or whose turn did not come: they wait for the next price. */
    const later: LiveLoan[] = [];
    let acts = 0;
    while (acts < MOST_AT_ONCE && heap.isReached(market.markTicks))
      for (const loan of this.#reached(heap, market.markTicks)) {
        if (acts < MOST_AT_ONCE && loan.warnings < loan.terms.warnBps.length)
          this.#warn(loan, timeMs);
        else {
          later.push(loan);
          if (acts < MOST_AT_ONCE && !this.#liquidate(loan, timeMs)) continue;
        }
        acts++;
      }
    for (const loan of later) this.watch(loan, timeMs);
  }

  /** Those nearest to their end first, so that the order is the same after a restart. */
  #reached(heap: TriggerHeap<LiveLoan>, markTicks: number): LiveLoan[] {
    const reached: LiveLoan[] = [];
    heap.fire(markTicks, reached);
    const ticksOf = ({ id }: LiveLoan): number => this.#triggers.get(id)?.ticks ?? 0;
    return reached.sort((a, b) => ticksOf(b) - ticksOf(a) || a.id - b.id);
  }

  #warn(loan: LiveLoan, timeMs: number): void {
    loan.warnings++;
    this.watch(loan, timeMs);
    this.#events.list.push({
      type: 'loanWarned',
      warning: loan.warnings,
      markTicks: this.#book.marketOf(loan).markTicks,
      debt: debtOf(loan, timeMs) as Amount,
      loan: told(loan),
    });
  }

  /** False where nothing can be sold now: that must not be the turn of another loan. */
  #liquidate(loan: LiveLoan, timeMs: number): boolean {
    const market = this.#book.marketOf(loan);
    this.#checks.check('N3', isFresh(market, timeMs), `loan ${loan.id} is sold at a stale price`);
    const lowest = Math.max(
      market.band.low,
      cappedPrice('sell', market.indexTicks, loan.terms.boundBps),
    );
    const lots = lotsToSell(debtOf(loan, timeMs), loan, market, {
      ticks: market.markTicks,
      lowestTicks: lowest,
    });
    const { lotSize, minNotional } = market.settings;
    const worth = (loan.pledged / lotSize) * BigInt(lowest) * market.unit;
    if (worth < minNotional && this.#rules.losesSmallRests) {
      this.#lose(loan);
      return true;
    }
    if (this.#rules.offersToBids && lots > 0 && !this.#canSell(market, lowest)) return false;
    const sale = lots === 0 ? undefined : this.#sell(loan, market, { lots, lowest, timeMs });
    if (sale === 'refused') return !this.#rules.losesSmallRests;
    if (loan.principal === 0n) this.#book.end(loan, 'liquidated');
    else if (isSafe(loan, market, timeMs)) loan.warnings = 0;
    if (sale !== undefined) this.#events.list.push({ ...sale, loan: told(loan) });
    if (loan.principal > 0n && loan.pledged < lotSize) this.#lose(loan);
    return true;
  }

  #canSell(market: ListedMarket, lowest: number): boolean {
    return market.settings.status === 'open' && this.#spot.bestBid(market) >= lowest;
  }

  #sell(
    loan: LiveLoan,
    market: ListedMarket,
    { lots, lowest, timeMs }: { lots: number; lowest: number; timeMs: number },
  ) {
    const offered = BigInt(lots) * market.settings.lotSize;
    const account = this.#ledger.open(loan.user, 'spot', loan.currency);
    const before = this.#ledger.available(account) + this.#ledger.held(account);
    this.#book.release(loan, offered);
    const outcome = this.#spot.apply(
      {
        kind: 'spot.place',
        user: loan.user,
        market: loan.market,
        side: 'sell',
        type: 'limit',
        priceTicks: lowest as PriceTicks,
        quantityLots: lots as QuantityLots,
        timeInForce: 'ioc',
        postOnly: false,
        selfTrade: 'expireMaker',
      },
      timeMs,
    );
    const soldLots = outcome.ok ? (outcome.filledLots ?? 0) : 0;
    const sold = BigInt(soldLots) * market.settings.lotSize;
    if (offered > sold) this.#book.pledge(loan, offered - sold);
    if (!outcome.ok) return 'refused';
    // The fees of the trades are off already; own orders that the sale met are released.
    const proceeds = this.#ledger.available(account) + this.#ledger.held(account) - before;
    const fee = feeOf(proceeds, loan.terms.feeBps);
    if (fee > 0n) {
      const insurance = this.#ledger.open(SYSTEM.insurance, 'spot', loan.currency);
      this.#ledger.post(account, -fee, 'loanFee', loan.id, '');
      this.#ledger.post(insurance, fee, 'loanFee', loan.id, '');
    }
    const paid = this.#book.pay(loan, account, proceeds - fee, timeMs);
    return {
      type: 'loanLiquidated',
      order: outcome.order ?? 0,
      offered: offered as Amount,
      sold: sold as Amount,
      proceeds: proceeds as Amount,
      fee: fee as Amount,
      interest: paid.interest as Amount,
      repaid: paid.principal as Amount,
      markTicks: market.markTicks,
    } as const;
  }

  /** Nothing is left to sell: others pay the savers, as far as they can, and the rest is named. */
  #lose(loan: LiveLoan): void {
    this.#book.forfeitRest(loan);
    const { currency, product } = loan;
    const insurance = this.#ledger.open(SYSTEM.insurance, 'spot', currency);
    const byInsurance = this.#book.payFor(loan, insurance);
    const bySource = this.#book.payFor(loan, this.#book.sourceOf({ product, currency }));
    const byHouse = this.#book.payFor(loan, this.#ledger.open(SYSTEM.house, 'spot', currency));
    const missing = loan.principal;
    if (missing === 0n) this.#book.end(loan, 'liquidated');
    else loan.state = 'lost';
    this.#events.list.push({
      type: 'loanLost',
      byInsurance: byInsurance as Amount,
      bySource: bySource as Amount,
      byHouse: byHouse as Amount,
      missing,
      loan: told(loan),
    });
  }

  #heapOf(market: MarketId): TriggerHeap<LiveLoan> {
    const known = this.#heaps.get(market);
    if (known !== undefined) return known;
    const heap = new TriggerHeap<LiveLoan>('down');
    this.#heaps.set(market, heap);
    return heap;
  }
}

/** Whether the quotes behind a market's index are young enough to act on. */
export function isFresh(market: ListedMarket, timeMs: number): boolean {
  return market.indexTicks > 0 && timeMs - market.indexQuotedAtMs <= market.settings.indexMaxAgeMs;
}

function isSafe(loan: LiveLoan, market: ListedMarket, timeMs: number): boolean {
  const level = { levelBps: loan.terms.warnBps[0] - 1, ticks: market.markTicks };
  return isWithinLevel(debtOf(loan, timeMs), loan.pledged, market, level);
}
