import type { Command } from '@meridian/core/commands';
import type {
  CustodyCommand,
  Network,
  RequestWithdrawal,
} from '@meridian/core/custody/custody-commands';
import type { Outcome } from '@meridian/core/outcome';
import { SYSTEM, type Wallet } from '@meridian/core/ledger/accounts';
import type { Rejection } from '@meridian/core/rejections';
import { NEWEST_RULES } from '@meridian/core/rules';
import type { FirstCustody } from './judge/version-1/first-custody.ts';
import type { NaiveCatalog } from './naive-catalog.ts';
import { isStoppedByDebt, isStoppedByFreeze, isWellFormed } from './naive-custody-commands.ts';
import { accountName, because, type Cause, type OracleLedger } from './naive-ledger.ts';
import { NaiveOutflows } from './naive-outflows.ts';
import { isTrader, LARGEST_BALANCE } from './naive-rules.ts';
import {
  dayOf,
  isWaitingForTime,
  type NaiveDeposit,
  type NaiveEscrow,
  type NaiveWithdrawal,
  nameOf,
} from './naive-withdrawals.ts';

const HOUR_MS = 3_600_000;

/**
 * The rules of custody a second time: lists are searched, sums are computed anew. No entry is
 * dropped, no sum is stored.
 */
export class NaiveCustody {
  readonly #ledger: OracleLedger;
  readonly #catalog: NaiveCatalog;
  readonly #networks = new Map<number, Network>();
  readonly #deposits: NaiveDeposit[] = [];
  readonly #withdrawals: NaiveWithdrawal[] = [];
  /** Each signature with amount, network and time. */
  readonly #sent: { network: number; amount: bigint; minute: number }[] = [];
  /** All escrows ever made. */
  readonly #escrows: NaiveEscrow[] = [];
  readonly #debts = new Map<string, bigint>();
  /** Uncovered parts of reversals that nobody has paid, by currency. */
  readonly #holes = new Map<number, bigint>();
  readonly #paused = new Set<number>();
  readonly #frozen = new Set<number>();
  /** Until this time no funds of a user leave. */
  readonly #heldUntil = new Map<number, number>();
  readonly #outflows: NaiveOutflows;

