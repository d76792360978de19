import type { LeverPosition } from '@meridian/contract/margin/calls';
import { Exchange } from '@meridian/core/exchange';
import type { Command } from '@meridian/core/commands';
import { formatPrice, parsePrice } from '@meridian/money/market-scale';
import {
  customer,
  fund,
  openPosition,
  openMarginMarkets,
  QUOTE,
  setIndex,
} from '@meridian/testkit/margin-market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  marginSummary,
  type MarginContext,
  type MarginInputs,
} from '../../../../web/src/features/margin/model/margin-form.ts';
import { PLAIN_TERMS } from '../../../../web/src/features/margin/model/position-terms.ts';
import { openLiveView } from '../live-view.ts';
import { livePosition, standingFields } from './translate.ts';

const MARKETS = 3;
const FIRST_PRICE = 600_000;
const USER = customer(0);
const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));

type Order = {
  readonly market: number;
  readonly side: 'long' | 'short';
  readonly leverage: number;
  readonly lots: number;
};
type Step =
  | { readonly kind: 'open'; readonly order: Order }
  | { readonly kind: 'index'; readonly prices: readonly number[] };

/** The exchange and its live view, as a customer's page sees them. */
class Account {
  readonly #exchange = new Exchange();
  readonly #live = openLiveView(() => this.#timeMs);
  readonly #prices = new Map<number, number>();
  #timeMs = Date.UTC(2026, 0, 30, 12);

  constructor(coins: number) {
    for (const command of openMarginMarkets(MARKETS, {
      houseCoins: 1_000_000_000n,
      insuranceCoins: 1_000_000n,
    }))
      this.apply(command);
    this.index([1, 2, 3].map((market) => [market, FIRST_PRICE] as const));
    this.apply(fund(USER, 'margin', BigInt(coins)));
  }

  apply(command: Command): boolean {
    this.#timeMs++;
    const { seq } = this.#exchange;
    const applied = this.#exchange.apply(command, this.#timeMs);
    if (applied.seq > seq) this.#live.apply([applied]);
    return applied.outcome.ok;
  }

