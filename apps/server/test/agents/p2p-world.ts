import type { Command } from '@meridian/core/commands';
import type { Applied } from '@meridian/core/events';
import { Exchange } from '@meridian/core/exchange';
import type { AdTerms, P2pCommand, RuleAppeal } from '@meridian/core/p2p/p2p-commands';
import type { Ad, Appeal, Deal } from '@meridian/core/p2p/p2p-events';
import { floatingTicks } from '@meridian/core/p2p/p2p-prices';
import { AD_TERMS, DAY_MS, MINUTE_MS, P2P_TERMS } from '@meridian/core/testing/p2p-scenario';
import { BTC, MARKET, NETWORK, USDT, coins } from '@meridian/core/testing/scenario';
import type { Amount } from '@meridian/money/amount';
import { SeededRandom } from '@meridian/testkit/seeded-random';

export const GANG: readonly number[] = [200_001, 200_002, 200_003, 200_004];
const HONEST: readonly number[] = [300_001, 300_002, 300_003];
const EACH_COINS = 20_000;
const MINUTES = 1_200;
/** Appeals about deals that ended longer ago are the same again. */
const LATELY_MS = 120 * MINUTE_MS;
/** After its time an honest seller appeals about a mark without money, a buyer about no coins. */
const PATIENCE_MS = 16 * MINUTE_MS;
/** Until every appeal was answered, ruled on and, where it lost, tried again. */
const SETTLING_MS = 12 * DAY_MS;
const DAYS_OF_MINUTES = 24 * 60;

/** A defect that is planted on purpose, to see that the world finds it. */
export type Flaw = 'marks are believed' | 'a release pays twice' | 'a bond pays twice';

/** Several accounts of one will. Nobody of them is bound to anything but the core's refusals. */
export interface Gang {
  act(world: P2pWorld): void;
}

export interface Life {
  /**
   * Coins that the gang has gained, beyond those that it paid for or was paid for; negative: lost.
   */
  readonly gained: bigint;
  /** Deals in which somebody who followed the rules lost coins. */
  readonly losses: readonly string[];
  /** Completed deals of the gang with others, and rulings: so it is seen that nothing is idle. */
  readonly dealt: number;
  readonly ruled: number;
}

/**
 * The marketplace with a gang of colluding accounts, honest people who follow the rules, and
 * operators who see the truth wherever somebody honest takes part; among the gang they rule by
 * chance, because both sides may show them anything. Everything follows from the seed.
 */
export class P2pWorld {
  readonly random: SeededRandom;
  /** Those that somebody still looks at: open ones, and some that ended lately. */
  readonly deals = new Map<number, Deal>();
  /** Open ones. */
  readonly appeals = new Map<number, Appeal>();
  /** Live ones. */
  readonly ads = new Map<number, Ad>();
  readonly #allDeals = new Map<number, Deal>();
  /** Deals whose money has really come. */
  readonly #money = new Set<number>();
  readonly #exchange = new Exchange();
  readonly #flaw: Flaw | undefined;
  readonly #losses: string[] = [];
  readonly #deposits: number[] = [];
  /** Deposits to the gang that were not taken back, and bonds that rulings gave to the honest. */
  #deposited = 0n;
  #cut = 0n;
  #ruled = 0;
  #rateMs = 0;
  #rate = AD_TERMS.priceTicks;
  timeMs = Date.UTC(2026, 0, 5, 4);

  constructor(seed: number, flaw?: Flaw) {
    this.random = new SeededRandom(seed);
    this.#flaw = flaw;
    for (const command of opening()) this.apply(command);
    this.#setRate();
    for (const user of [...GANG, ...HONEST])
      for (const wallet of ['p2p', 'spot'] as const)
        this.apply({
          kind: 'ledger.deposit',
          user,
          wallet,
          currency: USDT,
          amount: coins(EACH_COINS),
          reference: 'agents',
        });
  }

