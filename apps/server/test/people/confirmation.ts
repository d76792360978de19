/** For tests: how owners confirm their withdrawals. */
import { randomUUID } from 'node:crypto';
import type { CallInput } from '@meridian/contract/schema/call';
import { confirmBegin, withdraw } from '@meridian/contract/custody/calls';
import { generate, generateSecret } from 'otplib';
import type { Queries } from '../../src/database/database.ts';
import { hashOfToken } from '../../src/token-hash.ts';
import { TestAuthenticator } from './authenticator.ts';
import { ALICE, TEST_SECRETS, type As, type TestExchange } from '../test-exchange.ts';

/** The page that browsers of passkeys are on. */
const ORIGIN = 'http://localhost:3000';

type Terms = CallInput<typeof confirmBegin>;

/** What is added to a request for a withdrawal. */
export interface Confirmed {
  readonly ticket: string;
  readonly value: string;
}

/** Gives an account a passkey that it has had for so long that nothing is held back any more. */
export async function ownPasskey(
  queries: Queries,
  user: number,
  device = new TestAuthenticator(),
): Promise<TestAuthenticator> {
  const row = {
    id: randomUUID(),
    user_id: BigInt(user),
    credential_id: device.id.toString('base64url'),
    public_key: device.coseKey,
    counter: BigInt(device.counter),
    name: 'Key',
    created_at: new Date(0),
    last_used_at: null,
  };
  await queries.insertInto('passkeys').values(row).execute();
  return device;
}

/** The same with an authenticator. Returns what gives its codes. */
export async function ownTotp(queries: Queries, user: number): Promise<() => Promise<string>> {
  const secret = generateSecret();
  await queries
    .insertInto('totp_secrets')
    .values({
      user_id: BigInt(user),
      secret: TEST_SECRETS.seal(`totp ${user}`, secret),
      pending: null,
    })
    .execute();
  return () => generate({ secret });
}

/** Owners with passkeys, who confirm whatever they are asked. Alice, where nobody is named. */
export class ConfirmingOwners {
  readonly #exchange: TestExchange;
  readonly #devices = new Map<number, TestAuthenticator>();

  constructor(exchange: TestExchange) {
    this.#exchange = exchange;
  }

  async confirm(terms: Terms, { user = ALICE }: As = {}): Promise<Confirmed> {
    const device = this.#devices.get(user) ?? (await ownPasskey(this.#exchange.queries, user));
    this.#devices.set(user, device);
    const { ticket, options } = await this.#exchange.call(confirmBegin, terms, {
      user,
      origin: ORIGIN,
    });
    // It does not count, so that its answers may come in any order.
    device.counter = -1;
    return { ticket, value: device.get(options, ORIGIN) };
  }

  /** Asks for a withdrawal and confirms it. */
  async withdraw(terms: Terms, as: As = {}): Promise<string> {
    return this.#exchange.call(
      withdraw,
      { ...terms, ...(await this.confirm(terms, as)) },
      { user: ALICE, ...as, origin: ORIGIN },
    );
  }

  /** The same where the proof was taken before: of many at once, proofs would be told to wait. */
  async withdrawProven(
    terms: Terms,
    { user = ALICE, key = randomUUID() }: As = {},
  ): Promise<string> {
    const { ticket } = await this.confirm(terms, { user });
    const proven = { proven_at: new Date(), idempotency_key: key };
    await this.#exchange.queries
      .updateTable('withdrawal_confirmations')
      .set(proven)
      .where('ticket_hash', '=', hashOfToken(ticket))
      .execute();
    return this.#exchange.call(withdraw, { ...terms, ticket, value: '-' }, { user, key });
  }
}
