/**
 * For tests: the exchange behind real HTTP, with the real core, live view, projector and database;
 * without thread and journal.
 */
import { randomUUID } from 'node:crypto';
import type { Call, CallInput, CallOutput } from '@meridian/contract/schema/call';
import type { Language } from '@meridian/contract/languages';
import type { MessagesEvent } from '@meridian/contract/inbox/events';
import { successSchema } from '@meridian/contract/schema/openapi';
import type { Command } from '@meridian/core/commands';
import type { Applied } from '@meridian/core/events';
import { FIRST_CUSTOMER } from '@meridian/core/ledger/accounts';
import type { Amount, PriceTicks } from '@meridian/money/amount';
import { InProcessEngine } from '@meridian/testkit/in-process-engine';
import { sql, type RawBuilder } from 'kysely';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Queries } from '../src/database/database.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../src/database/temporary-database.ts';
import { Access } from '../src/gateway/access.ts';
import { ClientAddresses } from '../src/gateway/client-addresses.ts';
import type { Part } from '../src/gateway/doors.ts';
import type { Gateway, GatewayOptions } from '../src/gateway/http.ts';
import { openLiveView } from '../src/modules/live-view.ts';
import { resetProjections } from '../src/projector/reset.ts';
import { RunningProjector } from './running-projector.ts';
import { Secrets } from '../src/secrets.ts';
import { openExchange } from '../src/open-exchange.ts';
import { MODULES } from '../src/modules/all.ts';
import { outboxMessenger } from '../src/modules/account/messenger.ts';
import { hashPassword } from '../src/modules/account/passwords.ts';
import { FreezeLinks } from '../src/modules/account/freeze-links.ts';
import { LoginDelays } from '../src/modules/account/login-delays.ts';
import { MessageLimits } from '../src/modules/account/message-limits.ts';
import type { Contest } from '../src/modules/contest/contest.ts';
import type { Deals } from '../src/modules/acceptor/deals.ts';
import { demoMerchant } from '../src/modules/payment/demo-gateway.ts';
import { Merchant } from '../src/modules/payment/merchant.ts';
import type { Payments } from '../src/modules/payment/payments.ts';
import type { Announcer } from '../src/modules/inbox/announcer.ts';
import type { AlertWatch } from '../src/modules/alert/alert-watch.ts';
import type { PushDeliveries } from '../src/modules/inbox/push-deliveries.ts';
import { MarginWatch } from '../src/modules/margin/margin-watch.ts';
import { AuditLog } from '../src/modules/office/audit-log.ts';
import { Operators } from '../src/modules/office/operators.ts';
import { seedSeconds } from '../src/modules/seconds/seed.ts';
import { SealedFields } from '../src/sealed/sealed-fields.ts';
import { Custodian } from '../src/modules/custody/custodian.ts';
import type { TestCoins } from '../src/modules/custody/demo-routes.ts';

export const ALICE = FIRST_CUSTOMER;
export const BOB = FIRST_CUSTOMER + 1;
const COIN = 100_000_000n;
/** The password of every user. */
const TEST_PASSWORD = 'Abcd9876';
export const TEST_SECRETS = new Secrets('a secret of the tests, and of nothing else');
export const TEST_FIELDS = new SealedFields(TEST_SECRETS);

/** Failure counts of its own: each gateway of the tests slows its own guesses only. */
export function ownDelays(
  queries: Queries,
  scope: 'customer' | 'proof' | 'operator',
  nowMs?: () => number,
): LoginDelays {
  return new LoginDelays(queries, new Secrets(randomUUID()), scope, nowMs);
}

export interface As {
  readonly user?: number;
  readonly language?: Language;
  readonly key?: string;
  /** The origin of the calling page. */
  readonly origin?: string;
}

/** An answer on the wire that was not a success. */
export class WireRefusal extends Error {
  readonly status: number;
  readonly answer: Record<string, unknown>;

  constructor(status: number, answer: Record<string, unknown>) {
    super(JSON.stringify(answer));
    this.status = status;
    this.answer = answer;
  }
}