  live(gang: Gang): Life {
    const start = [this.#coinsOf(GANG), this.#coinsOf(HONEST)] as const;
    for (let minute = 0; minute < MINUTES; minute++) {
      this.#pass(MINUTE_MS);
      if (this.random.chance(1 / 30)) this.#setRate();
      gang.act(this);
      for (const user of HONEST) this.#offer(user);
      this.#beHonest();
      gang.act(this);
      this.#rule();
    }
    for (let rest = 0; rest < SETTLING_MS; rest += DAY_MS / 4) {
      this.#pass(DAY_MS / 4);
      this.#setRate();
      this.#beHonest();
      this.#rule();
    }
    this.#exchange.verify();
    return this.#reckon(start);
  }

  apply(command: Command): Applied {
    const applied = this.#exchange.apply(command, this.timeMs);
    for (const event of applied.events) {
      if (event.type === 'adChanged') keep(this.ads, event.ad, event.ad.state === 'live');
      if (event.type === 'appealChanged')
        keep(this.appeals, event.appeal, event.appeal.state === 'open');
      if (event.type !== 'dealChanged') continue;
      this.#allDeals.set(event.deal.id, event.deal);
      this.deals.set(event.deal.id, event.deal);
      if (event.cause === 'opened') this.#checkPrice(event.deal);
      if (event.cause === 'released' && this.#flaw === 'a release pays twice')
        this.#plant(event.deal.buyer, event.deal.quantity);
    }
    return applied;
  }

  /** An act of the gang; a refusal has no consequence. */
  try(command: P2pCommand | Command): boolean {
    return this.apply(command).outcome.ok;
  }

  isHonest(user: number): boolean {
    return HONEST.includes(user);
  }

  /** A buyer of the gang really pays: the money is out of reach then. */
  payWithMoney(deal: Deal): void {
    if (this.try({ kind: 'p2p.pay', user: deal.buyer, deal: deal.id, version: deal.version }))
      this.#money.add(deal.id);
  }

  /** Coins from a chain, which may be taken back when they have gone on. */
  deposit(user: number, amount: Amount): void {
    const transaction = `0x${this.#deposits.length}`;
    const name = { network: NETWORK.id, transaction, output: 0 };
    if (!this.try({ kind: 'custody.deposit', ...name, user, amount })) return;
    this.#deposits.push(Number(amount));
    this.#deposited += amount;
  }

  reverse(): void {
    const place = this.random.below(Math.max(1, this.#deposits.length));
    const name = { network: NETWORK.id, transaction: `0x${place}`, output: 0 };
    if (this.try({ kind: 'custody.reverse', ...name }))
      this.#deposited -= BigInt(this.#deposits[place] ?? 0);
  }

  available(user: number, wallet: 'p2p' | 'spot' | 'margin'): bigint {
    const row = this.#exchange
      .snapshot()
      .accounts.find(
        (account) =>
          account.user === user && account.wallet === wallet && account.currency === USDT,
      );
    return BigInt(row?.available ?? 0);
  }

  #pass(ms: number): void {
    this.timeMs += ms;
    for (const { id, endedMs, appeal } of this.deals.values())
      if (endedMs !== 0 && appeal === 0 && this.timeMs - endedMs > LATELY_MS) this.deals.delete(id);
    this.apply({ kind: 'clock.tick' });
  }

  #setRate(): void {
    this.#rate = Math.round(this.#rate * (1 + (this.random.next() - 0.5) * 0.02));
    this.#rateMs = this.timeMs;
    this.apply({ kind: 'p2p.rate', currency: USDT, priceTicks: this.#rate });
  }

  /** The deal of a floating ad has the price of today's rate, within its owner's bounds. */
  #checkPrice({ id, ad: number, priceTicks }: Deal): void {
    const terms = this.ads.get(number)?.terms;
    if (terms === undefined || terms.priceTicks > 0) return;
    const isRight =
      this.timeMs - this.#rateMs <= DAY_MS &&
      priceTicks === floatingTicks(this.#rate, terms.offsetBps) &&
      priceTicks >= terms.minTicks &&
      priceTicks <= terms.maxTicks;
    if (!isRight) this.#losses.push(`deal ${id} has the price ${priceTicks}`);
  }

  /** Honest people: pay before they say so, release paid deals, answer and appeal in time. */
  #beHonest(): void {
    for (const deal of this.deals.values()) {
      if (this.isHonest(deal.buyer)) this.#buyHonestly(deal);
      if (this.isHonest(deal.seller)) this.#sellHonestly(deal);
    }
    for (const appeal of this.appeals.values()) {
      const deal = this.deals.get(appeal.deal);
      if (appeal.state !== 'open' || appeal.answeredMs !== 0 || deal === undefined) continue;
      const other = appeal.by === 'buyer' ? deal.seller : deal.buyer;
      if (this.isHonest(other))
        this.try({ kind: 'p2p.answerAppeal', user: other, appeal: appeal.id });
    }
  }

  #offer(user: number): void {
    const own = [...this.ads.values()].filter((ad) => ad.user === user && ad.state === 'live');
    if (own.length < 2) {
      const side = this.random.chance(0.5) ? 'sell' : 'buy';
      const isFloating = this.random.chance(0.5);
      const floating = {
        priceTicks: 0,
        offsetBps: 50,
        minTicks: 6_5000_0000,
        maxTicks: 7_5000_0000,
      };
      this.try(ad(user, side, 3_000, isFloating ? floating : { priceTicks: this.#rate }));
    }
    // An honest user takes an ad of the gang, at a price that is no robbery.
    const offers = [...this.ads.values()].filter(
      (offer) => GANG.includes(offer.user) && offer.side === 'sell' && offer.state === 'live',
    );
    if (offers.length > 0 && this.random.chance(0.2))
      this.try(take(user, this.random.pick(offers), coins(this.random.between(10, 200))));
  }

  #buyHonestly(deal: Deal): void {
    const act = { user: deal.buyer, deal: deal.id, version: deal.version };
    if (deal.state === 'unpaid' && deal.payDueMs - this.timeMs > 2 * MINUTE_MS) {
      this.#money.add(deal.id);
      if (!this.try({ kind: 'p2p.pay', ...act }))
        this.#losses.push(`deal ${deal.id} was paid and could not be marked`);
    } else if (deal.isCancelAsked) this.try({ kind: 'p2p.answerCancel', ...act, accepts: false });
    else if (deal.state === 'paid' && deal.appeal === 0 && this.timeMs - deal.paidMs > PATIENCE_MS)
      this.try({ kind: 'p2p.appeal', ...act, reason: 'notReleased' });
  }

  #sellHonestly(deal: Deal): void {
    if (deal.state !== 'paid') return;
    const act = { user: deal.seller, deal: deal.id, version: deal.version };
    if (this.#money.has(deal.id) || this.#flaw === 'marks are believed')
      this.try({ kind: 'p2p.release', ...act });
    else if (deal.appeal === 0 && this.timeMs - deal.paidMs > PATIENCE_MS)
      this.try({ kind: 'p2p.appeal', ...act, reason: 'notReceived' });
  }

  #rule(): void {
    for (const appeal of [...this.appeals.values()]) {
      const deal = this.deals.get(appeal.deal);
      if (appeal.state !== 'open' || deal === undefined) continue;
      if (appeal.answeredMs === 0 && this.timeMs < appeal.answerDueMs) continue;
      const ruling = this.#decided(appeal, deal);
      // A ruling by an operator who ruled before does not count, and those of the next two do.
      for (const operator of [1, 2, 3, 4])
        this.apply({ kind: 'p2p.rule', appeal: appeal.id, ...ruling, operator });
      if (!this.appeals.has(appeal.id)) this.#count(deal, ruling);
    }
  }

  #decided(appeal: Appeal, deal: Deal): Omit<RuleAppeal, 'kind' | 'appeal' | 'operator'> {
    const isAmongGang = !this.isHonest(deal.buyer) && !this.isHonest(deal.seller);
    if (isAmongGang) {
      const fault = this.random.pick(['buyer', 'seller', 'nobody'] as const);
      const bondCut = fault === 'nobody' ? 0n : this.#bondOf(deal[fault]) / 2n;
      const toBuyer = (appeal.amount * BigInt(this.random.below(101))) / 100n;
      return { toBuyer: toBuyer as Amount, fault, bondCut: bondCut as Amount };
    }
    const wasPaid = this.#money.has(deal.id);
    const isRight = appeal.by === (wasPaid ? 'buyer' : 'seller');
    const other = appeal.by === 'buyer' ? 'seller' : 'buyer';
    const fault = isRight ? other : appeal.by;
    return {
      toBuyer: (wasPaid ? appeal.amount : 0n) as Amount,
      fault,
      bondCut: (this.#bondOf(deal[fault]) / 10n) as Amount,
    };
  }

  #count(deal: Deal, { fault, bondCut }: Pick<RuleAppeal, 'fault' | 'bondCut'>): void {
    this.#ruled++;
    if (fault === 'nobody' || bondCut === 0n) return;
    const to = fault === 'buyer' ? deal.seller : deal.buyer;
    if (this.isHonest(to)) this.#cut += bondCut;
    if (this.#flaw === 'a bond pays twice') this.#plant(to, bondCut);
  }

  #bondOf(user: number): bigint {
    const trader = this.#exchange.snapshot().p2p.traders.find((each) => each.user === user);
    return BigInt(trader?.bond?.amount ?? 0);
  }

  #plant(user: number, amount: Amount): void {
    const entry = { user, wallet: 'p2p', currency: USDT, amount, reference: 'planted' } as const;
    this.#exchange.apply({ kind: 'ledger.deposit', ...entry }, this.timeMs);
  }

  #coinsOf(users: readonly number[]): bigint {
    const { accounts, custody } = this.#exchange.snapshot();
    const has = accounts
      .filter(({ user, currency }) => users.includes(user) && currency === USDT)
      .reduce((sum, { available, held }) => sum + BigInt(available) + BigInt(held), 0n);
    return custody.debts
      .filter(({ user, currency }) => users.includes(user) && currency === USDT)
      .reduce((sum, { amount }) => sum - BigInt(amount), has);
  }

