import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { Messenger } from '../account/messenger.ts';
import type { OfficeTables, Operator } from './office-tables.ts';

export type OperatorDeviceRow = Selectable<OfficeTables['operator_devices']>;

interface DeviceServices {
  readonly queries: Queries;
  readonly messenger: Messenger;
  /** Origin of the office; undefined (demo mode): the origin where operators opened it. */
  readonly officeUrl: string | undefined;
}

const CEREMONY_MS = 5 * 60_000;
const MOST_OF_ONE = 10;
/** Algorithms that the signer verifies: ES256, Ed25519, RS256. */
const ALGORITHMS = [-7, -8, -257];

/**
 * Devices (WebAuthn) by which operators sign approvals of withdrawals. Owns their table, which has
 * no keys: the signer's own policy, which this server neither reads nor writes, decides whose
 * signatures count. Promises that a device is added on the office's own page, by the operator who
 * began it, within five minutes.
 */
export class OperatorDevices {
  readonly #services: DeviceServices;
  readonly #nowMs: () => number;
  /**
   * Challenges of registrations under way. A restart forgets them, and the operator begins again.
   */
  readonly #challenges = new Map<
    bigint,
    { readonly challenge: string; readonly untilMs: number }
  >();

  constructor(services: DeviceServices, nowMs: () => number = Date.now) {
    this.#services = services;
    this.#nowMs = nowMs;
  }

  list(operator: bigint): Promise<OperatorDeviceRow[]> {
    return this.#services.queries
      .selectFrom('operator_devices')
      .selectAll()
      .where('operator_id', '=', operator)
      .orderBy('created_at')
      .execute();
  }

  /** @returns JSON for the browser. Refuses with `passkeys_too_many` */
  async begin({ id, account, name }: Operator, origin: string): Promise<string> {
    const existing = await this.list(id);
    if (existing.length >= MOST_OF_ONE) throw new Refusal('passkeys_too_many');
    const options = await generateRegistrationOptions({
      rpName: 'Meridian office',
      rpID: this.#site(origin).id,
      userName: account,
      userDisplayName: name,
      userID: new TextEncoder().encode(`operator ${id}`),
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: existing.map(({ credential }) => ({ id: credential })),
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
    });
    this.#challenges.set(id, {
      challenge: options.challenge,
      untilMs: this.#nowMs() + CEREMONY_MS,
    });
    return JSON.stringify(options);
  }

  /** The id of the new device. Refuses with `passkey_invalid` */
  async verified(
    { id }: Pick<Operator, 'id'>,
    answer: { readonly credential: string; readonly origin: string },
  ): Promise<string> {
    const begun = this.#challenges.get(id);
    this.#challenges.delete(id);
    if (begun === undefined || begun.untilMs < this.#nowMs()) throw new Refusal('passkey_invalid');
    const site = this.#site(answer.origin);
    try {
      const { registrationInfo } = await verifyRegistrationResponse({
        response: JSON.parse(answer.credential) as never,
        expectedChallenge: begun.challenge,
        expectedOrigin: site.origin,
        expectedRPID: site.id,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      });
      if (registrationInfo !== undefined) return registrationInfo.credential.id;
    } catch {
      // A forged answer is a refusal, also where the parser throws.
    }
    throw new Refusal('passkey_invalid');
  }

  /** Refuses with `passkey_invalid` if the device already belongs to an operator. */
  async add(
    transaction: Queries,
    {
      operator,
      credential,
      name,
    }: { readonly operator: bigint; readonly credential: string; readonly name: string },
  ): Promise<void> {
    const row = { credential, operator_id: operator, name, created_at: new Date(this.#nowMs()) };
    const added = await transaction
      .insertInto('operator_devices')
      .values(row)
      .onConflict((conflict) => conflict.column('credential').doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 0n) throw new Refusal('passkey_invalid');
  }

  /** Notifies the operator by mail. A failed mail undoes nothing: the log has the device too. */
  async tell({ account }: Pick<Operator, 'account'>, name: string): Promise<void> {
    const body = `The device "${name}" was added to ${account} in the Meridian office. It approves nothing until who runs the signer has added its key.\n\nIf that was not you, call another operator now.`;
    await this.#services.messenger
      .send({
        receiver: account,
        kind: 'mail',
        subject: 'A device was added to your office account',
        body,
        code: '',
      })
      .catch(() => undefined);
  }

  /** Undefined if the operator has no such device. */
  remove(
    transaction: Queries,
    operator: bigint,
    credential: string,
  ): Promise<OperatorDeviceRow | undefined> {
    return transaction
      .deleteFrom('operator_devices')
      .where('operator_id', '=', operator)
      .where('credential', '=', credential)
      .returningAll()
      .executeTakeFirst();
  }

  #site(origin: string): { readonly id: string; readonly origin: string } {
    const expected = this.#services.officeUrl ?? origin;
    if (!URL.canParse(expected)) throw new Refusal('passkey_invalid');
    return { id: new URL(expected).hostname, origin: expected };
  }
}
