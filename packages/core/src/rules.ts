/**
 * Versions of the rules. The journal names its version: a `core.upgrade` command raises it, so that
 * the commands before it are replayed by the rules that decided them, and those after it by the new
 * ones. A journal begins at version 1.
 *
 * Every change of an existing command's effect on the state is a named rule here, and the area asks
 * for it by its name. The old way stays beside the new one as long as a journal may need it. New
 * kinds of commands, and new optional fields of commands, need no rule: no older journal has them.
 *
 * A version is closed once its golden journals are recorded (apps/server/test/golden/journals): a
 * later change is a new version.
 */
export const FIRST_RULES = 1;
/** The newest version of this build; a new journal is raised to it before anything else. */
export const NEWEST_RULES = 5;

/** Owns the version in force. One object, shared by all areas. */
export class Rules {
  #version: number;

  constructor(version: number) {
    this.#version = version;
  }

  get version(): number {
    return this.#version;
  }

  /**
   * Spot: a resting order left behind by the band expires when a taker reaches it. Before, it ended
   * the taker.
   */
  get bandExpiresMakers(): boolean {
    return this.#version >= 2;
  }

  /**
   * Spot: a market order stops at the slippage cap from the index as well as from the best price,
   * and at the band.
   */
  get capsFromIndex(): boolean {
    return this.#version >= 2;
  }

  /** Spot: a limit order that never rests is refused on a stale index like a market order. */
  get guardsImmediateOrders(): boolean {
    return this.#version >= 2;
  }

  /**
   * Idempotency keys: a bound for each user, and SHA-256 of the user's request, without the
   * server's additions to a withdrawal. Before, all users shared one bound.
   */
  get keepsKeysForEachUser(): boolean {
    return this.#version >= 2;
  }

  /**
   * Seconds contracts: possible claims are reserved apart from the pool, and an unpaid claim stays
   * owed.
   */
  get keepsClaims(): boolean {
    return this.#version >= 2;
  }

  /**
   * Custody: a debt takes all of its owner's money, stops commands that would move the money away,
   * and fills the hole in the books first.
   */
  get collectsDebts(): boolean {
    return this.#version >= 2;
  }

  /**
   * Custody: the worth of a withdrawal comes from a fresh index, and is computed again before it
   * leaves; pauses and debts are checked again too. Before, an index of any age sufficed, once, and
   * operators could pass a payment of a debtor.
   */
  get looksAtWorthAgain(): boolean {
    return this.#version >= 2;
  }

  /**
   * Custody: a network's limits hold for any hour and day. Before, for those of the clock, so that
   * two limits met at the edge of an hour or day.
   */
  get rollsOutflowLimits(): boolean {
    return this.#version >= 2;
  }

  /**
   * Spot: a customer can cancel in a closed market too. Before, money was held until the market
   * opened again.
   */
  get cancelsInClosedMarkets(): boolean {
    return this.#version >= 2;
  }

  /**
   * Seconds contracts: the age of its quotes decides whether a tick may price a ticket. Before, the
   * time at which the tick reached the exchange.
   */
  get ticketsWaitForQuotes(): boolean {
    return this.#version >= 2;
  }

  /**
   * Contracts fill at the first index that is younger than the command, and a market without prices
   * counts no profit.
   */
  get contractsFillLater(): boolean {
    return this.#version >= 2;
  }

  /**
   * Contracts: cancelling an order or a close, or moving stops, takes effect at the next younger
   * index. Before, at once.
   */
  get contractsChangeLater(): boolean {
    return this.#version >= 2;
  }

  /**
   * Contracts: the hold of an order pays for its fill, without regard to the other funds of its
   * owner by then. Before, a fill could fail for lack of money.
   */
  get holdDecidesFill(): boolean {
    return this.#version >= 2;
  }

  /**
   * Contracts: an account that still has other positions owes the amount that insurance paid for
   * one: their profits pay it back.
   */
  get badDebtFollowsAccount(): boolean {
    return this.#version >= 2;
  }