/**
 * One database for a file of tests; `reset` gives each test a new exchange: BTC's index at 60,000
 * USDT, users with 100,000 USDT and 10 BTC each.
 */
export class TestExchange {
  engine = new InProcessEngine();
  live = openLiveView();
  address = '';
  /** Runs no chain until a test starts it. */
  custodian!: Custodian;
  /** Whether the wallet's page shows that chains are being opened. */
  isCustodyStarting = false;
  /** Source of test deposits. None are given until a test sets it. */
  testCoins: TestCoins | undefined;
  /** Deals with acceptors: without a timer, tests run them. */
  deals!: Deals;
  /** Contests, on the engine's time: without a timer, tests run them. */
  contest!: Contest;
  /** Lead of the deals' clock over the real one. */
  dealsLaterMs = 0;
  /**
   * Whether sales to acceptors require a known device, as they do outside of a demo. Sessions of
   * tests are minutes old.
   */
  doSalesAskForDevices = false;
  /** Payments through the demo's gateway: without a timer, tests run them. */
  payments!: Payments;
  paymentsLaterMs = 0;
  readonly merchant = new Merchant(demoMerchant(TEST_SECRETS));
  /** Sends messages to pages and into the outbox: without a timer, tests run it. */
  announcer!: Announcer;
  /** Sends messages to devices: without a timer, tests run it. */
  pushDeliveries!: PushDeliveries;
  /**
   * Origin of the tests' push service, and the milliseconds that are added to the clock of
   * deliveries.
   */
  pushService: string | undefined;
  pushLaterMs = 0;
  /** How long answers of a gateway that is opened now wait for fills. */
  fillWaitMs = 0;
  /** Warns of liquidations: without a timer, tests run it. */
  marginWatch!: MarginWatch;
  /** Compares prices with alerts: without a timer, tests run it. */
  alertWatch!: AlertWatch;
  /** Whether the announcer's mails are lost. */
  isMailDown = false;
  /** Users with an open page, for the announcer, and the events that it sent there. */
  readonly here = new Set<number>();
  /** Events that were sent to sockets of a user. */
  readonly sent: { readonly user: number; readonly event: string; readonly payload: object }[] = [];
  /** Passes them on to real sockets, where there are some. */
  onSent: ((sent: (typeof this.sent)[number]) => void) | undefined;
  /** Those of them that announce messages. */
  readonly told: { readonly user: number; readonly event: MessagesEvent }[] = [];
  /** The custodian's alarms for operators. */
  readonly alarms: string[] = [];
  /** Number of times that the engine was told of a released fault. */
  faultChanges = 0;
  /** The gateway's log of answers with 500. */
  readonly failures: string[] = [];
  /** Submits the commands of calls to the engine. A test that controls their order replaces it. */
  submit: (command: Command) => Promise<Applied> = (command) => this.engine.submit(command);
  /** Alice, Bob and further users. */
  readonly users: readonly number[];
  readonly #database: TemporaryDatabase;
  #access: Access | undefined;
  #gateway: Gateway | undefined;
  /** Gateways that `serveBeside` opened. */
  readonly #beside: Gateway[] = [];
  #projection: RunningProjector | undefined;
  /** All batches since `reset`. */
  readonly #batches: Applied[] = [];
  readonly #tokens = new Map<number, string>();

  private constructor(database: TemporaryDatabase, users: readonly number[]) {
    this.#database = database;
    this.users = users;
  }

  static async open(userCount = 2): Promise<TestExchange> {
    const database = await openTemporaryDatabase();
    // Nothing here outlives a crash: no test waits for the disk.
    await sql`alter database postgres set synchronous_commit = off`.execute(database.queries);
    const users = Array.from({ length: userCount }, (_none, index) => ALICE + index);
    const password_hash = await hashPassword(TEST_PASSWORD);
    for (const user of users) {
      const row = {
        account: `${user}@test`,
        kind: 'email',
        country_code: '',
        password_hash,
        extension_code: `${user}`,
        referrer_id: null,
        account_number: `${user}`,
      } as const;
      await database.queries.insertInto('users').values(row).execute();
    }
    return new TestExchange(database, users);
  }

