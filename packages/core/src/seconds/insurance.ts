import type { Amount } from '@meridian/money/amount';
import type { AreaParts } from '../area-parts.ts';
import type { Listings } from '../catalog/listings.ts';
import type { EventSink } from '../event-sink.ts';
import { refused, type Outcome } from '../outcome.ts';
import type { CurrencyId, UserId } from '../ids.ts';
import { FULL_BPS } from '../integers.ts';
import type { InvariantChecks } from '../invariants.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Rejection } from '../rejections.ts';
import type { Rules } from '../rules.ts';
import { shanghaiDay } from '../timers/shanghai-day.ts';
import { TimerHeap } from '../timers/timer-heap.ts';
import { ClaimReserve } from './claim-reserve.ts';
import type {
  EndInsurance,
  InsuranceOffer,
  Insure,
  ListInsurance,
  OfferId,
  PolicyId,
} from './seconds-commands.ts';
import * as wellFormed from './seconds-commands-check.ts';
import type { PolicyEnd, SecondsEvent } from './seconds-events.ts';
import type {
  SnapshotClaimReserve,
  SnapshotInsuranceOffer,
  SnapshotPolicy,
  SnapshotSeconds,
} from './seconds-snapshot.ts';

const DAY_MS = 86_400_000;
/** A claim is due when this part of the insured amount is lost. */
const CLAIM_BPS = 5_000n;
const MAX_CLAIMS_A_DAY = 2;

interface Policy {
  readonly id: PolicyId;
  readonly user: UserId;
  readonly offer: OfferId;
  readonly currency: CurrencyId;
  readonly insured: bigint;
  readonly coverBps: number;
  readonly endsMs: number;
  net: bigint;
  day: number;
  claims: number;
}

/**
 * Owns insurance offers and the running policies. A policy adds up the results of the tickets
 * opened under it: a loss of half the insured amount is a claim, at most two a Shanghai day; a gain
 * of the whole amount ends it. The most that a policy could claim in a day is reserved from its
 * beginning (`ClaimReserve`). Rules and reasons: docs/decisions/0007-seconds-contracts.md.
 */
export class Insurance {
  readonly #ledger: Ledger;
  readonly #listings: Listings;
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<SecondsEvent>;
  readonly #rules: Rules;
  /**
   * Reserves and unpaid claims. Empty under the first rules, where policies had only a share of the
   * pool.
   */
  readonly #reserve: ClaimReserve;
  readonly #offers = new Map<OfferId, InsuranceOffer>();
  readonly #policies = new Map<PolicyId, Policy>();
  /** The running policy of each user and currency. */
  readonly #byOwner = new Map<string, Policy>();
  readonly #timers = new TimerHeap();
  /** Sum of the most that the running policies of a currency could claim in one day. */
  readonly #reserved = new Map<CurrencyId, bigint>();
  #nextPolicy = 1;

  constructor(parts: AreaParts<SecondsEvent>) {
    this.#ledger = parts.ledger;
    this.#listings = parts.listings;
    this.#checks = parts.checks;
    this.#events = parts.events;
    this.#rules = parts.rules;
    this.#reserve = new ClaimReserve(parts);
  }

  get nextPolicy(): number {
    return this.#nextPolicy;
  }

