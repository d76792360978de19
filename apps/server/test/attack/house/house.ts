/**
 * For tests: the two servers under attack. The demo runs as `npm start` starts it for a newcomer;
 * production runs behind a TLS proxy, with two operators, real mails to a sink, and no prices,
 * since other exchanges cannot be reached from here.
 */
import { randomBytes } from 'node:crypto';
import { freePort } from '../../../src/free-port.ts';
import { demoOutbox } from '@meridian/contract/demo/calls';
import { setTimeout as delay } from 'node:timers/promises';
import { MailSink } from './mail-sink.ts';
import { Customer, Operator } from './people.ts';
import {
  LOOPBACK_ONLY,
  runToEnd,
  RunningServer,
  SCRIPTS,
  type Settings,
} from './running-server.ts';
import { TlsProxy } from './tls-proxy.ts';
import { Wire } from './wire.ts';

const OPERATOR_PASSWORD = 'correct horse, battery';
const MAIL_WITHIN_MS = 10_000;
const POLL_MS = 20;

export interface Message {
  readonly text: string;
}

export abstract class House {
  abstract readonly name: 'demo' | 'production';
  readonly server: RunningServer;
  /**
   * Entries for customers and for operators: the office has a listener of its own in production.
   */
  readonly customers: Wire;
  readonly office: Wire;
  /** Entry for the figures of the running server. */
  readonly figures: Wire;
  owner!: Operator;
  approver!: Operator;
  #addresses = 0;
  #names = 0;

  constructor(server: RunningServer, wires: { customers: Wire; office: Wire; figures: Wire }) {
    this.server = server;
    this.customers = wires.customers;
    this.office = wires.office;
    this.figures = wires.figures;
  }

  /** An unused address, in an unused network. */
  newAddress(): string {
    const number = ++this.#addresses;
    return this.addressOf(number >> 8, number & 255);
  }

  newName(): string {
    return `person${++this.#names}@${this.name}.example`;
  }

  newcomer(account = this.newName()): Promise<Customer> {
    return new Customer(this).register(account);
  }

  /** The newest verification code of a receiver. Waits for an unread one. */
  async codeFor(receiver: string): Promise<string> {
    for (
      const deadline = Date.now() + MAIL_WITHIN_MS;
      Date.now() < deadline;
      await delay(POLL_MS)
    ) {
      const messages = await this.messagesTo(receiver);
      const code = messages
        .map(({ text }) => /\b\d{6}\b/.exec(text)?.[0])
        .find((found) => found !== undefined);
      if (code !== undefined && code !== this.#read.get(receiver)) {
        this.#read.set(receiver, code);
        return code;
      }
    }
    throw new Error(`no code came to ${receiver}`);
  }

  /** Ages the codes of a receiver by a minute, so that the next one can be requested. */
  async minutePasses(receiver: string): Promise<void> {
    await this.server.sql(
      `UPDATE verification_codes SET created_at = created_at - interval '61 seconds' WHERE receiver = $1`,
      [receiver],
    );
    await this.server.sql(`UPDATE message_counts SET ends_at = ends_at - interval '61 seconds'`);
  }

  /** Restarts the server, with changed settings if given. */
  async restart(change: Settings = {}): Promise<void> {
    await this.server.stop();
    for (const wire of new Set([this.customers, this.office, this.figures])) wire.hangUp();
    await this.server.start(change);
  }

  readonly #read = new Map<string, string>();

  /** Messages to a receiver, newest first. */
  abstract messagesTo(receiver: string): Promise<readonly Message[]>;
  abstract close(): Promise<void>;
  protected abstract addressOf(high: number, low: number): string;
}

export class DemoHouse extends House {
  readonly name = 'demo';

  static async open(settings: Settings = {}): Promise<DemoHouse> {
    const server = new RunningServer({ script: SCRIPTS.start, port: await freePort(), settings });
    try {
      await server.start();
      const wire = new Wire(server.url);
      const house = new DemoHouse(server, { customers: wire, office: wire, figures: wire });
      house.owner = await new Operator(house, {
        account: 'admin@meridian.test',
        password: 'Admin1234',
      }).logIn();
      house.approver = await new Operator(house, {
        account: 'approver@meridian.test',
        password: 'Admin1234',
      }).logIn();
      return house;
    } catch (error) {
      await server.remove();
      throw error;
    }
  }

