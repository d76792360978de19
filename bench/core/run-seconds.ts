// One timed run of seconds contracts in a process of its own. Prints one line of JSON.
// 100,000 tickets run; then ticks at which none is due, then the second in which ten thousand are.
import { Exchange } from '@meridian/core/exchange';
import type { Command } from '@meridian/core/commands';
import type { Amount, PriceTicks } from '@meridian/money/amount';
import { FIRST_CUSTOMER, SYSTEM } from '@meridian/core/ledger/accounts';
import type { SecondsRun } from './bench-seconds.ts';

const COIN = 10n ** 8n;
const RUNNING = 100_000;
const DUE = 10_000;
const QUIET = 20_000;
const USERS = 1_000;
const START_MS = 1_700_000_000_000;

function quietTickUs(running: number): { us: number; exchange: Exchange; endMs: number } {
  const exchange = new Exchange();
  let timeMs = START_MS;
  const apply = (command: Command): number => {
    const { outcome, events } = exchange.apply(command, timeMs);
    if (!outcome.ok) throw new Error(`${command.kind} is refused: ${outcome.rejection}`);
    return events.length;
  };
  const tick = (price: number): void =>
    void apply({ kind: 'index.set', source: 'bench', prices: [[1, price as PriceTicks]] });
  const fund = (user: number, coins: bigint): void =>
    void apply({
      kind: 'ledger.deposit',
      user,
      wallet: 'seconds',
      currency: 3,
      amount: (coins * COIN) as Amount,
      reference: 'bench',
    });
  for (const [id, code] of [
    [1, 'BTC'],
    [3, 'USDT'],
  ] as const)
    apply({ kind: 'currency.list', currency: { id, code, scale: 8 } });
  apply({
    kind: 'market.list',
    market: {
      id: 1,
      base: 1,
      quote: 3,
      tickSize: 1_000_000n,
      lotSize: 1_000n,
      minNotional: 0n,
      maxQuantityLots: 1_000,
      makerFeeBps: 0,
      takerFeeBps: 0,
      maxOpenOrders: 1,
      bandBps: 0,
      slippageBps: 0,
      indexMaxAgeMs: 60_000,
      status: 'open',
      isDisplayed: true,
      hasSeconds: true,
    },
  });
  const durations = [30, 3_600].map((seconds) => ({
    seconds,
    payoutBps: 8_000,
    minStake: COIN as Amount,
    maxStake: COIN as Amount,
  }));
  apply({
    kind: 'seconds.terms',
    terms: {
      market: 1,
      currency: 3,
      feeBps: 200,
      amounts: [],
      durations,
      exposureCap: (1n << 60n) as Amount,
      isOpen: true,
    },
  });
  fund(SYSTEM.house, 1_000_000_000n);
  for (let user = 0; user < USERS; user++) fund(FIRST_CUSTOMER + user, 1_000n);
  tick(100_000);
  for (let ticket = 0; ticket < running; ticket++) {
    apply({
      kind: 'seconds.open',
      user: FIRST_CUSTOMER + (ticket % USERS),
      market: 1,
      currency: 3,
      stake: COIN as Amount,
      direction: ticket % 2 === 0 ? 'up' : 'down',
      seconds: ticket < DUE ? 30 : 3_600,
    });
  }
  timeMs += 1_000;
  tick(100_000);
  for (let count = 0; count < 2_000; count++) tick(100_000 + (count % 7));
  const at = process.hrtime.bigint();
  for (let count = 0; count < QUIET; count++) tick(100_000 + (count % 7));
  return { us: Number(process.hrtime.bigint() - at) / 1_000 / QUIET, exchange, endMs: timeMs };
}

// The first run warms the code up.
quietTickUs(0);
const none = quietTickUs(0);
const many = quietTickUs(RUNNING);

// The same question by a scan of every running ticket.
const { tickets } = many.exchange.snapshot().seconds;
const scannedAt = process.hrtime.bigint();
let due = 0;
for (let count = 0; count < 100; count++)
  for (const ticket of tickets) if (ticket.dueMs < many.endMs) due++;
const scanUs = Number(process.hrtime.bigint() - scannedAt) / 1_000 / 100;

many.exchange.apply(
  { kind: 'index.set', source: 'bench', prices: [[1, 100_500 as PriceTicks]] },
  START_MS + 29_900,
);
const settledAt = process.hrtime.bigint();
const { events } = many.exchange.apply({ kind: 'clock.tick' }, START_MS + 31_000);
const settleMs = Number(process.hrtime.bigint() - settledAt) / 1e6;
const settled = events.filter(({ type }) => type === 'ticketClosed').length;
many.exchange.verify();

const run: SecondsRun = {
  running: tickets.length,
  emptyUs: none.us,
  quietUs: many.us,
  scanUs,
  settled: settled + due,
  settleMs,
};
process.stdout.write(`${JSON.stringify(run)}\n`);
