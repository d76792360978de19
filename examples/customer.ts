/** The exchange over HTTP, for one of its customers. */

/** Address of the exchange: a demo on this machine unless MERIDIAN_URL names another one. */
export const SERVER = process.env['MERIDIAN_URL'] ?? 'http://127.0.0.1:3000';

/** A pair in the list of markets. Amounts and prices are decimal strings. */
export interface Market {
  readonly currency_id: number;
  readonly legal_id: number;
  readonly currency_name: string;
  readonly legal_name: string;
  readonly last_price: string;
  readonly tick_size: string;
  readonly lot_size: string;
  readonly min_total: string;
}

interface Answer {
  readonly type: string;
  readonly message: unknown;
}

/**
 * Makes calls with a session. Promises to return an answer of the type `ok`, and to throw any other
 * one with the exchange's own message.
 */
export class Customer {
  readonly #token: string;

  private constructor(token: string) {
    this.#token = token;
  }

  /** Logs in as MERIDIAN_USER with MERIDIAN_PASSWORD, by default as a customer of the demo. */
  static async logIn(): Promise<Customer> {
    const visitor = new Customer('');
    const token = await visitor.call<string>('/api/user/login', {
      user_string: process.env['MERIDIAN_USER'] ?? 'demo@meridian.test',
      password: process.env['MERIDIAN_PASSWORD'] ?? 'Demo1234',
    });
    return new Customer(token);
  }

  /** A call that reads: returns the answer's `message`. */
  async call<Result>(path: string, input: object = {}): Promise<Result> {
    return (await this.#post(path, input, {})).message as Result;
  }

  /**
   * A call that moves money: returns the whole answer. A repetition with the same key gets the
   * first answer again and moves nothing, so repeat a call without an answer under its key.
   */
  async callForMoney<Result>(path: string, input: object, key: string): Promise<Result> {
    return (await this.#post(path, input, { 'idempotency-key': key })) as Result;
  }

  async #post(path: string, input: object, headers: Record<string, string>): Promise<Answer> {
    const response = await fetch(new URL(path, SERVER), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: this.#token, ...headers },
      body: JSON.stringify(input),
    });
    const answer = (await response.json()) as Answer;
    if (answer.type !== 'ok') throw new Error(`${path} was refused: ${String(answer.message)}`);
    return answer;
  }
}

/** Finds a pair, for example `BTC/USDT`, in the list of markets. Needs no session. */
export async function findMarket(name: string): Promise<Market> {
  const response = await fetch(new URL('/api/currency/quotation_new', SERVER));
  const { message } = (await response.json()) as { message: { quotation: Market[] }[] };
  const market = message
    .flatMap(({ quotation }) => quotation)
    .find(({ currency_name, legal_name }) => `${currency_name}/${legal_name}` === name);
  if (market === undefined) throw new Error(`there is no market ${name}`);
  return market;
}
