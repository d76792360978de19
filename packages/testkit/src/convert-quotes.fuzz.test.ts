import type { Amount, PriceTicks, QuantityLots } from '@meridian/money/amount';
import type { Command } from '@meridian/core/commands';
import { Exchange } from '@meridian/core/exchange';
import type { Applied } from '@meridian/core/events';
import { expect, test } from 'vitest';
import { SeededRandom } from './seeded-random.ts';

const QUOTES = Number(process.env['FUZZ_QUOTES'] ?? 1_000_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 41);
const COIN = 10n ** 8n;
const [BTC, ETH, USDT] = [1, 2, 3];
const DESK = 8;
const MAKER = 6;
const FIRST_USER = 100_000;
const USERS = 50;
const FUNDS = 10n ** 16n;

/**
 * A million quotes at prices and books that move, half of them accepted: no unit appears or
 * vanishes, each conversion moves the amounts of its quote, and the desk, valued at the index of
 * each moment, never loses by one.
 */
test(`${QUOTES} quotes conserve value (seed ${SEED})`, { timeout: 600_000 }, () => {
  const random = new SeededRandom(SEED);
  const exchange = new Exchange();
  let timeMs = 1_700_000_000_000;
  const must = (command: Command): Applied => {
    const applied = exchange.apply(command, timeMs);
    if (!applied.outcome.ok)
      throw new Error(`${command.kind} is refused: ${applied.outcome.rejection}`);
    return applied;
  };
  for (const command of opening()) must(command);
  const ticks = new Map([
    [BTC, 4_000_000],
    [ETH, 250_000],
  ]);
  const moved = new Map<string, bigint>();
  const add = (owner: number, currency: number, amount: bigint): void => {
    const name = `${owner}/${currency}`;
    moved.set(name, (moved.get(name) ?? 0n) + amount);
  };
  let [made, accepted, gained] = [0, 0, 0n];
  for (let count = 0; made < QUOTES; count++) {
    if (count % 200 === 0) {
      timeMs += 11_000;
      for (const [currency, now] of ticks)
        ticks.set(currency, Math.max(1_000, now + random.between(-3_000, 3_000)));
      const prices = [...ticks].map(([id, now]) => [id, now as PriceTicks] as const);
      must({ kind: 'index.set', source: 'test', prices });
      must({ kind: 'clock.tick' });
      for (const command of books(random, ticks)) must(command);
    }
    const command = ask(random);
    const applied = exchange.apply(command, timeMs);
    const [quote] = applied.events.flatMap((event) =>
      event.type === 'quoteMade' ? [event.quote] : [],
    );
    if (quote === undefined) continue;
    made++;
    if (random.chance(0.5)) {
      timeMs += 1;
      continue;
    }
    const { user, from, to, paid, received, paidRounding, receivedRounding } = quote;
    must({ kind: 'convert.accept', user, quote: quote.id });
    accepted++;
    add(user, from, -paid);
    add(DESK, from, paid - paidRounding);
    add(5, from, paidRounding);
    add(user, to, received);
    add(DESK, to, -received - receivedRounding);
    add(5, to, receivedRounding);
    // In hundredths of hub units, at the index of the moment.
    const worth = (currency: number, amount: bigint): bigint =>
      amount * BigInt(currency === USDT ? 100 : (ticks.get(currency) ?? 0));
    const gain = worth(from, paid) - worth(to, received);
    expect(gain >= 0n).toBe(true);
    gained += gain;
  }
  exchange.verify();
  const { accounts } = exchange.snapshot();
  for (const { user, currency, available, held } of accounts) {
    if (user === 1 || user === MAKER) continue;
    const had = user === 5 ? 0n : FUNDS;
    expect(BigInt(available) + BigInt(held)).toBe(had + (moved.get(`${user}/${currency}`) ?? 0n));
  }
  expect(gained).toBeGreaterThan(0n);
  process.stdout.write(
    `conversions: ${made} quotes, ${accepted} accepted, the desk gained ${gained / 100n / COIN} USDT\n`,
  );
});

function ask(random: SeededRandom): Command {
  const from = random.pick([BTC, ETH, USDT]);
  const to = random.pick([BTC, ETH, USDT].filter((each) => each !== from));
  const amount = (BigInt(random.between(1, 1_000_000)) * random.pick([1n, 100n, 5_000n])) as Amount;
  const user = FIRST_USER + random.below(USERS);
  const side = random.pick(['from', 'to'] as const);
  return { kind: 'convert.quote', user, from, to, side, amount };
}

/** The maker quotes anew, near the index and beside it. */
function* books(random: SeededRandom, ticks: ReadonlyMap<number, number>): Generator<Command> {
  yield {
    kind: 'spot.cancelByOperator',
    operator: 1,
    reason: 'The maker moves',
    scope: 'user',
    id: MAKER,
  };
  for (const [market, now] of ticks)
    for (const side of ['buy', 'sell'] as const)
      for (let count = 0; count < 3; count++) {
        const away = random.between(1, 60) * (side === 'buy' ? -1 : 1);
        yield {
          kind: 'spot.place',
          user: MAKER,
          market,
          side,
          type: 'limit',
          priceTicks: Math.round(now * (1 + away / 10_000)) as PriceTicks,
          quantityLots: random.between(1_000, 400_000) as QuantityLots,
          timeInForce: 'gtc',
          postOnly: false,
          selfTrade: 'expireMaker',
        };
      }
}

function* opening(): Generator<Command> {
  for (const [id, code] of [
    [BTC, 'BTC'],
    [ETH, 'ETH'],
    [USDT, 'USDT'],
  ] as const)
    yield { kind: 'currency.list', currency: { id, code, scale: 8 } };
  for (const base of [BTC, ETH])
    yield { kind: 'market.list', market: { ...MARKET, id: base, base } };
  for (const currency of [BTC, ETH, USDT])
    for (const user of [
      3,
      MAKER,
      ...Array.from({ length: USERS }, (_, index) => FIRST_USER + index),
    ])
      yield {
        kind: 'ledger.deposit',
        user,
        wallet: 'spot',
        currency,
        amount: (user === 3 ? 2n * FUNDS : FUNDS) as Amount,
        reference: 'test',
      };
  for (const [currency, market] of [
    [USDT, 0],
    [BTC, BTC],
    [ETH, ETH],
  ] as const) {
    yield { kind: 'convert.terms', terms: { ...TERMS, ...spread(market), currency, market } };
    const amount = FUNDS as Amount;
    yield { kind: 'convert.fund', currency, direction: 'in', amount };
  }
}

function spread(market: number): { readonly marginBps: number; readonly capBps: number } {
  return market === 0 ? { marginBps: 0, capBps: 0 } : { marginBps: 10, capBps: 100 };
}

const TERMS = {
  min: 1n as Amount,
  max: FUNDS as Amount,
  step: 1n as Amount,
  hourLimit: FUNDS as Amount,
  dust: 0n as Amount,
  isOpen: true,
} as const;

const MARKET = {
  quote: USDT,
  tickSize: 1_000_000n,
  lotSize: 1_000n,
  minNotional: 0n,
  maxQuantityLots: 1_000_000_000,
  makerFeeBps: 10,
  takerFeeBps: 20,
  maxOpenOrders: 100,
  bandBps: 500,
  slippageBps: 300,
  indexMaxAgeMs: 60_000,
  status: 'open',
  isDisplayed: true,
} as const;
