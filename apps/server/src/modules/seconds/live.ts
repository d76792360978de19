import type { CurrencyId, MarketId, UserId } from '@meridian/core/ids';
import {
  decodeOffer,
  decodeTerms,
  minSourcesOf,
} from '@meridian/core/seconds/seconds-commands-check';
import type {
  InsuranceOffer,
  SecondsTerms,
  TicketId,
} from '@meridian/core/seconds/seconds-commands';
import type {
  SecondsEvent,
  TicketClosed,
  TicketOpened,
} from '@meridian/core/seconds/seconds-events';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import { shanghaiDay } from '@meridian/core/timers/shanghai-day';
import type { LiveArea, LiveFold } from '../../live/live-ground.ts';
import { LiveOwnLimitsOfAll, type LiveOwnLimits } from './live-own-limits.ts';

/** A ticket that runs, as it was opened; `openTick` 0 while it waits for its open price. */
export interface LiveTicket extends Omit<TicketOpened, 'type' | 'policy' | 'feeBps'> {
  readonly openedMs: number;
  readonly policy: number;
  openTick: number;
  openTicks: number;
}

/** An insurance that runs. */
export interface LivePolicy {
  readonly id: number;
  readonly offer: number;
  readonly currency: CurrencyId;
  readonly insured: bigint;
  readonly coverBps: number;
  readonly endsMs: number;
  net: bigint;
  day: number;
  claims: number;
}

export type TicketListener = (ticket: LiveTicket, closed: TicketClosed) => void;

/**
 * The terms of seconds contracts, the tickets and insurances that run, and the limits that
 * customers set themselves, as the durable events left them.
 */
export class LiveSeconds implements LiveFold {
  readonly #terms = new Map<string, SecondsTerms>();
  readonly #offers = new Map<number, InsuranceOffer>();
  readonly #tickets = new Map<TicketId, LiveTicket>();
  readonly #byUser = new Map<UserId, Map<TicketId, LiveTicket>>();
  readonly #policies = new Map<UserId, LivePolicy[]>();
  readonly #ownLimits = new LiveOwnLimitsOfAll();
  readonly #listeners: TicketListener[] = [];

  load({ seconds: { terms, offers, tickets, policies, ownLimits } }: ExchangeSnapshot): void {
    for (const map of [this.#terms, this.#offers, this.#tickets, this.#byUser, this.#policies])
      map.clear();
    this.#ownLimits.load(ownLimits ?? []);
    for (const row of terms) this.#list(decodeTerms(row));
    for (const offer of offers) this.#offers.set(offer.id, decodeOffer(offer));
    for (const { id, stake, fee, profit, ...ticket } of tickets) {
      const amounts = { stake: BigInt(stake), fee: BigInt(fee), profit: BigInt(profit) } as Pick<
        LiveTicket,
        'stake' | 'fee' | 'profit'
      >;
      this.#add({ ...ticket, ticket: id, ...amounts, minSources: minSourcesOf(ticket) });
    }
    for (const { user, insured, net, ...policy } of policies)
      this.#policiesOf(user).push({ ...policy, insured: BigInt(insured), net: BigInt(net) });
  }

  fold(event: SecondsEvent, timeMs: number): void {
    switch (event.type) {
      case 'secondsTermsListed':
        return this.#list(event.terms);
      case 'insuranceListed':
        this.#offers.set(event.offer.id, event.offer);
        return;
      case 'ticketOpened': {
        const { type: _type, ...opened } = event;
        this.#ownLimits.opened(event.user, timeMs);
        return this.#add({ ...opened, openedMs: timeMs, openTick: 0, openTicks: 0 });
      }
      case 'ticketStarted': {
        const { openTick, openTicks } = event;
        Object.assign(this.#require(event.ticket), { openTick, openTicks });
        return;
      }
      case 'ticketClosed':
        this.#ownLimits.closed(event, timeMs);
        return this.#close(event);
      case 'policyBought': {
        const { policy: id, offer, currency, insured, coverBps, endsMs } = event;
        this.#policiesOf(event.user).push({
          id,
          offer,
          currency,
          insured,
          coverBps,
          endsMs,
          net: 0n,
          day: 0,
          claims: 0,
        });
        return;
      }
      case 'claimPaid':
        return this.#claim(event.user, event.policy, timeMs);
      case 'owedClaimPaid':
        return;
      case 'policyEnded':
        this.#policies.set(
          event.user,
          this.#policiesOf(event.user).filter(({ id }) => id !== event.policy),
        );
        return;
      case 'lossLimitSet':
      case 'timeLimitSet':
      case 'breakBegun':
        this.#ownLimits.set(event);
    }
  }

