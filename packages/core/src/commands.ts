import type { Amount, PriceTicks, QuantityLots } from '@meridian/money/amount';
import type { Currency, Market } from './catalog/catalog.ts';
import type { CustodyCommand } from './custody/custody-commands.ts';
import type { CurrencyId, MarketId, OrderId, UserId } from './ids.ts';
import type { Wallet } from './ledger/accounts.ts';
import type { CREDIT_TRANSFERS, TransferId } from './ledger/transfer-id.ts';
import type { MarginCommand } from './margin/margin-commands.ts';
import type { SecondsCommand } from './seconds/seconds-commands.ts';

export type Side = 'buy' | 'sell';
export type OrderType = 'limit' | 'market';
export type TimeInForce = 'gtc' | 'ioc' | 'fok';
/** What happens when an order would trade with an order of the same user. */
export type SelfTrade = 'expireTaker' | 'expireMaker' | 'expireBoth' | 'decrement';

/**
 * Lists a currency, or replaces the flags of a listed one. The scale of a listed currency never
 * changes.
 */
export interface ListCurrency {
  readonly kind: 'currency.list';
  readonly currency: Currency;
}

/**
 * Lists a market, or replaces the settings of a listed one. Currencies, tick and lot of a listed
 * market never change.
 */
export interface ListMarket {
  readonly kind: 'market.list';
  readonly market: Market;
}

/**
 * An index price, in ticks of its market. `quotedAtMs` is the venue's time of the oldest quote that
 * made it, milliseconds UTC; without it, or where it lies after the command, the time of the
 * command counts.
 */
export type IndexPrice = readonly [market: MarketId, ticks: PriceTicks, quotedAtMs?: number];

/** New index prices. */
export interface SetIndexPrices {
  readonly kind: 'index.set';
  /**
   * Where the prices came from: `simulated`, `replay`, or the exchanges that the median was taken
   * of.
   */
  readonly source: string;
  /** How many venues each price was made of, 1 to 1,000. Absent: not known, which counts as one. */
  readonly sources?: number;
  readonly prices: readonly IndexPrice[];
}

/**
 * Says that time has passed: the core does what has fallen due. Its time is the engine's stamp,
 * like every command's.
 */
export interface TickClock {
  readonly kind: 'clock.tick';
}

/**
 * From here on a newer version of the rules decides, see rules.ts. The server sends it at its first
 * start on an older journal.
 */
export interface Upgrade {
  readonly kind: 'core.upgrade';
  /** Above the present one, and known to this build. */
  readonly version: number;
}

/**
 * Says what the state was after an earlier command, so that the chain of the journal covers the
 * state: a replay, or a snapshot, that differs from it is wrong. It changes nothing.
 */
export interface Checkpoint {
  readonly kind: 'core.checkpoint';
  /** The command after which the state had this hash. */
  readonly at: number;
  /** Format of the snapshot that was hashed. */
  readonly format: number;
  /** SHA-256 in hexadecimal digits. */
  readonly stateHash: string;
}

/** Brings money in from the outside world. */
export interface Deposit {
  readonly kind: 'ledger.deposit';
  readonly user: UserId;
  readonly wallet: Wallet;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  /** What it was, for the statement: `funding`, a transaction id ... */
  readonly reference: string;
  readonly key?: string;
}

/**
 * Pays from the house's account to a user's: faucet, promotions. The house can only give what it
 * has (invariant L9).
 */
export interface Credit {
  readonly kind: 'ledger.credit';
  readonly user: UserId;
  readonly wallet: Wallet;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  readonly reference: string;
  /**
   * Where present the credit is made once for ever: a second one is refused (`transfer_exists`).
   */
  readonly transfer?: TransferId<(typeof CREDIT_TRANSFERS)[number]>;
  readonly key?: string;
}

export interface PlaceOrder {
  readonly kind: 'spot.place';
  readonly user: UserId;
  readonly market: MarketId;
  readonly side: Side;
  readonly type: OrderType;
  /** 0 for a market order. */
  readonly priceTicks: PriceTicks;
  readonly quantityLots: QuantityLots;
  /** A market order is always `ioc` or `fok`. */
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly selfTrade: SelfTrade;
  /**
   * The user's own name of the order: 1 to 36 letters, digits and `. _ : / -`. Unique among the
   * user's open orders and those that ended within 24 hours; a placement with the same id and
   * content answers what the first one did.
   */
  readonly clientOrderId?: string;
  /** Idempotency key of the user, 1 to 64 printable ASCII characters. */
  readonly key?: string;
}

export interface CancelOrder {
  readonly kind: 'spot.cancel';
  readonly user: UserId;
  readonly order: OrderId;
  readonly key?: string;
}

/** What an operator cancels: one order, all of a user, all of a market. */
export type CancelScope = 'order' | 'user' | 'market';

/**
 * An operator cancels open orders, whatever the state of their market. One command cancels at most
 * `MOST_CANCELLED` (spot/operator-cancel.ts) and answers how many; it is sent again while there are
 * more.
 */
export interface CancelByOperator {
  readonly kind: 'spot.cancelByOperator';
  /** The operator's number in the back office. */
  readonly operator: number;
  /** Why, for the record: 1 to 300 characters. */
  readonly reason: string;
  readonly scope: CancelScope;
  /** Number of the order, user or market. */
  readonly id: number;
}

/**
 * Everything that can change the state. It is journaled as JSON (amounts as decimal strings), see
 * command-codec.ts.
 */
export type Command =
  | Upgrade
  | Checkpoint
  | ListCurrency
  | ListMarket
  | SetIndexPrices
  | TickClock
  | Deposit
  | Credit
  | PlaceOrder
  | CancelOrder
  | CancelByOperator
  | CustodyCommand
  | MarginCommand
  | SecondsCommand;
export type CommandKind = Command['kind'];
