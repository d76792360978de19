/** The real server in demo mode, as a process of its own, and the people who use it over HTTP. */
import { setTimeout as delay } from 'node:timers/promises';
import { ServerProcess } from '../server-process.ts';
import { CLOCK_SHIFT } from './shifted-clock.ts';

/** Password of the two customers of every demo. */
export const CUSTOMERS_PASSWORD = 'Demo1234';
const POLL_MS = 100;
const WITHIN_MS = 90_000;
const CLOCK = new URL('shifted-clock.ts', import.meta.url).href;

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

export type Fields = Readonly<Record<string, string | number>>;

/** Somebody with a session, or nobody. */
export class Person {
  readonly account: string;
  readonly #address: string;
  readonly #token: string;

  constructor(address: string, account: string, token = '') {
    this.#address = address;
    this.account = account;
    this.#token = token;
  }

  /** Makes a call with a form and returns any answer, a refusal too. */
  async call(path: string, fields: Fields = {}, key?: string): Promise<Answer> {
    const headers = {
      ...(this.#token === '' ? {} : { authorization: this.#token }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    return this.#send(path, { method: 'POST', headers, body: form(fields) });
  }

  async get(path: string, fields: Fields = {}): Promise<Answer> {
    return this.#send(`${path}?${form(fields)}`, {
      method: 'GET',
      headers: this.#token === '' ? {} : { authorization: this.#token },
    });
  }

  /** A call that must succeed. @returns its message, or the whole answer where there is none */
  async must<T = Record<string, unknown>>(
    path: string,
    fields: Fields = {},
    key?: string,
  ): Promise<T> {
    return accepted(path, fields, await this.call(path, fields, key));
  }

  async read<T = Record<string, unknown>>(path: string, fields: Fields = {}): Promise<T> {
    return accepted(path, fields, await this.get(path, fields));
  }

  /** A call that must be refused, with this code. */
  async refused(path: string, fields: Fields, code: string, key?: string): Promise<void> {
    const { body } = await this.call(path, fields, key);
    if (body['code'] !== code)
      throw new Error(
        `${path} ${JSON.stringify(fields)} should be refused with ${code}: ${JSON.stringify(body)}`,
      );
  }

  async #send(path: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(`${this.#address}${path}`, init);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }
}

function form(fields: Fields): URLSearchParams {
  return new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  );
}

function accepted<T>(path: string, fields: Fields, { status, body }: Answer): T {
  if (status !== 200 || (body['type'] !== 'ok' && body['code'] !== 1))
    throw new Error(`${path} ${JSON.stringify(fields)}: ${JSON.stringify(body)}`);
  // Some answers are their own message: an id stands beside the text.
  return (
    typeof body['message'] === 'string' && Object.keys(body).length > 2 ? body : body['message']
  ) as T;
}

/** Two operators: the second agrees to proposals of the first. */
export class Office {
  readonly first: Person;
  readonly second: Person;

  constructor(first: Person, second: Person) {
    this.first = first;
    this.second = second;
  }

  /** A third operator, who decides like the second: invited, and joined by the link in the mail. */
  async another(server: RecordedServer): Promise<Person> {
    const [account, password] = ['third@meridian.test', 'Plover42!Plover'];
    await this.must('/office/api/operator_save', { account, name: 'Third', role: 'approver' });
    const [mail] = await server
      .nobody()
      .read<{ text: string }[]>('/api/demo/outbox', { to: account });
    await server.nobody().must('/office/api/join', {
      token: /\/join\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '',
      password,
    });
    return new Person(
      server.address,
      account,
      await server.nobody().must<string>('/office/api/login', { account, password }),
    );
  }

  /**
   * Makes a change that must be accepted, with the agreement of a second operator where it is
   * needed. @returns the final answer of the call
   */
  async must<T = Record<string, unknown>>(path: string, fields: Fields): Promise<T> {
    const answered = await this.first.must<T | { readonly proposal: number }>(path, {
      reason: 'A recording',
      ...fields,
    });
    if (typeof answered !== 'object' || answered === null || !('proposal' in answered))
      return answered as T;
    const { answer } = await this.second.must<{ answer: string }>('/office/api/proposal_decide', {
      id: answered.proposal,
      approved: '1',
    });
    return JSON.parse(answer) as T;
  }
}

export interface ServerOptions {
  /** How far ahead of the machine's clock the server lives. */
  readonly shiftMs?: number;
  readonly settings?: Readonly<Record<string, string>>;
}

/** A server that serves. */
export class RecordedServer {
  readonly process: ServerProcess;
  readonly address: string;
  readonly #shiftMs: number;

  private constructor(process: ServerProcess, address: string, shiftMs: number) {
    this.process = process;
    this.address = address;
    this.#shiftMs = shiftMs;
  }

  static async start(
    dataDir: string,
    { shiftMs = 0, settings = {} }: ServerOptions = {},
  ): Promise<RecordedServer> {
    const clock = { [CLOCK_SHIFT]: String(shiftMs), NODE_OPTIONS: `--import=${CLOCK}` };
    const server = new ServerProcess(dataDir, { settings: { ...clock, ...settings } });
    return new RecordedServer(server, await server.ready(), shiftMs);
  }

  nowMs(): number {
    return Date.now() + this.#shiftMs;
  }

  nobody(): Person {
    return new Person(this.address, '');
  }

  /** One of the two people whom every demo has. */
  async customer(account: 'demo@meridian.test' | 'demo2@meridian.test'): Promise<Person> {
    const token = await this.nobody().must<string>('/api/user/login', {
      user_string: account,
      password: CUSTOMERS_PASSWORD,
    });
    return new Person(this.address, account, token);
  }

  /** The two operators whom every demo has. */
  async office(): Promise<Office> {
    return new Office(
      await this.#operator('admin@meridian.test'),
      await this.#operator('approver@meridian.test'),
    );
  }

  async #operator(account: string): Promise<Person> {
    return new Person(
      this.address,
      account,
      await this.nobody().must<string>('/office/api/login', { account, password: 'Admin1234' }),
    );
  }

  async stop(): Promise<void> {
    const code = await this.process.stop();
    if (code !== 0) throw new Error(`the server ended with ${code}: ${this.process.errors}`);
  }
}

/** Waits until a look finds something. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined>,
  withinMs = WITHIN_MS,
): Promise<T> {
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs += POLL_MS) {
    const found = await look();
    if (found !== undefined) return found;
    await delay(POLL_MS);
  }
  throw new Error(`${what}: not within ${withinMs} ms`);
}
