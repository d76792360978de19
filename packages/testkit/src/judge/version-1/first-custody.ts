import type { Command } from '@meridian/core/commands';
import type {
  CustodyCommand,
  Network,
  RequestWithdrawal,
} from '@meridian/core/custody/custody-commands';
import type { WithdrawalStatus } from '@meridian/core/custody/custody-events';
import type { Outcome } from '@meridian/core/outcome';
import { SYSTEM, type Wallet } from '@meridian/core/ledger/accounts';
import type { Rejection } from '@meridian/core/rejections';
import { accountName, because, type Cause, type OracleLedger } from '../../naive-ledger.ts';
import { isTrader, isWholeNumber, LARGEST_BALANCE, LARGEST_NOTIONAL } from '../../naive-rules.ts';

/** The parts of the naive exchange that custody uses. */
export interface NaiveCatalog {
  readonly scaleOf: (currency: number) => number | undefined;
  /** The rejection if an amount must stay in a margin wallet. */
  readonly mayLeaveMargin: (
    user: number,
    currency: number,
    amount: bigint,
  ) => Rejection | undefined;
  /** Sum that all running tickets of a currency could win from the house. */
  readonly couldWin: (currency: number) => bigint;
  readonly marketOf: (
    id: number,
  ) =>
    { readonly base: number; readonly tickSize: bigint; readonly indexTicks: number } | undefined;
}

interface NaiveDeposit {
  readonly name: string;
  user: number;
  amount: bigint;
  currency: number;
  isCredited: boolean;
}

interface NaiveWithdrawal {
  readonly id: number;
  readonly user: number;
  readonly recipient: number;
  readonly network: number;
  readonly currency: number;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly worth: bigint;
  readonly day: number;
  readonly approvalsNeeded: number;
  readonly address: string;
  readonly approvers: Set<number>;
  status: WithdrawalStatus;
}

interface NaiveEscrow {
  readonly user: number;
  readonly currency: number;
  readonly amount: bigint;
  /** Whether it counts for the limit of its day. */
  readonly isCounted: boolean;
  readonly day: number;
  state: 'open' | 'paid' | 'returned';
}

const HOUR_MS = 3_600_000;
const WALLETS = ['spot', 'margin', 'seconds', 'p2p'];
const AMOUNTS = [
  'minDeposit',
  'minWithdrawal',
  'maxWithdrawal',
  'fee',
  'maxPerHour',
  'maxPerDay',
  'oneApprovalFrom',
  'twoApprovalsFrom',
] as const;

/**
 * The rules of custody a second time: lists are searched, sums are computed anew. No entry is
 * dropped, no sum is stored.
 */
export class FirstCustody {
  readonly #ledger: OracleLedger;
  readonly #catalog: NaiveCatalog;
  readonly #networks = new Map<number, Network>();
  readonly #deposits: NaiveDeposit[] = [];
  readonly #withdrawals: NaiveWithdrawal[] = [];
  /** Each signature with amount, network and time. */
  readonly #sent: { network: number; amount: bigint; hour: number; day: number }[] = [];
  /** All escrows ever made. */
  readonly #escrows: NaiveEscrow[] = [];
  readonly #debts = new Map<string, bigint>();
  readonly #paused = new Set<number>();

  constructor(ledger: OracleLedger, catalog: NaiveCatalog) {
    this.#ledger = ledger;
    this.#catalog = catalog;
  }

