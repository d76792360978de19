import type { AreaParts } from '../area-parts.ts';
import type { Amount } from '@meridian/money/amount';
import { AMOUNT_LIMIT } from '@meridian/money/amount';
import type { EventSink } from '../event-sink.ts';
import type { CurrencyId, UserId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Rejection } from '../rejections.ts';
import type { Rules } from '../rules.ts';
import type { Seconds } from '../seconds/seconds.ts';
import * as wellFormed from './custody-commands-check.ts';
import type { CreditDeposit, DepositName, NetworkId, ReverseDeposit } from './custody-commands.ts';
import type { CustodyEvent } from './custody-events.ts';
import type { SnapshotCustody } from './custody-snapshot.ts';
import { takeAvailable, type Debts } from './debts.ts';
import type { Networks } from './networks.ts';
import type { Withdrawals } from './withdrawals.ts';

interface KnownDeposit {
  readonly network: NetworkId;
  readonly transaction: string;
  readonly output: number;
  user: UserId;
  amount: bigint;
  /** A deposit counts while its credits exceed its reversals by one. */
  credits: number;
  reversals: number;
}

interface DepositsParts extends AreaParts<CustodyEvent> {
  readonly seconds: Seconds;
  readonly networks: Networks;
  readonly withdrawals: Withdrawals;
  readonly debts: Debts;
}

/**
 * Owns the names of all deposits ever credited, so that none is credited twice, for ever. Promises
 * W1. It trusts the watcher that a deposit is confirmed, or gone.
 */
export class Deposits {
  readonly #ledger: Ledger;
  readonly #seconds: Seconds;
  readonly #networks: Networks;
  readonly #withdrawals: Withdrawals;
  readonly #debts: Debts;
  readonly #rules: Rules;
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<CustodyEvent>;
  readonly #deposits = new Map<string, KnownDeposit>();

  constructor(parts: DepositsParts) {
    this.#ledger = parts.ledger;
    this.#seconds = parts.seconds;
    this.#networks = parts.networks;
    this.#withdrawals = parts.withdrawals;
    this.#debts = parts.debts;
    this.#rules = parts.rules;
    this.#checks = parts.checks;
    this.#events = parts.events;
  }

  credit(command: CreditDeposit): Rejection | undefined {
    if (!wellFormed.isDeposit(command)) return 'malformed';
    const network = this.#networks.find(command.network);
    if (network === undefined) return 'network_unknown';
    const { currency, minDeposit } = network;
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
    this.#check(deposit);
    const account = this.#ledger.open(user, 'spot', currency);
    this.#ledger.post(outside, -amount, 'deposit', 0, transaction);
    this.#ledger.post(account, amount, 'deposit', 0, transaction);
    this.#events.list.push({
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
   * Reverses a deposit. The user pays with the money left in their wallets; insurance, then the
   * house, pay the rest, which stays the user's debt.
   */
  reverse(command: ReverseDeposit, timeMs: number): Rejection | undefined {
    if (!wellFormed.isDepositName(command)) return 'malformed';
    const network = this.#networks.find(command.network);
    const deposit = this.#deposits.get(nameOf(command));
    if (network === undefined || deposit === undefined || !isCredited(deposit))
      return 'deposit_not_found';
    const { user, amount, transaction, output } = deposit;
    const { currency } = network;
    deposit.reversals++;
    this.#check(deposit);
    const recovered = this.#rules.collectsDebts
      ? this.#debts.takeBack(user, currency, {
          amount,
          reference: transaction,
          timeMs,
          cancelWithdrawals: () => this.#withdrawals.cancelUnsigned(user, currency),
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
    this.#events.list.push({
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

  /** Full scan. */
  verify(): void {
    for (const deposit of this.#deposits.values()) this.#check(deposit);
  }

  snapshot(): Pick<SnapshotCustody, 'deposits'> {
    return {
      deposits: [...this.#deposits.values()].map((deposit) => ({
        ...deposit,
        amount: deposit.amount.toString(),
      })),
    };
  }

  restore({ deposits }: Pick<SnapshotCustody, 'deposits'>): void {
    for (const row of deposits)
      this.#deposits.set(nameOf(row), { ...row, amount: BigInt(row.amount) });
  }

  /**
   * The first rules: takes up to an amount from a user's wallets but margin. The house keeps the
   * money that open tickets could win (S4).
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

  #check({ transaction, credits, reversals }: KnownDeposit): void {
    this.#checks.check(
      'W1',
      credits - reversals === 0 || credits - reversals === 1,
      `deposit ${transaction} was credited ${credits} times and reversed ${reversals} times`,
    );
  }
}

function nameOf({ network, transaction, output }: DepositName): string {
  return `${network} ${transaction} ${output}`;
}

function isCredited({ credits, reversals }: KnownDeposit): boolean {
  return credits > reversals;
}