  #reckon([gangHad, honestHad]: readonly [bigint, bigint]): Life {
    let [bought, sold, dealt] = [0n, 0n, 0];
    for (const { id, buyer, seller, state, toBuyer, quantity } of this.#allDeals.values()) {
      if (this.isHonest(buyer) === this.isHonest(seller)) continue;
      const wasPaid = this.#money.has(id);
      if (state === 'unpaid' || state === 'paid') this.#losses.push(`deal ${id} has no end`);
      if (state === 'completed') dealt++;
      if (this.isHonest(seller)) {
        if (toBuyer > 0n && !wasPaid) this.#losses.push(`deal ${id} was given away unpaid`);
        if (wasPaid) bought += toBuyer;
      } else {
        if (wasPaid && toBuyer < quantity) this.#losses.push(`deal ${id} was paid for nothing`);
        sold += toBuyer;
      }
    }
    const gained = this.#coinsOf(GANG) - gangHad - this.#deposited - bought + sold + this.#cut;
    const honestGained = this.#coinsOf(HONEST) - honestHad + bought - sold - this.#cut;
    if (honestGained < 0n) this.#losses.push(`honest people lost ${-honestGained} units`);
    return { gained, losses: this.#losses, dealt, ruled: this.#ruled };
  }
}

function keep<Row extends { readonly id: number }>(
  rows: Map<number, Row>,
  row: Row,
  isKept: boolean,
): void {
  if (isKept) rows.set(row.id, row);
  else rows.delete(row.id);
}

