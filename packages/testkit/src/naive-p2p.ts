import type { Outcome } from '@meridian/core/outcome';
import type {
  AdTerms,
  AnswerAppeal,
  AskCancel,
  OpenAppeal,
  OpenDeal,
  P2pCommand,
  PublishAd,
  RuleAppeal,
} from '@meridian/core/p2p/p2p-commands';
import type { Rejection } from '@meridian/core/rejections';
import { isP2pWellFormed } from './naive-p2p-commands.ts';
import { accountName, because, type OracleLedger } from './naive-ledger.ts';
import { NaiveMerchants } from './naive-merchants.ts';
import { NaiveCoins } from './naive-p2p-coins.ts';
import {
  DAY,
  divideHeld,
  isOutOfBand,
  isOutsideHours,
  MINUTE,
  type NaiveAd,
  type NaiveAppeal,
  type NaiveDeal,
  NaiveNotes,
  sellersAccount,
  type Side,
  sum,
  type Surroundings,
  toldState,
} from './naive-p2p-rows.ts';

/**
 * The fiat marketplace a second time. It keeps every ad, deal and appeal for ever in plain lists,
 * and counts anew at each question: the rest of an ad from its deals, the record of a trader from a
 * list of notes.
 */
export class NaiveP2p {
  readonly #ledger: OracleLedger;
  readonly #around: Surroundings;
  readonly #coins: NaiveCoins;
  readonly #merchants: NaiveMerchants;
  readonly #ads: NaiveAd[] = [];
  readonly #deals: NaiveDeal[] = [];
  readonly #appeals: NaiveAppeal[] = [];
  readonly #notes = new NaiveNotes();
  readonly #away = new Set<number>();
  readonly #blocks = new Set<string>();
  readonly #restricted = new Map<number, number>();
  #now = 0;

