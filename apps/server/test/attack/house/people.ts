/**
 * For tests: customers and operators who use a server from outside, each from an address of their
 * own.
 */
import { randomUUID } from 'node:crypto';
import { smsMail, userInfo, userLogin, userRegister } from '@meridian/contract/account/calls';
import {
  isDecision,
  type Call,
  type CallInput,
  type CallOutput,
} from '@meridian/contract/schema/call';
import { confirmBegin, withdraw } from '@meridian/contract/custody/calls';
import { officeLogin } from '@meridian/contract/office/calls';
import { operatorTotpBegin, operatorTotpEnable } from '@meridian/contract/office/operators';
import { passkeyAdd, passkeyBegin, totpBegin, totpEnable } from '@meridian/contract/security/calls';
import { upload } from '@meridian/contract/identity/calls';
import { generate } from 'otplib';
import sharp from 'sharp';
import { TestAuthenticator } from '../../people/authenticator.ts';
import { verdictOf, type Answer, type Sending, type Wire } from './wire.ts';

/** The password of every customer that the attacks register. */
export const PASSWORD = 'Abcd9876xyz';
/** A common browser. */
export const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const HALF_MINUTE_MS = 30_000;

/** The parts of a house that its users need. */
interface Place {
  newAddress(): string;
  codeFor(receiver: string): Promise<string>;
  readonly customers: Wire;
  readonly office: Wire;
  readonly server: { sql(text: string, values?: readonly unknown[]): Promise<unknown> };
}

abstract class Person {
  readonly house: Place;
  readonly from: string;
  token = '';

  constructor(house: Place, from = house.newAddress()) {
    this.house = house;
    this.from = from;
  }

  abstract get wire(): Wire;

  send<C extends Call>(
    call: C,
    input: CallInput<C> | Readonly<Record<string, unknown>>,
    sending: Sending = {},
  ): Promise<Answer> {
    return this.wire.call(call, input, {
      token: this.token,
      from: this.from,
      ...sending,
      headers: { lang: 'en', 'user-agent': BROWSER, origin: this.wire.origin, ...sending.headers },
    });
  }

  /** The answer of a call that must succeed. */
  async ask<C extends Call>(
    call: C,
    input: CallInput<C>,
    sending?: Sending,
  ): Promise<CallOutput<C>> {
    const { body, text, status } = await this.send(call, input, sending);
    if (body.type !== 'ok') throw new Error(`${call.path}: ${status} ${text.slice(0, 300)}`);
    return (call.envelope === 'bare' ? body : body.message) as CallOutput<C>;
  }

  /** The code that a call is refused with, or `accepted`. */
  async verdict<C extends Call>(
    call: C,
    input: CallInput<C> | Readonly<Record<string, unknown>>,
    sending?: Sending,
  ): Promise<string> {
    return verdictOf(await this.send(call, input, sending));
  }
}

export class Customer extends Person {
  account = '';
  password = PASSWORD;
  user = 0;

  get wire(): Wire {
    return this.house.customers;
  }

  async register(account: string): Promise<this> {
    this.account = account;
    await this.ask(smsMail, { user_string: account });
    await this.ask(userRegister, {
      type: 'email',
      user_string: account,
      code: await this.house.codeFor(account),
      password: this.password,
      re_password: this.password,
    });
    return this.logIn();
  }

  async logIn(more: Readonly<Record<string, string>> = {}): Promise<this> {
    this.token = await this.ask(userLogin, {
      user_string: this.account,
      password: this.password,
      ...more,
    });
    this.user = (await this.ask(userInfo, {})).id;
    return this;
  }

  async enableTotp(): Promise<string> {
    const { secret } = await this.ask(totpBegin, {});
    await this.ask(totpEnable, {
      code: await generate({ secret, epoch: (Date.now() - HALF_MINUTE_MS) / 1000 }),
    });
    return secret;
  }

  async addPasskey(device = new TestAuthenticator()): Promise<TestAuthenticator> {
    const { ticket, options } = await this.ask(passkeyBegin, {});
    await this.ask(passkeyAdd, {
      ticket,
      credential: device.create(options, this.wire.origin),
      name: 'Key',
    });
    return device;
  }

