/**
 * Compares the answers of a running server with the recomputed exchange. An answer that names its
 * sequence number must be right at exactly that one; any other must be right at some command
 * between its two neighbours that name one.
 */
import type { BookSide } from './book.ts';
import type { Findings } from './findings.ts';
import type { Market } from './market.ts';
import type { RecomputedExchange } from './recomputed-exchange.ts';

/** An answer, and the right one as a function of the exchange at some command. */
interface Probe {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly answered: string;
  readonly expected: (exchange: RecomputedExchange) => string;
}

const DEPTH_LEVELS = 200;
const ORDERS_A_PAGE = 10;
const MOST_PAGES = 10;
/** The wire's names of the wallets. */
const WALLETS = [
  ['spot', 'change'],
  ['margin', 'lever'],
  ['seconds', 'micro'],
  ['p2p', 'legal'],
] as const;

interface Caller {
  readonly url: string;
  readonly token: string | undefined;
}

interface Quotation {
  readonly id: number;
  readonly legal_id: number;
  readonly currency_id: number;
}

export class ApiAnswers {
  readonly #findings: Findings;
  #open: Probe[];

  private constructor(probes: Probe[], findings: Findings) {
    this.#open = probes;
    this.#findings = findings;
  }

  /**
   * Makes all calls. Call it before the journal is read: then the journal has every command that an
   * answer depends on.
   */
  static async ask(
    url: string,
    people: readonly { account: string; password: string }[],
    findings: Findings,
  ): Promise<ApiAnswers> {
    const probes = await marketProbes({ url, token: undefined });
    for (const { account, password } of people) {
      const token = (await call({ url, token: undefined }, 'POST /api/user/login', {
        user_string: account,
        password,
      })) as string;
      probes.push(...(await userProbes({ url, token })));
    }
    return new ApiAnswers(probes, findings);
  }

  /** Call after each command. */
  check(exchange: RecomputedExchange): void {
    if (this.#open.length === 0) return;
    this.#open = this.#open.filter((probe) => {
      if (exchange.seq < probe.from) return true;
      const expected = probe.expected(exchange);
      const isRight = expected === probe.answered;
      if (!isRight && exchange.seq < probe.to) return true;
      this.#findings.compare(
        'answers of the API',
        new Map([[`${probe.name} at command ${exchange.seq}`, expected]]),
        new Map([[`${probe.name} at command ${exchange.seq}`, probe.answered]]),
      );
      return false;
    });
  }

  /** An answer that no command of the journal reached is wrong as well. */
  finish(): void {
    for (const { name, to } of this.#open)
      this.#findings.differs(
        'answers of the API',
        `${name} speaks of command ${to}, which the journal does not have`,
      );
  }
}

async function call(
  { url, token }: Caller,
  name: string,
  input: Record<string, string | number> = {},
): Promise<unknown> {
  const [method, path] = name.split(' ') as [string, string];
  const body = new URLSearchParams(
    Object.entries(input).map(([field, value]): [string, string] => [field, String(value)]),
  );
  const target = method === 'GET' ? `${path}?${body.toString()}` : path;
  const headers = token === undefined ? {} : { authorization: token };
  const response = await fetch(new URL(target, url), {
    method,
    headers,
    ...(method === 'GET' ? {} : { body }),
  });
  const answer = (await response.json()) as { type?: string; message?: unknown };
  if (answer.type !== 'ok')
    throw new Error(`${name} answered ${response.status} ${JSON.stringify(answer)}`);
  return answer.message;
}

async function marketProbes(caller: Caller): Promise<Probe[]> {
  const groups = (await call(caller, 'GET /api/currency/quotation_new')) as {
    quotation: Quotation[];
  }[];
  const probes: Probe[] = [];
  for (const { id, legal_id, currency_id } of groups.flatMap((group) => group.quotation)) {
    const pair = { legal_id, currency_id };
    const before = await depthOf(caller, pair);
    const trades = (await call(caller, 'GET /api/currency/new_tradehistory', pair)) as {
      id: number;
      time: number;
      price: string;
      amount: string;
      direction: string;
    }[];
    const after = await depthOf(caller, pair);
    probes.push({
      name: `depth of market ${id}`,
      from: before.seq,
      to: before.seq,
      answered: JSON.stringify([before.bids, before.asks]),
      expected: (exchange) => depthText(exchange, id),
    });
    const answered = trades
      .map((trade) => [trade.id, trade.time, trade.price, trade.amount, trade.direction].join(' '))
      .join('; ');
    probes.push({
      name: `newest trades of market ${id}`,
      from: before.seq,
      to: after.seq,
      answered,
      expected: (exchange) => tradesText(exchange, id),
    });
  }
  return probes;
}

function depthOf(
  caller: Caller,
  pair: { legal_id: number; currency_id: number },
): Promise<{ seq: number; bids: unknown; asks: unknown }> {
  return call(caller, 'GET /api/market/depth', { ...pair, limit: DEPTH_LEVELS }) as Promise<{
    seq: number;
    bids: unknown;
    asks: unknown;
  }>;
}

