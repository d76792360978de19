import type { Posted } from '@meridian/core/ledger/posting';
import type { InvariantId } from '@meridian/core/invariants';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { SecondsTerms } from '@meridian/core/seconds/seconds-commands';
import type {
  SecondsEvent,
  TicketClosed,
  TicketOpened,
} from '@meridian/core/seconds/seconds-events';
import { OwnLimitsAuditor } from './own-limits-auditor.ts';

interface AuditedTick {
  readonly seq: number;
  readonly market: number;
  readonly ticks: number;
  readonly timeMs: number;
  readonly quotedMs: number;
  readonly sources: number;
}

interface AuditedTicket {
  readonly opened: TicketOpened;
  readonly openedMs: number;
  openTick: number;
  closed: TicketClosed | undefined;
  hold: bigint;
}

type Prove = (id: InvariantId, holds: boolean, detail: string) => void;

/**
 * Reads only the events of seconds contracts and all ticks: proves S1 to S6 by computing each
 * outcome anew, as anybody can from the public file of ticks, and S7 by the limits of owners.
 */
export class SecondsAuditor {
  readonly #prove: Prove;
  readonly #ticks: AuditedTick[] = [];
  readonly #tickets = new Map<number, AuditedTicket>();
  readonly #terms = new Map<string, SecondsTerms>();
  /** The house's seconds accounts, by currency. */
  readonly #house = new Map<number, bigint>();
  /** The two accounts of the insurance, by currency. */
  readonly #insurance = { pool: new Map<number, bigint>(), reserve: new Map<number, bigint>() };
  readonly #running = new Set<number>();
  /** All policies: the largest claim of a day, and the reserve for it. */
  readonly #policies = new Map<
    number,
    { readonly currency: number; readonly wanted: bigint; kept: bigint }
  >();
  /** Claims still owed, by currency. */
  readonly #owed = new Map<number, bigint>();
  readonly #limits: OwnLimitsAuditor;

  constructor(prove: Prove) {
    this.#prove = prove;
    this.#limits = new OwnLimitsAuditor(prove);
  }

  tick(tick: AuditedTick): void {
    this.#ticks.push(tick);
  }

