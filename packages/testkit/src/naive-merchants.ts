import type { P2pCommand } from '@meridian/core/p2p/p2p-commands';
import type { Rejection } from '@meridian/core/rejections';
import { accountName, because, type OracleLedger } from './naive-ledger.ts';
import type { NaiveBond } from './naive-p2p-rows.ts';

type MerchantCommand = Extract<
  P2pCommand,
  { kind: 'p2p.bond' | 'p2p.returnBond' | 'p2p.merchant' }
>;

/** Questions to the marketplace. */
interface Around {
  /** The least bond of a merchant in a coin, 0 where there are none. */
  readonly bondWanted: (currency: number) => bigint;
  /** Whether a user has deals that go on or may be appealed. */
  readonly isInDeals: (user: number) => boolean;
}

/** Merchants of the naive marketplace and their bonds, in plain lists. */
export class NaiveMerchants {
  readonly #ledger: OracleLedger;
  readonly #around: Around;
  readonly #bonds: NaiveBond[] = [];
  readonly #merchants = new Set<number>();

  constructor(ledger: OracleLedger, around: Around) {
    this.#ledger = ledger;
    this.#around = around;
  }

  /** The holds of each account. */
  *holds(): Generator<readonly [account: string, amount: bigint]> {
    for (const { user, currency, amount } of this.#bonds)
      if (amount > 0n) yield [accountName(user, 'p2p', currency), amount];
  }

  /** The part of the state that is compared with the core's. */
  snapshot(): { user: number; amount: string; isMerchant: boolean }[] {
    return this.#bonds
      .filter(({ amount }) => amount > 0n)
      .sort((a, b) => a.user - b.user)
      .map(({ user, amount }) => ({
        user,
        amount: String(amount),
        isMerchant: this.#merchants.has(user),
      }));
  }

  apply(command: MerchantCommand): Rejection | undefined {
    const bond = this.bondOf(command.user);
    if (command.kind === 'p2p.bond') {
      const { user, currency, amount } = command;
      const wanted = this.#around.bondWanted(currency);
      if (wanted === 0n) return 'p2p_closed';
      if (bond !== undefined) return 'bond_exists';
      if (amount < wanted) return 'bond_too_small';
      const account = accountName(user, 'p2p', currency);
      if (this.#ledger.balance(account).available < amount) return 'balance_insufficient';
      this.#ledger.post(account, -amount, amount, because('hold', user, 'bond'));
      this.#bonds.push({ user, currency, amount });
      return undefined;
    }
    if (command.kind === 'p2p.merchant') {
      const isEnough = bond !== undefined && this.#isEnough(bond);
      if (command.isMerchant && !isEnough) return 'bond_missing';
      if (command.isMerchant) this.#merchants.add(command.user);
      else this.#merchants.delete(command.user);
      return undefined;
    }
    if (bond === undefined) return 'bond_missing';
    if (this.#around.isInDeals(command.user)) return 'bond_in_use';
    const { user, currency, amount } = bond;
    this.#ledger.post(
      accountName(user, 'p2p', currency),
      amount,
      -amount,
      because('release', user, 'bond'),
    );
    bond.amount = 0n;
    this.#merchants.delete(user);
    return undefined;
  }

  /** Takes a part of a bond for the other side of a deal. */
  cut(user: number, amount: bigint, to: number, deal: number): void {
    const bond = this.bondOf(user);
    if (bond === undefined) throw new Error(`user ${user} has no bond to cut`);
    const cause = because('p2pBond', deal, 'bond');
    this.#ledger.post(accountName(user, 'p2p', bond.currency), 0n, -amount, cause);
    this.#ledger.post(accountName(to, 'p2p', bond.currency), amount, 0n, cause);
    bond.amount -= amount;
    if (bond.amount === 0n || !this.#isEnough(bond)) this.#merchants.delete(user);
  }

  #isEnough({ currency, amount }: NaiveBond): boolean {
    const wanted = this.#around.bondWanted(currency);
    return wanted > 0n && amount >= wanted;
  }

  /** The bond of a user, while something of it is left. */
  bondOf(user: number): NaiveBond | undefined {
    return this.#bonds.find((bond) => bond.user === user && bond.amount > 0n);
  }
}