interface WalletAnswer {
  readonly seq: number;
  readonly change_wallet: {
    readonly balance: readonly (Record<string, unknown> & { currency: number })[];
  };
}

async function userProbes(caller: Caller): Promise<Probe[]> {
  const { id: user } = (await call(caller, 'GET /api/user/info')) as { id: number };
  const wallet = (await call(caller, 'POST /api/wallet/list')) as WalletAnswer;
  const answered = wallet.change_wallet.balance.map(
    (row) =>
      `${row.currency}: ${WALLETS.map(([, wire]) => `${String(row[`${wire}_balance`])} ${String(row[`lock_${wire}_balance`])}`).join(', ')}`,
  );
  const probes: Probe[] = [
    {
      name: `balances of user ${user}`,
      from: wallet.seq,
      to: wallet.seq,
      answered: answered.sort().join('; '),
      expected: (exchange) => balancesText(exchange, user),
    },
  ];
  for (const [side, path] of [
    ['buy', 'POST /api/transaction_in'],
    ['sell', 'POST /api/transaction_out'],
  ] as const) {
    for (let page = 1; page <= MOST_PAGES; page++) {
      const before = (await call(caller, 'POST /api/wallet/list')) as WalletAnswer;
      const orders = (await call(caller, path, { page })) as {
        total: number;
        list: {
          id: number;
          price: string;
          number: string;
          total_number: string;
          complete_number: string;
        }[];
      };
      const after = (await call(caller, 'POST /api/wallet/list')) as WalletAnswer;
      const rows = orders.list.map((order) =>
        [order.id, order.price, order.number, order.total_number, order.complete_number].join(' '),
      );
      probes.push({
        name: `open ${side} orders of user ${user}, page ${page}`,
        from: before.seq,
        to: after.seq,
        answered: [`of ${orders.total}`, ...rows].join('; '),
        expected: (exchange) => ordersText(exchange, { user, side, page }),
      });
      if (orders.total <= page * ORDERS_A_PAGE) break;
    }
  }
  return probes;
}

/** Units as a wire decimal: no exponent, no zeros at the end. */
function decimal(units: bigint, scale: number): string {
  const digits = units.toString().padStart(scale + 1, '0');
  let fraction = digits.slice(digits.length - scale);
  while (fraction.endsWith('0')) fraction = fraction.slice(0, -1);
  const whole = digits.slice(0, digits.length - scale);
  return scale === 0 || fraction === '' ? whole : `${whole}.${fraction}`;
}

function priceText(exchange: RecomputedExchange, { settings }: Market, price: bigint): string {
  return decimal(price * settings.tickSize, exchange.currencies.get(settings.quote)?.scale ?? 0);
}

function lotsText(exchange: RecomputedExchange, { settings }: Market, lots: bigint): string {
  return decimal(lots * settings.lotSize, exchange.currencies.get(settings.base)?.scale ?? 0);
}

function depthText(exchange: RecomputedExchange, id: number): string {
  const market = exchange.markets.get(id);
  if (market === undefined) return 'no such market';
  const levels = (side: BookSide): unknown =>
    side
      .depth(DEPTH_LEVELS)
      .map(({ price, lots }) => [
        priceText(exchange, market, price),
        lotsText(exchange, market, lots),
      ]);
  return JSON.stringify([levels(market.book.buy), levels(market.book.sell)]);
}

function tradesText(exchange: RecomputedExchange, id: number): string {
  const market = exchange.markets.get(id);
  if (market === undefined) return 'no such market';
  const newest = market.newest.toReversed();
  return newest
    .map((trade) =>
      [
        trade.id,
        trade.timeMs,
        priceText(exchange, market, trade.price),
        lotsText(exchange, market, trade.lots),
        trade.taker.side,
      ].join(' '),
    )
    .join('; ');
}

function balancesText(exchange: RecomputedExchange, user: number): string {
  const rows = [...exchange.currencies].map(([currency, { scale }]) => {
    const wallets = WALLETS.map(([wallet]) => {
      const { available, held } = exchange.accounts.at(user, wallet, currency);
      return `${decimal(available, scale)} ${decimal(held, scale)}`;
    });
    return `${currency}: ${wallets.join(', ')}`;
  });
  return rows.sort().join('; ');
}

function ordersText(
  exchange: RecomputedExchange,
  { user, side, page }: { user: number; side: string; page: number },
): string {
  const own = [...exchange.openOrders.values()]
    .filter((order) => order.user === user && order.side === side)
    .sort((a, b) => b.id - a.id);
  const rows = own.slice((page - 1) * ORDERS_A_PAGE, page * ORDERS_A_PAGE).map((order) => {
    const market = exchange.markets.get(order.market) as Market;
    return [
      order.id,
      priceText(exchange, market, order.price),
      ...[order.remaining, order.lots, order.filled].map((lots) =>
        lotsText(exchange, market, lots),
      ),
    ].join(' ');
  });
  return [`of ${own.length}`, ...rows].join('; ');
}
