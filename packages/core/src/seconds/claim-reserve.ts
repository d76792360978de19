import type { Amount } from '@meridian/money/amount';
import type { EventSink } from '../event-sink.ts';
import type { SecondsEvent } from './seconds-events.ts';
import type { CurrencyId, UserId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import type { AccountSlot, Ledger } from '../ledger/ledger.ts';
import type { PolicyId } from './seconds-commands.ts';
import type { SnapshotClaimReserve } from './seconds-snapshot.ts';

/** The reserve of one running policy. */
interface Kept {
  readonly policy: PolicyId;
  readonly currency: CurrencyId;
  /** The most that the policy could claim in a day. */
  readonly wanted: bigint;
  /** Its part in the reserve; less than wanted only while the pool is empty. */
  amount: bigint;
}

/** A due claim, or the unpaid part of it. */
interface OwedClaim {
  readonly policy: PolicyId;
  readonly user: UserId;
  readonly currency: CurrencyId;
  amount: bigint;
}

/** A claim when it falls due. */
interface DueClaim {
  readonly policy: PolicyId;
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly due: bigint;
}

/**
 * Owns the reserves of running policies, and the unpaid claims. The insurance has two accounts: the
 * pool (its spot wallet), which also pays bad debt and reversed deposits, and the reserve (its
 * seconds wallet), which pays claims alone. Money that comes into the pool pays unpaid claims
 * first, oldest first, then fills the reserve, lowest policy first. Promises S4.
 */
export class ClaimReserve {
  readonly #ledger: Ledger;
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<SecondsEvent>;
  /** By policy, lowest first: policies start in the order of their numbers. */
  readonly #kept = new Map<PolicyId, Kept>();
  /** Shortfall of a currency's reserve, if there is one. */
  readonly #lacking = new Map<CurrencyId, bigint>();
  /** Oldest first. */
  #owed: OwedClaim[] = [];

  constructor(parts: { ledger: Ledger; checks: InvariantChecks; events: EventSink<SecondsEvent> }) {
    this.#ledger = parts.ledger;
    this.#checks = parts.checks;
    this.#events = parts.events;
  }

  /** Reserves an amount for a policy that starts, as far as the pool has it. */
  start(policy: PolicyId, currency: CurrencyId, wanted: bigint): void {
    this.#kept.set(policy, { policy, currency, wanted, amount: 0n });
    this.#lack(currency, wanted);
    this.#settleIn(currency);
  }

  /** Returns the policy's reserve to the pool. Does nothing for a policy without one. */
  end(policy: PolicyId): void {
    const kept = this.#kept.get(policy);
    if (kept === undefined) return;
    const { currency, amount, wanted } = kept;
    this.#kept.delete(policy);
    this.#lack(currency, amount - wanted);
    this.#move(this.#reserve(currency), this.#pool(currency), amount, policy);
    this.#settleIn(currency);
  }

  /**
   * Pays a claim from the policy's reserve, then from the pool. The rest is owed.
   * @returns the amount paid at once
   */
  pay({ policy, user, currency, due }: DueClaim): bigint {
    const kept = this.#kept.get(policy);
    const paid = kept === undefined || kept.amount > due ? due : kept.amount;
    if (kept !== undefined) {
      kept.amount -= paid;
      this.#lack(currency, paid);
      this.#give(this.#reserve(currency), { policy, user, currency, amount: paid });
    }
    const rest: OwedClaim = { policy, user, currency, amount: due - paid };
    if (rest.amount > 0n) this.#owed.push(rest);
    this.#settleIn(currency, rest);
    return due - rest.amount;
  }

  /**
   * Pays and reserves from the pools, which may have grown.
   * @returns whether an owed claim was paid, so that its user has new money
   */
  settle(): boolean {
    if (this.#owed.length === 0 && this.#lacking.size === 0) return false;
    let hasPaid = false;
    const currencies = new Set([
      ...this.#owed.map(({ currency }) => currency),
      ...this.#lacking.keys(),
    ]);
    for (const currency of [...currencies].sort((a, b) => a - b))
      if (this.#settleIn(currency)) hasPaid = true;
    return hasPaid;
  }

  /**
   * Full scan (S4): the reserve holds the sum of the policies' parts, and lacks money only while
   * the pool is empty.
   */
  verify(): void {
    const sums = new Map<CurrencyId, { amount: bigint; lacking: bigint }>();
    for (const { policy, currency, amount, wanted } of this.#kept.values()) {
      const { amount: before, lacking } = sums.get(currency) ?? { amount: 0n, lacking: 0n };
      sums.set(currency, { amount: before + amount, lacking: lacking + wanted - amount });
      this.#checks.check(
        'S4',
        amount >= 0n && amount <= wanted,
        `policy ${policy} has ${amount} in the reserve and could claim ${wanted}`,
      );
    }
    for (const [currency, { amount, lacking }] of sums) {
      const reserve = this.#ledger.available(this.#reserve(currency));
      this.#checks.check(
        'S4',
        reserve >= amount && lacking === (this.#lacking.get(currency) ?? 0n),
        `the reserve of currency ${currency} has ${reserve} and keeps ${amount}`,
      );
      this.#checks.check(
        'S4',
        lacking === 0n || this.#ledger.available(this.#pool(currency)) === 0n,
        `the reserve of currency ${currency} lacks ${lacking} although the pool has something`,
      );
    }
    for (const { policy, currency } of this.#owed) {
      this.#checks.check(
        'S4',
        this.#ledger.available(this.#pool(currency)) === 0n,
        `the claim of policy ${policy} is owed although the pool has something`,
      );
    }
  }

  snapshot(): SnapshotClaimReserve {
    return {
      kept: [...this.#kept.values()].map(({ policy, currency, wanted, amount }) => ({
        policy,
        currency,
        wanted: wanted.toString(),
        amount: amount.toString(),
      })),
      owed: this.#owed.map(({ policy, user, currency, amount }) => ({
        policy,
        user,
        currency,
        amount: amount.toString(),
      })),
    };
  }

  restore({ kept, owed }: SnapshotClaimReserve): void {
    for (const row of kept) {
      const [wanted, amount] = [BigInt(row.wanted), BigInt(row.amount)];
      this.#kept.set(row.policy, { ...row, wanted, amount });
      this.#lack(row.currency, wanted - amount);
    }
    this.#owed = owed.map((row) => ({ ...row, amount: BigInt(row.amount) }));
  }

  /**
   * Spends the pool of a currency in its order.
   * @param fresh a claim of this moment: its own event reports the payment to its user
   * @returns whether an older claim was paid
   */
  #settleIn(currency: CurrencyId, fresh?: OwedClaim): boolean {
    const pool = this.#pool(currency);
    if (this.#ledger.available(pool) === 0n) return false;
    let hasPaid = false;
    for (const claim of this.#owed) {
      if (claim.currency !== currency) continue;
      const amount = least(claim.amount, this.#ledger.available(pool));
      claim.amount -= amount;
      this.#give(pool, { ...claim, amount });
      if (amount === 0n || claim === fresh) continue;
      hasPaid = true;
      const { policy, user } = claim;
      this.#events.list.push({
        type: 'owedClaimPaid',
        policy,
        user,
        currency,
        amount: amount as Amount,
        owed: claim.amount as Amount,
      });
    }
    this.#owed = this.#owed.filter(({ amount }) => amount > 0n);
    if (this.#lacking.has(currency)) this.#fill(currency);
    return hasPaid;
  }

  #fill(currency: CurrencyId): void {
    const pool = this.#pool(currency);
    for (const kept of this.#kept.values()) {
      const amount = least(kept.wanted - kept.amount, this.#ledger.available(pool));
      if (kept.currency !== currency || amount === 0n) continue;
      kept.amount += amount;
      this.#lack(currency, -amount);
      this.#move(pool, this.#reserve(currency), amount, kept.policy);
    }
  }

  #give(from: AccountSlot, { policy, user, currency, amount }: OwedClaim): void {
    if (amount === 0n) return;
    this.#ledger.post(from, -amount, 'claim', policy, '');
    this.#ledger.post(this.#ledger.open(user, 'seconds', currency), amount, 'claim', policy, '');
  }

  #move(from: AccountSlot, to: AccountSlot, amount: bigint, policy: PolicyId): void {
    if (amount === 0n) return;
    this.#ledger.post(from, -amount, 'claimReserve', policy, '');
    this.#ledger.post(to, amount, 'claimReserve', policy, '');
  }

  #lack(currency: CurrencyId, amount: bigint): void {
    const lacking = (this.#lacking.get(currency) ?? 0n) + amount;
    if (lacking === 0n) this.#lacking.delete(currency);
    else this.#lacking.set(currency, lacking);
  }

  #pool(currency: CurrencyId): AccountSlot {
    return this.#ledger.open(SYSTEM.insurance, 'spot', currency);
  }

  #reserve(currency: CurrencyId): AccountSlot {
    return this.#ledger.open(SYSTEM.insurance, 'seconds', currency);
  }
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
