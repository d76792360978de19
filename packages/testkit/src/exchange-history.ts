import type { Amount, PriceTicks, QuantityLots } from '@meridian/money/amount';
import type { Market } from '@meridian/core/catalog/catalog';
import type { Command } from '@meridian/core/commands';
import type { SelfTrade, TimeInForce } from '@meridian/core/spot/spot-commands';
import type { Applied } from '@meridian/core/events';
import { Exchange } from '@meridian/core/exchange';
import { FIRST_CUSTOMER, SYSTEM } from '@meridian/core/ledger/accounts';
import { SeededRandom } from './seeded-random.ts';

const CURRENCIES = [
  { id: 1, code: 'BTC', scale: 8 },
  { id: 2, code: 'ETH', scale: 8 },
  { id: 3, code: 'USDT', scale: 8 },
] as const;

const RULES = {
  minNotional: 1n,
  maxQuantityLots: 1_000_000_000,
  makerFeeBps: 7,
  takerFeeBps: 13,
  maxOpenOrders: 100,
  bandBps: 2_000,
  slippageBps: 500,
  indexMaxAgeMs: 365 * 86_400_000,
  status: 'open',
  isDisplayed: true,
} as const;

const MARKETS: readonly Market[] = [
  { id: 1, base: 1, quote: 3, tickSize: 1_000_000n, lotSize: 1_000n, ...RULES },
  { id: 2, base: 2, quote: 3, tickSize: 1_000_000n, lotSize: 10_000n, ...RULES },
];
const MARKET_IDS = MARKETS.map((market) => market.id);

const SELF_TRADE: readonly SelfTrade[] = ['expireTaker', 'expireMaker', 'expireBoth', 'decrement'];
const LIMIT_TIME_IN_FORCE: readonly TimeInForce[] = ['gtc', 'gtc', 'gtc', 'ioc', 'fok'];
const PAUSES_MS = [0, 0, 0, 1, 40, 900, 15_000, 61_000];
const LONG_PAUSE_MS = 7 * 3_600_000;

/**
 * A random history of the real core: two markets, a few users who trade around a wandering price,
 * with cancels, self-trades, refusals, new index prices and pauses from nothing to hours. The same
 * seed gives the same history.
 */
export class ExchangeHistory {
  readonly exchange = new Exchange();
  readonly users: readonly number[];
  readonly #random: SeededRandom;
  readonly #hasPauses: boolean;
  readonly #centre = new Map<number, number>(MARKET_IDS.map((id) => [id, 10_000]));
  #timeMs: number;

  /**
   * @param options.startMs engine time of the first command; `hasPauses: false` keeps every command
   * within a few milliseconds
   */
  constructor(
    seed: number,
    options: { users?: number; startMs?: number; hasPauses?: boolean } = {},
  ) {
    this.#random = new SeededRandom(seed);
    this.#timeMs = options.startMs ?? Date.UTC(2026, 0, 30, 11, 59, 30);
    this.#hasPauses = options.hasPauses ?? true;
    this.users = Array.from({ length: options.users ?? 5 }, (_, index) => FIRST_CUSTOMER + index);
  }

  /** Lists the catalog, sets the first index prices and funds all users. */
  begin(): Applied[] {
    const commands: Command[] = [
      ...CURRENCIES.map((currency): Command => ({ kind: 'currency.list', currency })),
      ...MARKETS.map((market): Command => ({ kind: 'market.list', market })),
      this.#indexPrices(),
    ];
    for (const user of [...this.users, SYSTEM.house]) {
      for (const { id: currency } of CURRENCIES) {
        const amount = (10n ** 15n) as Amount;
        commands.push({
          kind: 'ledger.deposit',
          user,
          wallet: 'spot',
          currency,
          amount,
          reference: 'funding',
        });
      }
    }
    return commands.map((command) => this.exchange.apply(command, this.#timeMs));
  }

  /**
   * Applies random commands until `count` of them have changed something, and returns those: the
   * others are refused, and leave no trace.
   */
  next(count: number): Applied[] {
    const changes: Applied[] = [];
    while (changes.length < count) {
      this.#timeMs += this.#pause();
      const { seq } = this.exchange;
      const applied = this.exchange.apply(this.#command(), this.#timeMs);
      if (this.exchange.seq > seq) changes.push(applied);
    }
    return changes;
  }

  #pause(): number {
    if (!this.#hasPauses) return this.#random.below(3);
    return this.#random.chance(0.004)
      ? this.#random.below(LONG_PAUSE_MS)
      : this.#random.pick(PAUSES_MS);
  }

  #command(): Command {
    const draw = this.#random.next();
    if (draw < 0.04) return this.#indexPrices();
    if (draw < 0.06) return this.#credit();
    return draw < 0.2 ? this.#cancel() : this.#order();
  }

  #indexPrices(): Command {
    const prices = MARKET_IDS.map((id) => {
      const centre = Math.max(1_000, (this.#centre.get(id) ?? 0) + this.#random.between(-40, 40));
      this.#centre.set(id, centre);
      return [id, centre as PriceTicks] as const;
    });
    return { kind: 'index.set', source: 'simulated', prices };
  }

  #credit(): Command {
    const [user, currency] = [this.#random.pick(this.users), this.#random.pick(CURRENCIES).id];
    const amount = BigInt(this.#random.between(1, 1_000_000)) as Amount;
    return { kind: 'ledger.credit', user, wallet: 'spot', currency, amount, reference: 'faucet' };
  }

  #cancel(): Command {
    const open = this.exchange.snapshot().orders;
    const order = open.length === 0 ? undefined : this.#random.pick(open);
    return { kind: 'spot.cancel', user: order?.user ?? FIRST_CUSTOMER, order: order?.id ?? 1 };
  }

  #order(): Command {
    const random = this.#random;
    const market = random.pick(MARKET_IDS);
    const isMarketOrder = random.chance(0.15);
    const side = random.chance(0.5) ? 'buy' : 'sell';
    // Most orders rest at some distance, so that the books get deep; some cross.
    const distance = random.between(-10, 60) * (side === 'buy' ? -1 : 1);
    const price = (this.#centre.get(market) ?? 0) + distance;
    return {
      kind: 'spot.place',
      user: random.pick(this.users),
      market,
      side,
      type: isMarketOrder ? 'market' : 'limit',
      priceTicks: (isMarketOrder ? 0 : price) as PriceTicks,
      quantityLots: random.between(1, 500) as QuantityLots,
      timeInForce: isMarketOrder ? 'ioc' : random.pick(LIMIT_TIME_IN_FORCE),
      postOnly: !isMarketOrder && random.chance(0.05),
      selfTrade: random.pick(SELF_TRADE),
    };
  }
}