  /** Its whole state, for the oracle of the later rules. */
  handOver() {
    return {
      networks: this.#networks,
      deposits: this.#deposits,
      withdrawals: this.#withdrawals,
      sent: this.#sent,
      escrows: this.#escrows,
      debts: this.#debts,
      paused: this.#paused,
    };
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
    if (this.#isIndebted(user)) return 'withdrawals_frozen';
    const day = dayOf(timeMs);
    if (dayLimit !== undefined && this.#goneOn(user, day) + amount > dayLimit)
      return 'day_limit_exceeded';
    if (this.#available(user, 'spot', currency) < amount) return 'balance_insufficient';
    this.#ledger.post(accountName(user, 'spot', currency), -amount, amount);
    return this.#escrows.push({
      user,
      currency,
      amount,
      isCounted: dayLimit !== undefined,
      day,
      state: 'open',
    });
  }

  #payHold({
    escrow: id,
    recipient,
  }: Extract<CustodyCommand, { kind: 'custody.payHold' }>): Rejection | undefined {
    const escrow = this.#escrows[id - 1];
    if (escrow?.state !== 'open') return 'escrow_not_found';
    const { user, currency, amount } = escrow;
    const account = accountName(user, 'spot', currency);
    const isGivenBack = recipient === user || !isTrader(recipient);
    if (!isGivenBack && (this.#paused.has(0) || this.#paused.has(currency)))
      return 'withdrawals_paused';
    if (!isGivenBack && this.#isIndebted(user)) return 'withdrawals_frozen';
    escrow.state = isGivenBack ? 'returned' : 'paid';
    if (isGivenBack) {
      this.#ledger.post(account, amount, -amount);
      return undefined;
    }
    const cause = because('inSite', id, 'escrow');
    this.#ledger.post(account, 0n, -amount, cause);
    this.#pay(recipient, 'spot', currency, amount, cause);
    this.#repay(recipient, currency, '');
    return undefined;
  }

  #dispatch(command: CustodyCommand, timeMs: number): Rejection | number | undefined {
    if (!isWellFormed(command)) return 'malformed';
    switch (command.kind) {
      case 'custody.network':
        return this.#list(command.network);
      case 'custody.transfer': {
        const { user, from, to, currency, amount } = command;
        if (from === to) return 'wallets_same';
        if (this.#catalog.scaleOf(currency) === undefined) return 'currency_unknown';
        if (this.#available(user, from, currency) < amount) return 'balance_insufficient';
        const inUse =
          from === 'margin' ? this.#catalog.mayLeaveMargin(user, currency, amount) : undefined;
        if (inUse !== undefined) return inUse;
        if (
          user === SYSTEM.house &&
          from === 'seconds' &&
          this.#available(user, from, currency) - amount < this.#catalog.couldWin(currency)
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
        return this.#payHold(command);
      case 'custody.pause':
        if (command.currency !== 0 && this.#catalog.scaleOf(command.currency) === undefined)
          return 'currency_unknown';
        if (command.isPaused) this.#paused.add(command.currency);
        else this.#paused.delete(command.currency);
        return undefined;
      case 'custody.freeze':
      case 'custody.holdBack':
        return 'malformed';
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
    this.#repay(user, network.currency, command.transaction);
    return undefined;
  }

  #reverse(name: string, transaction: string): Rejection | undefined {
    const deposit = this.#deposits.find((each) => each.name === name && each.isCredited);
    if (deposit === undefined) return 'deposit_not_found';
    deposit.isCredited = false;
    const { user, currency, amount } = deposit;
    let missing = amount;
    for (const wallet of ['spot', 'p2p', 'seconds'] as const) {
      const kept =
        user === SYSTEM.house && wallet === 'seconds' ? this.#catalog.couldWin(currency) : 0n;
      const free = this.#available(user, wallet, currency) - kept;
      missing -= this.#drain(
        user,
        wallet,
        currency,
        free < missing ? free : missing,
        because('reversal', 0, transaction),
      );
    }
    const owed = missing;
    for (const payer of [SYSTEM.insurance, SYSTEM.house])
      missing -= this.#drain(payer, 'spot', currency, missing, because('shortage', 0, transaction));
    this.#pay(
      SYSTEM.outside,
      'spot',
      currency,
      amount - missing,
      because('reversal', 0, transaction),
    );
    const debt = `${user}/${currency}`;
    if (owed > 0n) this.#debts.set(debt, (this.#debts.get(debt) ?? 0n) + owed);
    return undefined;
  }

  #request(command: RequestWithdrawal, timeMs: number): Rejection | number {
    const { user, amount, recipient, dayLimit, approvals, address, mostFee } = command;
    const network = this.#networks.get(command.network);
    if (network === undefined) return 'network_unknown';
    const { currency, worthMarket, fee } = network;
    if (!network.isOpen) return 'network_closed';
    if (this.#paused.has(0) || this.#paused.has(currency)) return 'withdrawals_paused';
    if (recipient === user) return 'withdrawal_to_self';
    if (amount < network.minWithdrawal) return 'withdrawal_too_small';
    if (amount > network.maxWithdrawal) return 'withdrawal_too_large';
    if (mostFee !== undefined && recipient === 0 && mostFee < fee) return 'withdrawal_fee_risen';
    const market = this.#catalog.marketOf(worthMarket);
    if (worthMarket !== 0 && (market?.indexTicks ?? 0) === 0) return 'index_unavailable';
    const coin = 10n ** BigInt(this.#catalog.scaleOf(currency) ?? 0);
    const exact =
      market === undefined ? amount * coin : amount * BigInt(market.indexTicks) * market.tickSize;
    const worth = exact % coin === 0n ? exact / coin : exact / coin + 1n;
    if (this.#isIndebted(user)) return 'withdrawals_frozen';
    const day = dayOf(timeMs);
    if (this.#goneOn(user, day) + worth > dayLimit) return 'day_limit_exceeded';
    if (this.#available(user, 'spot', currency) < amount) return 'balance_insufficient';
    const tier = [network.oneApprovalFrom, network.twoApprovalsFrom].filter(
      (from) => worth >= from,
    ).length;
    const id = this.#withdrawals.length + 1;
    const withdrawal: NaiveWithdrawal = {
      ...{ id, user, recipient, network: network.id, currency, amount, worth, day, address },
      fee: recipient === 0 ? fee : 0n,
      approvalsNeeded: approvals > tier ? approvals : tier,
      approvers: new Set(),
      status: 'requested',
    };
    this.#withdrawals.push(withdrawal);
    this.#ledger.post(accountName(user, 'spot', currency), -amount, amount);
    if (withdrawal.approvalsNeeded === 0) this.#pass(withdrawal);
    return id;
  }

  /** Worth of a user's outflows of a day that were not returned. */
  #goneOn(user: number, day: number): bigint {
    const withdrawn = this.#withdrawals.filter(
      (each) =>
        each.user === user &&
        each.day === day &&
        !['cancelled', 'rejected', 'failed'].includes(each.status),
    );
    const sold = this.#escrows.filter(
      (each) =>
        each.user === user && each.day === day && each.isCounted && each.state !== 'returned',
    );
    return (
      withdrawn.reduce((sum, each) => sum + each.worth, 0n) +
      sold.reduce((sum, each) => sum + each.amount, 0n)
    );
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
    if (!allowed[command.kind].includes(withdrawal.status)) return 'withdrawal_not_waiting';
    switch (command.kind) {
      case 'custody.approve':
        if (withdrawal.approvers.has(command.operator)) return 'approval_repeated';
        withdrawal.approvers.add(command.operator);
        if (withdrawal.approvers.size >= withdrawal.approvalsNeeded) this.#pass(withdrawal);
        return undefined;
      case 'custody.sign':
        return this.#sign(withdrawal, timeMs);
      case 'custody.settle':
        return this.#settle(withdrawal, command.transaction);
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
    if (this.#isIndebted(withdrawal.user)) return 'withdrawals_frozen';
    const amount = withdrawal.amount - withdrawal.fee;
    const [hour, day] = [Math.floor(timeMs / HOUR_MS), dayOf(timeMs)];
    const sent = (isWithin: (each: { hour: number; day: number }) => boolean): bigint =>
      this.#sent
        .filter((each) => each.network === withdrawal.network && isWithin(each))
        .reduce((sum, each) => sum + each.amount, amount);
    const { maxPerHour = 0n, maxPerDay = 0n } = this.#networks.get(withdrawal.network) ?? {};
    if (
      sent((each) => each.hour === hour) > maxPerHour ||
      sent((each) => each.day === day) > maxPerDay
    )
      return 'outflow_limit';
    this.#sent.push({ network: withdrawal.network, amount, hour, day });
    withdrawal.status = 'signed';
    return undefined;
  }

  #settle(withdrawal: NaiveWithdrawal, transaction: string): undefined {
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
  }

  #pass(withdrawal: NaiveWithdrawal): void {
    const { id, user, recipient, currency, amount } = withdrawal;
    withdrawal.status = recipient === 0 ? 'approved' : 'inSite';
    if (recipient === 0) return;
    this.#ledger.post(accountName(user, 'spot', currency), 0n, -amount, because('inSite', id, ''));
    this.#pay(recipient, 'spot', currency, amount, because('inSite', id, ''));
    this.#repay(recipient, currency, '');
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

  #repay(user: number, currency: number, reference: string): void {
    const debt = `${user}/${currency}`;
    const owed = this.#debts.get(debt) ?? 0n;
    const paid = this.#drain(user, 'spot', currency, owed, because('repayment', 0, reference));
    this.#pay(SYSTEM.insurance, 'spot', currency, paid, because('repayment', 0, reference));
    this.#debts.set(debt, owed - paid);
  }

  #isIndebted(user: number): boolean {
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

/** Whether every field has its type and range, in any state. */
function isWellFormed(command: CustodyCommand): boolean {
  switch (command.kind) {
    case 'custody.network':
      return isNetworkWellFormed(command.network);
    case 'custody.transfer':
      return (
        isTraderOrHouse(command.user) &&
        WALLETS.includes(command.from) &&
        WALLETS.includes(command.to) &&
        isWholeNumber(command.currency, 1, 1023) &&
        isAmount(command.amount, 1n)
      );
    case 'custody.deposit':
      return (
        isWholeNumber(command.network, 1, 1023) &&
        isChainText(command.transaction) &&
        isWholeNumber(command.output, 0) &&
        isTraderOrHouse(command.user) &&
        isAmount(command.amount, 1n)
      );
    case 'custody.reverse':
      return (
        isWholeNumber(command.network, 1, 1023) &&
        isChainText(command.transaction) &&
        isWholeNumber(command.output, 0)
      );
    case 'custody.withdraw': {
      const { user, network, amount, address, recipient, dayLimit, approvals } = command;
      const isAddressed =
        isChainText(address) &&
        (Object.is(recipient, 0) || Object.is(recipient, -0) || isTrader(recipient));
      return (
        isTrader(user) &&
        isWholeNumber(network, 1, 1023) &&
        isAmount(amount, 1n) &&
        isAddressed &&
        isAmount(dayLimit, 0n) &&
        (command.mostFee === undefined || isAmount(command.mostFee, 0n)) &&
        isWholeNumber(approvals, 0, 2)
      );
    }
    case 'custody.cancel':
      return isTrader(command.user) && isWholeNumber(command.withdrawal, 1);
    case 'custody.approve':
    case 'custody.reject':
      return isWholeNumber(command.operator, 1);
    case 'custody.settle':
      return isChainText(command.transaction);
    case 'custody.cost':
      return (
        command.user === SYSTEM.house &&
        isAmount(command.amount, 1n) &&
        isChainText(command.reference)
      );
    case 'custody.hold':
      return (
        isTrader(command.user) &&
        isWholeNumber(command.currency, 1, 1023) &&
        isAmount(command.amount, 1n) &&
        (command.dayLimit === undefined || isAmount(command.dayLimit, 0n))
      );
    case 'custody.payHold':
      return (
        isWholeNumber(command.escrow, 1) &&
        (Object.is(command.recipient, 0) ||
          Object.is(command.recipient, -0) ||
          isTrader(command.recipient))
      );
    case 'custody.pause':
      return typeof command.isPaused === 'boolean';
    case 'custody.sign':
    case 'custody.fail':
      return true;
    default:
      return false;
  }
}

function isTraderOrHouse(user: unknown): boolean {
  return isTrader(user) || user === SYSTEM.house;
}

function isNetworkWellFormed(network: Network): boolean {
  if (typeof network !== 'object' || network === null) return false;
  const {
    id,
    currency,
    worthMarket,
    name,
    isOpen,
    minDeposit,
    minWithdrawal,
    maxWithdrawal,
    fee,
    oneApprovalFrom,
    twoApprovalsFrom,
  } = network;
  if (
    !isWholeNumber(id, 1, 1023) ||
    !isWholeNumber(currency, 1, 1023) ||
    !isWholeNumber(worthMarket, 0, 65_535)
  )
    return false;
  if (
    typeof name !== 'string' ||
    name.length < 2 ||
    name.length > 12 ||
    [...name].some((letter) => !'abcdefghijklmnopqrstuvwxyz0123456789'.includes(letter))
  )
    return false;
  if (typeof isOpen !== 'boolean' || !AMOUNTS.every((field) => isAmount(network[field], 0n)))
    return false;
  return (
    minDeposit > 0n &&
    fee < minWithdrawal &&
    minWithdrawal <= maxWithdrawal &&
    oneApprovalFrom <= twoApprovalsFrom
  );
}

function isAmount(value: unknown, low: bigint): boolean {
  return typeof value === 'bigint' && value >= low && value < LARGEST_NOTIONAL;
}

function isChainText(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value.length >= 1 &&
    value.length <= 128 &&
    [...value].every((letter) => letter > ' ' && letter < '\x7f')
  );
}

function nameOf({
  network,
  transaction,
  output,
}: {
  network: number;
  transaction: string;
  output: number;
}): string {
  return JSON.stringify([network, transaction, output]);
}

/** Number of the day in Shanghai. */
function dayOf(timeMs: number): number {
  return Math.floor((timeMs + 8 * HOUR_MS) / (24 * HOUR_MS));
}