  get queries(): Queries {
    return this.#database.queries;
  }

  /** Every served call. */
  get calls(): readonly Call[] {
    return this.#gateway?.calls ?? [];
  }

  /** For other listeners on the port (sockets). */
  get gateway(): Gateway {
    if (this.#gateway === undefined) throw new Error('the exchange does not serve yet');
    return this.#gateway;
  }

  get access(): Access {
    if (this.#access === undefined) throw new Error('the exchange does not serve yet');
    return this.#access;
  }

  /**
   * Serves the same exchange with other settings (or another database) besides, with counts of
   * attempts of its own. Returns the address.
   */
  async serveBeside(settings: Partial<GatewayOptions>, queries = this.queries): Promise<string> {
    const gateway = await this.#openGateway(settings, queries);
    this.#beside.push(gateway);
    return `http://127.0.0.1:${await gateway.listen({ host: '127.0.0.1', port: 0 })}`;
  }

  /**
   * Serves the same exchange besides, each part at a listener of its own. Returns their addresses.
   */
  async serveApart(settings: Partial<GatewayOptions> = {}): Promise<Record<Part, string>> {
    const gateway = await this.#openGateway(
      { ...settings, apart: ['office', 'figures'] },
      this.queries,
    );
    this.#beside.push(gateway);
    const free = { host: '127.0.0.1', port: 0 };
    await gateway.listen({ ...free, office: free, figures: free });
    const addressOf = (part: Part): string => `http://127.0.0.1:${gateway.portOf(part)}`;
    return {
      customers: addressOf('customers'),
      office: addressOf('office'),
      figures: addressOf('figures'),
    };
  }

  async reset(): Promise<void> {
    await this.#closeGateways();
    await this.#projection?.stop();
    await resetProjections(this.queries, deleted);
    // Their command numbers refer to the exchange before.
    await this.queries.deleteFrom('notifications').execute();
    await this.queries.deleteFrom('push_subscriptions').execute();
    await this.queries.deleteFrom('margin_warnings').execute();
    await this.queries.deleteFrom('price_alerts').execute();
    await this.queries.updateTable('price_alert_position').set({ trade: 0n }).execute();
    await this.queries.deleteFrom('transfers').execute();
    await this.queries.deleteFrom('p2p_chat_rows').execute();
    await this.queries.deleteFrom('p2p_chats').execute();
    await setPaymentRate(this.queries);
    const engine = new InProcessEngine();
    const live = openLiveView(() => engine.timeMs);
    live.load(await engine.recovered());
    const projection = await RunningProjector.start(this.#database.url);
    engine.onDurable((batch) => live.apply(batch));
    this.#batches.splice(0);
    engine.onDurable((batch) => {
      this.#batches.push(...batch);
      this.#projection?.push(batch);
    });
    this.#projection = projection;
    this.alarms.splice(0);
    this.here.clear();
    this.isMailDown = false;
    this.pushLaterMs = 0;
    this.sent.splice(0);
    this.told.splice(0);
    const submitter = { submit: (command: Command) => this.submit(command) };
    const custodian = new Custodian({
      queries: this.queries,
      engine: submitter,
      live,
      alarm: (text) => this.alarms.push(text),
    });
    Object.assign(this, { engine, live, custodian });
    await this.#serve();
    await this.#begin();
  }

  /** A new one, with no memory but the table. */
  restartMarginWatch(): MarginWatch {
    this.marginWatch = new MarginWatch({
      queries: this.queries,
      live: this.live,
      warn: (text) => this.alarms.push(text),
    });
    return this.marginWatch;
  }

  /** Rebuilds the read models from the journal, as `npm run rebuild` and the start after it do. */
  async rebuild(): Promise<void> {
    await this.#projection?.stop();
    await resetProjections(this.queries);
    this.#projection = await RunningProjector.start(this.#database.url);
    this.#projection.push(this.#batches);
    const last = this.#batches.at(-1)?.seq ?? 0;
    for (;;) {
      const { rows } = await sql<{ seq: string }>`select seq from projection_position`.execute(
        this.queries,
      );
      if (Number(rows[0]?.seq) >= last) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async close(): Promise<void> {
    await this.#closeGateways();
    await this.#projection?.stop();
    await this.#database.remove();
  }

  /** Stops the tables until `project`. */
  holdProjector(): void {
    this.#projection?.hold();
  }

  /** Lets the projector write the held commands. */
  project(): void {
    this.#projection?.release();
  }

  /**
   * Makes a call with a form, as clients do. Throws `WireRefusal`; checks a success against the
   * contract.
   */
  async call<C extends Call>(
    call: C,
    input: CallInput<C>,
    caller: As = {},
  ): Promise<CallOutput<C>> {
    const fields = new URLSearchParams(
      Object.entries(input as Record<string, unknown>).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
    );
    const isGet = call.method === 'GET';
    const response = await fetch(`${this.address}${call.path}${isGet ? `?${fields}` : ''}`, {
      method: call.method,
      headers: this.headers(caller),
      ...(isGet ? {} : { body: fields }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (response.status !== 200 || (answer['type'] !== 'ok' && answer['code'] !== 1))
      throw new WireRefusal(response.status, answer);
    const errors = [...Value.Errors(successSchema(call) as TSchema, answer)];
    if (errors.length > 0)
      throw new Error(`${call.path} answers other than its contract: ${JSON.stringify(errors)}`);
    return (call.envelope === 'bare' ? answer : answer['message']) as CallOutput<C>;
  }

  headers({ user, language, key, origin }: As): Record<string, string> {
    const token = user === undefined ? undefined : this.#tokens.get(user);
    return {
      ...(token === undefined ? {} : { authorization: token }),
      ...(language === undefined ? {} : { lang: language }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(origin === undefined ? {} : { origin }),
    };
  }

  /** Opens a session for the user, who has no password; `headers` sends it from then on. */
  async logIn(user: number): Promise<void> {
    this.#tokens.set(user, await this.access.open(user, { address: '127.0.0.1', device: '' }));
  }

  /** Makes the user's session a fresh step-up, as a call that changes security requires. */
  async stepUp(user: number): Promise<void> {
    const session = await this.access.find(this.#tokens.get(user));
    if (session === undefined) throw new Error('the user is not logged in');
    await this.access.stepUp(session, true);
  }

  /**
   * The state without the number of commands and their keys: a refused command must not change it.
   */
  state(): unknown {
    const { seq: _seq, timeMs: _timeMs, keys: _keys, ...state } = this.engine.exchange.snapshot();
    return state;
  }

  async #serve(): Promise<void> {
    this.#access = new Access(this.queries);
    for (const user of this.users) await this.logIn(user);
    this.#gateway = await this.#openGateway({}, this.queries);
    this.address = `http://127.0.0.1:${await this.#gateway.listen({ host: '127.0.0.1', port: 0 })}`;
  }

  async #closeGateways(): Promise<void> {
    for (const gateway of [this.#gateway, ...this.#beside.splice(0)]) await gateway?.close();
  }

  async #openGateway(settings: Partial<GatewayOptions>, queries: Queries): Promise<Gateway> {
    const access = queries === this.queries ? this.access : new Access(queries);
    const auditLog = new AuditLog(queries, TEST_SECRETS);
    // Those of a test decide in its routes too.
    const operators =
      settings.operators instanceof Operators
        ? settings.operators
        : new Operators({
            queries,
            secrets: TEST_SECRETS,
            auditLog,
            delays: ownDelays(queries, 'operator'),
            needsTotp: false,
            waitMs: 0,
          });
    const { engine, live } = this;
    const outbox = outboxMessenger(queries);
    const { gateway, services } = await openExchange({
      gateway: {
        addresses: new ClientAddresses([]),
        production: false,
        rateLimits: false,
        webRoot: undefined,
        officeRoot: undefined,
        readiness: () => ({ ready: true, waitingFor: [] }),
        logger: pino({ level: 'error' }, { write: (line) => void this.failures.push(line) }),
        ...settings,
      },
      openSockets: () => ({
        isWatched: (user) => this.here.has(user),
        notify: (user, event, payload) => {
          this.sent.push({ user, event, payload });
          this.onSent?.({ user, event, payload });
          if (event === 'messages') this.told.push({ user, event: payload as MessagesEvent });
        },
      }),
      metrics: settings.metrics ?? new Registry(),
      queries,
      engine: {
        submit: (command) => this.submit(command),
        status: 'running',
        faultsChanged: () => void this.faultChanges++,
      },
      live,
      secrets: TEST_SECRETS,
      warn: (text) => this.alarms.push(text),
      now: () => engine.timeMs,
      access,
      operators,
      auditLog,
      auditWitness: auditLog,
      messenger: {
        send: (message) =>
          this.isMailDown
            ? Promise.reject(new Error('the mail server is down'))
            : outbox.send(message),
      },
      freezeLinks: new FreezeLinks(queries, ''),
      // Each gateway of the tests has counts of its own.
      limits: new MessageLimits(queries, new Secrets(randomUUID()), {
        isOn: settings.rateLimits ?? false,
      }),
      loginDelays: ownDelays(queries, 'customer'),
      delays: ownDelays(queries, 'proof'),
      custodian: this.custodian,
      isCustodyStarting: () => this.isCustodyStarting,
      bitcoinNetwork: 'regtest',
      demoChain: () => this.testCoins,
      doSalesAskForDevices: () => this.doSalesAskForDevices,
      merchant: this.merchant,
      isOwnGateway: true,
      paymentUrl: '',
      isDemo: true,
      isDemoPublic: false,
      hasDemoSeasons: false,
      isCancelOnly: () => false,
      passkeyOrigin: undefined,
      officeUrl: undefined,
      pushService: this.pushService,
      pushContact: 'https://exchange.example',
      pushNowMs: () => Date.now() + this.pushLaterMs,
      invitationUrl: '',
      projectorLag: () => Promise.resolve(0),
      alarms: () => [],
      fillWaitMs: this.fillWaitMs,
      contestNowMs: () => engine.timeMs,
      dealsNowMs: () => Date.now() + this.dealsLaterMs,
      paymentsNowMs: () => Date.now() + this.paymentsLaterMs,
    });
    if (queries === this.queries) {
      const { alertWatch, announcer, contest, deals, marginWatch, payments } = services;
      const { pushDeliveries } = services;
      Object.assign(this, { alertWatch, announcer, contest, deals, marginWatch, payments });
      Object.assign(this, { pushDeliveries });
    }
    return gateway;
  }

  async #begin(): Promise<void> {
    const { engine } = this;
    for (const { list } of MODULES) await list?.({ engine, live: this.live, isDemo: true });
    await seedSeconds(engine, this.live);
    await engine.submit({
      kind: 'index.set',
      source: 'test',
      prices: [[1, 6_000_000 as PriceTicks]],
    });
    for (const user of this.users) {
      for (const [currency, amount] of [
        [3, 100_000n * COIN],
        [1, 10n * COIN],
      ] as const) {
        await engine.submit({
          kind: 'ledger.deposit',
          user,
          wallet: 'spot',
          currency,
          amount: amount as Amount,
          reference: 'test',
        });
      }
    }
  }
}

/** Row by row, without looking at references: to truncate takes longer than most tests. */
function deleted(tables: readonly string[]): RawBuilder<unknown> {
  const statements = tables.map((table) => `delete from ${table};`);
  return sql.raw(`set local session_replication_role = replica; ${statements.join(' ')}`);
}

/** The rate of payments, set just now: without it payments are closed. */
async function setPaymentRate(queries: Queries): Promise<void> {
  const rows = [
    { key: 'payment_rate', value: '7.1', set_at: new Date() },
    { key: 'payment_rate_hours', value: '168', set_at: new Date() },
  ];
  for (const { key, ...row } of rows)
    await queries
      .insertInto('site_settings')
      .values({ key, ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute();
}
