import type { Amount, PriceTicks, QuantityLots } from '@meridian/money/amount';
import type { Command } from '@meridian/core/commands';
import { FIRST_CUSTOMER } from '@meridian/core/ledger/accounts';
import { expect, test } from 'vitest';
import { ComparedPair } from './differential.ts';
import { openMarket, START_MS } from './open-market.ts';
import { SeededRandom } from './seeded-random.ts';

const DAY_MS = 86_400_000;
const [SELLER, BUYER] = [FIRST_CUSTOMER, FIRST_CUSTOMER + 1];
/** So that a volume is a multiple of one trade and a tier is met exactly. */
const NOTIONAL = 100_000;

/**
 * Months of trades of one size, at edges of days and at exactly the volumes of tiers: the stream of
 * random commands seldom meets either.
 */
test('core and naive exchange agree about tiers over months', { timeout: 60_000 }, () => {
  let [cheaper, rebates] = [0, 0];
  for (let seed = 1; seed <= 60; seed++) {
    const counted = compareMonths(new SeededRandom(seed));
    cheaper += counted.cheaper;
    rebates += counted.rebates;
  }
  expect(cheaper).toBeGreaterThan(500);
  // A maker with a rebate pays nothing, and soon has no tier any more.
  expect(rebates).toBeGreaterThan(100);
});

/** Returns how many trades cost less than the market's rates, and how many had a rebate. */
function compareMonths(random: SeededRandom): { cheaper: number; rebates: number } {
  const pair = new ComparedPair();
  let timeMs = START_MS;
  const apply = (command: Command) => pair.apply({ command, timeMs });
  // Cheap for takers in some: they bound rebates.
  const takerFeeBps = random.pick([25, 25, 4, 1, 0]);
  const settings = { indexMaxAgeMs: Number.MAX_SAFE_INTEGER, takerFeeBps };
  for (const command of openMarket(settings, [])) apply(command);
  for (const [user, currency] of [
    [SELLER, 1],
    [BUYER, 2],
  ] as const)
    apply({
      kind: 'ledger.deposit',
      user,
      wallet: 'spot',
      currency,
      amount: (10n ** 12n) as Amount,
      reference: 'funding',
    });
  let [cheaper, rebates] = [0, 0];
  for (let step = 0; step < 100; step++) {
    if (step === 0 || random.chance(0.02)) apply(tiers(random));
    timeMs = later(random, timeMs);
    for (const [user, side] of random.chance(0.5)
      ? ([
          [SELLER, 'sell'],
          [BUYER, 'buy'],
        ] as const)
      : ([
          [BUYER, 'buy'],
          [SELLER, 'sell'],
        ] as const))
      apply(order(user, side));
    const traded = pair.lastApplied?.events.find((event) => event.type === 'traded');
    if (traded !== undefined && traded.takerFee < BigInt(takerFeeBps * 10)) cheaper++;
    if (traded !== undefined && traded.makerRebate > 0n) rebates++;
    if (step % 10 === 0) pair.compareStates();
  }
  return { cheaper, rebates };
}

function tiers(random: SeededRandom): Command {
  const at = random.between(1, 20);
  const volumes = [at, at + random.between(1, 20)];
  const rebate = random.pick([0, 8]);
  return {
    kind: 'fee.tiers',
    currency: 2,
    tiers: volumes.map((volume, index) => ({
      volume: BigInt(volume * NOTIONAL) as Amount,
      makerFeeBps: 6 - index * 4 - rebate,
      takerFeeBps: 12 - index * 5,
    })),
  };
}

/** Within the day, over one midnight, to its very edge, or some days on. */
function later(random: SeededRandom, timeMs: number): number {
  const midnight = Math.ceil((timeMs + 28_800_001) / DAY_MS) * DAY_MS - 28_800_000;
  const times = [timeMs, timeMs + 1_000, midnight - 1, midnight, timeMs + DAY_MS];
  if (random.chance(0.1)) return timeMs + random.between(1, 31) * DAY_MS;
  return Math.max(timeMs, random.pick(times));
}

function order(user: number, side: 'buy' | 'sell'): Command {
  return {
    kind: 'spot.place',
    user,
    market: 1,
    side,
    type: 'limit',
    priceTicks: 100 as PriceTicks,
    quantityLots: (NOTIONAL / 100) as QuantityLots,
    timeInForce: 'gtc',
    postOnly: false,
    selfTrade: 'expireTaker',
  };
}
