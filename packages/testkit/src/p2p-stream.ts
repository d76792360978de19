import type { Amount } from '@meridian/money/amount';
import type { Side } from '@meridian/core/catalog/side';
import type { Command } from '@meridian/core/commands';
import type {
  AdTerms,
  OpenAppeal,
  P2pCommand,
  P2pTerms,
  PaymentMethod,
  RuleAppeal,
} from '@meridian/core/p2p/p2p-commands';
import { decodeAd } from '@meridian/core/p2p/p2p-codec';
import type { SnapshotP2p } from '@meridian/core/p2p/p2p-snapshot';
import type { SeededRandom } from './seeded-random.ts';

/** Ads, deals and appeals, from which the stream draws, so that most commands find one. */
export interface KnownP2p {
  liveAds(): readonly {
    readonly id: number;
    readonly user: number;
    readonly side: string;
    readonly version: number;
    readonly terms: AdTerms;
  }[];
  deals(): readonly KnownDeal[];
  appeals(): readonly {
    readonly id: number;
    readonly buyer: number;
    readonly seller: number;
    readonly by: 'buyer' | 'seller';
    readonly amount: bigint;
  }[];
}

/** The same of a state of the core. */
export function knownP2p({ ads, deals, appeals }: SnapshotP2p): KnownP2p {
  return {
    liveAds: () => ads.filter(({ state }) => state === 'live').map(decodeAd),
    deals: () => deals,
    appeals: () =>
      appeals.flatMap(({ id, by, amount, deal: number }) =>
        deals
          .filter((deal) => deal.id === number)
          .map(({ buyer, seller }) => ({ id, buyer, seller, by, amount: BigInt(amount) })),
      ),
  };
}

interface KnownDeal {
  readonly id: number;
  readonly buyer: number;
  readonly seller: number;
  readonly state: string;
  readonly version: number;
  readonly isCancelAsked: boolean;
}

interface StreamParts {
  readonly random: SeededRandom;
  readonly users: readonly number[];
  readonly currencies: readonly number[];
  readonly purse: readonly bigint[];
}

/** CNY for one USDT, in 10^-8. */
const RATE = 7_0000_0000;
const FLOATING_CHANCE = 0.2;
const WAYS = ['aliPay', 'weChat', 'bank'] as const;
const OPERATORS = 4;

/**
 * Ads both ways with every condition, deals that are paid, cancelled, left to expire and forgotten,
 * acts of the wrong party and on old versions, appeals before and after the end, rulings by one
 * operator, two and the same again, bonds that are posted, cut and taken back, blocks and pauses.
 */
export class P2pStream {
  readonly #random: SeededRandom;
  readonly #users: readonly number[];
  readonly #currencies: readonly number[];
  readonly #purse: readonly bigint[];
  /** The last ruling. */
  #ruling: RuleAppeal | undefined;
  /** Some seeds crowd the marketplace, so that its bounds are met. */
  readonly #crowds: 'nothing' | 'ads' | 'deals';

  constructor({ random, users, currencies, purse }: StreamParts) {
    this.#random = random;
    this.#users = users;
    this.#currencies = currencies;
    this.#purse = purse;
    this.#crowds = random.pick(['nothing', 'nothing', 'nothing', 'ads', 'deals'] as const);
  }

  /** Days that pass would end the deals that crowd it. */
  get isCrowded(): boolean {
    return this.#crowds === 'deals';
  }

