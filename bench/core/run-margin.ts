// One timed run of the margin market in a process of its own. Prints one line of JSON. 100,000
// positions and 100,000 orders and stops of 20,000 users over ten markets; then quiet prices, then
// a crash.
import { Exchange } from '@meridian/core/exchange';
import type { Command } from '@meridian/core/commands';
import type { SnapshotPosition } from '@meridian/core/margin/margin-snapshot';
import {
  customer,
  fund,
  openPosition,
  openMarginMarkets,
  setIndex,
} from '@meridian/testkit/margin-market';
import type { MarginRun } from './bench-margin.ts';

const MARKETS = 10;
const USERS = 20_000;
const EACH = 5;
/**
 * Users whose positions are large for their wallets: 2,000 users with 5 positions each are
 * liquidated.
 */
const RECKLESS = 2_000;
const TICKS = 1_000_000;
const QUIET = 20_000;
const START_MS = 1_700_000_000_000;

const exchange = new Exchange();
let timeMs = START_MS;

function apply(command: Command): number {
  const { outcome, events } = exchange.apply(command, timeMs);
  if (!outcome.ok) throw new Error(`${command.kind} is refused: ${outcome.rejection}`);
  let liquidated = 0;
  for (const event of events)
    if (event.type === 'positionClosed' && event.reason === 'liquidated') liquidated++;
  return liquidated;
}

for (const command of openMarginMarkets(MARKETS, {
  houseCoins: 1_000_000_000n,
  insuranceCoins: 1_000_000n,
}))
  apply(command);
const markets = Array.from({ length: MARKETS }, (_, index) => index + 1);
apply(setIndex(markets.map((id) => [id, TICKS])));
let position = 0;
const stops: Command[] = [];
for (let index = 0; index < USERS; index++) {
  const user = customer(index);
  apply(fund(user, 'margin', 1_000n));
  for (let count = 0; count < EACH; count++) {
    const isReckless = index < RECKLESS;
    const market = 1 + ((index + count) % MARKETS);
    apply(
      openPosition({
        user,
        market,
        side: isReckless || count % 2 === 0 ? 'long' : 'short',
        leverage: isReckless ? 100 : 5,
        lots: isReckless ? 150_000 : 1_000,
      }),
    );
    position++;
    if (isReckless) continue;
    const { side } = { side: count % 2 === 0 ? 1 : -1 };
    stops.push({
      kind: 'margin.stops',
      user,
      position,
      takeProfitTicks: TICKS + side * 500_000,
      stopLossTicks: TICKS - side * 500_000,
    });
  }
}
for (let index = RECKLESS; index < USERS; index++) {
  for (let count = 0; count < EACH; count++)
    apply(
      openPosition({
        user: customer(index),
        market: 1 + (index % MARKETS),
        side: 'long',
        leverage: 5,
        lots: 100,
        priceTicks: 400_000 + count,
      }),
    );
}

// A second later all market positions are filled, and can have stops.
timeMs += 1_000;
apply(setIndex(markets.map((id) => [id, TICKS])));
for (const command of stops) apply(command);

const positions = exchange.snapshot().margin.positions;
const open = positions.filter(({ status }) => status === 'open').length;

timeMs += 5_000;
for (let count = 0; count < 2_000; count++)
  apply(setIndex([[1 + (count % MARKETS), TICKS + (count % 7)]]));
const quietAt = process.hrtime.bigint();
for (let count = 0; count < QUIET; count++)
  apply(setIndex([[1 + (count % MARKETS), TICKS + (count % 7)]]));
const quietUs = Number(process.hrtime.bigint() - quietAt) / 1_000 / QUIET;

const scannedAt = process.hrtime.bigint();
let reached = 0;
for (let count = 0; count < 5; count++) reached += scan(positions, 1 + count, TICKS + count);
const scanUs = Number(process.hrtime.bigint() - scannedAt) / 1_000 / 5;
if (reached > 0) throw new Error('the scan finds what the core does not');

timeMs += 5_000;
const crashAt = process.hrtime.bigint();
const liquidated = apply(setIndex(markets.map((id) => [id, Math.floor(TICKS * 0.985)])));
const crashMs = Number(process.hrtime.bigint() - crashAt) / 1e6;
exchange.verify();

const run: MarginRun = {
  open,
  waiting: positions.length - open,
  quietUs,
  scanUs,
  liquidated,
  crashMs,
};
process.stdout.write(`${JSON.stringify(run)}\n`);

/** Cost of a tick by a scan of all orders, stops and accounts: the plainest correct loop. */
function scan(all: readonly SnapshotPosition[], market: number, ticks: number): number {
  const equity = new Map<number, number>();
  let reached = 0;
  for (const {
    status,
    side,
    user,
    market: own,
    priceTicks,
    takeProfitTicks,
    stopLossTicks,
    entryTicks,
    lots,
  } of all) {
    const isLong = side === 'long';
    if (status === 'waiting') {
      if (own === market && (isLong ? ticks <= priceTicks : ticks >= priceTicks)) reached++;
      continue;
    }
    if (
      own === market &&
      takeProfitTicks > 0 &&
      (isLong ? ticks >= takeProfitTicks : ticks <= takeProfitTicks)
    )
      reached++;
    if (
      own === market &&
      stopLossTicks > 0 &&
      (isLong ? ticks <= stopLossTicks : ticks >= stopLossTicks)
    )
      reached++;
    const moved = own === market ? ticks - entryTicks : 0;
    equity.set(user, (equity.get(user) ?? 1e15) + (isLong ? moved : -moved) * lots);
  }
  for (const value of equity.values()) if (value < 0) reached++;
  return reached;
}
