import type { Market } from '@meridian/core/catalog/catalog';
import type { ConvertEvent } from '@meridian/core/convert/convert-events';
import type { Network } from '@meridian/core/custody/custody-commands';
import type { CustodyEvent } from '@meridian/core/custody/custody-events';
import type { EarnEvent } from '@meridian/core/earn/earn-events';
import type { FeeEvent } from '@meridian/core/fee/fee-events';
import type { LoanEvent } from '@meridian/core/loan/loan-events';
import type { SaleEvent } from '@meridian/core/sale/sale-events';
import type { RebateEvent } from '@meridian/core/rebate/rebate-events';
import type { VoteEvent } from '@meridian/core/vote/vote-events';
import type { Applied, Event } from '@meridian/core/events';
import type { Traded } from '@meridian/core/spot/spot-events';
import type { Posted, TransferMade } from '@meridian/core/ledger/posting';
import { INVARIANTS, type InvariantId } from '@meridian/core/invariants';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import { TRANSFER_KINDS } from '@meridian/core/ledger/transfer-id';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import { ConvertAuditor } from './convert-auditor.ts';
import { CustodyAuditor } from './custody-auditor.ts';
import { EarnAuditor } from './earn-auditor.ts';
import { FeeAuditor } from './fee-auditor.ts';
import { LoanAuditor } from './loan-auditor.ts';
import { MarginAuditor } from './margin-auditor.ts';
import { NaiveBook } from './naive-book.ts';
import { accountName } from './naive-ledger.ts';
import { P2pAuditor } from './p2p-auditor.ts';
import { RebateAuditor } from './rebate-auditor.ts';
import { SaleAuditor } from './sale-auditor.ts';
import { SecondsAuditor } from './seconds-auditor.ts';
import { SpotAuditor, type AuditedMarket } from './spot-auditor.ts';
import { VoteAuditor } from './vote-auditor.ts';
import { LARGEST_BALANCE } from './naive-rules.ts';

/**
 * L7 is the auditor's own: only a reader that keeps all postings can check that balances are their
 * sum.
 */
export type AuditedInvariant = InvariantId | 'L7';
export const AUDITED: readonly AuditedInvariant[] = [...INVARIANTS, 'L7'];

/**
 * Owns balances and holds rebuilt from events alone. Promises the invariants L1 to L10 and B7 after
 * each command; the spot auditor proves the rest of B1 to B11, the custody auditor W1, W3, W5 and
 * W7 to W11, the margin auditor M1 to M9, the seconds auditor S1 to S7, the marketplace's auditor
 * C1 to C7, those of earning products, conversions and loans E1 to E4, V1 to V3 and N1 to N3, that
 * of votes T1, that of rebates R1 and R2, that of token sales A1 to A5, that of fees F1 and F2; J10
 * is that a refusal has no events. It does not look into the exchange; `compare` compares its own
 * state with a snapshot.
 */
