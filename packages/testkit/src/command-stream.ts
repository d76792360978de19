import type { Amount } from '@meridian/money/amount';
import type { Market, MarketStatus } from '@meridian/core/catalog/catalog';
import type { Command } from '@meridian/core/commands';
import type { PlaceOrder } from '@meridian/core/spot/spot-commands';
import type { SetIndexPrices } from '@meridian/core/catalog/catalog-commands';
import { FIRST_CUSTOMER, SYSTEM } from '@meridian/core/ledger/accounts';
import { CREDIT_TRANSFERS } from '@meridian/core/ledger/transfer-id';
import { ConvertStream, type KnownConversions } from './convert-stream.ts';
import { CustodyStream } from './custody-stream.ts';
import { EarnStream, savingsOf, type KnownEarnings } from './earn-stream.ts';
import { FeeStream } from './fee-stream.ts';
import { debtOfLentSavings, repaymentWhileWarned } from './loan-scenes.ts';
import { LoanStream } from './loan-stream.ts';
import { MarginStream, type KnownPosition } from './margin-stream.ts';
import { OwnLimitsStream } from './own-limits-stream.ts';
import { P2pStream, type KnownP2p } from './p2p-stream.ts';
import { RebateStream } from './rebate-stream.ts';
import { SaleStream, type KnownSales } from './sale-stream.ts';
import { SecondsStream } from './seconds-stream.ts';
import { SeededRandom } from './seeded-random.ts';
import { TransferStream } from './transfer-stream.ts';
import { VoteStream, type KnownVotes } from './vote-stream.ts';

/** A command and its engine time. */
export interface Timed {
  readonly command: Command;
  readonly timeMs: number;
}

/** Open orders and other objects that a stream can cancel or continue. */
export interface OpenThings {
  openOrders(): readonly OpenOrder[];
  /** Numbers of unfinished withdrawals. */
  openWithdrawals(): readonly number[];
  /** Waiting margin orders and open positions. */
  openPositions(): readonly KnownPosition[];
  /** How many tickets run. */
  openTickets(): number;
  /** Running insurances. */
  openPolicies(): readonly { readonly id: number; readonly user: number }[];
  readonly p2p: KnownP2p;
  openEarnings(): KnownEarnings;
  openConversions(): KnownConversions;
  readonly votes: { open(): KnownVotes };
  readonly sales: { open(): KnownSales };
  /** Of the last command: a simulation has a clock of its own. */
  readonly timeMs: number;
}

export interface OpenOrder {
  readonly id: number;
  readonly user: number;
}

/** The part of a market that a stream of commands quotes around. */
interface Ground {
  settings: Market;
  middleTicks: number;
}

const BASE = 1;
const OTHER_BASE = 2;
const QUOTE = 3;
const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
/** The two markets with margin trading; one tick of one lot is worth `unit` quote units. */
const MARGIN_GROUNDS = [
  { market: 1, lotSize: 1_000n, unit: 10n },
  { market: 2, lotSize: 1n, unit: 1n },
];

/** Invalid values, and values at the edges of the valid ranges. */
export const HOSTILE_VALUES: readonly unknown[] = [
  0,
  -0,
  -1,
  1.5,
  NaN,
  Infinity,
  2 ** 53,
  2 ** 53 - 1,
  2 ** 31,
  -(2 ** 53),
  '',
  ' ',
  '1',
  '１',
  'limit',
  '__proto__',
  'a'.repeat(65),
  'é',
  null,
  undefined,
  true,
  [],
  [1],
  {},
  5n,
  0n,
  -5n,
  1n << 62n,
  (1n << 63n) - 1n,
  1n << 63n,
  1n << 70n,
  SYSTEM.outside,
  SYSTEM.house,
  FIRST_CUSTOMER,
  FIRST_CUSTOMER - 1,
  2 ** 36,
  65_536,
  1_024,
];

/** Between the seeds of the random numbers of a stream. */
const APART = 500_000;
const VOTES_APART = 1_500_000;
const REBATES_APART = 2_500_000;
const LATE_APART = 3_500_000;
const SALES_APART = 4_500_000;
const OWN_LIMITS_APART = 5_500_000;

/**
 * A seeded stream of commands that provokes trouble: few users with little money in crowded narrow
 * books, every kind of order and self-trade rule, hostile values, repeated keys, indexes that jump
 * and go stale, markets that close and reopen. Each seed draws its own mix, so that different seeds
 * provoke different trouble.
 */
