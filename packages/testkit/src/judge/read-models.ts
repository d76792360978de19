/**
 * Compares the tables of history (apps/server/migrations/020-projections.sql) with the recomputed
 * exchange: every order, fill and row of a statement up to the projector's position, every bar, and
 * no row more.
 */
import { CandleBars, barText, joined, type Bar } from './candle-bars.ts';
import type { Order } from './book.ts';
import type { DatabaseReader, Row } from './database-reader.ts';
import type { Findings } from './findings.ts';
import type { Trade } from './market.ts';
import type { RecomputedExchange } from './recomputed-exchange.ts';
import { FEES, ROUNDING } from './rules.ts';

const PAGE_ROWS = 10_000;

const ORDER_TEXT = `concat_ws(' ', user_id, market, side, type, price_ticks, quantity_lots, time_in_force, post_only, self_trade, placed_seq, placed_ms,
  'filled', filled_lots, filled_notional, 'fee', fee, 'rebate', rebate, 'remaining', remaining_lots, coalesce(close_reason || ' ' || closed_seq || ' ' || closed_ms, 'open'))`;
const FILLS = `select seq, concat_ws(' ', 'trade', trade, role, 'of order', order_id) as name,
  concat_ws(' ', user_id, market, side, price_ticks, quantity_lots, notional, 'fee', fee, 'rebate', rebate, seq, time_ms) as text from fills order by seq`;
const STATEMENTS = `select seq, concat_ws(' ', user_id, wallet, currency) as account,
  concat_ws(' ', amount, 'balance', balance_after, reason, subject, time_ms, reference) as text from statements order by seq, id`;
const CANDLES = `select concat_ws(' ', market, source, period, start_ms) as name, open_ticks::text as open, high_ticks::text as high, low_ticks::text as low,
  close_ticks::text as close, volume_lots::text as lots, quote_volume::text as quote, earlier->>'open_ticks' as before_open, earlier->>'high_ticks' as before_high,
  earlier->>'low_ticks' as before_low, earlier->>'close_ticks' as before_close, earlier->>'volume_lots' as before_lots, earlier->>'quote_volume' as before_quote
  from candles where not history`;

export class ReadModels {
  readonly #database: DatabaseReader;
  readonly #findings: Findings;
  readonly #fills: RowsInOrder;
  readonly #statements: RowsInOrder;
  readonly #bars = new CandleBars();
  /** The last command in the tables. */
  readonly position: number;
  #expectedFills = new Map<string, string>();
  #expectedStatements = new Map<string, string>();
  #ended: Order[] = [];

  private constructor(parts: { database: DatabaseReader; findings: Findings; position: number }) {
    this.#database = parts.database;
    this.#findings = parts.findings;
    this.position = parts.position;
    this.#fills = new RowsInOrder(parts.database, FILLS);
    this.#statements = new RowsInOrder(parts.database, STATEMENTS);
  }

  static async open(database: DatabaseReader, findings: Findings): Promise<ReadModels> {
    const [row] = await database.rows('select seq from projection_position');
    return new ReadModels({ database, findings, position: Number(row?.['seq'] ?? 0) });
  }

