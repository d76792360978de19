import type { UserId } from '../ids.ts';
import type { Rules } from '../rules.ts';
import { REBATE_LEVELS } from './rebate-commands.ts';
import type { SnapshotRebateMember } from './rebate-snapshot.ts';

interface Member {
  readonly person: string;
  readonly inviter: UserId;
  /** The day (UTC, since the epoch) on which they became this member. */
  readonly day: number;
}

/** Owns the verified users, the person of each, and the inviter of each. */
export class Members {
  readonly #rules: Rules;
  readonly #members = new Map<UserId, Member>();

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  get size(): number {
    return this.#members.size;
  }

  set(user: UserId, { person, inviter, day }: Member): void {
    const known = this.#members.get(user);
    const since = known?.person === person ? known.day : day;
    if (person === '') this.#members.delete(user);
    else this.#members.set(user, { person, inviter, day: since });
  }

  /** Whether a share of the user's fees may be somebody's. */
  isInvited(user: UserId): boolean {
    return (this.#members.get(user)?.inviter ?? 0) > 0;
  }

  /**
   * The inviters who share in a user's fees of a day, by level: members who are other people. The
   * chain ends at the first inviter who was no member before that day. The core did not know the
   * inviters beyond such a user, so trades of the user with people further up counted. Nobody
   * shares in fees from before the user became this member: the account was another person's then,
   * or had another inviter.
   */
  *invitersOf(
    user: UserId,
    day: number,
  ): Generator<{ readonly level: number; readonly user: UserId }> {
    const own = this.#members.get(user);
    if (this.#rules.keepsDayOfFees && (own === undefined || own.day > day)) return;
    for (const [index, inviter] of this.#chainOf(user).entries()) {
      const member = this.#members.get(inviter);
      if (member === undefined || member.day >= day) return;
      if (inviter !== user && member.person !== own?.person)
        yield { level: index + 1, user: inviter };
    }
  }

  /**
   * Whether two users are one person, or one, by any of their accounts, is in the other's chain of
   * invitations, or the chains of both meet.
   */
  areLinked(one: UserId, other: UserId): boolean {
    const [chain, chainOfOther] = [this.#chainOf(one), this.#chainOf(other)];
    const isIn = (user: UserId, among: readonly UserId[]): boolean =>
      among.some((inviter) => this.#areOne(inviter, user));
    return (
      this.#areOne(one, other) ||
      isIn(other, chain) ||
      isIn(one, chainOfOther) ||
      (this.#rules.linksSiblings && chain.some((inviter) => isIn(inviter, chainOfOther)))
    );
  }

  snapshot(): SnapshotRebateMember[] {
    return [...this.#members]
      .sort(([one], [other]) => one - other)
      .map(([user, { person, inviter, day }]) => ({ user, person, inviter, day }));
  }

  #areOne(one: UserId, other: UserId): boolean {
    const person = this.#members.get(one)?.person;
    return one === other || (person !== undefined && person === this.#members.get(other)?.person);
  }

  /** The inviters of a user, the nearest first, as far as they are members. */
  #chainOf(user: UserId): UserId[] {
    const chain: UserId[] = [];
    let inviter = this.#members.get(user)?.inviter ?? 0;
    while (inviter > 0 && chain.length < REBATE_LEVELS) {
      chain.push(inviter);
      inviter = this.#members.get(inviter)?.inviter ?? 0;
    }
    return chain;
  }
}