  list(command: ListInsurance): Rejection | undefined {
    const offer = wellFormed.pickOffer(command.offer);
    if (offer === undefined) return 'malformed';
    if (this.#listings.currency(offer.currency) === undefined) return 'currency_unknown';
    if ((this.#offers.get(offer.id)?.currency ?? offer.currency) !== offer.currency)
      return 'insurance_fixed';
    this.#offers.set(offer.id, offer);
    this.#push({ type: 'insuranceListed', offer });
    return undefined;
  }

  buy(command: Insure, timeMs: number): Outcome {
    if (!wellFormed.isInsuring(command)) return refused('malformed');
    const offer = this.#offers.get(command.offer);
    if (offer === undefined || !offer.isOpen) return refused('insurance_closed');
    const { user, amount } = command;
    const { currency, coverBps } = offer;
    if (amount < offer.minInsured || amount > offer.maxInsured)
      return refused('insured_amount_invalid');
    // An expired policy runs until the next tick ends it: an owner never has two.
    if (this.#byOwner.has(ownerKey(user, currency))) return refused('insurance_running');
    const premium = premiumOf(amount, offer.premiumBps);
    const account = this.#ledger.find(user, 'seconds', currency);
    if (account < 0 || this.#ledger.available(account) < amount + premium)
      return refused('balance_insufficient');
    const pool = this.#ledger.open(SYSTEM.insurance, 'spot', currency);
    const most = mostADay(amount, coverBps);
    const promised = this.#rules.keepsClaims ? most : this.#reservedIn(currency) + most;
    if (this.#ledger.available(pool) < promised) return refused('insurance_insufficient');
    const endsMs = timeMs + offer.days * DAY_MS;
    const policy: Policy = {
      id: this.#nextPolicy++,
      user,
      offer: offer.id,
      currency,
      insured: amount,
      coverBps,
      endsMs,
      net: 0n,
      day: 0,
      claims: 0,
    };
    this.#start(policy);
    this.#ledger.post(account, -premium, 'premium', policy.id, '');
    this.#ledger.post(pool, premium, 'premium', policy.id, '');
    if (this.#rules.keepsClaims) this.#reserve.start(policy.id, currency, most);
    this.#push({
      type: 'policyBought',
      policy: policy.id,
      user,
      offer: offer.id,
      currency,
      insured: amount,
      premium: premium as Amount,
      coverBps,
      endsMs,
    });
    return { ok: true, id: policy.id };
  }

  cancel(command: EndInsurance, timeMs: number): Rejection | undefined {
    if (!wellFormed.isEnding(command)) return 'malformed';
    const policy = this.#policies.get(command.policy);
    // Another user's id is answered like an unknown id (no existence oracle); so is an expired
    // policy, even before the tick that ends it.
    if (policy === undefined || policy.user !== command.user || policy.endsMs <= timeMs)
      return 'insurance_not_found';
    this.#end(policy, 'cancelled');
    return undefined;
  }

  /** The policy that covers a ticket opened now, 0 for none. */
  policyOf(user: UserId, currency: CurrencyId, timeMs: number): PolicyId {
    const policy = this.#byOwner.get(ownerKey(user, currency));
    return policy === undefined || policy.endsMs <= timeMs ? 0 : policy.id;
  }

  /**
   * Counts the result of a ticket that was opened under a policy.
   * @param profit below zero for a loss
   * @param dueMs when the ticket was due
   */
  count(
    id: PolicyId,
    { profit, dueMs, timeMs }: { profit: bigint; dueMs: number; timeMs: number },
  ): void {
    const policy = this.#policies.get(id);
    if (policy === undefined || dueMs > policy.endsMs) return;
    policy.net += profit;
    if (policy.net >= policy.insured) return this.#end(policy, 'gain');
    if (-policy.net * FULL_BPS < policy.insured * CLAIM_BPS) return;
    const day = shanghaiDay(timeMs);
    if (policy.day === day && policy.claims === MAX_CLAIMS_A_DAY) return;
    policy.claims = policy.day === day ? policy.claims + 1 : 1;
    policy.day = day;
    this.#pay(policy);
  }

  /**
   * Pays unpaid claims from the pool, which may have grown.
   * @returns whether a user was paid
   */
  settle(): boolean {
    return this.#reserve.settle();
  }

  /**
   * Beginning of the rules that reserve possible claims: reserves them for the running policies, as
   * far as the pool has the money.
   */
  keepClaims(): void {
    for (const { id, currency, insured, coverBps } of this.#policies.values())
      this.#reserve.start(id, currency, mostADay(insured, coverBps));
  }

  /** Ends expired policies. */
  expire(timeMs: number): void {
    for (let id = this.#timers.takeBefore(timeMs); id >= 0; id = this.#timers.takeBefore(timeMs)) {
      const policy = this.#policies.get(id);
      if (policy !== undefined) this.#end(policy, 'expired');
    }
  }

  /** Full scan: one policy for each owner, and the sums of possible claims in a day. */
  verify(): void {
    const reserved = new Map<CurrencyId, bigint>();
    for (const policy of this.#policies.values()) {
      const { id, user, currency, insured, coverBps, claims } = policy;
      reserved.set(currency, (reserved.get(currency) ?? 0n) + mostADay(insured, coverBps));
      this.#checks.check(
        'S4',
        this.#byOwner.get(ownerKey(user, currency)) === policy && claims <= MAX_CLAIMS_A_DAY,
        `policy ${id} contradicts itself`,
      );
    }
    this.#checks.check(
      'S4',
      this.#byOwner.size === this.#policies.size,
      'a user has two policies in one currency',
    );
    for (const [currency, amount] of this.#reserved) {
      this.#checks.check(
        'S4',
        amount === (reserved.get(currency) ?? 0n),
        `what policies of currency ${currency} could claim was added up wrongly`,
      );
    }
    this.#reserve.verify();
  }

  snapshotReserve(): SnapshotClaimReserve {
    return this.#reserve.snapshot();
  }

  snapshotOffers(): SnapshotInsuranceOffer[] {
    return [...this.#offers.values()].sort((a, b) => a.id - b.id).map(wellFormed.encodeOffer);
  }

  snapshotPolicies(): SnapshotPolicy[] {
    return [...this.#policies.values()].map(({ insured, net, ...policy }) => ({
      ...policy,
      insured: insured.toString(),
      net: net.toString(),
    }));
  }

  restore({ offers, policies, nextPolicy, claimReserve }: SnapshotSeconds): void {
    for (const offer of offers) this.#offers.set(offer.id, wellFormed.decodeOffer(offer));
    for (const row of policies)
      this.#start({ ...row, insured: BigInt(row.insured), net: BigInt(row.net) });
    this.#reserve.restore(claimReserve);
    this.#nextPolicy = nextPolicy;
  }

  #start(policy: Policy): void {
    this.#policies.set(policy.id, policy);
    this.#byOwner.set(ownerKey(policy.user, policy.currency), policy);
    this.#timers.add(policy.endsMs, policy.id);
    this.#reserved.set(
      policy.currency,
      this.#reservedIn(policy.currency) + mostADay(policy.insured, policy.coverBps),
    );
  }

