import type { AreaParts } from '../area-parts.ts';
import type { Amount } from '@meridian/money/amount';
import type { EventSink } from '../event-sink.ts';
import type { CurrencyId, UserId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import type { HoldSlot, Ledger } from '../ledger/ledger.ts';
import { refused, type Outcome } from '../outcome.ts';
import type { Rejection } from '../rejections.ts';
import type { Rules } from '../rules.ts';
import { shanghaiDay } from '../timers/shanghai-day.ts';
import { summedTierOf, tierOf } from './approval-tiers.ts';
import * as wellFormed from './custody-commands-check.ts';
import {
  NEW_ADDRESS_WAIT_MS,
  USUAL_PER_DAY,
  type ApproveWithdrawal,
  type CancelWithdrawal,
  type FreezeAccount,
  type HoldBack,
  type Network,
  type NetworkId,
  type OperatorId,
  type RejectWithdrawal,
  type RequestWithdrawal,
  type SettleWithdrawal,
  type WithdrawalId,
} from './custody-commands.ts';
import {
  WITHDRAWAL_FLAGS,
  type CustodyEvent,
  type WithdrawalFlag,
  type WithdrawalStatus,
} from './custody-events.ts';
import type { SnapshotCustody } from './custody-snapshot.ts';
import type { DayLimits, Outflow } from './day-limits.ts';
import type { Debts } from './debts.ts';
import type { Networks } from './networks.ts';
import type { OutflowHistory } from './outflow-history.ts';
import type { Restraints } from './restraints.ts';

/** Open withdrawals that one user may have: operators review each. */
const MOST_OPEN = 20;

interface WithdrawalNeeds {
  readonly approvals: number;
  readonly isOdd: boolean;
  /** 0 without a wait. */
  readonly waitsUntilMs: number;
  readonly flags: readonly WithdrawalFlag[];
}

/** Needs under older rules. */
const PLAIN: WithdrawalNeeds = { approvals: 0, isOdd: false, waitsUntilMs: 0, flags: [] };

/** A withdrawal that has not ended. */
interface OpenWithdrawal {
  readonly id: WithdrawalId;
  readonly user: UserId;
  readonly network: NetworkId;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly address: string;
  readonly recipient: UserId;
  readonly worth: bigint;
  readonly day: number;
  approvalsNeeded: number;
  readonly approvers: OperatorId[];
  status: WithdrawalStatus;
  readonly hold: HoldSlot;
  /** Time before which it does not leave unless an operator approved it; 0 without a wait. */
  readonly waitsUntilMs: number;
  /** Operators must review it: as long as it waits for them, nothing else of its user leaves. */
  isReviewed: boolean;
}

interface WithdrawalsParts extends AreaParts<CustodyEvent> {
  readonly networks: Networks;
  readonly dayLimits: DayLimits;
  readonly debts: Debts;
  readonly history: OutflowHistory;
  readonly restraints: Restraints;
}

/**
 * Owns the open withdrawals with their holds, and decides when each may leave. Promises W3 and W9
 * to W11. It trusts the sender that a transaction is mined; it decides everything about the money.
 */
export class Withdrawals {
  readonly #ledger: Ledger;
  readonly #networks: Networks;
  readonly #dayLimits: DayLimits;
  readonly #debts: Debts;
  readonly #history: OutflowHistory;
  readonly #restraints: Restraints;
  readonly #rules: Rules;
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<CustodyEvent>;
  readonly #withdrawals = new Map<WithdrawalId, OpenWithdrawal>();
  /** The same by user. */
  readonly #ofUser = new Map<UserId, Set<OpenWithdrawal>>();
  #next = 1;

  constructor(parts: WithdrawalsParts) {
    this.#ledger = parts.ledger;
    this.#networks = parts.networks;
    this.#dayLimits = parts.dayLimits;
    this.#debts = parts.debts;
    this.#history = parts.history;
    this.#restraints = parts.restraints;
    this.#rules = parts.rules;
    this.#checks = parts.checks;
    this.#events = parts.events;
  }

  request(command: RequestWithdrawal, timeMs: number): Outcome {
    if (!wellFormed.isRequest(command)) return refused('malformed');
    const settings = this.#networks.find(command.network);
    if (settings === undefined) return refused('network_unknown');
    const { user, amount, recipient, mostFee } = command;
    if (!settings.isOpen) return refused('network_closed');
    if (this.#networks.isPaused(settings.currency)) return refused('withdrawals_paused');
    if (recipient === user) return refused('withdrawal_to_self');
    if (amount < settings.minWithdrawal) return refused('withdrawal_too_small');
    if (amount > settings.maxWithdrawal) return refused('withdrawal_too_large');
    if (mostFee !== undefined && feeOf(settings, recipient) > mostFee)
      return refused('withdrawal_fee_risen');
    const worth = this.#networks.worth(settings, amount, timeMs);
    if (typeof worth === 'string') return refused(worth);
    if (this.#debts.has(user)) return refused('withdrawals_frozen');
    const restraint = this.#restraints.rejection(user, timeMs);
    if (restraint !== undefined) return refused(restraint);
    if (this.#rules.countsOutflows && (this.#ofUser.get(user)?.size ?? 0) >= MOST_OPEN)
      return refused('withdrawals_too_many');
    const outflow: Outflow = { user, worth, day: shanghaiDay(timeMs) };
    if (this.#dayLimits.isBeyond(outflow, command.dayLimit)) return refused('day_limit_exceeded');
    const account = this.#ledger.find(user, 'spot', settings.currency);
    if (account < 0 || this.#ledger.available(account) < amount)
      return refused('balance_insufficient');
    this.#dayLimits.count(outflow, command.dayLimit);
    return { ok: true, id: this.#open({ command, settings, account, outflow, timeMs }) };
  }

  cancel(command: CancelWithdrawal): Rejection | undefined {
    if (!wellFormed.isCancel(command)) return 'malformed';
    const withdrawal = this.#withdrawals.get(command.withdrawal);
    // Another user's id is answered like an unknown id (no existence oracle).
    if (withdrawal === undefined || withdrawal.user !== command.user) return 'withdrawal_not_found';
    if (withdrawal.status === 'signed') return 'withdrawal_not_waiting';
    this.#giveBack(withdrawal, 'cancelled');
    return undefined;
  }

  approve(command: ApproveWithdrawal, timeMs: number): Rejection | undefined {
    if (!wellFormed.isDecision(command)) return 'malformed';
    const withdrawal = this.#withdrawals.get(command.withdrawal);
    if (withdrawal === undefined) return 'withdrawal_not_found';
    const mayBeApproved =
      withdrawal.status === 'requested' ||
      (withdrawal.status === 'approved' && isTooEarly(withdrawal, timeMs));
    if (!mayBeApproved) return 'withdrawal_not_waiting';
    if (withdrawal.approvers.includes(command.operator)) return 'approval_repeated';
    const rejection = withdrawal.recipient === 0 ? undefined : this.#cannotPass(withdrawal, timeMs);
    if (rejection !== undefined) return rejection;
    withdrawal.approvers.push(command.operator);
    this.#push({
      type: 'withdrawalApproved',
      withdrawal: withdrawal.id,
      operator: command.operator,
      approvals: withdrawal.approvers.length,
    });
    if (withdrawal.approvers.length >= withdrawal.approvalsNeeded)
      this.#release(withdrawal, timeMs);
    // Only its wait was missing, but its worth has grown.
    else if (withdrawal.status === 'approved') this.#move(withdrawal, 'requested');
    return undefined;
  }

  reject(command: RejectWithdrawal): Rejection | undefined {
    if (!wellFormed.isDecision(command)) return 'malformed';
    const withdrawal = this.#withdrawals.get(command.withdrawal);
    if (withdrawal === undefined) return 'withdrawal_not_found';
    if (withdrawal.status === 'signed') return 'withdrawal_not_waiting';
    this.#giveBack(withdrawal, 'rejected');
    return undefined;
  }

  sign(id: WithdrawalId, timeMs: number): Rejection | undefined {
    const withdrawal = this.#withdrawals.get(id);
    if (withdrawal === undefined) return 'withdrawal_not_found';
    if (withdrawal.status !== 'approved') return 'withdrawal_not_waiting';
    const { currency } = this.#networks.get(withdrawal.network);
    if (this.#networks.isPaused(currency)) return 'withdrawals_paused';
    if (this.#debts.has(withdrawal.user)) return 'withdrawals_frozen';
    const rejection = this.#heldUp(withdrawal, timeMs) ?? this.#lookAgain(withdrawal, timeMs);
    if (rejection !== undefined) return rejection;
    if (withdrawal.approvers.length < withdrawal.approvalsNeeded) {
      this.#move(withdrawal, 'requested');
      return undefined;
    }
    if (withdrawal.recipient !== 0) {
      this.#payInSite(withdrawal, timeMs);
      return undefined;
    }
    this.#checkLeaving(withdrawal, timeMs);
    const sent = withdrawal.amount - withdrawal.fee;
    if (!this.#networks.send(withdrawal.network, sent, timeMs)) return 'outflow_limit';
    this.#history.leave(withdrawal.user, nameOfWithdrawal(id), timeMs);
    this.#move(withdrawal, 'signed');
    return undefined;
  }

  /**
   * After a change of rules: counts open withdrawals, signed ones as if they left now. No address
   * is known yet.
   */
  countOutflows(timeMs: number): void {
    for (const { user, id, worth, approvalsNeeded, status } of this.#withdrawals.values()) {
      this.#history.add({ user, name: nameOfWithdrawal(id), worth, approvals: approvalsNeeded });
      if (status === 'signed') this.#history.leave(user, nameOfWithdrawal(id), timeMs);
    }
  }

  /**
   * Freezes or unfreezes an account. A freeze cancels unsigned withdrawals, so that none of them
   * leaves after its end.
   */
  freeze(command: FreezeAccount): Rejection | undefined {
    const rejection = this.#restraints.freeze(command);
    if (rejection !== undefined || !command.isFrozen) return rejection;
    for (const withdrawal of this.#unsignedOf(command.user))
      this.#giveBack(withdrawal, 'cancelled');
    return undefined;
  }

  /**
   * Holds a user's money back until a time. Operators must review unsigned withdrawals to new
   * addresses: the person who changed the security may have requested them.
   */
  holdBack(command: HoldBack, timeMs: number): Rejection | undefined {
    const rejection = this.#restraints.holdBack(command);
    if (rejection !== undefined) return rejection;
    for (const withdrawal of this.#unsignedOf(command.user)) {
      // A withdrawal approved before the change is reviewed again.
      if (
        (withdrawal.isReviewed && withdrawal.status === 'requested') ||
        this.#history.knows(withdrawal.user, withdrawal, timeMs)
      )
        continue;
      withdrawal.isReviewed = true;
      this.#raise(
        withdrawal,
        Math.max(withdrawal.approvalsNeeded, withdrawal.approvers.length + 1),
        withdrawal.worth,
      );
      if (withdrawal.status === 'approved') this.#move(withdrawal, 'requested');
    }
    return undefined;
  }

  settle(command: SettleWithdrawal, timeMs: number): Rejection | undefined {
    if (!wellFormed.isSettlement(command)) return 'malformed';
    const withdrawal = this.#withdrawals.get(command.withdrawal);
    if (withdrawal === undefined) return 'withdrawal_not_found';
    if (withdrawal.status !== 'signed') return 'withdrawal_not_waiting';
    const { id, hold, amount, fee } = withdrawal;
    const { currency } = this.#networks.get(withdrawal.network);
    this.#ledger.spend(hold, amount - fee, 'withdrawal', id, command.transaction);
    this.#ledger.post(
      this.#ledger.open(SYSTEM.outside, 'spot', currency),
      amount - fee,
      'withdrawal',
      id,
      command.transaction,
    );
    if (fee > 0n) {
      this.#ledger.spend(hold, fee, 'fee', id, 'withdrawal');
      this.#ledger.post(
        this.#ledger.open(SYSTEM.fees, 'spot', currency),
        fee,
        'fee',
        id,
        'withdrawal',
      );
    }
    if (this.#rules.countsOutflows) this.#history.arrive(withdrawal.user, withdrawal, timeMs);
    this.#end(withdrawal, 'settled', command.transaction);
    return undefined;
  }

  fail(id: WithdrawalId): Rejection | undefined {
    const withdrawal = this.#withdrawals.get(id);
    if (withdrawal === undefined) return 'withdrawal_not_found';
    if (withdrawal.status !== 'signed') return 'withdrawal_not_waiting';
    this.#giveBack(withdrawal, 'failed');
    return undefined;
  }

  /** Open withdrawals, as outflows. */
  outflows(): Iterable<Outflow> {
    return this.#withdrawals.values();
  }

  /** Full scan: the holds and states of open withdrawals (W3). */
  verify(): void {
    for (const withdrawal of this.#withdrawals.values()) this.#checkOpen(withdrawal);
  }

  snapshot(): Pick<SnapshotCustody, 'nextWithdrawal' | 'withdrawals'> {
    return {
      nextWithdrawal: this.#next,
      withdrawals: [...this.#withdrawals.values()].map(
        ({ hold: _hold, waitsUntilMs, isReviewed, ...withdrawal }) => ({
          ...withdrawal,
          ...(waitsUntilMs === 0 ? {} : { waitsUntilMs }),
          ...(isReviewed ? { isReviewed } : {}),
          approvers: [...withdrawal.approvers],
          amount: withdrawal.amount.toString(),
          fee: withdrawal.fee.toString(),
          worth: withdrawal.worth.toString(),
        }),
      ),
    };
  }

  /** The networks and the ledger are restored before. */
  restore({
    nextWithdrawal,
    withdrawals,
  }: Pick<SnapshotCustody, 'nextWithdrawal' | 'withdrawals'>): void {
    this.#next = nextWithdrawal;
    for (const row of withdrawals) {
      const amount = BigInt(row.amount);
      const { currency } = this.#networks.get(row.network);
      const account = this.#ledger.open(row.user, 'spot', currency);
      const hold = this.#ledger.restoreHold(account, amount, row.id, 'withdrawal');
      const { waitsUntilMs = 0, isReviewed = false } = row;
      this.#keep({
        ...row,
        approvers: [...row.approvers],
        amount,
        fee: BigInt(row.fee),
        worth: BigInt(row.worth),
        hold,
        waitsUntilMs,
        isReviewed,
      });
    }
  }

  #open({
    command,
    settings,
    account,
    outflow: { worth, day },
    timeMs,
  }: {
    command: RequestWithdrawal;
    settings: Network;
    account: number;
    outflow: Outflow;
    timeMs: number;
  }): WithdrawalId {
    const { user, network, amount, address, recipient, dayLimit } = command;
    const id = this.#next++;
    const needs = this.#rules.countsOutflows ? this.#look(command, settings, worth, timeMs) : PLAIN;
    const withdrawal: OpenWithdrawal = {
      id,
      user,
      network,
      amount,
      fee: feeOf(settings, recipient),
      address,
      recipient,
      worth,
      day,
      approvalsNeeded: Math.max(tierOf(settings, worth), command.approvals, needs.approvals),
      approvers: [],
      status: 'requested',
      hold: this.#ledger.hold(account, amount, id, 'withdrawal'),
      waitsUntilMs: needs.waitsUntilMs,
      isReviewed: needs.isOdd,
    };
    this.#keep(withdrawal);
    const { approvalsNeeded, waitsUntilMs, isReviewed } = withdrawal;
    const of = {
      withdrawal: id,
      user,
      network,
      currency: settings.currency,
      address,
      recipient,
      approvalsNeeded,
    };
    const seen = {
      ...(needs.flags.length === 0 ? {} : { flags: needs.flags }),
      ...(isReviewed ? { isReviewed } : {}),
      ...(waitsUntilMs === 0 ? {} : { waitsUntilMs }),
    };
    this.#push({
      type: 'withdrawalRequested',
      ...of,
      amount,
      fee: withdrawal.fee as Amount,
      worth: worth as Amount,
      dayLimit,
      ...seen,
    });
    if (this.#rules.countsOutflows)
      this.#history.add({ user, name: nameOfWithdrawal(id), worth, approvals: approvalsNeeded });
    if (approvalsNeeded === 0) this.#release(withdrawal, timeMs);
    return id;
  }

  /** Needs of a requested withdrawal besides those of its own worth. */
  #look(
    { user, network, address, risks = [] }: RequestWithdrawal,
    settings: Network,
    worth: bigint,
    timeMs: number,
  ): WithdrawalNeeds {
    const place = { network, address };
    const recent = this.#history.within(user, timeMs);
    const approvals = summedTierOf(settings, worth, recent.worthBelow);
    const isNew = !this.#history.knows(user, place, timeMs);
    const isMany = recent.count >= USUAL_PER_DAY;
    const isOdd = isMany || (isNew && risks.length > 0);
    const seen: Readonly<Record<WithdrawalFlag, boolean>> = {
      first: !this.#history.hasArrived(user),
      new_address: isNew,
      new_device: risks.includes('new_device'),
      security_change: risks.includes('security_change'),
      velocity: isMany,
      added_up: approvals > tierOf(settings, worth),
    };
    const waitMs = settings.newAddressWaitMs ?? NEW_ADDRESS_WAIT_MS;
    return {
      approvals: Math.max(approvals, isOdd ? 1 : 0),
      isOdd,
      waitsUntilMs: isNew && waitMs > 0 ? timeMs + waitMs : 0,
      flags: WITHDRAWAL_FLAGS.filter((flag) => seen[flag]),
    };
  }

  /** Why a withdrawal may not leave yet, even with all its approvals; undefined if it may. */
  #heldUp(withdrawal: OpenWithdrawal, timeMs: number): Rejection | undefined {
    if (!this.#rules.countsOutflows) return undefined;
    return (
      this.reviewed(withdrawal.user, timeMs, withdrawal.id) ??
      (isTooEarly(withdrawal, timeMs) ? 'withdrawal_waits' : undefined)
    );
  }

  /**
   * Whether a worth sold for money outside, together with the user's other outflows without an
   * approval, reaches an approval tier of the currency's networks.
   */
  needsApproval(user: UserId, currency: CurrencyId, worth: bigint, timeMs: number): boolean {
    const { worthBelow } = this.#history.within(user, timeMs);
    return this.#networks
      .ofCurrency(currency)
      .some((network) => summedTierOf(network, worth, worthBelow) > 0);
  }

  /**
   * Why nothing of a user may leave: a restraint, or a withdrawal under review.
   * @param except a withdrawal under review that asks for itself
   */
  reviewed(user: UserId, timeMs: number, except = 0): Rejection | undefined {
    const restraint = this.#restraints.rejection(user, timeMs);
    if (restraint !== undefined || !this.#rules.countsOutflows) return restraint;
    const isReviewed = this.#unsignedOf(user).some(
      (each) => each.isReviewed && each.status === 'requested' && each.id !== except,
    );
    return isReviewed ? 'withdrawals_under_review' : undefined;
  }

  /** Why a payment to another user may not go out now: it leaves its owner at the last approval. */
  #cannotPass(withdrawal: OpenWithdrawal, timeMs: number): Rejection | undefined {
    if (!this.#rules.looksAtWorthAgain) return undefined;
    const settings = this.#networks.get(withdrawal.network);
    return this.stopped(withdrawal.user, settings.currency) ?? this.#lookAgain(withdrawal, timeMs);
  }

  /**
   * Raises the approvals where the present worth needs more than the worth at the request did;
   * never lowers them. Returns a rejection where the worth is unknown.
   */
  #lookAgain(withdrawal: OpenWithdrawal, timeMs: number): Rejection | undefined {
    if (!this.#rules.looksAtWorthAgain) return undefined;
    const settings = this.#networks.get(withdrawal.network);
    const worth = this.#networks.worth(settings, withdrawal.amount, timeMs);
    if (typeof worth === 'string') return worth;
    const approvalsNeeded = this.#tierNow(withdrawal, worth, timeMs);
    // With enough approvals already given it need not wait, and a refusal for another reason must
    // leave no trace.
    if (
      approvalsNeeded <= withdrawal.approvalsNeeded ||
      approvalsNeeded <= withdrawal.approvers.length
    )
      return undefined;
    this.#raise(withdrawal, approvalsNeeded, worth);
    return undefined;
  }

  #raise(withdrawal: OpenWithdrawal, approvalsNeeded: number, worth: bigint): void {
    const { id, user, isReviewed } = withdrawal;
    withdrawal.approvalsNeeded = approvalsNeeded;
    this.#history.raise(user, nameOfWithdrawal(id), approvalsNeeded);
    this.#push({
      type: 'approvalsRaised',
      withdrawal: id,
      worth: worth as Amount,
      approvalsNeeded,
      ...(isReviewed ? { isReviewed } : {}),
    });
  }

  /** In the order of requests. */
  #unsignedOf(user: UserId): OpenWithdrawal[] {
    return [...(this.#ofUser.get(user) ?? [])].filter(({ status }) => status !== 'signed');
  }

  /**
   * Number of approvals that it needs to leave now.
   * @param worth at present
   */
  #tierNow({ id, user, network }: OpenWithdrawal, worth: bigint, timeMs: number): number {
    const settings = this.#networks.get(network);
    if (!this.#rules.countsOutflows) return tierOf(settings, worth);
    return summedTierOf(
      settings,
      worth,
      this.#history.within(user, timeMs, nameOfWithdrawal(id)).worthBelow,
    );
  }

  /**
   * All approvals are given: the withdrawal goes to the signer, or is paid to another user at once
   * unless something holds it up.
   */
  #release(withdrawal: OpenWithdrawal, timeMs: number): void {
    const isHeldUp = withdrawal.recipient === 0 || this.#heldUp(withdrawal, timeMs) !== undefined;
    if (!isHeldUp) this.#payInSite(withdrawal, timeMs);
    else if (withdrawal.status === 'requested') this.#move(withdrawal, 'approved');
  }

  #payInSite(withdrawal: OpenWithdrawal, timeMs: number): void {
    const { id, recipient, hold, amount } = withdrawal;
    this.#checkLeaving(withdrawal, timeMs);
    const { currency } = this.#networks.get(withdrawal.network);
    if (this.#rules.countsOutflows) this.#history.arrive(withdrawal.user, withdrawal, timeMs);
    this.#history.leave(withdrawal.user, nameOfWithdrawal(id), timeMs);
    this.#ledger.spend(hold, amount, 'inSite', id);
    this.#ledger.post(this.#ledger.open(recipient, 'spot', currency), amount, 'inSite', id, '');
    this.#end(withdrawal, 'inSite', '');
    this.#debts.collectFromSpot(recipient, currency, '');
  }

  #giveBack(withdrawal: OpenWithdrawal, status: WithdrawalStatus): void {
    this.#dayLimits.giveBack(withdrawal);
    this.#history.giveBack(withdrawal.user, nameOfWithdrawal(withdrawal.id));
    this.#end(withdrawal, status, '');
  }

  /** Cancels a user's unsigned withdrawals of a currency. */
  cancelUnsigned(user: UserId, currency: CurrencyId): void {
    for (const withdrawal of [...this.#withdrawals.values()]) {
      const isTheirs =
        withdrawal.user === user && this.#networks.get(withdrawal.network).currency === currency;
      if (isTheirs && withdrawal.status !== 'signed') this.#giveBack(withdrawal, 'cancelled');
    }
  }

  #end(withdrawal: OpenWithdrawal, status: WithdrawalStatus, transaction: string): void {
    this.#ledger.closeHold(withdrawal.hold);
    this.#move(withdrawal, status, transaction);
    this.#withdrawals.delete(withdrawal.id);
    const own = this.#ofUser.get(withdrawal.user);
    own?.delete(withdrawal);
    if (own?.size === 0) this.#ofUser.delete(withdrawal.user);
  }

  #keep(withdrawal: OpenWithdrawal): void {
    this.#withdrawals.set(withdrawal.id, withdrawal);
    this.#ofUser.set(
      withdrawal.user,
      (this.#ofUser.get(withdrawal.user) ?? new Set()).add(withdrawal),
    );
  }

  #move(withdrawal: OpenWithdrawal, status: WithdrawalStatus, transaction = ''): void {
    this.#checks.check(
      'W3',
      NEXT[withdrawal.status].includes(status),
      `withdrawal ${withdrawal.id} goes from ${withdrawal.status} to ${status}`,
    );
    withdrawal.status = status;
    this.#push({
      type: 'withdrawalMoved',
      withdrawal: withdrawal.id,
      user: withdrawal.user,
      status,
      transaction,
    });
  }

  /** Why a user's money may not go to others; undefined if it may. */
  stopped(user: UserId, currency: CurrencyId): Rejection | undefined {
    if (this.#networks.isPaused(currency)) return 'withdrawals_paused';
    return this.#debts.has(user) ? 'withdrawals_frozen' : undefined;
  }

  /**
   * Before money leaves: it has as many approvals as its worth needs now (W9), together with other
   * outflows (W10), and nothing holds it up (W11).
   */
  #checkLeaving(withdrawal: OpenWithdrawal, timeMs: number): void {
    if (!this.#rules.looksAtWorthAgain) return;
    const { id, network, amount, approvers } = withdrawal;
    const settings = this.#networks.get(network);
    const worth = this.#networks.worth(settings, amount, timeMs);
    this.#checks.check(
      'W9',
      typeof worth === 'bigint' && approvers.length >= tierOf(settings, worth),
      `withdrawal ${id} leaves with ${approvers.length} approvals`,
    );
    if (!this.#rules.countsOutflows || typeof worth !== 'bigint') return;
    this.#checks.check(
      'W10',
      approvers.length >= this.#tierNow(withdrawal, worth, timeMs),
      `withdrawal ${id} and others of its day leave with ${approvers.length} approvals`,
    );
    this.#checks.check(
      'W11',
      this.#heldUp(withdrawal, timeMs) === undefined,
      `withdrawal ${id} leaves and is held up`,
    );
  }

  #checkOpen(withdrawal: OpenWithdrawal): void {
    const { id, hold, amount, status, approvers, approvalsNeeded } = withdrawal;
    const isWaiting = status === 'requested';
    this.#checks.check(
      'W3',
      isWaiting || status === 'approved' || status === 'signed',
      `withdrawal ${id} is kept although it is over`,
    );
    this.#ledger.checkOwner(hold, id, 'withdrawal');
    this.#checks.check(
      'W3',
      this.#ledger.holdAmount(hold) === amount && isWaiting === approvers.length < approvalsNeeded,
      `withdrawal ${id} contradicts itself`,
    );
  }

  #push(event: CustodyEvent): void {
    this.#events.list.push(event);
  }
}

/**
 * States that may follow each state (W3). A signed withdrawal can only be settled or fail: it never
 * goes back to the signer.
 */
const NEXT: Readonly<Record<WithdrawalStatus, readonly WithdrawalStatus[]>> = {
  requested: ['approved', 'inSite', 'cancelled', 'rejected'],
  // Back to the operators where its worth has grown; to another user where it had to wait.
  approved: ['signed', 'inSite', 'requested', 'cancelled', 'rejected'],
  signed: ['settled', 'failed'],
  settled: [],
  failed: [],
  rejected: [],
  cancelled: [],
  inSite: [],
};

/** Present fee of a withdrawal: inside the exchange none. */
function feeOf({ fee }: Network, recipient: UserId): Amount {
  return recipient === 0 ? fee : (0n as Amount);
}

/** Whether it waits for its address to age: the first approval ends that wait. */
function isTooEarly({ approvers, waitsUntilMs }: OpenWithdrawal, timeMs: number): boolean {
  return approvers.length === 0 && waitsUntilMs > timeMs;
}

/** Name of a withdrawal among all outflows. */
function nameOfWithdrawal(id: WithdrawalId): string {
  return `withdrawal ${id}`;
}
