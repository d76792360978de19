import type { Call, CallInput, CallOutput } from '@meridian/contract/schema/call';
import { demoOutbox } from '@meridian/contract/demo/calls';
import { SOCKET_PATH } from '@meridian/contract/socket-events';
import { upload } from '@meridian/contract/identity/calls';
import { officeLogin } from '@meridian/contract/office/calls';
import { officeProposalDecide } from '@meridian/contract/office/proposals';
import { ROLE_NAMES, type Role } from '@meridian/contract/office/permissions';
import { passkeyAdd, passkeyBegin, totpBegin, totpEnable } from '@meridian/contract/security/calls';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount, PriceTicks } from '@meridian/money/amount';
import { generate } from 'otplib';
import sharp from 'sharp';
import { io, type Socket } from 'socket.io-client';
import { ClientAddresses } from '../../../src/gateway/client-addresses.ts';
import { Sockets } from '../../../src/gateway/sockets/sockets.ts';
import { createAccount } from '../../../src/modules/account/accounts.ts';
import { hashPassword } from '../../../src/modules/account/passwords.ts';
import { addOperator } from '../../../src/modules/office/operators.ts';
import { TestAuthenticator } from '../../people/authenticator.ts';
import { ALICE, BOB, TestExchange } from '../../test-exchange.ts';
import { FEEDS } from '../../../src/modules/all.ts';
import { STILL_COINS, stillChains } from './still-chains.ts';

/** The password of all customers of a scene. */
export const PASSWORD = 'Abcd9876';
/** The password of invited operators. */
export const OPERATOR_PASSWORD = 'correct horse, battery';
/** The origin of browsers with passkeys. */
export const ORIGIN = 'http://localhost:3000';
const COIN = 100_000_000n;
const HOUSE_COINS = 1_000_000n;
/** Index of BTC, in cents. */
const INDEX = 6_000_000 as PriceTicks;
const PICTURE = { width: 24, height: 16, channels: 3, background: '#3a6' } as const;

/** Operators: one of each role, and a second one for changes that need two. */
export type Desk = Role | 'second owner' | 'second approver';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text parsed as JSON; without fields if it is not JSON. */
  readonly body: {
    readonly type?: string;
    readonly code?: string;
    readonly message?: unknown;
    readonly [field: string]: unknown;
  };
}

export interface Sending {
  readonly authorization?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Another gateway than that of the scene. */
  readonly address?: string;
  readonly encoding?: 'form' | 'json';
}

/** A caller with a token, or without a session. */
export class Caller {
  readonly scene: Scene;
  token: string;

  constructor(scene: Scene, token: string) {
    this.scene = scene;
    this.token = token;
  }

  send<C extends Call>(
    call: C,
    input: CallInput<C> | Readonly<Record<string, unknown>>,
    sending: Sending = {},
  ): Promise<Answer> {
    return this.scene.send(call, input as Record<string, unknown>, {
      authorization: this.token,
      ...sending,
    });
  }

  /** The answer of a call that must succeed, after the approver's approval if it needs one. */
  async ask<C extends Call>(
    call: C,
    input: CallInput<C>,
    sending?: Sending,
  ): Promise<CallOutput<C>> {
    const { body, text } = await this.send(call, input, sending);
    if (body.type !== 'ok') throw new Error(`${call.path}: ${text}`);
    const id =
      call.change === 'proposal' ? (body.message as { proposal?: number }).proposal : undefined;
    if (id !== undefined)
      return JSON.parse(
        (await this.scene.operator('approver').ask(officeProposalDecide, { id, approved: '1' }))
          .answer,
      ) as CallOutput<C>;
    return (call.envelope === 'bare' ? body : body.message) as CallOutput<C>;
  }

  /** The code that a call is refused with, or `accepted`. */
  async refused<C extends Call>(
    call: C,
    input: CallInput<C> | Readonly<Record<string, unknown>>,
    sending?: Sending,
  ): Promise<string> {
    return (await this.send(call, input, sending)).body.code ?? 'accepted';
  }
}

/** A customer with the password of the scene and a new session, so that it counts as a step-up. */
export class Customer extends Caller {
  readonly user: number;
  readonly account: string;

  constructor(
    scene: Scene,
    { user, account, token }: { user: number; account: string; token: string },
  ) {
    super(scene, token);
    this.user = user;
    this.account = account;
  }