  /** Gives the account an old passkey, for which withdrawals are no longer held back. */
  async ownPasskey(): Promise<TestAuthenticator> {
    const device = new TestAuthenticator();
    const row = [randomUUID(), this.user, device.id.toString('base64url'), device.coseKey];
    await this.house.server.sql(
      `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, name, created_at) VALUES ($1, $2, $3, $4, 0, 'Key', '2026-01-01')`,
      row,
    );
    return device;
  }

  /**
   * Requests a withdrawal as its owner does, confirmed by a passkey or by the code of the mail.
   * Returns the code of the refusal, or `accepted`.
   *
   * @param device of the owner; the mail is read without one
   */
  async withdraw(
    terms: CallInput<typeof confirmBegin>,
    device?: TestAuthenticator,
  ): Promise<string> {
    const begun = await this.send(confirmBegin, terms);
    if (begun.body.type !== 'ok') return verdictOf(begun);
    const { ticket, options } = begun.body.message as CallOutput<typeof confirmBegin>;
    // A device without a counter, so that its answers may come in any order.
    if (device !== undefined) device.counter = -1;
    const value =
      device === undefined
        ? await this.house.codeFor(this.account)
        : device.get(options, this.wire.origin);
    return this.verdict(withdraw, { ...terms, ticket, value });
  }

  /** Uploads a small picture. Returns the link to it. */
  async upload(): Promise<string> {
    picture ??= await sharp({ create: { width: 24, height: 16, channels: 3, background: '#3a6' } })
      .png()
      .toBuffer();
    const { body, text } = await this.wire.file(upload, picture, {
      token: this.token,
      from: this.from,
    });
    if (body.type !== 'ok') throw new Error(`upload: ${text}`);
    return String(body.message);
  }

  /** The same account at another address without a session: for a login elsewhere. */
  elsewhere(): Customer {
    const thief = new Customer(this.house);
    thief.account = this.account;
    thief.password = this.password;
    thief.user = this.user;
    return thief;
  }
}

let picture: Buffer | undefined;

export class Operator extends Person {
  readonly account: string;
  readonly password: string;
  secret = '';

  constructor(
    house: Place,
    { account, password, from }: { account: string; password: string; from?: string },
  ) {
    super(house, from);
    this.account = account;
    this.password = password;
  }

  get wire(): Wire {
    return this.house.office;
  }

  /** The same operator at another address of the same network, with the authenticator. */
  again(): Operator {
    const other = new Operator(this.house, this);
    other.secret = this.secret;
    return other;
  }

  async logIn(): Promise<this> {
    this.token = await this.ask(officeLogin, {
      account: this.account,
      password: this.password,
      ...(this.secret === '' ? {} : { totp: await this.code() }),
    });
    return this;
  }

  /** Enables an authenticator, as production requires of all operators. */
  async enableTotp(): Promise<void> {
    const { secret } = await this.ask(operatorTotpBegin, { password: this.password });
    this.secret = secret;
    await this.ask(operatorTotpEnable, {
      code: await generate({ secret, epoch: (Date.now() - HALF_MINUTE_MS) / 1000 }),
    });
  }

  /**
   * The next code of the authenticator. Clears the last used one, since the server accepts each
   * code once.
   */
  async code(): Promise<string> {
    await this.house.server.sql('UPDATE operators SET totp_step = 0 WHERE account = $1', [
      this.account,
    ]);
    return generate({ secret: this.secret });
  }

  override async send<C extends Call>(
    call: C,
    input: CallInput<C> | Readonly<Record<string, unknown>>,
    sending: Sending = {},
  ): Promise<Answer> {
    const asksCode =
      this.secret !== '' &&
      (isDecision(call) || call.asksCode === true) &&
      sending.headers?.['x-operator-code'] === undefined;
    return super.send(
      call,
      input,
      asksCode
        ? { ...sending, headers: { 'x-operator-code': await this.code(), ...sending.headers } }
        : sending,
    );
  }
}
