/** For tests: owners' confirmations of their withdrawals. */
import { randomUUID } from 'node:crypto';
import type { CallInput } from '@meridian/contract/schema/call';
import { confirmBegin, withdraw } from '@meridian/contract/custody/calls';
import { generate, generateSecret } from 'otplib';
import type { Queries } from '../../src/database/database.ts';
import { hashOfToken } from '../../src/token-hash.ts';
import { TestAuthenticator } from './authenticator.ts';
import { ALICE, TEST_SECRETS, type As, type TestExchange } from '../test-exchange.ts';

/** The origin of browsers with passkeys. */
const ORIGIN = 'http://localhost:3000';

type Terms = CallInput<typeof confirmBegin>;

/** The fields that confirm a request for a withdrawal. */
export interface Confirmed {
  readonly ticket: string;
  readonly value: string;
}

/** Gives an account an old passkey, for which withdrawals are no longer held back. */
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

/** The same with an authenticator. Returns a function that gives its codes. */
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

/** Owners with passkeys, who confirm every request. Alice is the default. */
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
    // A device without a counter, so that its answers may come in any order.
    device.counter = -1;
    return { ticket, value: device.get(options, ORIGIN) };
  }

  /** Requests a withdrawal and confirms it. */
  async withdraw(terms: Terms, as: As = {}): Promise<string> {
    return this.#exchange.call(
      withdraw,
      { ...terms, ...(await this.confirm(terms, as)) },
      { user: ALICE, ...as, origin: ORIGIN },
    );
  }

  /** The same with an earlier proof: many proofs at once would be delayed. */
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