  /** Another session, as after a login elsewhere. */
  async newSession(): Promise<string> {
    return this.scene.exchange.access.open(this.user, { address: '127.0.0.1', device: '' });
  }

  /** Deposits enough to trade a little. */
  async fund(): Promise<void> {
    for (const [currency, coins] of [
      [3, 1_000n],
      [1, 1n],
    ] as const) {
      await this.scene.exchange.engine.submit({
        kind: 'ledger.deposit',
        user: this.user,
        wallet: 'spot',
        currency,
        amount: (coins * COIN) as Amount,
        reference: 'test',
      });
    }
  }

  /** Ages the sessions so that none of them counts as a proof. */
  async age(): Promise<void> {
    await this.scene.exchange.queries
      .updateTable('sessions')
      .set({ stepped_up_at: new Date(0) })
      .where('user_id', '=', BigInt(this.user))
      .execute();
  }

  /** Enables an authenticator. Returns its secret; its code of half a minute ago is used up. */
  async enableTotp(): Promise<{ secret: string; recoveryCodes: readonly string[] }> {
    const { secret } = await this.ask(totpBegin, {});
    const { recovery_codes: recoveryCodes } = await this.ask(totpEnable, {
      code: await generate({ secret, epoch: Date.now() / 1000 - 30 }),
    });
    return { secret, recoveryCodes };
  }

  async addPasskey(device = new TestAuthenticator()): Promise<TestAuthenticator> {
    const { ticket, options } = await this.ask(passkeyBegin, {});
    await this.ask(passkeyAdd, { ticket, credential: device.create(options, ORIGIN), name: 'Key' });
    return device;
  }

  /** Uploads a picture. Returns the link to it. */
  async upload(file?: Buffer): Promise<string> {
    const answer = await this.scene.sendFile(upload, file ?? (await this.scene.picture()), {
      authorization: this.token,
    });
    return String(answer.body.message);
  }
}

/**
 * The exchange with its sockets, customers, and an operator of each role: the target of the checks.
 */
export class Scene {
  readonly exchange: TestExchange;
  readonly alice: Customer;
  readonly bob: Customer;
  readonly operators: ReadonlyMap<Desk, Caller>;
  readonly #sockets: Sockets;
  readonly #passwordHash: string;
  readonly #clients: Socket[] = [];
  #made = 0;
  #picture: Buffer | undefined;

  private constructor(
    exchange: TestExchange,
    passwordHash: string,
    tokens: ReadonlyMap<Desk, string>,
  ) {
    this.exchange = exchange;
    this.#passwordHash = passwordHash;
    this.operators = new Map([...tokens].map(([name, token]) => [name, new Caller(this, token)]));
    [this.alice, this.bob] = [this.#known(ALICE), this.#known(BOB)];
    this.#sockets = new Sockets(exchange.gateway.httpServer, {
      live: exchange.live,
      feeds: FEEDS,
      access: exchange.access,
      addresses: new ClientAddresses([]),
      hasLimits: true,
    });
    exchange.engine.onDurable((batch) => this.#sockets.publish(batch));
  }

  static async open(): Promise<Scene> {
    const exchange = await TestExchange.open();
    await exchange.reset();
    const tokens = new Map<Desk, string>();
    for (const name of [...ROLE_NAMES, 'second owner', 'second approver'] as const) {
      const account = `${name.replace(' ', '-')}@office.example`;
      await addOperator(exchange.queries, {
        account,
        name,
        role: name === 'second owner' ? 'owner' : name === 'second approver' ? 'approver' : name,
        password: PASSWORD,
      });
      tokens.set(name, await exchange.call(officeLogin, { account, password: PASSWORD }));
    }
    for (const currency of [1, 2, 3]) {
      await exchange.engine.submit({
        kind: 'ledger.deposit',
        user: SYSTEM.house,
        wallet: 'spot',
        currency,
        amount: (HOUSE_COINS * COIN) as Amount,
        reference: 'test',
      });
    }
    // The house has funds for winning contracts.
    await exchange.engine.submit({
      kind: 'ledger.deposit',
      user: SYSTEM.house,
      wallet: 'margin',
      currency: 3,
      amount: (HOUSE_COINS * COIN) as Amount,
      reference: 'test',
    });
    // The still Bitcoin chain has no coins at our addresses: they are in cold storage.
    await exchange.queries
      .insertInto('cold_moves')
      .values({
        currency: 1,
        network: null,
        height: null,
        amount: HOUSE_COINS * COIN,
        hash: 'cold',
        operator: 0n,
        created_at: new Date(),
        seen_at: new Date(),
      })
      .execute();
    await exchange.custodian.start(stillChains());
    exchange.testCoins = STILL_COINS;
    return new Scene(exchange, await hashPassword(PASSWORD), tokens);
  }