  index(prices: readonly (readonly [market: number, ticks: number])[]): void {
    for (const [market, ticks] of prices) this.#prices.set(market, ticks);
    this.#timeMs += 5_000;
    this.apply(setIndex([...this.#prices]));
  }

  priceOf(market: number): number {
    return this.#prices.get(market) ?? 0;
  }

  /** Opens at the next index, which is the same. */
  open(order: Order, priceTicks = 0): boolean {
    const isTaken = this.apply(openPosition({ user: USER, ...order, priceTicks }));
    this.index(priceTicks === 0 ? [] : [[order.market, priceTicks]]);
    return isTaken;
  }

  /** Moves the index of one market to a price of the list, or a number of ticks beyond it. */
  moveTo(market: number, text: string, beyond = 0): void {
    const parsed = parsePrice(text, this.#live.scale(market));
    if (!parsed.ok) throw new Error(`${text} is no price of market ${market}`);
    this.index([[market, parsed.value + beyond]]);
  }

  positions(market?: number): LeverPosition[] {
    const standing = this.#live.margin.standing(USER, QUOTE);
    return standing.open
      .filter((position) => market === undefined || position.market === market)
      .map((position) => livePosition(this.#live, position, standing));
  }

  /** Figures from which the form estimates, as `lever/deal` answers them. */
  context(market: number): MarginContext {
    const {
      margins_all: margins,
      profits_all: profits,
      user_lever: available,
      maintenance_all: maintained,
    } = standingFields(this.#live, this.#live.margin.standing(USER, QUOTE));
    const scale = this.#live.scale(market);
    const terms = {
      spread: '0.02',
      fee: '0.04',
      maintenance: '30',
      slippage: '0.5',
      lotSize: '0.001',
      minLots: 1,
      maxLots: 2 ** 36,
    };
    return {
      scale,
      indexPrice: formatPrice(this.priceOf(market), scale),
      ...terms,
      available,
      margins,
      profits,
      maintained,
      open: this.positions(market).map(({ type, number, mark_price }) => ({
        side: type === 1 ? 'long' : 'short',
        quantity: number,
        markPrice: mark_price,
        isIsolated: false,
      })),
    };
  }

  estimate({ market, side, leverage, lots }: Order, priceTicks = 0): string | undefined {
    const context = this.context(market);
    const price = priceTicks === 0 ? '' : formatPrice(priceTicks, context.scale);
    const inputs: MarginInputs = {
      side,
      mode: priceTicks === 0 ? 'market' : 'limit',
      price,
      leverage,
      lots: String(lots),
      terms: PLAIN_TERMS,
    };
    return marginSummary(inputs, context).liquidationPrice;
  }
}

const order = fc.record({
  market: fc.integer({ min: 1, max: MARKETS }),
  side: fc.constantFrom<'long' | 'short'>('long', 'short'),
  leverage: fc.constantFrom(1, 5, 20, 50, 100),
  lots: fc.integer({ min: 1, max: 20_000 }),
});
const price = fc.integer({ min: FIRST_PRICE * 0.97, max: FIRST_PRICE * 1.03 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('open' as const), order }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('index' as const),
      prices: fc.tuple(price, price, price),
    }),
  },
);
const history = fc.record({
  coins: fc.integer({ min: 50, max: 5_000 }),
  steps: fc.array(step, { maxLength: 6 }),
  order,
});

function lived({ coins, steps }: { coins: number; steps: readonly Step[] }): Account {
  const account = new Account(coins);
  for (const each of steps) {
    if (each.kind === 'open') account.open(each.order);
    else account.index(each.prices.map((ticks, at) => [at + 1, ticks] as const));
  }
  return account;
}

test(`the form says the liquidation price that the list says once the order is filled (SEED=${SEED})`, () => {
  const seen = { alone: 0, beside: 0, hedged: 0, elsewhere: 0, never: 0 };
  fc.assert(
    fc.property(history, (run) => {
      const account = lived(run);
      const { market, side } = run.order;
      const before = account.positions(market);
      const others = account.positions().length - before.length;
      const told = account.estimate(run.order);
      if (!account.open(run.order)) return;
      const [opened] = account.positions(market);
      if (opened === undefined || before.some(({ id }) => id === opened.id)) return;
      expect(told).toBe(opened.liquidation_price);
      if (before.length === 0) seen.alone++;
      else if (before.some(({ type }) => (type === 1) !== (side === 'long'))) seen.hedged++;
      else seen.beside++;
      if (others > 0) seen.elsewhere++;
      if (told === '') seen.never++;
    }),
    { seed: SEED, numRuns: 400 },
  );
  // A run that met none of these would have proved nothing.
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(0);
});

test(`and so for a limit that is filled when its price comes (SEED=${SEED})`, () => {
  let compared = 0;
  fc.assert(
    fc.property(history, fc.integer({ min: 1, max: 50 }), (run, percentile) => {
      const account = lived(run);
      const { market, side } = run.order;
      const index = account.priceOf(market);
      const limit = index + (side === 'long' ? -1 : 1) * Math.floor((index * percentile) / 10_000);
      const known = account.positions().map(({ id }) => id);
      const told = account.estimate(run.order, limit);
      if (!account.open(run.order, limit)) return;
      const now = account.positions();
      // The move to the limit may have liquidated or closed a counted position.
      if (now.length !== known.length + 1) return;
      expect(told ?? '').toBe(now.find(({ id }) => !known.includes(id))?.liquidation_price);
      compared++;
    }),
    { seed: SEED, numRuns: 200 },
  );
  expect(compared).toBeGreaterThan(20);
});

test(`and the exchange liquidates at that price, not a tick before it (SEED=${SEED})`, () => {
  let liquidated = 0;
  fc.assert(
    fc.property(history, (run) => {
      const account = lived(run);
      const { market } = run.order;
      account.open(run.order);
      const { length } = account.positions();
      const told = account.positions(market)[0]?.liquidation_price ?? '';
      if (told === '') return;
      const isFall = Number(told) < account.priceOf(market) / 10_000;
      account.moveTo(market, told, isFall ? 1 : -1);
      expect(account.positions()).toHaveLength(length);
      account.moveTo(market, told);
      expect(account.positions().length).toBeLessThan(length);
      liquidated++;
    }),
    { seed: SEED, numRuns: 200 },
  );
  expect(liquidated).toBeGreaterThan(20);
});
