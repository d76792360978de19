import type { AreaParts } from '../area-parts.ts';
import type { Amount } from '@meridian/money/amount';
import { AMOUNT_LIMIT } from '@meridian/money/amount';
import type { Listings } from '../catalog/listings.ts';
import type { EventSink } from '../event-sink.ts';
import type { Outcome } from '../outcome.ts';
import type { CurrencyId, UserId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import type { HoldSlot, Ledger } from '../ledger/ledger.ts';
import type { Margin } from '../margin/margin.ts';
import type { Rejection } from '../rejections.ts';
import type { Rules } from '../rules.ts';
import type { Seconds } from '../seconds/seconds.ts';
import type { SnapshotCustody } from './custody-snapshot.ts';
import { shanghaiDay } from '../timers/shanghai-day.ts';
import * as wellFormed from './custody-commands-check.ts';
import {
  NEW_ADDRESS_WAIT_MS,
  type ApproveWithdrawal,
  type CancelWithdrawal,
  type CreditDeposit,
  type FreezeAccount,
  type HoldBack,
  type ListNetwork,
  type Network,
  type NetworkId,
  type OperatorId,
  type PauseWithdrawals,
  type PayChainCost,
  type RejectWithdrawal,
  type RequestWithdrawal,
  type ReverseDeposit,
  type SettleWithdrawal,
  type TransferFunds,
  type WithdrawalId,
} from './custody-commands.ts';
import {
  WITHDRAWAL_FLAGS,
  type CustodyEvent,
  type WithdrawalFlag,
  type WithdrawalStatus,
} from './custody-events.ts';
import type { DayLimits, Outflow } from './day-limits.ts';
import { takeAvailable, type Debts } from './debts.ts';
import type { OutflowHistory } from './outflow-history.ts';
import { OutflowWindow } from './outflow-window.ts';
import type { Restraints } from './restraints.ts';

const HOUR_MS = 3_600_000;
/** What one user may have under way: operators look at each. */
const MOST_OPEN = 20;
/** More outflows within a day are a pattern. */
const USUAL_PER_DAY = 5;

/**
 * An open network, and what has left on it: by the minute, or in the hour and day of the clock
 * under the first rules.
 */
interface OpenNetwork {
  settings: Network;
  readonly sent: OutflowWindow;
  hour: number;
  hourOut: bigint;
  day: number;
  dayOut: bigint;
}

interface KnownDeposit {
  readonly network: NetworkId;
  readonly transaction: string;
  readonly output: number;
  user: UserId;
  amount: bigint;
  /** A deposit counts while it was credited once more than reversed. */
  credits: number;
  reversals: number;
}

interface WithdrawalNeeds {
  readonly approvals: number;
  readonly isOdd: boolean;
  /** 0 where it waits for no time. */
  readonly waitsUntilMs: number;
  readonly flags: readonly WithdrawalFlag[];
}

/** Under older rules. */
const PLAIN: WithdrawalNeeds = { approvals: 0, isOdd: false, waitsUntilMs: 0, flags: [] };

/** A withdrawal that is not over. */
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
  /** It leaves no earlier unless an operator approved it; 0 where it waits for no time. */
  readonly waitsUntilMs: number;
  /** It is odd: as long as it waits for an operator, nothing else of its user leaves. */
  isReviewed: boolean;
}

/**
 * Owns what comes in from chains, what leaves for them and what moves between wallets: networks,
 * the names of all deposits ever credited, open withdrawals with their holds, and the limits on
 * what networks send. Promises W1, W3, W5 and W9 to W11. It believes the watcher that a deposit is
 * confirmed and the sender that a transaction is mined; it decides everything about the money.
 */
export class Custody {
  readonly #ledger: Ledger;
  readonly #listings: Listings;
  readonly #margin: Margin;
  readonly #seconds: Seconds;
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<CustodyEvent>;
  readonly #networks = new Map<NetworkId, OpenNetwork>();
  readonly #deposits = new Map<string, KnownDeposit>();
  readonly #withdrawals = new Map<WithdrawalId, OpenWithdrawal>();
  /** The same by user. */
  readonly #ofUser = new Map<UserId, Set<OpenWithdrawal>>();
  readonly #dayLimits: DayLimits;
  readonly #debts: Debts;
  readonly #history: OutflowHistory;
  readonly #restraints: Restraints;
  readonly #rules: Rules;
  readonly #paused = new Set<CurrencyId>();
  #nextWithdrawal = 1;

