// One timed run of a midnight in a process of its own. Prints one line of JSON.
// A million locks are paid, a thousand with each tick; orders come between, at a steady pace.
import type { Amount } from '@meridian/money/amount';
import type { Command } from '@meridian/core/commands';
import { Exchange } from '@meridian/core/exchange';
import { FIRST_CUSTOMER, SYSTEM } from '@meridian/core/ledger/accounts';
import type { EarnRun } from './bench-earn.ts';
import {
  elapsedMs,
  MARKET,
  OrdersBesideTicks,
  placeAndCancel,
  SECOND_MS,
  TRADERS,
} from './orders-beside.ts';

const COIN = 10n ** 8n;
const LOCKS = Number(process.argv[2] ?? 1_000_000);
const PRODUCTS = 10;
const DAY_MS = 86_400_000;
/** A midnight in Shanghai. */
const MIDNIGHT_MS = 19_700 * DAY_MS - 28_800_000;

const exchange = new Exchange();
let timeMs = MIDNIGHT_MS - DAY_MS - 3_600_000;

function apply(command: Command): number {
  const { outcome, events } = exchange.apply(command, timeMs);
  if (!outcome.ok) throw new Error(`${command.kind} is refused: ${outcome.rejection}`);
  return events.filter(({ type }) => type === 'interestAccrued').length;
}

function fund(user: number, coins: bigint): void {
  const amount = (coins * COIN) as Amount;
  const money = { kind: 'ledger.deposit', wallet: 'spot', reference: 'bench' } as const;
  apply({ ...money, user, currency: 3, amount });
}

function open(): void {
  apply({ kind: 'currency.list', currency: { id: 1, code: 'BTC', scale: 8 } });
  apply({ kind: 'currency.list', currency: { id: 3, code: 'USDT', scale: 8 } });
  apply({ kind: 'market.list', market: MARKET });
  fund(SYSTEM.house, 10_000_000n);
  for (let id = 1; id <= PRODUCTS; id++) {
    apply({ kind: 'earn.product', product: { ...PRODUCT, id } });
    const amount = (1_000_000n * COIN) as Amount;
    apply({ kind: 'earn.fund', product: id, direction: 'in', amount });
  }
  for (let trader = 0; trader < TRADERS; trader++) fund(FIRST_CUSTOMER + trader, 1_000_000n);
  for (let index = 0; index < LOCKS / PRODUCTS; index++) {
    const user = FIRST_CUSTOMER + 1_000 + index;
    fund(user, 1_000n);
    for (let product = 1; product <= PRODUCTS; product++)
      apply({ kind: 'earn.lock', user, product, amount: (100n * COIN) as Amount, renews: false });
  }
}

const MOST = (10n ** 17n) as Amount;
const PRODUCT = {
  kind: 'wealth',
  currency: 3,
  ratePpb: 219_178,
  days: 7,
  min: 1n as Amount,
  max: MOST,
  capacity: MOST,
  dayQuota: MOST,
  lendBps: 0,
  isOpen: true,
} as const;

open();
// The midnight after the purchase begins the first day, the next one pays it.
timeMs = MIDNIGHT_MS + 1;
for (let count = 0; count < 2_000; count++) placeAndCancel(exchange, count, timeMs);
apply({ kind: 'clock.tick' });
timeMs = MIDNIGHT_MS + DAY_MS + 1;

const orders = new OrdersBesideTicks(exchange);
let [paid, ticks, longestMs] = [0, 0, 0];
for (; paid < LOCKS; ticks++) {
  timeMs += SECOND_MS;
  const tickMs = elapsedMs(() => (paid += apply({ kind: 'clock.tick' })));
  longestMs = Math.max(longestMs, tickMs);
  orders.second(tickMs, timeMs);
}
exchange.verify();

const run: EarnRun = {
  locks: paid,
  ticks,
  longestMs,
  ...orders.figures(),
};
process.stdout.write(`${JSON.stringify(run)}\n`);
