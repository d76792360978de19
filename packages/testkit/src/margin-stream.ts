import type { Amount, PriceTicks, QuantityLots } from '@meridian/money/amount';
import type { Command } from '@meridian/core/commands';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type {
  MarginTerms,
  PositionSide,
  SeenMarginTerms,
} from '@meridian/core/margin/margin-commands';
import type { SeededRandom } from './seeded-random.ts';

/** The stream's knowledge of a position. */
export interface KnownPosition {
  readonly id: number;
  readonly user: number;
  readonly market: number;
  readonly side: PositionSide;
  readonly lots: number;
  readonly entryTicks: number;
  readonly isIsolated?: boolean;
  /** Margin that was added to an isolated one. */
  readonly added?: bigint | string;
}

/** A market with margin trading, and the worth of one tick of one lot. */
export interface MarginGround {
  readonly market: number;
  readonly lotSize: bigint;
  readonly unit: bigint;
}

interface StreamParts {
  readonly random: SeededRandom;
  readonly users: readonly number[];
  readonly currency: number;
  readonly purse: readonly bigint[];
  /** Called with each new index price, so that books are quoted around it. */
  readonly onMove: (market: number, ticks: number) => void;
}

/**
 * Positions as large as wallets allow at every leverage, orders and stops close to the price,
 * prices that walk, gap and crash, terms that change below open positions, a house and an insurance
 * that run dry.
 */
export class MarginStream {
  readonly #random: SeededRandom;
  readonly #users: readonly number[];
  readonly #currency: number;
  readonly #purse: readonly bigint[];
  readonly #grounds: MarginGround[] = [];
  readonly #onMove: (market: number, ticks: number) => void;
  readonly #ticks = new Map<number, number>();
  /** The terms that were last sent, by market. */
  readonly #offered = new Map<number, MarginTerms>();

  constructor({ random, users, currency, purse, onMove }: StreamParts) {
    this.#random = random;
    this.#users = users;
    this.#currency = currency;
    this.#purse = purse;
    this.#onMove = onMove;
  }