  onClosed(listener: TicketListener): void {
    this.#listeners.push(listener);
  }

  /** The terms that are offered now, by market and currency. */
  terms(): SecondsTerms[] {
    return this.allTerms().filter(({ isOpen }) => isOpen);
  }

  /** All that was ever listed, open or not, by market and currency. */
  allTerms(): SecondsTerms[] {
    return [...this.#terms.values()].sort((a, b) => a.market - b.market || a.currency - b.currency);
  }

  /** Whether anything was ever listed, open or not. */
  hasTerms(market: MarketId, currency: CurrencyId): boolean {
    return this.#terms.has(`${market} ${currency}`);
  }

  offers(): InsuranceOffer[] {
    return [...this.#offers.values()].sort((a, b) => a.id - b.id);
  }

  /** Newest first. */
  tickets(user: UserId): LiveTicket[] {
    return [...(this.#byUser.get(user)?.values() ?? [])].reverse();
  }

  ticket(id: TicketId): LiveTicket | undefined {
    return this.#tickets.get(id);
  }

  /** Of everybody. */
  allTickets(): Iterable<LiveTicket> {
    return this.#tickets.values();
  }

  /** Of everybody. */
  allPolicies(): LivePolicy[] {
    return [...this.#policies.values()].flat();
  }

  policy(user: UserId, currency: CurrencyId): LivePolicy | undefined {
    return this.#policies.get(user)?.find((policy) => policy.currency === currency);
  }

  /** The limits that a user has set for themselves; all empty without any. */
  ownLimits(user: UserId): LiveOwnLimits {
    return this.#ownLimits.of(user);
  }

  #list(terms: SecondsTerms): void {
    this.#terms.set(`${terms.market} ${terms.currency}`, terms);
  }

  #add(ticket: LiveTicket): void {
    this.#tickets.set(ticket.ticket, ticket);
    const own = this.#byUser.get(ticket.user) ?? new Map<TicketId, LiveTicket>();
    own.set(ticket.ticket, ticket);
    this.#byUser.set(ticket.user, own);
  }

  #close(event: TicketClosed): void {
    const ticket = this.#require(event.ticket);
    this.#tickets.delete(event.ticket);
    const own = this.#byUser.get(event.user);
    own?.delete(event.ticket);
    if (own?.size === 0) this.#byUser.delete(event.user);
    const policy = this.#policies.get(event.user)?.find(({ id }) => id === ticket.policy);
    if (policy !== undefined && ticket.dueMs <= policy.endsMs) policy.net += event.profit;
    for (const listener of this.#listeners) listener(ticket, event);
  }

  #claim(user: UserId, id: number, timeMs: number): void {
    const policy = this.#policies.get(user)?.find((each) => each.id === id);
    if (policy === undefined) return;
    const day = shanghaiDay(timeMs);
    policy.claims = policy.day === day ? policy.claims + 1 : 1;
    policy.day = day;
    policy.net = 0n;
  }

  #policiesOf(user: UserId): LivePolicy[] {
    const policies = this.#policies.get(user) ?? [];
    this.#policies.set(user, policies);
    return policies;
  }

  #require(id: TicketId): LiveTicket {
    const ticket = this.#tickets.get(id);
    if (ticket === undefined) throw new RangeError(`ticket ${id} does not run`);
    return ticket;
  }
}

export const secondsLive: LiveArea<LiveSeconds> = {
  takes: {
    secondsTermsListed: true,
    ticketOpened: true,
    ticketStarted: true,
    ticketClosed: true,
    insuranceListed: true,
    policyBought: true,
    claimPaid: true,
    owedClaimPaid: true,
    policyEnded: true,
    lossLimitSet: true,
    timeLimitSet: true,
    breakBegun: true,
  },
  open: () => new LiveSeconds(),
};
