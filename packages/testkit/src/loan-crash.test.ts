import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Amount, PriceTicks, QuantityLots } from '@meridian/money/amount';
import type { Command } from '@meridian/core/commands';
import type { Applied } from '@meridian/core/events';
import { canonicalSnapshot, Exchange } from '@meridian/core/exchange';
import { describe, expect, it } from 'vitest';
import { EventAuditor } from './event-auditor.ts';
import { SeededRandom } from './seeded-random.ts';

const KLINES = resolve(
  process.env['MERIDIAN_SHARED'] ?? resolve(import.meta.dirname, '../../../../shared'),
  'data/klines',
);
const FILE = resolve(KLINES, 'BTCUSDT-1m-2021-04-20_2021-05-20.csv.gz');
const hasKlines = existsSync(FILE);
if (!hasKlines) process.stderr.write(`loans on 19 May 2021 are skipped: ${KLINES} is absent\n`);

const START_MS = Date.UTC(2021, 4, 18, 22);
const MINUTES = 26 * 60;
const LOANS = 10_000;
const [BTC, USDT] = [1, 3];
const COIN = 10n ** 8n;
const FIRST_USER = 100_000;
const SAVER = 900_000;
const MAKER = 6;
const DATA = { min: 1n as Amount, isOpen: true } as const;
const HUGE = (10n ** 18n) as Amount;

/** Low, then close, of each minute: ticks of 0.01 USDT. */
type Bar = readonly [low: number, close: number];

describe('loans on 19 May 2021', () => {
  it.skipIf(!hasKlines)(
    `${LOANS} of them fall with the price; no saver loses, and what is missing is named`,
    { timeout: 300_000 },
    () => {
      const crash = new Crash();
      const bars = readBars();
      crash.open(bars.get(START_MS)?.[1] ?? 4_300_000);
      for (let minute = 0; minute < MINUTES; minute++) {
        const timeMs = START_MS + minute * 60_000;
        const bar = bars.get(timeMs);
        if (bar === undefined) continue;
        for (const [part, ticks] of bar.entries())
          crash.price(ticks, timeMs + 5_000 + part * 30_000);
        if (minute % 240 === 0) crash.exchange.verify();
      }
      crash.exchange.verify();
      crash.auditor.compare(crash.exchange.snapshot());
      const { accounts, loan, earn } = crash.exchange.snapshot();
      const lent = loan.loans.reduce((sum, { principal }) => sum + BigInt(principal), 0n);
      const pool = accounts.find(({ user }) => user === 20_001);
      // All coins of savers are in the pool or lent; an event names each loss that nobody covers.
      expect(BigInt(pool?.available ?? 0) + lent).toBe(crash.saved);
      expect(BigInt(earn.pools[0]?.lent ?? 0)).toBe(lent);
      const missing = loan.loans
        .filter(({ state }) => state === 'lost')
        .reduce((sum, { principal }) => sum + BigInt(principal), 0n);
      expect(missing).toBe(crash.missing);
      // Each coin that was lent came back from a sale, was covered, is missing, or is lent still.
      expect(crash.borrowed).toBe(crash.repaid + crash.covered + lent);
      // No loan was liquidated that had not been warned three times, and no collateral was offered
      // without a bid.
      expect(crash.unwarned).toEqual([]);
      expect(crash.unsold).toEqual([]);
      for (const [happened, least] of [
        ['loanWarned', 10_000],
        ['loanLiquidated', 500],
        ['traded', 500],
      ] as const)
        expect(crash.seen.get(happened) ?? 0, happened).toBeGreaterThan(least);
      expect(canonicalSnapshot(Exchange.restore(crash.exchange.snapshot()).snapshot())).toBe(
        canonicalSnapshot(crash.exchange.snapshot()),
      );
      process.stdout.write(
        `19 May 2021: ${JSON.stringify(Object.fromEntries(crash.seen))}, covered ${crash.covered / COIN} USDT, missing ${missing / COIN} USDT\n`,
      );
    },
  );
});

class Crash {
  readonly exchange = new Exchange();
  readonly auditor = new EventAuditor();
  readonly seen = new Map<string, number>();
  readonly saved = 2_000_000_000n * COIN;
  borrowed = 0n;
  repaid = 0n;
  missing = 0n;
  covered = 0n;
  /** Loans that were sold, or offered to nobody, against the rules. */
  readonly unwarned: number[] = [];
  readonly unsold: number[] = [];
  readonly #warned = new Map<number, number>();
  #timeMs = START_MS - 120_000;

