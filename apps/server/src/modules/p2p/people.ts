import { maskedAccount } from '@meridian/contract/account/masked-account';
import type { UserId } from '@meridian/core/ids';
import type { Queries } from '../../database/database.ts';

const DAY_MS = 86_400_000;

/** A trader as the other side of a deal sees them. */
export interface Person {
  /** Masked. */
  readonly name: string;
  readonly phone: string;
  /** As verified, '' where that was not by a document. */
  readonly realName: string;
}

/** A user who asks for ads, with the facts that the conditions of ads read. */
export interface Taker {
  readonly user: UserId;
  readonly level: number;
  readonly registeredDays: number;
}

/** The queries of the marketplace about identities. */
export interface VerifiedPeople {
  /** Level 1 is not verified. */
  stateOf(user: UserId): Promise<{ readonly level: number }>;
  /** Names by document; users without one are missing. */
  namesOf(users: readonly bigint[]): Promise<ReadonlyMap<UserId, string>>;
}

interface PeopleParts {
  readonly queries: Queries;
  readonly identities: VerifiedPeople;
  /** Wall clock, milliseconds UTC. */
  readonly now: () => number;
}

/** Names, phones and levels of traders, read from the accounts. */
export class People {
  readonly #parts: PeopleParts;

  constructor(parts: PeopleParts) {
    this.#parts = parts;
  }

  /** Masked names alone: for lists that anybody may see. */
  async named(users: readonly UserId[]): Promise<ReadonlyMap<UserId, Person>> {
    return this.#read(users, false);
  }

  /** With phone and verified name: for the two sides of a deal. */
  async known(users: readonly UserId[]): Promise<ReadonlyMap<UserId, Person>> {
    return this.#read(users, true);
  }

  /** A user as the taker of an ad. Level 0 is not verified. */
  async taker(user: UserId): Promise<Taker> {
    const [{ level }, registeredMs] = await Promise.all([
      this.#parts.identities.stateOf(user),
      this.registeredMs(user),
    ]);
    const ageMs = this.#parts.now() - registeredMs;
    return { user, level: level - 1, registeredDays: Math.max(0, Math.floor(ageMs / DAY_MS)) };
  }

  /** When the account was made, milliseconds UTC. */
  async registeredMs(user: UserId): Promise<number> {
    const { created_at } = await this.#parts.queries
      .selectFrom('users')
      .select('created_at')
      .where('id', '=', BigInt(user))
      .executeTakeFirstOrThrow();
    return created_at.getTime();
  }

  async #read(users: readonly UserId[], isWhole: boolean): Promise<ReadonlyMap<UserId, Person>> {
    if (users.length === 0) return new Map();
    const ids = [...new Set(users)].map(BigInt);
    const { queries, identities } = this.#parts;
    const [rows, verified] = await Promise.all([
      queries
        .selectFrom('users')
        .select(['id', 'account', 'mobile'])
        .where('id', 'in', ids)
        .execute(),
      isWhole ? identities.namesOf(ids) : new Map<UserId, string>(),
    ]);
    return new Map(
      rows.map(({ id, account, mobile }) => [
        Number(id),
        {
          name: maskedAccount(account),
          phone: isWhole ? (mobile ?? '') : '',
          realName: verified.get(Number(id)) ?? '',
        },
      ]),
    );
  }
}
