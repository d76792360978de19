/**
 * Which rules decide. The journal names its version: a `core.upgrade` command raises it, so that
 * the commands before it are replayed by the rules that decided them, and those after it by the new
 * ones. A journal begins at version 1.
 *
 * Whatever changes what an existing command does to the state is a named rule here, and the area
 * asks for it by its name. The old way stays beside the new one as long as a journal may need it.
 * New kinds of commands, and new optional fields of commands, need no rule: no older journal holds
 * them.
 *
 * A version is closed once its golden journals are recorded (packages/testkit/golden): a later
 * change is a new version.
 */
export const FIRST_RULES = 1;
/** What this build knows, and what a new journal is raised to before anything else. */
export const NEWEST_RULES = 3;

/** Owns the version that holds now. One holder, shared by all areas. */
export class Rules {
  #version: number;

  constructor(version: number) {
    this.#version = version;
  }

  get version(): number {
    return this.#version;
  }

  /**
   * Spot: a resting order that the band left behind expires when it is met. Before, it ended the
   * order that met it.
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
   * Idempotency keys: a bound for each user, and SHA-256 of what the user asked, without what the
   * server adds to a withdrawal. Before, all users shared one bound.
   */
  get keepsKeysForEachUser(): boolean {
    return this.#version >= 2;
  }

  /**
   * Seconds contracts: what policies could claim is kept apart, and a claim that was not paid stays
   * owed.
   */
  get keepsClaims(): boolean {
    return this.#version >= 2;
  }

  /**
   * Custody: a debt reaches all that its owner has, stops what would move it away, and fills the
   * hole in the books first.
   */
  get collectsDebts(): boolean {
    return this.#version >= 2;
  }

  /**
   * Custody: the worth of a withdrawal comes from a fresh index, and is looked at again before it
   * leaves, as are pauses and debts. Before, an index of any age told it, once, and operators could
   * pass a payment of who owes.
   */
  get looksAtWorthAgain(): boolean {
    return this.#version >= 2;
  }

  /**
   * Custody: a network's limits hold for any hour and day. Before, for those of the clock, so that
   * two of them met at its edge.
   */
  get rollsOutflowLimits(): boolean {
    return this.#version >= 2;
  }

  /**
   * Spot: a customer can cancel in a closed market too. Before, money was held until it opened
   * again.
   */
  get cancelsInClosedMarkets(): boolean {
    return this.#version >= 2;
  }

  /**
   * Seconds contracts: both prices of a ticket are known by the age of their quotes. Before, by
   * when they reached the exchange.
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
   * Who takes back an order of contracts or a close, or moves stops, does so from the next younger
   * index on. Before, at once.
   */
  get contractsChangeLater(): boolean {
    return this.#version >= 2;
  }

  /**
   * What an order of contracts holds pays for its fill, whatever else its owner has by then.
   * Before, a fill could fail for want of money.
   */
  get holdDecidesFill(): boolean {
    return this.#version >= 2;
  }

  /**
   * What insurance paid for a position is owed by the account that still has others: their profits
   * pay it back.
   */
  get badDebtFollowsAccount(): boolean {
    return this.#version >= 2;
  }

  /**
   * An account of equal longs and shorts, which no price moves, is liquidated too. Before, only
   * accounts that a price reached.
   */
  get looksAtFlatAccounts(): boolean {
    return this.#version >= 2;
  }

  /** Liquidation, stops and equity of contracts look at a mark price, not at the index itself. */
  get hasMarkPrice(): boolean {
    return this.#version >= 2;
  }

  /**
   * The house takes contracts whose profits it could pay, keeps what they could win, and owes what
   * it could not pay.
   */
  get houseBacksContracts(): boolean {
    return this.#version >= 2;
  }

  /**
   * Withdrawals: what leaves within 24 hours adds up, what is odd is decided here, and new
   * addresses wait. Before, the server thought so.
   */
  get countsOutflows(): boolean {
    return this.#version >= 3;
  }

  /**
   * Sales for money outside: one that needs an operator by what its owner lets leave in a day is
   * refused. Before, it left without.
   */
  get refusesLargeSales(): boolean {
    return this.#version >= 3;
  }

  /**
   * Contracts: terms leave a second between the youngest price that may not fill an order and its
   * end. Before, no price could ever come.
   */
  get leavesTimeToFill(): boolean {
    return this.#version >= 3;
  }

  /**
   * Idempotency keys: all of them together have a bound, and whoever comes when it is reached gives
   * up their own oldest ones.
   */
  get boundsAllKeys(): boolean {
    return this.#version >= 3;
  }

  /**
   * A command that changes nothing has no number, and its key is not kept. Before, whatever was
   * asked had one for ever.
   */
  get countsOnlyChanges(): boolean {
    return this.#version >= 3;
  }

  /** @param version one that this build knows, not below the present one */
  raise(version: number): void {
    this.#version = version;
  }
}

/** Whether the rules can be raised from one version to another by this build. */
export function isUpgrade(from: number, to: unknown): to is number {
  return Number.isSafeInteger(to) && (to as number) > from && (to as number) <= NEWEST_RULES;
}