  /** Savers bring coins, and customers borrow between 30 % and 64 % of their collateral. */
  open(ticks: number): void {
    const money = { kind: 'ledger.deposit', wallet: 'spot', reference: 'test' } as const;
    this.#must({ kind: 'currency.list', currency: { id: BTC, code: 'BTC', scale: 8 } });
    this.#must({ kind: 'currency.list', currency: { id: USDT, code: 'USDT', scale: 8 } });
    this.#must({ kind: 'market.list', market: MARKET });
    this.#must({ ...money, user: SAVER, currency: USDT, amount: this.saved as Amount });
    this.#must({ ...money, user: 4, currency: USDT, amount: (1_000n * COIN) as Amount });
    this.#must({ ...money, user: 3, currency: USDT, amount: (50_000n * COIN) as Amount });
    this.#must({
      ...money,
      user: MAKER,
      currency: USDT,
      amount: (20_000_000_000n * COIN) as Amount,
    });
    this.#must({ kind: 'earn.product', product: SAVINGS });
    const budget = (10n * COIN) as Amount;
    this.#must({ kind: 'earn.fund', product: 1, direction: 'in', amount: budget });
    this.#must({ kind: 'earn.save', user: SAVER, product: 1, amount: this.saved as Amount });
    this.#must({ kind: 'loan.offer', offer: OFFER });
    this.price(ticks, START_MS - 60_000);
    const random = new SeededRandom(19_05_2021);
    for (let index = 0; index < LOANS; index++) {
      const user = FIRST_USER + index;
      const collateral = (BigInt(random.between(1, 200)) * COIN) / 100n;
      this.#must({ ...money, user, currency: BTC, amount: collateral as Amount });
      const worth = (collateral * BigInt(ticks)) / 100n;
      const amount = (worth * BigInt(random.between(3_000, 6_400))) / 10_000n;
      const own = { user, offer: 1, collateral: collateral as Amount, amount: amount as Amount };
      this.#must({ kind: 'loan.borrow', ...own });
      this.borrowed += amount;
    }
  }

  /**
   * Bids below the price, as thin as on that day: 30 BTC within 2 %. Then the price, and time for
   * the commands that wait.
   */
  price(ticks: number, timeMs: number): void {
    this.#timeMs = timeMs;
    this.#must({
      kind: 'spot.cancelByOperator',
      operator: 1,
      reason: 'The maker moves',
      scope: 'user',
      id: MAKER,
    });
    const prices = [[1, ticks as PriceTicks, timeMs]] as const;
    this.#must({ kind: 'index.set', source: 'test', sources: 3, prices });
    for (const below of [5, 50, 100, 200]) {
      const priceTicks = Math.floor((ticks * (10_000 - below)) / 10_000) as PriceTicks;
      this.#must({ ...BID, priceTicks });
    }
    for (const laterMs of [1_000, 5_000, 10_000, 15_000]) {
      this.#timeMs = timeMs + laterMs;
      this.#must({
        kind: 'index.set',
        source: 'test',
        sources: 3,
        prices: [[1, ticks as PriceTicks, this.#timeMs]],
      });
      this.#must({ kind: 'clock.tick' });
    }
  }

  #must(command: Command): Applied {
    const applied = this.exchange.apply(command, this.#timeMs);
    if (!applied.outcome.ok)
      throw new Error(`${command.kind} is refused: ${applied.outcome.rejection}`);
    this.auditor.observe(applied);
    for (const event of applied.events) {
      this.seen.set(event.type, (this.seen.get(event.type) ?? 0) + 1);
      if (event.type === 'loanWarned') this.#warned.set(event.loan.id, event.warning);
      if (event.type === 'loanLiquidated') {
        this.repaid += event.repaid;
        if (this.#warned.get(event.loan.id) !== 3) this.unwarned.push(event.loan.id);
        if (event.sold === 0n) this.unsold.push(event.loan.id);
      }
      if (event.type !== 'loanLost') continue;
      this.missing += event.missing;
      this.covered += event.byInsurance + event.bySource + event.byHouse;
    }
    return applied;
  }
}

const BID = {
  kind: 'spot.place',
  user: MAKER,
  market: 1,
  side: 'buy',
  type: 'limit',
  quantityLots: 750_000 as QuantityLots,
  timeInForce: 'gtc',
  postOnly: false,
  selfTrade: 'expireTaker',
} as const;

const MARKET = {
  id: 1,
  base: BTC,
  quote: USDT,
  tickSize: 1_000_000n,
  lotSize: 1_000n,
  minNotional: COIN,
  maxQuantityLots: 1_000_000_000,
  makerFeeBps: 10,
  takerFeeBps: 20,
  maxOpenOrders: 100,
  bandBps: 2_000,
  slippageBps: 300,
  indexMaxAgeMs: 20_000,
  status: 'open',
  isDisplayed: true,
} as const;

const SAVINGS = {
  ...DATA,
  id: 1,
  kind: 'savings',
  currency: USDT,
  ratePpb: 1,
  days: 0,
  max: HUGE,
  capacity: HUGE,
  dayQuota: HUGE,
  lendBps: 9_000,
} as const;

const OFFER = {
  ...DATA,
  id: 1,
  market: 1,
  product: 1,
  max: HUGE,
  terms: {
    ratePpb: 10_274,
    fundBps: 1_500,
    initialBps: 6_500,
    warnBps: [7_140, 7_410, 7_690] as const,
    liquidationBps: 8_330,
    feeBps: 100,
    boundBps: 300,
  },
} as const;

function readBars(): Map<number, Bar> {
  const bars = new Map<number, Bar>();
  for (const line of gunzipSync(readFileSync(FILE)).toString().split('\n').slice(1)) {
    const [time = '', , , low = '', close = ''] = line.split(',');
    const timeMs = Number(time);
    if (timeMs < START_MS || timeMs >= START_MS + MINUTES * 60_000) continue;
    bars.set(timeMs, [Math.round(Number(low) * 100), Math.round(Number(close) * 100)]);
  }
  return bars;
}
