// One timed run of a morning in a process of its own. Prints one line of JSON.
// The fees of a million trades of the day before are shared over three levels, a bounded number of
// payers with each tick; orders come between, at a steady pace.
import type { Amount, PriceTicks, QuantityLots } from '@meridian/money/amount';
import type { Command } from '@meridian/core/commands';
import { Exchange } from '@meridian/core/exchange';
import { FIRST_CUSTOMER, SYSTEM } from '@meridian/core/ledger/accounts';
import type { RebateRun } from './bench-rebates.ts';
import {
  elapsedMs,
  LIMIT_ORDER,
  MARKET,
  OrdersBesideTicks,
  placeAndCancel,
  SECOND_MS,
  TRADERS,
} from './orders-beside.ts';

const COIN = 10n ** 8n;
const TRADES = Number(process.argv[2] ?? 1_000_000);
const TRADES_OF_PAYER = 20;
const PAYERS = TRADES / TRADES_OF_PAYER;
/** Customers of the third level who invited the payers, each as many; two levels are above them. */
const INVITERS = 1_000;
const DAY_MS = 86_400_000;
/** A midnight of UTC. */
const MIDNIGHT_MS = 19_700 * DAY_MS;

const exchange = new Exchange();
let timeMs = MIDNIGHT_MS - 2 * DAY_MS;

function apply(command: Command): number {
  const { outcome, events } = exchange.apply(command, timeMs);
  if (!outcome.ok) throw new Error(`${command.kind} is refused: ${outcome.rejection}`);
  return events.filter(({ type }) => type === 'rebateShared').length;
}

function deposit(user: number, currency: number, coins: bigint): void {
  const amount = (coins * COIN) as Amount;
  const money = { kind: 'ledger.deposit', wallet: 'spot', reference: 'bench' } as const;
  apply({ ...money, user, currency, amount });
}

function fund(user: number, coins: bigint): void {
  deposit(user, 3, coins);
}

function open(): void {
  apply({ kind: 'currency.list', currency: { id: 1, code: 'BTC', scale: 8 } });
  apply({ kind: 'currency.list', currency: { id: 3, code: 'USDT', scale: 8 } });
  apply({ kind: 'market.list', market: MARKET });
  apply({ kind: 'index.set', source: 'bench', prices: [[1, 10_000 as PriceTicks]] });
  fund(SYSTEM.house, 10_000_000n);
  const amount = (10_000_000n * COIN) as Amount;
  apply({ kind: 'rebate.fund', currency: 3, direction: 'in', amount });
  apply({ kind: 'rebate.rates', currency: 3, ratesBps: [2_000, 1_000, 500] });
  for (let trader = 0; trader < TRADERS; trader++) fund(FIRST_CUSTOMER + trader, 1_000_000n);
  for (let index = 0; index < 3 * INVITERS; index++)
    join(inviterOf(index), index < INVITERS ? 0 : inviterOf(index - INVITERS));
  for (let index = 0; index < PAYERS; index++) {
    join(payerOf(index), inviterOf(2 * INVITERS + (index % INVITERS)));
    fund(payerOf(index), 10_000n);
  }
  deposit(SYSTEM.demoMaker, 1, 10_000_000n);
}

function inviterOf(index: number): number {
  return FIRST_CUSTOMER + 1_000 + index;
}

function payerOf(index: number): number {
  return FIRST_CUSTOMER + 1_000_000 + index;
}

function join(user: number, inviter: number): void {
  const person = user.toString(16).padStart(32, '0');
  apply({ kind: 'rebate.member', user, person, inviter });
}

/** Every payer buys of the maker, in turn. */
function trade(): void {
  const quantityLots = 10 as QuantityLots;
  const sale = { ...LIMIT_ORDER, side: 'sell', user: SYSTEM.demoMaker } as const;
  for (let count = 0; count < TRADES; count++) {
    if (count % 1_000 === 0)
      apply({ ...sale, priceTicks: 10_000 as PriceTicks, quantityLots: 10_000 as QuantityLots });
    const buyer = payerOf(count % PAYERS);
    const order = { ...LIMIT_ORDER, side: 'buy', user: buyer, quantityLots } as const;
    apply({ ...order, priceTicks: 10_000 as PriceTicks });
  }
}

open();
timeMs += DAY_MS;
trade();
for (let count = 0; count < 2_000; count++) placeAndCancel(exchange, count, timeMs);
timeMs = MIDNIGHT_MS + 1;

const orders = new OrdersBesideTicks(exchange);
let [shared, ticks, longestMs] = [0, 0, 0];
for (; shared < PAYERS; ticks++) {
  timeMs += SECOND_MS;
  const tickMs = elapsedMs(() => (shared += apply({ kind: 'clock.tick' })));
  longestMs = Math.max(longestMs, tickMs);
  orders.second(tickMs, timeMs);
}
exchange.verify();

const run: RebateRun = {
  payers: shared,
  lines: exchange.snapshot().rebate.nextLine - 1,
  ticks,
  longestMs,
  ...orders.figures(),
};
process.stdout.write(`${JSON.stringify(run)}\n`);
