// The load generator, a process of its own: one order in flight on each of many raw connections.
// Beside them one connection reads the tickers. Argument: path of a JSON file {port, tokens,
// connections, warmupSeconds, seconds, sliceSeconds}. Prints one line of JSON.
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fail, RawConnection } from './raw-connection.ts';

interface Plan {
  readonly port: number;
  /** Tokens of the users, who take turns over the connections. */
  readonly tokens: readonly string[];
  readonly connections: number;
  readonly warmupSeconds: number;
  readonly seconds: number;
  /** The run is reported in slices of this length, so that a drift shows. */
  readonly sliceSeconds: number;
  /** Transfers between the users' own wallets in place of orders. */
  readonly isTransfer?: boolean;
}

const plan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Plan;
const SPREAD_CENTS = 2;
/**
 * Most orders are priced to trade at once, a hundredth beyond the middle; the others rest near it.
 */
const AGGRESSIVE = 0.75;
/**
 * A user with this many resting orders revokes the oldest first: the market has moved away from it.
 */
const MOST_RESTING_OF_USER = 50;
const MOST_RESTING = Math.max(
  1,
  Math.floor((MOST_RESTING_OF_USER * plan.tokens.length) / plan.connections),
);
/** Pause between the answer to one read of the tickers and the next read. */
const READ_EVERY_MS = 10;
const REFRESH_MS = 100;

let middleCents = 0;
const startedAt = performance.now();
const measureFrom = startedAt + plan.warmupSeconds * 1000;
const endAt = measureFrom + plan.seconds * 1000;
const slices: number[][] = Array.from(
  { length: Math.ceil(plan.seconds / plan.sliceSeconds) },
  () => [],
);
const refusals: Record<string, number> = {};
const accepted: number[] = [];
let revoked = 0;
const reads: number[] = [];

/** One connection of one user: sends an order, waits for its answer, sends the next. */
class Trader {
  readonly #connection: RawConnection;
  readonly #token: string;
  readonly #done: () => void;
  #sentAt = 0;
  #isRevoking = false;
  /** Direction of the next transfer. */
  #isBack = false;
  readonly #resting: number[] = [];

  constructor(token: string, done: () => void) {
    this.#done = done;
    this.#token = token;
    this.#connection = new RawConnection(plan.port, (body) => this.#receive(body));
    this.#send();
  }

  #send(): void {
    if (plan.isTransfer === true) return this.#transfer();
    this.#isRevoking = this.#resting.length >= MOST_RESTING;
    if (this.#isRevoking) return this.#post('/api/transaction_del', `id=${this.#resting.shift()}`);
    const isBuy = Math.random() < 0.5;
    const isAggressive = Math.random() < AGGRESSIVE;
    const away = isAggressive
      ? Math.round(middleCents / 100)
      : -Math.round(Math.random() * SPREAD_CENTS);
    const cents = middleCents + (isBuy ? away : -away);
    const price = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
    this.#post(
      `/api/transaction/${isBuy ? 'in' : 'out'}`,
      `legal_id=3&currency_id=1&price=${price}&num=0.0002&mode=2`,
    );
  }

  #transfer(): void {
    this.#post(
      '/api/wallet/change',
      `number=0.01&currency_id=3&from_field=${this.#isBack ? 'micro' : 'change'}&to_field=${this.#isBack ? 'change' : 'micro'}`,
    );
    this.#isBack = !this.#isBack;
  }

  #post(path: string, body: string): void {
    this.#sentAt = performance.now();
    this.#connection.post(path, this.#token, body);
  }

  #receive(body: string): void {
    this.#count(body);
    if (performance.now() < endAt) return this.#send();
    this.#connection.end();
    this.#done();
  }

  #count(body: string): void {
    const now = performance.now();
    if (this.#isRevoking) {
      revoked++;
      return;
    }
    const order =
      plan.isTransfer === true
        ? body.startsWith('{"type":"ok"')
          ? accepted.length + 1
          : 0
        : Number(/^\{"type":"ok",.*"id":(\d+)/.exec(body)?.[1]);
    if (order > 0) {
      accepted.push(order);
      if (body.includes('"status":"open"')) this.#resting.push(order);
    } else {
      const code = /"code":"([^"]+)"/.exec(body)?.[1] ?? body;
      refusals[code] = (refusals[code] ?? 0) + 1;
    }
    if (now < measureFrom || now >= endAt) return;
    slices[Math.floor((now - measureFrom) / 1000 / plan.sliceSeconds)]?.push(now - this.#sentAt);
  }
}

/** Reads the tickers of all markets in a loop, and records the duration of each read. */
async function readTickers(): Promise<void> {
  while (performance.now() < endAt) {
    const sentAt = performance.now();
    const answer = await fetch(`http://127.0.0.1:${plan.port}/api/currency/quotation_new`);
    await answer.arrayBuffer();
    const now = performance.now();
    if (answer.status !== 200) fail(`the tickers answered ${answer.status}`);
    if (now >= measureFrom) reads.push(now - sentAt);
    await delay(READ_EVERY_MS);
  }
}

interface DealAnswer {
  readonly message: {
    readonly in: readonly { price: string }[];
    readonly out: readonly { price: string }[];
  };
}

/** Middle of the book now. */
async function refreshMiddle(): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${plan.port}/api/transaction/deal`, {
    method: 'POST',
    body: new URLSearchParams({ legal_id: '3', currency_id: '1' }),
  });
  const { message } = (await answer.json()) as DealAnswer;
  const [bid, ask] = [message.in[0], message.out[0]];
  if (bid !== undefined && ask !== undefined)
    middleCents = Math.round((Number(bid.price) + Number(ask.price)) * 50);
}

await refreshMiddle();
if (middleCents === 0) fail('the market is empty');
const refreshing = setInterval(
  () => void refreshMiddle().catch((error: unknown) => fail(String(error))),
  REFRESH_MS,
);
const traders = Array.from(
  { length: plan.connections },
  (_, index) => plan.tokens[index % plan.tokens.length] ?? '',
);
await Promise.all([
  readTickers(),
  ...traders.map((token) => new Promise<void>((resolve) => new Trader(token, resolve))),
]);
clearInterval(refreshing);

const quantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
const summary = (latencies: readonly number[], seconds: number) => {
  const sorted = Float64Array.from(latencies).sort();
  return {
    perSecond: latencies.length / seconds,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    most: sorted.at(-1) ?? 0,
  };
};
const processor = process.cpuUsage();
const result = {
  ...summary(slices.flat(), plan.seconds),
  slices: slices.map((latencies) => summary(latencies, plan.sliceSeconds)),
  refusals,
  accepted: accepted.length,
  distinct: new Set(accepted).size,
  revoked,
  readP99: summary(reads, plan.seconds).p99,
  processorUs: processor.user + processor.system,
};
process.stdout.write(`${JSON.stringify(result)}\n`);
