import { outcomeOf, type Outcome } from '../outcome.ts';
import { shanghaiDay } from '../timers/shanghai-day.ts';
import { payChainCost } from './chain-costs.ts';
import type { CustodyCommand } from './custody-commands.ts';
import type { SnapshotCustody, SnapshotEscrows } from './custody-snapshot.ts';
import { DayLimits, type Outflow } from './day-limits.ts';
import { Debts, type DebtsParts } from './debts.ts';
import { Deposits } from './deposits.ts';
import { Escrows } from './escrows.ts';
import { Networks } from './networks.ts';
import { OutflowHistory } from './outflow-history.ts';
import { Restraints } from './restraints.ts';
import { WalletTransfers } from './wallet-transfers.ts';
import { Withdrawals } from './withdrawals.ts';

/**
 * The area of custody: deposits from chains and withdrawals to them, escrows, transfers between
 * wallets, debts, restraints, and the limits that all outflows share. Hands each command to the
 * part that decides it, and decides nothing itself.
 */
export class Custody {
  readonly debts: Debts;
  readonly escrows: Escrows;
  readonly restraints: Restraints;
  readonly #parts: DebtsParts;
  readonly #networks: Networks;
  readonly #deposits: Deposits;
  readonly #withdrawals: Withdrawals;
  readonly #transfers: WalletTransfers;
  readonly #dayLimits: DayLimits;
  readonly #history = new OutflowHistory();

  constructor(parts: DebtsParts) {
    this.#parts = parts;
    this.debts = new Debts(parts);
    this.restraints = new Restraints(parts);
    this.#networks = new Networks(parts);
    this.#dayLimits = new DayLimits(parts.checks);
    this.#transfers = new WalletTransfers(parts);
    const shared = {
      ...parts,
      networks: this.#networks,
      dayLimits: this.#dayLimits,
      debts: this.debts,
      history: this.#history,
      restraints: this.restraints,
    };
    this.#withdrawals = new Withdrawals(shared);
    const withWithdrawals = { ...shared, withdrawals: this.#withdrawals };
    this.#deposits = new Deposits(withWithdrawals);
    this.escrows = new Escrows(withWithdrawals);
  }

  apply(command: CustodyCommand, timeMs: number): Outcome {
    switch (command.kind) {
      case 'custody.network':
        return outcomeOf(this.#networks.list(command));
      case 'custody.transfer':
        return outcomeOf(this.#transfers.transfer(command, timeMs));
      case 'custody.deposit':
        return outcomeOf(this.#deposits.credit(command));
      case 'custody.reverse':
        return outcomeOf(this.#deposits.reverse(command, timeMs));
      case 'custody.withdraw':
        return this.#withdrawals.request(command, timeMs);
      case 'custody.cancel':
        return outcomeOf(this.#withdrawals.cancel(command));
      case 'custody.approve':
        return outcomeOf(this.#withdrawals.approve(command, timeMs));
      case 'custody.reject':
        return outcomeOf(this.#withdrawals.reject(command));
      case 'custody.sign':
        return outcomeOf(this.#withdrawals.sign(command.withdrawal, timeMs));
      case 'custody.settle':
        return outcomeOf(this.#withdrawals.settle(command, timeMs));
      case 'custody.fail':
        return outcomeOf(this.#withdrawals.fail(command.withdrawal));
      case 'custody.cost':
        return outcomeOf(payChainCost(command, this.#parts));
      case 'custody.hold':
        return this.escrows.hold(command, timeMs);
      case 'custody.payHold':
        return outcomeOf(this.escrows.pay(command, timeMs));
      case 'custody.pause':
        return outcomeOf(this.#networks.pause(command));
      case 'custody.freeze':
        return outcomeOf(this.#withdrawals.freeze(command));
      case 'custody.holdBack':
        return outcomeOf(this.#withdrawals.holdBack(command, timeMs));
    }
  }

  /** Counts the outflows of the last 24 hours by the minute, see `Rules.rollsOutflowLimits`. */
  rollOutflows(timeMs: number): void {
    this.#networks.rollOutflows(timeMs);
  }

  /**
   * Counts the outflows of today as if they had left now, in one sum for each user: older rules did
   * not keep the time, see `Rules.countsOutflows`.
   */
  countOutflows(timeMs: number): void {
    this.#withdrawals.countOutflows(timeMs);
    this.escrows.countOutflows();
    for (const { user, worth } of this.#dayLimits.gone(shanghaiDay(timeMs), this.#outflows())) {
      this.#history.add({ user, name: 'before', worth, approvals: 0 });
      this.#history.leave(user, 'before', timeMs);
    }
  }

  /** The order of the fields is part of the hash of the state. */
  snapshot(): { custody: SnapshotCustody; escrows: SnapshotEscrows } {
    const { nextWithdrawal, withdrawals } = this.#withdrawals.snapshot();
    const { networks, paused } = this.#networks.snapshot();
    return {
      custody: {
        nextWithdrawal,
        networks,
        ...this.#deposits.snapshot(),
        withdrawals,
        ...this.#dayLimits.snapshot(),
        ...this.debts.snapshot(),
        ...this.#history.snapshot(),
        ...this.restraints.snapshot(),
        paused,
      },
      escrows: this.escrows.snapshot(),
    };
  }

  restore({ custody, escrows }: ReturnType<Custody['snapshot']>): void {
    this.#networks.restore(custody);
    this.#deposits.restore(custody);
    this.#withdrawals.restore(custody);
    this.#dayLimits.restore(custody);
    this.debts.restore(custody);
    this.#history.restore(custody);
    this.restraints.restore(custody);
    this.escrows.restore(escrows);
  }

  /** Full scan of every part. */
  verify(): void {
    this.#deposits.verify();
    this.#withdrawals.verify();
    this.debts.verify();
    this.escrows.verify();
    this.#dayLimits.verify(this.#outflows());
  }

  #outflows(): Outflow[] {
    return [...this.#withdrawals.outflows(), ...this.escrows.outflows()];
  }
}
