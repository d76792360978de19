import type { Amount } from '@meridian/money/amount';
import type { AreaParts } from '../area-parts.ts';
import type { UserId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Rejection } from '../rejections.ts';
import type { Ads } from './ads.ts';
import * as wellFormed from './p2p-commands-check.ts';
import type { GrantMerchant, PostBond, ReturnBond } from './p2p-commands.ts';
import type { P2pEvent } from './p2p-events.ts';
import type { Traders } from './traders.ts';

/**
 * Owns the bonds of merchants: coins of their p2p wallets that are set aside. Only a ruling makes a
 * bond smaller than it was posted (C6).
 */
export class Merchants {
  readonly #ledger: Ledger;
  readonly #checks: InvariantChecks;
  readonly #ads: Ads;
  readonly #traders: Traders;

  constructor(parts: AreaParts<P2pEvent> & { readonly ads: Ads; readonly traders: Traders }) {
    this.#ledger = parts.ledger;
    this.#checks = parts.checks;
    this.#ads = parts.ads;
    this.#traders = parts.traders;
  }

  post(command: PostBond): Rejection | undefined {
    if (!wellFormed.isBond(command)) return 'malformed';
    const { user, currency, amount } = command;
    const wanted = this.#ads.termsOf(currency)?.merchantBond ?? 0n;
    if (wanted === 0n) return 'p2p_closed';
    if (this.#traders.find(user)?.bond !== undefined) return 'bond_exists';
    if (amount < wanted) return 'bond_too_small';
    const account = this.#ledger.find(user, 'p2p', currency);
    if (account < 0 || this.#ledger.available(account) < amount) return 'balance_insufficient';
    const trader = this.#traders.of(user);
    trader.bond = { currency, amount, hold: this.#ledger.hold(account, amount, user, 'bond') };
    this.#traders.say(trader);
    return undefined;
  }

  /**
   * @param isInDeals whether the user has deals that can still cost the bond: open ones, ended ones
   * that may be appealed
   */
  takeBack(command: ReturnBond, isInDeals: boolean): Rejection | undefined {
    if (!wellFormed.isBondReturn(command)) return 'malformed';
    const trader = this.#traders.find(command.user);
    if (trader?.bond === undefined) return 'bond_missing';
    if (isInDeals) return 'bond_in_use';
    this.#ledger.closeHold(trader.bond.hold);
    trader.bond = undefined;
    trader.isMerchant = false;
    this.#traders.say(trader);
    return undefined;
  }

  grant(command: GrantMerchant): Rejection | undefined {
    if (!wellFormed.isGrant(command)) return 'malformed';
    const { user, isMerchant, operator } = command;
    if (isMerchant && !this.#isBonded(user)) return 'bond_missing';
    const trader = this.#traders.of(user);
    trader.isMerchant = isMerchant;
    this.#traders.say(trader, operator);
    return undefined;
  }

  /**
   * The amount that a ruling can cut. A bond outlives the mark, because other sides may still be
   * owed.
   */
  bondOf(user: UserId): bigint {
    return this.#traders.find(user)?.bond?.amount ?? 0n;
  }

  /**
   * A ruling pays part of a merchant's bond to the other side. A user whose bond is then too small
   * is no longer a merchant.
   */
  cut(user: UserId, amount: bigint, to: UserId, deal: number): void {
    const trader = this.#traders.of(user);
    const { bond } = trader;
    this.#checks.check(
      'C6',
      bond !== undefined && bond.amount >= amount,
      `${amount} is cut from the bond of user ${user}`,
    );
    if (bond === undefined) return;
    this.#ledger.spend(bond.hold, amount, 'p2pBond', deal, 'bond');
    this.#ledger.post(this.#ledger.open(to, 'p2p', bond.currency), amount, 'p2pBond', deal, 'bond');
    bond.amount -= amount;
    if (bond.amount === 0n) {
      this.#ledger.closeHold(bond.hold);
      trader.bond = undefined;
    }
    trader.isMerchant &&= this.#isBonded(user);
    this.#traders.say(trader);
  }

  #isBonded(user: UserId): boolean {
    const bond = this.#traders.find(user)?.bond;
    if (bond === undefined) return false;
    const wanted = this.#ads.termsOf(bond.currency)?.merchantBond ?? (0n as Amount);
    return wanted > 0n && bond.amount >= wanted;
  }
}