export class CommandStream {
  readonly #random: SeededRandom;
  /** A generator whose draws leave all other draws as they were. */
  readonly #apart: SeededRandom;
  readonly #late: SeededRandom;
  /** Every other stream has them: days that pass end the states that long sequences need. */
  readonly #hasTurns: boolean;
  /** Commands that come next, in a row. */
  #scene: Generator<Command> | undefined;
  readonly #users: number[];
  readonly #grounds: Ground[] = [];
  readonly #spreadTicks: number;
  readonly #hostility: number;
  /** How many of the commands are of {@link CommandStream.#ofProducts}. */
  readonly #productShare: number;
  /** Sizes of deposits: users with little money run out of it in the middle of an order. */
  readonly #purse: readonly bigint[];
  readonly #transfers: TransferStream;
  readonly #custody: CustodyStream;
  readonly #margin: MarginStream;
  readonly #seconds: SecondsStream;
  readonly #p2p: P2pStream;
  readonly #earn: EarnStream;
  readonly #convert: ConvertStream;
  readonly #loan: LoanStream;
  readonly #fees: FeeStream;
  readonly #votes: VoteStream;
  readonly #rebates: RebateStream;
  /** Every third stream has them: the others stay as they were before there were sales. */
  readonly #sales: SaleStream | undefined;
  /** Every seventh stream has them, for the same reason. */
  readonly #ownLimits: OwnLimitsStream | undefined;
  readonly #keyed: Command[] = [];
  /** The index moved so that the next command finds fresh prices. */
  #isPriced = false;
  /** The index moved so that collateral can leave at a fresh price. */
  #isTaking = false;
  #otherScale = 8;
  #timeMs = 1_700_000_000_000;
  #keyNumber = 0;