  *opening(
    grounds: readonly MarginGround[],
    middle: (market: number) => number,
  ): Generator<Command> {
    for (const ground of grounds) {
      this.#grounds.push(ground);
      this.#ticks.set(ground.market, middle(ground.market));
      yield { kind: 'margin.terms', terms: this.#terms(ground) };
    }
    yield this.#fund(SYSTEM.house, 'margin');
    yield this.#fund(SYSTEM.insurance, 'spot');
    for (const user of this.#users) yield this.#fund(user, 'margin');
  }

  /**
   * @param positions waiting and open ones
   */
  next(positions: readonly KnownPosition[]): Command {
    const random = this.#random;
    const draw = random.below(42);
    const {
      id: position,
      user,
      market,
      entryTicks,
    } = positions.length > 0
      ? random.pick(positions)
      : { id: 1, user: random.pick(this.#users), market: 1, entryTicks: 10 };
    const owner = random.chance(0.03) ? random.pick(this.#users) : user;
    if (draw === 13) return this.#oppose(positions);
    if (draw < 14) return this.#open();
    if (draw < 28) return this.#move();
    if (draw > 28 && draw < 31 && random.chance(0.7))
      return this.#changeMargin(positions, owner, position);
    if (draw < 31)
      return { kind: 'margin.stops', user: owner, position, ...this.#levels(market, entryTicks) };
    if (draw === 32 && random.chance(0.5))
      return { kind: 'margin.reverse', user: owner, position, ...this.#seen(market, position) };
    if (draw < 33) return { kind: 'margin.cancel', user: owner, position };
    if (draw < 35)
      return {
        kind: 'margin.close',
        user: owner,
        position,
        ...this.#someLots(positions, position),
        ...(random.chance(0.3) ? { priceTicks: this.#near(market, entryTicks) } : {}),
      };
    if (draw === 35 && random.chance(0.6)) return this.#reduce(positions);
    if (draw === 35)
      return {
        kind: 'margin.closeAll',
        user: owner,
        which: random.pick(['all', 'long', 'short'] as const),
        ...random.pick([{}, { currency: this.#currency }, { currency: this.#currency + 1 }]),
      };
    if (draw === 36) return { kind: 'clock.tick' };
    if (draw === 37)
      return { kind: 'margin.terms', terms: this.#terms(random.pick(this.#grounds)) };
    if (draw > 39) return this.#leave(random.chance(0.2) ? SYSTEM.house : user);
    return this.#fund(random.chance(0.2) ? SYSTEM.house : random.pick(this.#users), 'margin');
  }

  /** About a wallet's worth of margin, often more than the balance. */
  #open(): Command {
    const random = this.#random;
    const { market, unit } = random.pick(this.#grounds);
    const leverage = random.chance(0.03)
      ? random.pick([0, 3, 1_001])
      : random.pick([1, 5, 20, 100]);
    const affordable =
      (random.pick(this.#purse) * BigInt(leverage)) /
      (unit * BigInt(this.#ticksOf(market))) /
      BigInt(random.pick([1, 2, 4, 9]));
    const lots = random.chance(0.03)
      ? random.pick([1, 2 ** 36, 2 ** 36 + 1])
      : Number(affordable > 2n ** 36n ? 2n ** 36n : affordable) + random.below(3);
    const type = random.pick(['market', 'limit'] as const);
    return {
      ...{
        kind: 'margin.open',
        user: random.pick(this.#users),
        market,
        side: random.pick(['long', 'short'] as const),
        type,
        leverage,
      },
      ...{
        lots: lots as QuantityLots,
        priceTicks: (type === 'limit'
          ? this.#near(market, this.#ticksOf(market))
          : random.chance(0.02)
            ? 5
            : 0) as PriceTicks,
      },
      ...(random.chance(0.1) ? { worstTicks: this.#near(market, this.#ticksOf(market)) } : {}),
      ...(random.chance(0.3) ? { isIsolated: true } : {}),
      ...(random.chance(0.2) ? this.#levels(market, this.#ticksOf(market)) : {}),
      ...this.#seen(market, lots),
    } as Command;
  }

  /** Of some commands the terms, or others. A number of theirs decides, so that none is drawn. */
  #seen(market: number, number: number): SeenMarginTerms {
    const terms = this.#offered.get(market);
    if (terms === undefined) return {};
    const { spreadBps, feeBps, slippageBps = 50 } = terms;
    if (number % 4 === 0)
      return { seenSpreadBps: spreadBps, seenFeeBps: feeBps, seenSlippageBps: slippageBps };
    const other = (bps: number): number => (bps === 0 ? 1 : bps - 1);
    if (number % 32 === 1) return { seenSpreadBps: other(spreadBps) };
    if (number % 32 === 9) return { seenFeeBps: other(feeBps) };
    return number % 32 === 17 ? { seenSlippageBps: other(slippageBps) } : {};
  }

  /** Adds to isolated positions, mostly, and takes some of it back. */
  #changeMargin(positions: readonly KnownPosition[], owner: number, any: number): Command {
    const random = this.#random;
    const isolated = positions.filter(({ isIsolated }) => isIsolated === true);
    const found = isolated.length > 0 && random.chance(0.95) ? random.pick(isolated) : undefined;
    const [user, position] = found === undefined ? [owner, any] : [found.user, found.id];
    const added = BigInt(found?.added ?? 0);
    if (added > 0n && random.chance(0.7)) {
      const amount = (added / BigInt(random.pick([1, 1, 2, 3])) +
        BigInt(random.below(2))) as Amount;
      return { kind: 'margin.removeMargin', user, position, amount };
    }
    const part = random.pick(this.#purse) / BigInt(random.pick([1, 10, 100, 1_000, 10_000]));
    const kind = random.chance(0.9) ? 'margin.addMargin' : 'margin.removeMargin';
    return { kind, user, position, amount: part as Amount };
  }

  /** Some lots of the positions that a user has on the other side, of one or of several. */
  #reduce(positions: readonly KnownPosition[]): Command {
    const random = this.#random;
    const { user, market, side, lots } =
      positions.length > 0
        ? random.pick(positions)
        : { user: random.pick(this.#users), market: 1, side: 'long' as const, lots: 1 };
    const other = side === 'long' ? 'short' : 'long';
    return {
      kind: 'margin.reduce',
      user,
      market,
      side: random.chance(0.9) ? other : side,
      lots: random.pick([
        1,
        lots,
        lots * 2,
        Math.ceil(lots / 2),
        ...(random.chance(0.1) ? [0] : []),
      ]),
      priceTicks: random.chance(0.5) ? 0 : this.#near(market, this.#ticksOf(market)),
    };
  }

  /** Opens the same size on the other side: equal longs and shorts, which no price moves. */
  #oppose(positions: readonly KnownPosition[]): Command {
    if (positions.length === 0) return this.#open();
    const { user, market, side, lots } = this.#random.pick(positions);
    const type = this.#random.pick(['market', 'limit'] as const);
    const priceTicks = (
      type === 'limit' ? this.#near(market, this.#ticksOf(market)) : 0
    ) as PriceTicks;
    return {
      kind: 'margin.open',
      user,
      market,
      side: side === 'long' ? 'short' : 'long',
      type,
      leverage: 100,
      lots: lots as QuantityLots,
      priceTicks,
    } as Command;
  }

  /** All lots, a part of them, nearly all, or a number that nobody has. */
  #someLots(positions: readonly KnownPosition[], id: number): { lots?: number } {
    const random = this.#random;
    const { lots = 1 } = positions.find((each) => each.id === id) ?? {};
    if (random.chance(0.4)) return {};
    return {
      lots: random.pick([
        1,
        Math.ceil(lots / 2),
        Math.ceil(lots / 3),
        Math.max(1, lots - 1),
        ...(random.chance(0.1) ? [0, lots + 1, 1.5] : []),
      ]),
    };
  }

  /** One market or all, by a step, a gap or a crash. */
  #move(): Command {
    const random = this.#random;
    const moved = this.#grounds.filter(() => random.chance(0.6));
    const prices = (moved.length > 0 ? moved : this.#grounds).map(({ market }) => {
      const ticks = this.#ticksOf(market);
      const percent = random.pick([0, 0, 1, 1, 2, 5, 15, 60]);
      const step = Math.floor((ticks * percent) / 100) + random.below(2);
      const next = Math.max(1, Math.min(1_000_000, ticks + (random.chance(0.5) ? step : -step)));
      this.#ticks.set(market, random.chance(0.02) ? 1_000 : next);
      this.#onMove(market, this.#ticksOf(market));
      return [market, this.#ticksOf(market) as PriceTicks] as const;
    });
    return { kind: 'index.set', source: 'simulated', prices };
  }

  /**
   * Mostly one level on each side of the price, in either order: half of them are right for the
   * side of the position.
   */
  #levels(market: number, entryTicks: number): { takeProfitTicks: number; stopLossTicks: number } {
    const random = this.#random;
    if (random.chance(0.4))
      return {
        takeProfitTicks: this.#near(market, entryTicks),
        stopLossTicks: this.#near(market, entryTicks),
      };
    const ticks = this.#ticksOf(market);
    const [above, below] = [
      ticks + 1 + random.below(Math.ceil(ticks / 20)),
      Math.max(1, ticks - 1 - random.below(Math.ceil(ticks / 5))),
    ];
    return random.chance(0.5)
      ? { takeProfitTicks: above, stopLossTicks: below }
      : { takeProfitTicks: below, stopLossTicks: above };
  }

  #near(market: number, from: number): number {
    const random = this.#random;
    if (random.chance(0.15)) return 0;
    const middle = random.chance(0.5) ? from : this.#ticksOf(market);
    return Math.max(1, middle + random.between(-Math.ceil(middle / 20), Math.ceil(middle / 20)));
  }

  #ticksOf(market: number): number {
    return this.#ticks.get(market) ?? 1;
  }

  #terms({ market, lotSize }: MarginGround): MarginTerms {
    const random = this.#random;
    const terms = {
      ...{
        market: random.chance(0.02) ? 99 : market,
        leverages: [1, 5, 20, 100],
        lotSize: (random.chance(0.1) ? lotSize * 3n : lotSize) as Amount,
      },
      ...{
        minLots: random.pick([1, 1, 5]),
        maxLots: 2 ** 36,
        spreadBps: random.pick([0, 1, 10, 300]),
        feeBps: random.pick([0, 3, 5, 100]),
        overnightBps: random.pick([0, 2, 7, 500]),
      },
      ...{
        maintenancePercent: random.pick([1, 20, 50, 70, 100]),
        exposureCap: random.pick([10n ** 5n, 10n ** 14n, 10n ** 18n, 10n ** 18n]) as Amount,
        isOpen: random.chance(0.95),
      },
      ...(random.chance(0.3)
        ? {}
        : {
            fillDelayMs: random.pick([0, 1, 100]),
            fillTimeoutMs: random.pick([1_000, 1_100, 10_000]),
            slippageBps: random.pick([1, 50, 1_000]),
            liquidationFeeBps: random.pick([0, 10, 300]),
          }),
      ...(random.chance(0.3)
        ? {}
        : {
            houseMoveBps: random.pick([0, 100, 1_000, 10_000]),
            minSources: random.pick([1, 1, 1, 3]),
          }),
    };
    this.#offered.set(terms.market, terms);
    return terms;
  }

  /** A large part of a wallet, so that open positions lose their backing. */
  #leave(user: number): Command {
    const amount = (this.#random.pick(this.#purse) /
      BigInt(this.#random.pick([1, 2, 10]))) as Amount;
    const [from, to] = this.#random.chance(0.8)
      ? (['margin', 'spot'] as const)
      : (['spot', 'margin'] as const);
    return { kind: 'custody.transfer', user, from, to, currency: this.#currency, amount };
  }

  #fund(user: number, wallet: 'spot' | 'margin'): Command {
    const amount = (this.#random.pick(this.#purse) + BigInt(this.#random.below(1_000))) as Amount;
    return {
      kind: 'ledger.deposit',
      user,
      wallet,
      currency: this.#currency,
      amount,
      reference: 'funding',
    };
  }
}