  #end(policy: Policy, reason: PolicyEnd): void {
    const { id, user, currency, insured, coverBps } = policy;
    this.#policies.delete(id);
    this.#byOwner.delete(ownerKey(user, currency));
    this.#reserved.set(currency, this.#reservedIn(currency) - mostADay(insured, coverBps));
    this.#reserve.end(id);
    this.#push({ type: 'policyEnded', policy: id, user, currency, reason });
  }

  #pay(policy: Policy): void {
    const { id, user, currency, insured, coverBps } = policy;
    const loss = -policy.net < insured ? -policy.net : insured;
    const due = (loss * BigInt(coverBps)) / FULL_BPS;
    policy.net = 0n;
    const amount = this.#rules.keepsClaims
      ? this.#reserve.pay({ policy: id, user, currency, due })
      : this.#payFromPool(policy, due);
    const owed = this.#rules.keepsClaims ? due - amount : 0n;
    this.#push({
      type: 'claimPaid',
      policy: id,
      user,
      currency,
      loss: loss as Amount,
      amount: amount as Amount,
      owed: owed as Amount,
    });
  }

  /** The first rules: the pool pays as much as it can, and the rest is forgotten. */
  #payFromPool({ id, user, currency }: Policy, due: bigint): bigint {
    const pool = this.#ledger.open(SYSTEM.insurance, 'spot', currency);
    const available = this.#ledger.available(pool);
    const amount = due < available ? due : available;
    if (amount > 0n) {
      this.#ledger.post(pool, -amount, 'claim', id, '');
      this.#ledger.post(this.#ledger.open(user, 'seconds', currency), amount, 'claim', id, '');
    }
    return amount;
  }

  #reservedIn(currency: CurrencyId): bigint {
    return this.#reserved.get(currency) ?? 0n;
  }

  #push(event: SecondsEvent): void {
    this.#events.list.push(event);
  }
}

/** Rounded up to a whole unit. */
function premiumOf(insured: bigint, premiumBps: number): bigint {
  return (insured * BigInt(premiumBps) + FULL_BPS - 1n) / FULL_BPS;
}

function mostADay(insured: bigint, coverBps: number): bigint {
  return BigInt(MAX_CLAIMS_A_DAY) * ((insured * BigInt(coverBps)) / FULL_BPS);
}

function ownerKey(user: UserId, currency: CurrencyId): string {
  return `${user} ${currency}`;
}