  /** Opens the marketplace for all coins, and funds the wallets. */
  *opening(): Generator<Command> {
    yield { kind: 'p2p.rate', currency: 3, priceTicks: RATE };
    for (const currency of this.#currencies) {
      yield this.#list(currency);
      for (const user of this.#users) yield this.#bring(user, currency);
    }
  }

  next(known: KnownP2p, timeMs: number): Command {
    const random = this.#random;
    if (this.#crowds === 'ads' && random.chance(0.7)) return this.#publish();
    if (this.#crowds === 'deals' && random.chance(0.7))
      return random.chance(0.9) ? this.#deal(known) : this.#extendOldest(known);
    const draw = random.next();
    if (draw < 0.1) return this.#publish();
    if (draw < 0.36) return this.#deal(known);
    if (draw < 0.74) return this.#act(known.deals());
    if (draw < 0.84) return this.#appealed(known);
    if (draw < 0.89) return this.#changeAd(known);
    if (draw < 0.92) return this.#bond();
    if (draw < 0.93) return this.#list(random.pick(this.#currencies));
    if (draw < 0.95) return this.#rate();
    if (draw < 0.96) return this.#social(timeMs);
    if (draw < 0.98) return { kind: 'clock.tick' };
    return this.#bring(random.pick(this.#users), random.pick(this.#currencies));
  }

  #list(currency: number): Command {
    const random = this.#random;
    const terms: P2pTerms = {
      currency: random.chance(0.02) ? 77 : currency,
      market: random.chance(0.02) ? 99 : currency === 3 ? 0 : currency === 1 ? 1 : 3,
      minFiat: random.pick([1n, 1n, 1n, 10_00n]) as Amount,
      maxFiat: random.pick([10n ** 6n, 10n ** 18n, 10n ** 18n, 10n ** 18n]) as Amount,
      bandBps: random.pick([0, 0, 0, 9_000]),
      twoOperatorsFrom: random.pick([0n, 1_000n, 10n ** 12n]) as Amount,
      merchantBond: random.pick([0n, 1n, 2n, 2n, this.#amount()]) as Amount,
      isOpen: random.chance(0.96),
    };
    return { kind: 'p2p.terms', terms };
  }

  #rate(): Command {
    const random = this.#random;
    const priceTicks = random.pick([RATE, RATE, RATE + 1, 2 * RATE, 1]);
    return { kind: 'p2p.rate', currency: random.chance(0.03) ? 77 : 3, priceTicks };
  }

  #publish(): Command {
    const random = this.#random;
    const side = random.pick(['buy', 'sell'] as const);
    const total = this.#amount();
    return {
      kind: 'p2p.publish',
      user: random.pick(this.#users),
      side,
      currency: random.chance(0.01) ? 77 : random.pick(this.#currencies),
      total,
      terms: this.#terms(side, total),
      level: random.chance(0.03) ? 0 : random.between(1, 2),
    };
  }

  #terms(side: Side, total: bigint): AdTerms {
    const random = this.#random;
    const isFloating = random.chance(FLOATING_CHANCE);
    const least = random.pick([1n, 1n, 1n, total / 10n + 1n, total]);
    const methods = WAYS.filter(() => random.chance(0.6)).map((way, index): PaymentMethod => ({
      id: side === 'sell' ? index + 1 : 0,
      way,
    }));
    if (methods.length === 0) methods.push({ id: side === 'sell' ? 9 : 0, way: 'bank' });
    const conditions = random.chance(0.85)
      ? { level: 0, registeredDays: 0, completedDeals: 0, completionBps: 0 }
      : {
          level: random.below(3),
          registeredDays: random.pick([0, 0, 30]),
          completedDeals: random.pick([0, 0, 2]),
          completionBps: random.pick([0, 5_000, 9_900]),
        };
    return {
      priceTicks: isFloating ? 0 : random.pick([RATE, RATE - 1, RATE + 1_000, 2 * RATE, 1]),
      offsetBps: isFloating ? random.pick([0, 10, -10, 5_000]) : 0,
      minTicks: isFloating ? random.pick([1, RATE]) : 0,
      maxTicks: isFloating ? random.pick([RATE, 9 * 10 ** 15]) : 0,
      minQuantity: least as Amount,
      maxQuantity: (least > total ? least : total) as Amount,
      methods,
      payMinutes: random.pick([1, 1, 1, 15, 180]),
      takers: conditions,
      hours: random.chance(0.95) ? [] : [[random.below(5_000), random.between(5_000, 10_080)]],
      code: random.chance(0.03) ? 'secret' : '',
      texts: random.pick([0, 1]),
    };
  }

  #deal(known: KnownP2p): Command {
    const random = this.#random;
    const ads = known.liveAds();
    const ad = ads.length === 0 ? undefined : random.pick(ads);
    const user = this.#crowds === 'deals' ? (this.#users[0] as number) : random.pick(this.#users);
    const { minQuantity = 1n, maxQuantity = 1n, methods = [] } = ad?.terms ?? {};
    const quantity = random.pick([
      minQuantity,
      minQuantity,
      (minQuantity + maxQuantity) / 2n,
      (minQuantity + maxQuantity) / 20n + 1n,
      maxQuantity,
      maxQuantity + 1n,
      1n,
    ]);
    const way = methods.length === 0 || random.chance(0.02) ? 'bank' : random.pick(methods).way;
    return {
      kind: 'p2p.deal',
      user: user === ad?.user && random.chance(0.9) ? random.pick(this.#users) : user,
      ad: ad === undefined || random.chance(0.02) ? random.between(1, 500) : ad.id,
      quantity: (random.chance(0.1) ? 0n : quantity > 0n ? quantity : 1n) as Amount,
      priceTicks: random.chance(0.95) ? 0 : random.pick([1, RATE, 9 * 10 ** 15]),
      way,
      account: random.chance(0.02) ? 0 : random.between(1, 5),
      code: random.chance(0.98) ? (ad?.terms.code ?? '') : 'wrong',
      level: random.chance(0.02) ? 0 : random.pick([1, 2, 2, 2]),
      registeredDays: random.pick([0, 100, 100]),
    };
  }

  /** More time for one deal again and again. */
  #extendOldest(known: KnownP2p): Command {
    const deal = known.deals().find(({ state }) => state === 'unpaid');
    if (deal === undefined) return this.#deal(known);
    const { id, seller, version } = deal;
    return { kind: 'p2p.extend', user: seller, deal: id, version, minutes: 180 };
  }

  #act(deals: readonly KnownDeal[]): Command {
    const random = this.#random;
    if (deals.length === 0) return { kind: 'clock.tick' };
    const open = deals.filter(({ state }) => state === 'unpaid' || state === 'paid');
    const deal = random.pick(open.length > 0 && random.chance(0.85) ? open : deals);
    const isUnpaid = deal.state === 'unpaid';
    const kind = random.chance(0.08)
      ? random.pick(['p2p.pay', 'p2p.cancel', 'p2p.release', 'p2p.extend'] as const)
      : isUnpaid
        ? random.pick(['p2p.pay', 'p2p.pay', 'p2p.pay', 'p2p.cancel', 'p2p.extend'] as const)
        : random.pick(['p2p.release', 'p2p.appeal', 'p2p.appeal', 'p2p.appeal'] as const);
    const drawn = deal.isCancelAsked
      ? random.pick(['p2p.answerCancel', 'p2p.answerCancel', 'p2p.askCancel', kind] as const)
      : random.chance(0.12)
        ? random.pick(['p2p.askCancel', 'p2p.askCancel', 'p2p.answerCancel'] as const)
        : kind;
    const isBuyers = ['p2p.pay', 'p2p.cancel', 'p2p.answerCancel'].includes(drawn);
    const isSellers = ['p2p.release', 'p2p.extend', 'p2p.askCancel'].includes(drawn);
    const party =
      isBuyers || (!isSellers && random.chance(0.5)) ? ('buyer' as const) : ('seller' as const);
    const act = {
      user: random.chance(0.04) ? random.pick(this.#users) : deal[party],
      deal: deal.id,
      version: random.chance(0.08) ? random.between(0, deal.version) : deal.version,
    };
    switch (drawn) {
      case 'p2p.extend':
        return { kind: drawn, ...act, minutes: random.pick([1, 180]) };
      case 'p2p.answerCancel':
        return { kind: drawn, ...act, accepts: random.chance(0.5) };
      case 'p2p.appeal':
        return { kind: drawn, ...act, reason: this.#reason(party) };
      default:
        return { kind: drawn, ...act };
    }
  }

  #reason(party: 'buyer' | 'seller'): OpenAppeal['reason'] {
    if (this.#random.chance(0.02)) return 'notReceived';
    return party === 'buyer' ? 'notReleased' : this.#random.pick(['notReceived', 'other'] as const);
  }

  #appealed(known: KnownP2p): P2pCommand | Command {
    const random = this.#random;
    const appeals = known.appeals();
    if (appeals.length === 0) {
      if (random.chance(0.9)) return this.#act(known.deals());
      return { kind: 'p2p.answerAppeal', user: random.pick(this.#users), appeal: 1 };
    }
    const { id, buyer, seller, by, amount } = random.chance(0.7)
      ? (appeals[0] as (typeof appeals)[number])
      : random.pick(appeals);
    const [own, other] = by === 'buyer' ? [buyer, seller] : [seller, buyer];
    const draw = random.next();
    const wrong = random.chance(0.05) ? random.pick(this.#users) : undefined;
    if (draw < 0.25) return { kind: 'p2p.answerAppeal', user: wrong ?? other, appeal: id };
    if (draw < 0.35) return { kind: 'p2p.withdrawAppeal', user: wrong ?? own, appeal: id };
    const before = this.#ruling;
    // Another operator, or the same one, decides like the last one.
    if (before?.appeal === id && random.chance(0.6))
      return { ...before, operator: random.between(1, OPERATORS) };
    const fault = random.pick(['buyer', 'seller', 'nobody'] as const);
    this.#ruling = {
      kind: 'p2p.rule',
      appeal: id,
      toBuyer: (random.chance(0.03)
        ? amount + 1n
        : random.pick([0n, amount, amount, amount / 2n])) as Amount,
      fault,
      bondCut: (fault === 'nobody' || random.chance(0.4) ? 0n : 1n) as Amount,
      operator: random.between(1, OPERATORS),
    };
    return this.#ruling;
  }

  #changeAd(known: KnownP2p): Command {
    const random = this.#random;
    const ads = known.liveAds();
    if (ads.length === 0) return this.#publish();
    const ad = random.pick(ads);
    const user = random.chance(0.05) ? random.pick(this.#users) : ad.user;
    const draw = random.next();
    if (draw < 0.3) return { kind: 'p2p.withdrawAd', user, ad: ad.id };
    if (draw < 0.35) return { kind: 'p2p.removeAd', ad: ad.id, operator: 1 };
    if (draw < 0.7) {
      const isAll = random.chance(0.2);
      return { kind: 'p2p.pause', user, ad: isAll ? 0 : ad.id, isPaused: random.chance(0.3) };
    }
    const side = ad.side === 'buy' ? 'buy' : 'sell';
    return {
      kind: 'p2p.edit',
      user,
      ad: ad.id,
      version: random.chance(0.9) ? ad.version : random.between(0, ad.version),
      terms: this.#terms(random.chance(0.03) ? 'buy' : side, ad.terms.maxQuantity),
    };
  }

  #bond(): Command {
    const random = this.#random;
    // Two users, so that a bond, the mark and deals come together.
    const user = random.pick(this.#users.slice(0, 2));
    const draw = random.next();
    if (draw < 0.1) return { kind: 'p2p.returnBond', user };
    if (draw < 0.5)
      return { kind: 'p2p.merchant', user, isMerchant: random.chance(0.85), operator: 1 };
    const currency = random.pick(this.#currencies);
    const amount = random.pick([2n, 2n, this.#amount()]) as Amount;
    return { kind: 'p2p.bond', user, currency, amount };
  }

  #social(timeMs: number): Command {
    const random = this.#random;
    const user = random.pick(this.#users);
    if (random.chance(0.2))
      return {
        kind: 'p2p.restrict',
        trader: user,
        untilMs: timeMs + random.pick([-1, 1_000]),
        operator: 1,
      };
    const other = random.pick(this.#users);
    return { kind: 'p2p.block', user, other, isBlocked: random.chance(0.3) };
  }

  #bring(user: number, currency: number): Command {
    return {
      kind: 'ledger.deposit',
      user,
      wallet: 'p2p',
      currency,
      amount: (this.#amount() * 10n) as Amount,
      reference: 'funding',
    };
  }

  #amount(): Amount {
    return (this.#random.pick(this.#purse) / BigInt(this.#random.pick([1, 3, 20])) +
      BigInt(this.#random.below(100)) +
      1n) as Amount;
  }
}
