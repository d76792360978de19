import type { AreaParts } from '../area-parts.ts';
import type { Amount } from '@meridian/money/amount';
import type { Listings } from '../catalog/listings.ts';
import type { Market } from '../catalog/catalog.ts';
import type { SetIndexPrices } from '../catalog/catalog-commands.ts';
import type { EventSink } from '../event-sink.ts';
import { outcomeOf, refused, type Outcome } from '../outcome.ts';
import type { CurrencyId, MarketId, UserId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import type { AccountSlot, Ledger } from '../ledger/ledger.ts';
import type { Rejection } from '../rejections.ts';
import type { Rebates } from '../rebate/rebates.ts';
import type { Rules } from '../rules.ts';
import { feeOf, Fees } from '../ledger/fees.ts';
import { TimerHeap } from '../timers/timer-heap.ts';
import { Insurance } from './insurance.ts';
import { OwnLimits } from './own-limits.ts';
import type {
  BeginBreak,
  Duration,
  LimitLoss,
  LimitTime,
  ListSecondsTerms,
  OpenTicket,
  SecondsCommand,
  SecondsTerms,
  TicketId,
} from './seconds-commands.ts';
import * as wellFormed from './seconds-commands-check.ts';
import type { SecondsEvent, TicketResult } from './seconds-events.ts';
import type { SnapshotSeconds } from './seconds-snapshot.ts';
import {
  decodeTicket,
  encodeTicket,
  isThin,
  NO_TICK,
  opens,
  profitOf,
  settles,
  ticketOpened,
  type Tick,
  type Ticket,
} from './ticket.ts';

/** The outcome by the way that the price went for the direction: 1 with it, -1 against it. */
const OF_MOVE: Readonly<Record<number, TicketResult>> = { 1: 'won', 0: 'drawn', [-1]: 'lost' };

/** The terms of a market in a currency, and the possible profits of its open tickets. */
interface Offered {
  terms: SecondsTerms;
  exposure: bigint;
}

/** Terms, market, account and time by which a ticket is opened. */
interface Opening {
  readonly terms: SecondsTerms;
  readonly settings: Market;
  readonly account: AccountSlot;
  readonly timeMs: number;
}

/**
 * Owns the terms of seconds contracts, the open tickets with their holds, and the last tick of each
 * market. Promises S1 to S7: a ticket is settled once, by two journaled ticks and the rule that was
 * fixed when it was opened. No command can set a ticket's price or outcome: prices come from
 * `index.set` alone, which knows nothing of tickets.
 */
export class Seconds {
  readonly #ledger: Ledger;
  readonly #listings: Listings;
  readonly #checks: InvariantChecks;
  readonly #fees: Fees;
  readonly #rebates: Rebates;
  readonly #events: EventSink<SecondsEvent>;
  readonly #rules: Rules;
  readonly #insurance: Insurance;
  readonly #limits: OwnLimits;
  readonly #offered = new Map<string, Offered>();
  readonly #ticks = new Map<MarketId, Tick>();
  readonly #tickets = new Map<TicketId, Ticket>();
  /** By due time. */
  readonly #timers = new TimerHeap();
  /** Tickets of each market that have no open price yet, oldest first. */
  readonly #waiting = new Map<MarketId, Ticket[]>();
  /** Sum of the possible profits of a currency's open tickets, owed by the house (S4). */
  readonly #owed = new Map<CurrencyId, bigint>();
  #nextTicket = 1;

  constructor(parts: AreaParts<SecondsEvent> & { readonly rebates: Rebates }) {
    this.#ledger = parts.ledger;
    this.#listings = parts.listings;
    this.#checks = parts.checks;
    this.#fees = new Fees(parts.ledger, parts.checks);
    this.#events = parts.events;
    this.#rules = parts.rules;
    this.#rebates = parts.rebates;
    this.#insurance = new Insurance(parts);
    this.#limits = new OwnLimits(parts.checks);
  }

  apply(command: SecondsCommand, timeMs: number): Outcome {
    switch (command.kind) {
      case 'seconds.terms':
        return outcomeOf(this.#list(command));
      case 'seconds.open':
        return this.#open(command, timeMs);
      case 'seconds.listInsurance':
        return outcomeOf(this.#insurance.list(command));
      case 'seconds.insure':
        return this.#insurance.buy(command, timeMs);
      case 'seconds.endInsurance':
        return outcomeOf(this.#insurance.cancel(command, timeMs));
      case 'seconds.limitLoss':
      case 'seconds.limitTime':
      case 'seconds.beginBreak':
        return outcomeOf(this.#limit(command, timeMs));
      default:
        return refused('malformed');
    }
  }

  /**
   * Settles tickets due before now. Those due at this very moment wait, because a tick of the same
   * time may still come and count.
   */
  settleDue(timeMs: number): void {
    for (let id = this.#timers.takeBefore(timeMs); id >= 0; id = this.#timers.takeBefore(timeMs))
      this.#settle(id, timeMs);
    this.#insurance.expire(timeMs);
  }

  /**
   * Pays unpaid claims from new money.
   * @returns whether a user was paid
   */
  settleClaims(): boolean {
    return this.#insurance.settle();
  }

  /** Beginning of the rules that reserve possible claims. */
  keepClaims(): void {
    this.#insurance.keepClaims();
  }

  /**
   * New index prices, after `settleDue` of the same time and once they are listed: they become the
   * open prices of waiting tickets.
   * @param seq of their command
   */
  tick({ prices, sources = 1 }: SetIndexPrices, timeMs: number, seq: number): void {
    for (const [market, priceTicks, quotedAtMs = timeMs] of prices) {
      const tick = { seq, priceTicks, timeMs, quotedAtMs: Math.min(quotedAtMs, timeMs) };
      this.#ticks.set(market, tick);
      this.#start(market, tick, sources);
    }
  }

  /**
   * Amount that the house may take out of its wallet: all but the possible profits of open tickets
   * (S4).
   */
  free(currency: CurrencyId): bigint {
    return this.#houseFunds(currency) - this.#owedIn(currency);
  }

  /** Full scan: every open ticket, and the sums that markets and house owe (S4). */
  verify(): void {
    const exposures = new Map<string, bigint>();
    const owed = new Map<CurrencyId, bigint>();
    const waiting = new Set([...this.#waiting.values()].flat());
    for (const ticket of this.#tickets.values()) {
      const { market, currency, profit } = ticket;
      const key = offerKey(market, currency);
      exposures.set(key, (exposures.get(key) ?? 0n) + profit);
      owed.set(currency, (owed.get(currency) ?? 0n) + profit);
      this.#checkOpen(ticket, waiting.has(ticket));
    }
    for (const [key, { exposure }] of this.#offered)
      this.#checks.check(
        'S4',
        exposure === (exposures.get(key) ?? 0n),
        `exposure of ${key} was added up wrongly`,
      );
    for (const [currency, amount] of this.#owed) {
      this.#checks.check(
        'S4',
        amount === (owed.get(currency) ?? 0n),
        `what tickets of currency ${currency} could win was added up wrongly`,
      );
      this.#checkHouse(currency);
    }
    this.#checks.check(
      'S1',
      this.#timers.size === this.#tickets.size,
      'tickets and timers are not the same',
    );
    this.#insurance.verify();
    this.#limits.verify((user, currency) => [
      [...this.#tickets.values()]
        .filter((ticket) => ticket.user === user && ticket.currency === currency)
        .reduce((sum, { stake, fee }) => sum + stake + fee, 0n),
      this.#heldBy(user, currency),
    ]);
  }

  snapshot(): SnapshotSeconds {
    const offered = [...this.#offered.values()].sort(
      ({ terms: a }, { terms: b }) => a.market - b.market || a.currency - b.currency,
    );
    const ownLimits = this.#limits.snapshot();
    return {
      nextTicket: this.#nextTicket,
      nextPolicy: this.#insurance.nextPolicy,
      terms: offered.map(({ terms }) => wellFormed.encodeTerms(terms)),
      ticks: [...this.#ticks]
        .sort(([a], [b]) => a - b)
        .map(([market, { seq, priceTicks, timeMs, quotedAtMs }]) => ({
          market,
          seq,
          priceTicks,
          timeMs,
          quotedAtMs,
        })),
      tickets: [...this.#tickets.values()].map(encodeTicket),
      offers: this.#insurance.snapshotOffers(),
      policies: this.#insurance.snapshotPolicies(),
      claimReserve: this.#insurance.snapshotReserve(),
      ...(ownLimits === undefined ? {} : { ownLimits }),
    };
  }

  restore(snapshot: SnapshotSeconds): void {
    this.#nextTicket = snapshot.nextTicket;
    for (const row of snapshot.terms) {
      const terms = wellFormed.decodeTerms(row);
      this.#offered.set(offerKey(terms.market, terms.currency), { terms, exposure: 0n });
    }
    for (const { market, ...tick } of snapshot.ticks) this.#ticks.set(market, tick);
    for (const row of snapshot.tickets) {
      const ticket = decodeTicket(row);
      const account = this.#ledger.open(row.user, 'seconds', row.currency);
      const held = ticket.stake + ticket.fee;
      const hold = this.#ledger.restoreHold(account, held, row.id, 'ticket');
      this.#add({ ...ticket, hold });
    }
    this.#insurance.restore(snapshot);
    this.#limits.restore(snapshot.ownLimits ?? []);
  }

  #list(command: ListSecondsTerms): Rejection | undefined {
    const terms = wellFormed.pickTerms(command.terms);
    if (terms === undefined) return 'malformed';
    if (this.#listings.currency(terms.currency) === undefined) return 'currency_unknown';
    if (this.#listings.market(terms.market) === undefined) return 'market_unknown';
    const offered = this.#offered.get(offerKey(terms.market, terms.currency));
    if (offered === undefined)
      this.#offered.set(offerKey(terms.market, terms.currency), { terms, exposure: 0n });
    else offered.terms = terms;
    this.#push({ type: 'secondsTermsListed', terms });
    return undefined;
  }

  #limit(command: LimitLoss | LimitTime | BeginBreak, timeMs: number): Rejection | undefined {
    let event: Rejection | SecondsEvent;
    switch (command.kind) {
      case 'seconds.limitLoss':
        if (!wellFormed.isLossLimit(command)) return 'malformed';
        if (this.#listings.currency(command.currency) === undefined) return 'currency_unknown';
        event = this.#limits.limitLoss(command, timeMs);
        break;
      case 'seconds.limitTime':
        if (!wellFormed.isTimeLimit(command)) return 'malformed';
        event = this.#limits.limitTime(command, timeMs);
        break;
      case 'seconds.beginBreak':
        if (!wellFormed.isBreak(command)) return 'malformed';
        event = this.#limits.beginBreak(command, timeMs);
    }
    if (typeof event === 'string') return event;
    this.#push(event);
    return undefined;
  }

  #open(command: OpenTicket, timeMs: number): Outcome {
    if (!wellFormed.isOpening(command)) return refused('malformed');
    const { user, market: id, currency, stake } = command;
    const own = this.#limits.problemNow(user, timeMs);
    if (own !== undefined) return refused(own);
    const market = this.#listings.market(id);
    if (market === undefined) return refused('market_unknown');
    const { settings } = market;
    const offered = this.#offered.get(offerKey(id, currency));
    if (
      offered === undefined ||
      !offered.terms.isOpen ||
      settings.hasSeconds !== true ||
      settings.status !== 'open'
    )
      return refused('seconds_closed');
    const { terms } = offered;
    const duration = terms.durations.find(({ seconds }) => seconds === command.seconds);
    if (duration === undefined) return refused('duration_not_offered');
    if (!wellFormed.isAsSeen(command, terms.feeBps, duration))
      return refused('seconds_terms_changed');
    if (stake < duration.minStake) return refused('stake_too_small');
    if (stake > duration.maxStake) return refused('stake_too_large');
    const last = this.#ticks.get(id);
    if (last === undefined) return refused('index_unavailable');
    if (timeMs - last.timeMs > settings.indexMaxAgeMs) return refused('index_stale');
    if (isThin(market.indexSources, terms)) return refused('index_thin');
    const amount = stake + feeOf(stake, terms.feeBps);
    const open = this.#heldBy(user, currency);
    if (this.#limits.isTooMuch({ user, currency, amount, open }, timeMs))
      return refused('seconds_loss_limit');
    const account = this.#ledger.find(user, 'seconds', currency);
    if (account < 0 || this.#ledger.available(account) < amount)
      return refused('balance_insufficient');
    const profit = profitOf(stake, duration);
    if (offered.exposure + profit > terms.exposureCap) return refused('exposure_reached');
    if (this.#houseFunds(currency) < this.#owedIn(currency) + profit)
      return refused('house_insufficient');
    this.#checks.check(
      'S5',
      timeMs - market.indexTimeMs <= settings.indexMaxAgeMs,
      `a ticket opens on an old price of market ${id}`,
    );
    const ticket = this.#take(command, duration, { terms, settings, account, timeMs });
    this.#limits.countOpened({ user, currency, amount, open }, timeMs);
    this.#checks.check(
      'S4',
      offered.exposure <= terms.exposureCap,
      `market ${id} owes more than its cap`,
    );
    this.#checkHouse(currency);
    this.#push(ticketOpened(ticket));
    return { ok: true, id: ticket.id };
  }

  /**
   * Opens a ticket that passed all checks: it holds stake and fee, and keeps the terms that it was
   * opened with.
   */
  #take(
    { user, market, currency, stake, direction }: OpenTicket,
    duration: Duration,
    { terms, settings, account, timeMs }: Opening,
  ): Ticket {
    const fee = feeOf(stake, terms.feeBps);
    const { seconds, payoutBps } = duration;
    const number = this.#nextTicket++;
    const ticket: Ticket = {
      id: number,
      user,
      market,
      currency,
      direction,
      seconds,
      stake,
      feeBps: terms.feeBps,
      fee,
      payoutBps,
      profit: profitOf(stake, duration),
      openedMs: timeMs,
      dueMs: timeMs + seconds * 1_000,
      maxTickAgeMs: settings.indexMaxAgeMs,
      openDelayMs: this.#rules.ticketsWaitForQuotes ? wellFormed.openDelayOf(terms) : null,
      ...(terms.minSources === undefined ? {} : { minSources: terms.minSources }),
      policy: this.#insurance.policyOf(user, currency, timeMs),
      hold: this.#ledger.hold(account, stake + fee, number, 'ticket'),
      open: NO_TICK,
    };
    this.#add(ticket);
    return ticket;
  }

  #add(ticket: Ticket): void {
    const { id, market, currency, profit, dueMs } = ticket;
    this.#tickets.set(id, ticket);
    this.#timers.add(dueMs, id);
    if (ticket.open.seq === 0) {
      const waiting = this.#waiting.get(market);
      if (waiting === undefined) this.#waiting.set(market, [ticket]);
      else waiting.push(ticket);
    }
    this.#owe(market, currency, profit);
  }

  #start(market: MarketId, tick: Tick, sources: number): void {
    const waiting = this.#waiting.get(market);
    if (waiting === undefined) return;
    const left: Ticket[] = [];
    for (const ticket of waiting) {
      // A ticket that expired without a tick was settled as void while it waited.
      if (!this.#tickets.has(ticket.id)) continue;
      if (!opens(ticket, tick) || isThin(sources, ticket)) {
        left.push(ticket);
        continue;
      }
      this.#checks.check(
        'S5',
        !isThin(this.#listings.market(market)?.indexSources ?? 0, ticket),
        `ticket ${ticket.id} opens on an index of too few venues`,
      );
      ticket.open = tick;
      this.#push({
        type: 'ticketStarted',
        ticket: ticket.id,
        user: ticket.user,
        market,
        openTick: tick.seq,
        openTicks: tick.priceTicks,
      });
    }
    if (left.length < waiting.length) this.#waiting.set(market, left);
  }

  #settle(id: TicketId, timeMs: number): void {
    const ticket = this.#tickets.get(id);
    this.#checks.check(
      'S1',
      ticket !== undefined && ticket.dueMs < timeMs,
      `ticket ${id} is settled twice or early`,
    );
    if (ticket === undefined) return;
    this.#checkFixed(ticket);
    this.#tickets.delete(id);
    const { user, market, currency, open, stake, fee, profit, dueMs, direction } = ticket;
    this.#owe(market, currency, -profit);
    const last = this.#ticks.get(market) ?? NO_TICK;
    const result = this.#resultOf(ticket, last);
    const rise = Math.sign(last.priceTicks - open.priceTicks);
    this.#checks.check(
      'S6',
      result === 'void' || result === OF_MOVE[direction === 'up' ? rise : -rise],
      `ticket ${id} has an outcome that its prices do not decide`,
    );
    const isDecided = result === 'won' || result === 'lost';
    if (isDecided) this.#charge(ticket, timeMs);
    if (result === 'won') this.#payProfit(ticket);
    if (result === 'lost') this.#takeStake(ticket);
    this.#ledger.closeHold(ticket.hold);
    this.#checkHouse(currency);
    const settle = result === 'void' ? NO_TICK : last;
    const gained = result === 'won' ? profit : result === 'lost' ? -stake : 0n;
    const charged = isDecided ? fee : 0n;
    this.#limits.countSettled(user, currency, charged - gained, timeMs);
    this.#push({
      type: 'ticketClosed',
      ticket: id,
      user,
      market,
      currency,
      result,
      openTick: open.seq,
      openTicks: open.priceTicks,
      settleTick: settle.seq,
      settleTicks: settle.priceTicks,
      fee: charged as Amount,
      profit: gained as Amount,
    });
    if (ticket.policy !== 0 && isDecided)
      this.#insurance.count(ticket.policy, { profit: gained, dueMs, timeMs });
  }

  /**
   * The outcome, from the ticket and the last tick at or before its end (no later tick is set:
   * tickets settle before it).
   */
  #resultOf(ticket: Ticket, last: Tick): TicketResult {
    const { open, dueMs, direction } = ticket;
    if (open.seq === 0 || !settles(ticket, last)) return 'void';
    const isOrdered =
      opens(ticket, open) &&
      open.timeMs <= last.timeMs &&
      last.timeMs <= dueMs &&
      open.seq <= last.seq;
    this.#checks.check('S2', isOrdered, `ticket ${ticket.id} has ticks outside its time`);
    const listed = this.#listings.market(ticket.market);
    this.#checks.check(
      'S6',
      listed?.indexTicks === last.priceTicks && listed.indexTimeMs === last.timeMs,
      `ticket ${ticket.id} is settled on a price that is not the index`,
    );
    return decidedBy(direction, { openTicks: open.priceTicks, settleTicks: last.priceTicks });
  }

  #charge({ id, user, currency, stake, fee, feeBps, hold }: Ticket, timeMs: number): void {
    const exact = stake * BigInt(feeBps);
    const taken = this.#fees.takeHeld(hold, fee, exact, currency, 'fee', id, 'ticket');
    this.#rebates.count(user, SYSTEM.house, currency, taken, timeMs);
  }

  #payProfit({ id, user, currency, profit }: Ticket): void {
    if (profit === 0n) return;
    this.#ledger.post(
      this.#ledger.open(SYSTEM.house, 'seconds', currency),
      -profit,
      'ticket',
      id,
      '',
    );
    this.#ledger.post(this.#ledger.open(user, 'seconds', currency), profit, 'ticket', id, '');
  }

  #takeStake({ id, currency, stake, hold }: Ticket): void {
    this.#ledger.spend(hold, stake, 'ticket', id);
    this.#ledger.post(
      this.#ledger.open(SYSTEM.house, 'seconds', currency),
      stake,
      'ticket',
      id,
      '',
    );
  }

  #owe(market: MarketId, currency: CurrencyId, profit: bigint): void {
    const offered = this.#offered.get(offerKey(market, currency));
    if (offered !== undefined) offered.exposure += profit;
    this.#owed.set(currency, this.#owedIn(currency) + profit);
  }

  #owedIn(currency: CurrencyId): bigint {
    return this.#owed.get(currency) ?? 0n;
  }

  /**
   * The amount that open tickets hold of a user in a currency: nothing else holds money in that
   * wallet.
   */
  #heldBy(user: UserId, currency: CurrencyId): bigint {
    const account = this.#ledger.find(user, 'seconds', currency);
    return account < 0 ? 0n : this.#ledger.held(account);
  }

  #houseFunds(currency: CurrencyId): bigint {
    const account = this.#ledger.find(SYSTEM.house, 'seconds', currency);
    return account < 0 ? 0n : this.#ledger.available(account);
  }

  #checkHouse(currency: CurrencyId): void {
    this.#checks.check(
      'S4',
      this.#houseFunds(currency) >= this.#owedIn(currency),
      `the house could not pay all tickets of currency ${currency}`,
    );
  }

  /** S3: a ticket is settled by the terms that were fixed at its opening. */
  #checkFixed({
    id,
    stake,
    fee,
    feeBps,
    profit,
    payoutBps,
    openedMs,
    dueMs,
    seconds,
    hold,
  }: Ticket): void {
    const isFixed =
      profit === profitOf(stake, { payoutBps }) &&
      fee === feeOf(stake, feeBps) &&
      dueMs === openedMs + seconds * 1_000;
    this.#ledger.checkOwner(hold, id, 'ticket');
    this.#checks.check(
      'S3',
      isFixed && this.#ledger.holdAmount(hold) === stake + fee,
      `the rule of ticket ${id} has changed`,
    );
  }

  #checkOpen(ticket: Ticket, isQueued: boolean): void {
    this.#checkFixed(ticket);
    const { id, open, dueMs } = ticket;
    const isStarted = open.seq > 0 && opens(ticket, open) && open.timeMs <= dueMs;
    this.#checks.check(
      'S2',
      isStarted !== isQueued,
      `ticket ${id} neither has an open tick nor waits for one`,
    );
  }

  #push(event: SecondsEvent): void {
    this.#events.list.push(event);
  }
}

function offerKey(market: MarketId, currency: CurrencyId): string {
  return `${market} ${currency}`;
}

/**
 * The outcome that two prices and a direction decide. It is given nothing of the customer, the
 * stake or the hour, so that nobody can be treated apart.
 */
function decidedBy(
  direction: Ticket['direction'],
  { openTicks, settleTicks }: { readonly openTicks: number; readonly settleTicks: number },
): 'won' | 'lost' | 'drawn' {
  if (settleTicks === openTicks) return 'drawn';
  return settleTicks > openTicks === (direction === 'up') ? 'won' : 'lost';
}