  follow(event: SecondsEvent, timeMs: number): void {
    switch (event.type) {
      case 'secondsTermsListed':
        this.#terms.set(`${event.terms.market}/${event.terms.currency}`, event.terms);
        break;
      case 'ticketOpened':
        this.#open(event, timeMs);
        break;
      case 'ticketStarted': {
        const ticket = this.#ticket(event.ticket);
        this.#prove('S2', ticket.openTick === 0, `ticket ${event.ticket} starts twice`);
        ticket.openTick = event.openTick;
        break;
      }
      case 'ticketClosed':
        this.#close(event, timeMs);
        break;
      case 'policyBought':
        this.#running.add(event.policy);
        this.#policies.set(event.policy, {
          currency: event.currency,
          wanted: 2n * ((event.insured * BigInt(event.coverBps)) / 10_000n),
          kept: 0n,
        });
        break;
      case 'claimPaid':
        this.#owed.set(event.currency, (this.#owed.get(event.currency) ?? 0n) + event.owed);
        break;
      case 'owedClaimPaid':
        this.#owed.set(event.currency, (this.#owed.get(event.currency) ?? 0n) - event.amount);
        break;
      case 'policyEnded':
        this.#running.delete(event.policy);
        break;
      case 'insuranceListed':
        break;
      case 'lossLimitSet':
      case 'timeLimitSet':
      case 'breakBegun':
        this.#limits.follow(event, timeMs);
    }
  }

  /** Whether a change of a held part belongs to a ticket; if so it is counted for the ticket. */
  owns({ reason, reference, subject, user, held }: Posted): boolean {
    if (reason !== 'ticket' && reference !== 'ticket') return false;
    const ticket = this.#ticket(subject);
    this.#prove(
      'L5',
      ticket.opened.user === user,
      `a hold of ticket ${subject} is on a stranger's account`,
    );
    ticket.hold += held;
    return true;
  }

  /**
   * After a command: running tickets hold stake and fee, ended ones hold nothing, and the house
   * could pay all running ones.
   */
  settle(postings: readonly Posted[]): void {
    for (const { user, wallet, currency, availableAfter } of postings) {
      if (user === SYSTEM.house && wallet === 'seconds') this.#house.set(currency, availableAfter);
    }
    const owed = new Map<number, bigint>();
    for (const [id, { opened, closed, hold }] of this.#tickets) {
      const { stake, fee, currency, profit } = opened;
      this.#prove(
        closed === undefined ? 'L5' : 'L6',
        hold === (closed === undefined ? stake + fee : 0n),
        `ticket ${id} holds ${hold}`,
      );
      if (closed === undefined) owed.set(currency, (owed.get(currency) ?? 0n) + profit);
      else this.#tickets.delete(id);
    }
    this.#settleInsurance(postings);
    for (const [currency, amount] of owed)
      this.#prove(
        'S4',
        amount <= (this.#house.get(currency) ?? 0n),
        `the house owes ${amount} of currency ${currency}`,
      );
  }

  /**
   * The reserve is the sum kept for running policies; while the pool has funds, no claim is owed
   * and no reserve is short.
   */
  #settleInsurance(postings: readonly Posted[]): void {
    for (const { user, wallet, currency, subject, reason, available, availableAfter } of postings) {
      if (user !== SYSTEM.insurance || (wallet !== 'spot' && wallet !== 'seconds')) continue;
      this.#insurance[wallet === 'spot' ? 'pool' : 'reserve'].set(currency, availableAfter);
      const policy = this.#policies.get(subject);
      if (
        wallet === 'seconds' &&
        policy !== undefined &&
        (reason === 'claimReserve' || reason === 'claim')
      )
        policy.kept += available;
    }
    const kept = new Map<number, bigint>();
    for (const [id, policy] of this.#policies) {
      kept.set(policy.currency, (kept.get(policy.currency) ?? 0n) + policy.kept);
      this.#prove(
        'S4',
        policy.kept >= 0n && policy.kept <= policy.wanted,
        `${policy.kept} is kept for policy ${id}`,
      );
      const isLacking = this.#running.has(id) && policy.kept < policy.wanted;
      this.#prove(
        'S4',
        !isLacking || (this.#insurance.pool.get(policy.currency) ?? 0n) === 0n,
        `policy ${id} lacks a reserve although the pool has something`,
      );
    }
    for (const [currency, amount] of kept)
      this.#prove(
        'S4',
        amount === (this.#insurance.reserve.get(currency) ?? 0n),
        `the reserve of currency ${currency} is not what is kept`,
      );
    for (const [currency, amount] of this.#owed)
      this.#prove(
        'S4',
        amount === 0n || (this.#insurance.pool.get(currency) ?? 0n) === 0n,
        `${amount} of claims is owed although the pool has something`,
      );
  }

  #open(event: TicketOpened, timeMs: number): void {
    const {
      ticket,
      market,
      currency,
      seconds,
      stake,
      payoutBps,
      feeBps,
      profit,
      fee,
      dueMs,
      maxTickAgeMs,
      openDelayMs,
      minSources,
    } = event;
    const last = this.#ticks.findLast((tick) => tick.market === market);
    this.#prove(
      'S5',
      last !== undefined && timeMs - last.timeMs <= maxTickAgeMs,
      `ticket ${ticket} opens on an old price`,
    );
    this.#prove(
      'S5',
      last !== undefined && last.sources >= minSources,
      `ticket ${ticket} is taken on an index of too few venues`,
    );
    const terms = this.#terms.get(`${market}/${currency}`);
    const duration = terms?.durations.find((each) => each.seconds === seconds);
    const isFixed =
      duration?.payoutBps === payoutBps &&
      terms?.feeBps === feeBps &&
      dueMs === timeMs + seconds * 1000 &&
      openDelayMs === (terms.openDelayMs ?? 100);
    this.#prove(
      'S3',
      isFixed &&
        minSources === (terms.minSources ?? 1) &&
        profit === (stake * BigInt(payoutBps)) / 10_000n,
      `ticket ${ticket} has other terms`,
    );
    this.#prove(
      'L8',
      fee * 10_000n >= stake * BigInt(feeBps) && (fee - 1n) * 10_000n < stake * BigInt(feeBps),
      `fee of ticket ${ticket}`,
    );
    this.#tickets.set(ticket, {
      opened: event,
      openedMs: timeMs,
      openTick: 0,
      closed: undefined,
      hold: 0n,
    });
    const running = [...this.#tickets.values()]
      .filter((each) => each.closed === undefined && each.opened.currency === currency)
      .map(({ opened }) => opened);
    const exposure = running
      .filter((each) => each.market === market)
      .reduce((sum, each) => sum + each.profit, 0n);
    this.#prove('S4', exposure <= (terms?.exposureCap ?? 0n), `market ${market} owes ${exposure}`);
    const atStake = running
      .filter(({ user }) => user === event.user)
      .reduce((sum, each) => sum + each.stake + each.fee, 0n);
    this.#limits.opened(event, atStake, timeMs);
  }

  #close(event: TicketClosed, timeMs: number): void {
    const ticket = this.#ticket(event.ticket);
    const { opened, openedMs } = ticket;
    const { dueMs, maxTickAgeMs, openDelayMs, minSources, direction, stake } = opened;
    this.#prove(
      'S1',
      ticket.closed === undefined && dueMs < timeMs,
      `ticket ${event.ticket} is settled twice or early`,
    );
    ticket.closed = event;
    this.#limits.closed(event, timeMs);
    const own = this.#ticks.filter((tick) => tick.market === opened.market);
    const first = own.find(
      (tick) =>
        tick.quotedMs > openedMs + (openDelayMs ?? 0) &&
        tick.sources >= minSources &&
        tick.timeMs <= dueMs,
    );
    const last = own.findLast((tick) => tick.timeMs <= dueMs);
    const isTold =
      first !== undefined &&
      last !== undefined &&
      dueMs - last.quotedMs <= maxTickAgeMs &&
      last.quotedMs >= first.quotedMs;
    this.#prove(
      'S2',
      event.openTick === (first?.seq ?? 0) && ticket.openTick === event.openTick,
      `open tick of ticket ${event.ticket}`,
    );
    this.#prove(
      'S2',
      event.settleTick === (isTold ? last.seq : 0),
      `settle tick of ticket ${event.ticket}`,
    );
    const expected = !isTold
      ? 'void'
      : last.ticks === first.ticks
        ? 'drawn'
        : last.ticks > first.ticks === (direction === 'up')
          ? 'won'
          : 'lost';
    this.#prove(
      'S6',
      event.result === expected,
      `ticket ${event.ticket} is ${event.result}, and the ticks say ${expected}`,
    );
    const profit = expected === 'won' ? opened.profit : expected === 'lost' ? -stake : 0n;
    this.#prove(
      'S3',
      event.profit === profit &&
        event.fee === (expected === 'won' || expected === 'lost' ? opened.fee : 0n),
      `ticket ${event.ticket} pays ${event.profit}`,
    );
  }

  #ticket(id: number): AuditedTicket {
    const ticket = this.#tickets.get(id);
    if (ticket === undefined)
      throw new Error(`an event names ticket ${id}, which was never opened or is over`);
    return ticket;
  }
}
