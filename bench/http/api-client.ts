/**
 * The few calls of the exchange's own HTTP API that the benchmarks make outside the measured time.
 */

interface Answer<Message> {
  readonly type: string;
  readonly message: Message;
}

export interface BalanceRow {
  readonly currency: number;
  readonly token: string;
  readonly balance: string;
  readonly lock_balance: string;
}

interface OpenOrders {
  readonly list: readonly { readonly id: number }[];
}

export class ApiClient {
  readonly #origin: string;
  #token = '';

  constructor(port: number) {
    this.#origin = `http://127.0.0.1:${port}`;
  }

  get token(): string {
    return this.#token;
  }

  /** Registers with the code from the demo outbox, logs in and takes play money from the faucet. */
  async open(name: string, password: string): Promise<void> {
    await this.#post('/api/sms_mail', { user_string: name });
    const outbox = await this.#get<readonly { code: string }[]>(
      `/api/demo/outbox?to=${encodeURIComponent(name)}`,
    );
    const code = outbox[0]?.code ?? '';
    await this.#post('/api/user/register', {
      type: 'email',
      user_string: name,
      code,
      password,
      re_password: password,
    });
    await this.logIn(name, password);
    await this.#post('/api/demo/faucet', {});
  }

  async logIn(name: string, password: string): Promise<void> {
    this.#token = await this.#post<string>('/api/user/login', { user_string: name, password });
  }

  balances(): Promise<readonly BalanceRow[]> {
    return this.#get('/api/wallet/list');
  }

  /** Revokes every open order. Returns their number. */
  async cancelAll(): Promise<number> {
    let cancelled = 0;
    for (const path of ['/api/transaction_in', '/api/transaction_out']) {
      for (;;) {
        const { list } = await this.#post<OpenOrders>(path, { page: '1' });
        if (list.length === 0) break;
        for (const { id } of list) {
          await this.#post('/api/transaction_del', { id: String(id) }, ['order_not_found']);
          cancelled++;
        }
      }
    }
    return cancelled;
  }

  async #post<Message>(
    path: string,
    body: Record<string, string>,
    allowedCodes: readonly string[] = [],
  ): Promise<Message> {
    return this.#call<Message>(
      path,
      { method: 'POST', body: new URLSearchParams(body) },
      allowedCodes,
    );
  }

  async #get<Message>(path: string): Promise<Message> {
    return this.#call<Message>(path, {}, []);
  }

  async #call<Message>(
    path: string,
    request: RequestInit,
    allowedCodes: readonly string[],
  ): Promise<Message> {
    const response = await fetch(this.#origin + path, {
      ...request,
      headers: { Authorization: this.#token },
    });
    const answer = (await response.json()) as Answer<Message> & { code?: string };
    if (answer.type !== 'ok' && !allowedCodes.includes(answer.code ?? ''))
      throw new Error(`${path} answered ${JSON.stringify(answer)}`);
    return answer.message;
  }
}