/** An ad of a verified owner. */
export function ad(
  user: number,
  side: 'buy' | 'sell',
  total: number,
  terms: Partial<AdTerms>,
): P2pCommand {
  const methods = [{ id: side === 'sell' ? 1 : 0, way: 'aliPay' as const }];
  return {
    kind: 'p2p.publish',
    user,
    side,
    currency: USDT,
    total: coins(total),
    level: 1,
    terms: { ...AD_TERMS, methods, ...terms },
  };
}

export function take(user: number, { id, side, terms }: Ad, quantity: Amount): P2pCommand {
  return {
    kind: 'p2p.deal',
    user,
    ad: id,
    quantity,
    priceTicks: 0,
    way: 'aliPay',
    account: side === 'buy' ? 1 : 0,
    code: terms.code,
    level: 1,
    registeredDays: DAYS_OF_MINUTES,
  };
}

function opening(): Command[] {
  return [
    { kind: 'currency.list', currency: { id: BTC, code: 'BTC', scale: 8 } },
    { kind: 'currency.list', currency: { id: USDT, code: 'USDT', scale: 8 } },
    { kind: 'market.list', market: MARKET },
    { kind: 'custody.network', network: NETWORK },
    { kind: 'p2p.terms', terms: P2P_TERMS },
  ];
}