  constructor(
    parts: AreaParts<CustodyEvent> & {
      margin: Margin;
      seconds: Seconds;
      dayLimits: DayLimits;
      debts: Debts;
      history: OutflowHistory;
      restraints: Restraints;
    },
  ) {
    this.#ledger = parts.ledger;
    this.#listings = parts.listings;
    this.#margin = parts.margin;
    this.#seconds = parts.seconds;
    this.#dayLimits = parts.dayLimits;
    this.#debts = parts.debts;
    this.#history = parts.history;
    this.#restraints = parts.restraints;
    this.#rules = parts.rules;
    this.#checks = parts.checks;
    this.#events = parts.events;
  }

  list(command: ListNetwork): Rejection | undefined {
    const network = wellFormed.pickNetwork(command.network);
    if (network === undefined) return 'malformed';
    if (this.#listings.currency(network.currency) === undefined) return 'currency_unknown';
    if (network.worthMarket !== 0) {
      const market = this.#listings.market(network.worthMarket);
      if (market === undefined) return 'market_unknown';
      if (market.settings.base !== network.currency) return 'network_fixed';
    }
    const known = this.#networks.get(network.id);
    if (known !== undefined && known.settings.currency !== network.currency) return 'network_fixed';
    if (known === undefined)
      this.#networks.set(network.id, {
        settings: network,
        sent: new OutflowWindow(),
        hour: 0,
        hourOut: 0n,
        day: 0,
        dayOut: 0n,
      });
    else known.settings = network;
    this.#push({ type: 'networkListed', network });
    return undefined;
  }

  transfer(command: TransferFunds, timeMs: number): Rejection | undefined {
    if (!wellFormed.isTransfer(command)) return 'malformed';
    const { user, from, to, currency, amount } = command;
    if (from === to) return 'wallets_same';
    if (this.#listings.currency(currency) === undefined) return 'currency_unknown';
    const source = this.#ledger.find(user, from, currency);
    if (source < 0 || this.#ledger.available(source) < amount) return 'balance_insufficient';
    const settling =
      from === 'margin' || to === 'margin' ? this.#margin.mayMove(user, currency) : undefined;
    if (settling !== undefined) return settling;
    const inUse =
      from === 'margin' ? this.#margin.mayLeave(user, currency, amount, timeMs) : undefined;
    if (inUse !== undefined) return inUse;
    if (from === 'seconds' && user === SYSTEM.house && amount > this.#seconds.free(currency))
      return 'house_insufficient';
    if (from === 'margin' && user === SYSTEM.house && amount > this.#margin.houseFree(currency))
      return 'house_insufficient';
    this.#ledger.post(source, -amount, 'transfer', 0, to);
    this.#ledger.post(this.#ledger.open(user, to, currency), amount, 'transfer', 0, from);
    if (from === 'margin') this.#margin.afterLeaving(user, currency);
    return undefined;
  }

  deposit(command: CreditDeposit): Rejection | undefined {
    if (!wellFormed.isDeposit(command)) return 'malformed';
    const network = this.#networks.get(command.network);
    if (network === undefined) return 'network_unknown';
    const { currency, minDeposit } = network.settings;
    const known = this.#deposits.get(nameOf(command));
    if (known !== undefined && isCredited(known)) return 'deposit_known';
    const { user, amount, transaction, output } = command;
    if (amount < minDeposit) return 'deposit_too_small';
    const outside = this.#ledger.open(SYSTEM.outside, 'spot', currency);
    if (this.#ledger.available(outside) - amount <= -AMOUNT_LIMIT) return 'amount_too_large';
    const deposit = known ?? {
      network: command.network,
      transaction,
      output,
      user,
      amount,
      credits: 0,
      reversals: 0,
    };
    deposit.user = user;
    deposit.amount = amount;
    deposit.credits++;
    this.#deposits.set(nameOf(command), deposit);
    this.#checkDeposit(deposit);
    const account = this.#ledger.open(user, 'spot', currency);
    this.#ledger.post(outside, -amount, 'deposit', 0, transaction);
    this.#ledger.post(account, amount, 'deposit', 0, transaction);
    this.#push({
      type: 'depositCredited',
      network: command.network,
      transaction,
      output,
      user,
      currency,
      amount,
    });
    this.#debts.collectFromSpot(user, currency, transaction);
    return undefined;
  }

  /**
   * The user pays back what is left in the own wallets; insurance, then the house, pay the rest; it
   * stays the user's debt.
   */
  reverse(command: ReverseDeposit, timeMs: number): Rejection | undefined {
    if (!wellFormed.isDepositName(command)) return 'malformed';
    const network = this.#networks.get(command.network);
    const deposit = this.#deposits.get(nameOf(command));
    if (network === undefined || deposit === undefined || !isCredited(deposit))
      return 'deposit_not_found';
    const { user, amount, transaction, output } = deposit;
    const { currency } = network.settings;
    deposit.reversals++;
    this.#checkDeposit(deposit);
    const recovered = this.#rules.collectsDebts
      ? this.#debts.takeBack(user, currency, {
          amount,
          reference: transaction,
          timeMs,
          cancelWithdrawals: () => this.#cancelUnsigned(user, currency),
        })
      : this.#takeBack(user, currency, amount, transaction);
    const shortage = amount - recovered;
    let covered = 0n;
    for (const payer of [SYSTEM.insurance, SYSTEM.house]) {
      covered += takeAvailable(
        this.#ledger,
        { owner: payer, wallets: ['spot'], currency },
        { most: shortage - covered, reason: 'shortage', reference: transaction },
      );
    }
    const paid = recovered + covered;
    if (paid > 0n)
      this.#ledger.post(
        this.#ledger.open(SYSTEM.outside, 'spot', currency),
        paid,
        'reversal',
        0,
        transaction,
      );
    if (shortage > 0n)
      this.#debts.add(user, currency, { amount: shortage, unbacked: shortage - covered });
    const parts = {
      recovered: recovered as Amount,
      covered: covered as Amount,
      unbacked: (shortage - covered) as Amount,
    };
    this.#push({
      type: 'depositReversed',
      network: deposit.network,
      transaction,
      output,
      user,
      currency,
      amount: amount as Amount,
      ...parts,
    });
    return undefined;
  }

  request(command: RequestWithdrawal, timeMs: number): Outcome {
    if (!wellFormed.isRequest(command)) return refused('malformed');
    const network = this.#networks.get(command.network);
    if (network === undefined) return refused('network_unknown');
    const { settings } = network;
    const { user, amount, recipient, mostFee } = command;
    if (!settings.isOpen) return refused('network_closed');
    if (this.#isPaused(settings.currency)) return refused('withdrawals_paused');
    if (recipient === user) return refused('withdrawal_to_self');
    if (amount < settings.minWithdrawal) return refused('withdrawal_too_small');
    if (amount > settings.maxWithdrawal) return refused('withdrawal_too_large');
    if (mostFee !== undefined && feeOf(settings, recipient) > mostFee)
      return refused('withdrawal_fee_risen');
    const worth = this.#worth(settings, amount, timeMs);
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
    // Somebody else's answers like an unknown one.
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
    // It waited for time alone, and its worth has grown.
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
    const network = this.#network(withdrawal.network);
    if (this.#isPaused(network.settings.currency)) return 'withdrawals_paused';
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
    if (!this.#send(network, withdrawal.amount - withdrawal.fee, timeMs)) return 'outflow_limit';
    this.#history.leave(withdrawal.user, nameOfWithdrawal(id), timeMs);
    this.#move(withdrawal, 'signed');
    return undefined;
  }

  /** Whether the network may send so much now; then it counts (W5). */
  #send(network: OpenNetwork, amount: bigint, timeMs: number): boolean {
    const { sent, settings } = network;
    if (!this.#rules.rollsOutflowLimits) return this.#sendByTheClock(network, amount, timeMs);
    const { hour, day } = sent.within(timeMs);
    if (hour + amount > settings.maxPerHour || day + amount > settings.maxPerDay) return false;
    sent.count(amount, timeMs);
    const now = sent.within(timeMs);
    this.#checks.check(
      'W5',
      now.hour <= settings.maxPerHour && now.day <= settings.maxPerDay,
      `network ${settings.id} sends more than it may`,
    );
    return true;
  }

  /** The first rules. */
  #sendByTheClock(network: OpenNetwork, amount: bigint, timeMs: number): boolean {
    const { id, maxPerHour, maxPerDay } = network.settings;
    const hour = Math.floor(timeMs / HOUR_MS);
    const day = shanghaiDay(timeMs);
    const hourOut = (hour === network.hour ? network.hourOut : 0n) + amount;
    const dayOut = (day === network.day ? network.dayOut : 0n) + amount;
    if (hourOut > maxPerHour || dayOut > maxPerDay) return false;
    Object.assign(network, { hour, hourOut, day, dayOut });
    this.#checks.check(
      'W5',
      network.hourOut <= maxPerHour && network.dayOut <= maxPerDay,
      `network ${id} sends more than it may`,
    );
    return true;
  }

  /** The rules were raised: what left in the last hour and day of the clock counts on. */
  rollOutflows(timeMs: number): void {
    for (const network of this.#networks.values()) {
      const isLately = {
        hour: network.hour >= Math.floor(timeMs / HOUR_MS) - 1,
        day: network.day >= shanghaiDay(timeMs) - 1,
      };
      network.sent.takeOver(
        {
          hourOut: isLately.hour ? network.hourOut : 0n,
          dayOut: isLately.day ? network.dayOut : 0n,
        },
        timeMs,
      );
      Object.assign(network, { hour: 0, hourOut: 0n, day: 0, dayOut: 0n });
    }
  }

  /**
   * The rules were raised: what is under way counts, and what is signed as if it left now. No
   * address is known.
   */
  countOutflows(timeMs: number): void {
    for (const { user, id, worth, approvalsNeeded, status } of this.#withdrawals.values()) {
      this.#history.add({ user, name: nameOfWithdrawal(id), worth, approvals: approvalsNeeded });
      if (status === 'signed') this.#history.leave(user, nameOfWithdrawal(id), timeMs);
    }
  }

  /**
   * Freezes or thaws an account. A freeze gives unsigned withdrawals back, so that a thaw lets none
   * of them leave.
   */
  freeze(command: FreezeAccount): Rejection | undefined {
    const rejection = this.#restraints.freeze(command);
    if (rejection !== undefined || !command.isFrozen) return rejection;
    for (const withdrawal of this.#unsignedOf(command.user))
      this.#giveBack(withdrawal, 'cancelled');
    return undefined;
  }

  /**
   * Keeps a user's money in until a time. Operators must look at unsigned withdrawals to new
   * addresses: whoever changed the security may have asked for them.
   */
  holdBack(command: HoldBack, timeMs: number): Rejection | undefined {
    const rejection = this.#restraints.holdBack(command);
    if (rejection !== undefined) return rejection;
    for (const withdrawal of this.#unsignedOf(command.user)) {
      // One that operators let go before the change is looked at again.
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
    const { currency } = this.#network(withdrawal.network).settings;
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

  payCost(command: PayChainCost): Rejection | undefined {
    if (!wellFormed.isCost(command)) return 'malformed';
    const { currency, amount, reference } = command;
    if (this.#listings.currency(currency) === undefined) return 'currency_unknown';
    const payers = [SYSTEM.fees, SYSTEM.house];
    const funds = payers.reduce(
      (sum, payer) => sum + this.#ledger.available(this.#ledger.open(payer, 'spot', currency)),
      0n,
    );
    if (funds < amount) return 'house_insufficient';
    let paid = 0n;
    for (const payer of payers)
      paid += takeAvailable(
        this.#ledger,
        { owner: payer, wallets: ['spot'], currency },
        { most: amount - paid, reason: 'chainCost', reference },
      );
    this.#ledger.post(
      this.#ledger.open(SYSTEM.outside, 'spot', currency),
      paid,
      'chainCost',
      0,
      reference,
    );
    return undefined;
  }

  pause(command: PauseWithdrawals): Rejection | undefined {
    const { currency, isPaused } = command;
    if (typeof isPaused !== 'boolean') return 'malformed';
    if (currency !== 0 && this.#listings.currency(currency) === undefined)
      return 'currency_unknown';
    if (isPaused) this.#paused.add(currency);
    else this.#paused.delete(currency);
    this.#push({ type: 'withdrawalsPaused', currency, isPaused });
    return undefined;
  }

  /** Withdrawals that are not over, as what leaves. */
  outflows(): Iterable<Outflow> {
    return this.#withdrawals.values();
  }

  /** Full scan: deposits (W1), the holds and states of open withdrawals (W3). */
  verify(): void {
    for (const deposit of this.#deposits.values()) this.#checkDeposit(deposit);
    for (const withdrawal of this.#withdrawals.values()) this.#checkOpen(withdrawal);
  }

  snapshot(): SnapshotCustody {
    const byNumber = (a: readonly [number, unknown], b: readonly [number, unknown]): number =>
      a[0] - b[0];
    return {
      nextWithdrawal: this.#nextWithdrawal,
      networks: [...this.#networks].sort(byNumber).map(([, network]) => ({
        settings: wellFormed.encodeNetwork(network.settings),
        hour: network.hour,
        hourOut: network.hourOut.toString(),
        day: network.day,
        dayOut: network.dayOut.toString(),
        sent: network.sent.snapshot(),
      })),
      deposits: [...this.#deposits.values()].map((deposit) => ({
        ...deposit,
        amount: deposit.amount.toString(),
      })),
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
      ...this.#dayLimits.snapshot(),
      ...this.#debts.snapshot(),
      ...this.#history.snapshot(),
      ...this.#restraints.snapshot(),
      paused: [...this.#paused].sort((a, b) => a - b),
    };
  }

  restore(snapshot: SnapshotCustody): void {
    this.#nextWithdrawal = snapshot.nextWithdrawal;
    for (const { settings, hour, hourOut, day, dayOut, sent: rows } of snapshot.networks) {
      const network = wellFormed.decodeNetwork(settings);
      const sent = new OutflowWindow();
      sent.restore(rows);
      this.#networks.set(network.id, {
        settings: network,
        sent,
        hour,
        hourOut: BigInt(hourOut),
        day,
        dayOut: BigInt(dayOut),
      });
    }
    for (const row of snapshot.deposits)
      this.#deposits.set(nameOf(row), { ...row, amount: BigInt(row.amount) });
    for (const row of snapshot.withdrawals) {
      const amount = BigInt(row.amount);
      const account = this.#ledger.open(
        row.user,
        'spot',
        this.#network(row.network).settings.currency,
      );
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
    this.#dayLimits.restore(snapshot);
    this.#debts.restore(snapshot);
    this.#history.restore(snapshot);
    this.#restraints.restore(snapshot);
    for (const currency of snapshot.paused) this.#paused.add(currency);
  }

  /**
   * The first rules: takes what there is of an amount from a user's wallets but margin. The house
   * keeps what open tickets could win (S4).
   */
  #takeBack(user: UserId, currency: CurrencyId, amount: bigint, reference: string): bigint {
    const taking = { reason: 'reversal', reference } as const;
    const first = takeAvailable(
      this.#ledger,
      { owner: user, wallets: ['spot', 'p2p'], currency },
      { ...taking, most: amount },
    );
    const left = amount - first;
    const free = user === SYSTEM.house ? this.#seconds.free(currency) : left;
    return (
      first +
      takeAvailable(
        this.#ledger,
        { owner: user, wallets: ['seconds'], currency },
        { ...taking, most: free < left ? free : left },
      )
    );
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
    const id = this.#nextWithdrawal++;
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

  /**
   * What a withdrawal that is asked for needs before it leaves, beside what its own worth needs.
   */
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

  /** Why a withdrawal may not leave yet, whatever its approvals are; undefined where it may. */
  #heldUp(withdrawal: OpenWithdrawal, timeMs: number): Rejection | undefined {
    if (!this.#rules.countsOutflows) return undefined;
    return (
      this.reviewed(withdrawal.user, timeMs, withdrawal.id) ??
      (isTooEarly(withdrawal, timeMs) ? 'withdrawal_waits' : undefined)
    );
  }

  /**
   * Whether a worth that leaves for money outside, with what else its user lets leave without an
   * approval, reaches a tier of its currency's networks.
   */
  needsApproval(user: UserId, currency: CurrencyId, worth: bigint, timeMs: number): boolean {
    const { worthBelow } = this.#history.within(user, timeMs);
    return [...this.#networks.values()].some(
      ({ settings }) =>
        settings.currency === currency && summedTierOf(settings, worth, worthBelow) > 0,
    );
  }

  /**
   * Why nothing of a user may leave: a restraint, or a withdrawal that operators look at. @param
   * except one that is looked at and asks itself
   */
  reviewed(user: UserId, timeMs: number, except = 0): Rejection | undefined {
    const restraint = this.#restraints.rejection(user, timeMs);
    if (restraint !== undefined || !this.#rules.countsOutflows) return restraint;
    const isReviewed = this.#unsignedOf(user).some(
      (each) => each.isReviewed && each.status === 'requested' && each.id !== except,
    );
    return isReviewed ? 'withdrawals_under_review' : undefined;
  }

  /**
   * Why a payment to another user may not be passed now: it leaves its owner at the last approval.
   */
  #cannotPass(withdrawal: OpenWithdrawal, timeMs: number): Rejection | undefined {
    if (!this.#rules.looksAtWorthAgain) return undefined;
    const { settings } = this.#network(withdrawal.network);
    return this.stopped(withdrawal.user, settings.currency) ?? this.#lookAgain(withdrawal, timeMs);
  }

  /**
   * The worth of the moment may need more approvals than that of the request did, and never fewer.
   * A rejection where nobody knows it.
   */
  #lookAgain(withdrawal: OpenWithdrawal, timeMs: number): Rejection | undefined {
    if (!this.#rules.looksAtWorthAgain) return undefined;
    const { settings } = this.#network(withdrawal.network);
    const worth = this.#worth(settings, withdrawal.amount, timeMs);
    if (typeof worth === 'string') return worth;
    const approvalsNeeded = this.#tierNow(withdrawal, worth, timeMs);
    // Where as many have approved already, there is nothing to wait for, and a refusal for another
    // reason must leave no trace.
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

  /** In order of asking. */
  #unsignedOf(user: UserId): OpenWithdrawal[] {
    return [...(this.#ofUser.get(user) ?? [])].filter(({ status }) => status !== 'signed');
  }

  /** Operators who must have approved it to leave now. @param worth of now */
  #tierNow({ id, user, network }: OpenWithdrawal, worth: bigint, timeMs: number): number {
    const { settings } = this.#network(network);
    if (!this.#rules.countsOutflows) return tierOf(settings, worth);
    return summedTierOf(
      settings,
      worth,
      this.#history.within(user, timeMs, nameOfWithdrawal(id)).worthBelow,
    );
  }

  /**
   * All approvals are there: to the signer, or at once to the other user where nothing holds it up.
   */
  #release(withdrawal: OpenWithdrawal, timeMs: number): void {
    const isHeldUp = withdrawal.recipient === 0 || this.#heldUp(withdrawal, timeMs) !== undefined;
    if (!isHeldUp) this.#payInSite(withdrawal, timeMs);
    else if (withdrawal.status === 'requested') this.#move(withdrawal, 'approved');
  }

  #payInSite(withdrawal: OpenWithdrawal, timeMs: number): void {
    const { id, recipient, hold, amount } = withdrawal;
    this.#checkLeaving(withdrawal, timeMs);
    const { currency } = this.#network(withdrawal.network).settings;
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

  /** What of a user's money waits to leave and nobody has signed stays. */
  #cancelUnsigned(user: UserId, currency: CurrencyId): void {
    for (const withdrawal of [...this.#withdrawals.values()]) {
      const isTheirs =
        withdrawal.user === user &&
        this.#network(withdrawal.network).settings.currency === currency;
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

  /** Why money of a user may not go to others; undefined where it may. */
  stopped(user: UserId, currency: CurrencyId): Rejection | undefined {
    if (this.#isPaused(currency)) return 'withdrawals_paused';
    return this.#debts.has(user) ? 'withdrawals_frozen' : undefined;
  }

  /**
   * What an amount is worth by the index, rounded up: a limit must not be passed by rounding. A
   * rejection without a fresh index.
   */
  #worth({ worthMarket, currency }: Network, amount: bigint, timeMs: number): bigint | Rejection {
    if (worthMarket === 0) return amount;
    const market = this.#listings.market(worthMarket);
    if (market === undefined || market.indexTicks === 0) return 'index_unavailable';
    if (
      this.#rules.looksAtWorthAgain &&
      timeMs - market.indexTimeMs > market.settings.indexMaxAgeMs
    )
      return 'index_stale';
    const coin = 10n ** BigInt(this.#listings.currency(currency)?.scale ?? 0);
    return (amount * BigInt(market.indexTicks) * market.settings.tickSize + coin - 1n) / coin;
  }

  #isPaused(currency: CurrencyId): boolean {
    return this.#paused.has(0) || this.#paused.has(currency);
  }

  #network(id: NetworkId): OpenNetwork {
    const network = this.#networks.get(id);
    if (network === undefined) throw new Error(`network ${id} is not open`);
    return network;
  }

  #checkDeposit({ transaction, credits, reversals }: KnownDeposit): void {
    this.#checks.check(
      'W1',
      credits - reversals === 0 || credits - reversals === 1,
      `deposit ${transaction} was credited ${credits} times and reversed ${reversals} times`,
    );
  }

  /**
   * Before money leaves: as many operators have approved as its worth now needs (W9), with what
   * else left (W10), and nothing holds it up (W11).
   */
  #checkLeaving(withdrawal: OpenWithdrawal, timeMs: number): void {
    if (!this.#rules.looksAtWorthAgain) return;
    const { id, network, amount, approvers } = withdrawal;
    const { settings } = this.#network(network);
    const worth = this.#worth(settings, amount, timeMs);
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
 * Where a withdrawal may go from each state (W3). What is signed can only be settled or fail:
 * nothing brings it back to the signer.
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

/** What a withdrawal costs now: inside the exchange nothing. */
function feeOf({ fee }: Network, recipient: UserId): Amount {
  return recipient === 0 ? fee : (0n as Amount);
}

/** How many operators a worth needs. */
function tierOf({ oneApprovalFrom, twoApprovalsFrom }: Network, worth: bigint): number {
  return worth >= twoApprovalsFrom ? 2 : worth >= oneApprovalFrom ? 1 : 0;
}

/**
 * The same with all that left, or may leave, with fewer approvals. @param worthBelow the worth of
 * those
 */
function summedTierOf(
  { oneApprovalFrom, twoApprovalsFrom }: Network,
  worth: bigint,
  worthBelow: (approvals: number) => bigint,
): number {
  if (worth + worthBelow(2) >= twoApprovalsFrom) return 2;
  return worth + worthBelow(1) >= oneApprovalFrom ? 1 : 0;
}

/** Whether it goes to a new address too early: the first approval ends that wait. */
function isTooEarly({ approvers, waitsUntilMs }: OpenWithdrawal, timeMs: number): boolean {
  return approvers.length === 0 && waitsUntilMs > timeMs;
}

/** What each withdrawal is called among all that leaves. */
function nameOfWithdrawal(id: WithdrawalId): string {
  return `withdrawal ${id}`;
}

function nameOf({
  network,
  transaction,
  output,
}: {
  network: NetworkId;
  transaction: string;
  output: number;
}): string {
  return `${network} ${transaction} ${output}`;
}

function isCredited({ credits, reversals }: KnownDeposit): boolean {
  return credits > reversals;
}

function refused(rejection: Rejection): Outcome {
  return { ok: false, rejection };
}
