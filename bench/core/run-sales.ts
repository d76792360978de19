// One timed run of the end of a token sale in a process of its own. Prints one line of JSON.
// Commitments of all sizes are decided by one command and paid out by the next ones, a bounded
// number with each tick; orders come between, at a steady pace.
import type { Amount } from '@meridian/money/amount';
import type { Command } from '@meridian/core/commands';
import { Exchange } from '@meridian/core/exchange';
import { FIRST_CUSTOMER, SYSTEM } from '@meridian/core/ledger/accounts';
import type { SaleTerms } from '@meridian/core/sale/sale-commands';
import { pickSaleTerms, termsHash } from '@meridian/core/sale/sale-terms';
import type { SaleRun } from './bench-sales.ts';
import {
  elapsedMs,
  MARKET,
  OrdersBesideTicks,
  placeAndCancel,
  SECOND_MS,
  TRADERS,
} from './orders-beside.ts';

const COIN = 10n ** 8n;
const ENTRIES = Number(process.argv[2] ?? 100_000);
const LOTS = BigInt(ENTRIES) * 50n;
const MOST_LOTS = 100_000n;
/** Of a person: more than half of the largest commitments would get more. */
const CAP_LOTS = 100n;
const DAY_MS = 86_400_000;
const OPENS_MS = 1_700_000_000_000;
const TERMS: SaleTerms = {
  id: 1,
  kind: 'crowd',
  currency: 2,
  paidIn: 3,
  lotSize: COIN as Amount,
  lotPrice: (COIN / 10n) as Amount,
  supply: (LOTS * COIN) as Amount,
  target: (LOTS * (COIN / 20n)) as Amount,
  min: (COIN / 10n) as Amount,
  max: ((MOST_LOTS * COIN) / 10n) as Amount,
  cap: ((CAP_LOTS * COIN) / 10n) as Amount,
  opensMs: OPENS_MS,
  closesMs: OPENS_MS + DAY_MS,
  freeBps: 1_000,
  cliffMs: OPENS_MS + 30 * DAY_MS,
  instalments: 12,
  instalmentMs: 30 * DAY_MS,
  texts: 'e'.repeat(64),
};

const exchange = new Exchange();
let timeMs = OPENS_MS;

function apply(command: Command): number {
  const { outcome, events } = exchange.apply(command, timeMs);
  if (!outcome.ok) throw new Error(`${command.kind} is refused: ${outcome.rejection}`);
  return events.filter(({ type }) => type === 'saleSettled').length;
}

function deposit(user: number, currency: number, amount: bigint): void {
  const money = { kind: 'ledger.deposit', wallet: 'spot', reference: 'bench' } as const;
  apply({ ...money, user, currency, amount: amount as Amount });
}

function open(): void {
  for (const [id, code] of [
    [1, 'BTC'],
    [2, 'NEW'],
    [3, 'USDT'],
  ] as const)
    apply({ kind: 'currency.list', currency: { id, code, scale: 8 } });
  apply({ kind: 'market.list', market: MARKET });
  for (let trader = 0; trader < TRADERS; trader++)
    deposit(FIRST_CUSTOMER + trader, 3, 1_000_000n * COIN);
  const { supply } = TERMS;
  deposit(SYSTEM.house, 2, supply);
  apply({ kind: 'sale.fund', sale: 1, currency: 2, direction: 'in', amount: supply });
  apply({
    kind: 'sale.announce',
    terms: TERMS,
    hash: termsHash(pickSaleTerms(TERMS) as SaleTerms),
  });
}

/** Most commit little and some very much, so that the cap is reached again and again. */
function commit(): void {
  for (let index = 0; index < ENTRIES; index++) {
    const user = FIRST_CUSTOMER + 1_000_000 + index;
    const lots = 1n + ((BigInt(index) * 7_919n) % (10n ** BigInt(index % 5) * 9n));
    const amount = (lots * TERMS.lotPrice) as Amount;
    deposit(user, 3, amount);
    const person = user.toString(16).padStart(32, '0');
    apply({ kind: 'sale.commit', user, sale: 1, amount, level: 2, person });
  }
}

open();
commit();
for (let count = 0; count < 2_000; count++) placeAndCancel(exchange, count, timeMs);
timeMs = TERMS.closesMs;

const orders = new OrdersBesideTicks(exchange);
let [paidOut, ticks, decidingMs, longestMs] = [0, 0, 0, 0];
for (; paidOut < ENTRIES; ticks++) {
  timeMs += SECOND_MS;
  const tickMs = elapsedMs(() => (paidOut += apply({ kind: 'clock.tick' })));
  if (ticks === 0) decidingMs = tickMs;
  else longestMs = Math.max(longestMs, tickMs);
  orders.second(tickMs, timeMs);
}
exchange.verify();

const run: SaleRun = {
  entries: paidOut,
  decidingMs,
  ticks,
  longestMs,
  ...orders.figures(),
};
process.stdout.write(`${JSON.stringify(run)}\n`);