  /** Call after each command up to the position. */
  note(exchange: RecomputedExchange): void {
    for (const trade of exchange.traded) this.#noteTrade(trade);
    for (const { market, price } of exchange.indexed)
      this.#bars.add(`${market} index`, exchange.timeMs, { price, lots: 0n, quote: 0n });
    const counts = new Map<string, number>();
    for (const { account, amount, balance, reason, subject, reference } of exchange.accounts
      .movements) {
      if (amount === 0n || account.user === FEES || account.user === ROUNDING) continue;
      const name = numbered(
        counts,
        `command ${exchange.seq}, ${account.user} ${account.wallet} ${account.currency}`,
      );
      this.#expectedStatements.set(
        name,
        `${amount} balance ${balance} ${reason} ${subject} ${exchange.timeMs} ${reference}`,
      );
    }
    for (const order of exchange.ended) this.#ended.push(order);
  }

  #noteTrade(trade: Trade): void {
    const { id, market, price, lots, notional, seq, timeMs } = trade;
    for (const [role, order, fee, rebate] of [
      ['maker', trade.maker, trade.makerFee, trade.makerRebate],
      ['taker', trade.taker, trade.takerFee, 0n],
    ] as const) {
      const text = [
        order.user,
        market,
        order.side,
        price,
        lots,
        notional,
        'fee',
        fee,
        'rebate',
        rebate,
        seq,
        timeMs,
      ].join(' ');
      this.#expectedFills.set(`trade ${id} ${role} of order ${order.id}`, text);
    }
    this.#bars.add(`${market} trade`, timeMs, { price, lots, quote: notional });
  }

  /**
   * Compares the rows noted since the last call.
   * @param seq the last noted command
   */
  async compareUpTo(seq: number): Promise<void> {
    this.#findings.compare(
      'fills',
      this.#expectedFills,
      await this.#fills.take(seq, (row) => String(row['name'])),
    );
    const counts = new Map<string, number>();
    const nameOf = (row: Row): string =>
      numbered(counts, `command ${String(row['seq'])}, ${String(row['account'])}`);
    this.#findings.compare(
      'statement rows',
      this.#expectedStatements,
      await this.#statements.take(seq, nameOf),
    );
    this.#expectedFills = new Map();
    this.#expectedStatements = new Map();
    const ended = this.#ended;
    this.#ended = [];
    if (ended.length === 0) return;
    const rows = await this.#database.rows(
      `select 'order ' || id as name, ${ORDER_TEXT} as text from orders where id = any($1::bigint[])`,
      [ended.map((order) => order.id)],
    );
    this.#findings.compare(
      'ended orders',
      new Map(ended.map((order) => [`order ${order.id}`, orderText(order)])),
      texts(rows),
    );
  }

  /** Compares the state at the position: open orders, bars, and that no other rows exist. */
  async finish(exchange: RecomputedExchange): Promise<void> {
    await this.compareUpTo(exchange.seq);
    const open = await this.#database.rows(
      `select 'order ' || id as name, ${ORDER_TEXT} as text from orders where closed_seq is null`,
    );
    this.#findings.compare(
      'open orders',
      new Map(
        [...exchange.openOrders.values()].map((order) => [`order ${order.id}`, orderText(order)]),
      ),
      texts(open),
    );
    const [count] = await this.#database.rows('select count(*) as orders from orders');
    this.#findings.compare(
      'number of orders',
      new Map([['orders', String(exchange.orders)]]),
      new Map([['orders', String(count?.['orders'])]]),
    );
    const beyond = {
      fills: await this.#fills.take(Infinity, (row) => String(row['name'])),
      statements: await this.#statements.take(Infinity, (row) => `command ${String(row['seq'])}`),
    };
    this.#findings.compare('fills', new Map(), beyond.fills);
    this.#findings.compare('statement rows', new Map(), beyond.statements);
    await this.#compareBars();
  }

  async #compareBars(): Promise<void> {
    const rows = await this.#database.rows(CANDLES);
    const expected = new Map(this.#bars.bars);
    for (const row of rows) {
      const name = String(row['name']);
      const own = expected.get(name);
      if (own !== undefined && row['before_open'] !== null)
        expected.set(name, joined(barIn(row, 'before_'), own));
    }
    const stored = new Map(rows.map((row) => [String(row['name']), barText(barIn(row, ''))]));
    this.#findings.compare(
      'candles',
      new Map([...expected].map(([name, bar]) => [name, barText(bar)])),
      stored,
    );
  }
}

/** Rows with a rising `seq`, taken piece by piece. */
class RowsInOrder {
  readonly #pages: AsyncGenerator<Row[]>;
  #page: Row[] = [];
  #next = 0;
  #isDone = false;

  constructor(database: DatabaseReader, text: string) {
    this.#pages = database.pages(text, PAGE_ROWS);
  }

  /** The texts of the remaining rows up to a command. */
  async take(seq: number, nameOf: (row: Row) => string): Promise<Map<string, string>> {
    const taken = new Map<string, string>();
    for (;;) {
      for (; this.#next < this.#page.length; this.#next++) {
        const row = this.#page[this.#next] as Row;
        if (Number(row['seq']) > seq) return taken;
        taken.set(nameOf(row), String(row['text']));
      }
      if (this.#isDone) return taken;
      const next = await this.#pages.next();
      this.#isDone = next.done === true;
      this.#page = next.done === true ? [] : next.value;
      this.#next = 0;
    }
  }
}

/** Appends a count to a repeated name: an account may move several times in one command. */
function numbered(counts: Map<string, number>, name: string): string {
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  return `${name}, ${count}`;
}

function texts(rows: readonly Row[]): Map<string, string> {
  return new Map(rows.map((row) => [String(row['name']), String(row['text'])]));
}

function barIn(row: Row, prefix: string): Bar {
  const value = (name: keyof Bar): bigint => BigInt(String(row[`${prefix}${name}`]));
  return {
    open: value('open'),
    high: value('high'),
    low: value('low'),
    close: value('close'),
    lots: value('lots'),
    quote: value('quote'),
  };
}

function orderText(order: Order): string {
  const {
    user,
    market,
    side,
    type,
    price,
    lots,
    timeInForce,
    postOnly,
    selfTrade,
    placedSeq,
    placedMs,
    filled,
    notional,
    fee,
    rebate,
    remaining,
    end,
  } = order;
  const placed = [
    user,
    market,
    side,
    type,
    price,
    lots,
    timeInForce,
    postOnly ? 't' : 'f',
    selfTrade,
    placedSeq,
    placedMs,
  ];
  const ended =
    end === undefined
      ? ['remaining', remaining, 'open']
      : ['remaining', 0, end.reason, end.seq, end.timeMs];
  return [...placed, 'filled', filled, notional, 'fee', fee, 'rebate', rebate, ...ended].join(' ');
}
