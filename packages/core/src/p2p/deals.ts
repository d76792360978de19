import type { Amount } from '@meridian/money/amount';
import type { AreaParts } from '../area-parts.ts';
import type { Listings } from '../catalog/listings.ts';
import type { Debts } from '../custody/debts.ts';
import type { Restraints } from '../custody/restraints.ts';
import type { EventSink } from '../event-sink.ts';
import type { UserId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import type { HoldSlot, Ledger } from '../ledger/ledger.ts';
import { refused, type Outcome } from '../outcome.ts';
import type { Rejection } from '../rejections.ts';
import { shanghaiDay } from '../timers/shanghai-day.ts';
import { TimerHeap } from '../timers/timer-heap.ts';
import type { Ads } from './ads.ts';
import * as wellFormed from './p2p-commands-check.ts';
import {
  APPEAL_DAYS,
  MAX_OPEN_DEALS,
  RELEASE_MINUTES,
  type AdId,
  type AnswerCancel,
  type AskCancel,
  type CancelDeal,
  type DealId,
  type ExtendDeal,
  type OpenDeal,
  type Party,
  type PayDeal,
  type ReleaseDeal,
} from './p2p-commands.ts';
import type { Ad, Deal, DealCause, DealMover, DealState, P2pEvent } from './p2p-events.ts';
import type { LiveDeal } from './p2p-state.ts';
import { decodeDeal, encodeDeal } from './p2p-codec.ts';
import { adPriceTicks, fiatOf, isWithinHours } from './p2p-prices.ts';
import type { SnapshotDeal } from './p2p-snapshot.ts';
import type { Traders } from './traders.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** How often a seller may ask for a cancellation of one deal. */
const MAX_CANCEL_ASKS = 3;
/** Each is told to the buyer, and makes the version that the buyer saw an old one. */
const MAX_EXTENSIONS = 3;

type Act = { readonly user: UserId; readonly deal: DealId; readonly version: number };

/** Movers that may bring a deal from one state to another (C3). */
const MOVES: Readonly<Record<string, readonly DealMover[]>> = {
  'unpaid paid': ['buyer'],
  'unpaid cancelled': ['buyer', 'timer', 'both'],
  'paid completed': ['seller', 'ruling'],
  'paid cancelled': ['ruling', 'both'],
};

/** Why an act on a deal comes too late, by the state that another one brought about. */
const MOVED_ON: Readonly<Record<DealState, Rejection>> = {
  unpaid: 'deal_unpaid',
  paid: 'deal_paid',
  completed: 'deal_completed',
  cancelled: 'deal_cancelled',
};

/**
 * Owns the deals. Promises C2: the seller's coins are held from the beginning to the end of a deal,
 * and go once to one side or, by a ruling, in two parts. C3: only the right party moves it. C5: it
 * is between two verified users. Of two acts that saw one version, the first one counts.
 */
export class Deals {
  readonly #ledger: Ledger;
  readonly #listings: Listings;
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<P2pEvent>;
  readonly #ads: Ads;
  readonly #traders: Traders;
  readonly #restraints: Restraints;
  readonly #debts: Debts;
  readonly #deals = new Map<DealId, LiveDeal>();
  /** Open deals that a user has taken; users without any are missing. */
  readonly #taken = new Map<UserId, number>();
  /** Deals in the state that a user takes part in, those that can be appealed too. */
  readonly #ofUser = new Map<UserId, Set<LiveDeal>>();
  /** When an unpaid deal expires, and when one that has ended is forgotten. */
  readonly #due = new TimerHeap();
  readonly #forgotten = new TimerHeap();
  #next = 1;

  constructor(
    parts: AreaParts<P2pEvent> & {
      readonly ads: Ads;
      readonly traders: Traders;
      readonly restraints: Restraints;
      readonly debts: Debts;
    },
  ) {
    this.#ledger = parts.ledger;
    this.#listings = parts.listings;
    this.#checks = parts.checks;
    this.#events = parts.events;
    this.#ads = parts.ads;
    this.#traders = parts.traders;
    this.#restraints = parts.restraints;
    this.#debts = parts.debts;
  }

  open(command: OpenDeal, timeMs: number): Outcome {
    if (!wellFormed.isOpening(command)) return refused('malformed');
    const ad = this.#ads.live(command.ad);
    const problem = this.#whoMayNot(command, ad, timeMs);
    if (ad === undefined || problem !== undefined) return refused(problem ?? 'ad_not_found');
    const priced = this.#priced(command, ad, timeMs);
    if (typeof priced === 'string') return refused(priced);
    const { user } = command;
    const { quantity } = priced;
    const [buyer, seller] = ad.side === 'sell' ? [user, ad.user] : [ad.user, user];
    const account = this.#ledger.find(seller, 'p2p', ad.currency);
    if (account < 0 || this.#ledger.available(account) < quantity)
      return refused(seller === user ? 'balance_insufficient' : 'ad_short');
    const id = this.#next++;
    this.#checks.check(
      'C5',
      buyer !== seller && command.level > 0,
      `deal ${id} is between ${buyer} and ${seller}, level ${command.level}`,
    );
    this.#ads.take(ad.id, quantity);
    const deal: LiveDeal = {
      id,
      ad: ad.id,
      buyer,
      seller,
      taker: buyer === user ? 'buyer' : 'seller',
      currency: ad.currency,
      ...priced,
      state: 'unpaid',
      version: 1,
      openedMs: timeMs,
      payDueMs: timeMs + ad.terms.payMinutes * MINUTE_MS,
      paidMs: 0,
      releaseDueMs: 0,
      endedMs: 0,
      endedBy: undefined,
      isCancelAsked: false,
      appeal: 0,
      toBuyer: 0n as Amount,
      entryMs: timeMs + ad.terms.payMinutes * MINUTE_MS,
      hold: this.#ledger.hold(account, quantity, id, 'deal'),
      cancelAsks: 0,
      extensions: 0,
      withdrew: [],
      rulings: 0,
      ruledBy: [],
      lastRuledMs: 0,
    };
    this.#keep(deal);
    this.#due.add(deal.entryMs, id);
    this.#tell(deal, 'opened');
    return { ok: true, id };
  }

  pay(command: PayDeal, timeMs: number): Rejection | undefined {
    const deal = wellFormed.isDealAct(command) ? this.seen(command, 'buyer') : 'malformed';
    if (typeof deal === 'string') return deal;
    if (deal.state !== 'unpaid') return MOVED_ON[deal.state];
    this.#move(deal, 'paid', 'buyer');
    deal.paidMs = timeMs;
    deal.releaseDueMs = timeMs + RELEASE_MINUTES * MINUTE_MS;
    deal.isCancelAsked = false;
    this.say(deal, 'paid');
    return undefined;
  }

  cancel(command: CancelDeal, timeMs: number): Rejection | undefined {
    const deal = wellFormed.isDealAct(command) ? this.seen(command, 'buyer') : 'malformed';
    if (typeof deal === 'string') return deal;
    if (deal.state !== 'unpaid') return MOVED_ON[deal.state];
    this.#callOff(deal, 'buyer', timeMs);
    this.#traders.countCancelled(deal.buyer, timeMs, true);
    this.say(deal, 'cancelled');
    return undefined;
  }

  extend(command: ExtendDeal): Rejection | undefined {
    const deal = wellFormed.isExtension(command) ? this.seen(command, 'seller') : 'malformed';
    if (typeof deal === 'string') return deal;
    if (deal.state !== 'unpaid') return MOVED_ON[deal.state];
    const payDueMs = deal.payDueMs + command.minutes * MINUTE_MS;
    if (payDueMs > deal.openedMs + DAY_MS || deal.extensions >= MAX_EXTENSIONS)
      return 'extension_too_long';
    deal.payDueMs = payDueMs;
    deal.extensions++;
    this.say(deal, 'extended');
    return undefined;
  }

  /** @returns the deal, which its seller has ended; its appeal is over too */
  release(command: ReleaseDeal, timeMs: number): LiveDeal | Rejection {
    const deal = wellFormed.isDealAct(command) ? this.seen(command, 'seller') : 'malformed';
    if (typeof deal === 'string') return deal;
    if (deal.state !== 'paid') return MOVED_ON[deal.state];
    const restrained = this.#restraints.rejection(deal.seller, timeMs);
    if (restrained !== undefined) return restrained;
    this.complete(deal, { mover: 'seller', toBuyer: deal.quantity }, timeMs);
    return deal;
  }

  askCancel(command: AskCancel): Rejection | undefined {
    const deal = wellFormed.isDealAct(command) ? this.seen(command, 'seller') : 'malformed';
    if (typeof deal === 'string') return deal;
    if (deal.endedMs !== 0) return MOVED_ON[deal.state];
    if (deal.isCancelAsked || deal.cancelAsks >= MAX_CANCEL_ASKS) return 'cancel_asked';
    deal.isCancelAsked = true;
    deal.cancelAsks++;
    this.say(deal, 'cancelAsked');
    return undefined;
  }

  /** @returns the deal, which is called off where the buyer agreed; its appeal is over too */
  answerCancel(command: AnswerCancel, timeMs: number): LiveDeal | Rejection {
    const deal = wellFormed.isCancelAnswer(command) ? this.seen(command, 'buyer') : 'malformed';
    if (typeof deal === 'string') return deal;
    if (deal.endedMs !== 0) return MOVED_ON[deal.state];
    if (!deal.isCancelAsked) return 'cancel_not_asked';
    const wasPaid = deal.state === 'paid';
    // A buyer who has paid gives the coins away by agreeing, so a restraint stops it.
    const restrained = wasPaid ? this.#restraints.rejection(deal.buyer, timeMs) : undefined;
    if (command.accepts && restrained !== undefined) return restrained;
    deal.isCancelAsked = false;
    if (!command.accepts) {
      this.say(deal, 'cancelRefused');
      return deal;
    }
    this.#callOff(deal, 'both', timeMs);
    this.#traders.countCancelled(deal.seller, timeMs, false);
    if (wasPaid) this.#traders.countUndoneMark(deal.buyer, timeMs);
    return deal;
  }

  /** Cancels deals that were not paid in time, and forgets those that can no longer be appealed. */
  onTime(timeMs: number): void {
    for (let id = this.#due.takeBefore(timeMs); id >= 0; id = this.#due.takeBefore(timeMs)) {
      const deal = this.#deals.get(id);
      if (deal?.state !== 'unpaid') continue;
      if (deal.payDueMs > deal.entryMs) {
        deal.entryMs = deal.payDueMs;
        this.#due.add(deal.payDueMs, id);
        continue;
      }
      this.#callOff(deal, 'timer', timeMs);
      this.#traders.countCancelled(deal.buyer, timeMs, true);
      this.say(deal, 'expired');
    }
    const forgotten = this.#forgotten;
    for (let id = forgotten.takeBefore(timeMs); id >= 0; id = forgotten.takeBefore(timeMs)) {
      const deal = this.#deals.get(id);
      if (deal !== undefined && deal.appeal === 0 && appealableUntilMs(deal) < timeMs)
        this.#drop(deal);
    }
  }

  /**
   * The deal of a party who saw its present version; else the rejection. A party who saw an older
   * version is told the change that came first.
   * @param party the side that may do the act; undefined: either side
   */
  seen(act: Act, party?: Party): LiveDeal | Rejection {
    const deal = this.#deals.get(act.deal);
    const own = deal === undefined ? undefined : partyOf(deal, act.user);
    if (deal === undefined || own === undefined) return 'p2p_deal_not_found';
    if (party !== undefined && own !== party) return 'deal_other_party';
    if (act.version === 0 || deal.version === act.version) return deal;
    if (deal.appeal !== 0) return 'deal_in_appeal';
    return deal.state === 'unpaid' ? 'deal_changed' : MOVED_ON[deal.state];
  }

  get(id: DealId): LiveDeal {
    const deal = this.#deals.get(id);
    this.#checks.check('C7', deal !== undefined, `an appeal has no deal ${id}`);
    return deal as LiveDeal;
  }

  /** Gives the coins of a paid deal to the buyer, and by a ruling in part back to the seller. */
  complete(
    deal: LiveDeal,
    { mover, toBuyer }: { readonly mover: 'seller' | 'ruling'; readonly toBuyer: bigint },
    timeMs: number,
  ): void {
    this.#move(deal, 'completed', mover);
    const hold = this.#takeHold(deal);
    const reason = mover === 'ruling' ? 'p2pRuling' : 'p2pDeal';
    this.#ledger.spend(hold, toBuyer, reason, deal.id, 'deal');
    const account = this.#ledger.open(deal.buyer, 'p2p', deal.currency);
    this.#ledger.post(account, toBuyer, reason, deal.id, 'deal');
    this.#ledger.closeHold(hold);
    deal.toBuyer = toBuyer as Amount;
    this.#ended(deal, mover, timeMs);
    this.#ads.giveBack(deal.ad, deal.quantity, true);
    this.#traders.countCompleted(deal.buyer, timeMs);
    this.#traders.countCompleted(deal.seller, timeMs);
  }

  /** Gives all coins of a paid deal back to the seller. */
  refund(deal: LiveDeal, timeMs: number): void {
    this.#callOff(deal, 'ruling', timeMs);
  }

  /** Raises the version, and tells of the deal as it is now. */
  say(deal: LiveDeal, cause: DealCause): void {
    deal.version++;
    this.#tell(deal, cause);
  }

  /** A deal that has ended is looked at again when it can no longer be appealed. */
  forgetLater(deal: LiveDeal): void {
    this.#forgotten.add(appealableUntilMs(deal), deal.id);
  }

  /** Whether a user has deals in the state. */
  isInDeals(user: UserId): boolean {
    return this.#ofUser.has(user);
  }

  /** Full scan. */
  verify(): void {
    const open = new Map<AdId, bigint>();
    const cancels = new Map<string, number>();
    for (const deal of this.#deals.values()) {
      const isOpen = deal.state === 'unpaid' || deal.state === 'paid';
      this.#checks.check(
        'C2',
        isOpen === (deal.hold !== undefined),
        `deal ${deal.id} ${deal.state}`,
      );
      if (deal.hold !== undefined) {
        this.#ledger.checkOwner(deal.hold, deal.id, 'deal');
        this.#checks.check(
          'C2',
          this.#ledger.holdAmount(deal.hold) === deal.quantity,
          `deal ${deal.id} does not hold its coins`,
        );
        open.set(deal.ad, (open.get(deal.ad) ?? 0n) + deal.quantity);
      } else if (deal.endedBy === 'buyer' || deal.endedBy === 'timer') {
        const key = `${deal.buyer} ${shanghaiDay(deal.endedMs)}`;
        cancels.set(key, (cancels.get(key) ?? 0) + 1);
      }
      this.#checks.check('C5', deal.buyer !== deal.seller, `deal ${deal.id} is with oneself`);
    }
    this.#ads.verify(open);
    this.#traders.verify(cancels);
  }

  snapshot(): { readonly nextDeal: number; readonly deals: readonly SnapshotDeal[] } {
    return { nextDeal: this.#next, deals: [...this.#deals.values()].map(encodeDeal) };
  }

  restore({ nextDeal, deals }: ReturnType<Deals['snapshot']>): void {
    this.#next = nextDeal;
    for (const row of deals) {
      const deal: LiveDeal = {
        ...decodeDeal(row),
        endedBy: row.endedBy,
        entryMs: row.payDueMs,
        hold: undefined,
        cancelAsks: row.cancelAsks,
        extensions: row.extensions,
        withdrew: row.withdrew,
        rulings: row.rulings,
        ruledBy: row.ruledBy,
        lastRuledMs: row.lastRuledMs,
      };
      if (deal.endedMs === 0) {
        const account = this.#ledger.open(deal.seller, 'p2p', deal.currency);
        deal.hold = this.#ledger.restoreHold(account, deal.quantity, deal.id, 'deal');
      }
      this.#keep(deal);
      if (deal.state === 'unpaid') this.#due.add(deal.payDueMs, deal.id);
      if (deal.endedMs !== 0) this.forgetLater(deal);
    }
  }

  /** Why this user may not take this ad. The ad's quantity and price are checked after it. */
  #whoMayNot(
    { user, code, level, registeredDays }: OpenDeal,
    ad: Ad | undefined,
    timeMs: number,
  ): Rejection | undefined {
    if (ad === undefined || ad.terms.code !== code) return 'ad_not_found';
    if (this.#ads.termsOf(ad.currency)?.isOpen !== true) return 'p2p_closed';
    if (ad.user === user) return 'ad_own';
    if (level === 0) return 'p2p_unverified';
    const isBuying = ad.side === 'sell';
    const stopped =
      this.#traders.stopped(user, timeMs) ??
      (isBuying && this.#traders.marksTooMuch(user, timeMs) ? 'p2p_restricted' : undefined) ??
      (isBuying ? undefined : this.#restraints.rejection(user, timeMs));
    if (stopped !== undefined) return stopped;
    if (this.#traders.blocks(user, ad.user)) return 'ad_not_found';
    if ((this.#taken.get(user) ?? 0) >= MAX_OPEN_DEALS) return 'p2p_deals_too_many';
    return (
      this.#rests(ad, timeMs) ??
      this.#traders.unmet(ad.terms.takers, { user, level, registeredDays }, timeMs)
    );
  }

  /** Why nobody can take an ad now. */
  #rests(ad: Ad, timeMs: number): Rejection | undefined {
    const { user, side, isPaused, terms } = ad;
    const isStopped =
      isPaused ||
      this.#traders.find(user)?.isAway === true ||
      this.#traders.stopped(user, timeMs) !== undefined ||
      this.#debts.has(user) ||
      this.#restraints.isFrozen(user) ||
      (side === 'sell'
        ? this.#restraints.rejection(user, timeMs) !== undefined
        : this.#traders.marksTooMuch(user, timeMs));
    if (isStopped) return 'ad_paused';
    return isWithinHours(terms, timeMs) ? undefined : 'ad_outside_hours';
  }

  /** Quantity, price and fiat of a deal, or why the ad does not offer it. */
  #priced(
    command: OpenDeal,
    { side, currency, surplus, terms }: Ad,
    timeMs: number,
  ): Pick<Deal, 'quantity' | 'priceTicks' | 'fiat' | 'method'> | Rejection {
    const coin = this.#ads.termsOf(currency);
    if (coin === undefined) return 'p2p_closed';
    const { priceTicks: worst, way, account } = command;
    const priceTicks = adPriceTicks(terms, this.#ads.referenceOf(coin, timeMs));
    if (priceTicks === 0) return 'ad_price_rests';
    if (worst !== 0 && (side === 'sell' ? priceTicks > worst : priceTicks < worst))
      return 'ad_changed';
    const offered = terms.methods.find((method) => method.way === way);
    if (offered === undefined || (side === 'buy' && account === 0)) return 'way_not_offered';
    const quantity = command.quantity === 0n ? surplus : command.quantity;
    const least = terms.minQuantity < surplus ? terms.minQuantity : surplus;
    if (quantity < least || quantity > terms.maxQuantity || quantity > surplus || quantity === 0n)
      return 'quantity_out_of_limits';
    const fiat = fiatOf(quantity, priceTicks, this.#listings.currency(currency)?.scale ?? 0);
    // A rest may be worth less than the least deal.
    const isTooSmall = fiat < coin.minFiat && quantity !== surplus;
    if (isTooSmall || fiat > coin.maxFiat) return 'fiat_out_of_limits';
    const method = side === 'sell' ? offered : { id: account, way };
    return { quantity, priceTicks, fiat, method };
  }

  #callOff(deal: LiveDeal, by: DealMover, timeMs: number): void {
    this.#move(deal, 'cancelled', by);
    this.#ledger.closeHold(this.#takeHold(deal));
    this.#ended(deal, by, timeMs);
    this.#ads.giveBack(deal.ad, deal.quantity, false);
  }

  #move(deal: LiveDeal, state: DealState, by: DealMover): void {
    this.#checks.check(
      'C3',
      MOVES[`${deal.state} ${state}`]?.includes(by) === true,
      `deal ${deal.id} goes from ${deal.state} to ${state} by ${by}`,
    );
    deal.state = state;
  }

  #takeHold(deal: LiveDeal): HoldSlot {
    const { hold } = deal;
    this.#checks.check('C2', hold !== undefined, `the coins of deal ${deal.id} go twice`);
    deal.hold = undefined;
    return hold as HoldSlot;
  }

  #ended(deal: LiveDeal, by: DealMover, timeMs: number): void {
    deal.endedMs = timeMs;
    deal.endedBy = by;
    deal.isCancelAsked = false;
    this.#countTaken(deal, -1);
    this.forgetLater(deal);
  }

  #countTaken(deal: LiveDeal, change: 1 | -1): void {
    const taker = deal[deal.taker];
    const count = (this.#taken.get(taker) ?? 0) + change;
    if (count === 0) this.#taken.delete(taker);
    else this.#taken.set(taker, count);
  }

  #keep(deal: LiveDeal): void {
    if (deal.endedMs === 0) this.#countTaken(deal, 1);
    this.#deals.set(deal.id, deal);
    for (const user of [deal.buyer, deal.seller]) {
      const own = this.#ofUser.get(user);
      if (own === undefined) this.#ofUser.set(user, new Set([deal]));
      else own.add(deal);
    }
  }

  #drop(deal: LiveDeal): void {
    this.#deals.delete(deal.id);
    for (const user of [deal.buyer, deal.seller]) {
      const own = this.#ofUser.get(user);
      own?.delete(deal);
      if (own?.size === 0) this.#ofUser.delete(user);
    }
  }

  #tell(deal: LiveDeal, cause: DealCause): void {
    this.#events.list.push({ type: 'dealChanged', cause, deal: toldOf(deal) });
  }
}

/** The side of a user in a deal, undefined for a stranger. */
export function partyOf(
  { buyer, seller }: Pick<Deal, 'buyer' | 'seller'>,
  user: UserId,
): Party | undefined {
  if (user === buyer) return 'buyer';
  return user === seller ? 'seller' : undefined;
}

/** Until when a deal that has ended, or was ruled on, may be appealed. */
export function appealableUntilMs({
  endedMs,
  lastRuledMs,
}: Pick<LiveDeal, 'endedMs' | 'lastRuledMs'>): number {
  return Math.max(endedMs, lastRuledMs) + APPEAL_DAYS * DAY_MS;
}

function toldOf(deal: LiveDeal): Deal {
  const { entryMs, hold, cancelAsks, extensions, withdrew, rulings, ruledBy, ...rest } = deal;
  const { lastRuledMs, endedBy, ...told } = rest;
  return endedBy === undefined ? told : { ...told, endedBy };
}
