/**
 * For tests: traders over HTTP, and the log of the server's acknowledgements. The log is outside
 * the server, so it keeps the answers that a killed server may have lost. A request without an
 * answer stays open: it is repeated with its key after the restart, until the server answers it.
 */
import { appendFileSync } from 'node:fs';
import { randomStream } from '../../src/feed/seeded-random.ts';

const CONNECTIONS = 24;
/** XRP/USDT: prices in ticks of 0.0001 USDT, quantities in lots of 0.1 XRP. */
const PAIR = { legal_id: '3', currency_id: '4' };
const TICK_DECIMALS = 4;
const LOT_DECIMALS = 1;
/** A trader with more open orders than these revokes some. */
const MOST_OPEN = 40;

export interface OrderRequest {
  readonly key: string;
  readonly user: string;
  readonly path: '/api/transaction/in' | '/api/transaction/out' | '/api/transaction_del';
  readonly body: Readonly<Record<string, string>>;
}

/**
 * The server's final answer: the order that a request placed or ended, or the code of its refusal.
 */
export interface Acknowledgement {
  readonly request: OrderRequest;
  readonly order: number | undefined;
  readonly code: string | undefined;
}

export interface OrderLoadSettings {
  /** Tokens of the traders' sessions. */
  readonly tokens: readonly string[];
  readonly seed: number;
  /** Gets a line for each acknowledgement. */
  readonly logFile?: string;
}

export class OrderLoad {
  readonly acknowledged: Acknowledgement[] = [];
  /** Requests without an answer. */
  readonly open = new Map<string, OrderRequest>();
  /** Tokens of the traders' sessions. */
  readonly #users: readonly string[];
  readonly #random: ReturnType<typeof randomStream>;
  readonly #resting = new Map<string, number[]>();
  readonly #indexTicks: number;
  readonly #logFile: string | undefined;
  #keys = 0;

  private constructor({ tokens, seed, logFile }: OrderLoadSettings, indexTicks: number) {
    this.#users = tokens;
    this.#random = randomStream(seed);
    this.#logFile = logFile;
    this.#indexTicks = indexTicks;
  }

  /** Traders with these sessions, around the price that the server shows now. */
  static async at(address: string, settings: OrderLoadSettings): Promise<OrderLoad> {
    return new OrderLoad(settings, await currentTicks(address));
  }

  /** Sends orders until the server no longer answers. */
  async run(address: string): Promise<void> {
    await Promise.all(Array.from({ length: CONNECTIONS }, () => this.#trade(address)));
  }

  /** Sends so many orders, one after the other. Returns the number of answers. */
  async trade(address: string, count: number): Promise<number> {
    let answered = 0;
    for (let sent = 0; sent < count; sent++)
      if (await this.#send(address, this.#decide())) answered++;
    return answered;
  }

  /** Repeats every unanswered request, with its key. */
  async askAgain(address: string): Promise<void> {
    for (const request of [...this.open.values()]) {
      if (!(await this.#send(address, request)))
        throw new Error(`no answer to ${request.key} after the restart`);
    }
  }

  /**
   * The permanent acknowledgements from an index on. A refusal is not permanent: it left no trace,
   * and its repetition may be accepted.
   */
  accepted(from = 0): readonly Acknowledgement[] {
    return this.acknowledged.slice(from).filter(({ code }) => code === undefined);
  }

  /** Repeats an acknowledged request and returns the present answer. */
  async repeat(address: string, { request }: Acknowledgement): Promise<Acknowledgement> {
    const answer = await post(address, request);
    if (answer === undefined) throw new Error(`no answer to ${request.key}`);
    return readAnswer(request, answer);
  }

  async #trade(address: string): Promise<void> {
    while (await this.#send(address, this.#decide()));
  }

  #decide(): OrderRequest {
    const random = this.#random;
    const user = this.#users[Math.floor(random() * this.#users.length)] ?? '';
    const key = `crash-${++this.#keys}`;
    const resting = this.#resting.get(user) ?? [];
    if (resting.length > MOST_OPEN || (resting.length > 0 && random() < 0.2)) {
      const [order = 0] = resting.splice(Math.floor(random() * resting.length), 1);
      return { key, user, path: '/api/transaction_del', body: { id: String(order) } };
    }
    const path = random() < 0.5 ? '/api/transaction/in' : '/api/transaction/out';
    const num = decimal(50 + Math.floor(random() * 500), LOT_DECIMALS);
    if (random() < 0.1) return { key, user, path, body: { ...PAIR, num, mode: '1' } };
    // Around the index: some orders rest, some meet the house's quotes, some meet each other.
    const ticks = Math.round(this.#indexTicks * (1 + (random() - 0.5) * 0.01));
    return {
      key,
      user,
      path,
      body: {
        ...PAIR,
        price: decimal(ticks, TICK_DECIMALS),
        num,
        mode: '2',
        self_trade: 'decrement',
      },
    };
  }

  /** False if the server no longer answers. */
  async #send(address: string, request: OrderRequest): Promise<boolean> {
    this.open.set(request.key, request);
    const answer = await post(address, request);
    if (answer === undefined) return false;
    const acknowledgement = readAnswer(request, answer);
    this.open.delete(request.key);
    this.acknowledged.push(acknowledgement);
    if (this.#logFile !== undefined)
      appendFileSync(
        this.#logFile,
        `${JSON.stringify({ key: request.key, order: acknowledgement.order, code: acknowledgement.code })}\n`,
      );
    if (answer.status === 'open' && acknowledgement.order !== undefined) {
      this.#resting.set(request.user, [
        ...(this.#resting.get(request.user) ?? []),
        acknowledgement.order,
      ]);
    }
    return true;
  }
}

interface WireAnswer {
  readonly type: string;
  readonly code?: string;
  readonly id?: number;
  readonly status?: string;
}

/** The answer; undefined without one, or if it leaves the outcome open. */
async function post(
  address: string,
  { path, user, key, body }: OrderRequest,
): Promise<WireAnswer | undefined> {
  try {
    const answer = await fetch(`${address}${path}`, {
      method: 'POST',
      headers: {
        authorization: user,
        'idempotency-key': key,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(body).toString(),
    });
    return answer.ok ? ((await answer.json()) as WireAnswer) : undefined;
  } catch {
    return undefined;
  }
}

function readAnswer(request: OrderRequest, answer: WireAnswer): Acknowledgement {
  if (answer.type === 'ok') return { request, order: answer.id, code: undefined };
  if (answer.type !== 'error')
    throw new Error(`${request.path} answered ${JSON.stringify(answer)}`);
  return { request, order: undefined, code: answer.code };
}

/** Current index of the pair in ticks. */
export async function currentTicks(address: string): Promise<number> {
  const answer = (await (await fetch(`${address}/api/currency/quotation_new`)).json()) as {
    message: { quotation: { legal_id: number; currency_id: number; index_price: string }[] }[];
  };
  const row = answer.message
    .flatMap((group) => group.quotation)
    .find(
      (one) =>
        String(one.legal_id) === PAIR.legal_id && String(one.currency_id) === PAIR.currency_id,
    );
  if (row === undefined) throw new Error('XRP/USDT is not listed');
  const [whole = '', fraction = ''] = row.index_price.split('.');
  return Number(whole + fraction.padEnd(TICK_DECIMALS, '0'));
}

function decimal(units: number, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