  /** One of the two customers of the README: verified, with play money. */
  async demoCustomer(account: 'demo@meridian.test' | 'demo2@meridian.test'): Promise<Customer> {
    const customer = new Customer(this);
    customer.account = account;
    customer.password = 'Demo1234';
    // An earlier row may have given the account a passkey, which would then have to confirm
    // withdrawals.
    await this.server.sql(
      'DELETE FROM passkeys USING users WHERE users.id = passkeys.user_id AND users.email = $1',
      [account],
    );
    return customer.logIn();
  }

  async messagesTo(receiver: string): Promise<readonly Message[]> {
    const { body } = await this.customers.call(
      demoOutbox,
      { to: receiver },
      { from: this.newAddress() },
    );
    return (body.message as { text: string }[] | undefined) ?? [];
  }

  async close(): Promise<void> {
    this.customers.hangUp();
    await this.server.remove();
  }

  protected addressOf(high: number, low: number): string {
    return `127.${40 + high}.${low}.7`;
  }
}

export class ProductionHouse extends House {
  readonly name = 'production';
  readonly #proxies: readonly TlsProxy[];
  readonly #mails: MailSink;

  private constructor(
    server: RunningServer,
    parts: {
      customers: Wire;
      office: Wire;
      figures: Wire;
      proxies: readonly TlsProxy[];
      mails: MailSink;
    },
  ) {
    super(server, parts);
    this.#proxies = parts.proxies;
    this.#mails = parts.mails;
  }

  static async open(settings: Settings = {}): Promise<ProductionHouse> {
    const proxy = await TlsProxy.start();
    const officeProxy = await TlsProxy.start();
    const mails = await MailSink.start();
    const ports = {
      customers: await freePort(),
      office: await freePort(),
      figures: await freePort(),
    };
    const server = new RunningServer({
      script: SCRIPTS.main,
      port: ports.customers,
      settings: {
        ...LOOPBACK_ONLY,
        ...{
          MODE: 'production',
          PUBLIC_URL: proxy.url,
          TRUSTED_PROXIES: '127.0.0.1',
          SECRET_KEY: randomBytes(32).toString('base64url'),
          OPERATOR_WAIT_HOURS: '1',
        },
        ...{
          SMTP_URL: mails.url,
          MAIL_FROM: 'Meridian <no-reply@exchange.example>',
          FEED: 'live:binance,okx,kraken',
        },
        ...{
          OFFICE_URL: officeProxy.url,
          OFFICE_PORT: String(ports.office),
          METRICS_PORT: String(ports.figures),
        },
        ...settings,
      },
    });
    const closeAll = async (): Promise<void> => {
      for (const each of [proxy, officeProxy]) each.close();
      mails.close();
      await server.remove();
    };
    try {
      for (const [account, name, role] of [
        ['ann@desk.example', 'Ann', 'owner'],
        ['ben@desk.example', 'Ben', 'approver'],
      ] as const) {
        const { code, output } = await runToEnd(SCRIPTS.operator, server.settings, {
          input: OPERATOR_PASSWORD,
          programArguments: [`--account=${account}`, `--name=${name}`, `--role=${role}`],
        });
        if (code !== 0) throw new Error(`no operator: ${output}`);
      }
      await server.start();
      proxy.upstream = new URL(server.url);
      officeProxy.upstream = new URL(`http://127.0.0.1:${ports.office}`);
      const customers = new Wire(proxy.url, proxy.cert);
      const office = new Wire(officeProxy.url, officeProxy.cert);
      const figures = new Wire(`http://127.0.0.1:${ports.figures}`);
      const house = new ProductionHouse(server, {
        customers,
        office,
        figures,
        proxies: [proxy, officeProxy],
        mails,
      });
      house.owner = await house.#operator('ann@desk.example');
      house.approver = await house.#operator('ben@desk.example');
      return house;
    } catch (error) {
      await closeAll();
      throw error;
    }
  }

  messagesTo(receiver: string): Promise<readonly Message[]> {
    return Promise.resolve(this.#mails.to(receiver).toReversed());
  }

  async close(): Promise<void> {
    for (const wire of [this.customers, this.office, this.figures]) wire.hangUp();
    for (const proxy of this.#proxies) proxy.close();
    this.#mails.close();
    await this.server.remove();
  }

  protected addressOf(high: number, low: number): string {
    return `198.${18 + high}.${low}.7`;
  }

  async #operator(account: string): Promise<Operator> {
    const operator = await new Operator(this, { account, password: OPERATOR_PASSWORD }).logIn();
    await operator.enableTotp();
    return operator;
  }
}