  async close(): Promise<void> {
    for (const client of this.#clients) client.disconnect();
    await this.#sockets.close();
    await this.exchange.custodian.stop();
    await this.exchange.close();
  }

  operator(name: Desk): Caller {
    const operator = this.operators.get(name);
    if (operator === undefined) throw new Error(`there is no ${name}`);
    return operator;
  }

  /** An unused name. */
  newName(): string {
    return `user${++this.#made}@example.com`;
  }

  /** An unused phone number of mainland China. */
  newMobile(): string {
    return `139${String(++this.#made).padStart(8, '0')}`;
  }

  newCurrencyCode(): string {
    return `T${++this.#made}`;
  }

  /** A customer who has just registered and logged in. */
  async newcomer(): Promise<Customer> {
    const account = this.newName();
    const name = { kind: 'email', account, countryCode: '' } as const;
    const user = await createAccount(this.exchange.queries, {
      name,
      language: 'en',
      passwordHash: this.#passwordHash,
      referrer: null,
    });
    const token = await this.exchange.access.open(user, { address: '127.0.0.1', device: '' });
    return new Customer(this, { user, account, token });
  }

  /**
   * Repeats the index a second later, so that no call is refused for a stale index, and waiting
   * contracts are filled.
   */
  async tick(): Promise<void> {
    this.exchange.engine.advance(1_000);
    await this.exchange.engine.submit({ kind: 'index.set', source: 'test', prices: [[1, INDEX]] });
  }

  nobody(): Caller {
    return new Caller(this, '');
  }

  /** The newest verification code of a receiver. */
  async codeFor(receiver: string): Promise<string> {
    const [newest] = await this.exchange.call(demoOutbox, { to: receiver });
    return newest?.code ?? '';
  }

  async picture(): Promise<Buffer> {
    this.#picture ??= await sharp({ create: PICTURE }).jpeg().toBuffer();
    return this.#picture;
  }

  /** Makes a call with any input, valid or not. */
  async send(
    call: Call,
    input: Readonly<Record<string, unknown>>,
    { authorization, headers, address = this.exchange.address, encoding = 'form' }: Sending = {},
  ): Promise<Answer> {
    // A proposal has a reason, unless the check is about that.
    const wanted = call.change === 'proposal' ? { reason: 'A test', ...input } : input;
    const fields = new URLSearchParams(
      Object.entries(wanted).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const isGet = call.method === 'GET';
    const isJson = encoding === 'json' && !isGet;
    const response = await fetch(`${address}${call.path}${isGet ? `?${fields}` : ''}`, {
      method: call.method,
      headers: {
        origin: ORIGIN,
        ...(authorization === undefined || authorization === '' ? {} : { authorization }),
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(isGet ? {} : { body: isJson ? JSON.stringify(wanted) : fields }),
    });
    return answerOf(response);
  }

  /** Sends a file as a form does. */
  async sendFile(
    call: Call,
    file: Buffer,
    { authorization = '', name = 'x.jpg' } = {},
  ): Promise<Answer> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(file)]), name);
    return answerOf(
      await fetch(this.exchange.address + call.path, {
        method: call.method,
        headers: { authorization },
        body: form,
      }),
    );
  }

  /** A socket, with the events that it receives. */
  async connect({
    token,
    headers,
  }: { token?: unknown; headers?: Record<string, string> } = {}): Promise<{
    socket: Socket;
    heard: { event: string; payload: unknown }[];
  }> {
    const socket = io(this.exchange.address, {
      path: SOCKET_PATH,
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { token },
      ...(headers === undefined ? {} : { extraHeaders: headers }),
    });
    this.#clients.push(socket);
    const heard: { event: string; payload: unknown }[] = [];
    socket.onAny((event: string, payload: unknown) => heard.push({ event, payload }));
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    return { socket, heard };
  }

  #known(user: number): Customer {
    return new Customer(this, {
      user,
      account: `${user}@test`,
      token: this.exchange.headers({ user })['authorization'] ?? '',
    });
  }
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? (JSON.parse(text) as Answer['body']) : {},
  };
}
