import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Command } from '@meridian/core/commands';
import { canonicalSnapshot, Exchange } from '@meridian/core/exchange';
import { FIRST_CUSTOMER, SYSTEM } from '@meridian/core/ledger/accounts';
import type { PositionOpened } from '@meridian/core/margin/margin-events';
import { parseDecimal } from '@meridian/money/decimal';
import { describe, expect, it } from 'vitest';
import { customer, fund, openPosition, openMarginMarkets, setIndex } from './margin-market.ts';
import { SeededRandom } from './seeded-random.ts';

const KLINES = resolve(
  process.env['MERIDIAN_SHARED'] ?? resolve(import.meta.dirname, '../../../../shared'),
  'data/klines',
);
const COINS = ['BTC', 'ETH', 'XRP', 'LTC', 'BCH', 'ADA', 'DOGE', 'DOT', 'LINK', 'EOS'];
const hasKlines = existsSync(resolve(KLINES, fileOf('BTC')));
if (!hasKlines) process.stderr.write(`the crash of 19 May 2021 is skipped: ${KLINES} is absent\n`);

const START_MS = Date.UTC(2021, 4, 18, 22);
const MINUTES = 26 * 60;
const ACCOUNTS = 10_000;
const SEED = Number(process.env['FUZZ_SEED'] ?? 19_05_2021);
/** A tick is 0.0001 USDT. */
const DECIMALS = 4;
const COIN = 10n ** 8n;

type Bar = readonly [open: number, high: number, low: number, close: number];

describe('19 May 2021', () => {
  it.skipIf(!hasKlines)(
    `ten thousand random accounts go through it; every unit is accounted for (seed ${SEED})`,
    { timeout: 300_000 },
    () => {
      const bars = COINS.map(readBars);
      const random = new SeededRandom(SEED);
      const exchange = new Exchange();
      const seen = new Map<string, number>();
      const open = new Map<number, PositionOpened>();
      let deposited = 0n;
      const apply = (command: Command, timeMs: number): boolean => {
        const { outcome, events } = exchange.apply(command, timeMs);
        for (const event of events) {
          const name = event.type === 'positionClosed' ? event.reason : event.type;
          seen.set(name, (seen.get(name) ?? 0) + 1);
          if (event.type === 'positionOpened') open.set(event.position, event);
          if (event.type === 'positionClosed') open.delete(event.position);
        }
        if (outcome.ok && command.kind === 'ledger.deposit') deposited += command.amount;
        return outcome.ok;
      };
      for (const command of openMarginMarkets(COINS.length, {
        houseCoins: 200_000_000n,
        insuranceCoins: 20_000n,
      }))
        apply(command, START_MS);
      for (let index = 0; index < ACCOUNTS; index++)
        apply(fund(customer(index), 'margin', BigInt(random.pick([100, 1_000, 20_000]))), START_MS);

      for (let minute = 0; minute < MINUTES; minute++) {
        const timeMs = START_MS + minute * 60_000;
        for (const part of [0, 1, 2, 3] as const) {
          const prices = bars
            .map((ofMinute, index) => [index + 1, ofMinute.get(timeMs)?.[part] ?? 0] as const)
            .filter(([, ticks]) => ticks > 0);
          if (prices.length > 0) expect(apply(setIndex(prices), timeMs + part * 15_000)).toBe(true);
        }
        for (let count = 0; count < 25; count++) {
          const draw = random.below(4);
          apply(draw === 0 ? setStops(random, open) : trade(random, bars, timeMs), timeMs + 50_000);
        }
        if (minute % 240 === 0) exchange.verify();
      }

      exchange.verify();
      const { accounts, margin } = exchange.snapshot();
      const total = (isOwner: (user: number) => boolean): bigint =>
        accounts
          .filter(({ user }) => isOwner(user))
          .reduce((sum, { available, held }) => sum + BigInt(available) + BigInt(held), 0n);
      expect(
        accounts.filter(
          ({ user, available, held }) =>
            user >= FIRST_CUSTOMER && (BigInt(available) < 0n || BigInt(held) < 0n),
        ),
      ).toEqual([]);
      const collectors: readonly number[] = [
        SYSTEM.house,
        SYSTEM.insurance,
        SYSTEM.fees,
        SYSTEM.rounding,
      ];
      expect(
        total((user) => user >= FIRST_CUSTOMER) + total((user) => collectors.includes(user)),
      ).toBe(deposited);
      expect(total(() => true)).toBe(0n);
      expect(canonicalSnapshot(Exchange.restore(exchange.snapshot()).snapshot())).toBe(
        canonicalSnapshot(exchange.snapshot()),
      );
      const checks = exchange.invariantChecks();
      expect(
        (['M1', 'M2', 'M3', 'M4', 'M5', 'M6', 'M7'] as const).filter((id) => checks[id] === 0),
      ).toEqual([]);
      for (const happened of [
        'liquidated',
        'takeProfit',
        'stopLoss',
        'badDebt',
        'overnightAccrued',
        'marginOrderPlaced',
      ])
        expect(seen.get(happened) ?? 0, happened).toBeGreaterThan(0);
      expect(seen.get('liquidated')).toBeGreaterThan(1_000);
      const customersLost =
        (deposited - 200_020_000n * COIN - total((user) => user >= FIRST_CUSTOMER)) / COIN;
      process.stdout.write(
        `19 May 2021: ${JSON.stringify(Object.fromEntries(seen))}, ${margin.positions.length} alive, customers lost ${customersLost} USDT\n`,
      );
    },
  );
});