  /**
   * Contracts: an account of equal longs and shorts, which no price moves, is liquidated too.
   * Before, only accounts that a price reached.
   */
  get looksAtFlatAccounts(): boolean {
    return this.#version >= 2;
  }

  /** Contracts: liquidation, stops and equity use a mark price, not the index itself. */
  get hasMarkPrice(): boolean {
    return this.#version >= 2;
  }

  /**
   * Contracts: the house takes only positions whose profits it could pay, reserves the possible
   * profits, and owes the part that it could not pay.
   */
  get houseBacksContracts(): boolean {
    return this.#version >= 2;
  }

  /**
   * Withdrawals: outflows within 24 hours add up, the core flags risks, and new addresses wait.
   * Before, the server decided this.
   */
  get countsOutflows(): boolean {
    return this.#version >= 3;
  }

  /**
   * Sales for money outside: a sale is refused if, with the owner's other outflows of a day, it
   * would need an operator. Before, it left without approval.
   */
  get refusesLargeSales(): boolean {
    return this.#version >= 3;
  }

  /**
   * Contracts: terms leave a second between the youngest price that may not fill an order and the
   * order's end. Before, an order could end before any price could fill it.
   */
  get leavesTimeToFill(): boolean {
    return this.#version >= 3;
  }

  /**
   * Idempotency keys: all of them together have a bound; beyond it, a user's new key costs their
   * own oldest ones.
   */
  get boundsAllKeys(): boolean {
    return this.#version >= 3;
  }

  /**
   * A command that changes nothing has no number, and its key is not kept. Before, every command
   * had a number for ever.
   */
  get countsOnlyChanges(): boolean {
    return this.#version >= 3;
  }

  /**
   * Earning: coins that customers take out of a product make room in the day's quota again, as far
   * as it was used. Before, a customer who put money in and took it out again used the quota up for
   * everybody.
   */
  get quotaCountsNet(): boolean {
    return this.#version >= 4;
  }

  /**
   * Conversions: a user's open quotes promise at most a quarter of the amount that the desk gives
   * of a coin in an hour. Before, quotes that nobody accepted could take all of it, again and
   * again.
   */
  get sharesDeskHour(): boolean {
    return this.#version >= 4;
  }

  /**
   * Recurring purchases: a time that comes more than an hour late is skipped. Before, it was made
   * up for, once, whenever the server came back.
   */
  get skipsMissedTimes(): boolean {
    return this.#version >= 4;
  }

  /**
   * Locks: one renews only where the product's early exit leaves no less than its own. Before, the
   * exit could be gone with the next term.
   */
  get renewsWithExit(): boolean {
    return this.#version >= 4;
  }

  /**
   * Custody: savings repay a debt as soon as they are not lent, and no more of them than is owed.
   * Before, a debt took them only when it began, and then all of them.
   */
  get collectsSavings(): boolean {
    return this.#version >= 4;
  }

  /**
   * Loans: collateral that is worth less than the market's smallest order is lost at the last
   * level. Before, the market refused its sale for ever, and fifty of those kept all others from
   * being warned and sold.
   */
  get losesSmallRests(): boolean {
    return this.#version >= 4;
  }

  /**
   * Loans: collateral is offered where a bid can take it. Before, an order ended without a trade at
   * each price and each tick.
   */
  get offersToBids(): boolean {
    return this.#version >= 4;
  }

  /**
   * Loans: collateral repays a part at any ratio that the repayment lowers. Before, a loan above
   * its first warning could only be repaid by it as a whole.
   */
  get repaysWhileWarned(): boolean {
    return this.#version >= 4;
  }

  /**
   * Savings: coins of the day can be redeemed on it as far as nothing was lent on them. Before, a
   * customer who saved, borrowed and redeemed in one moment lent out coins that were to stay idle
   * for others.
   */
  get bindsCoinsOfDay(): boolean {
    return this.#version >= 5;
  }

  /**
   * Savings: a product takes no more than its source can pay the next day for. Before, coins that
   * were there for the moment of midnight cut everybody's rate for a day.
   */
  get savesWhatIsFunded(): boolean {
    return this.#version >= 5;
  }