  constructor(seed: number) {
    this.#random = new SeededRandom(seed);
    this.#apart = new SeededRandom(seed + APART);
    this.#late = new SeededRandom(seed + LATE_APART);
    this.#hasTurns = seed % 2 === 1;
    const count = this.#random.between(2, 8);
    this.#users = Array.from({ length: count }, (_, index) => FIRST_CUSTOMER + index);
    if (this.#random.chance(0.5)) this.#users.push(SYSTEM.demoMaker);
    this.#spreadTicks = this.#random.pick([2, 6, 20, 60]);
    this.#purse = this.#random.pick([
      [10n ** 4n, 10n ** 5n, 10n ** 6n],
      [10n ** 6n, 10n ** 9n, 10n ** 13n],
      [10n ** 9n, 10n ** 13n, 10n ** 17n],
    ]);
    this.#hostility = this.#random.pick([0, 0.02, 0.1]);
    this.#productShare = this.#random.pick([0.03, 0.03, 0.1, 0.4]);
    this.#transfers = new TransferStream(this.#random);
    this.#custody = new CustodyStream({
      random: this.#random,
      users: this.#users,
      currencies: [BASE, OTHER_BASE, QUOTE],
      purse: this.#purse,
      transfers: this.#transfers,
    });
    this.#margin = new MarginStream({
      random: this.#random,
      users: this.#users,
      currency: QUOTE,
      purse: this.#purse,
      onMove: (market, ticks) => this.#follow(market, ticks),
    });
    this.#seconds = new SecondsStream({
      random: this.#random,
      users: this.#users,
      markets: [1, 2, 3],
      currencies: [OTHER_BASE, QUOTE],
      purse: this.#purse,
    });
    const common = { random: this.#random, users: this.#users, purse: this.#purse };
    this.#p2p = new P2pStream({ ...common, currencies: [BASE, OTHER_BASE, QUOTE] });
    this.#earn = new EarnStream({ ...common, currencies: [BASE, QUOTE] });
    const pairs = [
      { currency: QUOTE, market: 0 },
      { currency: BASE, market: 1 },
      { currency: OTHER_BASE, market: 3 },
    ];
    this.#convert = new ConvertStream({ ...common, pairs });
    this.#loan = new LoanStream({
      ...common,
      markets: [1, 3],
      product: savingsOf(1),
      worthOf: (market, collateral) => this.#worthOf(market, collateral),
    });
    this.#fees = new FeeStream({
      random: this.#apart,
      purse: this.#purse,
      currency: QUOTE,
      other: BASE,
    });
    this.#votes = new VoteStream({
      random: new SeededRandom(seed + VOTES_APART),
      users: this.#users,
    });
    this.#rebates = new RebateStream({
      random: new SeededRandom(seed + REBATES_APART),
      users: this.#users.filter((user) => user >= FIRST_CUSTOMER),
      purse: this.#purse,
      currency: QUOTE,
      other: BASE,
    });
    this.#sales =
      seed % 3 === 0
        ? new SaleStream({
            random: new SeededRandom(seed + SALES_APART),
            users: this.#users.filter((user) => user >= FIRST_CUSTOMER),
            purse: this.#purse,
            currencies: [QUOTE, BASE, OTHER_BASE],
            debtOf: (user, debt, random) => this.#custody.debtOf(user, debt, random),
          })
        : undefined;
    this.#ownLimits =
      seed % 7 === 3
        ? new OwnLimitsStream({
            random: new SeededRandom(seed + OWN_LIMITS_APART),
            users: this.#users,
            markets: [1, 2, 3],
            purse: this.#purse,
            currencies: [OTHER_BASE, QUOTE],
          })
        : undefined;
  }

  /** Lists currencies and markets, and funds all users. */
  *opening(): Generator<Timed> {
    this.#otherScale = this.#random.pick([0, 4, 8]);
    for (const [id, code, scale] of [
      [BASE, 'BTC', 8],
      [OTHER_BASE, 'ETH', this.#otherScale],
      [QUOTE, 'USDT', 8],
    ] as const) {
      yield this.#at({ kind: 'currency.list', currency: { id, code, scale } });
    }
    const coin = 10n ** 8n;
    for (const [id, base, tickSize, lotSize] of [
      [1, BASE, 10n ** 6n, 10n ** 3n],
      [2, BASE, coin, 1n],
      [3, OTHER_BASE, coin, 1n],
    ] as const) {
      const settings = this.#drawSettings({ id, base, tickSize, lotSize });
      this.#grounds.push({ settings, middleTicks: this.#random.pick([40, 1_000, 50_000]) });
      yield this.#at({ kind: 'market.list', market: settings });
      if (this.#random.chance(0.9)) yield this.#indexMove();
    }
    for (const command of this.#custody.opening()) yield this.#at(command);
    for (const command of this.#seconds.opening()) yield this.#at(command);
    for (const command of this.#p2p.opening()) yield this.#at(command);
    for (const command of this.#margin.opening(MARGIN_GROUNDS, (market) => this.#middleOf(market)))
      yield this.#at(command);
    for (const currency of [BASE, OTHER_BASE, QUOTE]) {
      for (const payer of [SYSTEM.house, SYSTEM.insurance])
        yield this.#at(this.#deposit(payer, currency));
      for (const user of this.#users) yield this.#at(this.#deposit(user, currency));
    }
    for (const area of [this.#earn, this.#convert, this.#loan, this.#fees, this.#rebates])
      for (const command of area.opening()) yield this.#at(command);
  }

  /**
   * @param exchange lists the open objects, so that most cancels find one
   */
  next(exchange: OpenThings): Timed {
    const draw = this.#random.next();
    const open = exchange.openOrders();
    let command: Command;
    const shut = this.#grounds.find(({ settings }) => settings.status !== 'open');
    if (shut !== undefined && this.#random.chance(0.05)) return this.#at(this.#relist(shut));
    if (this.#isPriced || this.#random.chance(this.#productShare)) {
      this.#isPriced = !this.#isPriced && this.#random.chance(0.4);
      if (this.#isPriced) return this.#indexMove();
      command = this.#ofProducts(exchange);
    } else if (draw < 0.07) command = this.#custody.next(exchange.openWithdrawals(), this.#timeMs);
    else if (draw < 0.14) command = this.#seconds.next(exchange.openPolicies());
    else if (draw < 0.27) command = this.#margin.next(exchange.openPositions());
    else if (draw < 0.39) command = this.#p2p.next(exchange.p2p, this.#timeMs);
    else if (draw < 0.74) command = this.#place();
    else if (draw < 0.858) command = this.#cancel(open);
    else if (draw < 0.86) command = this.#cancelByOperator(open);
    else if (draw < 0.89) return this.#indexMove();
    else if (draw < 0.894) command = this.#relist();
    else if (draw < 0.94)
      command = this.#deposit(
        this.#random.pick(this.#users),
        this.#random.pick([BASE, OTHER_BASE, QUOTE]),
      );
    else if (draw < 0.96) command = this.#credit();
    else command = this.#repeat() ?? this.#place();
    command =
      this.#takeCollateral(exchange) ??
      this.#apartFrom(exchange) ??
      this.#turn(exchange) ??
      command;
    if (this.#random.chance(0.15)) command = this.#withKey(command);
    if (this.#random.chance(this.#hostility)) command = this.#spoil(command);
    return this.#at(command);
  }

  /** Draws a command that replaces the present one, and lets days pass, by other random numbers. */
  #apartFrom(exchange: OpenThings): Command | undefined {
    const apart = this.#apart;
    // Nothing accrues on a lock that never sees two days.
    if (apart.chance(0.01) && exchange.openEarnings().locks.length > 0)
      this.#timeMs += apart.between(1, 2) * DAY_MS;
    // Fees are shared when a day is over.
    if (apart.chance(0.003)) this.#timeMs += DAY_MS;
    this.#timeMs += this.#ownLimits?.passedMs() ?? 0;
    // A ticket keeps its terms, even where they change while it runs.
    if (apart.chance(0.03) && exchange.openTickets() > 0) return this.#seconds.changedPayouts();
    return (
      this.#fees.next() ??
      this.#rebates.next() ??
      this.#votes.next(exchange.votes.open(), exchange.timeMs) ??
      this.#sales?.next(exchange.sales.open(), exchange.timeMs) ??
      this.#ownLimits?.next()
    );
  }

  /** A price, and then as much of a loan's collateral as its owner dares to take out at it. */
  #takeCollateral(exchange: OpenThings): Command | undefined {
    if (!this.#isTaking && !this.#apart.chance(0.1)) return undefined;
    const { loans } = exchange.openConversions();
    this.#isTaking = !this.#isTaking && loans.length > 0;
    if (this.#isTaking) return this.#indexAtMiddle();
    return loans.length > 0 ? this.#loan.removal(this.#apart.pick(loans), this.#apart) : undefined;
  }

  /**
   * The early exit of a product changes, or the time of the next recurring purchase comes, soon or
   * late, with fresh prices, or a scene of loans begins or goes on.
   */
  #turn(exchange: OpenThings): Command | undefined {
    if (!this.#hasTurns) return undefined;
    const late = this.#late;
    const goesOn = this.#scene?.next().value as Command | undefined;
    if (goesOn !== undefined) return goesOn;
    if (late.chance(0.005)) return this.#earn.changedExit(late);
    if (late.chance(0.004)) this.#scene = this.#indebtSaver(exchange);
    else if (late.chance(0.006)) this.#scene = this.#repayWarned(exchange);
    if (!late.chance(0.01) || this.#p2p.isCrowded) return undefined;
    const times = exchange.openConversions().plans.map(({ nextMs }) => nextMs);
    if (times.length === 0) return undefined;
    const lateMs = late.pick([-1, 0, HOUR_MS / 2, HOUR_MS + 1]);
    this.#timeMs = Math.max(this.#timeMs, Math.min(...times) + lateMs);
    return this.#indexAtMiddle();
  }

  /**
   * A user whose savings are lent owes for a reversed deposit: repayments of the loan repay that
   * debt.
   */
  #indebtSaver(exchange: OpenThings): Generator<Command> | undefined {
    const late = this.#late;
    const customers = this.#users.filter((user) => user >= FIRST_CUSTOMER);
    const saver = late.pick(customers);
    const borrower = late.pick(customers);
    if (borrower === saver) return undefined;
    const amount = late.pick(this.#purse);
    const coins = this.#worthOf(1, 10n ** 8n);
    const lending = {
      ...{ saver, borrower, amount, coin: QUOTE, product: savingsOf(1), base: BASE },
      collateral: (amount * 10n ** 8n) / coins + 1n,
      index: this.#indexAtMiddle(),
      debt: this.#custody.debtOf(
        saver,
        { currency: QUOTE, amount: amount * late.pick([1n, 3n, 20n]) },
        late,
      ),
    };
    return debtOfLentSavings(lending, exchange);
  }

  #repayWarned(exchange: OpenThings): Generator<Command> | undefined {
    const late = this.#late;
    const { loans } = exchange.openConversions();
    if (loans.length === 0) return undefined;
    const loan = late.pick(loans);
    const percent = late.pick([80, 88, 92, 96]);
    const ticks = Math.max(1, Math.ceil((this.#middleOf(loan.market) * percent) / 100));
    const base = loan.market === 1 ? BASE : OTHER_BASE;
    const parts = late.pick([2n, 4n, 20n]);
    return repaymentWhileWarned({ loan, base, coin: QUOTE, ticks, parts }, exchange);
  }

  /** Products that pay interest, conversions, loans. */
  #ofProducts(exchange: OpenThings): Command {
    const draw = this.#random.next();
    if (draw < 0.4) return this.#earn.next(exchange.openEarnings());
    const known = exchange.openConversions();
    return draw < 0.7 ? this.#convert.next(known) : this.#loan.next(known);
  }

  /** Quote units for base units, at the middle of a market. */
  #worthOf(market: number, amount: bigint): bigint {
    const ground = this.#grounds.find(({ settings }) => settings.id === market);
    if (ground === undefined) return amount;
    const { tickSize } = ground.settings;
    const coin = market === 3 ? 10n ** BigInt(this.#otherScale) : 10n ** 8n;
    return (amount * BigInt(ground.middleTicks) * tickSize) / coin;
  }

  #follow(market: number, ticks: number): void {
    const ground = this.#grounds.find(({ settings }) => settings.id === market);
    if (ground !== undefined) ground.middleTicks = Math.max(2, ticks);
  }

  #middleOf(market: number): number {
    return this.#grounds.find(({ settings }) => settings.id === market)?.middleTicks ?? 1;
  }

  #at(command: Command): Timed {
    const isJump = this.#random.chance(0.002);
    this.#timeMs += isJump
      ? this.#random.pick([10_000, DAY_MS - 1, DAY_MS, DAY_MS + 1])
      : this.#random.below(20);
    return {
      command: command.kind === 'index.set' ? this.#quoted(command) : command,
      timeMs: this.#timeMs,
    };
  }

  /** Quotes of now, older ones, some of the future, and prices without an age. */
  #quoted(command: SetIndexPrices): SetIndexPrices {
    const random = this.#random;
    const isSound =
      Array.isArray(command.prices) &&
      command.prices.every((price: unknown) => Array.isArray(price));
    if (!isSound || random.chance(0.2)) return command;
    const ageMs = random.pick([0, 0, 1, 30, 300, 3_000, -50]);
    const prices = command.prices.map(
      ([market, ticks]) => [market, ticks, this.#timeMs - ageMs] as const,
    );
    return { ...command, sources: random.pick([1, 2, 3, 3, 3, 5]), prices };
  }

  #drawSettings(grid: Pick<Market, 'id' | 'base' | 'tickSize' | 'lotSize'>): Market {
    const random = this.#random;
    return {
      ...grid,
      quote: QUOTE,
      minNotional: random.pick([0n, 0n, 0n, 1n, 20_000n, 10n ** 9n]),
      maxQuantityLots: random.pick([90, 100_000, 2 ** 36, 2 ** 36]),
      makerFeeBps: random.pick([0, 1, 7, 10, 1000]),
      takerFeeBps: random.pick([0, 1, 7, 20, 1000]),
      maxOpenOrders: random.pick([3, 20, 20, 200]),
      bandBps: random.pick([0, 0, 0, 50, 500, 9999]),
      slippageBps: random.pick([0, 0, 10, 200, 9999]),
      indexMaxAgeMs: random.pick([1, 60, 5_000, 60_000]),
      status: 'open',
      isDisplayed: true,
      hasSeconds: random.chance(0.9),
    };
  }

  #place(): PlaceOrder {
    const random = this.#random;
    const ground = random.pick(this.#grounds);
    if (random.chance(0.05))
      ground.middleTicks = Math.max(2, ground.middleTicks + random.between(-2, 2));
    const type = random.chance(0.8) ? 'limit' : 'market';
    const away = random.between(-this.#spreadTicks, this.#spreadTicks);
    const price = random.chance(0.01)
      ? random.pick([1, 2 ** 40, Number.MAX_SAFE_INTEGER])
      : Math.max(1, ground.middleTicks + away);
    const quantity = random.chance(0.02)
      ? random.pick([1_000_000, random.between(2 ** 35, 2 ** 36), 2 ** 36])
      : random.between(1, 100);
    const timeInForce =
      type === 'limit'
        ? random.pick(['gtc', 'gtc', 'gtc', 'gtc', 'gtc', 'ioc', 'fok'] as const)
        : random.pick(['ioc', 'ioc', 'fok'] as const);
    return {
      kind: 'spot.place',
      user: random.pick(this.#users),
      market: ground.settings.id,
      side: random.pick(['buy', 'sell'] as const),
      type,
      priceTicks: (type === 'limit' ? price : 0) as PlaceOrder['priceTicks'],
      quantityLots: quantity as PlaceOrder['quantityLots'],
      timeInForce: random.chance(0.01) ? random.pick(['gtc', 'ioc', 'fok'] as const) : timeInForce,
      postOnly:
        type === 'limit' && timeInForce === 'gtc' ? random.chance(0.2) : random.chance(0.01),
      selfTrade: random.pick(['expireTaker', 'expireMaker', 'expireBoth', 'decrement'] as const),
      ...(random.chance(0.1) ? { clientOrderId: `c-${random.below(60)}` } : {}),
    };
  }

  #cancel(open: readonly OpenOrder[]): Command {
    const random = this.#random;
    if (open.length === 0 || random.chance(0.05)) {
      return {
        kind: 'spot.cancel',
        user: random.pick(this.#users),
        order: random.between(1, 5_000),
      };
    }
    const { id, user } = random.pick(open);
    return {
      kind: 'spot.cancel',
      user: random.chance(0.05) ? random.pick(this.#users) : user,
      order: id,
    };
  }

  /**
   * An operator cancels one order, a user's, or a market's: rarely, because it empties the books.
   */
  #cancelByOperator(open: readonly OpenOrder[]): Command {
    const random = this.#random;
    const scope = random.pick(['order', 'order', 'order', 'user', 'market'] as const);
    const id = {
      order:
        open.length > 0 && random.chance(0.9) ? random.pick(open).id : random.between(1, 5_000),
      user: random.pick(this.#users),
      market: random.between(1, 4),
    }[scope];
    return {
      kind: 'spot.cancelByOperator',
      operator: random.between(1, 3),
      reason: 'A random reason',
      scope,
      id,
    };
  }

  #indexMove(): Timed {
    const prices = this.#grounds
      .filter(() => this.#random.chance(0.7))
      .map(({ settings, middleTicks }) => {
        const away = this.#random.chance(0.1)
          ? this.#random.between(-middleTicks + 1, middleTicks)
          : this.#random.between(-1, 1);
        return [settings.id, Math.max(1, middleTicks + away) as PlaceOrder['priceTicks']] as const;
      });
    return this.#at({ kind: 'index.set', source: 'simulated', prices });
  }

  #indexAtMiddle(): Command {
    const prices = this.#grounds.map(
      ({ settings, middleTicks }) =>
        [settings.id, middleTicks as PlaceOrder['priceTicks']] as const,
    );
    return { kind: 'index.set', source: 'simulated', prices };
  }

  /**
   * Draws new settings for a market; a closed one reopens, because a stream of refusals proves
   * little.
   */
  #relist(ground: Ground = this.#random.pick(this.#grounds)): Command {
    const { id, base, tickSize, lotSize } = ground.settings;
    if (this.#random.chance(0.05)) return this.#badListing(ground.settings);
    const isShut = ground.settings.status !== 'open';
    const statuses: readonly MarketStatus[] = isShut
      ? ['open']
      : ['open', 'open', 'open', 'open', 'cancelOnly', 'closed'];
    ground.settings = {
      ...this.#drawSettings({ id, base, tickSize, lotSize }),
      status: this.#random.pick(statuses),
    };
    return { kind: 'market.list', market: ground.settings };
  }

  #badListing(settings: Market): Command {
    switch (this.#random.below(4)) {
      case 0:
        return { kind: 'currency.list', currency: { id: BASE, code: 'BTC', scale: 7 } };
      case 1:
        return { kind: 'market.list', market: { ...settings, base: 99 } };
      case 2:
        return { kind: 'market.list', market: { ...settings, base: settings.quote } };
      default:
        return { kind: 'market.list', market: { ...settings, lotSize: settings.lotSize * 2n } };
    }
  }

  #deposit(user: number, currency: number): Command & { kind: 'ledger.deposit' } {
    const size = this.#random.pick(this.#purse);
    const amount = (size + BigInt(this.#random.below(1000))) as Amount;
    return { kind: 'ledger.deposit', user, wallet: 'spot', currency, amount, reference: 'funding' };
  }

  #credit(): Command {
    const credit = {
      ...this.#deposit(this.#random.pick(this.#users), BASE),
      kind: 'ledger.credit',
    } as const;
    if (this.#random.chance(0.5)) return credit;
    return this.#transfers.sent({
      ...credit,
      transfer: this.#transfers.id(this.#random.pick(CREDIT_TRANSFERS)),
    });
  }

  #withKey(command: Command): Command {
    if (
      !('user' in command) ||
      command.kind === 'custody.deposit' ||
      command.kind === 'custody.freeze' ||
      command.kind === 'custody.holdBack' ||
      command.kind === 'p2p.merchant'
    )
      return command;
    const keyed = { ...command, key: `key-${this.#keyNumber++}` };
    this.#keyed.push(keyed);
    if (this.#keyed.length > 200) this.#keyed.shift();
    return keyed;
  }

  /**
   * Repeats an earlier command, sometimes with other content or from another user under the same
   * key.
   */
  #repeat(): Command | undefined {
    if (this.#keyed.length === 0) return undefined;
    const command = this.#random.pick(this.#keyed);
    if (this.#random.chance(0.7)) return command;
    if (this.#random.chance(0.5))
      return { ...command, user: this.#random.pick(this.#users) } as Command;
    if (command.kind === 'spot.place' && this.#random.chance(0.5)) {
      const { key: _key, ...unkeyed } = command;
      return unkeyed;
    }
    if (command.kind === 'custody.withdraw')
      return { ...command, approvals: this.#random.below(3) };
    return command.kind === 'spot.place'
      ? { ...command, quantityLots: (command.quantityLots + 1) as PlaceOrder['quantityLots'] }
      : command;
  }

  /** Puts a hostile value into one field. */
  #spoil(command: Command): Command {
    const fields = Object.keys(command).filter(
      (field) => field !== 'kind' && field !== 'market' && field !== 'currency',
    );
    const field =
      command.kind === 'spot.place' && this.#random.chance(0.2)
        ? 'market'
        : this.#random.pick(fields.length > 0 ? fields : ['market']);
    if (command.kind === 'market.list') {
      const inner = this.#random.pick(
        Object.keys(command.market).filter((name) => name !== 'isDisplayed'),
      );
      return { ...command, market: this.#spoilField(command.market, inner) };
    }
    if (command.kind === 'margin.terms') {
      return {
        ...command,
        terms: this.#spoilField(command.terms, this.#random.pick(Object.keys(command.terms))),
      };
    }
    if (command.kind === 'p2p.publish' && this.#random.chance(0.5)) {
      return {
        ...command,
        terms: this.#spoilField(command.terms, this.#random.pick(Object.keys(command.terms))),
      };
    }
    if (['p2p.terms', 'convert.terms', 'sale.announce'].includes(command.kind)) {
      const { terms } = command as Command & { readonly terms: object };
      return {
        ...command,
        terms: this.#spoilField<object>(terms, this.#random.pick(Object.keys(terms))),
      } as Command;
    }
    if (command.kind === 'earn.product') {
      return {
        ...command,
        product: this.#spoilField(command.product, this.#random.pick(Object.keys(command.product))),
      };
    }
    if (command.kind === 'loan.offer') {
      const { terms } = command.offer;
      const inner = this.#random.chance(0.5)
        ? {
            ...command.offer,
            terms: this.#spoilField(terms, this.#random.pick(Object.keys(terms))),
          }
        : this.#spoilField(command.offer, this.#random.pick(Object.keys(command.offer)));
      return { ...command, offer: inner };
    }
    if (command.kind === 'custody.network') {
      return {
        ...command,
        network: this.#spoilField(command.network, this.#random.pick(Object.keys(command.network))),
      };
    }
    if (field === 'transfer' && this.#random.chance(0.5)) {
      const transfer = {
        ...(command as { transfer?: object }).transfer,
        [this.#random.pick(['kind', 'number'])]: this.#random.pick(HOSTILE_VALUES),
      };
      return { ...command, transfer } as unknown as Command;
    }
    return this.#spoilField(command, field);
  }

  /**
   * A plain zero would add no case: instead each zero of the object becomes a negative one, which
   * the journal stores as plain.
   */
  #spoilField<T extends object>(object: T, field: string): T {
    const value = this.#random.pick(HOSTILE_VALUES);
    if (!Object.is(value, 0)) return { ...object, [field]: value };
    return Object.fromEntries(
      Object.entries(object).map(([name, own]: [string, unknown]) => [name, own === 0 ? -0 : own]),
    ) as T;
  }
}