export class EventAuditor {
  /** Number of proofs of each invariant. */
  readonly checks = new Map<AuditedInvariant, number>();
  readonly #scales = new Map<number, number>();
  readonly #markets = new Map<number, AuditedMarket>();
  readonly #available = new Map<string, bigint>();
  readonly #held = new Map<string, bigint>();
  /** Sum of the holds of an account's orders. */
  readonly #holds = new Map<string, bigint>();
  /** Numbers of the transfers that took effect, by kind. */
  readonly #transfers = new Map<string, Set<number>>();
  readonly #spot = new SpotAuditor({
    prove: (id, holds, detail) => this.#prove(id, holds, detail),
    markets: this.#markets,
    noteTrade: (trade, market, timeMs) => this.#fees.trade(trade, market, timeMs),
  });
  readonly #custody = new CustodyAuditor({
    prove: (id, holds, detail) => this.#prove(id, holds, detail),
    available: (account) => this.#available.get(account) ?? 0n,
    isWorth: (network, amount, from, timeMs) => this.#isWorth(network, amount, { from, timeMs }),
  });
  readonly #margin = new MarginAuditor({
    prove: (id, holds, detail) => this.#prove(id, holds, detail),
    available: (account) => this.#available.get(account) ?? 0n,
    quoteOf: (market) => this.#market(market).settings.quote,
    maxAgeOf: (market) => this.#market(market).settings.indexMaxAgeMs,
  });
  readonly #fees = new FeeAuditor((id, holds, detail) => this.#prove(id, holds, detail));
  readonly #seconds = new SecondsAuditor((id, holds, detail) => this.#prove(id, holds, detail));

  readonly #p2p = new P2pAuditor((id, holds, detail) => this.#prove(id, holds, detail));
  readonly #earn = new EarnAuditor((id, holds, detail) => this.#prove(id, holds, detail));
  readonly #convert = new ConvertAuditor(
    (id, holds, detail) => this.#prove(id, holds, detail),
    (id) => {
      const { indexTicks, markTicks, unit, settings, book } = this.#market(id);
      const [bid, ask] = [book.best('buy'), book.best('sell')];
      return {
        lotSize: settings.lotSize,
        index: BigInt(indexTicks) * unit,
        mark: BigInt(markTicks) * unit,
        bid: bid && BigInt(bid.priceTicks) * unit,
        ask: ask && BigInt(ask.priceTicks) * unit,
      };
    },
  );
  readonly #votes = new VoteAuditor((id, holds, detail) => this.#prove(id, holds, detail));
  readonly #rebates = new RebateAuditor(
    (id, holds, detail) => this.#prove(id, holds, detail),
    () => [...this.#markets.values()],
  );
  readonly #sales = new SaleAuditor((id, holds, detail) => this.#prove(id, holds, detail));
  readonly #loan = new LoanAuditor(
    (id, holds, detail) => this.#prove(id, holds, detail),
    (id, timeMs) => {
      const { indexTicks, markTicks, quotedAtMs, unit, settings } = this.#market(id);
      const { lotSize, indexMaxAgeMs: maxAgeMs } = settings;
      return { unit, lotSize, indexTicks, markTicks, ageMs: timeMs - quotedAtMs, maxAgeMs };
    },
  );

  observe(applied: Applied): void {
    if (!applied.outcome.ok)
      this.#prove(
        'J10',
        applied.events.length === 0,
        `a command after ${applied.seq} is refused and has events`,
      );
    this.#spot.begin();
    const trades = new Map<number, Traded>();
    for (const event of applied.events) {
      if (event.type === 'traded') trades.set(event.trade, event);
      if (event.type !== 'posted') this.#follow(event, applied);
    }
    const postings = applied.events.filter((event) => event.type === 'posted');
    for (const posting of postings) this.#post(posting, trades);
    this.#checkTransfers(applied.events, postings);
    this.#checkSums(postings);
    this.#checkTrades(trades, postings, applied.timeMs);
    this.#noteFees(postings, applied.timeMs);
    this.#rebates.check(postings);
    this.#spot.settle();
    this.#custody.settle(postings);
    this.#seconds.settle(postings);
    this.#p2p.settle();
    this.#settleProducts(postings);
    this.#margin.settle(applied.events, applied.timeMs);
    for (const { id, user } of this.#spot.openOrders())
      this.#prove(
        'W8',
        !this.#custody.isDebtor(user),
        `order ${id} is open, and user ${user} owes`,
      );
  }

  #settleProducts(postings: readonly Posted[]): void {
    for (const { user, reason, subject } of postings)
      if (user === SYSTEM.rounding && reason === 'interest') this.#earn.rounded(subject);
    this.#earn.settle(postings);
    this.#convert.settle(postings);
    this.#loan.settle(postings);
    this.#sales.settle(postings);
  }

  /** Compares everything rebuilt from events with the exchange's own snapshot. */
  compare(snapshot: ExchangeSnapshot): void {
    const totals = new Map<number, bigint>();
    for (const { user, wallet, currency, available, held } of snapshot.accounts) {
      const account = accountName(user, wallet, currency);
      const isFold =
        BigInt(available) === (this.#available.get(account) ?? 0n) &&
        BigInt(held) === (this.#held.get(account) ?? 0n);
      this.#prove('L7', isFold, `${account} is not the fold of its postings`);
      totals.set(currency, (totals.get(currency) ?? 0n) + BigInt(available) + BigInt(held));
    }
    for (const [currency, total] of totals)
      this.#prove('L4', total === 0n, `currency ${currency} sums to ${total}`);
    for (const kind of TRANSFER_KINDS) {
      const [made, ranges] = [
        this.#transfers.get(kind) ?? new Set<number>(),
        snapshot.transfers[kind] ?? [],
      ];
      const count = ranges.reduce((sum, [first, last]) => sum + (last - first) + 1, 0);
      const isSame =
        count === made.size &&
        [...made].every((number) =>
          ranges.some(([first, last]) => first <= number && number <= last),
        );
      this.#prove('L10', isSame, `the snapshot has other ${kind} transfers`);
    }
    this.#spot.compare(snapshot.orders);
  }

  #follow(event: Exclude<Event, Posted>, { timeMs, seq }: Applied): void {
    switch (event.type) {
      case 'currencyListed':
        this.#scales.set(event.currency.id, event.currency.scale);
        break;
      case 'marketListed':
        this.#list(event.market);
        break;
      case 'indexPriceSet':
        Object.assign(this.#market(event.market), {
          indexTicks: event.priceTicks,
          indexTimeMs: timeMs,
          markTicks: event.markTicks,
          quotedAtMs: event.quotedAtMs,
        });
        this.#margin.tick(event.market, { ticks: event.priceTicks, mark: event.markTicks, timeMs });
        this.#seconds.tick({
          seq,
          market: event.market,
          ticks: event.priceTicks,
          timeMs,
          quotedMs: event.quotedAtMs,
          sources: event.sources,
        });
        break;
      case 'transferMade':
        this.#transfer(event);
        break;
      case 'orderPlaced':
      case 'traded':
      case 'orderRested':
      case 'orderReduced':
      case 'orderClosed':
        this.#spot.follow(event, timeMs);
        break;
      case 'marginTermsSet':
      case 'marginOrderPlaced':
      case 'marginOrderCancelled':
      case 'positionOpened':
      case 'positionReduced':
      case 'isolatedMarginChanged':
      case 'marginRemovalAsked':
      case 'marginRemovalEnded':
      case 'limitCloseSet':
      case 'limitCloseEnded':
      case 'stopsSet':
      case 'positionClosing':
      case 'positionCloseEnded':
      case 'houseDebtChanged':
      case 'overnightAccrued':
      case 'positionClosed':
      case 'badDebt':
        this.#margin.follow(event, timeMs);
        break;
      case 'secondsTermsListed':
      case 'ticketOpened':
      case 'ticketStarted':
      case 'ticketClosed':
      case 'insuranceListed':
      case 'policyBought':
      case 'claimPaid':
      case 'owedClaimPaid':
      case 'policyEnded':
      case 'lossLimitSet':
      case 'timeLimitSet':
      case 'breakBegun':
        this.#seconds.follow(event, timeMs);
        break;
      case 'p2pTermsListed':
      case 'fiatRateSet':
      case 'adChanged':
      case 'dealChanged':
      case 'appealChanged':
      case 'traderChanged':
      case 'traderBlocked':
        this.#p2p.follow(event, timeMs);
        break;
      default:
        this.#followRest(event, timeMs);
    }
  }

  #followRest(
    event:
      | EarnEvent
      | ConvertEvent
      | LoanEvent
      | FeeEvent
      | VoteEvent
      | RebateEvent
      | SaleEvent
      | CustodyEvent,
    timeMs: number,
  ): void {
    switch (event.type) {
      case 'feeTiersSet':
        this.#fees.follow(event);
        break;
      case 'voteOpened':
      case 'voteCancelled':
      case 'voteCast':
      case 'voteRevoked':
      case 'voteEnded':
        this.#votes.follow(event, timeMs);
        break;
      case 'rebateRatesSet':
      case 'rebateMemberSet':
      case 'rebatesFunded':
      case 'rebateDayClosed':
      case 'rebateDayPriced':
      case 'rebateShared':
      case 'rebateFeesDropped':
      case 'rebateDayPaid':
        this.#rebates.follow(event, timeMs);
        break;
      case 'saleFunded':
      case 'saleAnnounced':
      case 'saleOpened':
      case 'saleCancelled':
      case 'saleCommitted':
      case 'saleCommitmentTaken':
      case 'saleDecided':
      case 'saleSettled':
      case 'saleVested':
      case 'saleVesting':
      case 'saleEnded':
        this.#sales.follow(event, timeMs);
        break;
      case 'earnProductListed':
      case 'earnFunded':
      case 'lockOpened':
      case 'interestAccrued':
      case 'lockRenewalSet':
      case 'lockEnded':
      case 'savingChanged':
      case 'savingsDayEnded':
      case 'autoSaveSet':
        this.#earn.follow(event, timeMs);
        break;
      case 'convertTermsListed':
      case 'convertDeskFunded':
      case 'quoteMade':
      case 'quoteEnded':
      case 'dustSwept':
      case 'planStarted':
      case 'planRan':
      case 'planEnded':
        this.#convert.follow(event, timeMs);
        break;
      case 'loanOfferListed':
      case 'loanChanged':
      case 'loanWarned':
      case 'loanLiquidated':
      case 'loanLost':
        this.#loan.follow(event, timeMs);
        break;
      default:
        this.#custody.follow(event, timeMs);
    }
  }

  #list(settings: Market): void {
    const listed = this.#markets.get(settings.id);
    if (listed !== undefined) listed.settings = settings;
    else {
      const unit =
        (settings.tickSize * settings.lotSize) /
        10n ** BigInt(this.#scales.get(settings.base) ?? 0);
      this.#markets.set(settings.id, {
        settings,
        unit,
        book: new NaiveBook(),
        indexTicks: 0,
        indexTimeMs: 0,
        markTicks: 0,
        quotedAtMs: 0,
      });
    }
  }

  /** L10: a command has at most one id, and moves money under it. */
  #checkTransfers(events: readonly Event[], postings: readonly Posted[]): void {
    const count = events.filter(({ type }) => type === 'transferMade').length;
    if (count > 0)
      this.#prove(
        'L10',
        count === 1 && postings.length > 0,
        `a command makes ${count} transfers with ${postings.length} postings`,
      );
  }

  /** L10: an id belongs to one transfer. */
  #transfer({ kind, number }: TransferMade): void {
    const made = this.#transfers.get(kind) ?? new Set();
    this.#prove('L10', !made.has(number), `transfer ${kind} ${number} takes effect twice`);
    this.#transfers.set(kind, made.add(number));
  }

  #post(posting: Posted, trades: ReadonlyMap<number, Traded>): void {
    const { user, wallet, currency, available, held, reason } = posting;
    const account = accountName(user, wallet, currency);
    const availableAfter = (this.#available.get(account) ?? 0n) + available;
    const heldAfter = (this.#held.get(account) ?? 0n) + held;
    this.#available.set(account, availableAfter);
    this.#held.set(account, heldAfter);
    const isSmall = [available, held, availableAfter, heldAfter].every(
      (amount) => amount < LARGEST_BALANCE && amount > -LARGEST_BALANCE,
    );
    this.#prove('L3', isSmall && (available !== 0n || held !== 0n), `posting to ${account}`);
    this.#prove(
      'L7',
      posting.availableAfter === availableAfter && posting.heldAfter === heldAfter,
      `${account} after a ${reason}`,
    );
    this.#prove(
      'L2',
      heldAfter >= 0n && (availableAfter >= 0n || user === SYSTEM.outside),
      `${account} is below zero`,
    );
    if (user === SYSTEM.house)
      this.#prove('L9', availableAfter >= 0n, 'the house gives what it has not got');
    if (held === 0n) return;
    const isOfArea =
      this.#custody.owns(posting) ||
      this.#seconds.owns(posting) ||
      this.#margin.owns(posting) ||
      this.#p2p.owns(posting) ||
      this.#earn.owns(posting) ||
      this.#convert.owns(posting) ||
      this.#loan.owns(posting) ||
      this.#sales.owns(posting);
    if (!isOfArea) this.#spot.hold(posting, trades);
    this.#holds.set(account, (this.#holds.get(account) ?? 0n) + held);
    this.#prove(
      'L5',
      heldAfter === this.#holds.get(account),
      `held of ${account} is not the sum of its holds`,
    );
  }

  /** L1, and with it L4: the postings of a command sum to zero in each currency. */
  #checkSums(postings: readonly Posted[]): void {
    const sums = new Map<number, bigint>();
    for (const { currency, available, held } of postings)
      sums.set(currency, (sums.get(currency) ?? 0n) + available + held);
    for (const [currency, sum] of sums)
      this.#prove('L1', sum === 0n, `postings of currency ${currency} sum to ${sum}`);
  }

  /**
   * B7: each trade balances by itself. The part of its fees that the exchange keeps counts for
   * inviters.
   */
  #checkTrades(
    trades: ReadonlyMap<number, Traded>,
    postings: readonly Posted[],
    timeMs: number,
  ): void {
    for (const trade of trades.values()) {
      const own = postings.filter(
        ({ reason, subject, reference }) =>
          (reason === 'trade' ||
            reason === 'makerRebate' ||
            (reason === 'fee' && reference === '')) &&
          subject === trade.trade,
      );
      const { settings } = this.#market(trade.market);
      for (const currency of [settings.base, settings.quote]) {
        const legs = own.filter((posting) => posting.currency === currency);
        const sum = legs.reduce((total, { available, held }) => total + available + held, 0n);
        this.#prove(
          'B7',
          legs.length > 0 && sum === 0n,
          `trade ${trade.trade} does not balance in currency ${currency}`,
        );
      }
      for (const { payer, other, currency, amount } of this.#fees.settle(
        trade,
        settings,
        own,
        timeMs,
      ))
        this.#rebates.note(payer, other, currency, amount, timeMs);
    }
  }

  /** Fees of contracts and tickets, whose other side is the house. */
  #noteFees(postings: readonly Posted[], timeMs: number): void {
    const fees = postings.filter(
      ({ reason, reference }) => reason === 'fee' && /^(?:position|ticket)$/.test(reference),
    );
    for (const { user, subject, reference, currency, available } of fees) {
      if (user !== SYSTEM.fees) continue;
      const payer = fees.find(
        (leg) =>
          leg.subject === subject && leg.reference === reference && leg.user > SYSTEM.rebates,
      );
      if (payer !== undefined) this.#rebates.note(payer.user, 0, currency, available, timeMs);
    }
  }

  #prove(id: AuditedInvariant, holds: boolean, detail: string): void {
    this.checks.set(id, (this.checks.get(id) ?? 0) + 1);
    if (!holds) throw new Error(`invariant ${id} does not hold: ${detail}`);
  }

  /**
   * Whether an amount is worth at least so much at the present index; undefined if the index is
   * stale or missing.
   */
  #isWorth(
    { worthMarket, currency }: Network,
    amount: bigint,
    { from, timeMs }: { from: bigint; timeMs: number },
  ): boolean | undefined {
    if (worthMarket === 0) return amount >= from;
    const { settings, indexTicks, indexTimeMs } = this.#market(worthMarket);
    if (indexTicks === 0 || timeMs > indexTimeMs + settings.indexMaxAgeMs) return undefined;
    return (
      amount * BigInt(indexTicks) * settings.tickSize >=
      from * 10n ** BigInt(this.#scales.get(currency) ?? 0)
    );
  }

  #market(id: number): AuditedMarket {
    const market = this.#markets.get(id);
    if (market === undefined)
      throw new Error(`an event names market ${id}, which was never listed`);
    return market;
  }
}