  /**
   * Custody: a debt ends its owner's locks, and its owner keeps no interest of the principal that
   * pays it. Before, a lock bought with a deposit that was reversed later ran on, and paid.
   */
  get collectsLocks(): boolean {
    return this.#version >= 5;
  }

  /**
   * Locks: every one can be undone before its first midnight. Before, those without early exit
   * could not: a thief's purchase stood for its whole term.
   */
  get undoesLocks(): boolean {
    return this.#version >= 5;
  }

  /**
   * Conversions: a quote that nobody accepted counts for its user's part of the hour until the hour
   * is over. Before, four users could hold all that the desk gave of a coin, again and again.
   */
  get countsUnusedQuotes(): boolean {
    return this.#version >= 5;
  }

  /**
   * Conversions: the desk's limit of an hour stops no repayment of a warned loan by its collateral.
   * Before, a customer who used the limit up could keep a borrower from repaying, and buy the
   * collateral that was then sold.
   */
  get repaysBeyondHour(): boolean {
    return this.#version >= 5;
  }

  /**
   * Conversions: a quote for a loan's collateral is of the loan's coins, and converts nothing else.
   * Before, it could be accepted for free coins too, and repay another loan.
   */
  get bindsQuotesToLoans(): boolean {
    return this.#version >= 5;
  }

  /**
   * Conversions: priced at the worse of index and mark, and never better than the same amount on
   * the other side of the book. Before, the desk bought above asks while the index lagged.
   */
  get convertsNoBetterThanBook(): boolean {
    return this.#version >= 5;
  }

  /**
   * Loans: terms are refused under which a sale at its bound could not pay the debt of the last
   * level. Offers of before are closed where they do not. Before, two operators' mistake let a
   * borrower's bid take from the insurance.
   */
  get boundsPayDebts(): boolean {
    return this.#version >= 5;
  }

  /**
   * Invitation rebates: an open market with a fresh index gives the worth of a fee. Without one the
   * fee waits, and is dropped after a week. Before, the last index of the coin's first market
   * counted, however old, even where that market had closed.
   */
  get pricesFeesFreshly(): boolean {
    return this.#version >= 5;
  }

  /**
   * Invitation rebates: a fee that waits for a price keeps its day, with the rates and members of
   * that. Before, it was shared as one of the day on which it had a price.
   */
  get keepsDayOfFees(): boolean {
    return this.#version >= 5;
  }

  /**
   * Invitation rebates: a payer whose shares the account cannot pay waits alone. Before, everybody
   * after them waited too.
   */
  get passesOverPayers(): boolean {
    return this.#version >= 5;
  }

  /**
   * Invitation rebates: operators cannot take out the money that days that are over may owe.
   * Before, they could take all.
   */
  get bindsOwedRebates(): boolean {
    return this.#version >= 5;
  }

  /**
   * Invitation rebates: two invitees of one inviter, within three levels, are linked. Before, they
   * could trade with each other, and the fees of both were their inviter's.
   */
  get linksSiblings(): boolean {
    return this.#version >= 5;
  }

  /**
   * Invitation rebates: the three rates are together at most half of a fee. Before, at most the
   * whole: trading among friends cost nothing.
   */
  get sharesHalfAtMost(): boolean {
    return this.#version >= 5;
  }

  /**
   * Fee tiers: a trade counts for both sides where a fee was more than rounding, and with at most
   * the worth of its lots at a fresh index. Before, the market's rate decided for each side, and
   * the price that two friends named.
   */
  get countsPaidVolume(): boolean {
    return this.#version >= 5;
  }

  /** @param version known to this build, not below the present one */
  raise(version: number): void {
    this.#version = version;
  }
}

/** Whether the rules can be raised from one version to another by this build. */
export function isUpgrade(from: number, to: unknown): to is number {
  return Number.isSafeInteger(to) && (to as number) > from && (to as number) <= NEWEST_RULES;
}
