import type { Amount, PriceTicks, QuantityLots } from '@meridian/money/amount';
import type { Currency, Market } from './catalog/catalog.ts';
import type { CustodyCommand } from './custody/custody-commands.ts';
import type { CurrencyId, MarketId, OrderId, UserId } from './ids.ts';
import type { Wallet } from './ledger/accounts.ts';
import type { MarginCommand } from './margin/margin-commands.ts';
import type { SecondsCommand } from './seconds/seconds-commands.ts';

export type Side = 'buy' | 'sell';
export type OrderType = 'limit' | 'market';
export type TimeInForce = 'gtc' | 'ioc' | 'fok';
/** What happens when an order would trade with an order of the same user. */
export type SelfTrade = 'expireTaker' | 'expireMaker' | 'expireBoth' | 'decrement';

/** Lists a currency, or replaces the flags of a listed one. The scale of a listed currency never changes. */
export interface ListCurrency {
  readonly kind: 'currency.list';
  readonly currency: Currency;
}

/** Lists a market, or replaces the settings of a listed one. Currencies, tick and lot of a listed market never change. */
export interface ListMarket {
  readonly kind: 'market.list';
  readonly market: Market;
}

/** New index prices, all of one moment. A price is in ticks of its market. */
export interface SetIndexPrices {
  readonly kind: 'index.set';
  /** Where the prices came from: `simulated`, `replay`, or the exchanges that the median was taken of. */
  readonly source: string;
  readonly prices: readonly (readonly [market: MarketId, ticks: PriceTicks])[];
}

/** Says that time has passed: the core does what has fallen due. Its time is the engine's stamp, like every command's. */
export interface TickClock {
  readonly kind: 'clock.tick';
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

/** Pays from the house's account to a user's: faucet, promotions. The house can only give what it has (invariant L9). */
export interface Credit {
  readonly kind: 'ledger.credit';
  readonly user: UserId;
  readonly wallet: Wallet;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  readonly reference: string;
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
  /** Idempotency key of the user, 1 to 64 printable ASCII characters. */
  readonly key?: string;
}

export interface CancelOrder {
  readonly kind: 'spot.cancel';
  readonly user: UserId;
  readonly order: OrderId;
  readonly key?: string;
}

/** Everything that can change the state. It is journaled as JSON (amounts as decimal strings), see command-codec.ts. */
export type Command = ListCurrency | ListMarket | SetIndexPrices | TickClock | Deposit | Credit | PlaceOrder | CancelOrder | CustodyCommand | MarginCommand | SecondsCommand;
export type CommandKind = Command['kind'];
