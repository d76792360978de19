import { randomBytes, randomUUID } from 'node:crypto';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import { CONFIRMATION_MINUTES } from '@meridian/contract/custody/calls';
import type { ExpressionBuilder, Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { hashOfToken } from '../../token-hash.ts';
import type { CeremonyPurpose, SecurityTables } from './security-tables.ts';

export type Passkey = Selectable<SecurityTables['passkeys']>;

/** A ceremony that has begun, for the browser. */
interface Begun {
  readonly ticket: string;
  /** JSON for @simplewebauthn/browser. */
  readonly options: string;
}

/** The browser's answer to a ceremony. */
interface Answer {
  readonly ticket: string;
  /** JSON. */
  readonly credential: string;
  /** Origin of the page, as reported by the browser. */
  readonly origin: string;
}

const NAME = 'Meridian';
const CEREMONY_MS = 5 * 60_000;
/** As long as the confirmation that it belongs to. */
const CONFIRMATION_MS = CONFIRMATION_MINUTES * 60_000;
const TICKET_BYTES = 24;
const MOST_OF_ONE_USER = 10;
const CREDENTIAL_ID = /^[\w-]{1,2048}$/;

/**
 * Passkeys (WebAuthn): unlocked by the fingerprint or code of a device, they are both factors at
 * once. Owns their table and that of the ceremonies under way. Promises that a challenge is used
 * once, by the user who began it, within five minutes (ten, for a withdrawal), on our own pages.
 */
export class Passkeys {
  readonly #queries: Queries;
  /** Origin of our pages; undefined (demo mode): the origin where the visitor opened them. */
  readonly #publicOrigin: string | undefined;
  readonly #nowMs: () => number;

  constructor(queries: Queries, publicOrigin: string | undefined, nowMs: () => number = Date.now) {
    this.#queries = queries;
    this.#publicOrigin = publicOrigin;
    this.#nowMs = nowMs;
  }

  async list(user: number): Promise<Passkey[]> {
    return this.#queries
      .selectFrom('passkeys')
      .selectAll()
      .where('user_id', '=', BigInt(user))
      .orderBy('created_at')
      .execute();
  }

  async beginAdding(user: { id: number; account: string }, origin: string): Promise<Begun> {
    const existing = await this.list(user.id);
    if (existing.length >= MOST_OF_ONE_USER) throw new Refusal('passkeys_too_many');
    const options = await generateRegistrationOptions({
      rpName: NAME,
      rpID: this.#site(origin).id,
      userName: user.account,
      userID: new TextEncoder().encode(String(user.id)),
      attestationType: 'none',
      excludeCredentials: existing.map(({ credential_id }) => ({ id: credential_id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return this.#begin('add', user.id, options);
  }

  /** The new passkey. Uses its challenge up. Refuses with `passkey_invalid`. */
  async made(user: number, answer: Answer): Promise<WebAuthnCredential> {
    const challenge = await this.#challengeOf('add', answer.ticket, user);
    const site = this.#site(answer.origin);
    const { registrationInfo } = await sound(() =>
      verifyRegistrationResponse({
        response: JSON.parse(answer.credential) as never,
        expectedChallenge: challenge,
        expectedOrigin: site.origin,
        expectedRPID: site.id,
        requireUserVerification: true,
      }),
    );
    if (registrationInfo === undefined) throw new Refusal('passkey_invalid');
    return registrationInfo.credential;
  }

  /**
   * Adds a passkey. Refuses with `passkey_invalid` or `passkeys_too_many`. In `changeFactors`, so
   * that the count holds until the new one is in.
   */
  async add(
    transaction: Queries,
    user: number,
    { name, credential }: { readonly name: string; readonly credential: WebAuthnCredential },
  ): Promise<void> {
    const { count } = await transaction
      .selectFrom('passkeys')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('user_id', '=', BigInt(user))
      .executeTakeFirstOrThrow();
    if (Number(count) >= MOST_OF_ONE_USER) throw new Refusal('passkeys_too_many');
    const added = await transaction
      .insertInto('passkeys')
      .values({
        id: randomUUID(),
        user_id: BigInt(user),
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: BigInt(credential.counter),
        name,
        created_at: new Date(this.#nowMs()),
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 0n) throw new Refusal('passkey_invalid');
  }

  /** False if the user has no such passkey. In `changeFactors`. */
  async remove(transaction: Queries, user: number, id: string): Promise<boolean> {
    const removed = await transaction
      .deleteFrom('passkeys')
      .where('user_id', '=', BigInt(user))
      .where('id', '=', id)
      .executeTakeFirst();
    return removed.numDeletedRows > 0n;
  }

  async beginLogin(origin: string): Promise<Begun> {
    const options = await generateAuthenticationOptions({
      rpID: this.#site(origin).id,
      userVerification: 'required',
    });
    return this.#begin('login', undefined, options);
  }

  async beginStepUp(user: number, origin: string): Promise<Begun> {
    return this.#begin('step_up', user, await this.#question(user, origin));
  }

  /**
   * The challenge of one withdrawal.
   * @param ticket of its confirmation, and of the ceremony
   * @returns the options for the browser
   */
  async beginWithdrawal(user: number, ticket: string, origin: string): Promise<string> {
    return (await this.#begin('withdraw', user, await this.#question(user, origin), ticket))
      .options;
  }

  /**
   * The user whose passkey answered. Refuses with `passkey_invalid`.
   *
   * @param user who began it; undefined for a login
   * @param queries a transaction, if the answer must be used up together with the request that it
   *   confirms
   */
  async prove(
    purpose: Exclude<CeremonyPurpose, 'add'>,
    answer: Answer,
    user?: number,
    queries: Queries = this.#queries,
  ): Promise<number> {
    const challenge = await this.#challengeOf(purpose, answer.ticket, user, queries);
    const site = this.#site(answer.origin);
    const { passkey, newCounter } = await sound(async () => {
      const response = JSON.parse(answer.credential) as { id: string };
      // A text that the database refuses would abort the transaction.
      if (!CREDENTIAL_ID.test(String(response.id))) throw new Error('no id of a passkey');
      const passkey = await queries
        .selectFrom('passkeys')
        .selectAll()
        .where('credential_id', '=', String(response.id))
        .executeTakeFirstOrThrow();
      const credential = {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
      };
      const verified = await verifyAuthenticationResponse({
        response: response as never,
        expectedChallenge: challenge,
        expectedOrigin: site.origin,
        expectedRPID: site.id,
        credential,
        requireUserVerification: true,
      });
      if (!verified.verified) throw new Error('the signature is not of this passkey');
      return { passkey, newCounter: verified.authenticationInfo.newCounter };
    });
    if (user !== undefined && Number(passkey.user_id) !== user)
      throw new Refusal('passkey_invalid');
    // Two answers with one counter cannot both be the device's: only the one that advances it is
    // accepted. Devices without a counter send 0.
    const moved = await queries
      .updateTable('passkeys')
      .set({ counter: BigInt(newCounter), last_used_at: new Date(this.#nowMs()) })
      .where('id', '=', passkey.id)
      .where('counter', newCounter === 0 ? '=' : '<', BigInt(newCounter))
      .executeTakeFirst();
    if (moved.numUpdatedRows === 0n) throw new Refusal('passkey_invalid');
    return Number(passkey.user_id);
  }

  async #question(user: number, origin: string): ReturnType<typeof generateAuthenticationOptions> {
    const own = await this.list(user);
    return generateAuthenticationOptions({
      rpID: this.#site(origin).id,
      userVerification: 'required',
      allowCredentials: own.map(({ credential_id }) => ({ id: credential_id })),
    });
  }

  async #begin(
    purpose: CeremonyPurpose,
    user: number | undefined,
    options: { challenge: string },
    ticket = randomBytes(TICKET_BYTES).toString('base64url'),
  ): Promise<Begun> {
    const now = this.#nowMs();
    await this.#queries.deleteFrom('ceremonies').where('expires_at', '<', new Date(now)).execute();
    await this.#queries
      .insertInto('ceremonies')
      .values({
        ticket_hash: hashOfToken(ticket),
        purpose,
        user_id: user === undefined ? null : BigInt(user),
        challenge: options.challenge,
        expires_at: new Date(now + (purpose === 'withdraw' ? CONFIRMATION_MS : CEREMONY_MS)),
      })
      .execute();
    return { ticket, options: JSON.stringify(options) };
  }

  /**
   * The challenge of a ceremony, used up when its own user asks. A request by another user does not
   * use it up.
   */
  async #challengeOf(
    purpose: CeremonyPurpose,
    ticket: string,
    user: number | undefined,
    queries: Queries = this.#queries,
  ): Promise<string> {
    const isAsked = (eb: ExpressionBuilder<Tables, 'ceremonies'>) =>
      eb.and([
        eb('ticket_hash', '=', hashOfToken(ticket)),
        eb('purpose', '=', purpose),
        eb('user_id', 'is not distinct from', user === undefined ? null : BigInt(user)),
        eb('expires_at', '>', new Date(this.#nowMs())),
      ]);
    // A withdrawal's challenge stays for its five tries; its ticket ends it.
    const begun =
      purpose === 'withdraw'
        ? await queries
            .selectFrom('ceremonies')
            .select('challenge')
            .where(isAsked)
            .executeTakeFirst()
        : await queries
            .deleteFrom('ceremonies')
            .where(isAsked)
            .returning('challenge')
            .executeTakeFirst();
    if (begun === undefined) throw new Refusal('passkey_invalid');
    return begun.challenge;
  }

  #site(origin: string): { id: string; origin: string } {
    const expected = this.#publicOrigin ?? origin;
    if (!URL.canParse(expected)) throw new Refusal('passkey_invalid');
    return { id: new URL(expected).hostname, origin: expected };
  }
}

/** A forged answer, or an unknown passkey, is a refusal, also where the parser throws. */
async function sound<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch {
    throw new Refusal('passkey_invalid');
  }
}