  constructor(ledger: OracleLedger, catalog: NaiveCatalog) {
    this.#ledger = ledger;
    this.#catalog = catalog;
    this.#outflows = new NaiveOutflows(this.#catalog, {
      withdrawals: this.#withdrawals,
      escrows: this.#escrows,
    });
  }

  /** Takes over the state of the first rules. Debtors have no waiting orders. */
  takeOver(
    {
      networks,
      deposits,
      withdrawals,
      sent,
      escrows,
      debts,
      paused,
    }: ReturnType<FirstCustody['handOver']>,
    timeMs: number,
  ): void {
    for (const [id, network] of networks) this.#networks.set(id, network);
    this.#deposits.push(...deposits);
    this.#withdrawals.push(
      ...withdrawals.map((each) => ({ ...each, leftMs: 0, waitsUntilMs: 0, isOdd: false })),
    );
    // Outflows of the last hour or day of the clock, whichever is more, count as of now.
    const minute = Math.floor(timeMs / 60_000);
    for (const network of networks.keys()) {
      const own = sent.filter((each) => each.network === network);
      const { hour = 0, day = 0 } = own.at(-1) ?? {};
      const sum = (rows: typeof own): bigint =>
        rows.reduce((total, { amount }) => total + amount, 0n);
      const hourOut =
        hour >= Math.floor(timeMs / HOUR_MS) - 1
          ? sum(own.filter((each) => each.hour === hour))
          : 0n;
      const dayOut = day >= dayOf(timeMs) - 1 ? sum(own.filter((each) => each.day === day)) : 0n;
      this.#sent.push({ network, amount: dayOut > hourOut ? dayOut : hourOut, minute });
    }
    this.#escrows.push(...escrows.map((each) => ({ ...each, leftMs: 0 })));
    for (const [name, owed] of debts) this.#debts.set(name, owed);
    for (const currency of paused) this.#paused.add(currency);
    const debtors = new Set(
      [...debts].filter(([, owed]) => owed > 0n).map(([name]) => Number(name.split('/')[0])),
    );
    for (const user of [...debtors].sort((a, b) => a - b)) this.#catalog.cancelOrders(user);
  }

  /** Begins the rules that count outflows. */
  countOutflows(timeMs: number): void {
    this.#outflows.begin(timeMs);
  }

  /** The freeze or hold that keeps a user's funds from leaving, apart from any other reason. */
  restraintOf(user: number, timeMs: number): Rejection | undefined {
    if (this.#frozen.has(user)) return 'account_frozen';
    return (this.#heldUntil.get(user) ?? 0) > timeMs ? 'withdrawals_held' : undefined;
  }

  #unsignedOf(user: number): NaiveWithdrawal[] {
    return this.#withdrawals.filter(
      (each) => each.user === user && ['requested', 'approved'].includes(each.status),
    );
  }

  /** The restraint that keeps all funds of a user from leaving now. */
  #reviewed(user: number, timeMs: number): Rejection | undefined {
    const isUnderReview =
      this.#catalog.countsOutflows() &&
      this.#withdrawals.some(
        (each) => each.user === user && each.isOdd && each.status === 'requested',
      );
    return (
      this.restraintOf(user, timeMs) ?? (isUnderReview ? 'withdrawals_under_review' : undefined)
    );
  }

  /** Whether the command is forbidden to a frozen account. */
  isStoppedByFreeze(command: Command): boolean {
    return isStoppedByFreeze(command.kind) && 'user' in command && this.#frozen.has(command.user);
  }

  apply(command: CustodyCommand, timeMs: number): Outcome {
    const answer = this.#dispatch(command, timeMs);
    if (typeof answer === 'number') return { ok: true, id: answer };
    return answer === undefined ? { ok: true } : { ok: false, rejection: answer };
  }

  /** Whether it is a custody command that violates its type. */
  isMalformed(command: Command): boolean {
    return command.kind.startsWith('custody.') && !isWellFormed(command as CustodyCommand);
  }

  /** Numbers of unfinished withdrawals. */
  open(): number[] {
    return this.#withdrawals
      .filter(({ status }) => ['requested', 'approved', 'signed'].includes(status))
      .map(({ id }) => id);
  }

  /** Numbers of open escrows. */
  openEscrows(): number[] {
    return this.#escrows.flatMap(({ state }, index) => (state === 'open' ? [index + 1] : []));
  }

  frozen(): number[] {
    return [...this.#frozen];
  }

  isEscrowOpen(id: number): boolean {
    return this.#escrows[id - 1]?.state === 'open';
  }

  /** The holds of each account for withdrawals and escrows. */
  *holds(): Generator<readonly [account: string, amount: bigint]> {
    for (const { user, currency, amount, status } of this.#withdrawals) {
      if (['requested', 'approved', 'signed'].includes(status))
        yield [accountName(user, 'spot', currency), amount];
    }
    for (const { user, currency, amount, state } of this.#escrows)
      if (state === 'open') yield [accountName(user, 'spot', currency), amount];
  }

  #hold(
    { user, currency, amount, dayLimit }: Extract<CustodyCommand, { kind: 'custody.hold' }>,
    timeMs: number,
  ): Rejection | number {
    if (this.#catalog.scaleOf(currency) === undefined) return 'currency_unknown';
    if (this.#paused.has(0) || this.#paused.has(currency)) return 'withdrawals_paused';
    if (this.owes(user)) return 'withdrawals_frozen';
    const reviewed = this.#reviewed(user, timeMs);
    if (reviewed !== undefined) return reviewed;
    const day = dayOf(timeMs);
    if (dayLimit !== undefined && this.#outflows.goneOn(user, day) + amount > dayLimit)
      return 'day_limit_exceeded';
    const tiers = [...this.#networks.values()].filter((network) => network.currency === currency);
    if (
      dayLimit !== undefined &&
      this.#catalog.countsOutflows() &&
      tiers.some(
        (network) => this.#outflows.tier(network, amount, this.#outflows.recent(user, timeMs)) > 0,
      )
    )
      return 'sale_needs_approval';
    if (this.#available(user, 'spot', currency) < amount) return 'balance_insufficient';
    this.#ledger.post(accountName(user, 'spot', currency), -amount, amount);
    return this.#escrows.push({
      user,
      currency,
      amount,
      isCounted: dayLimit !== undefined,
      day,
      leftMs: 0,
      state: 'open',
    });
  }

  #payHold(
    { escrow: id, recipient, operator }: Extract<CustodyCommand, { kind: 'custody.payHold' }>,
    timeMs: number,
  ): Rejection | undefined {
    const escrow = this.#escrows[id - 1];
    if (escrow?.state !== 'open') return 'escrow_not_found';
    const { user, currency, amount } = escrow;
    const account = accountName(user, 'spot', currency);
    const isGivenBack = recipient === user || !isTrader(recipient);
    if (!isGivenBack && (this.#paused.has(0) || this.#paused.has(currency)))
      return 'withdrawals_paused';
    if (!isGivenBack && this.owes(user)) return 'withdrawals_frozen';
    const reviewed =
      isGivenBack || operator !== undefined ? undefined : this.#reviewed(user, timeMs);
    if (reviewed !== undefined) return reviewed;
    escrow.state = isGivenBack ? 'returned' : 'paid';
    escrow.leftMs = timeMs;
    if (isGivenBack) {
      this.#ledger.post(account, amount, -amount);
      return undefined;
    }
    const cause = because('inSite', id, 'escrow');
    this.#ledger.post(account, 0n, -amount, cause);
    this.#pay(recipient, 'spot', currency, amount, cause);
    return undefined;
  }

  #dispatch(command: CustodyCommand, timeMs: number): Rejection | number | undefined {
    if (!isWellFormed(command)) return 'malformed';
    if (
      (command.kind === 'custody.freeze' || command.kind === 'custody.holdBack') &&
      !this.#catalog.countsOutflows()
    )
      return 'malformed';
    switch (command.kind) {
      case 'custody.network':
        return this.#list(command.network);
      case 'custody.transfer': {
        const { user, from, to, currency, amount } = command;
        if (from === to) return 'wallets_same';
        if (this.#catalog.scaleOf(currency) === undefined) return 'currency_unknown';
        if (this.#available(user, from, currency) < amount) return 'balance_insufficient';
        const settling =
          from === 'margin' || to === 'margin'
            ? this.#catalog.mayMoveMargin(user, currency)
            : undefined;
        if (settling !== undefined) return settling;
        const inUse =
          from === 'margin' ? this.#catalog.mayLeaveMargin(user, currency, amount) : undefined;
        if (inUse !== undefined) return inUse;
        if (
          user === SYSTEM.house &&
          from === 'seconds' &&
          this.#available(user, from, currency) - amount < this.#catalog.couldWin(currency)
        )
          return 'house_insufficient';
        if (
          user === SYSTEM.house &&
          from === 'margin' &&
          amount > this.#catalog.houseMargin(currency)
        )
          return 'house_insufficient';
        this.#pay(user, from, currency, -amount, because('transfer', 0, to));
        this.#pay(user, to, currency, amount, because('transfer', 0, from));
        return undefined;
      }
      case 'custody.deposit':
        return this.#deposit(command);
      case 'custody.reverse':
        return this.#reverse(nameOf(command), command.transaction);
      case 'custody.withdraw':
        return this.#request(command, timeMs);
      case 'custody.cost':
        return this.#cost(command.currency, command.amount, command.reference);
      case 'custody.hold':
        return this.#hold(command, timeMs);
      case 'custody.payHold':
        return this.#payHold(command, timeMs);
      case 'custody.freeze':
        this.#frozen.delete(command.user);
        if (!command.isFrozen) return undefined;
        this.#frozen.add(command.user);
        this.#catalog.cancelOrders(command.user);
        for (const each of this.#unsignedOf(command.user)) {
          each.status = 'cancelled';
          this.#ledger.post(
            accountName(each.user, 'spot', each.currency),
            each.amount,
            -each.amount,
          );
        }
        return undefined;
      case 'custody.holdBack':
        for (const withdrawal of this.#unsignedOf(command.user)) {
          if (
            (withdrawal.isOdd && withdrawal.status === 'requested') ||
            this.#outflows.isKnown(withdrawal.user, withdrawal.network, withdrawal.address, timeMs)
          )
            continue;
          Object.assign(withdrawal, {
            isOdd: true,
            status: 'requested',
            approvalsNeeded: Math.max(withdrawal.approvalsNeeded, withdrawal.approvers.size + 1),
          });
        }
        this.#heldUntil.set(
          command.user,
          Math.max(command.untilMs, this.#heldUntil.get(command.user) ?? 0),
        );
        return undefined;
      case 'custody.pause':
        if (command.currency !== 0 && this.#catalog.scaleOf(command.currency) === undefined)
          return 'currency_unknown';
        if (command.isPaused) this.#paused.add(command.currency);
        else this.#paused.delete(command.currency);
        return undefined;
      default:
        return this.#decide(command, timeMs);
    }
  }

  #list(network: Network): Rejection | undefined {
    if (this.#catalog.scaleOf(network.currency) === undefined) return 'currency_unknown';
    const market = this.#catalog.marketOf(network.worthMarket);
    if (network.worthMarket !== 0 && market === undefined) return 'market_unknown';
    if (market !== undefined && market.base !== network.currency) return 'network_fixed';
    if ((this.#networks.get(network.id)?.currency ?? network.currency) !== network.currency)
      return 'network_fixed';
    this.#networks.set(network.id, { ...network });
    return undefined;
  }

  #deposit(command: Extract<CustodyCommand, { kind: 'custody.deposit' }>): Rejection | undefined {
    const { user, amount } = command;
    const network = this.#networks.get(command.network);
    if (network === undefined) return 'network_unknown';
    const known = this.#deposits.find(({ name }) => name === nameOf(command));
    if (known?.isCredited === true) return 'deposit_known';
    if (amount < network.minDeposit) return 'deposit_too_small';
    if (this.#available(SYSTEM.outside, 'spot', network.currency) - amount <= -LARGEST_BALANCE)
      return 'amount_too_large';
    if (known === undefined)
      this.#deposits.push({
        name: nameOf(command),
        user,
        amount,
        currency: network.currency,
        isCredited: true,
      });
    else Object.assign(known, { user, amount, isCredited: true });
    const cause = because('deposit', 0, command.transaction);
    this.#pay(SYSTEM.outside, 'spot', network.currency, -amount, cause);
    this.#pay(user, 'spot', network.currency, amount, cause);
    return undefined;
  }

  #reverse(name: string, transaction: string): Rejection | undefined {
    const deposit = this.#deposits.find((each) => each.name === name && each.isCredited);
    if (deposit === undefined) return 'deposit_not_found';
    deposit.isCredited = false;
    const { user, currency, amount } = deposit;
    const cause = because('reversal', 0, transaction);
    let missing = amount - this.#takeFree(user, currency, amount, cause);
    if (missing > 0n) {
      this.#catalog.cancelOrders(user);
      for (const withdrawal of this.#withdrawals) {
        if (
          withdrawal.user !== user ||
          withdrawal.currency !== currency ||
          !['requested', 'approved'].includes(withdrawal.status)
        )
          continue;
        withdrawal.status = 'cancelled';
        this.#ledger.post(
          accountName(user, 'spot', currency),
          withdrawal.amount,
          -withdrawal.amount,
        );
      }
      missing -= this.#takeFree(user, currency, missing, cause);
      if (missing > 0n && this.#callIn(user, currency, missing))
        missing -= this.#takeFree(user, currency, missing, cause);
    }
    const owed = missing;
    for (const payer of [SYSTEM.insurance, SYSTEM.house])
      missing -= this.#drain(payer, 'spot', currency, missing, because('shortage', 0, transaction));
    this.#pay(SYSTEM.outside, 'spot', currency, amount - missing, cause);
    const debt = `${user}/${currency}`;
    if (owed > 0n) this.#debts.set(debt, (this.#debts.get(debt) ?? 0n) + owed);
    this.#holes.set(currency, (this.#holes.get(currency) ?? 0n) + missing);
    return undefined;
  }

  #request(command: RequestWithdrawal, timeMs: number): Rejection | number {
    const { user, amount, recipient, dayLimit, approvals, address, mostFee, risks = [] } = command;
    const network = this.#networks.get(command.network);
    if (network === undefined) return 'network_unknown';
    const { currency, fee } = network;
    if (!network.isOpen) return 'network_closed';
    if (this.#paused.has(0) || this.#paused.has(currency)) return 'withdrawals_paused';
    if (recipient === user) return 'withdrawal_to_self';
    if (amount < network.minWithdrawal) return 'withdrawal_too_small';
    if (amount > network.maxWithdrawal) return 'withdrawal_too_large';
    if (mostFee !== undefined && recipient === 0 && mostFee < fee) return 'withdrawal_fee_risen';
    const worth = this.#worthOf(network, amount, timeMs);
    if (typeof worth === 'string') return worth;
    if (this.owes(user)) return 'withdrawals_frozen';
    const restraint = this.restraintOf(user, timeMs);
    if (restraint !== undefined) return restraint;
    const underWay = this.#withdrawals.filter(
      (each) => each.user === user && ['requested', 'approved', 'signed'].includes(each.status),
    );
    if (this.#catalog.countsOutflows() && underWay.length > 19) return 'withdrawals_too_many';
    const day = dayOf(timeMs);
    if (this.#outflows.goneOn(user, day) + worth > dayLimit) return 'day_limit_exceeded';
    if (this.#available(user, 'spot', currency) < amount) return 'balance_insufficient';
    const isCounting = this.#catalog.countsOutflows();
    const recent = this.#outflows.recent(user, timeMs);
    const isNew = isCounting && !this.#outflows.isKnown(user, network.id, address, timeMs);
    const isOdd = isCounting && (recent.length > 4 || (isNew && risks.length > 0));
    const tier = Math.max(this.#outflows.tier(network, worth, recent), isOdd ? 1 : 0);
    const wait = network.newAddressWaitMs ?? 24 * HOUR_MS;
    const id = this.#withdrawals.length + 1;
    const withdrawal: NaiveWithdrawal = {
      ...{ id, user, recipient, network: network.id, currency, amount, worth, day },
      fee: recipient === 0 ? fee : 0n,
      approvalsNeeded: approvals > tier ? approvals : tier,
      approvers: new Set(),
      status: 'requested',
      address,
      leftMs: 0,
      waitsUntilMs: isNew && wait > 0 ? timeMs + wait : 0,
      isOdd,
    };
    this.#withdrawals.push(withdrawal);
    this.#ledger.post(accountName(user, 'spot', currency), -amount, amount);
    if (withdrawal.approvalsNeeded === 0) this.#pass(withdrawal, timeMs);
    return id;
  }

  #worthOf({ worthMarket, currency }: Network, amount: bigint, timeMs: number): bigint | Rejection {
    if (worthMarket === 0) return amount;
    const market = this.#catalog.marketOf(worthMarket);
    if (market === undefined || market.indexTicks === 0) return 'index_unavailable';
    if (market.indexTimeMs + market.indexMaxAgeMs < timeMs) return 'index_stale';
    const coin = 10n ** BigInt(this.#catalog.scaleOf(currency) ?? 0);
    const exact = amount * BigInt(market.indexTicks) * market.tickSize;
    return exact % coin === 0n ? exact / coin : exact / coin + 1n;
  }

  /**
   * Approvals that a withdrawal still lacks to leave now, at its present worth; a rejection if the
   * worth is unknown.
   */
  #missing(withdrawal: NaiveWithdrawal, timeMs: number): number | Rejection {
    const network = this.#networks.get(withdrawal.network);
    if (network === undefined) return 'network_unknown';
    const worth = this.#worthOf(network, withdrawal.amount, timeMs);
    if (typeof worth === 'string') return worth;
    const tier = this.#outflows.tier(
      network,
      worth,
      this.#outflows.recent(withdrawal.user, timeMs, withdrawal),
    );
    if (withdrawal.approvers.size < tier)
      withdrawal.approvalsNeeded = Math.max(withdrawal.approvalsNeeded, tier);
    return withdrawal.approvalsNeeded - withdrawal.approvers.size;
  }

  #decide(
    command: Extract<CustodyCommand, { withdrawal: number }>,
    timeMs: number,
  ): Rejection | undefined {
    const withdrawal = this.#withdrawals.find(
      ({ id, status }) =>
        id === command.withdrawal && ['requested', 'approved', 'signed'].includes(status),
    );
    if (withdrawal === undefined) return 'withdrawal_not_found';
    if (command.kind === 'custody.cancel' && command.user !== withdrawal.user)
      return 'withdrawal_not_found';
    const allowed = {
      'custody.approve': ['requested'],
      'custody.cancel': ['requested', 'approved'],
      'custody.reject': ['requested', 'approved'],
      'custody.sign': ['approved'],
      'custody.settle': ['signed'],
      'custody.fail': ['signed'],
    };
    const isTimeLeft = command.kind === 'custody.approve' && isWaitingForTime(withdrawal, timeMs);
    if (!isTimeLeft && !allowed[command.kind].includes(withdrawal.status))
      return 'withdrawal_not_waiting';
    switch (command.kind) {
      case 'custody.approve':
        if (withdrawal.approvers.has(command.operator)) return 'approval_repeated';
        if (withdrawal.recipient !== 0) {
          if (this.#paused.has(0) || this.#paused.has(withdrawal.currency))
            return 'withdrawals_paused';
          if (this.owes(withdrawal.user)) return 'withdrawals_frozen';
          const missing = this.#missing(withdrawal, timeMs);
          if (typeof missing === 'string') return missing;
        }
        withdrawal.approvers.add(command.operator);
        withdrawal.status = 'requested';
        if (withdrawal.approvers.size >= withdrawal.approvalsNeeded) this.#pass(withdrawal, timeMs);
        return undefined;
      case 'custody.sign':
        return this.#sign(withdrawal, timeMs);
      case 'custody.settle':
        return this.#settle(withdrawal, command.transaction, timeMs);
      default:
        withdrawal.status =
          command.kind === 'custody.cancel'
            ? 'cancelled'
            : command.kind === 'custody.reject'
              ? 'rejected'
              : 'failed';
        this.#ledger.post(
          accountName(withdrawal.user, 'spot', withdrawal.currency),
          withdrawal.amount,
          -withdrawal.amount,
        );
        return undefined;
    }
  }

  #sign(withdrawal: NaiveWithdrawal, timeMs: number): Rejection | undefined {
    if (this.#paused.has(0) || this.#paused.has(withdrawal.currency)) return 'withdrawals_paused';
    if (this.owes(withdrawal.user)) return 'withdrawals_frozen';
    const heldUp = this.#heldUp(withdrawal, timeMs);
    if (heldUp !== undefined) return heldUp;
    const missing = this.#missing(withdrawal, timeMs);
    if (typeof missing === 'string') return missing;
    if (missing > 0) {
      withdrawal.status = 'requested';
      return undefined;
    }
    if (withdrawal.recipient !== 0) {
      this.#pass(withdrawal, timeMs);
      return undefined;
    }
    const amount = withdrawal.amount - withdrawal.fee;
    // A minute counts until all of it is older than the window.
    const minute = Math.floor(timeMs / 60_000);
    const sent = (minutes: number): bigint =>
      this.#sent
        .filter((each) => each.network === withdrawal.network && minute - each.minute <= minutes)
        .reduce((sum, each) => sum + each.amount, amount);
    const { maxPerHour = 0n, maxPerDay = 0n } = this.#networks.get(withdrawal.network) ?? {};
    if (sent(60) > maxPerHour || sent(24 * 60) > maxPerDay) return 'outflow_limit';
    this.#sent.push({ network: withdrawal.network, amount, minute });
    withdrawal.status = 'signed';
    withdrawal.leftMs = timeMs;
    return undefined;
  }

  #settle(withdrawal: NaiveWithdrawal, transaction: string, timeMs: number): undefined {
    const { id, user, currency, amount, fee } = withdrawal;
    const account = accountName(user, 'spot', currency);
    this.#ledger.post(account, 0n, fee - amount, because('withdrawal', id, transaction));
    this.#pay(
      SYSTEM.outside,
      'spot',
      currency,
      amount - fee,
      because('withdrawal', id, transaction),
    );
    if (fee > 0n) this.#ledger.post(account, 0n, -fee, because('fee', id, 'withdrawal'));
    this.#pay(SYSTEM.fees, 'spot', currency, fee, because('fee', id, 'withdrawal'));
    withdrawal.status = 'settled';
    withdrawal.arrivedMs = timeMs;
  }

  /** The restraint that keeps the withdrawal from leaving now, even with all its approvals. */
  #heldUp(withdrawal: NaiveWithdrawal, timeMs: number): Rejection | undefined {
    if (!this.#catalog.countsOutflows()) return undefined;
    return (
      this.#reviewed(withdrawal.user, timeMs) ??
      (isWaitingForTime(withdrawal, timeMs) ? 'withdrawal_waits' : undefined)
    );
  }

  #pass(withdrawal: NaiveWithdrawal, timeMs: number): void {
    const { id, user, recipient, currency, amount, approvers, waitsUntilMs } = withdrawal;
    withdrawal.status = 'approved';
    const isTooEarly =
      this.#catalog.countsOutflows() &&
      ((approvers.size === 0 && waitsUntilMs > timeMs) ||
        this.#reviewed(user, timeMs) !== undefined);
    if (recipient === 0 || isTooEarly) return;
    withdrawal.status = 'inSite';
    withdrawal.arrivedMs = timeMs;
    withdrawal.leftMs = timeMs;
    this.#ledger.post(accountName(user, 'spot', currency), 0n, -amount, because('inSite', id, ''));
    this.#pay(recipient, 'spot', currency, amount, because('inSite', id, ''));
  }

  #cost(currency: number, amount: bigint, reference: string): Rejection | undefined {
    if (this.#catalog.scaleOf(currency) === undefined) return 'currency_unknown';
    if (
      this.#available(SYSTEM.fees, 'spot', currency) +
        this.#available(SYSTEM.house, 'spot', currency) <
      amount
    )
      return 'house_insufficient';
    const cause = because('chainCost', 0, reference);
    const byFees = this.#drain(SYSTEM.fees, 'spot', currency, amount, cause);
    this.#drain(SYSTEM.house, 'spot', currency, amount - byFees, cause);
    this.#pay(SYSTEM.outside, 'spot', currency, amount, cause);
    return undefined;
  }

  /** Call after each accepted command: every debtor pays with available funds. */
  collect(): void {
    const order = (name: string): number[] => name.split('/').map(Number);
    const inOrder = [...this.#debts]
      .map(([name, owed]) => ({ name, owed, of: order(name) }))
      .sort((a, b) => (a.of[0] ?? 0) - (b.of[0] ?? 0) || (a.of[1] ?? 0) - (b.of[1] ?? 0));
    for (const { name, owed, of } of inOrder) {
      const [user = 0, currency = 0] = of;
      const cause = because('repayment', 0);
      let paid = this.#takeFree(user, currency, owed, cause);
      const isLater = (this.#catalog.rules?.() ?? NEWEST_RULES) >= 4;
      const left = owed - paid;
      if (isLater && left > 0n && this.#callIn(user, currency, left))
        paid += this.#takeFree(user, currency, left, cause);
      const hole = this.#holes.get(currency) ?? 0n;
      const toHole = paid < hole ? paid : hole;
      this.#pay(SYSTEM.outside, 'spot', currency, toHole, cause);
      this.#pay(SYSTEM.insurance, 'spot', currency, paid - toHole, cause);
      this.#holes.set(currency, hole - toHole);
      this.#debts.set(name, owed - paid);
    }
  }

  /** Savings first, then commitments. Whether any came free. */
  #callIn(user: number, currency: number, most: bigint): boolean {
    const before = this.#available(user, 'spot', currency);
    const hasSaved = this.#catalog.collectSavings(user, currency, most);
    const missing = before + most - this.#available(user, 'spot', currency);
    return (missing > 0n && this.#catalog.collectCommitments(user, currency, missing)) || hasSaved;
  }

  /**
   * Whether the command is forbidden to its user as a debtor: it begins something, or moves funds
   * away.
   */
  isStoppedByDebt(command: Command): boolean {
    const isOf = 'user' in command && command.user !== SYSTEM.house && this.owes(command.user);
    return isOf && isStoppedByDebt(command.kind);
  }

  /**
   * Takes the available part of an amount, wallet by wallet. The house keeps the possible winnings
   * of tickets, and the backing of positions.
   */
  #takeFree(user: number, currency: number, most: bigint, cause: Cause): bigint {
    let left = most;
    for (const wallet of ['spot', 'p2p', 'seconds', 'margin'] as const) {
      let free =
        wallet === 'margin'
          ? this.#catalog.freeMargin(user, currency)
          : this.#available(user, wallet, currency);
      if (user === SYSTEM.house && wallet === 'margin') free = 0n;
      if (user === SYSTEM.house && wallet === 'seconds') free -= this.#catalog.couldWin(currency);
      left -= this.#drain(user, wallet, currency, free < left ? free : left, cause);
    }
    return most - left;
  }

  owes(user: number): boolean {
    return [...this.#debts].some(([name, owed]) => name.startsWith(`${user}/`) && owed > 0n);
  }

  /** Takes as much of an amount as the account has available. */
  #drain(user: number, wallet: Wallet, currency: number, most: bigint, cause: Cause): bigint {
    const available = this.#available(user, wallet, currency);
    const part = available < most ? available : most;
    this.#pay(user, wallet, currency, -part, cause);
    return part;
  }

  #available(user: number, wallet: Wallet, currency: number): bigint {
    return this.#ledger.balance(accountName(user, wallet, currency)).available;
  }

  #pay(user: number, wallet: Wallet, currency: number, amount: bigint, cause: Cause): void {
    if (amount !== 0n) this.#ledger.post(accountName(user, wallet, currency), amount, 0n, cause);
  }
}
