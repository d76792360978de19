/**
 * For tests: the marketplace of a real server process with its threads and its journal. People are
 * written into its database, so that there can be thousands; all that they do goes over HTTP.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoFaucet } from '@meridian/contract/demo/calls';
import { officeLogin } from '@meridian/contract/office/calls';
import { officeProposalDecide } from '@meridian/contract/office/proposals';
import { adSend, dealTake, ownAds } from '@meridian/contract/p2p/calls';
import { officeP2pTermsSave } from '@meridian/contract/p2p/office';
import type { Call, CallInput, CallOutput } from '@meridian/contract/schema/call';
import { walletChange } from '@meridian/contract/wallet/calls';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { pgTypes, type Queries } from '../../src/database/database.ts';
import type { Tables } from '../../src/database/tables.ts';
import { removeDataDir, temporaryDataDir } from '../../src/database/temporary-database.ts';
import { addOperator } from '../../src/modules/office/operators.ts';
import { SealedFields } from '../../src/sealed/sealed-fields.ts';
import { openSecrets } from '../../src/secrets.ts';
import { hashOfToken } from '../../src/token-hash.ts';
import { Wire, verdictOf } from '../attack/house/wire.ts';
import { ServerProcess } from '../server-process.ts';

export const USDT = 3;
/** Whole coins of a deal that one operator rules on, and of one that two rule on. */
export const SMALL = 2;
export const BIG = 3;
const TERMS = {
  currency: USDT,
  min_money: '10',
  max_money: '50000',
  band_bps: 2_000,
  two_operators_from: '20',
  merchant_bond: '1000',
  open: '1',
  reason: 'A test',
} as const;
const PASSWORD = 'Abcd9876';
const AT_ONCE = 500;

export interface Person {
  readonly user: number;
  readonly token: string;
}

export interface Seller extends Person {
  readonly ad: number;
}

export class RealMarket {
  server: ServerProcess;
  wire: Wire;
  queries: Queries;
  readonly dataDir: string;
  /** Two operators who rule on appeals. */
  readonly operators: Person[] = [];
  /** How far the server's clock is ahead of ours. */
  #aheadMs = 0;

  private constructor(dataDir: string, server: ServerProcess, address: string) {
    this.dataDir = dataDir;
    this.server = server;
    this.wire = new Wire(address);
    this.queries = connect(server.databaseUrl());
  }

  static async open(): Promise<RealMarket> {
    const dataDir = temporaryDataDir();
    const server = started(dataDir, 0);
    try {
      const market = new RealMarket(dataDir, server, await server.ready());
      await market.#openOffice();
      return market;
    } catch (error) {
      await server.kill();
      removeDataDir(dataDir);
      throw error;
    }
  }

  /** Like a power failure, and a start after it. */
  async crash(): Promise<void> {
    await this.#hangUp();
    await this.server.kill();
    await this.#start();
  }

  get nowMs(): number {
    return Date.now() + this.#aheadMs;
  }

  /** Stops it, and starts it when so much time has passed. */
  async startLater(ms: number): Promise<void> {
    await this.stop();
    this.#aheadMs += ms;
    await this.#start();
    await this.stepUp();
  }

  async #start(): Promise<void> {
    this.server = started(this.dataDir, this.#aheadMs);
    this.wire = new Wire(await this.server.ready());
    this.queries = connect(this.server.databaseUrl());
  }

  /** Stops it cleanly, for an audit of its journal. */
  async stop(): Promise<void> {
    await this.#hangUp();
    const code = await this.server.stop();
    if (code !== 0) throw new Error(`a clean stop ended with ${code}: ${this.server.errors}`);
  }

  async remove(): Promise<void> {
    await this.#hangUp();
    await this.server.kill();
    removeDataDir(this.dataDir);
  }

  /** The code that a call is refused with, or `accepted`. */
  async verdict(call: Call, input: object, { token }: Person): Promise<string> {
    return verdictOf(await this.wire.call(call, input as never, { token }));
  }

  /** The answer of a call that must succeed. */
  async ask<C extends Call>(
    call: C,
    input: CallInput<C>,
    { token }: Pick<Person, 'token'> = { token: '' },
  ): Promise<CallOutput<C>> {
    const { body, text, status } = await this.wire.call(call, input, { token });
    if (body.type !== 'ok') throw new Error(`${call.path}: ${status} ${text.slice(0, 300)}`);
    return (call.envelope === 'bare' ? body : body.message) as CallOutput<C>;
  }

