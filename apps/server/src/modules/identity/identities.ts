import {
  REVIEW_STATUS,
  type DocumentType,
  type IdentityState,
} from '@meridian/contract/identity/calls';
import type { Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { SealedFields } from '../../sealed/sealed-fields.ts';
import type { Secrets } from '../../secrets.ts';
import { findById } from '../account/accounts.ts';
import type { IdentityTables } from './identity-tables.ts';
import { notify } from '../inbox/notify.ts';

export type Application = Selectable<IdentityTables['identity_applications']>;

export interface Document {
  readonly name: string;
  readonly cardType: DocumentType;
  readonly cardId: string;
}

/** The result of a review. */
export interface Verdict {
  readonly isApproved: boolean;
  /** The reason of a rejection; '' if approved. */
  readonly reason: string;
  readonly operator: number;
}

/** Somebody whose identity is approved. */
export interface VerifiedPerson {
  /** 1: verified; 2: assets too. */
  readonly level: number;
  /**
   * 32 hexadecimal digits that stand for the holder of a document, in any account; for the account
   * itself where it was approved without a document.
   */
  readonly person: string;
}

const UNIQUE_VIOLATION = '23505';
const NAME = /^[^\p{Nd}<>]{2,80}$/u;
const CARD_ID = /^[A-Za-z0-9-]{4,40}$/;
const DIGITS_SHOWN = 4;
/**
 * Begins hashes of normalised numbers. Those of earlier builds had the type and the spelling, then
 * letters that look like digits.
 */
const HASH_MARK = 'f.';
const OLDER_MARK = 'n.';
/** A customer types the number, and a reviewer compares it with a picture. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map([
  ['O', '0'],
  ['I', '1'],
  ['L', '1'],
  ['B', '8'],
  ['S', '5'],
  ['Z', '2'],
]);
/** Rows that one round of `hashAnew` takes. */
const HASHED_AT_ONCE = 500;

/**
 * Identities of customers: applications and their reviews. Owns their table and `review_status` of
 * users. Promises one open application of a kind for each user, that an approved one stays, and
 * that names and numbers of documents are stored encrypted.
 */
export class Identities {
  readonly #queries: Queries;
  readonly #secrets: Secrets;
  readonly #fields: SealedFields;
  readonly #nowMs: () => number;

  constructor(queries: Queries, secrets: Secrets, nowMs: () => number = Date.now) {
    this.#queries = queries;
    this.#secrets = secrets;
    this.#fields = new SealedFields(secrets);
    this.#nowMs = nowMs;
  }

  /** Submits name and document for review. Refuses while one waits or is approved. */
  async submit(
    user: number,
    { name, cardType, cardId }: Document,
    pictures: readonly string[],
  ): Promise<void> {
    if (!NAME.test(name)) throw new Refusal('name_invalid', { field: 'name' });
    if (!CARD_ID.test(cardId)) throw new Refusal('card_id_invalid', { field: 'card_id' });
    const { review_status } = await findById(this.#queries, user);
    if (review_status === 'approved') throw new Refusal('identity_submitted');
    const document = {
      name,
      card_type: cardType,
      card_id: this.#secrets.seal(purpose(user), cardId),
      card_hash: this.documentHash(cardId),
    };
    await this.#insert({
      user_id: BigInt(user),
      kind: 'identity',
      pictures: [...pictures],
      ...document,
      submitted_at: new Date(this.#nowMs()),
    });
  }

  /**
   * Submits the proof of assets. Refuses before the identity is approved, and while one waits or is
   * approved.
   */
  async submitAssets(user: number, picture: string): Promise<void> {
    const { review_status } = await findById(this.#queries, user);
    if (review_status !== 'approved') throw new Refusal('identity_required');
    await this.#insert({
      user_id: BigInt(user),
      kind: 'assets',
      pictures: [picture],
      card_id: null,
      card_hash: null,
      submitted_at: new Date(this.#nowMs()),
    });
  }

  /**
   * Ends a review. False if it has already ended.
   * @param alongside further writes of the same transaction
   */
  async review(
    application: bigint,
    { isApproved, reason, operator }: Verdict,
    alongside?: (transaction: Queries) => Promise<void>,
  ): Promise<boolean> {
    const status = isApproved ? 'approved' : 'rejected';
    const at = new Date(this.#nowMs());
    return this.#queries.transaction().execute(async (queries) => {
      const row = await queries
        .updateTable('identity_applications')
        .set({ status, reason, reviewed_at: at, reviewed_by: BigInt(operator) })
        .where('id', '=', application)
        .where('status', '=', 'underReview')
        .returning(['user_id', 'kind'])
        .executeTakeFirst();
      if (row === undefined) return false;
      if (row.kind === 'identity')
        await queries
          .updateTable('users')
          .set({ review_status: status })
          .where('id', '=', row.user_id)
          .execute();
      const kind = `${row.kind}_${isApproved ? 'approved' : 'rejected'}` as const;
      await notify(queries, [
        { user: row.user_id, kind, cause: `review-${application}`, facts: { reason }, at },
      ]);
      await alongside?.(queries);
      return true;
    });
  }

  /**
   * The keyed hash of the number of a document, the same for all spellings and types: a hyphen,
   * another type, or a letter in place of the digit that it looks like, makes no second person of
   * one document.
   */
  documentHash(cardId: string): string {
    const letters = cardId
      .normalize('NFKC')
      .toUpperCase()
      .replaceAll(/[^\p{L}\p{Nd}]/gu, '')
      .replaceAll(/[OILBSZ]/g, (letter) => LOOK_ALIKES.get(letter) ?? letter);
    return HASH_MARK + this.#secrets.hash('document number', letters);
  }

  /**
   * Hashes anew, from the encrypted numbers, the document numbers that earlier builds hashed as
   * they were typed. A row without a number keeps its hash.
   */
  async hashAnew(): Promise<void> {
    for (;;) {
      const rows = await this.#queries
        .selectFrom('identity_applications')
        .select(['id', 'user_id', 'card_id'])
        .where('card_id', 'is not', null)
        .where('card_hash', 'not like', `${HASH_MARK}%`)
        .orderBy('id')
        .limit(HASHED_AT_ONCE)
        .execute();
      if (rows.length === 0) return;
      for (const row of rows)
        await this.#queries
          .updateTable('identity_applications')
          .set({ card_hash: this.documentHash(this.cardIdOf(row)) })
          .where('id', '=', row.id)
          .where('card_id', 'is not', null)
          .execute();
    }
  }

  /** The number of the document of an application, '' without one. */
  cardIdOf({ user_id, card_id }: Pick<Application, 'user_id' | 'card_id'>): string {
    return card_id === null ? '' : this.#secrets.open(purpose(Number(user_id)), card_id);
  }

  /** The name of an application, '' without one. */
  nameOf({ user_id, name }: Pick<Application, 'user_id' | 'name'>): string {
    return this.#fields.open('identity_applications', user_id, { name }).name;
  }

  /** The state for the owner, without the limits. */
  async stateOf(user: number): Promise<Omit<IdentityState, 'daily_limits'>> {
    const [{ review_status }, identity, assets] = await Promise.all([
      findById(this.#queries, user),
      this.#newest(user, 'identity'),
      this.#newest(user, 'assets'),
    ]);
    const assetState = assets?.status ?? 'none';
    const isVerified = review_status === 'approved';
    return {
      review_status: REVIEW_STATUS[review_status],
      reason: review_status === 'rejected' ? (identity?.reason ?? '') : '',
      name: maskedName(identity === undefined ? '' : this.nameOf(identity)),
      card_id: identity === undefined ? '' : masked(this.cardIdOf(identity)),
      asset_status: REVIEW_STATUS[assetState],
      asset_reason: assetState === 'rejected' ? (assets?.reason ?? '') : '',
      level: isVerified ? (assetState === 'approved' ? 3 : 2) : 1,
    };
  }

  /** Verified names of users; those who are not verified by a document are missing. */
  async namesOf(users: readonly bigint[]): Promise<ReadonlyMap<number, string>> {
    const rows = await this.#queries
      .selectFrom('identity_applications')
      .select(['user_id', 'name'])
      .where('user_id', 'in', users)
      .where('kind', '=', 'identity')
      .where('status', '=', 'approved')
      .execute();
    return new Map(rows.map((row) => [Number(row.user_id), this.nameOf(row)]));
  }

  /**
   * The level and the person of a verified user; undefined for any other user. One statement reads
   * both: between two statements an approval could add the level and not yet the document.
   */
  async verifiedPerson(user: number): Promise<VerifiedPerson | undefined> {
    const ofKind = (kind: Application['kind']) =>
      this.#queries
        .selectFrom('identity_applications')
        .where('user_id', '=', BigInt(user))
        .where('kind', '=', kind)
        .where('status', '=', 'approved');
    const row = await this.#queries
      .selectFrom('users')
      .where('id', '=', BigInt(user))
      .where('review_status', '=', 'approved')
      .select((eb) => [
        ofKind('identity').select('card_hash').limit(1).as('card_hash'),
        eb.exists(ofKind('assets').select('id')).as('has_assets'),
      ])
      .executeTakeFirst();
    if (row === undefined) return undefined;
    // The mark of the builds before: a document without look-alike letters stays the same person,
    // in rounds and sales that are open during an upgrade too.
    const shown = row.card_hash?.replace(HASH_MARK, OLDER_MARK) ?? `account ${user}`;
    const digest = Buffer.from(this.#secrets.hash('person', shown), 'base64url');
    return {
      level: row.has_assets === true ? 2 : 1,
      person: digest.toString('hex').slice(0, 32),
    };
  }

  async #insert(
    row: Pick<
      Application,
      'user_id' | 'kind' | 'pictures' | 'card_id' | 'card_hash' | 'submitted_at'
    > &
      Partial<Pick<Application, 'name' | 'card_type'>>,
  ): Promise<void> {
    try {
      await this.#queries.transaction().execute(async (queries) => {
        await queries
          .insertInto('identity_applications')
          .values(this.#fields.seal('identity_applications', row.user_id, row))
          .execute();
        if (row.kind === 'identity')
          await queries
            .updateTable('users')
            .set({ review_status: 'underReview' })
            .where('id', '=', row.user_id)
            .execute();
      });
    } catch (error) {
      if ((error as { code?: string }).code === UNIQUE_VIOLATION)
        throw new Refusal('identity_submitted');
      throw error;
    }
  }

  #newest(user: number, kind: Application['kind']): Promise<Application | undefined> {
    return this.#queries
      .selectFrom('identity_applications')
      .selectAll()
      .where('user_id', '=', BigInt(user))
      .where('kind', '=', kind)
      .orderBy('id', 'desc')
      .executeTakeFirst();
  }
}

function purpose(user: number): string {
  return `document ${user}`;
}

/** The first letter, and stars. */
function maskedName(name: string): string {
  return name === '' ? '' : `${[...name][0]}**`;
}

function masked(number: string): string {
  return `****${number.slice(-DIGITS_SHOWN)}`;
}