/** A user opens at the market, or by an order near it, or closes everything. */
function trade(random: SeededRandom, bars: readonly Map<number, Bar>[], timeMs: number): Command {
  const market = random.between(1, COINS.length);
  const ticks = bars[market - 1]?.get(timeMs)?.[3] ?? 1_000_000;
  const user = customer(random.below(ACCOUNTS));
  const draw = random.below(8);
  if (draw === 0) return { kind: 'margin.closeAll', user, which: 'all' };
  const side = random.pick(['long', 'long', 'short'] as const);
  const leverage = random.pick([5, 20, 50, 100]);
  // A tick of a lot is 10 units of 10^-8 USDT: about 50 to 5,000 USDT of margin.
  const lots = Math.max(1, Math.floor((random.pick([50, 500, 5_000]) * leverage * 1e7) / ticks));
  const priceTicks = draw === 1 ? Math.floor(ticks * (side === 'long' ? 0.97 : 1.03)) : 0;
  return openPosition({ user, market, side, leverage, lots, priceTicks });
}

/** A stop 1 % below and a target 2 % above the entry of an open position. */
function setStops(random: SeededRandom, open: ReadonlyMap<number, PositionOpened>): Command {
  const { user, position, side, entryTicks } = [...open.values()][
    random.below(Math.max(1, open.size))
  ] ?? { user: customer(0), position: 1, side: 'long', entryTicks: 100 };
  const [better, worse] = side === 'long' ? [1.02, 0.99] : [0.98, 1.01];
  return {
    kind: 'margin.stops',
    user,
    position,
    takeProfitTicks: Math.round(entryTicks * better),
    stopLossTicks: Math.round(entryTicks * worse),
  };
}

function fileOf(coin: string): string {
  return `${coin}USDT-1m-2021-04-20_2021-05-20.csv.gz`;
}

/** The bars of the day by their minute, in ticks. */
function readBars(coin: string): Map<number, Bar> {
  const bars = new Map<number, Bar>();
  for (const line of gunzipSync(readFileSync(resolve(KLINES, fileOf(coin))))
    .toString()
    .split('\n')
    .slice(1)) {
    const [time = '', ...prices] = line.split(',');
    const timeMs = Number(time);
    if (timeMs < START_MS || timeMs >= START_MS + MINUTES * 60_000) continue;
    const [open = 0, high = 0, low = 0, close = 0] = prices.slice(0, 4).map(ticksOf);
    bars.set(timeMs, [open, low, high, close]);
  }
  return bars;
}

function ticksOf(price: string): number {
  const parsed = parseDecimal(price.replace(/(\.\d{4})\d+$/, '$1'), DECIMALS);
  if (!parsed.ok) throw new Error(`price ${price} of the recording is ${parsed.error}`);
  return Number(parsed.units);
}