  constructor(ledger: OracleLedger, around: Surroundings) {
    this.#ledger = ledger;
    this.#around = around;
    this.#coins = new NaiveCoins(around);
    this.#merchants = new NaiveMerchants(ledger, {
      bondWanted: (currency) => this.#coins.of(currency)?.merchantBond ?? 0n,
      isInDeals: (user) =>
        this.#deals.some(
          (deal) => (deal.buyer === user || deal.seller === user) && this.#isKept(deal),
        ),
    });
  }

  isMalformed(command: { readonly kind: string }): boolean {
    return command.kind.startsWith('p2p.') && !isP2pWellFormed(command as P2pCommand);
  }

  apply(command: P2pCommand, timeMs: number): Outcome {
    if (this.isMalformed(command)) return { ok: false, rejection: 'malformed' };
    this.#now = timeMs;
    const answer = this.#decide(command);
    if (typeof answer === 'number') return { ok: true, id: answer };
    return answer === undefined ? { ok: true } : { ok: false, rejection: answer };
  }

  /** Unpaid deals whose time is over. */
  pass(timeMs: number): void {
    this.#now = timeMs;
    const due = this.#deals.filter((deal) => deal.state === 'unpaid' && deal.payDueMs < timeMs);
    // Each extension counts anew, so a deal stands at its last due time.
    for (const deal of due.sort((a, b) => a.payDueMs - b.payDueMs || a.id - b.id)) {
      this.#giveBack(deal, 'timer');
      this.#notes.add(deal.buyer, 'gaveUp', this.#now);
      deal.version++;
    }
  }

  /** The holds of each account. */
  *holds(): Generator<readonly [account: string, amount: bigint]> {
    for (const deal of this.#deals)
      if (deal.endedMs === 0) yield [sellersAccount(deal), deal.quantity];
    for (const { state, held } of this.#appeals)
      if (state === 'open') for (const { account, amount } of held) yield [account, amount];
    yield* this.#merchants.holds();
  }

  /** Live ads, for streams of commands. */
  liveAds(): { id: number; user: number; side: string; version: number; terms: AdTerms }[] {
    return this.#ads
      .filter(({ end }) => end === undefined)
      .map(({ id, published, version, terms }) => ({
        id,
        user: published.user,
        side: published.side,
        version,
        terms,
      }));
  }

  /** Deals that go on or may be appealed. */
  deals(): {
    id: number;
    buyer: number;
    seller: number;
    state: string;
    version: number;
    isCancelAsked: boolean;
  }[] {
    return this.#deals
      .filter((deal) => this.#isKept(deal))
      .map(({ id, buyer, seller, state, version, isCancelAsked }) => ({
        id,
        buyer,
        seller,
        state,
        version,
        isCancelAsked,
      }));
  }

  /** Open appeals. */
  appeals(): { id: number; buyer: number; seller: number; by: Side; amount: bigint }[] {
    return this.#appeals
      .filter(({ state }) => state === 'open')
      .map(({ id, by, amount, deal: { buyer, seller } }) => ({ id, buyer, seller, by, amount }));
  }

  /** The part of the state that is compared with the core's. */
  snapshot(): unknown {
    return {
      ads: this.#ads
        .filter((ad) => ad.end === undefined || this.#openOf(ad) > 0n)
        .map((ad) => ({
          id: ad.id,
          version: ad.version,
          isPaused: ad.isPaused,
          state: ad.end ?? 'live',
          surplus: String(this.#surplusOf(ad)),
          open: String(this.#openOf(ad)),
          completed: String(this.#completedOf(ad)),
        })),
      deals: this.#deals
        .filter((deal) => this.#isKept(deal))
        .map((deal) => ({
          id: deal.id,
          state: deal.state,
          version: deal.version,
          fiat: String(deal.fiat),
          priceTicks: deal.priceTicks,
          payDueMs: deal.payDueMs,
          releaseDueMs: deal.releaseDueMs,
          endedMs: deal.endedMs,
          toBuyer: String(deal.toBuyer),
          appeal: this.#appealOf(deal)?.id ?? 0,
        })),
      appeals: this.#appeals
        .filter(({ state }) => state === 'open')
        .map(({ id, amount, answeredMs, isAfterEnd }) => ({
          id,
          amount: String(amount),
          answeredMs,
          isAfterEnd,
        })),
      traders: this.#notes.traders(),
      bonds: this.#merchants.snapshot(),
    };
  }

  #decide(command: P2pCommand): Rejection | number | undefined {
    switch (command.kind) {
      case 'p2p.terms':
        return this.#coins.list(command.terms);
      case 'p2p.rate':
        if (this.#around.scaleOf(command.currency) === undefined) return 'currency_unknown';
        this.#coins.setRate(command, this.#now);
        return undefined;
      case 'p2p.publish':
        return this.#publish(command);
      case 'p2p.edit': {
        const ad = this.#ownAd(command);
        if (ad === undefined) return 'ad_not_found';
        const isSell = ad.published.side === 'sell';
        if (command.terms.methods.some(({ id }) => id > 0 !== isSell)) return 'malformed';
        if (command.version > 0 && ad.version !== command.version) return 'ad_changed';
        const changed = { ...ad.published, terms: command.terms };
        const wrong = this.#wrongTerms(changed);
        if (wrong !== undefined) return wrong;
        if (this.#coins.isDust(changed, this.#now)) return 'fiat_out_of_limits';
        ad.terms = command.terms;
        ad.version++;
        return undefined;
      }
      case 'p2p.withdrawAd': {
        const ad = this.#ownAd(command);
        if (ad === undefined) return 'ad_not_found';
        ad.end = 'withdrawn';
        ad.version++;
        return undefined;
      }
      case 'p2p.removeAd': {
        const ad = this.#ads.find(({ id, end }) => id === command.ad && end === undefined);
        if (ad === undefined) return 'ad_not_found';
        ad.end = 'removed';
        ad.version++;
        return undefined;
      }
      case 'p2p.pause':
        return this.#pause(command.user, command.ad, command.isPaused);
      case 'p2p.deal':
        return this.#openDeal(command);
      case 'p2p.appeal':
        return this.#openAppeal(command);
      case 'p2p.answerAppeal':
      case 'p2p.withdrawAppeal':
        return this.#actOnAppeal(command.kind, command);
      case 'p2p.rule':
        return this.#rule(command);
      case 'p2p.bond':
      case 'p2p.returnBond':
      case 'p2p.merchant':
        return this.#merchants.apply(command);
      case 'p2p.block': {
        const name = `${command.user} ${command.other}`;
        const own = [...this.#blocks].filter((each) => each.startsWith(`${command.user} `));
        if (command.isBlocked && !this.#blocks.has(name) && own.length >= 500)
          return 'blocks_too_many';
        if (command.isBlocked) this.#blocks.add(name);
        else this.#blocks.delete(name);
        return undefined;
      }
      case 'p2p.restrict':
        this.#restricted.set(command.trader, command.untilMs);
        return undefined;
      default:
        return this.#act(command);
    }
  }

  #publish(command: PublishAd): Rejection | number {
    const wrong = this.#wrongTerms(command);
    if (wrong !== undefined) return wrong;
    if (command.level === 0) return 'p2p_unverified';
    const own = this.#ads.filter(
      ({ published, end }) => published.user === command.user && end === undefined,
    );
    if (own.length >= 20) return 'ads_too_many';
    const { terms } = command;
    const id = this.#ads.length + 1;
    const ad = { id, published: command, terms, version: 1, isPaused: false, end: undefined };
    if (this.#coins.isDust(command, this.#now)) return 'fiat_out_of_limits';
    this.#ads.push(ad);
    return id;
  }

  #wrongTerms({ user, currency, terms }: PublishAd): Rejection | undefined {
    const coin = this.#coins.of(currency);
    if (coin === undefined || !coin.isOpen) return 'p2p_closed';
    const stopped = this.#stopped(user);
    if (stopped !== undefined) return stopped;
    if (isOutOfBand(terms, coin, this.#coins.reference(coin, this.#now)))
      return 'price_out_of_band';
    const price = terms.priceTicks > 0 ? terms.priceTicks : terms.minTicks;
    return this.#coins.fiat(currency, terms.minQuantity, price) > coin.maxFiat
      ? 'quantity_out_of_limits'
      : undefined;
  }

  #pause(user: number, id: number, isPaused: boolean): Rejection | undefined {
    if (id === 0) {
      if (isPaused) this.#away.add(user);
      else this.#away.delete(user);
      return undefined;
    }
    const ad = this.#ownAd({ user, ad: id });
    if (ad === undefined) return 'ad_not_found';
    if (ad.isPaused !== isPaused) ad.version++;
    ad.isPaused = isPaused;
    return undefined;
  }

  #openDeal(command: OpenDeal): Rejection | number {
    const { user } = command;
    const ad = this.#ads.find(({ id, end }) => id === command.ad && end === undefined);
    if (ad === undefined || ad.terms.code !== command.code) return 'ad_not_found';
    const { side, currency, user: owner } = ad.published;
    const coin = this.#coins.of(currency);
    if (coin === undefined || !coin.isOpen) return 'p2p_closed';
    if (owner === user) return 'ad_own';
    if (command.level === 0) return 'p2p_unverified';
    const isBuying = side === 'sell';
    const stopped = this.#stopped(user);
    if (stopped !== undefined) return stopped;
    if (isBuying && this.#notes.recent(user, 'markUndone', this.#now) >= 3) return 'p2p_restricted';
    const restraint = isBuying ? undefined : this.#around.restraintOf(user, this.#now);
    if (restraint !== undefined) return restraint;
    if (this.#blocks.has(`${user} ${owner}`) || this.#blocks.has(`${owner} ${user}`))
      return 'ad_not_found';
    const taken = this.#deals.filter((deal) => deal.endedMs === 0 && deal[deal.taker] === user);
    if (taken.length >= 20) return 'p2p_deals_too_many';
    const resting = this.#rests(ad);
    if (resting !== undefined) return resting;
    const unmet = this.#unmet(ad, command);
    if (unmet !== undefined) return unmet;
    const price = this.#coins.price(ad, coin, this.#now);
    if (price === 0) return 'ad_price_rests';
    const worst = command.priceTicks;
    if (worst > 0 && (isBuying ? price > worst : price < worst)) return 'ad_changed';
    const isOffered = ad.terms.methods.some(({ way }) => way === command.way);
    if (!isOffered || (!isBuying && command.account === 0)) return 'way_not_offered';
    const surplus = this.#surplusOf(ad);
    const quantity = command.quantity === 0n ? surplus : command.quantity;
    const isRest = quantity === surplus;
    if (quantity === 0n || quantity > surplus || quantity > ad.terms.maxQuantity)
      return 'quantity_out_of_limits';
    if (quantity < ad.terms.minQuantity && !isRest) return 'quantity_out_of_limits';
    const fiat = this.#coins.fiat(currency, quantity, price);
    if ((fiat < coin.minFiat && !isRest) || fiat > coin.maxFiat) return 'fiat_out_of_limits';
    const [buyer, seller] = isBuying ? [user, owner] : [owner, user];
    const account = accountName(seller, 'p2p', currency);
    if (this.#ledger.balance(account).available < quantity)
      return isBuying ? 'ad_short' : 'balance_insufficient';
    const deal: NaiveDeal = {
      id: this.#deals.length + 1,
      ad,
      buyer,
      seller,
      taker: isBuying ? 'buyer' : 'seller',
      currency,
      quantity,
      priceTicks: price,
      fiat,
      openedMs: this.#now,
      state: 'unpaid',
      version: 1,
      payDueMs: this.#now + ad.terms.payMinutes * MINUTE,
      releaseDueMs: 0,
      endedMs: 0,
      endedBy: '',
      isCancelAsked: false,
      asks: 0,
      extensions: 0,
      toBuyer: 0n,
    };
    this.#deals.push(deal);
    this.#ledger.post(account, -quantity, quantity, because('hold', deal.id, 'deal'));
    return deal.id;
  }

  #act(
    command: Extract<
      P2pCommand,
      {
        kind:
          | 'p2p.pay'
          | 'p2p.cancel'
          | 'p2p.extend'
          | 'p2p.release'
          | 'p2p.askCancel'
          | 'p2p.answerCancel';
      }
    >,
  ): Rejection | undefined {
    const isBuyers = ['p2p.pay', 'p2p.cancel', 'p2p.answerCancel'].includes(command.kind);
    const deal = this.#seen(command, isBuyers ? 'buyer' : 'seller');
    if (typeof deal === 'string') return deal;
    const needs = { 'p2p.pay': 'unpaid', 'p2p.cancel': 'unpaid', 'p2p.extend': 'unpaid' } as Record<
      string,
      string
    >;
    const wanted = command.kind === 'p2p.release' ? 'paid' : needs[command.kind];
    if (wanted === undefined ? deal.endedMs !== 0 : deal.state !== wanted) return toldState(deal);
    switch (command.kind) {
      case 'p2p.pay':
        deal.state = 'paid';
        deal.releaseDueMs = this.#now + 15 * MINUTE;
        deal.isCancelAsked = false;
        break;
      case 'p2p.cancel':
        this.#giveBack(deal, 'buyer');
        this.#notes.add(deal.buyer, 'gaveUp', this.#now);
        break;
      case 'p2p.extend': {
        const due = deal.payDueMs + command.minutes * MINUTE;
        if (due > deal.openedMs + DAY || deal.extensions === 3) return 'extension_too_long';
        deal.payDueMs = due;
        deal.extensions++;
        break;
      }
      case 'p2p.release': {
        const restraint = this.#around.restraintOf(deal.seller, this.#now);
        if (restraint !== undefined) return restraint;
        this.#settle(deal);
        this.#complete(deal, deal.quantity, 'seller');
        break;
      }
      case 'p2p.askCancel':
        if (deal.isCancelAsked || deal.asks === 3) return 'cancel_asked';
        deal.isCancelAsked = true;
        deal.asks++;
        break;
      case 'p2p.answerCancel':
        if (!deal.isCancelAsked) return 'cancel_not_asked';
        if (command.accepts && deal.state === 'paid') {
          const restraint = this.#around.restraintOf(deal.buyer, this.#now);
          if (restraint !== undefined) return restraint;
        }
        deal.isCancelAsked = false;
        if (command.accepts) {
          const wasPaid = deal.state === 'paid';
          this.#settle(deal);
          this.#giveBack(deal, 'both');
          this.#notes.add(deal.seller, 'cancelled', this.#now);
          if (wasPaid) this.#notes.add(deal.buyer, 'markUndone', this.#now);
        }
        break;
    }
    deal.version++;
    return undefined;
  }

  #openAppeal(command: OpenAppeal): Rejection | number {
    const deal = this.#seen(command);
    if (typeof deal === 'string') return deal;
    const by: Side = deal.buyer === command.user ? 'buyer' : 'seller';
    const own = {
      buyer: ['notReleased', 'cancelledAfterPaying', 'other'],
      seller: ['notReceived', 'wrongAmount', 'otherPayer', 'paymentReversed', 'other'],
    }[by];
    if (!own.includes(command.reason)) return 'malformed';
    if (this.#appealOf(deal) !== undefined) return 'deal_in_appeal';
    if (deal.state === 'unpaid') return 'deal_unpaid';
    if (this.#past(deal, 'ruled').length >= 2) return 'appeals_exhausted';
    const isAfterEnd = deal.endedMs !== 0;
    const got = by === 'buyer' ? deal.quantity - deal.toBuyer : deal.toBuyer;
    if (!isAfterEnd) {
      if (by === 'buyer' && this.#now < deal.releaseDueMs) return 'appeal_too_early';
    } else {
      if (this.#now >= this.#lastMs(deal) + 7 * DAY) return 'appeal_too_late';
      if (got === 0n) return 'appeal_about_nothing';
      const pending = this.#appeals.filter(
        (each) => each.state === 'open' && each.isAfterEnd && each.deal[each.by] === command.user,
      );
      const lost = this.#notes.recent(command.user, 'appealLost', this.#now);
      const vain = this.#notes.recent(command.user, 'heldForNothing', this.#now);
      if (lost + vain + pending.length >= 3) return 'p2p_restricted';
    }
    const id = this.#appeals.length + 1;
    const held: { account: string; amount: bigint }[] = [];
    if (isAfterEnd) {
      const holder = by === 'buyer' ? deal.seller : deal.buyer;
      let left = got;
      for (const wallet of ['p2p', 'spot'] as const) {
        const account = accountName(holder, wallet, deal.currency);
        const { available } = this.#ledger.balance(account);
        const amount = available < left ? available : left;
        if (amount <= 0n) continue;
        this.#ledger.post(account, -amount, amount, because('hold', id, 'appeal'));
        held.push({ account, amount });
        left -= amount;
      }
    }
    const amount = isAfterEnd ? held.reduce((sum, each) => sum + each.amount, 0n) : deal.quantity;
    this.#appeals.push({
      id,
      deal,
      by,
      openedMs: this.#now,
      amount,
      isAfterEnd,
      held,
      answeredMs: 0,
      state: 'open',
      proposed: undefined,
      operators: [],
      ruledMs: 0,
    });
    deal.version++;
    return id;
  }

  #actOnAppeal(
    kind: 'p2p.answerAppeal' | 'p2p.withdrawAppeal',
    { user, appeal: id }: AnswerAppeal | { user: number; appeal: number },
  ): Rejection | undefined {
    const appeal = this.#appeals.find((each) => each.id === id && each.state === 'open');
    if (appeal === undefined) return 'appeal_not_found';
    const { deal, by } = appeal;
    if (user !== deal.buyer && user !== deal.seller) return 'appeal_not_found';
    if ((user === deal[by]) !== (kind === 'p2p.withdrawAppeal')) return 'deal_other_party';
    if (kind === 'p2p.answerAppeal') {
      if (appeal.answeredMs === 0) appeal.answeredMs = this.#now;
      return undefined;
    }
    if (this.#past(deal, 'withdrawn').some((each) => each.by === by))
      return 'appeal_withdrawn_before';
    const restraint = this.#around.restraintOf(user, this.#now);
    if (restraint !== undefined) return restraint;
    for (const { account, amount } of appeal.held)
      this.#ledger.post(account, amount, -amount, because('release', appeal.id, 'appeal'));
    if (appeal.isAfterEnd) this.#notes.add(user, 'heldForNothing', this.#now);
    if (deal.endedMs === 0) deal.releaseDueMs += this.#now - appeal.openedMs;
    appeal.state = 'withdrawn';
    deal.version++;
    return undefined;
  }

  #rule(command: RuleAppeal): Rejection | undefined {
    const appeal = this.#appeals.find(({ id, state }) => id === command.appeal && state === 'open');
    if (appeal === undefined) return 'appeal_not_found';
    const { deal, proposed } = appeal;
    const { operator, toBuyer, fault, bondCut } = command;
    if (this.#past(deal, 'ruled').some(({ operators }) => operators.includes(operator)))
      return 'appeal_same_operator';
    if (appeal.answeredMs === 0 && this.#now < appeal.openedMs + DAY)
      return 'appeal_answer_pending';
    if (toBuyer > appeal.amount) return 'quantity_invalid';
    if (fault !== 'nobody' && bondCut > 0n) {
      const bond = this.#merchants.bondOf(deal[fault]);
      if (bond === undefined || bond.amount < bondCut) return 'bond_too_small';
    }
    const needsTwo =
      bondCut > 0n || deal.fiat >= (this.#coins.of(deal.currency)?.twoOperatorsFrom ?? 0n);
    const agrees =
      proposed !== undefined &&
      proposed.operator !== operator &&
      proposed.toBuyer === toBuyer &&
      proposed.fault === fault &&
      proposed.bondCut === bondCut;
    if (needsTwo && !agrees) {
      appeal.proposed = command;
      return undefined;
    }
    if (needsTwo && proposed !== undefined) appeal.operators.push(proposed.operator);
    appeal.operators.push(operator);
    appeal.state = 'ruled';
    appeal.ruledMs = this.#now;
    if (appeal.isAfterEnd) divideHeld(this.#ledger, appeal, toBuyer);
    else if (toBuyer > 0n) this.#complete(deal, toBuyer, 'ruling');
    else this.#giveBack(deal, 'ruling');
    deal.version++;
    if (fault !== 'nobody') {
      this.#notes.add(deal[fault], 'appealLost', this.#now);
      if (!appeal.isAfterEnd && toBuyer === 0n) {
        this.#notes.add(deal[fault], 'cancelled', this.#now);
        if (fault === 'buyer') this.#notes.add(deal.buyer, 'markUndone', this.#now);
      }
      if (bondCut > 0n)
        this.#merchants.cut(
          deal[fault],
          bondCut,
          fault === 'buyer' ? deal.seller : deal.buyer,
          deal.id,
        );
    }
    return undefined;
  }

  #past(deal: NaiveDeal, state: NaiveAppeal['state']): NaiveAppeal[] {
    return this.#appeals.filter((each) => each.deal === deal && each.state === state);
  }

  #complete(deal: NaiveDeal, toBuyer: bigint, by: string): void {
    const cause = because(by === 'ruling' ? 'p2pRuling' : 'p2pDeal', deal.id, 'deal');
    this.#ledger.post(sellersAccount(deal), 0n, -toBuyer, cause);
    this.#ledger.post(accountName(deal.buyer, 'p2p', deal.currency), toBuyer, 0n, cause);
    const rest = deal.quantity - toBuyer;
    if (rest > 0n)
      this.#ledger.post(sellersAccount(deal), rest, -rest, because('release', deal.id, 'deal'));
    deal.toBuyer = toBuyer;
    this.#end(deal, 'completed', by);
    this.#notes.add(deal.buyer, 'completed', this.#now);
    this.#notes.add(deal.seller, 'completed', this.#now);
  }

  #giveBack(deal: NaiveDeal, by: string): void {
    this.#ledger.post(
      sellersAccount(deal),
      deal.quantity,
      -deal.quantity,
      because('release', deal.id, 'deal'),
    );
    this.#end(deal, 'cancelled', by);
  }

  #end(deal: NaiveDeal, state: 'completed' | 'cancelled', by: string): void {
    deal.state = state;
    deal.endedMs = this.#now;
    deal.endedBy = by;
    deal.isCancelAsked = false;
    const { ad } = deal;
    if (ad.end === undefined && this.#surplusOf(ad) === 0n && this.#openOf(ad) === 0n)
      ad.end = 'sold';
  }

  /** The two sides end a deal: its appeal is over. */
  #settle(deal: NaiveDeal): void {
    const appeal = this.#appealOf(deal);
    if (appeal !== undefined) appeal.state = 'settled';
  }

  #seen({ user, deal: id, version }: Omit<AskCancel, 'kind'>, side?: Side): NaiveDeal | Rejection {
    const deal = this.#deals.find((each) => each.id === id && this.#isKept(each));
    if (deal === undefined || (deal.buyer !== user && deal.seller !== user))
      return 'p2p_deal_not_found';
    if (side !== undefined && deal[side] !== user) return 'deal_other_party';
    if (version === 0 || deal.version === version) return deal;
    if (this.#appealOf(deal) !== undefined) return 'deal_in_appeal';
    return deal.state === 'unpaid' ? 'deal_changed' : toldState(deal);
  }

  /** The core forgets a deal at the first tick after it could be appealed, not before. */
  #isKept(deal: NaiveDeal): boolean {
    return !this.#forgotten.has(deal);
  }
  readonly #forgotten = new Set<NaiveDeal>();

  /** Called at each tick of the clock, after `pass`. */
  forget(timeMs: number): void {
    for (const deal of this.#deals)
      if (
        deal.endedMs !== 0 &&
        this.#appealOf(deal) === undefined &&
        this.#lastMs(deal) + 7 * DAY < timeMs
      )
        this.#forgotten.add(deal);
  }

  #lastMs(deal: NaiveDeal): number {
    const ruled = this.#appeals
      .filter((appeal) => appeal.deal === deal)
      .map((each) => each.ruledMs);
    return Math.max(deal.endedMs, ...ruled);
  }

  #appealOf(deal: NaiveDeal): NaiveAppeal | undefined {
    return this.#appeals.find((appeal) => appeal.deal === deal && appeal.state === 'open');
  }

  #stopped(user: number): Rejection | undefined {
    if ((this.#restricted.get(user) ?? 0) > this.#now) return 'p2p_restricted';
    return this.#notes.gaveUp(user, this.#now) >= 3 ? 'cancels_reached' : undefined;
  }

  #rests({ published: { user, side }, isPaused, terms }: NaiveAd): Rejection | undefined {
    const isStopped =
      isPaused ||
      this.#away.has(user) ||
      this.#stopped(user) !== undefined ||
      this.#around.owes(user) ||
      this.#around.isFrozen(user) ||
      (side === 'sell'
        ? this.#around.restraintOf(user, this.#now) !== undefined
        : this.#notes.recent(user, 'markUndone', this.#now) >= 3);
    if (isStopped) return 'ad_paused';
    return isOutsideHours(terms, this.#now) ? 'ad_outside_hours' : undefined;
  }

  #unmet({ terms: { takers } }: NaiveAd, command: OpenDeal): Rejection | undefined {
    const { user } = command;
    if (command.level < takers.level) return 'taker_level_low';
    if (command.registeredDays < takers.registeredDays) return 'taker_too_new';
    if (this.#notes.count(user, ['completed']) < takers.completedDeals) return 'taker_deals_few';
    const well = this.#notes.inMonth(user, ['completed'], this.#now);
    const all = this.#notes.inMonth(user, ['completed', 'cancelled', 'gaveUp'], this.#now);
    const isEnough =
      takers.completionBps === 0 || (well > 0 && well * 10_000 >= takers.completionBps * all);
    return isEnough ? undefined : 'taker_rate_low';
  }

  #completedOf(ad: NaiveAd): bigint {
    return sum(this.#deals.filter((deal) => deal.ad === ad && deal.state === 'completed'));
  }

  #openOf(ad: NaiveAd): bigint {
    return sum(this.#deals.filter((deal) => deal.ad === ad && deal.endedMs === 0));
  }

  #surplusOf(ad: NaiveAd): bigint {
    if (ad.end === 'withdrawn' || ad.end === 'removed') return 0n;
    return ad.published.total - this.#openOf(ad) - this.#completedOf(ad);
  }

  #ownAd({ user, ad: id }: { readonly user: number; readonly ad: number }): NaiveAd | undefined {
    return this.#ads.find(
      (ad) => ad.id === id && ad.published.user === user && ad.end === undefined,
    );
  }
}
