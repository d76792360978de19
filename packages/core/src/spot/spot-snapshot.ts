import type { SelfTrade } from './spot-commands.ts';
import type { Side } from '../catalog/side.ts';
import type { MarketId, OrderId, UserId } from '../ids.ts';
import type { Accepted } from '../outcome.ts';
import type { AmountText } from '../amount-text.ts';

/** A resting order. */
export interface SnapshotOrder {
  readonly id: OrderId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly side: Side;
  readonly priceTicks: number;
  readonly quantityLots: number;
  readonly filledLots: number;
  readonly remainingLots: number;
  readonly selfTrade: SelfTrade;
  readonly placedAtMs: number;
  /** Its hold: quote units for a buy, base units for a sell. */
  readonly hold: AmountText;
}

/** A client order id: the placement, its answer, and the time when its order ended. */
export interface SnapshotClientOrder {
  readonly user: UserId;
  readonly clientOrderId: string;
  readonly order: OrderId;
  /** The fields of the placement, to recognise a different one. */
  readonly content: string;
  readonly status: NonNullable<Accepted['status']>;
  readonly filledLots: number;
  readonly filledNotional: AmountText;
  /** 0 while the order is open. */
  readonly endedAtMs: number;
}