  /** Verified people who are logged in and have an old bank account. */
  async people(count: number): Promise<Person[]> {
    const made: Person[] = [];
    while (made.length < count) made.push(...(await this.#some(Math.min(AT_ONCE, count))));
    return made;
  }

  /** Somebody with coins and an ad that sells them. @param payMinutes the time to pay */
  async seller(coins: number, payMinutes = 15): Promise<Seller> {
    const [person] = await this.people(1);
    if (person === undefined) throw new Error('nobody');
    for (let given = 0; given < coins; given += 10_000) await this.ask(demoFaucet, {}, person);
    const fields = { from_field: 'change', to_field: 'legal' } as const;
    await this.ask(walletChange, { number: `${coins}`, currency_id: USDT, ...fields }, person);
    return { ...person, ad: await this.publish(person, coins, payMinutes) };
  }

  async publish(person: Person, coins: number, payMinutes = 15): Promise<number> {
    const ad = { type: 'sell', currency_id: USDT, price: '7', way: 'bank' } as const;
    const terms = { total_number: `${coins}`, min_number: '1', pay_minutes: payMinutes };
    await this.ask(adSend, { ...ad, ...terms }, person);
    return (await this.ask(ownAds, {}, person)).data[0]?.id ?? 0;
  }

  async taken({ ad }: Seller, buyer: Person, coins: number): Promise<number> {
    return (await this.ask(dealTake, { id: ad, number: `${coins}` }, buyer)).id;
  }

  /** Coins of the smallest unit that these people have in all wallets together. */
  async coinsOf(people: readonly Person[]): Promise<bigint> {
    const users = people.map(({ user }) => BigInt(user));
    const { rows } = await sql<{ sum: string }>`
      select coalesce(sum(amount), 0)::text as sum from statements
      where currency = ${USDT} and user_id = any(${users}::bigint[])`.execute(this.queries);
    return BigInt(rows[0]?.sum ?? 0);
  }

  /** Makes each session a fresh step-up: a race takes longer than one lasts. */
  async stepUp(): Promise<void> {
    await this.queries
      .updateTable('sessions')
      .set({ stepped_up_at: new Date(this.nowMs) })
      .execute();
  }

  async #hangUp(): Promise<void> {
    this.wire.hangUp();
    await this.queries.destroy();
  }

  async #some(count: number): Promise<Person[]> {
    const name = randomUUID();
    const fields = new SealedFields(openSecrets({ ...NO_KEY, dataDir: this.dataDir }));
    const rows = await this.queries
      .insertInto('users')
      .values(
        Array.from({ length: count }, (_none, index) => ({
          account: `${name}-${index}@test`,
          kind: 'email' as const,
          country_code: '',
          password_hash: 'none',
          extension_code: `${name}-${index}`,
          referrer_id: null,
          account_number: `${name}-${index}`,
          review_status: 'approved' as const,
        })),
      )
      .returning('id')
      .execute();
    const people = rows.map(({ id }) => ({
      user: Number(id),
      token: randomBytes(32).toString('base64url'),
    }));
    await this.queries
      .insertInto('payment_methods')
      .values(people.map(({ user }) => fields.seal('payment_methods', user, accountOf(user))))
      .execute();
    const now = new Date(this.nowMs);
    for (const { user, token } of people)
      await sql`
        insert into sessions (id, token_hash, user_id, address, device, created_at, last_used_at, stepped_up_at)
        values (${randomUUID()}::uuid, ${hashOfToken(token)}, ${user}, '127.0.0.1', '', ${now}, ${now}, ${now})`.execute(
        this.queries,
      );
    return people;
  }

  async #openOffice(): Promise<void> {
    for (const [account, role] of [
      ['one@office.example', 'approver'],
      ['two@office.example', 'approver'],
      ['owner@office.example', 'owner'],
    ] as const) {
      await addOperator(this.queries, { account, name: account, role, password: PASSWORD });
      const token = await this.ask(officeLogin, { account, password: PASSWORD });
      this.operators.push({ user: 0, token });
    }
    const [one, , owner] = this.operators;
    const { proposal } = (await this.ask(officeP2pTermsSave, TERMS, owner)) as unknown as {
      readonly proposal: number;
    };
    await this.ask(officeProposalDecide, { id: proposal, approved: '1' }, one);
  }
}

/** A server whose clock is ahead. */
function started(dataDir: string, aheadMs: number): ServerProcess {
  const file = join(dataDir, 'clock-offset');
  writeFileSync(file, String(aheadMs));
  const NODE_OPTIONS = `--import ${join(import.meta.dirname, '../crash/wrong-clock.ts')}`;
  return new ServerProcess(dataDir, { settings: { WRONG_CLOCK: file, NODE_OPTIONS } });
}

const NO_KEY = { secretKey: undefined, secretKeysOld: [] } as const;

function connect(connectionString: string): Queries {
  const pool = new pg.Pool({ connectionString, max: 2, types: pgTypes() });
  // A killed server's database ends the pool's sessions.
  pool.on('error', () => undefined);
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

function accountOf(user: number) {
  return {
    user_id: BigInt(user),
    real_name: 'Somebody',
    bank_name: 'Bank',
    bank_account: `62220000${user}`,
    bank_since: new Date(0),
    updated_at: new Date(0),
    alipay_account: '',
    wechat_nickname: '',
    wechat_account: '',
    alipay_since: null,
    wechat_since: null,
  };
}
